import { describe, expect, it } from 'vitest';

import { createCover, lowerBound } from '../../core/analysis/syntax/cover.js';

describe('createCover', () => {
  const isCovered = createCover([
    [10, 20],
    [12, 14],
    [30, 40],
    [0, 5],
    [10, 11],
  ]);

  it.each([
    ['a range itself', [10, 20], true],
    ['what lies in one', [15, 20], true],
    ['what begins before the inner ranges end', [11, 12], true],
    ['what lies between two', [20, 30], false],
    ['what begins in one and ends beyond it', [35, 41], false],
    ['what lies before the first', [-1, 3], false],
    ['what lies behind the last', [40, 41], false],
  ])('knows of %s', (_, range, expected) => {
    expect(isCovered(/** @type {[number, number]} */ (range))).toBe(expected);
  });

  it('covers nothing without ranges', () => {
    expect(createCover([])([0, 0])).toBe(false);
  });
});

describe('lowerBound', () => {
  it('gives the first that passes, or the end', () => {
    expect(lowerBound([1, 3, 5, 7], (entry) => entry >= 4)).toBe(2);
    expect(lowerBound([1, 3], (entry) => entry >= 0)).toBe(0);
    expect(lowerBound([1, 3], (entry) => entry >= 9)).toBe(2);
    expect(lowerBound([], () => true)).toBe(0);
  });
});
