/** @import { ConversionOptions } from '../../core/contract/options.js' */
/** @import { Migration } from '../../core/project/migration.js' */

import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { OptionError } from '../../core/contract/options.js';
import { gitRoot, hasUncommittedChanges, trackedFiles } from '../../core/project/git.js';
import { planManifests } from './manifests.js';

/** As many as a person reads. */
const NAMED = 3;

/**
 * @param {string} directory
 * @throws {OptionError} If no commit holds all that was written there.
 */
export function requireClean(directory) {
  if (hasUncommittedChanges(directory)) {
    throw new OptionError(
      'there are uncommitted changes: commit or stash them first, or give --force',
    );
  }
}

/**
 * @param {readonly string[]} places The directories and files, absolute, that are to be changed.
 * @param {string} root
 * @throws {OptionError} If no repository holds one of them: an edit that is lost there is lost.
 */
export function requireRepository(places, root) {
  const alone = places.find((place) => gitRoot(directoryOf(place)) === undefined);
  if (alone !== undefined) {
    throw new OptionError(
      `${relative(root, alone) || alone} is in no git repository, so nothing but \`async-perf migrate --undo\` could give back what is changed there, and only until the next run: \`git init\` and commit first, or give --force`,
    );
  }
}

/** @param {string} path */
function directoryOf(path) {
  return statSync(path).isDirectory() ? path : dirname(path);
}

/**
 * `git restore` does not give back files that git does not hold.
 *
 * @param {Migration} migration
 * @param {ConversionOptions} options
 * @param {string} root
 * @returns {Promise<void>}
 * @throws {OptionError} If a file that it would change is in a work tree, and git does not hold it.
 */
export async function requireTracked(migration, options, root) {
  const changes = migration.groups.flatMap(({ files }) => files);
  const paths = [...changes, ...(await planManifests(migration, options))].map(({ path }) =>
    realpathSync(path),
  );
  const top = gitRoot(root);
  // The directory may hold repositories, be it that it is none itself.
  const tops = new Set([top, ...[...new Set(paths.map(dirname))].map(repositoryOf)]);
  tops.delete(undefined);
  const tracked = new Set();
  for (const each of /** @type {Set<string>} */ (tops)) {
    requireClean(each);
    trackedFiles(each).forEach((path) => tracked.add(path));
  }
  const untracked = paths.filter(
    (path) => (top ?? repositoryOf(dirname(path))) !== undefined && !tracked.has(path),
  );
  if (untracked.length > 0) {
    const names = untracked.slice(0, NAMED).map((path) => relative(root, path));
    const more = untracked.length - names.length;
    throw new OptionError(
      `git does not hold ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}, so it could not give back what would be changed there: commit or stash (\`git stash -u\`) first, leave it out with '!PATTERN', or give --force`,
    );
  }
}

/**
 * @param {string} directory
 * @returns {string | undefined} The nearest directory above that is a work tree of its own.
 */
function repositoryOf(directory) {
  if (existsSync(join(directory, '.git'))) {
    return directory;
  }
  const parent = dirname(directory);
  return parent === directory ? undefined : repositoryOf(parent);
}
