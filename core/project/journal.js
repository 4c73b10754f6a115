/** @import { ChangeGroup, FileChange } from './migration.js' */

import { createHash } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

import { OptionError } from '../contract/options.js';
import { withLock } from './lock.js';
import { UnwritableError } from './unwritable.js';

/**
 * A migration is written in two steps, so that it can be finished or taken back after a crash at
 * any moment: first the old and the new content of every file, then the files. The tree that the
 * journal lies in may have been copied or moved by then: its own files are meant, never those of another.
 */

const DIRECTORY = '.async-perf';

/**
 * @typedef {object} JournalEntry
 * @property {string} path From the root, with slashes; that of a file outside of it is absolute.
 * @property {string} [root] Of a file outside: the root, without which it cannot be told whose it is.
 * @property {string} before The hash of the old content.
 * @property {string} after The hash of the new content.
 * @property {true} [isUntried] Whether it is still to be seen if the new content is to stay.
 */

/** @typedef {FileChange & { group: string }} Change */

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
 * @returns {string} The directory of contents that their files have no place for any more.
 */
const keptOf = (root) => join(root, DIRECTORY, 'kept');

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
function removeJournal(root) {
  // Without a journal the contents are nothing: it goes first.
  rmSync(journalOf(root));
  removeContents(root);
}

/** @param {string} root */
function removeContents(root) {
  rmSync(contentsOf(root), { recursive: true, force: true });
  removeTemporaries(journalOf(root));
}

/**
 * Writes all groups, with a journal until the last file is in place.
 *
 * @param {string} root
 * @param {readonly ChangeGroup[]} groups
 * @throws {UnfinishedRunError}
 * @throws {import('./lock.js').RunningError}
 * @throws {ChangedFileError} Before anything is written, if a file is not as it was planned from.
 * @throws {UnwritableError} If a file cannot be written: all are as they were, or the journal stays.
 */
export function writeGroups(root, groups) {
  if (groups.every(({ files }) => files.length === 0)) {
    return;
  }
  withJournal(root, groups, {}, () => {
    settle(root, 'after', (path) => {
      throw new ChangedFileError(path);
    });
  });
}

/**
 * Writes the groups that are chosen by trying them out, with a journal of all of them meanwhile.
 *
 * @param {string} root
 * @param {readonly ChangeGroup[]} groups
 * @param {(place: (groups: readonly ChangeGroup[]) => void) => ChangeGroup[]} choose Gets what puts
 *   groups in place, and all others back.
 * @returns {ChangeGroup[]} The chosen ones.
 * @throws As `writeGroups`.
 */
export function writeChosen(root, groups, choose) {
  return withJournal(root, groups, { isUntried: true }, (changes) => {
    /** @type {ReadonlySet<string>} */
    let inPlace = new Set();
    /** @param {readonly ChangeGroup[]} wanted */
    const place = (wanted) => {
      const next = new Set(wanted.map(({ id }) => id));
      for (const { path, before, after, group } of changes) {
        if (next.has(group) !== inPlace.has(group)) {
          const [from, to] = next.has(group) ? [before, after] : [after, before];
          requireContent(path, from);
          replaceFile(path, to);
        }
      }
      inPlace = next;
    };
    const chosen = choose(place);
    // What was tried last may have been more, or less.
    place(chosen);
    removeJournal(root);
    return chosen;
  });
}

/**
 * @param {string} path
 * @param {Buffer} content
 * @throws {ChangedFileError} If that is not what the file holds.
 */
function requireContent(path, content) {
  if (hashOfFile(path) !== hashOf(content)) {
    throw new ChangedFileError(path);
  }
}

/**
 * @template T
 * @param {string} root
 * @param {readonly ChangeGroup[]} groups
 * @param {Pick<JournalEntry, 'isUntried'>} state
 * @param {(changes: Change[]) => T} write
 * @returns {T}
 */
function withJournal(root, groups, state, write) {
  return withLock(lockOf(root), () => {
    if (hasJournal(root)) {
      throw new UnfinishedRunError(join(root, DIRECTORY));
    }
    const changes = groups.flatMap(({ id, files }) =>
      files.map((file) => ({ ...file, group: id })),
    );
    changes.forEach(({ path, before }) => requireContent(path, before));
    prepare(root, changes, state);
    try {
      // A read-only file could be replaced all the same, if its directory is none: it was made so to stay.
      changes.forEach(({ path }) => accessSync(path, constants.W_OK));
      return write(changes);
    } catch (error) {
      return takeBack(root, error);
    }
  });
}

/**
 * @param {string} root
 * @param {unknown} error Why the files cannot all be written.
 * @returns {never}
 * @throws {unknown} Always: the error, with what has become of the files.
 */
function takeBack(root, error) {
  if (error instanceof ChangedFileError) {
    throw error;
  }
  try {
    settle(root, 'before', (path) => {
      throw new ChangedFileError(path);
    });
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
 * @param {Change[]} changes
 * @param {Pick<JournalEntry, 'isUntried'>} state
 */
function prepare(root, changes, state) {
  const directory = contentsOf(root);
  // A run that was cut off before its journal was whole changed no file.
  removeContents(root);
  try {
    mkdirSync(directory, { recursive: true });
    /** @type {JournalEntry[]} */
    const entries = changes.map(({ path, before, after }, index) => {
      writeDurably(join(directory, `${index}.before`), before);
      writeDurably(join(directory, `${index}.after`), after);
      return { ...placeOf(root, path), before: hashOf(before), after: hashOf(after), ...state };
    });
    replaceFile(journalOf(root), Buffer.from(JSON.stringify(entries, null, 2)));
  } catch (error) {
    removeContents(root);
    throw new UnwritableError(error, 'nothing was changed; mend that, then run again');
  }
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {Pick<JournalEntry, 'path' | 'root'>} Where the file is, whatever links lead to it.
 */
function placeOf(root, path) {
  const top = realPath(root);
  const place = join(realPath(dirname(path)), basename(path));
  const name = relative(top, place);
  return name.split(sep)[0] === '..' || isAbsolute(name)
    ? { path: place, root: top }
    : { path: name.replaceAll(sep, '/') };
}

/**
 * @param {string} directory
 * @returns {string} As it is if it is gone.
 */
function realPath(directory) {
  return existsSync(directory) ? realpathSync(directory) : directory;
}

/**
 * What became of a migration that was cut off.
 *
 * @typedef {object} Settled
 * @property {string[]} written The files that were written.
 * @property {{ path: string, before: string, after: string }[]} left The files that were changed or taken
 *   away since: they stay as they are, and these files hold what was in them and what was to be.
 */

/**
 * Finishes a migration that was cut off, or takes it back. What is in place already stays.
 *
 * @param {string} root
 * @param {'before' | 'after'} side
 * @returns {Settled}
 * @throws {OptionError} If it was not known yet whether it is to stay, or if it is not that of the
 *   files which are here: the journal stays.
 * @throws {import('./lock.js').RunningError} If it was not cut off at all.
 * @throws {UnwritableError} The journal stays.
 */
export function finish(root, side) {
  return withLock(lockOf(root), () => {
    try {
      const entries = readJournal(root);
      if (side === 'after' && entries[0]?.isUntried) {
        throw new OptionError(
          '--resume: --verify had not passed what was written: give --undo, then run again',
        );
      }
      requireOwn(root, entries);
      return settle(root, side);
    } catch (error) {
      if (error instanceof OptionError) {
        throw error;
      }
      throw new UnwritableError(error, 'mend that, then run again with --resume or --undo');
    }
  });
}

/**
 * @param {string} root
 * @param {readonly JournalEntry[]} entries
 * @throws {OptionError} If a file may be one of another tree, or none is there.
 */
function requireOwn(root, entries) {
  const journal = join(root, DIRECTORY);
  const rest = `nothing is touched, and the journal stays. If this was copied or moved, put the directory back or run it where it was written; otherwise mend the files (\`git restore .\`) and remove ${journal}`;
  const paths = entries.map(({ path }) => resolve(root, path));
  for (const [index, { root: written }] of entries.entries()) {
    const path = paths[index] ?? '';
    const place = placeOf(root, path);
    if (place.root !== undefined && place.root !== written) {
      // Journals of earlier versions hold absolute paths only.
      const origin = written ? `was written in ${written}` : 'does not tell where it was written';
      throw new OptionError(`${journal} ${origin}, and ${path} lies outside of ${root}: ${rest}`);
    }
  }
  if (!paths.some((path) => existsSync(path))) {
    throw new OptionError(`none of the files that ${journal} names is there: ${rest}`);
  }
}

/**
 * @param {string} root
 * @returns {JournalEntry[]}
 */
function readJournal(root) {
  return JSON.parse(readFileSync(journalOf(root), 'utf8'));
}

/**
 * @param {string} root
 * @param {'before' | 'after'} side
 * @param {(path: string) => void} [onChanged] Called of a file that is neither old nor new.
 * @returns {Settled}
 */
function settle(root, side, onChanged = () => undefined) {
  const entries = readJournal(root).map((entry, index) => {
    const path = resolve(root, entry.path);
    const hash = hashOfFile(path);
    const isChanged = hash !== entry.before && hash !== entry.after;
    if (isChanged) {
      onChanged(path);
    }
    const isPending = !isChanged && hash !== entry[side];
    return { name: entry.path, path, index, isChanged, isPending };
  });
  const pending = entries.filter(({ isPending }) => isPending);
  for (const { path, index } of pending) {
    replaceFile(path, readFileSync(join(contentsOf(root), `${index}.${side}`)));
  }
  const left = entries.filter(({ isChanged }) => isChanged).map((entry) => keep(root, entry));
  entries.forEach(({ path }) => removeTemporaries(path));
  removeJournal(root);
  return { written: pending.map(({ path }) => path), left };
}

/**
 * @param {string} root
 * @param {{ name: string, path: string, index: number }} entry
 * @returns {Settled['left'][number]}
 */
function keep(root, { name, path, index }) {
  mkdirSync(keptOf(root), { recursive: true });
  const own = `${hashOf(Buffer.from(name)).slice(0, 8)}.${basename(path)}`;
  const [before = '', after = ''] = ['before', 'after'].map((side) => {
    const kept = join(keptOf(root), `${own}.${side}`);
    replaceFile(kept, readFileSync(join(contentsOf(root), `${index}.${side}`)));
    return kept;
  });
  return { path, before, after };
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
 * @param {string} [name]
 * @returns {string} Beside it, always the same wherever the tree is, so that it can be taken away after
 *   a crash.
 */
const temporaryOf = (path, name = basename(path)) =>
  join(dirname(path), `.${hashOf(Buffer.from(name)).slice(0, 16)}.tmp`);

/** @param {string} path */
function removeTemporaries(path) {
  // Earlier versions named it by the whole path.
  for (const name of [basename(path), path]) {
    rmSync(temporaryOf(path, name), { force: true });
  }
}

/**
 * Replaces a file in one step, its mode kept: a reader sees the old or the new content.
 *
 * @param {string} path
 * @param {Buffer} content
 */
function replaceFile(path, content) {
  const temporary = temporaryOf(path);
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  try {
    rmSync(temporary, { force: true });
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
  // A link of that name would lead elsewhere.
  const descriptor = openSync(path, 'wx', mode);
  try {
    // The umask knows nothing of the mode.
    if (mode !== undefined) {
      fchmodSync(descriptor, mode);
    }
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
