/**
 * "The performance characteristics of async methods" (C#, 2018), its tables' analogues in
 * JavaScript: what an async function costs when nothing has to be awaited, what it costs when
 * something has, and what helps.
 *
 * @import { Results } from '../results.js'
 * @import { PairResult } from '../measure.js'
 * @import { Suite, SuiteOptions } from '../suites.js'
 *
 * @typedef {Record<string, PairResult>} Data
 */
import { measurePair } from '../measure.js';
import {
  change,
  isFaster,
  markdownTable,
  ticksChange,
  TIME_COLUMNS,
  timeCells,
} from '../report/cost-table.js';
import { inlineVariant, suiteData } from '../suites.js';

const ID = 'fast-path';

const CACHE = `
const cache = new Map([['key', { value: 1 }]]);
const load = (key) => Promise.resolve({ key });
`;

/** @type {ReadonlyArray<{ name: string, claim: string, before: string, after: string }>} */
const PAIRS = Object.freeze([
  {
    name: 'cache hit: async function → plain function that returns the value or a promise',
    claim: 'the async form costs 11–15 % more and 88 bytes; here the state machine is never cached',
    before: `${CACHE}
async function get(key) { const hit = cache.get(key); return hit !== undefined ? hit : load(key); }
exports.run = async () => { const found = get('key'); return (await found).value; };`,
    after: `${CACHE}
function get(key) { const hit = cache.get(key); return hit !== undefined ? hit : load(key); }
exports.run = async () => {
  const found = get('key');
  return (found instanceof Promise ? await found : found).value;
};`,
  },
  {
    name: 'cache hit: async function over a cached value → plain function that returns the cached promise',
    claim: 'cache the task, not its value: no allocation in C#',
    before: `${CACHE}
exports.run = async function get() { const hit = cache.get('key'); return hit !== undefined ? hit : load('key'); };`,
    after: `
const promises = new Map([['key', Promise.resolve({ value: 1 })]]);
exports.run = function get() { return promises.get('key'); };`,
  },
  {
    name: 'fast path: closure that captures → hoisted helper with parameters',
    claim: 'a captured local allocates the closure on entry, on the fast path too',
    before: `${CACHE}
function get(key) {
  const slow = async () => { const value = await load(key); cache.set(key, value); return value; };
  const hit = cache.get(key);
  return hit !== undefined ? hit : slow();
}
exports.run = () => get('key');`,
    after: `${CACHE}
async function slow(key) { const value = await load(key); cache.set(key, value); return value; }
function get(key) {
  const hit = cache.get(key);
  return hit !== undefined ? hit : slow(key);
}
exports.run = () => get('key');`,
  },
  {
    name: 'await of unfinished work → await of finished work',
    claim: '2.8 to 4.5 times the synchronous call, about 300 bytes each',
    before: `
exports.run = async () => { await new Promise((resolve) => queueMicrotask(resolve)); };`,
    after: `
const finished = Promise.resolve();
exports.run = async () => { await finished; };`,
  },
  {
    name: 'eight fine operations → one coarse operation of the same work',
    claim: 'make async operations coarser',
    before: `
async function step(total, value) { return total + value; }
exports.run = async () => {
  let total = 0;
  for (let value = 0; value < 8; value += 1) total = await step(total, value);
  return total;
};`,
    after: `
async function sum(count) {
  let total = 0;
  for (let value = 0; value < count; value += 1) total += value;
  return total;
}
exports.run = async () => await sum(8);`,
  },
]);

/** @type {Suite} */
const suite = {
  id: ID,
  title: 'The synchronous fast path (the C# tables)',
  source: '“The performance characteristics of async methods” (C#, 2018)',
  node: '12.0.0',
  quick: false,
  run,
  report,
};

export default suite;

/**
 * @param {SuiteOptions} options
 * @returns {Promise<Data>}
 */
async function run({ node, quick, timeout }) {
  /** @type {Data} */
  const data = {};
  for (const { name, before, after } of PAIRS) {
    data[name] = await measurePair(inlineVariant(before), inlineVariant(after), {
      node,
      quick,
      timeout,
    });
  }
  return data;
}

/** @param {readonly Results[]} all */
function report(all) {
  /** @type {Array<{ node: string, data: Data }>} */
  const found = suiteData(all, ID);
  if (found.length === 0) return undefined;
  const parts = [
    'Hand-written pairs, slow → fast; the codemods’ own results are above. .NET can complete an async',
    'method synchronously and caches finished tasks. JavaScript can do neither: an async function always',
    'makes a promise, and `await` always takes a tick. So the article’s advice is worth more here.',
  ];
  const lines = PAIRS.flatMap(({ name, claim }) => [
    `### ${name[0]?.toUpperCase()}${name.slice(1)}`,
    `The article: ${claim}.`,
    markdownTable(
      ['Node', 'Ticks', 'Promises', 'Bytes', ...TIME_COLUMNS],
      found.flatMap(({ node, data }) => {
        const figures = data[name];
        if (figures === undefined) return [];
        return [
          [
            node,
            ticksChange(figures.before, figures.after),
            change(figures.before.promises, figures.after.promises),
            change(figures.before.bytes, figures.after.bytes),
            ...timeCells(figures.time),
          ],
        ];
      }),
    ),
    verdict(found.flatMap(({ data }) => data[name] ?? [])),
  ]);
  return [parts.join('\n'), ...lines].join('\n\n');
}

/** @param {PairResult[]} figures */
function verdict(figures) {
  const fewerBytes = figures.every(({ before, after }) => (after.bytes ?? 0) < (before.bytes ?? 0));
  const faster = figures.filter(({ time }) => isFaster(time)).length;
  const cpu =
    faster === figures.length
      ? 'faster on every Node'
      : `faster on ${faster} of ${figures.length} Nodes`;
  const bytes = fewerBytes ? 'fewer bytes on every Node' : 'not fewer bytes everywhere';
  return `**Verdict: ${wordOf(fewerBytes, faster, figures.length)}: ${bytes}, ${cpu}.**`;
}

/**
 * The article's sizes are those of another runtime: only the direction can hold.
 *
 * @param {boolean} fewerBytes
 * @param {number} faster
 * @param {number} all
 */
function wordOf(fewerBytes, faster, all) {
  if (fewerBytes) return faster > 0 ? 'the direction holds' : 'the direction holds in bytes alone';
  return faster > all / 2 ? 'the direction holds in CPU time' : 'does not hold';
}
