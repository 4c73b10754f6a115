import { ESLint } from 'eslint';

import plugin from '../index.js';
import { listSources } from '../test/trials/migrate.js';

/**
 * @typedef {object} Finding
 * @property {string} rule
 * @property {string} file
 * @property {number} line
 * @property {string} message
 */

/**
 * Lints a package with all rules of the plugin.
 *
 * @param {string} directory
 * @returns {Promise<{ findings: Finding[], files: number }>}
 */
export async function lintPackage(directory) {
  const files = await listSources(directory, ['.']);
  const rules = Object.keys(plugin.rules).map((name) => [`async-perf/${name}`, 'warn']);
  const eslint = new ESLint({
    cwd: directory,
    overrideConfigFile: true,
    overrideConfig: [
      {
        files: ['**/*.{js,cjs,mjs,jsx}'],
        languageOptions: { sourceType: 'commonjs' },
        plugins: { 'async-perf': /** @type {import('eslint').ESLint.Plugin} */ (plugin) },
        rules: Object.fromEntries(rules),
        linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' },
      },
    ],
    ignore: false,
    warnIgnored: false,
  });
  const results = await eslint.lintFiles(files.filter((file) => /\.[cm]?jsx?$/u.test(file)));
  const findings = results.flatMap(({ filePath, messages }) =>
    messages
      .filter(({ ruleId }) => ruleId?.startsWith('async-perf/'))
      .map(({ ruleId, line, message }) => ({
        rule: ruleId ?? '',
        file: filePath.slice(directory.length + 1),
        line,
        message,
      })),
  );
  return { findings, files: files.length };
}
