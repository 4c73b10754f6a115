/**
 * The order puzzle of "Faster async functions and promises" (V8, 2018): does the code after
 * `await p` run before or after two handlers chained on the same promise? With it, the ticks of
 * `await` by operand, which explain the order.
 *
 * @import { Results } from '../results.js'
 * @import { Suite, SuiteOptions } from '../suites.js'
 *
 * @typedef {object} Data
 * @property {string[]} order
 * @property {Record<string, number | null>} ticks by operand
 * @property {Record<string, number | null>} promises
 */
import { runJob } from '../child.js';
import { markdownTable } from '../report/cost-table.js';
import { childOf, inlineVariant, suiteData } from '../suites.js';

const ID = 'await-order';

const PUZZLE = `
exports.run = function () {
  const p = Promise.resolve();
  const order = [];
  (async () => {
    await p;
    order.push('after:await');
  })();
  p.then(() => order.push('tick:a')).then(() => order.push('tick:b'));
  return new Promise((resolve) => setTimeout(() => resolve(order), 5));
};
`;

/** @type {Readonly<Record<string, string>>} */
const OPERANDS = Object.freeze({
  'await value': 'const v = 1; exports.run = async () => { await v; };',
  'await promise': 'const p = Promise.resolve(); exports.run = async () => { await p; };',
  'return promise': 'const p = Promise.resolve(); exports.run = async () => p;',
  'return await promise': 'const p = Promise.resolve(); exports.run = async () => await p;',
  'await thenable':
    'const t = { then(resolve) { resolve(1); } }; exports.run = async () => { await t; };',
  'await subclass':
    'class Sub extends Promise {} const s = Sub.resolve(1); exports.run = async () => { await s; };',
});

const EXPECTED = Object.freeze({
  'await first': 'after:await, tick:a, tick:b',
  'await last': 'tick:a, tick:b, after:await',
});

/** @type {Suite} */
const suite = {
  id: ID,
  title: 'The order of `await` and `.then`',
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
  const child = childOf(options);
  const { value } = await runJob({ mode: 'value', variants: [inlineVariant(PUZZLE)] }, child);
  /** @type {Data} */
  const data = { order: value, ticks: {}, promises: {} };
  for (const [operand, source] of Object.entries(OPERANDS)) {
    const variants = [inlineVariant(source)];
    const { ticks } = await runJob({ mode: 'ticks', variants }, child);
    const { promises } = await runJob({ mode: 'promises', variants }, child);
    data.ticks[operand] = ticks;
    data.promises[operand] = promises;
  }
  return data;
}

/** @param {readonly Results[]} all */
function report(all) {
  /** @type {Array<{ node: string, data: Data }>} */
  const found = suiteData(all, ID);
  if (found.length === 0) return undefined;
  const holds = found.every(({ node, data }) => data.order.join(', ') === sourceOrder(node));
  return [
    'An `await` of a resolved native promise beside two handlers chained on it. The article gives',
    '`after:await` first for Node 8 (a bug then, the rule since), last for Node 10, and first again for',
    'V8 7.3 and later (Node 12).',
    '',
    markdownTable(
      ['Node', 'Order here', 'Order in the article', ...Object.keys(OPERANDS)],
      found.map(({ node, data }) => [
        node,
        data.order.join(', '),
        sourceOrder(node),
        ...Object.keys(OPERANDS).map(
          (operand) =>
            `${count(data.ticks[operand], 'tick')}, ${count(data.promises[operand], 'promise')}`,
        ),
      ]),
    ),
    '',
    'Ticks run until the async function has settled; promises include the function’s own.',
    '',
    `**Verdict: ${holds ? 'holds on every Node measured' : 'does not hold everywhere, see the table'}.**`,
  ].join('\n');
}

/** @param {string} node */
function sourceOrder(node) {
  const major = Number.parseInt(node, 10);
  return major >= 10 && major < 12 ? EXPECTED['await last'] : EXPECTED['await first'];
}

/**
 * @param {number | null | undefined} value
 * @param {string} unit
 */
function count(value, unit) {
  return `${value ?? '–'} ${unit}${value === 1 ? '' : 's'}`;
}
