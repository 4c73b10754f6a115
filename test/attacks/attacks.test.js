import { expect, it } from 'vitest';
import { RUNS_WHOLE_MATRIX } from '../matrix.js';
import { attack } from './attack.js';
import { ATTACKS } from './attacks.js';

/** Seeds take the attacks in turn. */
const ROUNDS = RUNS_WHOLE_MATRIX ? 6 : 1;

const SEEDS = Array.from({ length: ROUNDS * ATTACKS.length }, (_, seed) => seed);

it.each(SEEDS)('attack %i loses nothing, and touches nothing outside', async (seed) => {
  expect((await attack(seed)).wrong).toEqual([]);
});
