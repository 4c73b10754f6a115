/** @import { ConversionOptions } from '../../core/contract/options.js' */
/** @import { Migration } from '../../core/project/migration.js' */

import { realpathSync } from 'node:fs';
import { relative } from 'node:path';

import { OptionError } from '../../core/contract/options.js';
import { gitRoot, trackedFiles } from '../../core/project/git.js';
import { planManifests } from './manifests.js';

/** As many as a person reads. */
const NAMED = 3;

/**
 * What git does not hold, `git restore` does not give back.
 *
 * @param {Migration} migration
 * @param {ConversionOptions} options
 * @param {string} root
 * @returns {Promise<void>}
 * @throws {OptionError} If a file that it would change is in a work tree, and git does not hold it.
 */
export async function requireTracked(migration, options, root) {
  const top = gitRoot(root);
  if (top === undefined) {
    return;
  }
  const tracked = trackedFiles(top);
  const changes = migration.groups.flatMap(({ files }) => files);
  const untracked = [...changes, ...(await planManifests(migration, options))]
    .map(({ path }) => path)
    .filter((path) => !tracked.has(realpathSync(path)));
  if (untracked.length > 0) {
    const names = untracked.slice(0, NAMED).map((path) => relative(root, path));
    const more = untracked.length - names.length;
    throw new OptionError(
      `git does not hold ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}, so it could not give back what would be changed there: commit or stash (\`git stash -u\`) first, or give --force`,
    );
  }
}
