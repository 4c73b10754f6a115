/** @import { Linter as LinterTypes } from 'eslint' */

import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Linter } from 'eslint';

import plugin from '../index.js';
import { median } from './statistics.js';

/**
 * What rules add to a lint: whole runs over the same files, with the rules on and off in turn, in
 * CPU time. Timings per rule mislead where rules share lazy facts: the first that asks pays.
 *
 *     npm run bench:lint [-- --lines 200000 --rounds 5]
 */

/** The three rules that the budget is about; `recommended` is measured beside them. */
const HEADLINE_RULES = [
  'no-closure-async-fast-path',
  'no-global-promise-override',
  'no-promise-wrapped-await',
];

const MAX_BYTES = 400_000;

/**
 * @typedef {object} Contender
 * @property {string} name
 * @property {LinterTypes.RulesRecord} rules
 */

/** @type {Contender[]} */
const CONTENDERS = [
  { name: 'nothing', rules: {} },
  { name: 'nothing again', rules: {} },
  { name: 'no-await-in-loop of ESLint', rules: { 'no-await-in-loop': 'error' } },
  { name: 'the three headline rules', rules: switchOn(HEADLINE_RULES) },
  { name: 'recommended', rules: recommendedRules() },
];

/**
 * @param {string[]} names
 * @returns {LinterTypes.RulesRecord}
 */
function switchOn(names) {
  return Object.fromEntries(names.map((name) => [`async-perf/${name}`, 'error']));
}

/** @returns {LinterTypes.RulesRecord} */
function recommendedRules() {
  const { recommended } = /** @type {{ recommended: LinterTypes.Config }} */ (plugin.configs);
  return /** @type {LinterTypes.RulesRecord} */ (recommended.rules);
}

/**
 * @param {string} root
 * @param {number} lines
 * @returns {{ path: string, text: string }[]} Scripts and modules below the root, in the order of
 *   their paths, until they hold so many lines.
 */
function readFiles(root, lines) {
  /** @type {{ path: string, text: string }[]} */
  const files = [];
  let total = 0;
  const directories = [root];
  for (
    let directory = directories.pop();
    directory && total < lines;
    directory = directories.pop()
  ) {
    for (const { name } of readdirSync(directory, { withFileTypes: true }).sort()) {
      const path = join(directory, name);
      const stats = statSync(path, { throwIfNoEntry: false });
      if (stats?.isDirectory() && name !== '.bin') {
        directories.push(path);
      } else if (stats?.isFile() && /\.[cm]?js$/u.test(name) && stats.size < MAX_BYTES) {
        const text = readFileSync(path, 'utf8');
        files.push({ path, text });
        total += text.split('\n').length;
      }
      if (total >= lines) {
        break;
      }
    }
  }
  return files;
}

/**
 * @param {{ path: string, text: string }[]} files
 * @param {LinterTypes.RulesRecord} rules
 * @returns {number} CPU seconds.
 */
function lintAll(files, rules) {
  const linter = new Linter();
  /** @type {LinterTypes.Config} */
  const config = {
    files: ['**/*'],
    plugins: { 'async-perf': plugin },
    rules,
    languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } },
    linterOptions: { reportUnusedDisableDirectives: 'off', noInlineConfig: true },
  };
  const commonjs = {
    ...config,
    languageOptions: { sourceType: /** @type {const} */ ('commonjs') },
  };
  const started = process.cpuUsage();
  for (const { path, text } of files) {
    const isModule = /^\s*(?:import|export)\b/mu.test(text);
    linter.verify(text, isModule ? config : commonjs, {
      filename: path.replace(/^.*node_modules/u, 'x'),
    });
  }
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1e6;
}

/**
 * @param {string} name
 * @param {number} byDefault
 * @returns {number}
 */
function readNumber(name, byDefault) {
  const index = process.argv.indexOf(`--${name}`);
  return index === -1 ? byDefault : Number(process.argv[index + 1]);
}

const files = readFiles(
  fileURLToPath(new URL('../node_modules/', import.meta.url)),
  readNumber('lines', 200_000),
);
const lines = files.reduce((sum, { text }) => sum + text.split('\n').length, 0);
process.stdout.write(`${files.length} files, ${lines} lines\n`);

/** @type {number[][]} */
const seconds = CONTENDERS.map(() => []);
for (let round = 0; round <= readNumber('rounds', 5); round++) {
  const order = [...CONTENDERS.keys()];
  for (const index of round % 2 === 0 ? order : order.reverse()) {
    const spent = lintAll(files, CONTENDERS[index]?.rules ?? {});
    if (round > 0) {
      // The first round warms the code up.
      seconds[index]?.push(spent);
    }
  }
}

const [off = []] = seconds;
for (const [index, { name }] of CONTENDERS.entries()) {
  const own = seconds[index] ?? [];
  const added = median(own.map((value, round) => value - (off[round] ?? 0)));
  process.stdout.write(
    `${name.padEnd(28)} ${median(own).toFixed(2)} s, ${(added * 1000).toFixed(0).padStart(6)} ms more than nothing\n`,
  );
}
