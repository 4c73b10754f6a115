/** @import { PlannedRun } from '../../core/project/journal.js' */
/** @import { ChangeGroup, Migration } from '../../core/project/migration.js' */

import { relative, sep } from 'node:path';

import { realPathOf } from '../../core/project/below.js';

/** The options that decide what is converted, and how. */
const DECIDING = [
  ...['accept', 'api', 'async-version', 'callbacks', 'fail-on-error', 'leavesSlower', 'node'],
  ...['observations', 'only', 'promises', 'refuse', 'skip', 'tests', 'thenables', 'trust'],
];

/**
 * @param {Migration} migration
 * @param {{ files: readonly string[], values: Readonly<Record<string, unknown>>, top: string }} from The options
 *   that it is
 *   planned from.
 * @returns {(groups: readonly ChangeGroup[]) => PlannedRun} What it can be planned again from, if these groups stay.
 */
export function createRun(migration, { files, values, top }) {
  const root = realPathOf(top);
  const nameOf = (/** @type {string} */ file) =>
    relative(root, realPathOf(file)).split(sep).join('/');
  return (groups) => {
    const stay = new Set(groups.flatMap((group) => group.files.map(({ path }) => path)));
    const left = migration.sites.filter(
      ({ file, reason, status }) =>
        reason === 'not-chosen' ||
        reason === 'taken-back' ||
        reason === 'verification-failed' ||
        (status === 'converted' && !stay.has(file)),
    );
    return {
      files: files.map(nameOf),
      options: Object.fromEntries(
        DECIDING.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
      ),
      taken: left.map(({ file, codemod, line, column }) => ({
        file: nameOf(file),
        codemod,
        line,
        column,
      })),
    };
  };
}
