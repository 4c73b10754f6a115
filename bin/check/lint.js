/** @import { Linter } from 'eslint' */

import { parse, relative } from 'node:path';

import plugin from '../../index.js';
import { describeFault } from '../../core/contract/faults.js';
import { ManifestError } from '../../core/contract/manifest.js';
import { UnreadableError } from '../../core/contract/unreadable-error.js';
import { SOURCE_EXTENSIONS } from '../../core/project/files.js';
import { LeftOutError, readSource } from '../../core/project/source-text.js';
import { parser } from './parser.js';

/**
 * @typedef {object} Finding
 * @property {string} [id] The same in every run, where the report is for programs.
 * @property {string} rule Without the plugin's prefix.
 * @property {string} file Absolute.
 * @property {number} line 1-based, as are all.
 * @property {number} column
 * @property {number} endLine
 * @property {number} endColumn
 * @property {'error' | 'warning'} severity
 * @property {string} message
 * @property {boolean} fixable Whether `eslint --fix` mends it.
 * @property {boolean} suggested Whether an editor offers to mend it.
 */

/**
 * @typedef {object} UnreadFile
 * @property {string} file Absolute.
 * @property {number} line
 * @property {number} column
 * @property {string} message
 */

/**
 * @typedef {object} Check
 * @property {Finding[]} findings
 * @property {UnreadFile[]} errors Files that are no code, or that cannot be read.
 * @property {{ path: string, reason: string }[]} leftOut Files that are none that a person writes.
 * @property {number} files How many were looked at.
 */

const PREFIX = 'async-perf/';

/**
 * @param {readonly string[]} files
 * @param {object} setup
 * @param {typeof import('eslint').Linter} setup.Linter
 * @param {(file: string) => Linter.RulesRecord} setup.rulesOf With their severities and options.
 * @param {(done: number) => void} [setup.onProgress]
 * @returns {Check}
 */
export function lintFiles(files, { Linter: LinterClass, rulesOf, onProgress }) {
  // Files outside of its directory are none of a linter's business: this one minds all.
  const linter = new LinterClass({ cwd: parse(process.cwd()).root });
  /** @type {Check} */
  const check = { findings: [], errors: [], leftOut: [], files: files.length };
  files.forEach((file, index) => {
    const text = readText(check, file);
    for (const message of text === undefined ? [] : verify(file, text)) {
      add(check, file, message);
    }
    onProgress?.(index + 1);
  });
  return check;

  /**
   * @param {string} file
   * @param {string} text
   * @returns {Linter.LintMessage[]} One that is fatal where a rule fails on it, which ends nothing.
   */
  function verify(file, text) {
    try {
      return linter.verify(text, configWith(rulesOf(file)), file);
    } catch (error) {
      const what =
        error instanceof ManifestError
          ? String(error.message.split('\n', 1)[0])
          : `a rule failed on it: ${describeFault(error)}. Please report it with the file`;
      return [{ ruleId: null, severity: 2, fatal: true, message: what, line: 1, column: 1 }];
    }
  }
}

/**
 * @param {Linter.RulesRecord} rules
 * @returns {Linter.Config[]}
 */
function configWith(rules) {
  return [
    { ignores: ['!**/node_modules/', '!.git/'] },
    {
      files: [`**/*.{${SOURCE_EXTENSIONS.join(',')}}`],
      plugins: { 'async-perf': plugin },
      languageOptions: { parser },
      linterOptions: { reportUnusedDisableDirectives: 'off' },
      // Nothing of one run is kept for the next, so that a file may depend on others.
      settings: { 'async-perf': { project: true } },
      rules,
    },
  ];
}

/**
 * @param {Check} check Gets an error where the file cannot be read: it may have gone, or be another's.
 * @param {string} file
 * @returns {string | undefined}
 */
function readText(check, file) {
  try {
    return readSource(file);
  } catch (error) {
    if (error instanceof LeftOutError) {
      check.leftOut.push({ path: relative(process.cwd(), file), reason: `it ${error.message}` });
    } else if (error instanceof UnreadableError) {
      check.errors.push({ file, line: 1, column: 1, message: error.reason });
    } else {
      throw error;
    }
    return undefined;
  }
}

/**
 * @param {Check} check
 * @param {string} file
 * @param {Linter.LintMessage} result
 */
function add(check, file, { column, endColumn, endLine, fatal, fix, line, ...result }) {
  if (fatal && !isOldDirective(result.message)) {
    const message = result.message.replace(/^Parsing error: /u, '');
    check.errors.push({ file, line, column, message });
    return;
  }
  // Comments in the file may switch on rules of other plugins, which are not here.
  if (result.ruleId?.startsWith(PREFIX)) {
    check.findings.push({
      rule: result.ruleId.slice(PREFIX.length),
      file,
      line,
      column,
      endLine: endLine ?? line,
      endColumn: endColumn ?? column,
      severity: result.severity === 2 ? 'error' : 'warning',
      message: result.message,
      fixable: fix !== undefined,
      suggested: (result.suggestions ?? []).length > 0,
    });
  }
}

/**
 * ESLint 10 gives `eslint-env` comments the mark of a file that cannot be parsed, and runs the rules all
 * the same. These rules ask for no environment.
 *
 * @param {string} message
 * @returns {boolean}
 */
function isOldDirective(message) {
  return message.startsWith('/* eslint-env */');
}
