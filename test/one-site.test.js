import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import * as typescriptParser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import { expect, it } from 'vitest';

import plugin from '../index.js';

const FIXTURES = fileURLToPath(new URL('./codemods/fixtures/', import.meta.url));

/** Two faults of one call or function, and mending one leaves the other. */
const BOTH = new Set([
  // It is made on each call, and makes a second promise.
  'no-closure-async-fast-path, no-useless-async',
  // It is a library's, and starts all at once.
  'no-unbounded-threadpool, prefer-native-promise',
]);

const linter = new Linter();

/** @param {string} file */
function lint(file) {
  const text = readFileSync(path.join(FIXTURES, file), 'utf8');
  for (const sourceType of /** @type {const} */ (['module', 'commonjs', 'script'])) {
    const messages = linter.verify(text, {
      files: ['**/*.*'],
      plugins: { 'async-perf': plugin },
      rules: plugin.configs.all.rules ?? {},
      languageOptions: {
        sourceType,
        parser: /** @type {Linter.Parser} */ (typescriptParser),
        parserOptions: { ecmaFeatures: { jsx: true } },
      },
    });
    if (!messages.some(({ fatal }) => fatal)) {
      return messages;
    }
  }
  return [];
}

it('one site is reported by one rule', () => {
  const files = readdirSync(FIXTURES, { encoding: 'utf8', recursive: true }).filter((file) =>
    /input\.[cm]?jsx?$/u.test(file),
  );
  let found = 0;
  for (const file of files) {
    /** @type {Map<string, string[]>} */
    const rules = new Map();
    for (const { ruleId, line, column, endLine, endColumn } of lint(file)) {
      const place = `${line}:${column} to ${endLine}:${endColumn}`;
      rules.set(place, [...(rules.get(place) ?? []), String(ruleId).replace('async-perf/', '')]);
      found += 1;
    }
    const twice = [...rules].filter(
      ([, each]) => each.length > 1 && !BOTH.has(each.sort().join(', ')),
    );
    expect(twice, file).toEqual([]);
  }
  expect(found).toBeGreaterThan(300);
});
