import { ManifestError } from '../core/contract/manifest.js';
import { OptionError } from '../core/contract/options.js';
import { MissingPathError } from '../core/project/files.js';
import { NoFilesError } from '../core/project/given-files.js';
import { RunningError } from '../core/project/lock.js';
import { ChangedFileError } from '../core/project/replace.js';
import { UnwritableError } from '../core/project/unwritable.js';
import { BaselineError } from '../core/project/verify.js';
import { UnfinishedRunError } from '../core/project/writing.js';
import { UntestedRemainderError } from './migration/keep-tested.js';

const USAGE_ERRORS = [
  OptionError,
  ManifestError,
  MissingPathError,
  NoFilesError,
  UnfinishedRunError,
  ChangedFileError,
  UnwritableError,
  RunningError,
  BaselineError,
  UntestedRemainderError,
];

/**
 * @param {unknown} error
 * @returns {{ message: string, exitCode: number }} What went wrong, for whoever typed the command.
 * @throws {unknown} What is an error of the command itself.
 */
export function explainUsageError(error) {
  const isUsage =
    USAGE_ERRORS.some((kind) => error instanceof kind) ||
    (error instanceof TypeError && /** @type {any} */ (error).code?.startsWith('ERR_PARSE_ARGS'));
  if (!isUsage) {
    throw error;
  }
  return {
    message: `async-perf: ${/** @type {Error} */ (error).message}`,
    // Somebody else's edit is no wrong use.
    exitCode: error instanceof ChangedFileError ? 1 : 2,
  };
}
