/** @import { ChangeGroup, Migration } from '../../core/project/migration.js' */

import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { describeRefusal } from '../../core/contract/refusals.js';
import { replaceFile, writeGroups } from '../../core/project/journal.js';
import { freeDependencies } from '../../core/project/manifest.js';
import { bisect, requireBaseline, runCommand } from '../../core/project/verify.js';

/**
 * @param {Migration} migration Groups that the command fails for are taken out of it.
 * @param {object} setup
 * @param {string} setup.top Where the journal is kept.
 * @param {string} setup.root
 * @param {string | undefined} setup.verify The command that has to pass before and after.
 * @throws {import('../../core/project/verify.js').BaselineError}
 */
export async function writeMigration(migration, { top, root, verify }) {
  if (verify !== undefined) {
    const place = createPlacer(top);
    /** @type {import('../../core/project/verify.js').Check} */
    const check = (groups) => {
      place(groups);
      return runCommand(verify, root);
    };
    requireBaseline(check);
    const { kept, blamed } = bisect(migration.groups, check);
    // The last check may have been of more, or of less.
    place(kept);
    migration.groups = kept;
    for (const { id } of blamed) {
      const refusal = { reason: /** @type {const} */ ('verification-failed') };
      for (const site of migration.sites) {
        if (site.file === id && site.status === 'converted') {
          Object.assign(site, { status: 'refused', ...refusal, ...describeRefusal(refusal) });
        }
      }
    }
  } else {
    writeGroups(top, migration.groups);
  }
  const manifest = join(root, 'package.json');
  if (migration.groups.length > 0 && existsSync(manifest)) {
    const before = migration.groups.flatMap(({ files }) =>
      files.map((file) => file.before.toString()),
    );
    const { freed, text } = await freeDependencies(manifest, before);
    if (freed.length > 0) {
      replaceFile(manifest, Buffer.from(text));
      process.stderr.write(
        `package.json: ${freed.join(', ')} taken out, nothing uses it any more\n`,
      );
    }
  }
}

/**
 * @param {string} top
 * @returns {(groups: readonly ChangeGroup[]) => void} Puts these groups in place, and all others back.
 */
function createPlacer(top) {
  /** @type {readonly ChangeGroup[]} */
  let inPlace = [];
  return (groups) => {
    const gone = inPlace.filter((group) => !groups.includes(group)).map(reverse);
    const added = groups.filter((group) => !inPlace.includes(group));
    if (gone.length + added.length > 0) {
      writeGroups(top, [...gone, ...added]);
    }
    inPlace = groups;
  };
}

/**
 * @param {ChangeGroup} group
 * @returns {ChangeGroup}
 */
function reverse({ id, files }) {
  return {
    id,
    files: files.map(({ path, before, after }) => ({ path, before: after, after: before })),
  };
}
