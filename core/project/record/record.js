/** @import { CallRecord, Counts } from '../../contract/record-facts.js' */

import { existsSync } from 'node:fs';

import { OptionError } from '../../contract/options.js';
import { UnreadableError } from '../../contract/unreadable-error.js';
import { readRegularFile } from '../regular-file.js';
import { recordOf } from '../journal.js';

/**
 * The observations of a project's runs, by file and place: kinds and counts, never a value.
 *
 * @typedef {object} ProjectRecord
 * @property {1} version
 * @property {Record<string, FileRecord>} files By their paths from the root, with slashes.
 *
 * @typedef {object} FileRecord
 * @property {string} hash Of the text that was run: another text has another record.
 * @property {boolean} isTest
 * @property {Record<string, CallRecord>} calls By the place of the last argument, `LINE:COLUMN`.
 * @property {Record<string, Counts>} functions How often each was entered, by the number of arguments.
 * @property {Record<string, Counts>} kinds Of operands of `yield`, heads of chains, and results.
 */

/** Bytes. */
const LARGEST = 500_000_000;

/**
 * @param {string} root
 * @returns {ProjectRecord | undefined} Undefined if nothing was recorded.
 * @throws {OptionError} Naming it, if it is no record.
 */
export function readRecord(root) {
  const path = recordOf(root);
  if (!existsSync(path)) {
    return undefined;
  }
  try {
    const text = readRegularFile(path, { followsLinks: false, most: LARGEST }).toString();
    const record = JSON.parse(text);
    if (record?.version === 1 && typeof record.files === 'object' && record.files !== null) {
      return record;
    }
  } catch (error) {
    if (!(error instanceof UnreadableError) && !(error instanceof SyntaxError)) {
      throw error;
    }
  }
  throw new OptionError(
    `${path} is no record of this version: remove it, and record the tests again`,
  );
}
