import { describe, expect, it } from 'vitest';

import { AGAIN } from '../../bench/in-turn.js';
import { growth } from '../../bench/suites/doxbee.js';
import { gainOfComputing } from '../../bench/suites/serial-await.js';
import { fanVerdict, pbkdf2Verdict } from '../../bench/suites/thread-pool.js';
import { claims, compare, wordOfSize } from '../../bench/suites/tables-2017/claims.js';

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
    expect(growth(found)[0]).toContain('unclear');
    expect(growth(found)[0]).not.toContain('8.0 times');
  });
});

describe('the claims about the thread pool', () => {
  /** @param {number} together */
  const pool = (together) => ({
    cores: 2,
    pbkdf2: { '1 × 2': [1, 2], '2 × 2': [together, together] },
    requests: {},
    beside: {},
    fans: {},
  });

  it('are judged by what two threads gain', () => {
    expect(pbkdf2Verdict([{ node: '24.0.0', data: pool(1), load: 1, cores: 2 }])).toContain(
      'holds on 24.0.0',
    );
    expect(pbkdf2Verdict([{ node: '24.0.0', data: pool(1.9), load: 1, cores: 2 }])).toContain(
      'does not hold on 24.0.0',
    );
  });

  it('are not judged where the machine was busy', () => {
    const text = pbkdf2Verdict([{ node: '24.0.0', data: pool(1), load: 9, cores: 2 }]);
    expect(text).toContain('not called on 24.0.0 (load 9 on 2 cores)');
    expect(text).not.toContain('holds');
  });

  it('say where a median shows the wait', () => {
    const fan = { total: 1, probes: 2, peak: 1 };
    const fans = (/** @type {number} */ median) => ({
      ...pool(1),
      fans: { 40: { ...fan, worst: 5000, median }, 2: { ...fan, worst: 50, median: 1 } },
    });
    const text = fanVerdict([
      { node: '20.0.0', data: fans(1), load: 1, cores: 2 },
      { node: '22.0.0', data: fans(5000), load: 1, cores: 2 },
    ]);
    expect(text).toContain('hides the wait on 20.0.0; it shows it on 22.0.0');
  });
});

describe('the claim about what computes', () => {
  it('calls a gain above the number of cores what it is', () => {
    /** @type {(ratio: number, verdict?: 'faster' | 'unclear') => string} */
    const gain = (ratio, verdict = 'faster') => {
      const measured = { ratio, low: ratio - 0.1, high: ratio + 0.1 };
      const control = { ratio: 1, low: 0.9, high: 1.1 };
      const compared = { measured, control, verdict };
      return gainOfComputing([
        {
          node: '24.0.0',
          cores: 2,
          data: { 'crypto.pbkdf2': { serial: 1, together: 1, compared } },
        },
      ]);
    };
    expect(gain(1.9)).toBe(
      '`crypto.pbkdf2`, which computes, gains 1.9 times on 24.0.0, on 2 cores.',
    );
    expect(gain(1.9, 'unclear')).toBe(
      '`crypto.pbkdf2`, which computes, gains nothing that can be told, on 2 cores.',
    );
    expect(gain(3.7)).toContain('More than there are cores (24.0.0)');
  });
});

describe('a claim with a size', () => {
  /** @param {number[]} ratios */
  const told = (...ratios) =>
    ratios.map((ratio, index) => ({
      node: `${index}.0.0`,
      measured: { ratio, low: ratio - 0.5, high: ratio + 0.5 },
      verdict: /** @type {const} */ ('faster'),
    }));

  it('holds where the size was measured, not where the direction was alone', () => {
    expect(wordOfSize(told(8.2, 9.1), [8, 9])).toBe('Holds');
    expect(wordOfSize(told(15, 5), [8, 9])).toBe('The direction holds, the size does not');
    expect(wordOfSize(told(8.5, 15), [8, 9])).toBe('The direction holds, the size on 0.0.0 only');
    expect(wordOfSize([], [8, 9])).toBe('No difference to tell');
  });
});
