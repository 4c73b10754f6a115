import { describe, expect, it } from 'vitest';

import { median, pairedRatio, verdict } from '../../bench/statistics.js';

describe('median', () => {
  it('takes the middle, or the mean of the two middle values', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
  });

  it('refuses an empty list', () => {
    expect(() => median([])).toThrow(RangeError);
  });
});

describe('pairedRatio', () => {
  it('gives a ratio inside its interval, the same on every call', () => {
    const slow = [20, 22, 19, 21, 60, 20, 21, 19];
    const fast = [10, 11, 9, 10, 30, 10, 11, 10];
    const first = pairedRatio(slow, fast);
    expect(first.ratio).toBeCloseTo(2, 1);
    expect(first.low).toBeLessThanOrEqual(first.ratio);
    expect(first.high).toBeGreaterThanOrEqual(first.ratio);
    expect(pairedRatio(slow, fast)).toEqual(first);
  });

  it('is not moved by noise that hits both halves of a pair', () => {
    const slow = [20, 200, 20, 2000, 20];
    const fast = [10, 100, 10, 1000, 10];
    expect(pairedRatio(slow, fast)).toEqual({ ratio: 2, low: 2, high: 2 });
  });

  it('refuses lists of different lengths', () => {
    expect(() => pairedRatio([1, 2], [1])).toThrow(/one length/u);
  });
});

describe('verdict', () => {
  it('is given as the intervals are shown', () => {
    const touching = { ratio: 1, low: 0.98, high: 1.002 };
    expect(verdict({ ratio: 1.006, low: 1.003, high: 1.01 }, touching)).toBe('same');
    expect(verdict({ ratio: 1.02, low: 1.014, high: 1.03 }, { ...touching, high: 1.012 })).toBe(
      'unclear',
    );
    expect(verdict({ ratio: 1.02, low: 1.016, high: 1.03 }, { ...touching, high: 1.012 })).toBe(
      'faster',
    );
  });

  const control = { ratio: 1, low: 0.95, high: 1.08 };

  it.each([
    [{ ratio: 1.5, low: 1.3, high: 1.7 }, 'faster'],
    [{ ratio: 0.7, low: 0.6, high: 0.8 }, 'slower'],
    [{ ratio: 1.02, low: 0.97, high: 1.06 }, 'same'],
    [{ ratio: 1.06, low: 1.02, high: 1.3 }, 'unclear'],
  ])('%o is called %s', (measured, expected) => {
    expect(verdict(measured, control)).toBe(expected);
  });

  it('is not given beside a control that leaves out 1', () => {
    const measured = { ratio: 1.5, low: 1.4, high: 1.6 };
    expect(verdict(measured, { ratio: 0.9, low: 0.88, high: 0.92 })).toBe('biased');
    expect(verdict(measured, { ratio: 1.2, low: 1.1, high: 1.3 })).toBe('biased');
    // As it is shown, with two digits, it does not.
    expect(verdict(measured, { ratio: 1, low: 0.99, high: 0.996 })).toBe('faster');
    // Shown as 0.98–0.99.
    expect(verdict(measured, { ratio: 0.99, low: 0.98, high: 0.995 })).toBe('biased');
  });
});
