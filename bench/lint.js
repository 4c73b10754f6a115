/** @import { ESLint as ESLintTypes, Linter } from 'eslint' */

import { readFileSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ESLint } from 'eslint';

import plugin from '../index.js';
import { measureImports } from './import-time.js';
import { markdownTable } from './report/cost-table.js';
import { shuffle } from './shuffle.js';

/**
 * What rules add to a lint: each file is linted with the rules on and off, in another order each time,
 * since a run pays for what the one before it left in memory, and again in every round; the least time
 * of a file counts, since whatever else the machine does only adds to it. Timings per rule mislead where
 * rules share lazy facts: the first that asks pays.
 *
 *     npm run bench:lint [-- --lines 200000 --rounds 5]
 *
 * It fails if `recommended` adds more than its share of ESLint's parse time, or more than the
 * recommended rules of eslint-plugin-promise. The parse time is what ESLint itself gives in its
 * statistics, the analysis of scopes with it: https://eslint.org/docs/latest/extend/stats.
 */

/** What `recommended` may add, as a share of the parse. */
const MOST_OF_PARSE = 0.02;

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

/**
 * @typedef {object} Contender
 * @property {string} name
 * @property {Linter.RulesRecord} rules
 */

const RECOMMENDED = 'recommended';
const PEER = 'recommended of eslint-plugin-promise';

/** @type {Contender[]} */
const CONTENDERS = [
  { name: 'nothing', rules: {} },
  { name: 'nothing again', rules: {} },
  { name: 'as many rules that do nothing', rules: switchOn(Object.keys(idle.rules), 'idle') },
  { name: 'no-await-in-loop of ESLint', rules: { 'no-await-in-loop': 'error' } },
  { name: 'the three headline rules', rules: switchOn(HEADLINE_RULES) },
  { name: RECOMMENDED, rules: rulesOf(plugin) },
  { name: PEER, rules: rulesOf(promise, 'flat/recommended') },
];

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
 * @param {Linter.RulesRecord} rules
 * @param {{ stats?: boolean }} [options]
 * @returns {(file: { path: string, text: string }) => Promise<ESLintTypes.LintResult | undefined>} Lints
 *   with them.
 */
function createRunner(rules, options = {}) {
  /** @type {Linter.Config} */
  const config = {
    files: ['**/*.{js,cjs,mjs}'],
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
  return async ({ path, text }) => {
    const isModule = /^[\t ]*(?:import|export)\b/mu.test(text);
    const filePath = path.includes('node_modules') ? `x${path.split('node_modules').at(-1)}` : path;
    const [result] = await (isModule ? modules : scripts).lintText(text, { filePath });
    return result;
  };
}

/**
 * @param {Linter.Config} config
 * @param {{ stats?: boolean }} options
 * @returns {ESLintTypes}
 */
function createLinter(config, options) {
  return new ESLint({ overrideConfigFile: true, overrideConfig: [config], ...options });
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

const files = readFiles(
  fileURLToPath(new URL('../node_modules/', import.meta.url)),
  readNumber('lines', 200_000),
);
const lines = files.reduce((sum, { text }) => sum + text.split('\n').length, 0);
process.stdout.write(`${files.length} files, ${lines} lines\n\n`);

const runners = CONTENDERS.map(({ rules }) => createRunner(rules));
const parsing = createRunner({}, { stats: true });
/** What each took for each file at least, in milliseconds, and ESLint's own parse of it. */
const least = CONTENDERS.map(() => files.map(() => Infinity));
const leastParse = files.map(() => Infinity);
for (let round = 0; round <= readNumber('rounds', 5); round++) {
  for (const [place, file] of files.entries()) {
    const times = runners.map(() => Infinity);
    const order = shuffle([...runners.entries()], `${round}`, ([index]) => `${file.path} ${index}`);
    for (const [index, lint] of order) {
      const started = performance.now();
      await lint(file);
      times[index] = performance.now() - started;
    }
    const parse = (await parsing(file))?.stats?.times.passes[0]?.parse?.total ?? Infinity;
    // The first round warms the code up.
    if (round > 0) {
      keepLeast(leastParse, place, parse);
      times.forEach((time, index) => keepLeast(least[index] ?? [], place, time));
    }
  }
}

const milliseconds = least.map(sum);
const [off = 0] = milliseconds;
const parse = sum(leastParse);
const table = CONTENDERS.map(({ name }, index) => {
  const own = milliseconds[index] ?? 0;
  return [
    name,
    `${(own / 1000).toFixed(2)} s`,
    `${(own - off).toFixed(0)} ms`,
    `${(((own - off) / parse) * 100).toFixed(1)} %`,
  ];
});
process.stdout.write(
  `${markdownTable(['on', 'whole lint', 'more than nothing', 'of the parse'], table)}\n\n`,
);
process.stdout.write(`ESLint's parse: ${(parse / 1000).toFixed(2)} s\n`);

const { empty, plugin: own } = measureImports(readNumber('imports', 15));
process.stdout.write(
  `Importing the plugin: ${own.toFixed(1)} ms, an empty module ${empty.toFixed(1)} ms\n`,
);

const [ours = 0, theirs = 0] = [RECOMMENDED, PEER].map(
  (wanted) => (milliseconds[CONTENDERS.findIndex(({ name }) => name === wanted)] ?? 0) - off,
);
if (ours > parse * MOST_OF_PARSE || ours > theirs) {
  process.stdout.write(
    `recommended is over its budget of ${(parse * MOST_OF_PARSE).toFixed(0)} ms\n`,
  );
  process.exitCode = 1;
}
