import { createHash } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { UnreadableError } from '../contract/unreadable-error.js';
import { readRegularFile } from './regular-file.js';

/** A file that is neither as it was planned from nor as it was to become. */
export class ChangedFileError extends Error {
  /**
   * @param {string} path
   * @param {string} [rest] The state of all files, and the next step.
   */
  constructor(path, rest = 'nothing is written; run again') {
    super(`${path} was changed or taken away by someone else meanwhile: ${rest}`);
    this.name = 'ChangedFileError';
    this.path = path;
  }
}

/**
 * @param {string | Buffer} content
 * @returns {string} SHA-256, in hexadecimal digits.
 */
export function hashOf(content) {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * @param {string} path
 * @returns {string} The hash of its content; empty if it is gone, or has become a link or a directory.
 */
export function hashOfFile(path) {
  try {
    return hashOf(readRegularFile(path, { followsLinks: false }));
  } catch (error) {
    if (
      error instanceof UnreadableError &&
      ['ENOENT', 'ENOTDIR', 'ENOTFILE'].includes(error.code)
    ) {
      return '';
    }
    throw error;
  }
}

/**
 * @param {string} path
 * @throws {NodeJS.ErrnoException & { reason?: string }} If it cannot be replaced by a file that differs in its
 *   content alone.
 */
export function requireReplaceable(path) {
  // A read-only file could be replaced all the same, if its directory is none: it was made so to stay.
  accessSync(path, constants.W_OK);
  const { nlink } = lstatSync(path);
  if (nlink > 1) {
    const reason = `has ${nlink} hard links, and a file that replaces it would have none`;
    throw Object.assign(new Error(`${path} ${reason}`), { path, reason });
  }
}

/**
 * Replaces a file in one step, its mode and owner kept: a reader sees the old or the new content. No call of
 * the system compares and renames at once. So the old file is held open: what is written into it until then is
 * put back. Only a file that somebody else renames to the same name between two calls here is not seen.
 *
 * @param {string} path
 * @param {Buffer} content
 * @param {string} [expected] The hash of what the file holds until then; not asked if undefined.
 * @throws {ChangedFileError} If it holds something else: it stays as it is.
 * @throws {NodeJS.ErrnoException} With the `path` that cannot be written.
 */
export function replaceFile(path, content, expected) {
  const temporary = temporaryOf(path);
  try {
    rmSync(temporary, { force: true });
    const like = lstatSync(path, { throwIfNoEntry: false });
    writeDurably(temporary, content, like);
    if (expected === undefined) {
      renameSync(temporary, path);
    } else {
      renameOver(path, temporary, expected, like);
    }
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error instanceof ChangedFileError
      ? error
      : Object.assign(/** @type {Error} */ (error), { path });
  }
}

/**
 * @param {string} path
 * @param {string} temporary
 * @param {string} expected The hash of what the file holds.
 * @param {import('node:fs').Stats | undefined} like
 * @throws {ChangedFileError}
 */
function renameOver(path, temporary, expected, like) {
  const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY } = constants;
  const descriptor = openIfThere(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  if (descriptor === undefined) {
    throw new ChangedFileError(path);
  }
  try {
    const held = fstatSync(descriptor);
    if (!held.isFile() || hashOf(readFrom(descriptor)) !== expected) {
      throw new ChangedFileError(path);
    }
    const { dev, ino } = lstatSync(path, { throwIfNoEntry: false }) ?? {};
    if (dev !== held.dev || ino !== held.ino) {
      throw new ChangedFileError(path);
    }
    renameSync(temporary, path);
    const last = readFrom(descriptor);
    if (hashOf(last) !== expected) {
      writeDurably(temporary, last, like);
      renameSync(temporary, path);
      throw new ChangedFileError(path);
    }
  } finally {
    closeSync(descriptor);
  }
}

/**
 * @param {string} path
 * @param {number} flags
 * @returns {number | undefined} Undefined if there is no file of that name.
 */
function openIfThere(path, flags) {
  try {
    return openSync(path, flags);
  } catch (error) {
    const { code = '' } = /** @type {NodeJS.ErrnoException} */ (error);
    if (['ELOOP', 'ENOENT', 'ENOTDIR'].includes(code)) {
      return undefined;
    }
    throw error;
  }
}

/**
 * @param {number} descriptor
 * @returns {Buffer} All that the file holds, wherever it was read last.
 */
function readFrom(descriptor) {
  const content = Buffer.alloc(fstatSync(descriptor).size);
  const length = readSync(descriptor, content, 0, content.length, 0);
  return content.subarray(0, length);
}

/**
 * @param {string} path Where there is no file yet.
 * @param {Buffer} content
 * @param {import('node:fs').Stats} [like] The mode and the owner that it gets.
 * @throws {NodeJS.ErrnoException} With the `path`.
 */
export function writeDurably(path, content, like) {
  try {
    // A link of that name would lead elsewhere.
    const descriptor = openSync(path, 'wx', like?.mode);
    try {
      if (like) {
        const { gid, uid } = fstatSync(descriptor);
        if (uid !== like.uid || gid !== like.gid) {
          keepOwner(descriptor, path, like);
        }
        // The umask knows nothing of the mode, and a change of the owner takes some bits away.
        fchmodSync(descriptor, like.mode);
      }
      for (let offset = 0; offset < content.length;) {
        offset += writeSync(descriptor, content, offset);
      }
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw Object.assign(/** @type {Error} */ (error), { path });
  }
}

/**
 * @param {number} descriptor
 * @param {string} path
 * @param {import('node:fs').Stats} like
 * @throws {Error & { reason: string }} If the system does not let it be given away.
 */
function keepOwner(descriptor, path, { gid, uid }) {
  try {
    fchownSync(descriptor, uid, gid);
  } catch {
    const reason = `belongs to user ${uid} and group ${gid}, and a file that replaces it would not`;
    throw Object.assign(new Error(`${path} ${reason}`), { reason });
  }
}

/**
 * @param {string} path
 * @returns {string} Beside it, always the same wherever the tree is, so that it can be taken away after
 *   a crash.
 */
const temporaryOf = (path) => join(dirname(path), `.${hashOf(basename(path)).slice(0, 16)}.tmp`);

/** @param {string} path */
export function removeTemporary(path) {
  rmSync(temporaryOf(path), { force: true });
}
