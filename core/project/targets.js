import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

import { isBelow, realPathOf } from './below.js';
import { isSourceFile } from './files.js';
import { createLinkTest } from './links.js';
import { packageRootOf } from './package-root.js';

/** Directories whose files are never written, in the letters of any file system. */
const FORBIDDEN = new Set(['.git', 'node_modules', '.async-perf']);

/**
 * A file that somebody wants to write.
 *
 * @typedef {object} Target
 * @property {string} path Absolute.
 * @property {boolean} [isManifest] Whether it is a package.json whose dependencies change.
 */

/**
 * Decides what may be written, whatever a file is called and whatever a journal or a report says. All
 * writers ask it.
 *
 * @callback FindIllegal
 * @param {readonly Target[]} targets All that is written together: a package.json goes with its sources.
 * @returns {(Target & { reason: string })[]} Those that may not be written, and why.
 */

/**
 * @param {string} root Links below it are not followed.
 * @param {readonly string[]} given The directories and files, absolute, that hold all that may be written.
 * @returns {FindIllegal}
 */
export function createTargetTest(root, given) {
  const isLinked = createLinkTest(root);
  const places = given.map(realPathOf);

  return (targets) => {
    const sources = targets.filter(({ isManifest }) => !isManifest).map(({ path }) => path);
    const manifests = new Map(sources.map(manifestOf));
    return targets.flatMap((target) => {
      const { isManifest, path } = target;
      const reason = isManifest ? againstManifest(path, manifests) : againstSource(path);
      return reason === undefined ? [] : [{ ...target, reason }];
    });
  };

  /**
   * @param {string} path
   * @param {ReadonlyMap<string, string>} manifests Of the sources, with one of them.
   * @returns {string | undefined}
   */
  function againstManifest(path, manifests) {
    const place = realPathOf(path);
    const source = manifests.get(place);
    if (source === undefined) {
      return 'it is not the package.json of a file that is written';
    }
    const isAbove = isBelow(dirname(place), dirname(realPathOf(source)));
    return isAbove || isGiven(place) ? undefined : `it lies outside of ${given.join(', ')}`;
  }

  /**
   * @param {string} path
   * @returns {string | undefined}
   */
  function againstSource(path) {
    const place = realPathOf(path);
    if (!isGiven(place)) {
      return `it lies outside of ${given.join(', ')}`;
    }
    const forbidden = partsBelow(root, resolve(path)).find((part) => FORBIDDEN.has(part));
    if (forbidden !== undefined) {
      return `nothing in ${forbidden} is written`;
    }
    if (isLinked(resolve(path))) {
      return 'a link leads there, and links are not followed';
    }
    const stats = lstatSync(path, { throwIfNoEntry: false });
    // Another process has removed the file, which another place reports.
    return stats?.isFile() !== false && isSourceFile(path) ? undefined : 'it is no source file';
  }

  /** @param {string} place */
  function isGiven(place) {
    return places.some((top) => isBelow(top, place));
  }
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {string[]} The names of the directories that lead from the root to it, in small letters.
 */
function partsBelow(root, path) {
  return relative(root, path).toLowerCase().split(sep);
}

/**
 * @param {string} source
 * @returns {[string, string]} Its package.json, where it really is, and the source itself.
 */
function manifestOf(source) {
  const manifest = join(packageRootOf(dirname(source)), 'package.json');
  return [existsSync(manifest) ? realpathSync(manifest) : manifest, source];
}
