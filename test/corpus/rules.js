/** @import { Linter as LinterType } from 'eslint' */

import * as typescriptParser from '@typescript-eslint/parser';
import { Linter } from 'eslint';

import plugin from '../../index.js';

const linter = new Linter({ configType: 'flat' });

/** @type {Record<string, import('eslint').Rule.RuleModule>} */
const rules = /** @type {any} */ (plugin.rules ?? {});

/** @type {LinterType.Config[]} */
const config = [
  {
    files: ['**/*'],
    languageOptions: {
      parser: /** @type {LinterType.Parser} */ (typescriptParser),
      parserOptions: { ecmaFeatures: { jsx: true }, range: true },
    },
    plugins: { 'async-perf': { rules } },
    rules: Object.fromEntries(
      Object.keys(rules).map((name) => [`async-perf/${name}`, /** @type {const} */ (2)]),
    ),
    linterOptions: { noInlineConfig: true },
  },
];

/**
 * Lints a file with all rules of the plugin and applies their fixes.
 *
 * @param {{ path: string, source: string }} file
 * @returns {{ problems: string[], reports: Record<string, number>, unparsed: boolean }}
 */
export function checkRules({ path, source }) {
  const filename = `file${/\.[^.]+$/u.exec(path)?.[0] ?? '.js'}`;
  const messages = linter.verify(source, config, { filename });
  if (messages.some(({ fatal }) => fatal)) {
    return { problems: [], reports: {}, unparsed: true };
  }
  /** @type {Record<string, number>} */
  const reports = {};
  for (const { ruleId } of messages) {
    reports[ruleId ?? ''] = (reports[ruleId ?? ''] ?? 0) + 1;
  }
  const { output, messages: left } = linter.verifyAndFix(source, config, { filename });
  const problems = left.filter(({ fatal }) => fatal).map(({ message }) => `fixed: ${message}`);
  if (left.some(({ fix }) => fix)) {
    problems.push('its fixes never come to an end');
  }
  const suggested = messages.flatMap(({ suggestions = [] }) => suggestions);
  for (const { fix, desc } of suggested) {
    const text = source.slice(0, fix.range[0]) + fix.text + source.slice(fix.range[1]);
    if (linter.verify(text, config, { filename }).some(({ fatal }) => fatal)) {
      problems.push(`does not parse after the suggestion: ${desc}`);
    }
  }
  if (output !== source && messages.every(({ fix }) => !fix)) {
    problems.push('changed without a fix');
  }
  return { problems, reports, unparsed: false };
}
