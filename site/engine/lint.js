import { Linter } from 'eslint/universal';

import { createSourceCode } from '../../core/source/source-code.js';
import plugin from '../../index.js';
import costs from '../../bench/costs.json';
import { costLines, nearestCosts } from '../../bin/check/costs.js';
import { addModules } from './require.js';

addModules(
  Object.fromEntries(
    Object.entries(
      import.meta.glob(
        [
          '../../rules/*.js',
          '../../rules/shared/pattern-listeners.js',
          '../../core/patterns/*.js',
          '../../core/analysis/environment/project.js',
          '../../core/config/*.js',
        ],
        { eager: true },
      ),
    ).map(([path, module]) => [path.replace('../..', ''), module]),
  ),
);

/** Gives ESLint the tree that the codemods read; it needs no tokens, as our rules ask for none. */
const parser = {
  /**
   * @param {string} text
   * @param {{ filePath: string }} options
   */
  parseForESLint(text, { filePath }) {
    const { ast, scopeManager, visitorKeys } = createSourceCode(text, filePath);
    return { ast: Object.assign(ast, { tokens: [] }), scopeManager, visitorKeys };
  },
};

/**
 * @typedef {object} Finding
 * @property {string} rule Its name, without the plugin's.
 * @property {string} message
 * @property {number} line 1-based.
 * @property {number} column 1-based.
 * @property {number} endLine
 * @property {number} endColumn
 * @property {string[]} costs What it costs, as measured.
 */

/**
 * @param {string} source
 * @param {string} path
 * @param {string} node Whose measurements are shown, or those of the next older Node.
 * @returns {Finding[]} What the rules of the configuration `all` report, in the order of the text.
 */
export function lint(source, path, node) {
  const linter = new Linter({ configType: 'flat' });
  const messages = linter.verify(
    source,
    [
      {
        files: ['**/*'],
        plugins: { 'async-perf': plugin },
        languageOptions: { parser },
        rules: Object.fromEntries(
          Object.keys(plugin.rules).map((name) => [`async-perf/${name}`, 'warn']),
        ),
      },
    ],
    { filename: path },
  );
  return messages.flatMap(({ ruleId, message, line, column, endLine, endColumn, fatal }) =>
    fatal || !ruleId
      ? []
      : [
          {
            rule: ruleId.replace('async-perf/', ''),
            message,
            line,
            column,
            endLine: endLine ?? line,
            endColumn: endColumn ?? column + 1,
            costs: costLines(nearestCosts(costs[ruleId.replace('async-perf/', '')], node), message),
          },
        ],
  );
}
