/**
 * What a synchronous call in a handler does to everyone else: requests that arrive together, each
 * doing the same work synchronously or not, and a timer beside them that should fire every few
 * milliseconds.
 *
 * @import { Results } from '../results.js'
 * @import { Suite, SuiteOptions } from '../suites.js'
 *
 * @typedef {object} Wait
 * @property {number} worst ms by which a timer was late at most
 * @property {number} total ms for all requests
 *
 * @typedef {Record<string, { sync: Wait, async: Wait }>} Data by what the requests do
 */
import { runJob } from '../child.js';
import { markdownTable } from '../report/cost-table.js';
import { childOf, inlineVariant, suiteData } from '../suites.js';

const ID = 'event-loop';
const REQUESTS = 8;
const TIMER = 5;
const MEGABYTES = 8;

/** @type {Record<string, { sync: string, async: string }>} Text of the two forms, by name. */
const FORMS = {
  'crypto.pbkdf2Sync': {
    sync: "crypto.pbkdf2Sync('secret', 'salt', 60000, 64, 'sha512')",
    async: "promisify(crypto.pbkdf2)('secret', 'salt', 60000, 64, 'sha512')",
  },
  'zlib.gzipSync': { sync: 'zlib.gzipSync(data)', async: 'promisify(zlib.gzip)(data)' },
  'fs.readFileSync': { sync: 'fs.readFileSync(file)', async: 'promisify(fs.readFile)(file)' },
  'child_process.execFileSync': {
    sync: "execFileSync(process.execPath, ['--version'])",
    async: "promisify(execFile)(process.execPath, ['--version'])",
  },
};

/** @param {string} work Text of the call. */
const program = (work) => `
const crypto = require('crypto');
const fs = require('fs');
const os = require('os');
const path = require('path');
const zlib = require('zlib');
const { execFile, execFileSync } = require('child_process');
const { promisify } = require('util');
const now = () => { const time = process.hrtime(); return time[0] * 1e3 + time[1] / 1e6; };
const data = crypto.randomBytes(${MEGABYTES} * 1024 * 1024);
exports.run = async () => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'async-perf-'));
  const file = path.join(directory, 'data');
  fs.writeFileSync(file, data);
  let worst = 0;
  let due = now() + ${TIMER};
  let timer = setTimeout(function check() {
    worst = Math.max(worst, now() - due);
    due = now() + ${TIMER};
    timer = setTimeout(check, ${TIMER});
  }, ${TIMER});
  await new Promise((resolve) => setTimeout(resolve, 50));
  worst = 0;
  const start = now();
  // Requests that arrive together are handled in one turn of the event loop.
  await Promise.all(Array.from({ length: ${REQUESTS} }, async () => {
    await new Promise((resolve) => setImmediate(resolve));
    await (${work});
  }));
  const total = now() - start;
  worst = Math.max(worst, now() - due);
  clearTimeout(timer);
  fs.unlinkSync(file);
  fs.rmdirSync(directory);
  return { worst, total };
};`;

/** @type {Suite} */
const suite = {
  id: ID,
  title: 'Synchronous calls while requests wait',
  node: '10.0.0',
  quick: false,
  rules: ['no-blocking-in-async'],
  run,
  report,
};

export default suite;

/**
 * @param {SuiteOptions} options
 * @returns {Promise<Data>}
 */
async function run(options) {
  /** @param {string} work */
  const measure = async (work) => {
    const variants = [inlineVariant(program(work))];
    const { value } = await runJob({ mode: 'value', variants }, childOf(options));
    return { worst: round(value.worst), total: round(value.total) };
  };
  /** @type {Data} */
  const data = {};
  for (const [name, forms] of Object.entries(FORMS)) {
    data[name] = { sync: await measure(forms.sync), async: await measure(forms.async) };
  }
  return data;
}

/** @param {number} time */
function round(time) {
  return Math.round(time * 10) / 10;
}

/** @param {readonly Results[]} all */
function report(all) {
  /** @type {Array<{ node: string, data: Data }>} */
  const found = suiteData(all, ID);
  if (found.length === 0) return undefined;
  return [
    `${REQUESTS} requests at once, each with the same work, and a timer of ${TIMER} ms beside them: by how many ms it was late at most, and after how many ms all requests were answered. Synchronous call → its asynchronous form.`,
    markdownTable(
      ['Node', 'Each request', 'Timer late, ms', 'All requests, ms'],
      found.flatMap(({ node, data }) =>
        Object.entries(data).map(([name, { sync, async }]) => [
          node,
          `\`${name}\``,
          `${sync.worst} → ${async.worst}`,
          `${sync.total} → ${async.total}`,
        ]),
      ),
    ),
    'Milliseconds of single runs, and no ratio: there is no control, and nothing is called faster or slower. That a timer cannot fire during a synchronous call needs no statistics; by how little the asynchronous form is late depends on the load.',
  ].join('\n\n');
}
