/**
 * Runs inside the child of the suite `tool-speed`: lints and converts a corpus, one configuration
 * after the other, round by round, and takes the CPU time of each.
 */
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

import { parse } from '@babel/parser';
import { Linter } from 'eslint';

import { convert } from '../../../core/codemod/convert.js';
import plugin from '../../../index.js';
import { median, pairedRatio } from '../../statistics.js';

/** Names of what the others are compared with. */
const NO_RULE = 'no rule';
const NO_RULE_AGAIN = 'no rule, again';
const PARSE = 'parse';
const PARSE_AGAIN = 'parse, again';
const THIS = 'this codemod';

// It has no types.
const jscodeshift = createRequire(import.meta.url)('jscodeshift').withParser('babel');

/** Larger ones are bundles. */
const LARGEST = 100_000;

/**
 * @typedef {object} Settings
 * @property {string} corpus
 * @property {string[]} packages
 * @property {string} peers
 * @property {string[]} peerRules
 * @property {number} rounds
 *
 * @typedef {{ path: string, source: string }} File
 * @typedef {{ name: string, run: (file: File) => unknown }} Task
 */

/** @param {Settings} settings */
export async function measureTool({ corpus, packages, peers, peerRules, rounds }) {
  /** @type {File[]} */
  const files = [];
  for (const name of packages) {
    await collect(path.join(corpus, 'node_modules', name), files);
  }
  const lint = runInTurn(await lintTasks(peers, peerRules), files, rounds);
  const off = lint.get(NO_RULE) ?? [];
  const added = [...lint].flatMap(([name, times]) =>
    name === NO_RULE || name === NO_RULE_AGAIN
      ? []
      : [
          {
            name,
            ms: round(median(times.map((ms, at) => ms - (off[at] ?? 0)))),
            ratio: pairedRatio(times, off),
          },
        ],
  );
  return {
    files: files.length,
    lines: countLines(files),
    noRules: round(median(off)),
    control: pairedRatio(lint.get(NO_RULE_AGAIN) ?? [], off),
    lint: added,
    codemods: await measureCodemods(peers, files, rounds),
  };
}

/**
 * Each codemod over the files that hold its words, beside a bare parse of the same files and what
 * else is there to convert them.
 *
 * @param {string} peers
 * @param {File[]} files
 * @param {number} rounds
 */
async function measureCodemods(peers, files, rounds) {
  const directory = new URL('../../../codemods/', import.meta.url);
  const measured = [];
  for (const name of (await readdir(directory)).filter((file) => file.endsWith('.js'))) {
    const { codemod } = await import(new URL(name, directory).href);
    /** @type {File[]} */
    const own = files.filter(({ source }) =>
      codemod.patterns.some((/** @type {{ words: RegExp }} */ { words }) => words.test(source)),
    );
    if (own.length === 0) continue;
    const times = runInTurn(codemodTasks(codemod, peers), own, rounds);
    const parsing = times.get(PARSE) ?? [];
    measured.push({
      name: codemod.name,
      files: own.length,
      lines: countLines(own),
      parse: round(median(parsing)),
      control: pairedRatio(times.get(PARSE_AGAIN) ?? [], parsing),
      ratios: Object.fromEntries(
        [...times].flatMap(([task, list]) =>
          task === PARSE || task === PARSE_AGAIN ? [] : [[task, pairedRatio(list, parsing)]],
        ),
      ),
    });
  }
  return measured;
}

/** @param {readonly File[]} files */
function countLines(files) {
  return files.reduce((sum, { source }) => sum + source.split('\n').length, 0);
}

/** @param {number} ms */
function round(ms) {
  return Math.round(ms * 10) / 10;
}

/**
 * @param {string} directory
 * @param {File[]} files
 */
async function collect(directory, files) {
  const entries = await readdir(directory, { withFileTypes: true });
  for (const entry of entries.sort((left, right) => (left.name < right.name ? -1 : 1))) {
    const full = path.join(directory, entry.name);
    if (entry.isDirectory() && entry.name !== 'node_modules') await collect(full, files);
    if (!entry.isFile() || !entry.name.endsWith('.js')) continue;
    const source = await readFile(full, 'utf8');
    if (source.length <= LARGEST && parses(source)) files.push({ path: full, source });
  }
}

/** @param {string} source @returns {boolean} whether every contender can read it */
function parses(source) {
  try {
    parseBare(source);
    jscodeshift(source);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/**
 * @param {string} peers
 * @param {string[]} peerRules
 * @returns {Promise<Task[]>}
 */
async function lintTasks(peers, peerRules) {
  const require = createRequire(path.join(peers, 'from-here.cjs'));
  /** @type {Record<string, import('eslint').ESLint.Plugin>} */
  const plugins = {
    'async-perf': plugin,
    promise: require('eslint-plugin-promise'),
    n: require('eslint-plugin-n'),
  };
  const own = Object.keys(plugin.rules ?? {}).map((name) => `async-perf/${name}`);
  /** @type {Record<string, string[]>} */
  const sets = {
    [NO_RULE]: [],
    'all of async-perf': own,
    'async-perf/recommended': ruleNames(plugin.configs?.recommended),
    'promise/recommended': ruleNames(plugins.promise?.configs?.['flat/recommended']),
    ...Object.fromEntries(own.map((name) => [name, [name]])),
    // Far from the other one, so that what drifts in a round shows.
    [NO_RULE_AGAIN]: [],
    ...Object.fromEntries(peerRules.map((name) => [name, [name.replace(/^core\//u, '')]])),
  };
  const linter = new Linter();
  return Object.entries(sets).map(([name, rules]) => ({
    name,
    run({ source }) {
      /** @type {import('eslint').Linter.Config[]} */
      const config = [
        {
          files: ['**/*'],
          plugins,
          languageOptions: { sourceType: 'commonjs', ecmaVersion: 'latest' },
          linterOptions: { reportUnusedDisableDirectives: 'off' },
          rules: Object.fromEntries(rules.map((rule) => [rule, 'error'])),
        },
      ];
      linter.verify(source, config, { filename: 'corpus.js' });
    },
  }));
}

/** @param {any} config @returns {string[]} of the rules that it switches on */
function ruleNames(config) {
  return Object.entries(config.rules).flatMap(([name, level]) =>
    level === 'off' || level === 0 ? [] : [name],
  );
}

/**
 * @param {import('../../../core/codemod/convert.js').Codemod} codemod
 * @param {string} peers
 */
function codemodTasks(codemod, peers) {
  const asyncify = createRequire(path.join(peers, 'from-here.cjs'))('@codemodsquad/asyncify');
  const api = { jscodeshift, j: jscodeshift, stats() {}, report() {} };
  /** @type {Task[]} */
  const tasks = [
    { name: PARSE, run: ({ source }) => parseBare(source) },
    // Beside no package.json, so that the floor is the running Node.
    { name: THIS, run: ({ source }) => convert({ path: '/corpus.js', source }, codemod) },
    {
      name: 'jscodeshift, parse and print',
      run: ({ source }) => jscodeshift(source).toSource(),
    },
    { name: PARSE_AGAIN, run: ({ source }) => parseBare(source) },
  ];
  if (codemod.name === 'promise-chain-to-async') {
    tasks.push({
      name: '@codemodsquad/asyncify',
      run: ({ source }) => asyncify({ path: '/corpus.js', source }, api, {}),
    });
  }
  return tasks;
}

/** @param {string} source */
function parseBare(source) {
  return parse(source, {
    sourceType: 'script',
    allowReturnOutsideFunction: true,
    plugins: ['estree'],
    ranges: true,
    tokens: false,
  });
}

/**
 * All tasks on one file, then all on the next: what the machine does meanwhile hits all alike.
 *
 * @param {readonly Task[]} tasks
 * @param {readonly File[]} files
 * @param {number} rounds
 * @returns {Map<string, number[]>} CPU ms of each round, by name
 */
function runInTurn(tasks, files, rounds) {
  /** @type {Map<string, number[]>} */
  const times = new Map(tasks.map(({ name }) => [name, []]));
  for (let round = -1; round < rounds; round += 1) {
    const order = round % 2 === 0 ? tasks : [...tasks].reverse();
    const used = new Map(tasks.map(({ name }) => [name, 0]));
    for (const file of files) {
      for (const { name, run } of order) {
        const start = process.cpuUsage();
        run(file);
        const { user, system } = process.cpuUsage(start);
        used.set(name, (used.get(name) ?? 0) + (user + system) / 1000);
      }
    }
    // The first round is for the compilers.
    if (round >= 0) for (const [name, ms] of used) times.get(name)?.push(ms);
  }
  return times;
}
