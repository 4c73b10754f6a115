/**
 * Samples of several programs, each from processes of its own, taken in turn: what changes while they
 * run hits all alike, so ratios are taken per round.
 *
 * @import { TimeResult } from './measure.js'
 * @import { Interval } from './statistics.js'
 */
import { pairedRatio, verdict } from './statistics.js';

/** What the name of a control ends in: the same program once more. */
export const AGAIN = ', again';

/**
 * @template Sample
 * @param {ReadonlyMap<string, () => Promise<Sample>>} tasks by name
 * @param {number} rounds
 * @returns {Promise<Record<string, Sample[]>>} of each, round by round
 */
export async function sampleInTurn(tasks, rounds) {
  /** @type {Record<string, Sample[]>} */
  const samples = Object.fromEntries([...tasks.keys()].map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? [...tasks] : [...tasks].reverse();
    for (const [name, run] of order) samples[name]?.push(await run());
  }
  return samples;
}

/**
 * @param {Readonly<Record<string, readonly number[]>>} samples
 * @param {string} before
 * @param {string} after
 * @param {string} controlled what the control repeats
 * @returns {Pick<TimeResult, 'measured' | 'control' | 'verdict'> | undefined} undefined if one was not sampled
 */
export function compareSamples(samples, before, after, controlled) {
  const measured = ratioOf(samples, before, after);
  const control = ratioOf(samples, controlled, controlled + AGAIN);
  if (measured === undefined || control === undefined) return undefined;
  return { measured, control, verdict: verdict(measured, control) };
}

/**
 * @param {Readonly<Record<string, readonly number[]>>} samples
 * @param {string} over
 * @param {string} under
 * @returns {Interval | undefined}
 */
function ratioOf(samples, over, under) {
  const [left, right] = [samples[over], samples[under]];
  return left && right ? pairedRatio(left, right) : undefined;
}
