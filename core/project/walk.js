import fs from 'node:fs';
import { join, sep } from 'node:path';

/**
 * A file or a directory that a search came by, and that cannot be among its results.
 *
 * @typedef {object} LeftOut
 * @property {string} path Absolute.
 * @property {string} reason Follows the path in a sentence: `src/x` is not looked at: …
 */

/**
 * @param {string} name
 * @returns {string | undefined} Why it is none that a search by patterns gives, or gives as the name of
 *   another file.
 */
export function oddityOf(name) {
  // Bytes that are no UTF-8 are decoded to this character.
  if (name.includes('\uFFFD')) {
    return 'its name is not UTF-8';
  }
  return sep === '/' && name.includes('\\') ? 'its name holds a backslash' : undefined;
}

/** Of a tool, such as `.eslintrc.cjs`: nobody would have it looked at. */
const CONFIGURATION = /rc\.[cm]?[jt]s$/u;

/** @param {string} name */
export const hasOddName = (name) => oddityOf(name) !== undefined;

/**
 * Gives a search the directories that it reads, and takes note of what it would pass over in silence.
 *
 * @param {(path: string) => boolean} isWanted Whether a file of that name is one that is looked for.
 * @returns {{ fileSystem: typeof fs, leftOut: Map<string, LeftOut> }} What the search is to use, and what has
 *   been noted, by paths.
 */
export function watchWalk(isWanted) {
  /** @type {Map<string, LeftOut>} */
  const leftOut = new Map();
  const fileSystem = { ...fs, readdir: /** @type {typeof fs.readdir} */ (readdir) };
  return { fileSystem, leftOut };

  /**
   * @param {string} directory
   * @param {{ withFileTypes: true }} options
   * @param {(error: NodeJS.ErrnoException | null, entries?: fs.Dirent[]) => void} callback
   */
  function readdir(directory, options, callback) {
    fs.readdir(directory, options, (error, entries) => {
      if (error) {
        note(directory, `the directory cannot be read (${error.code})`);
        callback(error);
        return;
      }
      callback(
        null,
        entries.filter((entry) => hasUsableName(directory, entry)),
      );
    });
  }

  /**
   * @param {string} directory
   * @param {fs.Dirent} entry
   * @returns {boolean}
   */
  function hasUsableName(directory, entry) {
    const { name } = entry;
    const path = join(directory, name);
    if (!entry.isDirectory() && !isWanted(name)) {
      return true;
    }
    const oddity = oddityOf(name);
    if (oddity !== undefined) {
      note(path, oddity);
      return false;
    }
    if (name.startsWith('.') && !CONFIGURATION.test(name) && entry.isFile()) {
      note(path, 'its name begins with a dot: give its path to have it looked at');
    }
    return true;
  }

  /**
   * @param {string} path
   * @param {string} reason
   */
  function note(path, reason) {
    leftOut.set(path, { path, reason });
  }
}
