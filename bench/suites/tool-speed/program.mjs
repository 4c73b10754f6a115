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
import { median } from '../../statistics.js';

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
 */

/** @param {Settings} settings */
export async function measureTool({ corpus, packages, peers, peerRules, rounds }) {
  /** @type {File[]} */
  const files = [];
  for (const name of packages) {
    await collect(path.join(corpus, 'node_modules', name), files);
  }
  const lint = await lintTasks(peers, peerRules, files);
  const codemods = await codemodTasks(files);
  const lintTimes = runInTurn(lint, rounds);
  const noRules = lintTimes['no rule'] ?? 0;
  return {
    files: files.length,
    lines: files.reduce((sum, { source }) => sum + source.split('\n').length, 0),
    noRules,
    lint: Object.fromEntries(
      Object.entries(lintTimes).flatMap(([name, ms]) =>
        name === 'no rule' ? [] : [[name, Math.max(0, ms - noRules)]],
      ),
    ),
    codemods: runInTurn(codemods, rounds),
  };
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

/** @param {string} source */
function parses(source) {
  try {
    parse(source, { sourceType: 'script', allowReturnOutsideFunction: true });
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/**
 * @param {string} peers
 * @param {string[]} peerRules
 * @param {File[]} files
 */
async function lintTasks(peers, peerRules, files) {
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
    'no rule': [],
    'all of async-perf': own,
    ...Object.fromEntries(own.map((name) => [name, [name]])),
    ...Object.fromEntries(peerRules.map((name) => [name, [name.replace(/^core\//u, '')]])),
  };
  const linter = new Linter();
  return Object.entries(sets).map(([name, rules]) => ({
    name,
    run() {
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
      for (const file of files) linter.verify(file.source, config, { filename: 'corpus.js' });
    },
  }));
}

/** @param {File[]} files */
async function codemodTasks(files) {
  const directory = new URL('../../../codemods/', import.meta.url);
  // It has no types.
  const jscodeshift = createRequire(import.meta.url)('jscodeshift');
  const tasks = [
    {
      name: '@babel/parser, parse only',
      run() {
        for (const { source } of files) {
          parse(source, { sourceType: 'script', allowReturnOutsideFunction: true });
        }
      },
    },
    {
      name: 'jscodeshift, parse and print only',
      run() {
        const j = jscodeshift.withParser('babel');
        for (const { source } of files) j(source).toSource();
      },
    },
  ];
  for (const file of (await readdir(directory)).filter((name) => name.endsWith('.js'))) {
    const { codemod } = await import(new URL(file, directory).href);
    tasks.push({
      name: codemod.name,
      run() {
        // Beside no package.json, so that the floor is the running Node.
        for (const { source } of files) convert({ path: '/corpus.js', source }, codemod);
      },
    });
  }
  return tasks;
}

/**
 * @param {Array<{ name: string, run: () => void }>} tasks
 * @param {number} rounds
 * @returns {Record<string, number>} CPU ms by name
 */
function runInTurn(tasks, rounds) {
  /** @type {Record<string, number[]>} */
  const times = {};
  for (let round = -1; round < rounds; round += 1) {
    const order = round % 2 === 0 ? tasks : [...tasks].reverse();
    for (const { name, run } of order) {
      const start = process.cpuUsage();
      run();
      const { user, system } = process.cpuUsage(start);
      // The first round is for the compilers.
      if (round >= 0) (times[name] ??= []).push((user + system) / 1000);
    }
  }
  return Object.fromEntries(
    Object.entries(times).map(([name, list]) => [name, Math.round(median(list) * 10) / 10]),
  );
}
