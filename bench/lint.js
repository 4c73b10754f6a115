/** @import { ESLint as ESLintTypes, Linter } from 'eslint' */

import { readFileSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ESLint } from 'eslint';

import plugin from '../index.js';
import { measureImports } from './import-time.js';
import { markdownTable } from './report/cost-table.js';

/**
 * What rules add to a lint: each file is linted with the rules on and off in turn, and again in every
 * round; the least CPU time of a file counts, since whatever else the machine does only adds to it.
 * Timings per rule mislead where rules share lazy facts: the first that asks pays.
 *
 *     npm run bench:lint [-- --lines 200000 --rounds 5]
 *
 * It fails if `recommended` adds more than its share of ESLint's parse time, or more than the
 * recommended rules of eslint-plugin-promise.
 */

/** What `recommended` may add, as a share of the parse. */
const MOST_OF_PARSE = 0.02;

/** The three rules that the budget is about; `recommended` is measured beside them. */
const HEADLINE_RULES = [
  'no-closure-async-fast-path',
  'no-global-promise-override',
  'no-promise-wrapped-await',
];

const require = createRequire(import.meta.url);

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

/** ESLint's own parser. */
const espree = createRequire(require.resolve('eslint'))('espree');

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
 * @typedef {object} Run
 * @property {number} seconds CPU time.
 * @property {number} parsing What of it the parser took.
 */

/**
 * @param {Linter.RulesRecord} rules
 * @returns {(file: { path: string, text: string }) => Promise<Run>} Lints with them.
 */
function createRunner(rules) {
  let parsing = 0;
  const parser = {
    meta: { name: 'timed-espree' },
    /**
     * @param {string} text
     * @param {object} options
     */
    parse(text, options) {
      const started = process.cpuUsage();
      try {
        return espree.parse(text, options);
      } finally {
        parsing += secondsSince(started);
      }
    },
  };
  /** @type {Linter.Config} */
  const config = {
    files: ['**/*.{js,cjs,mjs}'],
    plugins: { 'async-perf': plugin, idle, promise },
    rules,
    languageOptions: { parser, parserOptions: { ecmaFeatures: { jsx: true } } },
    linterOptions: { reportUnusedDisableDirectives: 'off', noInlineConfig: true },
  };
  // As a project has it: its configuration is read and checked once, not once a file.
  const modules = createLinter(config);
  const scripts = createLinter({
    ...config,
    languageOptions: { parser, sourceType: /** @type {const} */ ('commonjs') },
  });
  return async ({ path, text }) => {
    const isModule = /^\s*(?:import|export)\b/mu.test(text);
    const filePath = path.replace(/^.*node_modules/u, 'x');
    parsing = 0;
    const started = process.cpuUsage();
    await (isModule ? modules : scripts).lintText(text, { filePath });
    return { seconds: secondsSince(started), parsing };
  };
}

/**
 * @param {Linter.Config} config
 * @returns {ESLintTypes}
 */
function createLinter(config) {
  return new ESLint({ overrideConfigFile: true, overrideConfig: [config] });
}

/**
 * @param {NodeJS.CpuUsage} started
 * @returns {number} CPU time.
 */
function secondsSince(started) {
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
/** What each took for each file at least. */
const least = CONTENDERS.map(() => files.map(() => ({ seconds: Infinity, parsing: Infinity })));
for (let round = 0; round <= readNumber('rounds', 5); round++) {
  for (const [place, file] of files.entries()) {
    for (let turn = 0; turn < runners.length; turn++) {
      const index = (turn + place + round) % runners.length;
      const run = await runners[index]?.(file);
      const best = least[index]?.[place];
      // The first round warms the code up.
      if (run && best && round > 0) {
        best.seconds = Math.min(best.seconds, run.seconds);
        best.parsing = Math.min(best.parsing, run.parsing);
      }
    }
  }
}

const seconds = least.map((own) => sum(own.map((run) => run.seconds)));
const [off = 0] = seconds;
const parse = sum((least[0] ?? []).map((run) => run.parsing));
const table = CONTENDERS.map(({ name }, index) => {
  const own = seconds[index] ?? 0;
  return [
    name,
    `${own.toFixed(2)} s`,
    `${((own - off) * 1000).toFixed(0)} ms`,
    `${(((own - off) / parse) * 100).toFixed(1)} %`,
  ];
});
process.stdout.write(
  `${markdownTable(['on', 'whole lint', 'more than nothing', 'of the parse'], table)}\n\n`,
);

const { empty, plugin: own } = measureImports(readNumber('imports', 15));
process.stdout.write(
  `Importing the plugin: ${own.toFixed(1)} ms, an empty module ${empty.toFixed(1)} ms\n`,
);

const [ours = 0, theirs = 0] = [RECOMMENDED, PEER].map(
  (wanted) => (seconds[CONTENDERS.findIndex(({ name }) => name === wanted)] ?? 0) - off,
);
if (ours > parse * MOST_OF_PARSE || ours > theirs) {
  process.stdout.write(
    `recommended is over its budget of ${(parse * MOST_OF_PARSE * 1000).toFixed(0)} ms\n`,
  );
  process.exitCode = 1;
}
