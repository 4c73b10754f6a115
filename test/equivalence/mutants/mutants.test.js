import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../languages.js';
import { GENERATOR_MUTANTS } from './generator-to-async.js';
import { PLANNERS, mutate } from './plant.js';

describe('faults planted in generator-to-async', () => {
  it('are forty at least', () => {
    expect(GENERATOR_MUTANTS.length).toBeGreaterThanOrEqual(40);
  });

  it.each(GENERATOR_MUTANTS)('change the code that is there: $fault', (mutant) => {
    const { text } = mutate(mutant, PLANNERS['generator-to-async'] ?? '');
    expect(text).toContain(mutant.to);
    expect(LANGUAGES.map(({ name }) => name)).toEqual(
      expect.arrayContaining([...mutant.languages]),
    );
  });
});
