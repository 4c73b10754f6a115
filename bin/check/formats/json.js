/** @import { Report } from './formats.js' */

import { relative } from 'node:path';

/**
 * For programs: all that `stylish` shows.
 *
 * @param {Report} report
 * @returns {string}
 */
export function formatJson({ groups, errors, files, root, seconds }) {
  const named = (/** @type {{ file: string }} */ entry) => ({
    ...entry,
    file: relative(root, entry.file),
  });
  const content = {
    files,
    seconds: Number(seconds.toFixed(2)),
    groups: groups.map((group) => ({ ...group, findings: group.findings.map(named) })),
    errors: errors.map(named),
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}
