/**
 * Applies fixes and suggestions to real files, one at a time, and says which of them no parser takes any more.
 *
 * Usage: node test/precision/fixes.js [--limit 500] [--seed fixes-1] DIRECTORY...
 *   Prints a line of JSON for each that does not parse, and last how many were applied, by rule.
 */

/** @import { Linter as LinterType, Rule } from 'eslint' */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';

import { Linter } from 'eslint';

import { shuffle } from '../../bench/shuffle.js';
import { groupBy } from '../../core/analysis/syntax/group-by.js';
import plugin from '../../index.js';
import { listFiles } from '../corpus/files.js';
import { parsingConfigs } from './findings.js';
import { isBuilt } from './sources.js';

const SOURCE = /\.[cm]?[jt]sx?$/u;

const {
  values: { limit, seed },
  positionals: directories,
} = parseArgs({
  options: {
    limit: { type: 'string', default: '500' },
    seed: { type: 'string', default: 'fixes-1' },
  },
  allowPositionals: true,
});

/**
 * @typedef {object} Repair
 * @property {string} file
 * @property {number} line
 * @property {string} rule
 * @property {Rule.Fix} fix
 * @property {LinterType.Config[]} config That parses the file.
 */

const linter = new Linter({ configType: 'flat', cwd: path.parse(process.cwd()).root });
const { rules = {} } = plugin.configs.all;

/** @type {Repair[]} */
const repairs = [];
let files = 0;
for (const directory of directories) {
  for (const file of (await listFiles(path.resolve(directory))).filter((name) =>
    SOURCE.test(name),
  )) {
    const text = await readText(file);
    if (!isBuilt(path.relative(directory, file), text)) {
      files += 1;
      repairs.push(...repairsIn(file, text));
    }
  }
}

const drawn = shuffle(repairs, seed, ({ file, line, rule }) => `${file}:${line} ${rule}`).slice(
  0,
  Number(limit),
);
let failed = 0;
for (const { file, line, rule, fix, config } of drawn) {
  const text = await readText(file);
  const repaired = text.slice(0, fix.range[0]) + fix.text + text.slice(fix.range[1]);
  const fault = linter.verify(repaired, config, { filename: file }).find(({ fatal }) => fatal);
  if (fault) {
    failed += 1;
    process.stdout.write(`${JSON.stringify({ file, line, rule, fault: fault.message })}\n`);
  }
}
const byRule = [...groupBy(drawn, ({ rule }) => rule)].map(([rule, of]) => [rule, of.length]);
process.stdout.write(
  `${JSON.stringify({ files, found: repairs.length, applied: drawn.length, failed, byRule: Object.fromEntries(byRule) })}\n`,
);
process.exitCode = failed > 0 ? 1 : 0;

/**
 * @param {string} file
 * @returns {Promise<string>} Without the byte order mark, which no range counts.
 */
async function readText(file) {
  const text = await readFile(file, 'utf8');
  return text.replace(/^\uFEFF/u, '');
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {Repair[]}
 */
function repairsIn(file, text) {
  const config = parsingConfigs(file).find(
    (each) => !linter.verify(text, each, { filename: file }).some(({ fatal }) => fatal),
  );
  const messages = config
    ? linter.verify(
        linter.getSourceCode(),
        config.map((each) => ({ ...each, plugins: { 'async-perf': plugin }, rules })),
        { filename: file },
      )
    : [];
  return messages.flatMap(({ ruleId, line, fix, suggestions = [] }) =>
    [fix, ...suggestions.map((each) => each.fix)].flatMap((each) =>
      each && config ? [{ file, line, rule: String(ruleId), fix: each, config }] : [],
    ),
  );
}
