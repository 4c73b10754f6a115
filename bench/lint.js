/** @import { ESLint as ESLintTypes, Linter } from 'eslint' */

import { readFileSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import * as typescriptParser from '@typescript-eslint/parser';
import { ESLint } from 'eslint';

import plugin from '../index.js';
import { measureImports } from './import-time.js';
import { markdownTable } from './report/cost-table.js';
import { shuffle } from './shuffle.js';

/**
 * What rules add to a lint: each file is linted with the rules on and off, in another order each time,
 * since a run pays for what the one before it left in memory, and again in every round; the least time
 * of a file counts, since whatever else the machine does only adds to it, and time of the processors, of which
 * others take none. Timings per rule mislead where
 * rules share lazy facts: the first that asks pays.
 *
 *     npm run bench:lint [-- --lines 200000 --rounds 5 --directory ../server --directory ../other --only recommended]
 *
 * Without a directory it reads what is installed here. It fails if `recommended` adds more than its share of
 * ESLint's parse time above as many rules that do nothing, or more than half of what the recommended rules of
 * eslint-plugin-promise do. The parse time is what ESLint itself gives in its statistics, the analysis of scopes
 * with it: https://eslint.org/docs/latest/extend/stats.
 */

/** What `recommended` may add, as a share of the parse. */
const MOST_OF_PARSE = 0.03;

/** And as a share of what the plugin that comes closest adds. */
const MOST_OF_PEER = 0.5;

/** The three rules that the budget is about; `recommended` is measured beside them. */
const HEADLINE_RULES = [
  'no-closure-async-fast-path',
  'no-global-promise-override',
  'no-promise-wrapped-await',
];

/** The plugin that comes closest; it has no declarations. */
const promise = /** @type {import('eslint').ESLint.Plugin} */ (
  createRequire(import.meta.url)('eslint-plugin-promise')
);

/** Rules that do nothing, one for each of `recommended`: what ESLint itself spends on a rule. */
const idle = {
  rules: Object.fromEntries(
    Object.keys(rulesOf(plugin)).map((_, index) => [`rule-${index}`, { create: () => ({}) }]),
  ),
};

const MAX_BYTES = 400_000;

const { values: options } = parseArgs({
  options: {
    directory: { type: 'string', multiple: true, default: [] },
    imports: { type: 'string', default: '15' },
    lines: { type: 'string', default: '200000' },
    only: { type: 'string', multiple: true, default: [] },
    rounds: { type: 'string', default: '5' },
  },
});

/**
 * @typedef {object} Contender
 * @property {string} name
 * @property {Linter.RulesRecord} rules
 */

const RECOMMENDED = 'recommended';
const IDLE = 'as many rules that do nothing';
const PEER = 'recommended of eslint-plugin-promise';

/** What the budget is about: the others are left out where `--only` does not name them. */
const NEEDED = [IDLE, RECOMMENDED, PEER];

/** @type {Contender[]} */
const ALL_CONTENDERS = [
  { name: 'nothing', rules: {} },
  { name: 'nothing again', rules: {} },
  { name: IDLE, rules: switchOn(Object.keys(idle.rules), 'idle') },
  { name: 'no-await-in-loop of ESLint', rules: { 'no-await-in-loop': 'error' } },
  { name: 'the three headline rules', rules: switchOn(HEADLINE_RULES) },
  { name: RECOMMENDED, rules: rulesOf(plugin) },
  { name: PEER, rules: rulesOf(promise, 'flat/recommended') },
];

const CONTENDERS = ALL_CONTENDERS.filter(
  ({ name }) => options.only.length === 0 || NEEDED.includes(name) || options.only.includes(name),
);

/**
 * @param {string[]} names
 * @param {string} [from] Their plugin.
 * @returns {Linter.RulesRecord}
 */
function switchOn(names, from = 'async-perf') {
  return Object.fromEntries(names.map((name) => [`${from}/${name}`, 'error']));
}

/**
 * @param {any} owner
 * @param {string} [name]
 * @returns {Linter.RulesRecord}
 */
function rulesOf({ configs }, name = 'recommended') {
  return configs[name].rules;
}

/**
 * @param {string} root
 * @param {number} lines
 * @returns {{ path: string, text: string }[]} Scripts and modules below the root, until they hold so many lines.
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
      } else if (
        stats?.isFile() &&
        /\.[cm]?[jt]s$/u.test(name) &&
        !/\.d\.[cm]?ts$/u.test(name) &&
        stats.size < MAX_BYTES
      ) {
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
 * @param {Linter.RulesRecord} rules
 * @param {{ stats?: boolean }} [options]
 * @returns {(file: { path: string, text: string }) => Promise<ESLintTypes.LintResult | undefined>} Lints
 *   with them.
 */
function createRunner(rules, options = {}) {
  /** @type {Linter.Config} */
  const config = {
    files: ['**/*.{js,cjs,mjs,ts,cts,mts}'],
    plugins: { 'async-perf': plugin, idle, promise },
    rules,
    languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } },
    linterOptions: { reportUnusedDisableDirectives: 'off', noInlineConfig: true },
  };
  // As a project has it: its configuration is read and checked once, not once a file.
  const modules = createLinter(config, options);
  const scripts = createLinter(
    {
      ...config,
      languageOptions: { ...config.languageOptions, sourceType: /** @type {const} */ ('commonjs') },
    },
    options,
  );
  const typed = createLinter(
    {
      ...config,
      languageOptions: { ...config.languageOptions, parser: typescriptParser },
    },
    options,
  );
  return async ({ path, text }) => {
    const isModule = /^[\t ]*(?:import|export)\b/mu.test(text);
    const filePath = path.includes('node_modules') ? `x${path.split('node_modules').at(-1)}` : path;
    const linter = /ts$/u.test(path) ? typed : isModule ? modules : scripts;
    const [result] = await linter.lintText(text, { filePath });
    return result;
  };
}

/**
 * @param {Linter.Config} config
 * @param {{ stats?: boolean }} options
 * @returns {ESLintTypes}
 */
function createLinter(config, options) {
  // From the root: what is linted may lie anywhere.
  const cwd = parse(process.cwd()).root;
  return new ESLint({ cwd, overrideConfigFile: true, overrideConfig: [config], ...options });
}

/**
 * @param {number[]} values
 * @param {number} place
 * @param {number} value
 */
function keepLeast(values, place, value) {
  values[place] = Math.min(values[place] ?? Infinity, value);
}

/**
 * @param {readonly number[]} values
 * @returns {number}
 */
function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}

/**
 * @param {{ path: string, text: string }} file
 * @returns {Promise<number>} Milliseconds of the processors: ESLint goes by the clock, so that its parse is taken as
 *   a share of the lint.
 */
async function parseOf(file) {
  const started = { cpu: process.cpuUsage(), clock: performance.now() };
  const result = await parsing(file);
  const { user, system } = process.cpuUsage(started.cpu);
  const clock = performance.now() - started.clock;
  const parse = result?.stats?.times.passes[0]?.parse?.total ?? Infinity;
  return (parse / clock) * ((user + system) / 1000);
}

const roots =
  options.directory.length > 0
    ? options.directory
    : [fileURLToPath(new URL('../node_modules/', import.meta.url))];
const files = roots.flatMap((root) => readFiles(root, Number(options.lines) / roots.length));
const lines = files.reduce((sum, { text }) => sum + text.split('\n').length, 0);
process.stdout.write(`${files.length} files, ${lines} lines\n\n`);

const runners = CONTENDERS.map(({ rules }) => createRunner(rules));
const parsing = createRunner({}, { stats: true });
/** What each took for each file at least, in milliseconds of the processors, and ESLint's own parse of it. */
const least = CONTENDERS.map(() => files.map(() => Infinity));
const leastParse = files.map(() => Infinity);
for (let round = 0; round <= Number(options.rounds); round++) {
  for (const [place, file] of files.entries()) {
    const times = runners.map(() => Infinity);
    const order = shuffle([...runners.entries()], `${round}`, ([index]) => `${file.path} ${index}`);
    for (const [index, lint] of order) {
      const started = process.cpuUsage();
      await lint(file);
      const { user, system } = process.cpuUsage(started);
      times[index] = (user + system) / 1000;
    }
    const parse = await parseOf(file);
    // The first round warms the code up.
    if (round > 0) {
      keepLeast(leastParse, place, parse);
      times.forEach((time, index) => keepLeast(least[index] ?? [], place, time));
    }
  }
}

const milliseconds = least.map(sum);
const parseTime = sum(leastParse);
/** @type {(name: string) => number} */
const timeOf = (name) => milliseconds[CONTENDERS.findIndex((each) => each.name === name)] ?? 0;
const idleTime = timeOf(IDLE);
const table = CONTENDERS.map(({ name }, index) => {
  const own = milliseconds[index] ?? 0;
  return [
    name,
    `${(own / 1000).toFixed(2)} s`,
    `${(own - idleTime).toFixed(0)} ms`,
    `${(((own - idleTime) / parseTime) * 100).toFixed(1)} %`,
  ];
});
process.stdout.write(
  `${markdownTable(['on', 'whole lint', 'more than idle rules', 'of the parse'], table)}\n\n`,
);
process.stdout.write(`ESLint's parse: ${(parseTime / 1000).toFixed(2)} s\n`);

const { empty, plugin: own } = measureImports(Number(options.imports));
process.stdout.write(
  `Importing the plugin: ${own.toFixed(1)} ms, an empty module ${empty.toFixed(1)} ms\n`,
);

const [ours, theirs] = [timeOf(RECOMMENDED) - idleTime, timeOf(PEER) - idleTime];
const most = Math.min(parseTime * MOST_OF_PARSE, theirs * MOST_OF_PEER);
if (ours > most) {
  process.stdout.write(`recommended is over its budget of ${most.toFixed(0)} ms\n`);
  process.exitCode = 1;
}
