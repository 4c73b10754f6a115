/**
 * The tool's own speed: what its rules add to a lint beside core's and its peers' rules, and what its
 * codemods add to parsing, over the same published files, in one process and in turn.
 *
 * @import { Results } from '../results.js'
 * @import { Suite, SuiteOptions } from '../suites.js'
 *
 * @typedef {object} Data
 * @property {number} files
 * @property {number} lines
 * @property {Record<string, number>} lint CPU ms over all files, without what ESLint takes with no rule
 * @property {number} noRules CPU ms of ESLint with no rule: parsing, scopes and the walk
 * @property {Record<string, number>} codemods CPU ms over all files
 */
import { fileURLToPath, pathToFileURL } from 'node:url';

import { runJob } from '../child.js';
import { fetchPackages } from '../packages.js';
import { formatNumber, markdownTable } from '../report/cost-table.js';
import { childOf, inlineVariant, suiteData } from '../suites.js';

const ID = 'tool-speed';
const ROUNDS = 2;

/** What is linted and converted: modern, old, and coroutine style. */
const CORPUS = Object.freeze({
  bluebird: 'bluebird@3.7.2',
  taskr: 'taskr@1.1.0',
  'koa-router': 'koa-router@5.4.0',
});
const PEERS = Object.freeze({
  'eslint-plugin-promise': 'eslint-plugin-promise@7.2.1',
  'eslint-plugin-n': 'eslint-plugin-n@17.23.1',
});
const PEER_RULES = Object.freeze([
  'core/no-await-in-loop',
  'core/require-atomic-updates',
  'core/require-await',
  'promise/prefer-await-to-then',
  'promise/no-promise-in-callback',
  'promise/always-return',
  'n/no-sync',
  'n/prefer-promises/fs',
]);

/** @type {Suite} */
const suite = {
  id: ID,
  title: 'The tool’s own speed',
  node: '20.19.0',
  quick: false,
  run,
  report,
};

export default suite;

/**
 * @param {SuiteOptions} options
 * @returns {Promise<Data>}
 */
async function run(options) {
  const corpus = await fetchPackages('corpus', CORPUS);
  const peers = await fetchPackages('lint-peers', PEERS);
  const program = fileURLToPath(new URL('tool-speed/program.mjs', import.meta.url));
  const settings = {
    corpus,
    packages: Object.keys(CORPUS),
    peers,
    peerRules: PEER_RULES,
    rounds: ROUNDS,
  };
  const source = `exports.run = async () => {
    const { measureTool } = await import(${JSON.stringify(pathToFileURL(program).href)});
    return measureTool(${JSON.stringify(settings)});
  };`;
  const { value } = await runJob(
    { mode: 'value', variants: [inlineVariant(source)] },
    { ...childOf(options), timeout: Math.max(options.timeout, 600_000) },
  );
  return value;
}

/** @param {readonly Results[]} all */
function report(all) {
  /** @type {Array<{ node: string, data: Data }>} */
  const found = suiteData(all, ID);
  const last = found.at(-1);
  if (last === undefined) return undefined;
  const { node, data } = last;
  const perThousand = (/** @type {number} */ ms) => (ms / (data.lines / 1000)).toFixed(2);
  /** @param {Record<string, number>} times */
  const rows = (times) =>
    Object.entries(times)
      .sort(([, left], [, right]) => left - right)
      .map(([name, ms]) => [`\`${name}\``, formatNumber(Math.round(ms)), perThousand(ms)]);
  const bare = data.codemods['@babel/parser, parse only'];
  return [
    `${formatNumber(data.files)} files with ${formatNumber(data.lines)} lines of ${Object.values(CORPUS).join(', ')}; CPU time, median of ${ROUNDS} rounds in turn, Node ${node}.`,
    '### Rules',
    `Each rule alone, less the ${formatNumber(Math.round(data.noRules))} ms that ESLint takes with no rule. What the rules share is in each; \`all of async-perf\` counts it once. Peers: ${Object.values(PEERS).join(', ')}.`,
    markdownTable(['Rule', 'CPU, ms', 'ms for 1,000 lines'], rows(data.lint)),
    '### Codemods',
    `A file without the words of a pattern is not parsed, so a codemod can take less than a parse of everything${bare === undefined ? '' : ` (${formatNumber(Math.round(bare))} ms)`}.`,
    markdownTable(['Codemod', 'CPU, ms', 'ms for 1,000 lines'], rows(data.codemods)),
  ].join('\n\n');
}
