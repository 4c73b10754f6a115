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
 * @typedef {object} Data
 * @property {Record<string, number[]>} samples CPU ms of a burst by `bench form`, round by round
 */
import { runJob } from '../child.js';
import { AGAIN, compareSamples, judge, sampleInTurn } from '../in-turn.js';
import { barChart } from '../report/chart.js';
import { formatInterval, markdownTable, timeChange } from '../report/cost-table.js';
import { median } from '../statistics.js';
import { childOf, inlineVariant, suiteData } from '../suites.js';

const ID = 'doxbee';
const OPERATIONS = 10_000;
const ROUNDS = 7;
/** Operations of each burst: two for the compilers, two that are timed. */
const BURSTS = Object.freeze([350, OPERATIONS, OPERATIONS, OPERATIONS]);
const TIMED = 2;

/** Answers the CPU milliseconds of a burst. */
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
    var bursts = ${JSON.stringify(BURSTS)};
    var used = 0;
    function next(index) {
      burst(bursts[index], function (error, time) {
        if (error) { reject(error); return; }
        if (index >= bursts.length - ${TIMED}) used += time;
        if (index === bursts.length - 1) resolve(used / ${TIMED});
        else setImmediate(next, index + 1);
      });
    }
    next(0);
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
const BENCHES = /** @type {const} */ (['sequential', 'parallel']);
const TITLES = Object.freeze({
  sequential: 'Eight steps in turn (sequential)',
  parallel: '25 queries at once (parallel)',
});
const FORMS = [
  'callbacks',
  'promises',
  'promises + bluebird',
  'async',
  'async + bluebird',
  'async throughout',
  'async throughout + bluebird',
];
/** The form whose second copy is the control. */
const CONTROLLED = 'async';
const PAIRS = /** @type {const} */ ([
  ['callbacks', 'async'],
  ['promises', 'async'],
  ['promises + bluebird', 'promises'],
  ['async + bluebird', 'async'],
  ['async throughout + bluebird', 'async throughout'],
]);

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
  /** @type {Map<string, () => Promise<number>>} */
  const tasks = new Map();
  /** @param {string} name @param {string} program */
  const add = (name, program) => tasks.set(name, () => measure(program, options));
  for (const [name, program] of Object.entries(PROGRAMS)) {
    add(name, program);
    if (!name.endsWith('callbacks')) {
      add(`${name} + bluebird`, `global.Promise = require('bluebird');\n${program}`);
    }
    if (name.endsWith(CONTROLLED)) add(name + AGAIN, program);
  }
  return { samples: await sampleInTurn(tasks, ROUNDS, (time) => time) };
}

/**
 * @param {string} program
 * @param {SuiteOptions} options
 * @returns {Promise<number>} CPU ms of a burst
 */
async function measure(program, options) {
  const { value } = await runJob(
    { mode: 'value', variants: [inlineVariant(program + DRIVER)] },
    childOf(options),
  );
  return Math.round(value * 10) / 10;
}

/** @param {readonly Results[]} all */
function report(all) {
  /** @type {Array<{ node: string, data: Data }>} */
  const found = suiteData(all, ID);
  if (found.length === 0) return undefined;
  const parts = [
    [
      `Milliseconds of CPU time for a burst of ${OPERATIONS.toLocaleString('en-US')} operations, after a burst for the compilers: median of ${ROUNDS} or,\nafter a biased control, ${2 * ROUNDS} processes`,
      '(least–most), taken in turn. Every operation’s result is checked and counted. Queries are made with',
      '`new Promise`; in “async throughout” they are async functions. The control is “async” once more.',
    ].join('\n'),
  ];
  for (const bench of BENCHES) {
    parts.push(
      `### ${bench}`,
      markdownTable(
        ['Node', ...FORMS, `async${AGAIN}`],
        found.map(({ node, data: { samples } }) => [
          node,
          ...[...FORMS, `async${AGAIN}`].map((form) => showMs(samples[`${bench} ${form}`])),
        ]),
      ),
      'The change from one to the other, with the 95 % interval:',
      markdownTable(
        ['Node', ...PAIRS.map(([before, after]) => `${before} → ${after}`), 'Control'],
        found.map(({ node, data }) => [
          node,
          ...PAIRS.map(([before, after]) => timeChange(compare(data, bench, before, after))),
          formatInterval(compare(data, bench, 'async', 'async')?.control),
        ]),
      ),
      `![${bench}, milliseconds of CPU time](charts/doxbee-${bench}.svg)`,
    );
  }
  return [...parts, verdicts(found).join('\n')].join('\n\n');
}

/** @param {number[] | undefined} times */
function showMs(times) {
  if (times === undefined) return '–';
  const [middle, least, most] = [median(times), Math.min(...times), Math.max(...times)];
  return `${Math.round(middle)} (${Math.round(least)}–${Math.round(most)})`;
}

/**
 * @param {Data} data
 * @param {string} bench
 * @param {string} before
 * @param {string} after
 */
function compare({ samples }, bench, before, after) {
  return compareSamples(
    samples,
    `${bench} ${before}`,
    `${bench} ${after}`,
    `${bench} ${CONTROLLED}`,
  );
}

/**
 * @param {Array<{ node: string, data: Data }>} found
 * @returns {string[]} a list, each claim with what the figures say
 */
function verdicts(found) {
  /**
   * @param {Array<{ node: string, data: Data }>} nodes
   * @param {string} bench
   * @param {string} before
   * @param {string} after
   */
  const judgeOn = (nodes, bench, before, after) =>
    judge(
      nodes.map(({ node, data }) => ({
        node,
        verdict: compare(data, bench, before, after)?.verdict,
      })),
    );
  const since12 = found.filter(({ node }) => Number.parseInt(node, 10) >= 12);
  const sequential = judgeOn(since12, 'sequential', 'promises', 'async');
  const parallel = judgeOn(since12, 'parallel', 'promises', 'async');
  const replaced = judgeOn(found, 'sequential', 'async + bluebird', 'async');
  const chained = judgeOn(found, 'sequential', 'promises + bluebird', 'promises');
  const burst = judgeOn(found, 'parallel', 'async + bluebird', 'async');
  const chainedBurst = judgeOn(found, 'parallel', 'promises + bluebird', 'promises');
  const mixed = judgeOn(found, 'parallel', 'async throughout + bluebird', 'async throughout');
  return [
    ...growth(found),
    `- Async functions outperform hand-written promise code from V8 7.3 on (Node 12). \`sequential\`: of those Nodes async is faster on ${sequential.faster}, slower on ${sequential.slower}. **${sequential.word}.** \`parallel\`: async is faster on ${parallel.faster}, slower on ${parallel.slower}. **${parallel.word}:** this form awaits one \`Promise.all\`, so there is little to gain.`,
    `- Use native promises, not a library's. \`sequential\`, with bluebird as the global promise: under async functions native is faster on ${replaced.faster}, slower on ${replaced.slower}. **${replaced.word}.** Under hand-written promise code native is faster on ${chained.faster}, slower on ${chained.slower}. **${chained.word}.**`,
    `- The same in \`parallel\`, where every promise is bluebird's: under async functions native is faster on ${burst.faster}, slower on ${burst.slower}. **${burst.word}.** Under hand-written promise code native is faster on ${chainedBurst.faster}, slower on ${chainedBurst.slower}. **${chainedBurst.word}.** Bluebird works through all that is in flight in one turn of the loop, which a burst of ${OPERATIONS.toLocaleString('en-US')} operations rewards. Where the queries are async functions, whose promises are native, the replaced global promise has to take up each of them: native is faster on ${mixed.faster}, slower on ${mixed.slower}. **${mixed.word}.**`,
  ];
}

/**
 * A Node whose control is biased is left out: its medians mean no more than its ratios.
 *
 * @param {Array<{ node: string, data: Data }>} found
 * @returns {string[]} what V8 gained; nothing without a Node 7 and a Node 10
 */
export function growth(found) {
  /** @param {string} bench @param {string} form */
  const gains = (bench, form) => {
    const told = found.filter(
      ({ data }) => (compare(data, bench, form, form)?.verdict ?? 'biased') !== 'biased',
    );
    const [old, then] = ['7.', '10.'].map((major) =>
      told.find(({ node }) => node.startsWith(major)),
    );
    const last = told.at(-1);
    if (!old || !then || !last) return undefined;
    /** @param {{ data: Data }} to */
    const gain = (to) => {
      const name = `${bench} ${form}`;
      return median(old.data.samples[name] ?? []) / median(to.data.samples[name] ?? []);
    };
    const times = gain(then);
    const text = `\`${bench} ${form}\` ${times.toFixed(1)} times from Node ${old.node} to ${then.node}, ${gain(last).toFixed(1)} times to ${last.node}`;
    return { times, text };
  };
  const nodes = ['7.', '10.'].every((major) => found.some(({ node }) => node.startsWith(major)));
  if (!nodes) return [];
  const [parallel, sequential] = [gains('parallel', 'promises'), gains('sequential', 'async')];
  const told = [parallel, sequential].flatMap((gained) => gained?.text ?? []);
  return [
    `- Promise-heavy code got much faster, \`parallel\` 8 times from V8 5.5 to 6.8 (Node 7 to 10): ${told.length > 0 ? `${told.join('; ')} (medians of different processes at different loads, without an interval)` : 'no figures beside controls that are not biased'}. **${growthWord(parallel?.times)}.**`,
  ];
}

/** @param {number | undefined} times of the benchmark that the article names */
function growthWord(times) {
  if (times === undefined) return '`parallel`: unclear: biased control';
  if (times <= 1.5) return 'Does not hold';
  return times < 7 ? 'The direction holds, the size does not' : 'Holds';
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
        title: `${TITLES[bench]}: a burst of ${OPERATIONS.toLocaleString('en-US')} operations`,
        unit: 'ms',
        axis: 'milliseconds of CPU time',
        series: FORMS,
        groups: found.map(({ node, data }) => ({
          label: `Node ${node}`,
          values: FORMS.map((form) => {
            const times = data.samples[`${bench} ${form}`];
            return times && median(times);
          }),
        })),
      }),
    ]),
  );
}
