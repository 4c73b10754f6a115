/** @import { Migration } from '../../core/project/migration.js' */

import { relative } from 'node:path';

import { configurationsWithoutAsync } from '../../core/config/old-compilers.js';

/**
 * @param {Migration} migration
 * @param {string} root
 */
export function warnOfOldCompilers({ groups }, root) {
  const files = groups.flatMap((group) => group.files.map(({ path }) => path));
  for (const file of configurationsWithoutAsync(files)) {
    process.stderr.write(
      `async-perf: ${relative(root, file)} has async functions compiled into generators, which need regenerator-runtime where they run: give its preset the targets that really run the code, as { "targets": { "node": "18" } }\n`,
    );
  }
}
