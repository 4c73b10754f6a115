/**
 * "Async function performance in Node.js 8" (2017): one program, compiled by TypeScript for three
 * targets, and written by hand with callbacks; each also with bluebird as the global promise.
 *
 * @import { Results } from '../results.js'
 * @import { Suite, SuiteOptions } from '../suites.js'
 *
 * @typedef {object} Data
 * @property {number} operations
 * @property {string} typescript
 * @property {Record<string, number[]>} seconds CPU time by form, run by run
 * @property {Record<string, number[]>} rss resident MB after it
 */
import { runJob } from '../child.js';
import { AGAIN, sampleInTurn } from '../in-turn.js';
import { barChart } from '../report/chart.js';
import { formatInterval, markdownTable, timeChange } from '../report/cost-table.js';
import { median } from '../statistics.js';
import { childOf, inlineVariant, suiteData } from '../suites.js';
import {
  claims,
  compare,
  controlOf,
  LEVEL,
  orderTable,
  PAIRS,
  SOURCE,
} from './tables-2017/claims.js';
import { compile, loadTypeScript } from './tables-2017/programs.js';

const ID = 'tables-2017';
const OPERATIONS = 200_000;
const RUNS = 5;
/** Whose second copy is the control: of what is newest on a Node. */
const CONTROLLED = Object.freeze(['generator', 'async']);

const COLUMNS = /** @type {const} */ ([
  'callback',
  'es5',
  'es5 + bluebird',
  'generator',
  'generator + bluebird',
  'async',
  'async + bluebird',
]);

/** @type {Suite} */
const suite = {
  id: ID,
  title: 'Callbacks, compiled async functions, native ones, and bluebird (the tables of 2017)',
  source: '“Async function performance in Node.js 8” (2017)',
  node: '4.0.0',
  quick: false,
  run,
  report,
  charts,
};

export default suite;

/**
 * @param {SuiteOptions} options
 * @returns {Promise<Data>}
 */
async function run(options) {
  /** @type {Map<string, () => Promise<{ seconds: number, rss: number }>>} */
  const tasks = new Map();
  for (const [name, source] of compile(Number.parseInt(options.node.version, 10))) {
    const task = () => measure(source, options);
    tasks.set(name, task);
    if (CONTROLLED.includes(name)) tasks.set(name + AGAIN, task);
  }
  const samples = Object.entries(await sampleInTurn(tasks, RUNS, ({ seconds }) => seconds));
  return {
    operations: OPERATIONS,
    typescript: loadTypeScript().version,
    seconds: Object.fromEntries(
      samples.map(([name, runs]) => [name, runs.map(({ seconds }) => seconds)]),
    ),
    rss: Object.fromEntries(samples.map(([name, runs]) => [name, runs.map(({ rss }) => rss)])),
  };
}

/**
 * @param {string} source
 * @param {SuiteOptions} options
 */
async function measure(source, options) {
  const { seconds, cpuSeconds, rss } = await runJob(
    { mode: 'wall', variants: [inlineVariant(source, 'program')], operations: OPERATIONS },
    childOf(options),
  );
  return {
    seconds: Math.round((cpuSeconds ?? seconds) * 1000) / 1000,
    rss: Math.round(rss / 1e6),
  };
}

/** @param {readonly Results[]} all */
function report(all) {
  /** @type {Array<{ node: string, data: Data }>} */
  const found = suiteData(all, ID);
  const [first] = found;
  if (first === undefined) return undefined;
  const columns = [...COLUMNS, ...CONTROLLED.map((name) => name + AGAIN)];
  return [
    `${first.data.operations.toLocaleString('en-US')} calls in sequence, four awaited additions each: seconds of CPU time (on Node 4, which cannot`,
    `tell it, of wall time) and resident memory in MB, medians of ${RUNS} or, after a biased control, ${2 * RUNS} processes, taken in turn. TypeScript ${first.data.typescript}`,
    'compiles one program for ES5 (a state machine), ES2015 (generators) and ES2017 (async functions);',
    'callbacks are written by hand over `process.nextTick`. The last columns are the control: the same',
    'program once more.',
    '',
    markdownTable(
      ['Node', ...columns],
      found.map(({ node, data }) => [
        node,
        ...columns.map((column) => {
          const [seconds, rss] = [data.seconds[column], data.rss[column]];
          return seconds && rss
            ? `${median(seconds).toFixed(2)} s, ${Math.round(median(rss))} MB`
            : '–';
        }),
      ]),
    ),
    '',
    'The article, a million calls:',
    '',
    markdownTable(
      ['Node', ...COLUMNS],
      Object.entries(SOURCE).map(([major, row]) => [
        major,
        ...COLUMNS.map((column) => {
          const [seconds, rss] = row[column] ?? [];
          if (seconds === undefined) return '–';
          return rss === undefined ? `${seconds} s` : `${seconds} s, ${rss} MB`;
        }),
      ]),
    ),
    '',
    'The change from one to the other, with the 95 % interval:',
    '',
    markdownTable(
      ['Node', ...PAIRS.map(([before, after]) => `${before} → ${after}`), 'Control'],
      found.map(({ node, data }) => [
        node,
        ...PAIRS.map(([before, after]) => timeChange(compare(data, before, after))),
        formatInterval(compare(data, controlOf(data), controlOf(data))?.control),
      ]),
    ),
    '',
    '![Seconds by form and Node](charts/tables-2017.svg)',
    '',
    ...claims(found),
    '',
    `The order of the article’s forms by time, fastest first; \`=\` where they are within ${Math.round((LEVEL - 1) * 100)} % of each other. Reversed is a pair whose interval says so, not to tell one whose interval leaves it open; Nodes that the article does not have are beside its last one before:`,
    '',
    orderTable(found),
  ].join('\n');
}

/** @param {readonly Results[]} all */
function charts(all) {
  /** @type {Array<{ node: string, data: Data }>} */
  const found = suiteData(all, ID);
  if (found.length === 0) return {};
  const series = ['callback', 'es5', 'generator', 'async', 'async + bluebird'];
  return {
    'tables-2017.svg': barChart({
      title: `CPU time for ${OPERATIONS.toLocaleString('en-US')} calls of four awaited additions`,
      unit: 's',
      axis: 'seconds',
      groups: found.map(({ node, data }) => ({
        label: `Node ${node}`,
        values: series.map((name) => data.seconds[name] && median(data.seconds[name])),
      })),
      series,
    }),
  };
}
