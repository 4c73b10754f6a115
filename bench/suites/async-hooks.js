/**
 * The footnote of "Faster async functions and promises" (V8, 2018): with `async_hooks` on, the
 * throwaway promise of every `await` is made after all.
 *
 * @import { Results } from '../results.js'
 * @import { PairResult } from '../measure.js'
 * @import { Suite, SuiteOptions } from '../suites.js'
 *
 * @typedef {PairResult} Data Before: with a hook; after: without.
 */
import { measurePair } from '../measure.js';
import { change, isFaster, markdownTable, timeCells } from '../report/cost-table.js';
import { inlineVariant, suiteData } from '../suites.js';

const ID = 'async-hooks';

const AWAIT = `
const promise = Promise.resolve();
exports.run = async () => { await promise; };
`;
const HOOK = "require('async_hooks').createHook({ init() {} }).enable();";

/** @type {Suite} */
const suite = {
  id: ID,
  title: 'What watching costs (`async_hooks`)',
  source: '“Faster async functions and promises” (V8, 2018, https://v8.dev/blog/fast-async)',
  node: '8.9.0',
  quick: false,
  run,
  report,
};

export default suite;

/**
 * @param {SuiteOptions} options
 * @returns {Promise<Data>}
 */
function run({ node, quick, timeout }) {
  return measurePair(inlineVariant(HOOK + AWAIT), inlineVariant(AWAIT), {
    node,
    quick,
    timeout,
    ownProcess: true,
  });
}

/** @param {readonly Results[]} all */
function report(all) {
  /** @type {Array<{ node: string, data: Data }>} */
  const found = suiteData(all, ID);
  if (found.length === 0) return undefined;
  return [
    'An async function with one `await` of a resolved promise, with an `init` hook and without.',
    '',
    markdownTable(
      [
        'Node',
        'Promises while watched',
        'Bytes, watched → not',
        'CPU time, watched → not',
        'Control',
      ],
      found.map(({ node, data }) => [
        node,
        String(data.after.promises ?? '–'),
        change(data.before.bytes, data.after.bytes),
        ...timeCells(data.time),
      ]),
    ),
    '',
    'Watched, an `await` of a native promise makes two promises, the function’s own included, from',
    'Node 12 on: the second is the throwaway promise that is left out when nobody watches. Tools that',
    'enable `async_hooks` (tracers, `AsyncLocalStorage` up to Node 22) pay for it on every `await`.',
    '',
    `**Verdict: ${found.every(({ data }) => isFaster(data.time)) ? 'holds: code that is not watched is faster on every Node' : 'holds in part, see the table'}.**`,
  ].join('\n');
}
