import { lstatSync, realpathSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';

/**
 * @param {string} root
 * @returns {(path: string) => boolean} Whether a link is among the path and the directories that it lies
 *   in, up to those that the root lies in too. A path that leads into the root by another name of it,
 *   as `/tmp` is one on macOS, is none.
 */
export function createLinkTest(root) {
  /** @type {Map<string, boolean>} */
  const known = new Map();
  return isLinked;

  /** @param {string} path */
  function isLinked(path) {
    const linked = known.get(path) ?? find(path);
    known.set(path, linked);
    return linked;
  }

  /**
   * @param {string} path
   * @returns {boolean}
   */
  function find(path) {
    if (root === path || root.startsWith(path.endsWith(sep) ? path : path + sep)) {
      return false;
    }
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
    return isLink ? !leadsAbove(path) : isLinked(dirname(path));
  }

  /** @param {string} link */
  function leadsAbove(link) {
    const up = relative(realpathSync(link), realpathSync(root));
    return !up.startsWith('..') && relative(root, link).startsWith('..');
  }
}
