/**
 * Samples of several programs, each from processes of its own, taken in turn: what changes while they
 * run hits all alike, so ratios are taken per round.
 *
 * @import { TimeResult } from './measure.js'
 * @import { Interval, Verdict } from './statistics.js'
 */
import { isBiased, pairedRatio, verdict } from './statistics.js';

/** What the name of a control ends in: the same program once more. */
export const AGAIN = ', again';

/**
 * Where a control comes out biased, as many rounds follow: chance is evened out, a cause stays.
 *
 * @template Sample
 * @param {ReadonlyMap<string, () => Promise<Sample>>} tasks by name
 * @param {number} rounds
 * @param {(sample: Sample) => number} read its time
 * @returns {Promise<Record<string, Sample[]>>} of each, round by round
 */
export async function sampleInTurn(tasks, rounds, read) {
  /** @type {Record<string, Sample[]>} */
  const samples = Object.fromEntries([...tasks.keys()].map((name) => [name, []]));
  const hasBias = () => {
    const times = Object.fromEntries(
      Object.entries(samples).map(([name, list]) => [name, list.map(read)]),
    );
    return Object.keys(times).some((name) => {
      const control = ratioOf(times, name, name + AGAIN);
      return control !== undefined && isBiased(control);
    });
  };
  for (let round = 0; round < 2 * rounds; round += 1) {
    if (round === rounds && !hasBias()) break;
    const order = round % 2 === 0 ? [...tasks] : [...tasks].reverse();
    for (const [name, run] of order) samples[name]?.push(await run());
  }
  return samples;
}

/**
 * What became of a claim that a change makes things faster.
 *
 * @param {ReadonlyArray<{ node: string, verdict: Verdict | undefined }>} list
 * @returns {{ faster: string, slower: string, word: string }} the Nodes, and the claim in a word
 */
export function judge(list) {
  /** @param {Verdict} wanted */
  const nodes = (wanted) =>
    list.filter(({ verdict: called }) => called === wanted).map(({ node }) => node);
  const [faster, slower] = [nodes('faster'), nodes('slower')];
  return {
    faster: faster.join(', ') || 'no Node',
    slower: slower.join(', ') || 'no Node',
    word: chooseWord(list.length, faster.length, slower.length),
  };
}

/**
 * @param {number} all
 * @param {number} faster
 * @param {number} slower
 */
function chooseWord(all, faster, slower) {
  if (faster > 0 && slower > 0) return 'Holds on some, reversed on others';
  if (slower > 0) return slower === all ? 'Reversed' : 'Reversed where it can be told';
  if (faster > 0) return faster === all ? 'Holds' : 'Holds where it can be told';
  return 'No difference to tell';
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

/** @typedef {NonNullable<ReturnType<typeof compareSamples>>} Compared */

/**
 * The comparison the other way round. The control is turned round with the pair: beside one that is
 * not, the same samples would be clear in one direction and not in the other.
 *
 * @param {Compared} compared
 * @returns {Compared}
 */
export function turnRound({ measured, control, verdict: called }) {
  /** @type {Partial<Record<Verdict, Verdict>>} */
  const opposite = { faster: 'slower', slower: 'faster' };
  return {
    measured: invert(measured),
    control: invert(control),
    verdict: opposite[called] ?? called,
  };
}

/**
 * @param {Interval} interval
 * @returns {Interval}
 */
function invert({ ratio, low, high }) {
  return { ratio: 1 / ratio, low: 1 / high, high: 1 / low };
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
