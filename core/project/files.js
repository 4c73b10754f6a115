import { statSync } from 'node:fs';
import { relative, resolve } from 'node:path';

import { convertPathToPattern, globby } from 'globby';

import { createLinkTest } from './links.js';

/** What the parsers read. */
export const SOURCE_EXTENSIONS = ['js', 'cjs', 'mjs', 'jsx', 'ts', 'cts', 'mts', 'tsx'];

const NEVER = ['**/node_modules/**', '**/*.min.js', '**/*.d.ts', '**/.git/**', '**/.async-perf/**'];

/** A path of the command line that is not there. */
export class MissingPathError extends Error {
  /** @param {string} path */
  constructor(path) {
    super(`${path}: no such file or directory; give files, directories or patterns that exist`);
    this.name = 'MissingPathError';
  }
}

/**
 * @param {readonly string[]} paths Files, directories and glob patterns; the root if none is given.
 * @param {string} root
 * @param {{ gitignore?: boolean }} [options]
 * @returns {Promise<string[]>} The source files, absolute, sorted, without what `.gitignore` leaves
 *   out. Links are not followed.
 * @throws {MissingPathError}
 */
export async function findSourceFiles(paths, root, { gitignore = true } = {}) {
  const patterns = (paths.length > 0 ? paths : ['.']).flatMap((path) => toPatterns(path, root));
  const files = await globby(patterns, {
    cwd: root,
    absolute: true,
    gitignore,
    ignore: NEVER,
    dot: false,
    followSymbolicLinks: false,
    suppressErrors: true,
  });
  const isLinked = createLinkTest(root);
  // The pattern of a directory leads through the links that its own name holds.
  return files.filter((file) => hasSourceExtension(file) && !isLinked(resolve(file))).sort();
}

/**
 * @param {string} path
 * @returns {boolean}
 */
export function hasSourceExtension(path) {
  return SOURCE_EXTENSIONS.includes(path.slice(path.lastIndexOf('.') + 1));
}

/**
 * @param {string} path
 * @param {string} root
 * @returns {string[]}
 * @throws {MissingPathError}
 */
function toPatterns(path, root) {
  const absolute = resolve(root, path);
  const stats = statsOf(absolute);
  const inside = convertPathToPattern(relative(root, absolute) || '.');
  if (stats?.isDirectory()) {
    // Beside braces, quotes would be none.
    return SOURCE_EXTENSIONS.map((extension) => `${inside}/**/*.${extension}`);
  }
  if (stats) {
    return [inside];
  }
  if (/[*?{}[\]!]/u.test(path)) {
    return [path];
  }
  throw new MissingPathError(path);
}

/**
 * @param {string} path
 * @returns {import('node:fs').Stats | undefined} Undefined if nothing is there, be it that a link
 *   leads in a circle.
 */
export function statsOf(path) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ELOOP') {
      return undefined;
    }
    throw error;
  }
}
