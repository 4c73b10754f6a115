/**
 * "Deep in Node.js: asynchronous I/O" (2023): who takes a thread of libuv's pool, and what that does
 * to everyone else who needs one.
 *
 * @import { Results } from '../results.js'
 * @import { Suite, SuiteOptions } from '../suites.js'
 *
 * @typedef {object} Fan How a fan-out of pbkdf2 jobs treats a reader of files beside it.
 * @property {number} total ms for all jobs
 * @property {number} worst ms, the longest wait of a reader
 * @property {number} median ms
 * @property {number} probes reads completed meanwhile
 * @property {number} peak jobs pending at once
 *
 * @typedef {object} Data
 * @property {number} cores
 * @property {Record<string, number[]>} pbkdf2 seconds until each of the tasks is done, by `pool × tasks`
 * @property {Record<string, number[]>} requests seconds of two requests at once, by `pool`
 * @property {Record<string, number>} beside ms that each operation takes while the pool is full
 * @property {Record<string, Fan>} fans
 *
 * @typedef {Array<{ node: string, data: Data, load: number, cores: number }>} Found
 */
import os from 'node:os';

import { runJob } from '../child.js';
import { barChart } from '../report/chart.js';
import { markdownTable } from '../report/cost-table.js';
import { childOf, inlineVariant, suiteData } from '../suites.js';

const ID = 'thread-pool';
const ITERATIONS = 400_000;
const FAN_JOBS = 40;
const FAN_ITERATIONS = 60_000;
const LARGER_POOL = `${FAN_JOBS}, pool of 8`;
/** The article's times differ by a factor of 1.9. */
const CLEAR = 1.5;
/** A name is resolved in the pool, and an address needs no thread. */
const BY_NAME = 5;
/** A median this many times below the longest wait does not show it. */
const HIDDEN = 10;

const PRELUDE = `
const { pbkdf2 } = require('crypto');
const { promisify } = require('util');
const fs = require('fs');
const http = require('http');
const zlib = require('zlib');
const derive = promisify(pbkdf2);
const readFile = promisify(fs.readFile);
const now = () => { const time = process.hrtime(); return time[0] * 1e3 + time[1] / 1e6; };
const job = (iterations) => derive('secret', 'salt', iterations, 64, 'sha512');
const timed = async (operation) => { const start = now(); await operation(); return now() - start; };
`;

/** @param {number} tasks */
const pbkdf2Program = (tasks) => `${PRELUDE}
exports.run = () => {
  const start = now();
  return Promise.all(Array.from({ length: ${tasks} }, () =>
    job(${ITERATIONS}).then(() => (now() - start) / 1e3)));
};`;

const SERVER = `
const listen = (delay) => new Promise((resolve) => {
  const server = http.createServer((request, response) => { setTimeout(() => response.end('ok'), delay); });
  server.listen(0, '127.0.0.1', () => resolve(server));
});
const get = (host, port) => new Promise((resolve, reject) => {
  http.get({ host, port, agent: false, family: 4 }, (response) => { response.resume(); response.on('end', resolve); }).on('error', reject);
});
`;

const REQUESTS = `${PRELUDE}${SERVER}
exports.run = async () => {
  const server = await listen(300);
  const { port } = server.address();
  const start = now();
  const times = await Promise.all([1, 2].map(() => get('127.0.0.1', port).then(() => (now() - start) / 1e3)));
  server.close();
  return times;
};`;

const BESIDE = `${PRELUDE}${SERVER}
exports.run = async () => {
  const server = await listen(0);
  const { port } = server.address();
  await get('127.0.0.1', port);
  const fill = () => Promise.all(Array.from({ length: 12 }, () => job(${FAN_ITERATIONS})));
  const beside = {
    'http.get, by address': () => get('127.0.0.1', port),
    'http.get, by name': () => get('localhost', port),
    'fs.readFile': () => readFile(__dirname + '/../../package.json'),
    'zlib.deflate': () => promisify(zlib.deflate)(Buffer.alloc(1000)),
  };
  if (typeof fetch === 'function') {
    const load = async (host) => (await fetch('http://' + host + ':' + port)).text();
    await load('127.0.0.1');
    beside['fetch, by address'] = () => load('127.0.0.1');
    beside['fetch, by name'] = () => load('localhost');
  }
  const names = Object.keys(beside);
  const jobs = fill();
  const times = await Promise.all(names.map((name) => timed(beside[name])));
  await jobs;
  server.close();
  if (server.closeAllConnections) server.closeAllConnections();
  return Object.assign({}, ...names.map((name, index) => ({ [name]: times[index] })));
};`;

/** @param {number} limit jobs at once */
const fanProgram = (limit) => `${PRELUDE}
const jobs = Array.from({ length: ${FAN_JOBS} });
let pending = 0;
let peak = 0;
async function one() {
  pending += 1;
  peak = Math.max(peak, pending);
  await job(${FAN_ITERATIONS});
  pending -= 1;
}
async function worker() { while (jobs.length > 0) { jobs.pop(); await one(); } }
exports.run = async () => {
  let done = false;
  const waits = [];
  const probing = (async () => {
    while (!done) {
      waits.push(await timed(() => readFile(__dirname + '/../../package.json')));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  const total = await timed(() => Promise.all(Array.from({ length: ${limit} }, worker)));
  done = true;
  await probing;
  waits.sort((left, right) => left - right);
  return { total, worst: waits[waits.length - 1], median: waits[waits.length >> 1], probes: waits.length, peak };
};`;

/** @type {Suite} */
const suite = {
  id: ID,
  title: 'The thread pool',
  source: '“Deep in Node.js: asynchronous I/O” (2023)',
  node: '10.0.0',
  quick: false,
  rules: ['no-unbounded-threadpool'],
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
  /**
   * @param {string} source
   * @param {number} [pool]
   */
  const measure = async (source, pool) => {
    const { value } = await runJob(
      { mode: 'value', variants: [inlineVariant(source)] },
      {
        ...childOf(options),
        env: pool === undefined ? {} : { UV_THREADPOOL_SIZE: String(pool) },
      },
    );
    return value;
  };
  /** @type {Data} */
  const data = { cores: os.cpus().length, pbkdf2: {}, requests: {}, beside: {}, fans: {} };
  for (const pool of [1, 2, 4]) {
    for (const tasks of [2, 4]) {
      const times = await measure(pbkdf2Program(tasks), pool);
      data.pbkdf2[`${pool} × ${tasks}`] = sorted(times);
    }
  }
  for (const pool of [1, 2]) data.requests[`${pool}`] = sorted(await measure(REQUESTS, pool));
  data.beside = roundAll(await measure(BESIDE));
  for (const limit of [FAN_JOBS, 4, 3, 2, 1]) {
    data.fans[`${limit}`] = roundAll(await measure(fanProgram(limit), 4));
  }
  data.fans[LARGER_POOL] = roundAll(await measure(fanProgram(FAN_JOBS), 8));
  return data;
}

/** @param {number[]} times */
function sorted(times) {
  return times.map((time) => Math.round(time * 100) / 100).sort((left, right) => left - right);
}

/**
 * @template {Record<string, number>} Values
 * @param {Values} values
 * @returns {Values}
 */
function roundAll(values) {
  return /** @type {Values} */ (
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, Math.round(value * 10) / 10]),
    )
  );
}

/** @param {readonly Results[]} all */
function report(all) {
  /** @type {Found} */
  const found = suiteData(all, ID);
  const last = found.at(-1);
  if (last === undefined) return undefined;
  const keys = Object.keys(last.data.pbkdf2);
  return [
    `libuv has four threads unless \`UV_THREADPOOL_SIZE\` says otherwise; this machine has ${last.data.cores} cores. The times are of single runs, of wall time, and show who waits for whom: no form of a program is called faster than another, so there is no control. A verdict needs a factor of ${CLEAR} between two tasks in the pool, of ${BY_NAME} between a name and an address, and of ${HIDDEN} between a median and the longest wait.`,
    '### Work in the pool',
    `Seconds until each \`pbkdf2\` (sha512, ${ITERATIONS.toLocaleString('en-US')} iterations) is done, by pool size × tasks started at once. The article, two tasks of more iterations: 3.06 and 6.09 s with a pool of 1, 3.23 and 3.24 s with 2.`,
    markdownTable(
      ['Node', ...keys],
      found.map(({ node, data }) => [
        node,
        ...keys.map((key) => data.pbkdf2[key]?.map((time) => time.toFixed(2)).join(', ') ?? '–'),
      ]),
    ),
    pbkdf2Verdict(found),
    '### Network beside it',
    'Two requests at once to a server that answers after 300 ms, by address, seconds. The article: 0.39 s with a pool of 1, 0.40 s with 2.',
    markdownTable(
      ['Node', 'pool of 1', 'pool of 2'],
      found.map(({ node, data }) => [
        node,
        ...['1', '2'].map((pool) => data.requests[pool]?.join(', ') ?? '–'),
      ]),
    ),
    'The time of each task (ms) while 12 `pbkdf2` jobs fill the pool of four:',
    markdownTable(
      ['Node', ...Object.keys(last.data.beside)],
      found.map(({ node, data }) => [
        node,
        ...Object.keys(last.data.beside).map((name) => String(data.beside[name] ?? '–')),
      ]),
    ),
    networkVerdict(found),
    '### An unbounded fan-out, and a file to read',
    `${FAN_JOBS} \`pbkdf2\` jobs (${FAN_ITERATIONS.toLocaleString('en-US')} iterations) with at most so many at once, while a reader asks for a small file every 5 ms. Pool of four.`,
    ...found.map(({ node, data }) =>
      [
        `Node ${node}:`,
        '',
        markdownTable(
          [
            'Jobs at once',
            'All jobs, ms',
            'Longest read, ms',
            'Median read, ms',
            'Reads completed',
            'Peak pending',
          ],
          Object.entries(data.fans).map(([limit, fan]) => [
            limit,
            String(Math.round(fan.total)),
            String(Math.round(fan.worst)),
            String(fan.median),
            String(fan.probes),
            String(fan.peak),
          ]),
        ),
      ].join('\n'),
    ),
    '![Longest wait of a reader, by jobs at once](charts/thread-pool.svg)',
    fanVerdict(found),
  ].join('\n\n');
}

/**
 * The article: two tasks end one after the other with one thread, and with two both in the time of
 * the first. Where others use the cores, a second thread has none to run on.
 *
 * @param {Found} found
 * @returns {string}
 */
export function pbkdf2Verdict(found) {
  const [quiet, busy] = [true, false].map((wanted) =>
    found.filter(({ load, cores }) => load <= cores === wanted),
  );
  const judged = (quiet ?? []).map(({ node, data }) => {
    const [first = Number.NaN, last = Number.NaN] = data.pbkdf2['1 × 2'] ?? [];
    const together = data.pbkdf2['2 × 2']?.at(-1) ?? Number.NaN;
    return { node, holds: last > first * CLEAR && last > together * CLEAR };
  });
  /** @param {boolean} wanted */
  const nodes = (wanted) => judged.filter(({ holds }) => holds === wanted).map(({ node }) => node);
  const called = [
    ...(nodes(true).length > 0
      ? [`holds on ${nodes(true).join(', ')}: in turn with one thread, together with two`]
      : []),
    ...(nodes(false).length > 0 ? [`does not hold on ${nodes(false).join(', ')}`] : []),
    ...(busy && busy.length > 0
      ? [
          `not called on ${busy.map(({ node, load, cores }) => `${node} (load ${load} on ${cores} cores)`).join(', ')}: the machine was busy`,
        ]
      : []),
  ];
  return `**Verdict: ${called.join('; ')}.**`;
}

/** @param {Array<{ node: string, data: Data }>} found */
function networkVerdict(found) {
  const byName = found.filter(
    ({ data }) =>
      (data.beside['http.get, by name'] ?? 0) >
      BY_NAME * (data.beside['http.get, by address'] ?? 0),
  );
  return byName.length > 0
    ? `**Verdict: holds for addresses only.** A name is resolved by \`dns.lookup\`, which waits for a thread like \`fs\` and \`zlib\` (${byName.map(({ node }) => node).join(', ')}). That io_uring frees file reads from the pool since 20.3, as the article has it, is outdated: Node 20.20 has it off by default.`
    : '**Verdict: holds.**';
}

/**
 * @param {Found} found
 * @returns {string}
 */
export function fanVerdict(found) {
  const all = found.flatMap(({ node, data }) => {
    const [unbounded, bounded] = [data.fans[`${FAN_JOBS}`], data.fans[`${data.cores}`]];
    return unbounded && bounded
      ? [{ node, unbounded, bounded, larger: data.fans[LARGER_POOL] }]
      : [];
  });
  if (all.length === 0) return '';
  /** @param {(entry: typeof all[number]) => boolean} test */
  const nodes = (test) =>
    all
      .filter(test)
      .map(({ node }) => node)
      .join(', ') || 'no Node';
  const factors = all.map(
    ({ node, unbounded, bounded }) =>
      `${(unbounded.worst / bounded.worst).toFixed(0)} times on ${node}`,
  );
  const hidden = nodes(({ unbounded }) => unbounded.worst > HIDDEN * unbounded.median);
  const shown = nodes(({ unbounded }) => unbounded.worst <= HIDDEN * unbounded.median);
  const uncured = nodes(({ larger, bounded }) => !!larger && larger.worst > HIDDEN * bounded.worst);
  return `The longest read waits ${factors.join(', ')} as long beside the unbounded fan-out as beside one bounded to the number of cores. Few reads complete, and their median hides the wait on ${hidden}; it shows it on ${shown}. With a pool of 8 the longest read still waits more than ${HIDDEN} times as long as beside the bounded one on ${uncured}.`;
}

/** @param {readonly Results[]} all */
function charts(all) {
  /** @type {Array<{ node: string, data: Data }>} */
  const found = suiteData(all, ID);
  const last = found.at(-1);
  if (last === undefined) return {};
  return {
    'thread-pool.svg': barChart({
      title: `Longest wait for a small file beside ${FAN_JOBS} pbkdf2 jobs, by jobs at once`,
      unit: 'ms',
      axis: 'milliseconds',
      logarithmic: true,
      series: found.map(({ node }) => `Node ${node}`),
      groups: Object.keys(last.data.fans).map((limit) => ({
        label: limit.replace(/^\d+/u, '$& at once'),
        values: found.map(({ data }) => data.fans[limit]?.worst),
      })),
    }),
  };
}
