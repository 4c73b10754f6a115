import { lstatSync, mkdirSync, rmSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { readRegularFile } from './regular-file.js';
import { UnwritableError } from './unwritable.js';

/** Milliseconds after which a lock with no whole number was left by a process that died making it. */
const MAKING = 1000;

/** Another process is writing. */
export class RunningError extends Error {
  /** @param {string} lock */
  constructor(lock) {
    super(`another migration is being written here (${lock} names its process): wait for its end`);
    this.name = 'RunningError';
  }
}

/**
 * Keeps two migrations from writing at once. The directory of the lock is there for as long as there
 * is something in it. The lock of a process that has died is taken over.
 *
 * @template T
 * @param {string} lock The file that names the process.
 * @param {() => T | Promise<T>} write
 * @returns {Promise<T>} What `write` gives; the lock is gone then, whatever happened.
 * @throws {RunningError} If a living process holds the lock.
 * @throws {UnwritableError} If there can be no lock.
 */
export async function withLock(lock, write) {
  if (!take(lock)) {
    if (isHeld(lock)) {
      throw new RunningError(lock);
    }
    rmSync(lock, { recursive: true, force: true });
    if (!take(lock)) {
      throw new RunningError(lock);
    }
  }
  try {
    return await write();
  } finally {
    rmSync(lock, { force: true });
    removeIfEmpty(dirname(lock));
  }
}

/** @param {string} directory */
function removeIfEmpty(directory) {
  try {
    rmdirSync(directory);
  } catch (error) {
    const { code = '' } = /** @type {NodeJS.ErrnoException} */ (error);
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(code)) {
      throw error;
    }
  }
}

/**
 * @param {string} lock
 * @returns {boolean} False if it is there already.
 */
function take(lock) {
  try {
    mkdirSync(dirname(lock), { recursive: true });
    writeFileSync(lock, `${process.pid}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'EEXIST') {
      return false;
    }
    // A process that has just ended removed its directory.
    if (code === 'ENOENT') {
      return take(lock);
    }
    if (code !== 'EACCES' && code !== 'EROFS') {
      rmSync(lock, { force: true });
      removeIfEmpty(dirname(lock));
    }
    throw new UnwritableError(
      Object.assign(/** @type {Error} */ (error), { path: lock }),
      'nothing was changed; mend that, then run again',
    );
  }
}

/**
 * @param {string} lock
 * @returns {boolean} Whether the process that it names is alive.
 */
function isHeld(lock) {
  try {
    const text = readRegularFile(lock, { followsLinks: false }).toString();
    // Between the making of the file and the writing of the number there is a moment.
    // A number of one's own is that of another container, or of before the machine was started.
    return text.endsWith('\n')
      ? Number(text) !== process.pid && process.kill(Number(text), 0)
      : Date.now() - lstatSync(lock).mtimeMs < MAKING;
  } catch (error) {
    // A process of another user is alive, too.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
