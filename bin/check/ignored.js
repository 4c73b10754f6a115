import { dirname } from 'node:path';

import { OptionError } from '../../core/contract/options.js';

/**
 * @param {readonly string[]} files
 * @param {import('eslint').ESLint} eslint With the project's own configuration, if it has one.
 * @returns {Promise<string[]>} Those that the configuration does not ignore.
 * @throws {OptionError} If there is a configuration that cannot be read.
 */
export async function withoutIgnored(files, eslint) {
  /** @type {string[]} */
  const kept = [];
  /** @type {Set<string>} */
  const unconfigured = new Set();
  for (const file of files) {
    const directory = dirname(file);
    if (unconfigured.has(directory) || !(await isIgnored(file))) {
      kept.push(file);
    }

    /** @param {string} path */
    async function isIgnored(path) {
      try {
        return await eslint.isPathIgnored(path);
      } catch (error) {
        if (/** @type {{ messageTemplate?: string }} */ (error).messageTemplate === MISSING) {
          unconfigured.add(directory);
          return false;
        }
        throw new OptionError(
          `the ESLint configuration that says what to ignore cannot be read (${reasonOf(error)}): mend it, or give --no-ignore to check without it`,
        );
      }
    }
  }
  return kept;
}

const MISSING = 'config-file-missing';

/** @param {unknown} error */
function reasonOf(error) {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n', 1)[0] ?? message;
}
