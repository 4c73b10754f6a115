/**
 * Statistics on paired samples: medians of ratios with a bootstrap interval.
 *
 * @typedef {object} Interval
 * @property {number} ratio Median of the paired ratios.
 * @property {number} low Lower end of the 95 % bootstrap interval of that median.
 * @property {number} high Upper end.
 *
 * @typedef {'faster' | 'slower' | 'same' | 'unclear' | 'biased'} Verdict `unclear`: the interval leaves
 *   out 1, but overlaps that of the control. `biased`: the control itself leaves out 1.
 */

const RESAMPLES = 1000;
const CONFIDENCE = 0.95;
/** Ratios are shown with so many digits. */
const DIGITS = 2;

/**
 * @param {readonly number[]} values at least one
 * @returns {number}
 */
export function median(values) {
  const sorted = [...values].sort((left, right) => left - right);
  const half = sorted.length >> 1;
  const upper = sorted[half];
  if (upper === undefined) throw new RangeError('The median of no values was asked for');
  const lower = sorted[half - 1];
  return sorted.length % 2 === 1 || lower === undefined ? upper : (lower + upper) / 2;
}

/**
 * Ratio of two sample lists taken side by side, with its interval. Resampling uses a fixed seed: the
 * same samples always give the same interval.
 *
 * @param {readonly number[]} numerators
 * @param {readonly number[]} denominators same length
 * @returns {Interval}
 */
export function pairedRatio(numerators, denominators) {
  if (numerators.length !== denominators.length || numerators.length === 0) {
    throw new RangeError(
      `Paired samples must be of one length: ${numerators.length} and ${denominators.length}`,
    );
  }
  const ratios = numerators.map((value, index) => value / (denominators[index] ?? Number.NaN));
  const random = makeRandom(ratios.length);
  const medians = [];
  for (let resample = 0; resample < RESAMPLES; resample += 1) {
    medians.push(median(ratios.map(() => ratios[Math.floor(random() * ratios.length)] ?? 0)));
  }
  medians.sort((left, right) => left - right);
  const tail = (1 - CONFIDENCE) / 2;
  return {
    ratio: round(median(ratios)),
    low: round(medians[Math.floor(RESAMPLES * tail)] ?? Number.NaN),
    high: round(medians[Math.ceil(RESAMPLES * (1 - tail)) - 1] ?? Number.NaN),
  };
}

/**
 * What a measured ratio before/after may be called: a difference only if its whole interval lies
 * outside the control's, which is the same code against itself, and if that control shows none. Judged
 * as it is shown: a reader who sees intervals that touch must not see a ratio called beside them.
 *
 * @param {Interval} measured
 * @param {Interval} control
 * @returns {Verdict} how `after` compares with `before`
 */
export function verdict(measured, control) {
  if (isBiased(control)) return 'biased';
  const [low, high] = [shown(measured.low), shown(measured.high)];
  if (low > Math.max(1, shown(control.high))) return 'faster';
  if (high < Math.min(1, shown(control.low))) return 'slower';
  return low <= 1 && high >= 1 ? 'same' : 'unclear';
}

/**
 * Whether the same code was measured as different from itself: then something else than the code
 * made the difference, and no ratio of that run means anything.
 *
 * @param {Interval} control
 * @returns {boolean}
 */
export function isBiased({ low, high }) {
  return shown(low) > 1 || shown(high) < 1;
}

/** @param {number} value */
function shown(value) {
  return Number(value.toFixed(DIGITS));
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 1000) / 1000;
}

/**
 * Mulberry32, a small seeded generator.
 *
 * @param {number} seed
 * @returns {() => number} in [0, 1)
 */
function makeRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}
