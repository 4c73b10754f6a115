import { describe, expect, it, vi } from 'vitest';

import { AGAIN, compareSamples, judge, sampleInTurn, turnRound } from '../../bench/in-turn.js';

/** @param {number} time */
const itself = (time) => time;

describe('sampleInTurn', () => {
  it('runs all in every round, in an order that alternates', async () => {
    /** @type {string[]} */
    const order = [];
    const task = (/** @type {string} */ name) => async () => order.push(name);
    const samples = await sampleInTurn(
      new Map([
        ['a', task('a')],
        ['b', task('b')],
      ]),
      2,
      itself,
    );
    expect(order).toEqual(['a', 'b', 'b', 'a']);
    expect(samples).toEqual({ a: [1, 4], b: [2, 3] });
  });

  it('goes on for as many rounds where the control is biased', async () => {
    const fair = vi.fn(async () => 10);
    await sampleInTurn(new Map([['a', fair]]).set(`a${AGAIN}`, fair), 3, itself);
    expect(fair).toHaveBeenCalledTimes(6);
    const slow = vi.fn(async () => 20);
    await sampleInTurn(
      new Map([
        ['a', slow],
        [`a${AGAIN}`, async () => 10],
      ]),
      3,
      itself,
    );
    expect(slow).toHaveBeenCalledTimes(6);
  });
});

describe('compareSamples', () => {
  const samples = { old: [20, 22, 21], new: [10, 11, 10], [`new${AGAIN}`]: [10, 10, 11] };

  it('gives the ratio beside that of the control', () => {
    expect(compareSamples(samples, 'old', 'new', 'new')).toMatchObject({
      measured: { ratio: 2 },
      control: { ratio: 1 },
      verdict: 'faster',
    });
  });

  it('gives nothing for what was not sampled', () => {
    expect(compareSamples(samples, 'old', 'other', 'new')).toBeUndefined();
    expect(compareSamples(samples, 'old', 'new', 'old')).toBeUndefined();
  });
});

describe('turnRound', () => {
  it('calls a pair the same in both directions', () => {
    const unclear = /** @type {const} */ ({
      measured: { ratio: 0.8, low: 0.75, high: 0.9 },
      control: { ratio: 0.95, low: 0.85, high: 1.05 },
      verdict: 'unclear',
    });
    expect(turnRound(unclear)).toMatchObject({
      measured: { ratio: 1.25, low: 1 / 0.9, high: 1 / 0.75 },
      control: { low: 1 / 1.05, high: 1 / 0.85 },
      verdict: 'unclear',
    });
    expect(turnRound({ ...unclear, verdict: 'slower' }).verdict).toBe('faster');
    expect(turnRound({ ...unclear, verdict: 'faster' }).verdict).toBe('slower');
    expect(turnRound({ ...unclear, verdict: 'biased' }).verdict).toBe('biased');
  });
});

describe('judge', () => {
  /** @param {Array<import('../../bench/statistics.js').Verdict>} verdicts */
  const word = (...verdicts) =>
    judge(verdicts.map((verdict, index) => ({ node: String(index), verdict }))).word;

  it('says what became of a claim', () => {
    expect(word('faster', 'faster')).toBe('Holds');
    expect(word('faster', 'biased')).toBe('Holds where it can be told');
    expect(word('faster', 'slower')).toBe('Holds on some, reversed on others');
    expect(word('slower')).toBe('Reversed');
    expect(word('slower', 'same')).toBe('Reversed where it can be told');
    expect(word('same', 'unclear')).toBe('No difference to tell');
  });

  it('names the Nodes', () => {
    const verdicts = /** @type {const} */ (['faster', 'slower', 'faster']);
    const list = verdicts.map((verdict, index) => ({ node: `${index}.0.0`, verdict }));
    expect(judge(list)).toMatchObject({ faster: '0.0.0, 2.0.0', slower: '1.0.0' });
    expect(judge([])).toMatchObject({ faster: 'no Node', slower: 'no Node' });
  });
});
