import { expect, it } from 'vitest';
import { attack } from './attack.js';
import { ATTACKS } from './attacks.js';

const SEEDS = Array.from({ length: 6 * ATTACKS.length }, (_, seed) => seed);

it.each(SEEDS)('attack %i loses nothing, and touches nothing outside', async (seed) => {
  expect((await attack(seed)).wrong).toEqual([]);
});
