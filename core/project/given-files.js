import { existsSync, realpathSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';

import { SOURCE_EXTENSIONS, findSourceFiles, isSourceFile, placeOfPath, statsOf } from './files.js';
import { isBelow } from './below.js';
import { createLinkTest } from './links.js';
import { oddityOf } from './walk.js';

/** A directory or a pattern of the command line below which there is nothing to look at. */
export class NoFilesError extends Error {
  /**
   * @param {string} path As it was given.
   * @param {string} reason
   */
  constructor(path, reason) {
    super(`${path}: ${reason}`);
    this.name = 'NoFilesError';
  }
}

/**
 * The files that a path of the command line names.
 *
 * @typedef {object} GivenPath
 * @property {string} path As it was given.
 * @property {boolean} isFile Whether it names a single file.
 * @property {readonly string[]} files
 */

/**
 * @typedef {object} GivenFiles
 * @property {string[]} files The source files of all paths, as `findSourceFiles` gives them.
 * @property {GivenPath[]} paths
 * @property {string[]} places The directories and files, absolute, that hold all of them.
 * @property {{ path: string, reason: string }[]} leftOut Files and directories that were named or come by,
 *   yet are not among them; their paths as they were given, or from the root.
 */

/**
 * A file that is named and left out is told of, as hooks name whatever was changed; a directory or a
 * pattern without any file is a mistake.
 *
 * @param {readonly string[]} given Files, directories and glob patterns; the root if none is given.
 * @param {string} root
 * @returns {Promise<GivenFiles>}
 * @throws {NoFilesError}
 * @throws {import('./files.js').MissingPathError}
 */
export async function findGivenFiles(given, root) {
  const names = given.length > 0 ? given : ['.'];
  const { files, leftOut } = await findSourceFiles(names, root);
  const positive = names.filter((path) => !path.startsWith('!'));
  /** @type {GivenFiles} */
  const found = {
    files,
    paths: [],
    places: positive.map((path) => placeOfPath(path, root)),
    leftOut: leftOut.map(({ path, reason }) => ({ path: relative(root, path) || '.', reason })),
  };
  for (const path of positive) {
    const absolute = resolve(root, path);
    const stats = statsOf(absolute);
    const own = await filesOf(path);
    const isFile = stats?.isFile() ?? false;
    found.paths.push({ path, isFile, files: own });
    if (own.length > 0) {
      continue;
    }
    const passed = leftOut.filter((each) => isBelow(absolute, each.path));
    const reason = passed[0]?.reason ?? (await reasonFor(path, root));
    if (!isFile) {
      throw new NoFilesError(path, reason);
    }
    if (passed.length === 0) {
      found.leftOut.push({ path, reason });
    }

    /** @param {string} name */
    async function filesOf(name) {
      if (stats) {
        return files.filter((file) => isBelow(absolute, file));
      }
      const negative = names.filter((other) => other.startsWith('!'));
      return positive.length === 1
        ? files
        : (await findSourceFiles([name, ...negative], root)).files;
    }
  }
  return found;
}

/**
 * @param {string} path
 * @returns {string} As much of it as there is: the end may be a pattern.
 */
function existingPart(path) {
  return existsSync(path) ? path : existingPart(dirname(path));
}

/**
 * @param {string} path
 * @param {string} root
 * @returns {Promise<string>} Why nothing of it is looked at.
 */
async function reasonFor(path, root) {
  const { files } = await findSourceFiles([path], root, { gitignore: false });
  if (files.length > 0) {
    return '.gitignore leaves out all that is there';
  }
  const absolute = resolve(root, path);
  const oddity = statsOf(absolute) && oddityOf(relative(root, absolute));
  if (oddity !== undefined) {
    return oddity;
  }
  if (createLinkTest(root)(absolute)) {
    const place = relative(root, realpathSync(existingPart(absolute)));
    return `links are not followed: give what it leads to, ${place}`;
  }
  if (statsOf(absolute)?.isFile() && isSourceFile(absolute)) {
    return 'declarations and what is in node_modules are left out';
  }
  return `there is no JavaScript or TypeScript (${SOURCE_EXTENSIONS.join(', ')}): check the path, and quote patterns that the shell should not expand`;
}
