import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';

import { OptionError } from '../contract/options.js';
import { UnreadableError } from '../contract/unreadable-error.js';
import { readRegularFile } from './regular-file.js';
import { hashOf, removeTemporary, replaceFile, writeDurably } from './replace.js';
import { isBelow, realPathOf } from './below.js';

/**
 * The files that a migration leaves in `.async-perf/`, so that it can be finished or taken back after a crash at any
 * moment, and taken back after its end:
 *
 *     journal.json      the state and the new content of each file
 *     contents/HASH     the old and the new content of each, named by its SHA-256
 *     record.json       what `async-perf record` saw, for later migrations
 *     kept/             contents that a file which somebody else changed has no place for
 *     lock              the process that is writing
 *     .gitignore        keeps all of this out of commits
 *
 * The journal names only files below the directory that it lies in, or says where it was written: a tree may
 * have been copied or moved since, and its own files are meant, never those of another.
 */

export const DIRECTORY = '.async-perf';

/** Bytes. A hundred thousand files take a fifth of that. */
const LARGEST = 100_000_000;

const STATES = /** @type {const} */ (['writing', 'trying', 'written']);

/**
 * @typedef {object} Journal
 * @property {(typeof STATES)[number]} state `trying`: files are put in place and back, and whether they stay is
 *   still to be seen. `written`: all are in place.
 * @property {string} root Where it was written.
 * @property {JournalEntry[]} entries
 * @property {PlannedRun} [run] The inputs of its plan; a merged migration has none.
 */

/**
 * The inputs from which a migration can be planned again, without some of its sites.
 *
 * @typedef {object} PlannedRun
 * @property {string[]} files All that were looked at, from the root, with slashes.
 * @property {Record<string, unknown>} options The options that decide what is converted.
 * @property {TakenSite[]} taken The sites that are left out already.
 *
 * @typedef {object} TakenSite
 * @property {string} file From the root, with slashes.
 * @property {string} codemod
 * @property {number} line In the file before any codemod, 1-based; the column too.
 * @property {number} column
 */

/**
 * @typedef {object} JournalEntry
 * @property {string} path From the root, with slashes; that of a file outside of it is absolute.
 * @property {string} before The hash of the old content.
 * @property {string} after The hash of the new content.
 * @property {string} [meanwhile] The hash of what the file may hold as well while a journal that takes back single
 *   sites is written.
 * @property {true} [isManifest] Whether it is a package.json whose dependencies changed.
 */

/**
 * @param {string} root
 * @returns {string} The file that names the process which is writing.
 */
export const lockOf = (root) => join(root, DIRECTORY, 'lock');

/** @param {string} root */
const journalOf = (root) => join(root, DIRECTORY, 'journal.json');

/** @param {string} root */
const contentsOf = (root) => join(root, DIRECTORY, 'contents');

/** @param {string} root */
const keptOf = (root) => join(root, DIRECTORY, 'kept');

/**
 * @param {string} root
 * @returns {string} What recorded runs of the project saw.
 */
export const recordOf = (root) => join(root, DIRECTORY, 'record.json');

/**
 * @param {string} root
 * @returns {boolean} Whether a run has left something here.
 * @throws {OptionError} If that is none of a run's: a link, a file, or another user's directory.
 */
export function hasDirectory(root) {
  const directory = join(root, DIRECTORY);
  const stats = lstatSync(directory, { throwIfNoEntry: false });
  if (!stats) {
    return false;
  }
  const reason = stats.isSymbolicLink()
    ? 'is a symbolic link'
    : stats.isDirectory()
      ? undefined
      : 'is no directory';
  if (reason !== undefined) {
    throw new OptionError(`${directory} ${reason}, and no migration made it: remove it`);
  }
  const owners = [process.geteuid?.(), statSync(root).uid];
  if (owners[0] !== undefined && !owners.includes(stats.uid)) {
    throw new OptionError(
      `${directory} belongs to another user (${stats.uid}): remove it, or run as that user`,
    );
  }
  return true;
}

/**
 * @param {string} root
 * @returns {Journal | undefined} Undefined if there is none.
 * @throws {OptionError} Naming it, if it is no journal.
 */
export function readJournal(root) {
  if (!hasDirectory(root) || !existsSync(journalOf(root))) {
    return undefined;
  }
  const path = journalOf(root);
  const rest = `look at what git says of the files, then remove ${join(root, DIRECTORY)}`;
  try {
    const bytes = readRegularFile(path, { followsLinks: false, most: LARGEST });
    const journal = JSON.parse(bytes.toString());
    if (isJournal(journal)) {
      return journal;
    }
  } catch (error) {
    if (error instanceof UnreadableError) {
      throw new OptionError(`${error.message}: ${rest}`);
    }
  }
  throw new OptionError(`${path} is no journal of a migration of this version: ${rest}`);
}

const HASH = /^[0-9a-f]{64}$/u;

/**
 * @param {any} journal
 * @returns {journal is Journal}
 */
function isJournal(journal) {
  return (
    STATES.includes(journal?.state) &&
    typeof journal.root === 'string' &&
    Array.isArray(journal.entries) &&
    journal.entries.every(
      (/** @type {any} */ entry) =>
        typeof entry?.path === 'string' &&
        !entry.path.includes('\0') &&
        HASH.test(entry.before) &&
        HASH.test(entry.after) &&
        (entry.meanwhile === undefined || HASH.test(entry.meanwhile)) &&
        [true, undefined].includes(entry.isManifest),
    ) &&
    (journal.run === undefined || isRun(journal.run))
  );
}

/**
 * @param {any} run
 * @returns {run is PlannedRun}
 */
function isRun(run) {
  const isName = (/** @type {any} */ name) => typeof name === 'string' && !name.includes('\0');
  return (
    Array.isArray(run?.files) &&
    run.files.every(isName) &&
    typeof run.options === 'object' &&
    run.options !== null &&
    Array.isArray(run.taken) &&
    run.taken.every(
      (/** @type {any} */ site) =>
        isName(site?.file) &&
        isName(site.codemod) &&
        [site.line, site.column].every((number) => Number.isSafeInteger(number)),
    )
  );
}

/**
 * Replaces the journal in one step. The contents that it names have to be there already.
 *
 * @param {string} root
 * @param {Journal} journal
 * @throws {NodeJS.ErrnoException} With the `path` that cannot be written.
 */
export function writeJournal(root, journal) {
  replaceFile(journalOf(root), Buffer.from(JSON.stringify(journal, null, 2)));
}

/**
 * @param {string} root
 * @param {readonly Buffer[]} contents The contents for `readContent`.
 * @throws {NodeJS.ErrnoException} With the `path` that cannot be written.
 */
export function storeContents(root, contents) {
  mkdirSync(contentsOf(root), { recursive: true });
  keepOutOfCommits(root);
  const known = new Set(readdirSync(contentsOf(root)));
  for (const content of contents) {
    const hash = hashOf(content);
    // One that a crash has cut short is written again.
    if (!known.has(hash) || !isStored(root, hash)) {
      replaceFile(join(contentsOf(root), hash), content);
      known.add(hash);
    }
  }
}

/** @param {string} root Where the directory is. */
export function keepOutOfCommits(root) {
  const ignore = join(root, DIRECTORY, '.gitignore');
  if (!existsSync(ignore)) {
    writeDurably(ignore, Buffer.from('*\n'));
  }
}

/**
 * @param {string} root
 * @param {string} hash
 */
function isStored(root, hash) {
  try {
    readContent(root, hash);
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {string} root
 * @param {string} hash
 * @returns {Buffer}
 * @throws {UnreadableError} If it is not there, or is something else than its name says.
 */
export function readContent(root, hash) {
  const path = join(contentsOf(root), hash);
  const content = readRegularFile(path, { followsLinks: false });
  if (hashOf(content) !== hash) {
    throw new UnreadableError(path, 'does not hold the content that it is named after', 'EHASH');
  }
  return content;
}

/**
 * Removes what no run needs: the contents that the journal does not name, all of them without one.
 *
 * @param {string} root
 * @param {Journal | undefined} journal
 */
export function removeUnneeded(root, journal) {
  removeTemporary(journalOf(root));
  if (!journal) {
    // Without a journal the contents are nothing: it goes first.
    rmSync(journalOf(root), { force: true });
    rmSync(contentsOf(root), { recursive: true, force: true });
    if (!existsSync(keptOf(root)) && !existsSync(recordOf(root))) {
      rmSync(join(root, DIRECTORY, '.gitignore'), { force: true });
    }
    return;
  }
  const needed = new Set(journal.entries.flatMap(({ before, after }) => [before, after]));
  for (const name of readdirSync(contentsOf(root))) {
    if (!needed.has(name)) {
      rmSync(join(contentsOf(root), name), { recursive: true, force: true });
    }
  }
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {string} Where the file is, whatever links lead to it, as a journal names it.
 */
export function placeOf(root, path) {
  const top = realPathOf(root);
  const place = realPathOf(path);
  return isBelow(top, place) ? relative(top, place).split(sep).join('/') : place;
}

/**
 * @param {string} root
 * @param {Journal} journal
 * @returns {string[]} The path of each entry, absolute.
 * @throws {OptionError} If the files are those of another tree, or none is there.
 */
export function pathsOf(root, { entries, root: written }) {
  const directory = join(root, DIRECTORY);
  const rest = `nothing is touched, and the journal stays. If this was copied or moved, put the directory back or run it where it was written; otherwise mend the files (\`git restore .\`) and remove ${directory}`;
  const top = realPathOf(root);
  const paths = entries.map(({ path }) => resolve(top, path));
  const outside = paths.find((path) => !isBelow(top, realPathOf(path)));
  if (outside !== undefined && top !== written) {
    throw new OptionError(
      `${directory} was written in ${written}, and ${outside} lies outside of ${root}: ${rest}`,
    );
  }
  if (!paths.some((path) => existsSync(path))) {
    throw new OptionError(`none of the files that ${directory} names is there: ${rest}`);
  }
  return paths;
}

/**
 * @param {string} root
 * @param {JournalEntry} entry Of a file that somebody else changed, or took away.
 * @returns {{ before: string, after: string }} The files that hold what was in it, and what was made of it.
 */
export function keep(root, { path, before, after }) {
  mkdirSync(keptOf(root), { recursive: true });
  const own = join(keptOf(root), `${hashOf(path).slice(0, 8)}.${basename(path)}`);
  const kept = { before: `${own}.before`, after: `${own}.after` };
  replaceFile(kept.before, readContent(root, before));
  replaceFile(kept.after, readContent(root, after));
  return kept;
}
