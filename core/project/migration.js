/** @import { Codemod } from '../codemod/convert.js' */
/** @import { FileError, Passage, PlannedSite } from '../codemod/passages.js' */

import { requireProject } from '../codemod/convert.js';
import { convertAll, createPassage, sitesOf } from '../codemod/passages.js';
import { timed } from '../contract/timing.js';
import { UnreadableError } from '../contract/unreadable-error.js';
import { recordFacts } from './record/facts.js';
import { noteRuns } from './record/runs.js';
import { LeftOutError, readSource, requireOneName } from './source-text.js';

/**
 * The change that a migration makes to one file.
 *
 * @typedef {object} FileChange
 * @property {string} path Absolute.
 * @property {Buffer} before
 * @property {Buffer} after
 * @property {boolean} [isManifest] Whether it is a package.json whose dependencies change.
 */

/**
 * Files that change together or not at all.
 *
 * @typedef {object} ChangeGroup
 * @property {string} id
 * @property {FileChange[]} files
 */

/**
 * @typedef {object} Migration
 * @property {ChangeGroup[]} groups
 * @property {PlannedSite[]} sites
 * @property {FileError[]} errors Files that could not be read, or not as code; they stay as they are.
 * @property {number} files How many were looked at.
 * @property {Map<string, Origin>} [origins] Of the files that change, where their new text comes from.
 * @property {boolean} [isCovered] Whether the coverage of a verification says which sites were run.
 */

/**
 * @typedef {object} Origin
 * @property {string} source The new text.
 * @property {(place: import('../codemod/places.js').Place) => import('../codemod/places.js').Place} lead Leads a place
 *   in it back to one in the file as it was.
 */

/**
 * @typedef {object} Recorded
 * @property {import('./record/record.js').ProjectRecord} record
 * @property {string} root The directory to which its paths are relative.
 * @property {number} [enough] How many observations show something, where the user says so.
 */

/**
 * Plans the whole before anything is written. Each codemod sees what those before it made, of all
 * files.
 *
 * @param {readonly string[]} paths
 * @param {readonly Codemod[]} codemods
 * @param {Readonly<Record<string, unknown>>} given Options.
 * @param {(done: number) => void} [onProgress]
 * @returns {Migration}
 * @throws {import('../contract/options.js').OptionError}
 * @throws {import('../contract/manifest.js').ManifestError} If nothing can be looked at for what a package.json holds.
 */
export function planMigration(paths, codemods, given, onProgress) {
  /** @type {Migration} */
  const migration = { groups: [], sites: [], errors: [], files: paths.length };
  const read = timed('read', () => paths.flatMap((path) => readFile(migration, path)));
  const options = withRecord(given, read);
  if (read.length === 0) {
    paths.forEach((path) => requireProject(path));
  }
  const { passages, together, errors } = convertAll(read, codemods, options, (share) =>
    onProgress?.(Math.floor(share * paths.length)),
  );
  onProgress?.(paths.length);
  migration.errors.push(...errors);
  migration.sites = read.flatMap(sitesOf);
  const recorded = /** @type {Recorded | undefined} */ (given['recorded']);
  if (recorded) {
    noteRuns(migration.sites, read, recorded);
  }
  migration.groups = groupsOf(passages, together);
  migration.origins = new Map(
    passages
      .filter(({ before, source }) => source !== before)
      .map(({ path, places, source }) => [
        path,
        { source, lead: (place) => places.origin(source, place) },
      ]),
  );
  return migration;
}

/**
 * @param {Readonly<Record<string, unknown>>} options `recorded`: what runs of the project saw.
 * @param {readonly Passage[]} passages
 * @returns {Readonly<Record<string, unknown>>} With what these runs say of the files, wherever codemods move their code.
 */
export function withRecord(options, passages) {
  const recorded = /** @type {Recorded | undefined} */ (options['recorded']);
  return recorded
    ? { ...options, record: recordFacts(recorded.record, passages, recorded.root, recorded.enough) }
    : options;
}

/**
 * @param {Migration} migration
 * @param {string} path
 * @returns {Passage[]} Nothing for a file that cannot be read.
 */
function readFile(migration, path) {
  try {
    requireOneName(path);
    const text = readSource(path);
    return hasProject(migration, path) ? [createPassage(path, text)] : [];
  } catch (error) {
    const isLeftOut = error instanceof LeftOutError;
    if (!isLeftOut && !(error instanceof UnreadableError)) {
      throw error;
    }
    const message = isLeftOut ? error.message : error.reason;
    migration.errors.push({
      file: path,
      message,
      line: 1,
      column: 1,
      ...(isLeftOut && { isLeftOut }),
    });
    return [];
  }
}

/**
 * @param {readonly Passage[]} passages
 * @param {readonly (readonly [string, string])[]} together
 * @returns {ChangeGroup[]}
 */
function groupsOf(passages, together) {
  /** @type {Map<string, string>} */
  const leaders = new Map();
  const leaderOf = (/** @type {string} */ path) => {
    let leader = path;
    for (let next = leaders.get(leader); next !== undefined; next = leaders.get(leader)) {
      leader = next;
    }
    return leader;
  };
  for (const [one, other] of together) {
    const [left, right] = [leaderOf(one), leaderOf(other)];
    if (left !== right) {
      leaders.set(right, left);
    }
  }
  /** @type {Map<string, ChangeGroup>} */
  const groups = new Map();
  for (const { path, before, source } of passages) {
    if (source !== before) {
      const id = leaderOf(path);
      const group = groups.get(id) ?? { id, files: [] };
      group.files.push({ path, before: Buffer.from(before), after: Buffer.from(source) });
      groups.set(id, group);
    }
  }
  return [...groups.values()];
}

/**
 * @param {Migration} migration
 * @param {string} path
 * @returns {boolean} Whether what its package.json says can be read.
 */
function hasProject(migration, path) {
  try {
    requireProject(path);
    return true;
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    migration.errors.push({ file: path, message, line: 1, column: 1 });
    return false;
  }
}
