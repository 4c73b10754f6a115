import { describe, expect, it } from 'vitest';

import { AGAIN } from '../../bench/in-turn.js';
import { growth } from '../../bench/suites/doxbee.js';
import { claims, compare } from '../../bench/suites/tables-2017/claims.js';

/**
 * Callbacks are 1.25 times as fast as async functions, whose control reaches to 0.8 on one side only.
 */
const data = {
  operations: 1,
  typescript: '5.0.0',
  seconds: {
    callback: [8, 8, 8, 8, 8],
    async: [10, 10, 10, 10, 10],
    [`async${AGAIN}`]: [13, 12.9, 10, 9.9, 9.8],
  },
  rss: {},
};

describe('a claim about a pair that the table shows the other way round', () => {
  it('is judged as the table is', () => {
    const shown = compare(data, 'callback', 'async');
    expect(shown?.verdict).toBe('unclear');
    expect(compare(data, 'async', 'callback')?.verdict).toBe('unclear');
    expect(claims([{ node: '24.0.0', data }])[2]).toContain('callbacks are faster on no Node');
  });
});

describe('the claim about what V8 gained', () => {
  /**
   * @param {number} time
   * @param {number} control
   */
  const parallel = (time, control) => {
    const list = (/** @type {number} */ value) => Array.from({ length: 5 }, () => value);
    return {
      samples: {
        'parallel promises': list(time),
        'parallel async': list(time),
        [`parallel async${AGAIN}`]: list(control),
      },
    };
  };

  it('is judged by medians beside a fair control', () => {
    const found = [
      { node: '7.10.1', data: parallel(800, 800) },
      { node: '10.24.1', data: parallel(100, 100) },
    ];
    expect(growth(found)[0]).toContain('8.0 times from Node 7.10.1 to 10.24.1');
    expect(growth(found)[0]).toContain('**Holds.**');
  });

  it('is not judged beside a biased one', () => {
    const found = [
      { node: '7.10.1', data: parallel(800, 700) },
      { node: '10.24.1', data: parallel(100, 100) },
    ];
    expect(growth(found)[0]).toContain('not called');
    expect(growth(found)[0]).not.toContain('8.0 times');
  });
});
