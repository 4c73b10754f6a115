/**
 * What the two commands of the bench read alike from their options.
 */
import { findNode } from './nodes.js';

/** @import { NodeBinary } from './nodes.js' */

/** A timer of Node takes no more, and fires at once instead. */
const LONGEST = 2 ** 31 - 1;

/**
 * @param {string} text seconds
 * @returns {number} ms
 * @throws {TypeError} if a timer cannot take it
 */
export function readTimeout(text) {
  const timeout = Number(text) * 1000;
  if (!(timeout > 0)) throw new TypeError(`--timeout ${text}: give seconds above 0`);
  if (timeout > LONGEST) {
    throw new TypeError(`--timeout ${text}: give at most ${Math.floor(LONGEST / 1000)} seconds`);
  }
  return timeout;
}

/**
 * @param {string} list
 * @returns {string[]} each name once
 */
export function splitList(list) {
  const names = list.split(',').map((name) => name.trim());
  return [...new Set(names)].filter((name) => name !== '');
}

/**
 * Finds each Node once, by whatever names it was asked for.
 *
 * @returns {(wanted: string) => Promise<NodeBinary | undefined>} undefined for one that was found before
 */
export function createNodeFinder() {
  /** @type {Set<string>} */
  const found = new Set();
  return async (wanted) => {
    const node = await findNode(wanted);
    if (found.has(node.version)) return undefined;
    found.add(node.version);
    return node;
  };
}
