/**
 * What waiting for one after another adds up to, beside waiting for a few at a time.
 *
 * @import { Results } from '../results.js'
 * @import { TimeResult } from '../measure.js'
 * @import { Suite, SuiteOptions } from '../suites.js'
 *
 * @typedef {object} Waits
 * @property {number} serial ms, median
 * @property {number} together
 * @property {Pick<TimeResult, 'measured' | 'control' | 'verdict'>} [compared] serial / together
 *
 * @typedef {Record<string, Waits>} Data by what is waited for
 */
import { runJob } from '../child.js';
import { AGAIN, compareSamples, sampleInTurn } from '../in-turn.js';
import { formatInterval, markdownTable, timeChange } from '../report/cost-table.js';
import { median } from '../statistics.js';
import { childOf, inlineVariant, suiteData } from '../suites.js';

const ID = 'serial-await';
const ROUNDS = 12;
const DELAY = 20;
/** Processes of each form. */
const SAMPLES = 6;
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
    return tenths(value);
  };
  /** @type {Data} */
  const data = {};
  for (const [name, { work, limit }] of Object.entries(FORMS)) {
    const serial = () => measure(work, 1);
    const tasks = new Map([
      ['serial', serial],
      ['together', () => measure(work, limit)],
      [`serial${AGAIN}`, serial],
    ]);
    const samples = await sampleInTurn(tasks, SAMPLES, (time) => time);
    const compared = compareSamples(samples, 'serial', 'together', 'serial');
    if (compared === undefined) throw new Error(`${name} was not sampled`);
    data[name] = {
      serial: median(samples['serial'] ?? []),
      together: median(samples['together'] ?? []),
      compared,
    };
  }
  return data;
}

/**
 * @param {number} value
 * @returns {number}
 */
function tenths(value) {
  return Math.round(value * 10) / 10;
}

/** @param {readonly Results[]} all */
function report(all) {
  /** @type {Array<{ node: string, data: Data, cores: number }>} */
  const found = suiteData(all, ID);
  if (found.length === 0) return undefined;
  return [
    `${ROUNDS} rounds, one after another → some at a time (as many as the suggestion of the rule has): milliseconds of wall time, medians of ${SAMPLES} or, after a biased control, ${2 * SAMPLES} processes of each, taken in turn. The control is “one after another” once more.${singleRuns(found)}`,
    markdownTable(
      ['Node', 'Each round', 'Rounds at a time', 'ms', 'Wall time', 'Control'],
      found.flatMap(({ node, data }) =>
        Object.entries(data).map(([name, { serial, together, compared }]) => [
          node,
          name,
          `1 → ${FORMS[name]?.limit ?? '–'}`,
          [serial, together].map(tenths).join(' → '),
          timeChange(compared),
          formatInterval(compared?.control),
        ]),
      ),
    ),
    gainOfComputing(found),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/**
 * @param {ReadonlyArray<{ node: string, data: Data }>} found
 * @returns {string} on which Nodes there is no control yet
 */
function singleRuns(found) {
  const nodes = found
    .filter(({ data }) => Object.values(data).some(({ compared }) => !compared))
    .map(({ node }) => node);
  return nodes.length === 0
    ? ''
    : ` On ${nodes.join(', ')} they are of a single run without a control, and no ratio is called.`;
}

/**
 * What computes has no use for more threads than cores: a greater factor than that has another cause,
 * and has to be called so.
 *
 * @param {ReadonlyArray<{ node: string, data: Data, cores: number }>} found
 * @returns {string}
 */
export function gainOfComputing(found) {
  const gains = found.flatMap(({ node, data, cores }) => {
    const compared = data[COMPUTING]?.compared;
    return compared ? [{ node, cores, compared }] : [];
  });
  if (gains.length === 0) return '';
  const called = gains.filter(({ compared }) => compared.verdict === 'faster');
  const shown = called.map(
    ({ node, compared }) => `${compared.measured.ratio.toFixed(1)} times on ${node}`,
  );
  const above = called.filter(({ compared, cores }) => compared.measured.low > cores * NOISE);
  const cores = [...new Set(gains.map((gain) => gain.cores))].join(' or ');
  const noise =
    above.length === 0
      ? ''
      : ` More than there are cores (${above.map(({ node }) => node).join(', ')}) is more than threads can give: the machine was busy with something else meanwhile.`;
  return `\`${COMPUTING}\`, which computes, gains ${shown.join(', ') || 'nothing that can be told'}, on ${cores} cores.${noise}`;
}
