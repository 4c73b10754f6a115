/**
 * The benchmarks of "Faster async functions and promises" (V8, 2018), written anew: `sequential` is
 * an upload handler of eight database steps one after the other (after bluebird's doxbee), `parallel`
 * one of 25 queries at once.
 *
 * Unlike the originals, every form returns what it starts, completed operations are counted, and the
 * faked queries are made with `new Promise`, so that a replaced global promise has its full effect.
 *
 * @import { Results } from '../results.js'
 * @import { Suite, SuiteOptions } from '../suites.js'
 *
 * @typedef {Record<string, { median: number, least: number, most: number }>} Data CPU ms by `bench form`
 */
import { runJob } from '../child.js';
import { barChart } from '../report/chart.js';
import { markdownTable } from '../report/cost-table.js';
import { median } from '../statistics.js';
import { childOf, inlineVariant, suiteData } from '../suites.js';

const ID = 'doxbee';
const OPERATIONS = 10_000;
const ROUNDS = 4;

/** Runs `operation` in bursts and answers the CPU milliseconds of each. */
const DRIVER = `
function burst(count, done) {
  var completed = 0;
  var start = process.cpuUsage();
  function ended(error, value) {
    if (error || value !== 'ok') { done(error || new Error('wrong result ' + value)); return; }
    completed += 1;
    if (completed === count) {
      var used = process.cpuUsage(start);
      done(null, (used.user + used.system) / 1e3);
    }
  }
  for (var index = 0; index < count; index += 1) start_one(index, ended);
}
var NativePromise = (async function () {})().constructor;
exports.run = function () {
  return new NativePromise(function (resolve, reject) {
    var times = [];
    function next(count) {
      burst(count, function (error, time) {
        if (error) { reject(error); return; }
        if (count !== 350) times.push(time);
        if (times.length === ${ROUNDS}) { resolve(times); return; }
        setImmediate(next, ${OPERATIONS});
      });
    }
    next(350);
  });
};
`;

const PROMISE_QUERY = `
function query(value) { return new Promise(function (resolve) { resolve(value); }); }
`;
const ASYNC_QUERY = `
async function query(value) { return value; }
`;
const CALLBACK_QUERY = `
function query(value, callback) { process.nextTick(callback, null, value); }
`;

const SEQUENTIAL_ASYNC = `
async function upload(id) {
  const blob = await query({ blob: id });
  const file = await query({ file: blob.blob, version: 1 });
  const version = await query({ previous: file.version });
  const transaction = await query({ begun: true });
  const inserted = await query({ id, previous: version.previous });
  await query({ files: 1 });
  await query({ triggered: inserted.id });
  return await query(transaction.begun ? 'ok' : 'lost');
}
function start_one(id, ended) { upload(id).then((value) => ended(null, value), ended); }
`;
const PARALLEL_ASYNC = `
async function load(id) {
  const queries = [];
  for (let index = 0; index < 25; index += 1) queries.push(query(index));
  const values = await Promise.all(queries);
  return values.length === 25 ? 'ok' : 'lost';
}
function start_one(id, ended) { load(id).then((value) => ended(null, value), ended); }
`;

/** @type {Readonly<Record<string, string>>} */
const PROGRAMS = Object.freeze({
  'sequential callbacks': `${CALLBACK_QUERY}
function upload(id, callback) {
  query({ blob: id }, function (error, blob) {
    if (error) { callback(error); return; }
    query({ file: blob.blob, version: 1 }, function (error, file) {
      if (error) { callback(error); return; }
      query({ previous: file.version }, function (error, version) {
        if (error) { callback(error); return; }
        query({ begun: true }, function (error, transaction) {
          if (error) { callback(error); return; }
          query({ id: id, previous: version.previous }, function (error, inserted) {
            if (error) { callback(error); return; }
            query({ files: 1 }, function (error) {
              if (error) { callback(error); return; }
              query({ triggered: inserted.id }, function (error) {
                if (error) { callback(error); return; }
                query(transaction.begun ? 'ok' : 'lost', callback);
              });
            });
          });
        });
      });
    });
  });
}
function start_one(id, ended) { upload(id, ended); }
`,
  'sequential promises': `${PROMISE_QUERY}
function upload(id) {
  let transaction;
  let inserted;
  return query({ blob: id })
    .then((blob) => query({ file: blob.blob, version: 1 }))
    .then((file) => query({ previous: file.version }))
    .then((version) => query({ begun: true }).then((begun) => { transaction = begun; return version; }))
    .then((version) => query({ id, previous: version.previous }))
    .then((result) => { inserted = result; return query({ files: 1 }); })
    .then(() => query({ triggered: inserted.id }))
    .then(() => query(transaction.begun ? 'ok' : 'lost'));
}
function start_one(id, ended) { upload(id).then((value) => ended(null, value), ended); }
`,
  'sequential async': PROMISE_QUERY + SEQUENTIAL_ASYNC,
  'sequential async throughout': ASYNC_QUERY + SEQUENTIAL_ASYNC,
  'parallel callbacks': `${CALLBACK_QUERY}
function load(id, callback) {
  var left = 25;
  function one(error) {
    if (error) { callback(error); return; }
    left -= 1;
    if (left === 0) callback(null, 'ok');
  }
  for (var index = 0; index < 25; index += 1) query(index, one);
}
function start_one(id, ended) { load(id, ended); }
`,
  'parallel promises': `${PROMISE_QUERY}
function load(id) {
  const queries = [];
  for (let index = 0; index < 25; index += 1) queries.push(query(index));
  return Promise.all(queries).then((values) => (values.length === 25 ? 'ok' : 'lost'));
}
function start_one(id, ended) { load(id).then((value) => ended(null, value), ended); }
`,
  'parallel async': PROMISE_QUERY + PARALLEL_ASYNC,
  'parallel async throughout': ASYNC_QUERY + PARALLEL_ASYNC,
});
const BENCHES = ['sequential', 'parallel'];
const FORMS = [
  'callbacks',
  'promises',
  'promises + bluebird',
  'async',
  'async + bluebird',
  'async throughout',
  'async throughout + bluebird',
];

/** @type {Suite} */
const suite = {
  id: ID,
  title: 'Eight steps in turn, and 25 at once (doxbee and parallel)',
  source: '“Faster async functions and promises” (V8, 2018, https://v8.dev/blog/fast-async)',
  node: '7.6.0',
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
  /** @type {Data} */
  const data = {};
  for (const [name, program] of Object.entries(PROGRAMS)) {
    data[name] = await measure(program, options);
    if (!name.endsWith('callbacks')) {
      const replaced = `global.Promise = require('bluebird');\n${program}`;
      data[`${name} + bluebird`] = await measure(replaced, options);
    }
  }
  return data;
}

/**
 * @param {string} program
 * @param {SuiteOptions} options
 */
async function measure(program, options) {
  const { value: times } = await runJob(
    { mode: 'value', variants: [inlineVariant(program + DRIVER)] },
    childOf(options),
  );
  return {
    median: Math.round(median(times)),
    least: Math.round(Math.min(...times)),
    most: Math.round(Math.max(...times)),
  };
}

/** @param {readonly Results[]} all */
function report(all) {
  /** @type {Array<{ node: string, data: Data }>} */
  const found = suiteData(all, ID);
  if (found.length === 0) return undefined;
  const parts = [
    `Milliseconds of CPU time for a burst of ${OPERATIONS.toLocaleString('en-US')} operations, median of ${ROUNDS} bursts (least–most).`,
    'Every operation’s result is checked and counted. Queries are made with `new Promise`, in “async',
    'throughout” they are async functions.',
  ];
  for (const bench of BENCHES) {
    parts.push(
      `### ${bench}`,
      markdownTable(
        ['Node', ...FORMS],
        found.map(({ node, data }) => [
          node,
          ...FORMS.map((form) => {
            const cell = data[`${bench} ${form}`];
            return cell ? `${cell.median} (${cell.least}–${cell.most})` : '–';
          }),
        ]),
      ),
      `![${bench}, milliseconds](charts/doxbee-${bench}.svg)`,
    );
  }
  return [...parts, ...verdicts(found)].join('\n\n');
}

/** @param {Array<{ node: string, data: Data }>} found */
function verdicts(found) {
  /**
   * @param {string} over
   * @param {string} under
   */
  const ratios = (over, under) =>
    found.map(({ node, data }) => ({
      node,
      ratio: (data[over]?.least ?? Number.NaN) / (data[under]?.least ?? Number.NaN),
    }));
  /** @param {Array<{ node: string, ratio: number }>} list */
  const show = (list) => list.map(({ node, ratio }) => `${ratio.toFixed(2)} on ${node}`).join(', ');
  const old = found.find(({ node }) => node.startsWith('7.'));
  const then = found.find(({ node }) => node.startsWith('10.'));
  const last = found.at(-1);
  /**
   * @param {string} name
   * @param {{ data: Data } | undefined} to
   */
  const gain = (name, to) =>
    ((old?.data[name]?.least ?? Number.NaN) / (to?.data[name]?.least ?? Number.NaN)).toFixed(1);
  const claims = [];
  if (old && then && last) {
    claims.push(
      `- Promise-heavy code got much faster, \`parallel\` 8 times from V8 5.5 to 6.8 (Node 7 to 10): \`parallel promises\` ${gain('parallel promises', then)} times from Node ${old.node} to ${then.node}, ${gain('parallel promises', last)} times to ${last.node}; \`sequential async\` ${gain('sequential async', then)} and ${gain('sequential async', last)} times. **The direction holds.**`,
    );
  }
  const overPromises = ratios('sequential promises', 'sequential async');
  const ahead = overPromises.filter(({ ratio }) => ratio > 1).map(({ node }) => node);
  claims.push(
    `- Async functions outperform hand-written promise code from V8 7.3 on (Node 12): promises / async, sequential, ${show(overPromises)}; async is ahead on ${ahead.join(', ') || 'none'}. **${overPromises.every(({ node, ratio }) => Number.parseInt(node, 10) < 12 || ratio > 1) ? 'Holds' : 'Holds in part'}.**`,
    `- Use native promises, not a library's: with bluebird as the global promise, sequential async functions take ${show(ratios('sequential async + bluebird', 'sequential async'))} times as long. In parallel it depends on what is combined: ${show(ratios('parallel async + bluebird', 'parallel async'))} where every promise is bluebird's, ${show(ratios('parallel async throughout + bluebird', 'parallel async throughout'))} where the queries are async functions, whose promises are native. **Holds for async functions**; a burst hides much of the cost, because bluebird works through all that is in flight in one turn of the loop.`,
  );
  return [claims.join('\n')];
}

/** @param {readonly Results[]} all */
function charts(all) {
  /** @type {Array<{ node: string, data: Data }>} */
  const found = suiteData(all, ID);
  if (found.length === 0) return {};
  return Object.fromEntries(
    BENCHES.map((bench) => [
      `doxbee-${bench}.svg`,
      barChart({
        title: `${bench}: a burst of ${OPERATIONS.toLocaleString('en-US')} operations`,
        unit: 'ms',
        axis: 'milliseconds of CPU time',
        series: FORMS,
        groups: found.map(({ node, data }) => ({
          label: `Node ${node}`,
          values: FORMS.map((form) => data[`${bench} ${form}`]?.median),
        })),
      }),
    ]),
  );
}
