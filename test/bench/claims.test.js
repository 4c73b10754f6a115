import { describe, expect, it } from 'vitest';

import { AGAIN } from '../../bench/in-turn.js';
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
