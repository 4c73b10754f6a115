/**
 * What the article of 2017 says, beside what was measured.
 *
 * @import { Data } from '../tables-2017.js'
 * @import { Interval, Verdict } from '../../statistics.js'
 *
 * @typedef {Array<{ node: string, data: Data }>} Found
 *
 * @typedef {{ node: string, measured: Interval, verdict: Verdict }} Told One pair on one Node.
 */
import { compareSamples, judge, turnRound } from '../../in-turn.js';
import { markdownTable } from '../../report/cost-table.js';
import { median } from '../../statistics.js';

/**
 * The article's figures for a million calls: seconds, and where it has them megabytes.
 *
 * @type {Readonly<Record<string, Record<string, readonly [seconds: number, rss?: number]>>>}
 */
export const SOURCE = Object.freeze({
  4: {
    callback: [0.64],
    es5: [45, 238.9],
    generator: [24.02, 71.5],
    'generator + bluebird': [10.54, 86.2],
  },
  6: {
    callback: [0.65],
    es5: [20.02, 61.9],
    generator: [22.62, 69],
    'generator + bluebird': [8.17, 78.9],
  },
  8: {
    callback: [1.04],
    es5: [5.57, 85.8],
    generator: [5.72, 96.3],
    'generator + bluebird': [5.46, 90.3],
    async: [1.76, 31.5],
    'async + bluebird': [16.25, 34],
  },
  9: {
    callback: [1.03],
    es5: [6.4, 91.9],
    generator: [6.59, 96.8],
    'generator + bluebird': [5.83, 93.7],
    async: [1.91, 31.5],
    'async + bluebird': [15.39, 34.7],
  },
});
/** The newest major version of the article. */
const LAST = Math.max(...Object.keys(SOURCE).map(Number));
/** Times closer than this are one place in an order: the article gives no spread of its own. */
export const LEVEL = 1.05;

/**
 * The pairs that the page shows.
 *
 * @type {ReadonlyArray<readonly [before: string, after: string]>}
 */
export const PAIRS = Object.freeze([
  ['generator', 'async'],
  ['async + bluebird', 'async'],
  ['callback', 'async'],
  ['generator', 'es5'],
  ['generator + bluebird', 'generator'],
]);

/**
 * A pair that the page shows the other way round is called as it is shown: a claim must not tell
 * what the table beside it does not.
 *
 * @param {Data} data
 * @param {string} before
 * @param {string} after
 */
export function compare(data, before, after) {
  const isTurned = PAIRS.some(([left, right]) => left === after && right === before);
  const [left, right] = isTurned ? [after, before] : [before, after];
  const compared = compareSamples(data.seconds, left, right, controlOf(data));
  return isTurned && compared ? turnRound(compared) : compared;
}

/** @param {Data} data */
export function controlOf({ seconds }) {
  return 'async' in seconds ? 'async' : 'generator';
}

/**
 * @param {Found} found
 * @returns {string[]} a list, each claim with what the figures say
 */
export function claims(found) {
  /**
   * @param {string} before
   * @param {string} after
   */
  const pairs = (before, after) =>
    found.flatMap(({ node, data }) => {
      const result = compare(data, before, after);
      return result ? [{ node, ...result }] : [];
    });
  const generator = pairs('generator', 'async');
  const bluebird = pairs('async + bluebird', 'async');
  const callback = byAge(pairs('async', 'callback'));
  const es5 = byAge(pairs('es5', 'generator'));
  const level = levelClaim(es5.told.filter(({ node }) => Number.parseInt(node, 10) >= 6));
  const beaten = judge(es5.told.filter(({ node }) => node.startsWith('4.')));
  const compiled = byAge(pairs('generator', 'generator + bluebird'));
  return [
    `- Native async about three times as fast as the generator code compiled from it: ${showRange(generator)} here. **${wordOfSize(generator, [2.5, 3.5])}.**`,
    `- Bluebird as global promise makes async functions 8 to 9 times slower: ${showRange(bluebird)} here. **${wordOfSize(bluebird, [8, 9])}**; ${worseThanThen(bluebird)}`,
    `- Callbacks are faster than async functions, if not by far (Node 8: 1.7 times): up to Node ${LAST}, callbacks are faster on ${callback.then.faster}, async functions on ${callback.then.slower}. **${callback.then.word}.** Since then callbacks are faster on ${callback.since.faster}, async functions on ${callback.since.slower}.`,
    `- Generators beat the ES5 state machine on Node 4: generators are faster on ${beaten.faster}, ES5 on ${beaten.slower}. **${beaten.word}.** They are level with it on Node 6 to 9: ${level} Since then generators are faster on ${es5.since.faster}, ES5 on ${es5.since.slower}. A target that keeps async functions, ES2017 or newer, matters more.`,
    `- Bluebird makes compiled generators faster: up to Node ${LAST} it does on ${compiled.then.faster}, and makes them slower on ${compiled.then.slower}. **${compiled.then.word}.** Since then it makes them faster on ${compiled.since.faster}, slower on ${compiled.since.slower}.`,
    memoryClaim(found),
  ];
}

/**
 * The article's claims are about the Nodes of its time: later ones do not refute them.
 *
 * @param {Told[]} list
 */
function byAge(list) {
  /** @param {Told} entry */
  const isOld = ({ node }) => Number.parseInt(node, 10) <= LAST;
  const told = list.filter(isOld);
  return { told, then: judge(told), since: judge(list.filter((entry) => !isOld(entry))) };
}

/** @param {Told[]} list */
function levelClaim(list) {
  /** @param {Verdict[]} wanted */
  const nodes = (...wanted) =>
    list.filter(({ verdict }) => wanted.includes(verdict)).map(({ node }) => node);
  const [level, apart, untold] = [
    nodes('same'),
    nodes('faster', 'slower'),
    nodes('unclear', 'biased'),
  ];
  const where = untold.length > 0 ? ' where it can be told' : '';
  const held = level.length > 0 ? `Holds${where}` : 'Not to tell';
  return `no difference on ${level.join(', ') || 'no Node'}, one on ${apart.join(', ') || 'no Node'}, not to tell on ${untold.join(', ') || 'no Node'}. **${apart.length > 0 ? 'Does not hold everywhere' : held}.**`;
}

/**
 * @param {Told[]} list
 * @param {readonly [least: number, most: number]} size that the article has
 * @returns {string} what became of the claim, its size included
 */
export function wordOfSize(list, [least, most]) {
  const faster = list.filter(({ verdict }) => verdict === 'faster');
  if (faster.length === 0 || list.some(({ verdict }) => verdict === 'slower')) {
    return judge(list).word;
  }
  const alike = faster.filter(({ measured: { low, high } }) => low <= most && high >= least);
  if (alike.length === faster.length) return judge(list).word;
  return alike.length === 0
    ? 'The direction holds, the size does not'
    : `The direction holds, the size on ${alike.map(({ node }) => node).join(', ')} only`;
}

/** @param {ReadonlyArray<{ measured: Interval, verdict: Verdict }>} list */
function showRange(list) {
  const ratios = list
    .filter(({ verdict }) => verdict === 'faster' || verdict === 'slower')
    .map(({ measured }) => measured.ratio);
  return ratios.length === 0
    ? 'not to tell'
    : `${Math.min(...ratios).toFixed(1)} to ${Math.max(...ratios).toFixed(1)} times`;
}

/**
 * @param {Array<{ node: string, measured: Interval, verdict: Verdict }>} bluebird
 * @returns {string} on which Nodes the ratio is above that of the Node that the article measured
 */
function worseThanThen(bluebird) {
  const then = bluebird.find(({ node }) => node.startsWith('8.'));
  if (then === undefined) return 'Node 8, which the article measured, was not measured here.';
  const worse = bluebird.filter(
    ({ measured, verdict }) => verdict === 'faster' && measured.low > then.measured.high,
  );
  const times = `${then.measured.ratio.toFixed(1)} times on ${then.node}`;
  return worse.length === 0
    ? `it did not get worse since: ${times}, on none clearly more.`
    : `the ratio got worse since: ${times}, ${worse.map(({ node, measured }) => `${measured.ratio.toFixed(1)} on ${node}`).join(', ')}.`;
}

/** @param {Found} found */
function memoryClaim(found) {
  const shares = found.flatMap(({ node, data: { rss } }) =>
    rss['async'] && rss['generator']
      ? [{ node, share: median(rss['generator']) / median(rss['async']) }]
      : [],
  );
  const least = Math.min(...shares.map(({ share }) => share));
  return `- Async functions need a third of the memory of compiled generators (31.5 and 96.3 MB on Node 8): generators need ${shares.map(({ node, share }) => `${share.toFixed(1)} times as much on ${node}`).join(', ')}, Node itself included. **${least > 1.2 ? (least < 2.5 ? 'The direction holds, the size does not everywhere' : 'Holds') : 'Does not hold everywhere'}.**`;
}

/** @param {Found} found */
export function orderTable(found) {
  return markdownTable(
    ['Node', 'Order in the article', 'Order here', 'Verdict'],
    found.flatMap(({ node, data }) => {
      const major = Number.parseInt(node, 10);
      // Later Nodes are compared with the last one that the article measured.
      const [known = '4', row = {}] =
        Object.entries(SOURCE)
          .filter(([version]) => Number(version) <= major)
          .at(-1) ?? [];
      const forms = Object.keys(row).filter((form) => data.seconds[form]);
      const here = (/** @type {string} */ form) => median(data.seconds[form] ?? []);
      const there = (/** @type {string} */ form) => row[form]?.[0] ?? Number.NaN;
      const ordered = forms.flatMap((left, index) =>
        forms.slice(index + 1).flatMap((right) => {
          const ratio = there(left) / there(right);
          const called = compare(data, left, right)?.verdict;
          return ratio > LEVEL || ratio < 1 / LEVEL
            ? [{ name: `${left} and ${right}`, ratio, called }]
            : [];
        }),
      );
      return [
        [
          node,
          `${showOrder(forms, there)} (Node ${known})`,
          showOrder(forms, here),
          orderVerdict(data, ordered, String(major) in SOURCE),
        ],
      ];
    }),
  );
}

/**
 * @param {Data} data
 * @param {Array<{ name: string, ratio: number, called: Verdict | undefined }>} ordered the pairs that
 *   the article tells apart
 * @param {boolean} isMeasuredThere whether the article is about this Node
 */
function orderVerdict(data, ordered, isMeasuredThere) {
  const control = controlOf(data);
  if (compare(data, control, control)?.verdict === 'biased') return 'unclear: biased control';
  /** @param {(pair: typeof ordered[number]) => boolean} test */
  const names = (test) =>
    ordered
      .filter(test)
      .map(({ name }) => name)
      .join(', ');
  const reversed = names(({ called, ratio }) => isReversed(called, ratio));
  const untold = names(({ called }) => called !== 'faster' && called !== 'slower');
  const same = untold === '' ? 'holds' : 'holds where it can be told';
  return [
    ...(isMeasuredThere ? [] : ['not in the article']),
    reversed === '' ? (isMeasuredThere ? same : 'none reversed') : `reversed: ${reversed}`,
    ...(untold === '' ? [] : [`not to tell: ${untold}`]),
  ].join('; ');
}

/**
 * @param {Verdict | undefined} here
 * @param {number} there ratio in the article
 */
function isReversed(here, there) {
  return (here === 'faster' && there < 1 / LEVEL) || (here === 'slower' && there > LEVEL);
}

/**
 * @param {readonly string[]} forms
 * @param {(form: string) => number} time
 */
function showOrder(forms, time) {
  const sorted = [...forms].sort((left, right) => time(left) - time(right));
  return sorted
    .map((form, index) => {
      const last = sorted[index - 1];
      if (last === undefined) return form;
      return `${time(form) / time(last) < LEVEL ? '=' : '<'} ${form}`;
    })
    .join(' ');
}
