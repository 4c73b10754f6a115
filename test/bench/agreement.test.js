import { describe, expect, it } from 'vitest';

import { compareFigures, compareRuns } from '../../bench/agreement.js';
import { createResults } from '../../bench/results.js';

const FIGURES = { ticks: 3, turns: 0, promises: 7, bytes: 1000 };

describe('compareFigures', () => {
  it.each([
    ['the same', {}, []],
    ['bytes within 4 %', { bytes: 1040 }, []],
    ['bytes outside 4 %', { bytes: 1041 }, ['bytes 1041, not 1000 within 4 %']],
    ['one tick more', { ticks: 4 }, ['ticks 4, not 3']],
    ['one promise less', { promises: 6 }, ['promises 6, not 7']],
    ['no bytes', { bytes: undefined }, ['bytes NaN, not 1000 within 4 %']],
  ])('%s', (_, change, differences) => {
    const figures = /** @type {typeof FIGURES} */ ({ ...FIGURES, ...change });
    expect(compareFigures(figures, FIGURES)).toEqual(differences);
  });

  it('allows a few words where little is allocated', () => {
    expect(compareFigures({ ...FIGURES, bytes: 8 }, { ...FIGURES, bytes: 0 })).toEqual([]);
  });
});

describe('compareRuns', () => {
  /** @param {string} after */
  const run = (after) => {
    const results = createResults({ version: '24.0.0', v8: '13.6' });
    results.scenarios['one'] = {
      title: 'One',
      rules: [],
      codemods: [],
      claims: [],
      source: { before: 'old', after },
      figures: { before: FIGURES, after: { ...FIGURES, ticks: after.length }, failures: [] },
      quick: true,
      load: 0,
      date: '2026-01-01T00:00:00.000Z',
    };
    return results;
  };

  it('compares the forms whose code is the same', () => {
    expect(compareRuns(run('new'), run('new'))).toEqual({ compared: 2, differences: [] });
    expect(compareRuns(run('newer'), run('new'))).toEqual({ compared: 1, differences: [] });
  });

  it('names the scenario and the form that differ', () => {
    const reference = run('new');
    const changed = run('new');
    const one = changed.scenarios['one'];
    if (one) one.figures.before = { ...FIGURES, ticks: 1 };
    expect(compareRuns(changed, reference).differences).toEqual(['one, before: ticks 1, not 3']);
  });
});
