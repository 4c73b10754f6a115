import { lstatSync } from 'node:fs';

import { UnreadableError } from '../contract/unreadable-error.js';
import { readBytes } from './disk.js';

/** Bytes. Nobody writes such a file by hand, and its syntax tree would not fit into memory. */
const LARGEST = 10_000_000;

/** A file that is none that a person writes as UTF-8, so that nothing is wrong where it is left. */
export class LeftOutError extends Error {
  name = 'LeftOutError';
}

/**
 * @param {string} path
 * @returns {string} With the byte order mark, if there is one.
 * @throws {LeftOutError} With a message that follows the path in a sentence.
 * @throws {UnreadableError}
 */
export function readSource(path) {
  const bytes = bytesOf(path);
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!isWide(bytes)) {
      return text;
    }
  } catch {
    // The only error of a fatal decoder: the bytes would not survive a round trip.
  }
  throw new LeftOutError('is not UTF-8 text');
}

/**
 * A file that replaces one of several names would part them.
 *
 * @param {string} path
 * @throws {LeftOutError} If it has hard links.
 */
export function requireOneName(path) {
  const { nlink = 1 } = lstatSync(path, { throwIfNoEntry: false }) ?? {};
  if (nlink > 1) {
    throw new LeftOutError(`has ${nlink} hard links, and what replaces it would have none`);
  }
}

/**
 * @param {string} path
 * @returns {Buffer}
 */
function bytesOf(path) {
  try {
    return readBytes(path, LARGEST);
  } catch (error) {
    if (error instanceof UnreadableError && error.code === 'EFBIG') {
      throw new LeftOutError(`${error.reason}: convert what it was made from`);
    }
    throw error;
  }
}

/**
 * @param {Buffer} bytes
 * @returns {boolean} Whether every other byte at the start is 0, as in UTF-16 without a mark, which is UTF-8 too.
 */
function isWide(bytes) {
  const start = bytes.subarray(0, 100);
  const zeros = start.filter((byte) => byte === 0).length;
  return zeros > start.length / 3;
}
