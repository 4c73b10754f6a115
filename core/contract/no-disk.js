/** @import { Entry } from './project-facts.js' */

import { UnreadableError } from './unreadable-error.js';

/** `ProjectFacts` of a project that has no files: what a browser knows of the text that it is given. */

export {
  basename,
  dirname,
  isAbsolute,
  join,
  parse,
  relative,
  resolve,
  sep,
} from './posix-paths.js';

/** The oldest one that the package supports: what is written for it runs on newer ones. */
export const runningNode = '20.19.0';

/** @returns {boolean} */
export function isNodeFunction() {
  return false;
}

/** @returns {boolean} */
export function exists() {
  return false;
}

/** @returns {boolean} */
export function isFile() {
  return false;
}

/** @returns {undefined} */
export function sizeOf() {
  return undefined;
}

/** @returns {boolean} */
export function holdsText() {
  return true;
}

/**
 * @param {string} path
 * @returns {never}
 */
export function readText(path) {
  throw new UnreadableError(path, 'cannot be read (ENOENT)', 'ENOENT');
}

/**
 * @param {string} path
 * @returns {never}
 */
export function readRegularText(path) {
  return readText(path);
}

/** @returns {readonly Entry[]} */
export function entriesOf() {
  return [];
}

/**
 * @param {string} path
 * @returns {never}
 */
export function realPath(path) {
  return readText(path);
}
