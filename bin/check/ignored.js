import { dirname } from 'node:path';

import { OptionError } from '../../core/contract/options.js';
import { SOURCE_EXTENSIONS } from '../../core/project/files.js';
import { NoFilesError } from '../../core/project/given-files.js';

/**
 * @param {import('../../core/project/given-files.js').GivenFiles} given What the configuration ignores
 *   is left out of it.
 * @param {typeof import('eslint').ESLint} ESLint
 * @param {string} root
 * @returns {Promise<void>}
 * @throws {NoFilesError} If that is all below a path.
 * @throws {OptionError} If there is a configuration that cannot be read.
 */
export async function leaveOutIgnored(given, ESLint, root) {
  // Only what is ignored is not to be read: files that no configuration speaks of are.
  const overrideConfig = [{ files: [`**/*.{${SOURCE_EXTENSIONS.join(',')}}`] }];
  given.files = await withoutIgnored(given.files, new ESLint({ cwd: root, overrideConfig }));
  const kept = new Set(given.files);
  for (const { path, isFile, files } of given.paths) {
    if (files.length === 0 || files.some((file) => kept.has(file))) {
      continue;
    }
    const reason = `the ESLint configuration ignores ${isFile ? 'it' : 'all that is there'}: give --no-ignore to check it all the same`;
    if (!isFile) {
      throw new NoFilesError(path, reason);
    }
    given.leftOut.push({ path, reason });
  }
}

/**
 * @param {readonly string[]} files
 * @param {import('eslint').ESLint} eslint
 * @returns {Promise<string[]>}
 * @throws {OptionError}
 */
async function withoutIgnored(files, eslint) {
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
