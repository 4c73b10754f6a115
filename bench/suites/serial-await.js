/**
 * What waiting for one after another adds up to, beside waiting for a few at a time.
 *
 * @import { Results } from '../results.js'
 * @import { Suite, SuiteOptions } from '../suites.js'
 *
 * @typedef {Record<string, { serial: number, together: number }>} Data ms, by what is waited for
 */
import { runJob } from '../child.js';
import { markdownTable } from '../report/cost-table.js';
import { childOf, inlineVariant, suiteData } from '../suites.js';

const ID = 'serial-await';
const ROUNDS = 12;
const DELAY = 20;
const COMPUTING = 'crypto.pbkdf2';
/** A gain above the number of cores by no more than this is as great as they allow. */
const NOISE = 1.1;

/** @type {Record<string, { work: string, limit: number }>} Text of one round, by its name. */
const FORMS = {
  [`a request that takes ${DELAY} ms`]: { work: 'get(port)', limit: 8 },
  [COMPUTING]: { work: "derive('secret', 'salt', 60000, 64, 'sha512')", limit: 3 },
  'fs.readFile': { work: 'readFile()', limit: 3 },
};

/**
 * @param {string} work
 * @param {number} limit rounds at a time
 */
const program = (work, limit) => `
const crypto = require('crypto');
const fs = require('fs');
const http = require('http');
const { promisify } = require('util');
const derive = promisify(crypto.pbkdf2);
const read = promisify(fs.readFile);
const readFile = () => read(process.execPath);
const now = () => { const time = process.hrtime(); return time[0] * 1e3 + time[1] / 1e6; };
const get = (port) => new Promise((resolve, reject) => {
  http.get({ host: '127.0.0.1', port, agent: false }, (response) => {
    response.resume();
    response.on('end', resolve);
  }).on('error', reject);
});
exports.run = async () => {
  const server = http.createServer((request, response) => {
    setTimeout(() => response.end('ok'), ${DELAY});
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await get(port);
  const rounds = Array.from({ length: ${ROUNDS} });
  const start = now();
  const worker = async () => {
    while (rounds.length > 0) {
      rounds.pop();
      await ${work};
    }
  };
  await Promise.all(Array.from({ length: ${limit} }, worker));
  const time = now() - start;
  server.close();
  return time;
};`;

/** @type {Suite} */
const suite = {
  id: ID,
  title: 'Waiting one after another',
  node: '10.0.0',
  quick: false,
  rules: ['no-serial-await'],
  run,
  report,
};

export default suite;

/**
 * @param {SuiteOptions} options
 * @returns {Promise<Data>}
 */
async function run(options) {
  /**
   * @param {string} work
   * @param {number} limit
   */
  const measure = async (work, limit) => {
    const variants = [inlineVariant(program(work, limit))];
    const { value } = await runJob({ mode: 'value', variants }, childOf(options));
    return Math.round(value * 10) / 10;
  };
  /** @type {Data} */
  const data = {};
  for (const [name, { work, limit }] of Object.entries(FORMS)) {
    data[name] = { serial: await measure(work, 1), together: await measure(work, limit) };
  }
  return data;
}

/** @param {readonly Results[]} all */
function report(all) {
  /** @type {Array<{ node: string, data: Data, cores: number }>} */
  const found = suiteData(all, ID);
  if (found.length === 0) return undefined;
  return [
    `${ROUNDS} rounds, one after another → some at a time (as many as the suggestion of the rule has).`,
    markdownTable(
      ['Node', 'Each round', 'Rounds at a time', 'ms'],
      found.flatMap(({ node, data }) =>
        Object.entries(data).map(([name, { serial, together }]) => [
          node,
          name,
          `1 → ${FORMS[name]?.limit ?? '–'}`,
          `${serial} → ${together}`,
        ]),
      ),
    ),
    gainOfComputing(found),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/**
 * What computes has no use for more threads than cores. A greater factor than that is noise, and has
 * to be called so.
 *
 * @param {ReadonlyArray<{ node: string, data: Data, cores: number }>} found
 * @returns {string}
 */
export function gainOfComputing(found) {
  const gains = found.flatMap(({ node, data, cores }) => {
    const figures = data[COMPUTING];
    return figures ? [{ node, cores, times: figures.serial / figures.together }] : [];
  });
  if (gains.length === 0) return '';
  /** @param {typeof gains} list */
  const show = (list) =>
    list.map(({ node, times }) => `${times.toFixed(1)} times on ${node}`).join(', ');
  const above = gains.filter(({ times, cores }) => times > cores * NOISE);
  const cores = [...new Set(gains.map((gain) => gain.cores))].join(' or ');
  const noise =
    above.length === 0
      ? ''
      : ` More than there are cores (${above.map(({ node }) => node).join(', ')}) is more than threads can give: each figure is of a single run, without an interval.`;
  return `\`${COMPUTING}\`, which computes, gains ${show(gains)}, on ${cores} cores.${noise}`;
}
