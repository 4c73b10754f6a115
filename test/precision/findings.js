/** @import { Linter as LinterType } from 'eslint' */
/** @import { Place } from './place.js' */
/** @import { SourceFile } from './sources.js' */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

import json from '@eslint/json';
import * as typescriptParser from '@typescript-eslint/parser';
import { Linter } from 'eslint';

import plugin from '../../index.js';
import { keyOf } from './place.js';
import { COMPILER_CONFIG } from './sources.js';

/**
 * @typedef {'recommended' | 'modernize' | 'strict' | 'all'} SetName `all` for what no other set has, of `ONLY_IN_ALL`.
 *
 * @typedef {Place & FoundThere} Finding
 *
 * @typedef {object} FoundThere
 * @property {SetName} set The first that reports it.
 * @property {string} message
 * @property {string} snippet The line.
 */

// Any file: for the sake of `**/*` alone ESLint lints none but `.js`, `.mjs` and `.cjs`.
const FILES = ['**/*.*'];

/** @type {readonly SetName[]} */
export const SETS = ['recommended', 'modernize', 'strict', 'all'];

/** The rules that are judged although they, or their stricter options, are in no smaller set. */
const ONLY_IN_ALL = new Set(
  [
    'no-blocking-in-async',
    'no-cache-stampede',
    'no-promise-subclass',
    'no-useless-async',
    'prefer-sync-fast-path',
  ].map((name) => `async-perf/${name}`),
);

/**
 * @param {SetName} set
 * @returns {Partial<LinterType.RulesRecord>} The rules that are judged as part of it.
 */
export function rulesOf(set) {
  const { rules = {} } = plugin.configs[set];
  return set === 'all'
    ? Object.fromEntries(Object.entries(rules).filter(([name]) => ONLY_IN_ALL.has(name)))
    : rules;
}

// From the root: what is installed lies in a cache outside of this tree.
const linter = new Linter({ configType: 'flat', cwd: path.parse(process.cwd()).root });

/**
 * @param {string} spec
 * @param {SourceFile} file
 * @param {{ project?: boolean }} [settings] `project`: the rules may read other files, as in `check`.
 * @returns {Finding[] | undefined} Undefined where no parser takes the file.
 */
export function findInFile(spec, { path: filename, name, text }, settings = {}) {
  const config = parsingConfigs(filename).find(
    (each) => !linter.verify(text, each, { filename }).some(({ fatal }) => fatal),
  );
  if (!config) {
    return undefined;
  }
  // Parsed once for all.
  const sourceCode = linter.getSourceCode();
  const isJson = COMPILER_CONFIG.test(name);
  const lines = text.split(/\r?\n/u);
  /** @type {Map<string, Finding>} */
  const findings = new Map();
  for (const set of SETS) {
    const { rules = {} } = isJson ? plugin.configs['recommended-json'] : { rules: rulesOf(set) };
    const plugins = { 'async-perf': plugin, json };
    const messages = linter.verify(
      sourceCode,
      config.map((each) => ({ ...each, plugins, rules, settings: { 'async-perf': settings } })),
      { filename },
    );
    for (const { ruleId, line, column, message } of messages.filter((each) => each.ruleId)) {
      const rule = String(ruleId).replace('async-perf/', '');
      const finding = { package: spec, file: name, line, column, rule };
      const key = keyOf(finding);
      if (!findings.has(key)) {
        const snippet = (lines[line - 1] ?? '').trim();
        findings.set(key, { ...finding, set, message, snippet });
      }
    }
  }
  return [...findings.values()];
}

/**
 * What a file may be, the likeliest first.
 *
 * @param {string} filename
 * @returns {LinterType.Config[][]}
 */
export function parsingConfigs(filename) {
  if (COMPILER_CONFIG.test(filename)) {
    const languageOptions = { allowTrailingCommas: true };
    return [[{ files: FILES, plugins: { json }, language: 'json/jsonc', languageOptions }]];
  }
  const isTypescript = /\.[cm]?tsx?$/u.test(filename);
  const types = sourceTypesOf(filename);
  const espree = types.map((sourceType) => configOf(sourceType));
  const typescript = types.map((sourceType) => configOf(sourceType, typescriptParser));
  return isTypescript ? typescript : [...espree, ...typescript];
}

/**
 * @param {'module' | 'commonjs' | 'script'} sourceType
 * @param {unknown} [parser]
 * @returns {LinterType.Config[]}
 */
function configOf(sourceType, parser) {
  return [
    {
      files: FILES,
      languageOptions: {
        sourceType,
        parserOptions: { ecmaFeatures: { jsx: true } },
        ...(parser !== undefined && { parser: /** @type {LinterType.Parser} */ (parser) }),
      },
      linterOptions: { noInlineConfig: true },
    },
  ];
}

/**
 * @param {string} filename
 * @returns {('module' | 'commonjs' | 'script')[]}
 */
function sourceTypesOf(filename) {
  const isModule =
    filename.endsWith('.mjs') || (!filename.endsWith('.cjs') && isModuleScope(filename));
  return isModule ? ['module', 'commonjs'] : ['commonjs', 'module', 'script'];
}

/**
 * @param {string} filename
 * @returns {boolean} What the nearest package.json says.
 */
function isModuleScope(filename) {
  for (let directory = path.dirname(filename); ; directory = path.dirname(directory)) {
    try {
      const manifest = readFileSync(path.join(directory, 'package.json'), 'utf8');
      return JSON.parse(manifest).type === 'module';
    } catch {
      if (path.dirname(directory) === directory) {
        return false;
      }
    }
  }
}
