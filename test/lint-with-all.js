import * as typescriptParser from '@typescript-eslint/parser';
import { Linter } from 'eslint';

import plugin from '../index.js';

const linter = new Linter();

/**
 * @param {string} text A program of any kind.
 * @returns {Linter.LintMessage[]} What all rules say of it.
 * @throws {Error} If it does not parse.
 */
export function lintWithAll(text) {
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
  throw new Error('It does not parse.');
}
