/** @import { ChangeGroup, FileChange } from './migration.js' */

import { createHash } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { withLock } from './lock.js';
import { UnwritableError } from './unwritable.js';

/**
 * A migration is written in two steps, so that it can be finished or taken back after a crash at
 * any moment: first the old and the new content of every file, then the files.
 */

const DIRECTORY = '.async-perf';

/**
 * @typedef {object} JournalEntry
 * @property {string} path
 * @property {string} group
 * @property {string} before The hash of the old content.
 * @property {string} after The hash of the new content.
 */

/** A file that is neither as it was planned from nor as it was to become. */
export class ChangedFileError extends Error {
  /** @param {string} path */
  constructor(path) {
    super(
      `${path} was changed or taken away by someone else meanwhile: nothing more is written; run again`,
    );
    this.name = 'ChangedFileError';
  }
}

/** A journal that an earlier run left behind. */
export class UnfinishedRunError extends Error {
  /** @param {string} directory */
  constructor(directory) {
    super(
      `${directory} holds a migration that was cut off: run again with --resume to finish it, or with --undo to take it back`,
    );
    this.name = 'UnfinishedRunError';
  }
}

/**
 * @param {string} root
 * @returns {string} The file that names the process which is writing.
 */
const lockOf = (root) => join(root, DIRECTORY, 'lock');

/** @param {string} root */
const journalOf = (root) => join(root, DIRECTORY, 'journal.json');

/**
 * @param {string} root
 * @returns {string} The directory of the old and new contents.
 */
const contentsOf = (root) => join(root, DIRECTORY, 'contents');

/**
 * @param {string} root
 * @returns {boolean} Whether an earlier run was cut off.
 */
export function hasJournal(root) {
  return existsSync(journalOf(root));
}

/**
 * Takes away what is left of a run that was cut off before its first file or after its last.
 *
 * @param {string} root
 * @throws {UnfinishedRunError} If an earlier run was cut off between.
 * @throws {import('./lock.js').RunningError} If one is under way.
 */
export function requireNoJournal(root) {
  if (!existsSync(join(root, DIRECTORY))) {
    return;
  }
  withLock(lockOf(root), () => {
    if (hasJournal(root)) {
      throw new UnfinishedRunError(join(root, DIRECTORY));
    }
    removeContents(root);
  });
}

/** @param {string} root */
function removeContents(root) {
  rmSync(contentsOf(root), { recursive: true, force: true });
  rmSync(temporaryOf(journalOf(root)), { force: true });
}

/**
 * Writes all groups, with a journal until the last file is in place.
 *
 * @param {string} root
 * @param {readonly ChangeGroup[]} groups
 * @throws {UnfinishedRunError}
 * @throws {import('./lock.js').RunningError}
 * @throws {ChangedFileError} Before anything is written, if a file is not as it was planned from.
 * @throws {UnwritableError} If a file cannot be written: those before it are as they were, or the
 *   journal stays.
 */
export function writeGroups(root, groups) {
  if (groups.length === 0) {
    return;
  }
  withLock(lockOf(root), () => {
    if (hasJournal(root)) {
      throw new UnfinishedRunError(join(root, DIRECTORY));
    }
    const changes = groups.flatMap(({ id, files }) =>
      files.map((file) => ({ ...file, group: id })),
    );
    for (const { path, before } of changes) {
      if (hashOfFile(path) !== hashOf(before)) {
        throw new ChangedFileError(path);
      }
      requireWritable(path);
    }
    prepare(root, changes);
    try {
      settle(root, 'after');
    } catch (error) {
      takeBack(root, error);
    }
  });
}

/**
 * A read-only file could be replaced all the same, if its directory is none: it was made so to stay.
 *
 * @param {string} path
 * @throws {UnwritableError}
 */
function requireWritable(path) {
  try {
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw new UnwritableError(error, 'nothing was changed; mend that, then run again');
  }
}

/**
 * @param {string} root
 * @param {unknown} error Why the files cannot all be written.
 * @throws {unknown} Always: the error, with what has become of the files.
 */
function takeBack(root, error) {
  if (error instanceof ChangedFileError) {
    throw error;
  }
  try {
    settle(root, 'before');
  } catch {
    throw new UnwritableError(
      error,
      'some files are new and some old; mend that, then run again with --resume or --undo',
    );
  }
  throw new UnwritableError(error, 'all files are as they were; mend that, then run again');
}

/**
 * @param {string} root
 * @param {(FileChange & { group: string })[]} changes
 */
function prepare(root, changes) {
  const directory = contentsOf(root);
  // A run that was cut off before its journal was whole changed no file.
  removeContents(root);
  try {
    mkdirSync(directory, { recursive: true });
    /** @type {JournalEntry[]} */
    const entries = changes.map(({ path, group, before, after }, index) => {
      writeDurably(join(directory, `${index}.before`), before);
      writeDurably(join(directory, `${index}.after`), after);
      return { path, group, before: hashOf(before), after: hashOf(after) };
    });
    replaceFile(journalOf(root), Buffer.from(JSON.stringify(entries, null, 2)));
  } catch (error) {
    removeContents(root);
    throw new UnwritableError(error, 'nothing was changed; mend that, then run again');
  }
}

/**
 * Finishes a migration that was cut off, or takes it back. What is in place already stays.
 *
 * @param {string} root
 * @param {'before' | 'after'} side
 * @returns {string[]} The files that were written.
 * @throws {import('./lock.js').RunningError} If it was not cut off at all.
 * @throws {ChangedFileError} If a file is neither old nor new; the journal stays.
 * @throws {UnwritableError} The journal stays.
 */
export function finish(root, side) {
  return withLock(lockOf(root), () => {
    try {
      return settle(root, side);
    } catch (error) {
      throw error instanceof ChangedFileError
        ? error
        : new UnwritableError(error, 'mend that, then run again with --resume or --undo');
    }
  });
}

/**
 * @param {string} root
 * @param {'before' | 'after'} side
 * @returns {string[]} The files that were written.
 * @throws {ChangedFileError}
 */
function settle(root, side) {
  /** @type {JournalEntry[]} */
  const entries = JSON.parse(readFileSync(journalOf(root), 'utf8'));
  const hashes = entries.map(({ path }) => hashOfFile(path));
  entries.forEach(({ path, before, after }, index) => {
    if (hashes[index] !== before && hashes[index] !== after) {
      throw new ChangedFileError(path);
    }
  });
  const pending = entries
    .map((entry, index) => ({ entry, index }))
    .filter(({ entry, index }) => hashes[index] !== entry[side]);
  for (const { entry, index } of pending) {
    replaceFile(entry.path, readFileSync(join(contentsOf(root), `${index}.${side}`)));
  }
  for (const { path } of entries) {
    rmSync(temporaryOf(path), { force: true });
  }
  // Without a journal the contents are nothing: it goes first.
  rmSync(journalOf(root));
  removeContents(root);
  return pending.map(({ entry }) => entry.path);
}

/**
 * @param {string} path
 * @returns {string} Empty if the file is gone.
 */
function hashOfFile(path) {
  try {
    return hashOf(readFileSync(path));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') {
      return '';
    }
    throw error;
  }
}

/**
 * @param {Buffer} content
 * @returns {string}
 */
function hashOf(content) {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * @param {string} path
 * @returns {string} Beside it, always the same, so that it can be taken away after a crash.
 */
const temporaryOf = (path) => join(dirname(path), `.${hashOf(Buffer.from(path)).slice(0, 16)}.tmp`);

/**
 * Replaces a file in one step, its mode kept: a reader sees the old or the new content.
 *
 * @param {string} path
 * @param {Buffer} content
 */
export function replaceFile(path, content) {
  const temporary = temporaryOf(path);
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  try {
    writeDurably(temporary, content, mode);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw Object.assign(/** @type {Error} */ (error), { path });
  }
}

/**
 * @param {string} path
 * @param {Buffer} content
 * @param {number} [mode]
 */
function writeDurably(path, content, mode) {
  const descriptor = openSync(path, 'w', mode);
  try {
    for (let offset = 0; offset < content.length;) {
      offset += writeSync(descriptor, content, offset);
    }
    fsyncSync(descriptor);
  } catch (error) {
    throw Object.assign(/** @type {Error} */ (error), { path });
  } finally {
    closeSync(descriptor);
  }
}
