/** @import { Linter as LinterTypes } from 'eslint' */

import { existsSync, readFileSync } from 'node:fs';

import json from '@eslint/json';
import * as typescriptParser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';

import plugin from '../index.js';
import { findStale } from '../scripts/docs.js';

it('is up to date with the code', async () => {
  const stale = await findStale();
  expect(stale.map(([file]) => file)).toEqual([]);
}, 120_000);

/**
 * @param {string} name
 * @returns {{ language: string, code: string, file: string, isCorrect: boolean }[]} The examples of a
 *   rule's page that say which they are; `file` is what they are named, `/* ❌ tsconfig.json`.
 */
function examplesOf(name) {
  const page = readFileSync(new URL(`../docs/rules/${name}.md`, import.meta.url), 'utf8');
  return [...page.matchAll(/^```(\w+)\n(\/\* [❌✅][\s\S]*?)^```$/gmu)].map(
    ([, language = '', code = '']) => ({
      language,
      code,
      file: /^\/\* [❌✅] (\S+\.\w+) \*\//u.exec(code)?.[1] ?? `example.${language}`,
      isCorrect: code.startsWith('/* ✅'),
    }),
  );
}

/**
 * @param {string} file
 * @returns {string} One in a folder whose package.json says nothing.
 */
const placeOf = (file) => `test/rules/fixtures/no-downleveled-async/${file}`;

/**
 * @param {string} rule
 * @param {string} language
 * @param {string} code An example; `eslint` comments in it may set the rule's options.
 * @param {string} file
 * @returns {LinterTypes.LintMessage[]}
 */
function lint(rule, language, code, file) {
  const run = (/** @type {'commonjs' | 'module'} */ sourceType) =>
    new Linter().verify(
      code,
      /** @type {LinterTypes.Config} */ ({
        files: ['**/*'],
        plugins: { 'async-perf': plugin },
        rules: { [`async-perf/${rule}`]: 'error' },
        linterOptions: { reportUnusedDisableDirectives: 'off' },
        languageOptions: {
          sourceType,
          ...(language.startsWith('ts') && { parser: typescriptParser }),
        },
      }),
      // This package has a command, and some rules are silent in commands.
      placeOf(file),
    );
  if (language === 'json') {
    return lintJson(rule, code, file);
  }
  const messages = run('commonjs');
  return messages.some(({ fatal }) => fatal) ? run('module') : messages;
}

/**
 * @param {string} rule
 * @param {string} code
 * @param {string} file
 * @returns {LinterTypes.LintMessage[]}
 */
function lintJson(rule, code, file) {
  return new Linter().verify(
    code,
    /** @type {LinterTypes.Config} */ ({
      files: ['**/*.json'],
      plugins: { 'async-perf': plugin, json },
      language: 'json/jsonc',
      rules: { [`async-perf/${rule}`]: 'error' },
    }),
    placeOf(file),
  );
}

describe.each(Object.keys(plugin.rules ?? {}))('the page of %s', (name) => {
  const examples = examplesOf(name);

  it('shows what is reported and what is not', () => {
    expect(examples.some(({ isCorrect }) => isCorrect)).toBe(true);
    expect(examples.some(({ isCorrect }) => !isCorrect)).toBe(true);
  });

  it.each(examples)('is right about $code', ({ language, code, file, isCorrect }) => {
    const messages = lint(name, language, code, file).map(({ ruleId, message }) => ({
      ruleId,
      message,
    }));
    if (isCorrect) {
      expect(messages).toEqual([]);
    } else {
      expect(messages).not.toEqual([]);
      expect(messages.filter(({ ruleId }) => ruleId !== `async-perf/${name}`)).toEqual([]);
    }
  });

  it('has a place for the measured cost, or names the program that shows the harm', () => {
    const page = readFileSync(new URL(`../docs/rules/${name}.md`, import.meta.url), 'utf8');
    const harm = existsSync(new URL(`harms/${name}.js`, import.meta.url));
    expect(page).toMatch(
      harm
        ? new RegExp(`\\(\\.\\./\\.\\./test/harms/${name}\\.js\\)`, 'u')
        : /<!-- begin measured cost -->[\s\S]*<!-- end measured cost -->/u,
    );
    // Older Nodes than the package supports are in `docs/benchmarks.md`.
    expect(page).not.toMatch(/^\| (?:[68]|1\d)\.\d+\.\d+ /mu);
  });
});
