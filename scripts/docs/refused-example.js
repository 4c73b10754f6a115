/** @import { Codemod } from '../../core/codemod/convert.js' */
/** @import { RefusalEntry } from '../../core/contract/refusals/table.js' */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { convert } from '../../core/codemod/convert.js';
import { planMigration } from '../../core/project/migration.js';

/**
 * Runs the example of a refusal, as a project of its own.
 *
 * @param {RefusalEntry} entry
 * @param {readonly Codemod[]} codemods
 * @returns {{ reason: string | undefined, subject: string | undefined }[]} What each codemod says of each
 *   site, alone with the file and with the whole project.
 */
export function refuseExample({ example, given = {} }, codemods) {
  const directory = mkdtempSync(path.join(tmpdir(), 'async-perf-refusals-'));
  try {
    write('package.json', JSON.stringify(given.manifest ?? {}));
    const siblings = Object.entries(given.siblings ?? {}).map(([name, text]) => write(name, text));
    const file = write(given.file ?? 'example.js', example);
    return codemods
      .flatMap((codemod) => [
        ...convert({ path: file, source: example }, codemod, given.options ?? {}).sites,
        ...planMigration([file, ...siblings], [codemod], given.options ?? {}).sites,
      ])
      .map(({ reason, subject }) => ({ reason, subject }));
  } finally {
    rmSync(directory, { recursive: true });
  }

  /**
   * @param {string} name
   * @param {string} text
   * @returns {string} The path of the file.
   */
  function write(name, text) {
    const file = path.join(directory, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  }
}
