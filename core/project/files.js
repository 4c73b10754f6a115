/** @import { LeftOut } from './walk.js' */

import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';

import { convertPathToPattern, globby } from 'globby';

import { describeMachineMade } from '../codemod/machine-made.js';
import { createLinkTest } from './links.js';
import { hasOddName, watchWalk } from './walk.js';

/** The extensions that the parsers read. */
export const SOURCE_EXTENSIONS = ['js', 'cjs', 'mjs', 'jsx', 'ts', 'cts', 'mts', 'tsx'];

/** Files with code in blocks of their own. ESLint reads them with the parser that a project has for them. */
const COMPONENT_EXTENSIONS = ['vue', 'svelte'];

const COMPONENT_REASON =
  'code in components of Vue and Svelte is read by the rules in ESLint alone: add the plugin to its configuration';

const NEVER = ['**/node_modules/**', '**/*.d.ts', '**/.git/**', '**/.async-perf/**'];

/** A path of the command line that is not there. */
export class MissingPathError extends Error {
  /** @param {string} path */
  constructor(path) {
    super(`${path}: no such file or directory; give files, directories or patterns that exist`);
    this.name = 'MissingPathError';
  }
}

/**
 * @typedef {object} FoundFiles
 * @property {string[]} files The source files, absolute, sorted, without what `.gitignore` leaves out. Links
 *   are not followed.
 * @property {LeftOut[]} leftOut Files and directories among them that cannot be looked at.
 */

/**
 * @param {readonly string[]} paths Files, directories and glob patterns; the root if none is given.
 * @param {string} root
 * @param {{ gitignore?: boolean }} [options]
 * @returns {Promise<FoundFiles>}
 * @throws {MissingPathError}
 */
export async function findSourceFiles(paths, root, { gitignore = true } = {}) {
  const patterns = (paths.length > 0 ? paths : ['.']).flatMap((path) => toPatterns(path, root));
  const { fileSystem, leftOut } = watchWalk(hasSourceExtension);
  const search = {
    cwd: root,
    gitignore,
    ignore: NEVER,
    followSymbolicLinks: false,
    suppressErrors: true,
  };
  const files = await globby(patterns, { ...search, dot: false, fs: fileSystem });
  const isLinked = createLinkTest(root);
  const found = files.map((file) => resolve(root, file));
  const noted = await withoutIgnored([...leftOut.values()], root, search);
  const machineMade = describeAll(found, paths, root);
  const components = found
    .filter((file) => COMPONENT_EXTENSIONS.includes(extensionOf(file)) && !isLinked(file))
    .sort()
    .map((path) => ({ path, reason: COMPONENT_REASON }));
  return {
    // The pattern of a directory leads through the links that its own name holds.
    files: found
      .filter((file) => isSourceFile(file) && !isLinked(file) && !machineMade.has(file))
      .sort(),
    leftOut: [
      ...noted.filter(({ path }) => !found.includes(path)),
      ...components,
      ...machineMade.values(),
    ],
  };
}

/**
 * @param {readonly string[]} files
 * @param {readonly string[]} paths The paths that were asked for: the names of folders around them say nothing.
 * @param {string} root
 * @returns {Map<string, LeftOut>} Those among the files that no person writes.
 */
function describeAll(files, paths, root) {
  const given = new Set(paths.map((path) => resolve(root, path)));
  /** @type {Map<string, LeftOut>} */
  const machineMade = new Map();
  for (const path of files.filter(hasSourceExtension).sort()) {
    let place = dirname(path);
    while (!given.has(place) && place !== root && place !== dirname(place)) {
      place = dirname(place);
    }
    const reason = describeMachineMade(relative(place, path), path);
    if (reason !== undefined) {
      machineMade.set(path, { path, reason });
    }
  }
  return machineMade;
}

/**
 * @param {LeftOut[]} leftOut
 * @param {string} root
 * @param {import('globby').Options} search
 * @returns {Promise<LeftOut[]>} Those that `.gitignore` does not leave out.
 */
async function withoutIgnored(leftOut, root, search) {
  // The pattern of an odd name is one of another file.
  const names = leftOut
    .map(({ path }) => relative(root, path) || '.')
    .filter((name) => !hasOddName(name));
  if (names.length === 0) {
    return leftOut;
  }
  const all = { ...search, dot: true, onlyFiles: false, expandDirectories: false };
  const found = await globby(
    names.map((name) => convertPathToPattern(name)),
    all,
  );
  const kept = new Set(found.map((name) => resolve(root, name)));
  return leftOut.filter(({ path }) => hasOddName(path) || path === root || kept.has(path));
}

/**
 * @param {string} path
 * @param {string} root
 * @returns {string} The directory or file that holds all that a path of the command line stands for, absolute.
 */
export function placeOfPath(path, root) {
  const absolute = resolve(root, path);
  if (statsOf(absolute)) {
    return absolute;
  }
  const parts = path.split('/');
  const fixed = parts.slice(
    0,
    parts.findIndex((part) => MAGIC.test(part)),
  );
  return resolve(root, fixed.join('/') || (path.startsWith('/') ? '/' : '.'));
}

/** The characters that make a glob pattern of a path. */
const MAGIC = /[*?{}[\]!()+@|\\]/u;

/**
 * @param {string} path
 * @returns {boolean} Whether it is named as one, or is a program of Node without an extension.
 */
export function isSourceFile(path) {
  return hasSourceExtension(path) || (!basename(path).includes('.') && runsInNode(path));
}

/**
 * @param {string} path
 * @returns {boolean} Whether it is a file that begins with a hashbang which names Node.
 */
function runsInNode(path) {
  if (!statsOf(path)?.isFile()) {
    return false;
  }
  const start = Buffer.alloc(100);
  try {
    const descriptor = openSync(path, 'r');
    readSync(descriptor, start);
    closeSync(descriptor);
  } catch {
    return false;
  }
  return /^#!.*\bnode\b/u.test(start.toString('latin1'));
}

/**
 * @param {string} path
 * @returns {boolean}
 */
function hasSourceExtension(path) {
  return SOURCE_EXTENSIONS.includes(extensionOf(path));
}

/**
 * @param {string} path
 * @returns {string} Without the dot.
 */
function extensionOf(path) {
  return path.slice(path.lastIndexOf('.') + 1);
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
  if (stats && hasOddName(relative(root, absolute))) {
    // The pattern of such a name is one of another file.
    return [];
  }
  if (stats?.isDirectory()) {
    // Beside braces, quotes would be none.
    return [...SOURCE_EXTENSIONS, ...COMPONENT_EXTENSIONS].map(
      (extension) => `${inside}/**/*.${extension}`,
    );
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
