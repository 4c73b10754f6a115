import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { compareFigures, compareRuns, reportAgreement } from '../../bench/agreement.js';
import { main } from '../../bench/compare-results.js';
import { createResults, writeResults } from '../../bench/results.js';

const FIGURES = { ticks: 3, turns: 0, promises: 7, bytes: 1000 };

describe('compareFigures', () => {
  it.each([
    ['the same', {}, []],
    ['bytes within 4 %', { bytes: 1040 }, []],
    ['bytes outside 4 %', { bytes: 1041 }, ['bytes 1041, not 1000 within 4 %']],
    ['one tick more', { ticks: 4 }, ['ticks 4, not 3']],
    ['one promise less', { promises: 6 }, ['promises 6, not 7']],
    ['no bytes', { bytes: undefined }, []],
  ])('%s', (_, change, differences) => {
    const figures = /** @type {typeof FIGURES} */ ({ ...FIGURES, ...change });
    expect(compareFigures(figures, FIGURES)).toEqual(differences);
  });

  it('allows a few words where little is allocated', () => {
    expect(compareFigures({ ...FIGURES, bytes: 8 }, { ...FIGURES, bytes: 0 })).toEqual([]);
  });
});

describe('compareRuns', () => {
  let runs = 0;
  /** @param {string} after */
  const run = (after) => {
    runs += 1;
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
      date: `run ${runs}`,
    };
    return results;
  };

  it('compares the forms whose code is the same', () => {
    expect(compareRuns(run('new'), run('new'))).toEqual({
      compared: 2,
      otherCode: 0,
      missing: [],
      differences: [],
    });
    expect(compareRuns(run('newer'), run('new'))).toMatchObject({ compared: 1, otherCode: 1 });
  });

  it('does not compare a measurement with itself', () => {
    const results = run('new');
    expect(compareRuns(results, results).compared).toBe(0);
  });

  it('names the scenario and the form that differ', () => {
    const reference = run('new');
    const changed = run('new');
    const one = changed.scenarios['one'];
    if (one) one.figures.before = { ...FIGURES, ticks: 1 };
    expect(compareRuns(changed, reference).differences).toEqual(['one, before: ticks 1, not 3']);
  });

  it('does not take what failed for a difference', () => {
    const failed = run('new');
    const one = failed.scenarios['one'];
    if (one) one.figures.before = { ticks: 3, turns: 0, promises: 7 };
    const { differences, missing } = compareRuns(failed, run('new'));
    expect(differences).toEqual([]);
    expect(missing).toEqual(['one, before: bytes, the first run']);
  });

  it('claims nothing of what was not compared', () => {
    const failed = run('new');
    const one = failed.scenarios['one'];
    if (one) Object.assign(one.figures, { before: {}, after: {} });
    const agreement = compareRuns(failed, run('new'));
    expect(agreement.compared).toBe(0);
    expect(reportAgreement(agreement)).toMatch(
      /^Nothing to compare with the committed results\. There is no figure:\n {2}one, before: ticks/u,
    );
    expect(reportAgreement(compareRuns(failed, failed))).toBeUndefined();
    expect(reportAgreement(compareRuns(run('new'), run('new')))).toMatch(/all 2 forms compared/u);
    expect(reportAgreement({ compared: 0, otherCode: 2, missing: [], differences: [] })).toMatch(
      /of other code/u,
    );
  });

  it('compares the pairs that are in the data of suites', () => {
    const [left, right] = [run('new'), run('new')];
    /** @param {number} ticks */
    const suite = (ticks) => ({
      data: { pair: { before: { ...FIGURES, ticks }, after: FIGURES, failures: [] }, other: [1] },
      load: 0,
      date: `${ticks}`,
    });
    left.suites['pairs'] = suite(3);
    right.suites['pairs'] = suite(4);
    expect(compareRuns(left, right)).toMatchObject({
      compared: 4,
      differences: ['pairs, pair, before: ticks 3, not 4'],
    });
  });
});

describe('npm run bench:compare', () => {
  /** @type {string} */
  let root;

  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'async-perf-agreement-'));
    vi.spyOn(console, 'log').mockReturnValue(undefined);
    vi.spyOn(console, 'error').mockReturnValue(undefined);
  });

  afterEach(async () => {
    vi.restoreAllMocks();
    await rm(root, { recursive: true, force: true });
  });

  /** @param {string} name @param {number} ticks */
  async function folder(name, ticks) {
    const results = createResults({ version: '24.0.0', v8: '13.6' });
    results.suites['pairs'] = {
      data: { before: { ...FIGURES, ticks }, after: FIGURES },
      load: 0,
      date: name,
    };
    await writeResults(results, path.join(root, name));
    return path.join(root, name);
  }

  it('fails when two folders of results differ', async () => {
    const first = await folder('first', 3);
    expect(await main([first, await folder('same', 3)])).toBe(0);
    expect(await main([first, await folder('other', 4)])).toBe(1);
    expect(vi.mocked(console.log).mock.calls.flat().join('\n')).toContain(
      'pairs, before: ticks 3, not 4',
    );
  });

  it('fails when there is nothing to compare', async () => {
    const first = await folder('first', 3);
    await mkdir(path.join(root, 'empty'));
    expect(await main([first, path.join(root, 'empty')])).toBe(2);
    expect(await main([])).toBe(2);
  });
});
