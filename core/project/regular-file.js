import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

import { UnreadableError } from '../contract/unreadable-error.js';

/**
 * Reads a file whose name comes from outside. A FIFO or a device of that name is not read: it may never end.
 *
 * @param {string} path
 * @param {{ followsLinks?: boolean, most?: number }} [how] Whether a link is followed to a file (yes, if not
 *   given), and how many bytes the file may have.
 * @returns {Buffer}
 * @throws {UnreadableError}
 */
export function readRegularFile(path, { followsLinks = true, most = Infinity } = {}) {
  const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY } = constants;
  /** @type {number | undefined} */
  let descriptor;
  try {
    // To open a FIFO waits for its writer otherwise.
    descriptor = openSync(path, O_RDONLY | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW));
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) {
      throw new UnreadableError(path, `is ${kindOf(stats)}, not a file`, 'ENOTFILE');
    }
    if (stats.size > most) {
      throw new UnreadableError(path, `is larger than ${most / 1e6} MB`, 'EFBIG');
    }
    return readFileSync(descriptor);
  } catch (error) {
    if (error instanceof UnreadableError) {
      throw error;
    }
    const { code = '' } = /** @type {NodeJS.ErrnoException} */ (error);
    throw !followsLinks && code === 'ELOOP'
      ? new UnreadableError(path, 'is a symbolic link, not a file', 'ENOTFILE')
      : new UnreadableError(path, `cannot be read (${code})`, code);
  } finally {
    if (descriptor !== undefined) {
      closeSync(descriptor);
    }
  }
}

/**
 * @param {import('node:fs').Stats} stats
 * @returns {string}
 */
function kindOf(stats) {
  if (stats.isDirectory()) {
    return 'a directory';
  }
  return stats.isFIFO() ? 'a FIFO' : 'a device';
}
