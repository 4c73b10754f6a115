/** @import { ChangeGroup, FileChange } from './migration.js' */

import { createHash } from 'node:crypto';
import {
  closeSync,
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
    super(`${path} was changed by someone else meanwhile: nothing more is written; run again`);
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
 * @returns {boolean} Whether an earlier run was cut off.
 */
export function hasJournal(root) {
  return existsSync(join(root, DIRECTORY, 'journal.json'));
}

/**
 * Writes all groups, with a journal until the last file is in place.
 *
 * @param {string} root
 * @param {readonly ChangeGroup[]} groups
 * @throws {UnfinishedRunError}
 * @throws {ChangedFileError} Before anything is written, if a file is not as it was planned from.
 */
export function writeGroups(root, groups) {
  if (hasJournal(root)) {
    throw new UnfinishedRunError(join(root, DIRECTORY));
  }
  const changes = groups.flatMap(({ id, files }) => files.map((file) => ({ ...file, group: id })));
  for (const { path, before } of changes) {
    if (hashOf(readFileSync(path)) !== hashOf(before)) {
      throw new ChangedFileError(path);
    }
  }
  prepare(root, changes);
  finish(root, 'after');
}

/**
 * @param {string} root
 * @param {(FileChange & { group: string })[]} changes
 */
function prepare(root, changes) {
  const directory = join(root, DIRECTORY);
  // A run that was cut off before its journal was whole changed no file.
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  /** @type {JournalEntry[]} */
  const entries = changes.map(({ path, group, before, after }, index) => {
    writeDurably(join(directory, `${index}.before`), before);
    writeDurably(join(directory, `${index}.after`), after);
    return { path, group, before: hashOf(before), after: hashOf(after) };
  });
  replaceFile(join(directory, 'journal.json'), Buffer.from(JSON.stringify(entries, null, 2)));
}

/**
 * Finishes a migration that was cut off, or takes it back. What is in place already stays.
 *
 * @param {string} root
 * @param {'before' | 'after'} side
 * @returns {string[]} The files that were written.
 * @throws {ChangedFileError} If a file is neither old nor new; the journal stays.
 */
export function finish(root, side) {
  const directory = join(root, DIRECTORY);
  /** @type {JournalEntry[]} */
  const entries = JSON.parse(readFileSync(join(directory, 'journal.json'), 'utf8'));
  const hashes = entries.map(({ path }) => hashOf(readFileSync(path)));
  entries.forEach(({ path, before, after }, index) => {
    if (hashes[index] !== before && hashes[index] !== after) {
      throw new ChangedFileError(path);
    }
  });
  const pending = entries
    .map((entry, index) => ({ entry, index }))
    .filter(({ entry, index }) => hashes[index] !== entry[side]);
  for (const { entry, index } of pending) {
    replaceFile(entry.path, readFileSync(join(directory, `${index}.${side}`)));
  }
  rmSync(directory, { recursive: true });
  return pending.map(({ entry }) => entry.path);
}

/**
 * @param {Buffer} content
 * @returns {string}
 */
function hashOf(content) {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * Replaces a file in one step, its mode kept: a reader sees the old or the new content.
 *
 * @param {string} path
 * @param {Buffer} content
 */
export function replaceFile(path, content) {
  const temporary = join(
    dirname(path),
    `.${process.pid}.${createHash('md5').update(path).digest('hex')}.tmp`,
  );
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  try {
    writeDurably(temporary, content, mode);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
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
  } finally {
    closeSync(descriptor);
  }
}
