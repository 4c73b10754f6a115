/**
 * Middleware frameworks ("Faster async functions and promises", V8 2018, shows requests per second
 * from Node 7 to 10): the same ten middlewares as generators on koa 1, as generators on koa 2, and as
 * async functions on koa 2. Requests are handed to the application in process, without sockets: on a
 * shared machine requests per second differ by two to three times between repeats, CPU time a
 * request does not.
 *
 * @import { Results } from '../results.js'
 * @import { PairResult } from '../measure.js'
 * @import { Suite, SuiteOptions } from '../suites.js'
 *
 * @typedef {object} Data
 * @property {PairResult} convert Before: generators through koa-convert on koa 2; after: async.
 * @property {PairResult} major Before: generators on koa 1; after: async on koa 2.
 */
import path from 'node:path';

import { measurePair } from '../measure.js';
import { fetchPackages } from '../packages.js';
import { barChart } from '../report/chart.js';
import {
  change,
  formatNumber,
  isFaster,
  markdownTable,
  ticksChange,
  TIME_COLUMNS,
  timeCells,
} from '../report/cost-table.js';
import { suiteData } from '../suites.js';

const ID = 'koa';
const PACKAGES = Object.freeze({
  'koa-1': 'koa@1.7.1',
  'koa-2': 'koa@2.16.3',
  'koa-convert': 'koa-convert@2.0.0',
});

const REQUEST = `
const http = require('http');
const net = require('net');
const socket = new net.Socket();
const ready = Promise.resolve();
app.silent = true;
const handle = app.callback();
exports.run = () => new Promise((resolve, reject) => {
  const request = new http.IncomingMessage(socket);
  request.method = 'GET';
  request.url = '/';
  const response = new http.ServerResponse(request);
  response.end = (body) => {
    if (body === 'ok') resolve();
    else reject(new Error('wrong answer: ' + body));
  };
  handle(request, response);
});
`;

const GENERATORS = `
const middleware = function* (next) {
  yield ready;
  yield next;
};
const last = function* () {
  this.body = 'ok';
};
`;

const KOA_1 = `
const app = require('koa-1')();
${GENERATORS}
for (let index = 0; index < 10; index += 1) app.use(middleware);
app.use(last);
${REQUEST}`;

const CONVERTED = `
const Koa = require('koa-2');
const convert = require('koa-convert');
const app = new Koa();
${GENERATORS}
for (let index = 0; index < 10; index += 1) app.use(convert(middleware));
app.use(convert(last));
${REQUEST}`;

const ASYNC = `
const Koa = require('koa-2');
const app = new Koa();
const middleware = async (context, next) => {
  await ready;
  await next();
};
const last = async (context) => {
  context.body = 'ok';
};
for (let index = 0; index < 10; index += 1) app.use(middleware);
app.use(last);
${REQUEST}`;

/** @type {Suite} */
const suite = {
  id: ID,
  title: 'HTTP middleware: koa with generators and with async functions',
  source: '“Faster async functions and promises” (V8, 2018, https://v8.dev/blog/fast-async)',
  node: '8.9.0',
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
async function run({ node, quick, timeout }) {
  const directory = await fetchPackages(ID, PACKAGES);
  /** @param {string} source */
  const variant = (source) => ({
    name: 'the suite',
    filename: path.join(directory, 'inline.cjs'),
    source,
    export: 'run',
  });
  const options = { node, quick, timeout };
  return {
    convert: await measurePair(variant(CONVERTED), variant(ASYNC), options),
    major: await measurePair(variant(KOA_1), variant(ASYNC), options),
  };
}

/** @param {readonly Results[]} all */
function report(all) {
  /** @type {Array<{ node: string, data: Data }>} */
  const found = suiteData(all, ID);
  if (found.length === 0) return undefined;
  /** @param {keyof Data} pair */
  const table = (pair) =>
    markdownTable(
      ['Node', 'Ticks', 'Promises', 'Bytes', 'CPU, ns a request', ...TIME_COLUMNS],
      found.map(({ node, data }) => {
        const figures = data[pair];
        return [
          node,
          ticksChange(figures.before, figures.after),
          change(figures.before.promises, figures.after.promises),
          change(figures.before.bytes, figures.after.bytes),
          figures.time
            ? `${formatNumber(figures.time.before)} → ${formatNumber(figures.time.after)}`
            : '–',
          ...timeCells(figures.time),
        ];
      }),
    );
  const faster = found.filter(({ data }) => isFaster(data.convert.time)).map(({ node }) => node);
  const holds = faster.length === found.length;
  return [
    `Ten middlewares, each awaiting a resolved promise and then the next; ${Object.values(PACKAGES).join(', ')}. Requests are handed over in process: no sockets, so figures are of the framework alone.`,
    '### Generators on koa 2 (koa-convert) → async functions',
    table('convert'),
    '### Generators on koa 1 → async functions on koa 2',
    table('major'),
    '![CPU time of a request](charts/koa.svg)',
    `**Verdict: ${holds ? 'holds' : 'holds where it can be told'}: generators behind koa-convert cost more CPU than async functions ${holds ? 'on every Node' : `on ${faster.join(', ') || 'no Node'}`}.** The article measured requests per second of koa, fastify, express and hapi over sockets. That is not repeated: with client and server on the same cores it differs by two to three times between repeats. Fastify, express and hapi of that time contain nothing that a codemod converts.`,
  ].join('\n\n');
}

/** @param {readonly Results[]} all */
function charts(all) {
  /** @type {Array<{ node: string, data: Data }>} */
  const found = suiteData(all, ID);
  if (found.length === 0) return {};
  /** @param {number | undefined} value */
  const microseconds = (value) => (value === undefined ? undefined : value / 1000);
  return {
    'koa.svg': barChart({
      title: 'CPU time of a request through ten middlewares',
      unit: 'µs',
      axis: 'microseconds of CPU time',
      series: ['koa 1, generators', 'koa 2, generators (koa-convert)', 'koa 2, async'],
      groups: found.map(({ node, data }) => ({
        label: `Node ${node}`,
        values: [
          microseconds(data.major.time?.before),
          microseconds(data.convert.time?.before),
          microseconds(data.convert.time?.after),
        ],
      })),
    }),
  };
}
