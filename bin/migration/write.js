/** @import { ChangeGroup, Migration } from '../../core/project/migration.js' */

import { relative } from 'node:path';

import { describeRefusal } from '../../core/contract/refusals.js';
import { replaceFile, writeGroups } from '../../core/project/journal.js';
import { UnwritableError } from '../../core/project/unwritable.js';
import { bisect, requireBaseline, runCommand } from '../../core/project/verify.js';
import { timed } from '../../core/contract/timing.js';
import { planManifests } from './manifests.js';

/**
 * @param {Migration} migration Groups that the command fails for are taken out of it.
 * @param {object} setup
 * @param {string} setup.top Where the journal is kept.
 * @param {string} setup.root
 * @param {string | undefined} setup.verify The command that has to pass before and after.
 * @param {import('../../core/contract/options.js').ConversionOptions} setup.options
 * @throws {import('../../core/project/verify.js').BaselineError}
 */
export async function writeMigration(migration, { top, root, verify, options }) {
  if (verify !== undefined) {
    const place = createPlacer(top);
    /** @type {import('../../core/project/verify.js').Check} */
    const check = (groups) => {
      place(groups);
      return timed('command', () => runCommand(verify, root));
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
    timed('write', () => writeGroups(top, migration.groups));
  }
  await writeManifests(migration, options, root);
}

/**
 * @param {Migration} migration
 * @param {import('../../core/contract/options.js').ConversionOptions} options
 * @param {string} root
 * @returns {Promise<void>} Puts into each package.json what its files need now, and takes out what they
 *   do not need any more.
 */
async function writeManifests(migration, options, root) {
  for (const { path, after, changes } of await planManifests(migration, options)) {
    replaceManifest(path, after, changes);
    process.stderr.write(`${relative(root, path)}: ${changes}\n`);
  }
}

/**
 * @param {string} manifest
 * @param {string} text
 * @param {string} changes In words.
 * @throws {UnwritableError}
 */
function replaceManifest(manifest, text, changes) {
  try {
    replaceFile(manifest, Buffer.from(text));
  } catch (error) {
    throw new UnwritableError(error, `the code is converted; what is left to do in it: ${changes}`);
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
      timed('write', () => writeGroups(top, [...gone, ...added]));
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
