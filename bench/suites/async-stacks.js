/**
 * Async stack traces ("Faster async functions and promises", V8 2018): which forms of calling an
 * asynchronous function keep their place in the stack of an error thrown below them.
 *
 * @import { Results } from '../results.js'
 * @import { Suite, SuiteOptions } from '../suites.js'
 *
 * @typedef {Record<string, { form: boolean, caller: boolean }>} Data Whether the form's own function
 *   and the function that awaits it are in the stack.
 */
import { runJob } from '../child.js';
import { markdownTable } from '../report/cost-table.js';
import { childOf, inlineVariant, suiteData } from '../suites.js';

const ID = 'async-stacks';
/** What the article has the whole stack of. */
const AWAITED = Object.freeze(['async function, `await fail()`', '`await Promise.all([fail()])`']);

/** @type {Readonly<Record<string, string>>} */
const FORMS = Object.freeze({
  'async function, `await fail()`': 'async function form() { await fail(); }',
  'async function, `return await fail()`': 'async function form() { return await fail(); }',
  'async function, `return fail()`': 'async function form() { return fail(); }',
  'function, `return fail()`': 'function form() { return fail(); }',
  '`await Promise.all([fail()])`': 'async function form() { await Promise.all([fail()]); }',
  '`for await`': 'async function form() { for await (const value of [fail()]) void value; }',
  '`return fail().then(f)`': 'function form() { return fail().then((value) => value); }',
  '`ready.then(() => fail())`': 'function form() { return Promise.resolve().then(() => fail()); }',
  '`ready.then(async () => fail())`':
    'function form() { return Promise.resolve().then(async () => fail()); }',
  '`new Promise((resolve, reject) => fail().then(resolve, reject))`':
    'function form() { return new Promise((resolve, reject) => { fail().then(resolve, reject); }); }',
  '`co(function* () { yield fail(); })`':
    "const co = require('co'); function form() { return co(function* form() { yield fail(); }); }",
});

/** @type {Suite} */
const suite = {
  id: ID,
  title: 'Async stack traces',
  source: '“Faster async functions and promises” (V8, 2018, https://v8.dev/blog/fast-async)',
  node: '8.0.0',
  quick: true,
  run,
  report,
};

export default suite;

/**
 * @param {SuiteOptions} options
 * @returns {Promise<Data>}
 */
async function run(options) {
  /** @type {Data} */
  const data = {};
  for (const [form, source] of Object.entries(FORMS)) {
    // Node 8 cannot parse `for await`.
    if (form === '`for await`' && Number.parseInt(options.node.version, 10) < 10) continue;
    const { value } = await runJob(
      { mode: 'value', variants: [inlineVariant(program(source))] },
      childOf(options),
    );
    data[form] = value;
  }
  return data;
}

/** @param {string} form */
function program(form) {
  return `
async function fail() {
  await undefined;
  throw new Error('thrown after an await');
}
${form}
async function caller() { await form(); }
exports.run = async function () {
  try {
    await caller();
  } catch (error) {
    const frames = error.stack.split('\\n').slice(1);
    return {
      form: frames.some((frame) => /\\bform\\b/.test(frame)),
      caller: frames.some((frame) => /\\bcaller\\b/.test(frame)),
    };
  }
  throw new Error('nothing was thrown');
};
`;
}

/** @param {readonly Results[]} all */
function report(all) {
  /** @type {Array<{ node: string, data: Data }>} */
  const found = suiteData(all, ID);
  if (found.length === 0) return undefined;
  const recent = found.filter(({ node }) => Number.parseInt(node, 10) >= 12);
  const holds = recent.every(({ data }) => {
    return AWAITED.every((form) => data[form]?.form && data[form].caller);
  });
  return [
    'A function `fail` rejects after an `await`; `form` calls it in one of the ways below; `caller`',
    'awaits `form`. Which of the two are in `error.stack`? The article has them for `await` and',
    '`Promise.all` since V8 7.3, and never for handlers of `.then`. That they cost nothing, as it says, is',
    'not measured here.',
    '',
    markdownTable(
      ['Form', ...found.map(({ node }) => node)],
      Object.keys(FORMS).map((form) => [form, ...found.map(({ data }) => describe(data[form]))]),
    ),
    '',
    'An async function that only returns a promise is worse than no async function: it cuts off',
    'every caller above it.',
    '',
    `**Verdict: ${holds ? 'holds since Node 12' : 'does not hold everywhere, see the table'}.**`,
  ].join('\n');
}

/** @param {{ form: boolean, caller: boolean } | undefined} frames */
function describe(frames) {
  if (frames === undefined) return '–';
  if (frames.form) return frames.caller ? 'both' : 'form';
  return frames.caller ? 'caller' : 'neither';
}
