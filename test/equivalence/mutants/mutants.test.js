import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../languages.js';
import { GENERATOR_MUTANTS } from './generator-to-async.js';
import { PLANNERS, mutate } from './plant.js';
import { MUTANTS } from './run.js';

it('plants forty faults at least in generator-to-async', () => {
  expect(GENERATOR_MUTANTS.length).toBeGreaterThanOrEqual(40);
});

describe.each(Object.entries(MUTANTS))('faults planted in %s', (codemod, mutants) => {
  it.each(mutants)('change the code that is there: $fault', (mutant) => {
    const { text } = mutate(mutant, PLANNERS[codemod] ?? '');
    expect(text).toContain(mutant.to);
    expect(LANGUAGES.map(({ name }) => name)).toEqual(
      expect.arrayContaining([...mutant.languages]),
    );
  });
});
