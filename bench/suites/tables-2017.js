/**
 * "Async function performance in Node.js 8" (2017): one program, compiled by TypeScript for three
 * targets, and written by hand with callbacks; each also with bluebird as the global promise.
 *
 * @import { Results } from '../results.js'
 * @import { Suite, SuiteOptions } from '../suites.js'
 *
 * @typedef {{ seconds: number, rss: number }} Cell CPU time, least of three runs; MB, median of three.
 * @typedef {{ operations: number, typescript: string, cells: Record<string, Cell> }} Data
 */
import { createRequire } from 'node:module';

import { runJob } from '../child.js';
import { barChart } from '../report/chart.js';
import { markdownTable } from '../report/cost-table.js';
import { median } from '../statistics.js';
import { childOf, inlineVariant, suiteData } from '../suites.js';

const ID = 'tables-2017';
const OPERATIONS = 100_000;
const RUNS = 3;

const PROGRAM = `
declare const exports: any;
function add(left: number, right: number): Promise<number> {
  return new Promise<number>((resolve) => resolve(left + right));
}
async function call(): Promise<number> {
  let sum = await add(1, 2);
  sum = await add(sum, 3);
  sum = await add(sum, 4);
  return await add(sum, 5);
}
exports.run = function (count: number, done: (error: unknown, completed: number) => void) {
  let completed = 0;
  function next(): void {
    if (completed === count) { done(null, completed); return; }
    call().then((sum) => {
      if (sum !== 15) { done(new Error('wrong sum ' + sum), completed); return; }
      completed += 1;
      next();
    }, (error) => done(error, completed));
  }
  next();
};
`;

const CALLBACKS = `
function add(left, right, callback) {
  process.nextTick(callback, null, left + right);
}
function call(callback) {
  add(1, 2, function (error, sum) {
    if (error) { callback(error); return; }
    add(sum, 3, function (error, sum) {
      if (error) { callback(error); return; }
      add(sum, 4, function (error, sum) {
        if (error) { callback(error); return; }
        add(sum, 5, callback);
      });
    });
  });
}
exports.run = function (count, done) {
  var completed = 0;
  function next(error, sum) {
    if (error || sum !== 15) { done(error || new Error('wrong sum ' + sum), completed); return; }
    completed += 1;
    if (completed === count) done(null, completed);
    else call(next);
  }
  call(next);
};
`;

/** TypeScript's numbers: 1 is ES5, 2 is ES2015, 4 is ES2017. */
const TARGETS = Object.freeze({ es5: 1, generator: 2, async: 4 });
const COLUMNS = /** @type {const} */ ([
  'callback',
  'es5',
  'es5 + bluebird',
  'generator',
  'generator + bluebird',
  'async',
  'async + bluebird',
]);
/** The first Node with native async functions. */
const ASYNC_SINCE = 8;

/** The article's seconds for a million calls. */
const SOURCE = Object.freeze({
  4: { callback: 0.64, es5: 45, generator: 24.02, 'generator + bluebird': 10.54 },
  6: { callback: 0.65, es5: 20.02, generator: 22.62, 'generator + bluebird': 8.17 },
  8: {
    callback: 1.04,
    es5: 5.57,
    generator: 5.72,
    'generator + bluebird': 5.46,
    async: 1.76,
    'async + bluebird': 16.25,
  },
  9: {
    callback: 1.03,
    es5: 6.4,
    generator: 6.59,
    'generator + bluebird': 5.83,
    async: 1.91,
    'async + bluebird': 15.39,
  },
});

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
  const programs = compile(Number.parseInt(options.node.version, 10));
  /** @type {Map<string, Cell[]>} */
  const runs = new Map();
  for (let round = 0; round < RUNS; round += 1) {
    for (const [name, source] of programs) {
      const { seconds, cpuSeconds, rss } = await runJob(
        { mode: 'wall', variants: [inlineVariant(source, 'program')], operations: OPERATIONS },
        childOf(options),
      );
      runs.set(name, [...(runs.get(name) ?? []), { seconds: cpuSeconds ?? seconds, rss }]);
    }
  }
  /** @type {Data} */
  const data = { operations: OPERATIONS, typescript: loadTypeScript().version, cells: {} };
  for (const [name, cells] of runs) {
    data.cells[name] = {
      seconds: round3(Math.min(...cells.map(({ seconds }) => seconds))),
      rss: Math.round(median(cells.map(({ rss }) => rss)) / 1e6),
    };
  }
  return data;
}

/**
 * @param {number} major
 * @returns {Map<string, string>} column -> program
 */
function compile(major) {
  const typescript = loadTypeScript();
  const programs = new Map([['callback', CALLBACKS]]);
  for (const [name, target] of Object.entries(TARGETS)) {
    if (name === 'async' && major < ASYNC_SINCE) continue;
    const { outputText } = typescript.transpileModule(PROGRAM, {
      compilerOptions: { target, module: typescript.ModuleKind.CommonJS },
    });
    // Node 4 knows `let` in strict mode only.
    programs.set(name, `'use strict';\n${outputText}`);
    programs.set(
      `${name} + bluebird`,
      `'use strict';\nglobal.Promise = require('bluebird');\n${outputText}`,
    );
  }
  return programs;
}

/**
 * The last compiler that still writes ES5.
 *
 * @returns {{ version: string, ModuleKind: { CommonJS: number }, transpileModule: (source: string, options: object) => { outputText: string } }}
 */
function loadTypeScript() {
  return createRequire(import.meta.url)('typescript-5.9');
}

/** @param {readonly Results[]} all */
function report(all) {
  /** @type {Array<{ node: string, data: Data }>} */
  const found = suiteData(all, ID);
  const [first] = found;
  if (first === undefined) return undefined;
  return [
    `${first.data.operations.toLocaleString('en-US')} calls in sequence, four awaited additions each; seconds of CPU time (on Node 4, which cannot`,
    `tell it, of wall time; least of ${RUNS} runs) and resident memory (MB, median). TypeScript ${first.data.typescript} compiles one program for ES5 (a`,
    'state machine), ES2015 (generators) and ES2017 (async functions); callbacks are written by hand',
    'over `process.nextTick`.',
    '',
    markdownTable(
      ['Node', ...COLUMNS],
      found.map(({ node, data }) => [
        node,
        ...COLUMNS.map((column) => {
          const cell = data.cells[column];
          return cell ? `${cell.seconds.toFixed(2)} s, ${cell.rss} MB` : '–';
        }),
      ]),
    ),
    '',
    'The article, a million calls, seconds:',
    '',
    markdownTable(
      ['Node', ...COLUMNS],
      Object.entries(SOURCE).map(([major, row]) => [
        major,
        ...COLUMNS.map((column) =>
          String(/** @type {Record<string, number>} */ (row)[column] ?? '–'),
        ),
      ]),
    ),
    '',
    'What follows from the figures measured here:',
    '',
    markdownTable(
      [
        'Node',
        'generator / async',
        'async + bluebird / async',
        'async / callback',
        'ES5 / generator',
      ],
      found.map(({ node, data }) => [
        node,
        ratio(data, 'generator', 'async'),
        ratio(data, 'async + bluebird', 'async'),
        ratio(data, 'async', 'callback'),
        ratio(data, 'es5', 'generator'),
      ]),
    ),
    '',
    '![Seconds by form and Node](charts/tables-2017.svg)',
    '',
    ...verdicts(found),
  ].join('\n');
}

/**
 * @param {Array<{ node: string, data: Data }>} found
 * @returns {string[]} a list, each claim with what the figures say
 */
function verdicts(found) {
  /**
   * @param {string} over
   * @param {string} under
   */
  const ratios = (over, under) =>
    found.flatMap(({ node, data }) => {
      const upper = data.cells[over];
      const lower = data.cells[under];
      return upper && lower ? [{ node, ratio: upper.seconds / lower.seconds }] : [];
    });
  /** @param {Array<{ node: string, ratio: number }>} list */
  const range = (list) =>
    list.length === 0
      ? 'not measured'
      : `${Math.min(...list.map((entry) => entry.ratio)).toFixed(1)} to ${Math.max(...list.map((entry) => entry.ratio)).toFixed(1)} times`;
  /**
   * @param {Array<{ node: string, ratio: number }>} list
   * @param {(ratio: number) => boolean} test
   */
  const nodesWhere = (list, test) =>
    list
      .filter((entry) => test(entry.ratio))
      .map(({ node }) => node)
      .join(', ') || 'none';
  const generator = ratios('generator', 'async');
  const bluebird = ratios('async + bluebird', 'async');
  const callback = ratios('async', 'callback');
  const es5 = ratios('es5', 'generator');
  const own = ratios('generator + bluebird', 'generator');
  return [
    `- Native async about three times as fast as the generator code compiled from it: ${range(generator)} here. **${generator.every((entry) => entry.ratio > 1.5) ? 'Holds' : 'Does not hold everywhere'}.**`,
    `- Bluebird as global promise makes async functions 8 to 9 times slower: ${range(bluebird)} here. **${bluebird.every((entry) => entry.ratio > 2) ? 'Holds' : 'Does not hold everywhere'}.**`,
    `- Callbacks are faster than async functions, if not by far (Node 8: 1.7 times): async is faster than callbacks on ${nodesWhere(callback, (value) => value < 1)}. **${callback.some((entry) => entry.ratio < 1) ? 'Reversed there' : 'Holds'}.**`,
    `- Generators beat the ES5 state machine on Node 4 and are level with it on Node 6 to 9: ES5 is faster than generators on ${nodesWhere(es5, (value) => value < 0.95)}. **${es5.some((entry) => entry.ratio < 0.95) ? 'Reversed there' : 'Holds'}.** What matters is a target that keeps async functions, ES2017 or newer.`,
    `- Bluebird makes compiled generators faster: it does on ${nodesWhere(own, (value) => value < 1)}, and slower on ${nodesWhere(own, (value) => value >= 1)}.`,
  ];
}

/**
 * @param {Data} data
 * @param {string} over
 * @param {string} under
 */
function ratio({ cells }, over, under) {
  const upper = cells[over];
  const lower = cells[under];
  return upper && lower ? (upper.seconds / lower.seconds).toFixed(2) : '–';
}

/** @param {readonly Results[]} all */
function charts(all) {
  /** @type {Array<{ node: string, data: Data }>} */
  const found = suiteData(all, ID);
  if (found.length === 0) return {};
  const series = ['callback', 'es5', 'generator', 'async', 'async + bluebird'];
  return {
    'tables-2017.svg': barChart({
      title: 'CPU time for 100,000 calls of four awaited additions',
      unit: 's',
      axis: 'seconds',
      groups: found.map(({ node, data }) => ({
        label: `Node ${node}`,
        values: series.map((name) => data.cells[name]?.seconds),
      })),
      series,
    }),
  };
}

/** @param {number} value */
function round3(value) {
  return Math.round(value * 1000) / 1000;
}
