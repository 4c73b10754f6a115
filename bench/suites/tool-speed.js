/**
 * The tool's own speed: what its rules add to a lint beside core's and its peers' rules, and what its
 * codemods add to parsing, over the same published files, in one process and in turn.
 *
 * @import { Results } from '../results.js'
 * @import { Interval } from '../statistics.js'
 * @import { Suite, SuiteOptions } from '../suites.js'
 *
 * @typedef {object} Data
 * @property {number} files
 * @property {number} lines
 * @property {Array<{ name: string, ms: number, ratio: Interval }>} lint CPU ms that each adds to ESLint with no rule, and
 *   how many times that it takes
 * @property {Interval} control ESLint with no rule against itself
 * @property {number} noRules CPU ms of ESLint with no rule: parsing, scopes and the walk
 * @property {MeasuredCodemod[]} codemods
 *
 * @typedef {object} MeasuredCodemod
 * @property {string} name
 * @property {number} files that hold the codemod's words
 * @property {number} lines
 * @property {number} parse CPU ms of a bare parse of these files
 * @property {Interval} control that parse against itself
 * @property {Record<string, Interval>} ratios of the codemod and its peers to that parse
 */
import { fileURLToPath, pathToFileURL } from 'node:url';

import { runJob } from '../child.js';
import { fetchPackages } from '../packages.js';
import { formatInterval, formatNumber, markdownTable } from '../report/cost-table.js';
import { isBiased, verdict } from '../statistics.js';
import { childOf, inlineVariant, suiteData } from '../suites.js';

const ID = 'tool-speed';
const ROUNDS = 5;

/** What is linted and converted: callbacks, coroutines, chains, streams, and async functions. */
export const CORPUS = Object.freeze({
  bluebird: 'bluebird@3.7.2',
  'fs-extra': 'fs-extra@2.1.2',
  'koa-router': 'koa-router@5.4.0',
  pacote: 'pacote@11.3.5',
  request: 'request@2.88.2',
  taskr: 'taskr@1.1.0',
});
const PEERS = Object.freeze({
  'eslint-plugin-promise': 'eslint-plugin-promise@7.2.1',
  'eslint-plugin-n': 'eslint-plugin-n@17.23.1',
  '@codemodsquad/asyncify': '@codemodsquad/asyncify@2.0.5',
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
    { ...childOf(options), timeout: Math.max(options.timeout, 1_800_000) },
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
  const rules = [...data.lint].sort((left, right) => left.ms - right.ms);
  const names = [...new Set(data.codemods.flatMap(({ ratios }) => Object.keys(ratios)))];
  return [
    `${formatNumber(data.files)} files with ${formatNumber(data.lines)} lines of ${Object.values(CORPUS).join(', ')}; CPU time, median of ${ROUNDS} rounds in one process, all in turn on each file, Node ${node}.`,
    '### Rules',
    [
      `The time that each adds alone to the ${formatNumber(Math.round(data.noRules))} ms that ESLint takes with no rule, and how many times`,
      'that it takes with it, with the 95 % interval. What the rules share is in each of them; “all of',
      `async-perf” counts it once. The control, ESLint with no rule once more, is ${formatInterval(data.control)}: “none to tell”`,
      `is what does not lie outside of it. Peers: ${Object.values(PEERS).slice(0, 2).join(', ')}, ESLint’s own rules.`,
    ].join('\n'),
    markdownTable(
      ['Rule', 'CPU, ms', 'ms for 1,000 lines', 'Times ESLint with no rule'],
      rules.map(({ name, ms, ratio }) => {
        const told = verdict(ratio, data.control) === 'faster';
        return [
          `\`${name}\``,
          told ? formatNumber(Math.round(ms)) : 'none to tell',
          told ? (ms / (data.lines / 1000)).toFixed(2) : '–',
          formatInterval(ratio),
        ];
      }),
    ),
    '### Codemods',
    [
      'A file without the words of a codemod is not parsed. For the files that have them: how many times the',
      'CPU time of a bare `@babel/parser` parse of the same files each takes, with the 95 % interval. The',
      'control is that parse once more.',
    ].join('\n'),
    markdownTable(
      ['Codemod', 'Files', 'Lines', 'Parse, ms', ...names, 'Control'],
      data.codemods.map(({ name, files, lines, parse, ratios, control }) => [
        `\`${name}\``,
        formatNumber(files),
        formatNumber(lines),
        formatNumber(Math.round(parse)),
        ...names.map((peer) =>
          ratios[peer] && isBiased(control)
            ? 'unclear: biased control'
            : formatInterval(ratios[peer]),
        ),
        formatInterval(control),
      ]),
    ),
  ].join('\n\n');
}
