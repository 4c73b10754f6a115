import { dirname, entriesOf, join, readText, resolve, sizeOf } from '#project-facts';

import { generatorKeysOf } from '../analysis/syntax/generators.js';
import { describeMachineMade } from './machine-made.js';
import { parseSibling, resolveFile } from './siblings.js';

/**
 * The keys of members under which the files of a project keep generator functions that nothing
 * wraps, in tests too: a stub may put one in a promise's place. The answer is the same whatever was
 * converted before, because such a function has users out of sight, so it is refused wherever it is.
 */

const SOURCE_FILE = /\.(?:[cm]?[jt]s|[jt]sx)$/u;

/** A generator function that is not written straight into a call. */
const GENERATOR = /function\s*\*|(?:^|[\s,{])\*\s*[\w$]+\s*\(/u;

/** Bundles and data that no one edits. */
const MAX_BYTES = 500_000;

/** Far beyond any package; a home directory with a package.json ends there. */
const MAX_FILES = 20_000;

/** A test's stubs reach what the test loads; other code may be wired together anywhere. */
const TEST_FILE =
  /[\\/](?:tests?|__tests__|specs?|__mocks__)[\\/]|[._-](?:test|spec)\.[^.\\/]+$|[\\/]test\.[^.\\/]+$/u;

const RELATIVE_SPECIFIER = /(['"`])(\.{1,2}\/[^'"`\n]*|\.{1,2})\1/gu;

/**
 * @typedef {object} Keeper A file that keeps generator functions.
 * @property {string} file
 * @property {ReadonlySet<string>} keys
 */

/** @type {Map<string, readonly Keeper[]>} */
const keepersByManifest = new Map();

/** @type {Map<string, ReadonlySet<string>>} */
const loadedByTest = new Map();

/**
 * @param {string | undefined} manifest The project's package.json.
 * @param {string | undefined} path The file that calls the member.
 * @param {string} key
 * @returns {boolean}
 */
export function keepsGenerator(manifest, path, key) {
  if (manifest === undefined || path === undefined) {
    return false;
  }
  const root = dirname(manifest);
  let keepers = keepersByManifest.get(manifest);
  if (!keepers) {
    keepers = findKeepers(root);
    keepersByManifest.set(manifest, keepers);
  }
  const caller = resolve(path);
  return keepers.some(
    ({ file, keys }) =>
      keys.has(key) &&
      (!TEST_FILE.test(file.slice(root.length)) || filesLoadedBy(file).has(caller)),
  );
}

/**
 * @param {string} root
 * @returns {Keeper[]}
 */
function findKeepers(root) {
  /** @type {Keeper[]} */
  const keepers = [];
  for (const file of sourceFilesIn(root)) {
    const text = readText(file);
    const sourceCode = GENERATOR.test(text) ? parseSibling(text, file) : undefined;
    const keys = sourceCode && generatorKeysOf(sourceCode);
    if (keys && keys.size > 0) {
      keepers.push({ file, keys });
    }
  }
  return keepers;
}

/**
 * @param {string} test
 * @returns {ReadonlySet<string>} The test and what it loads by relative paths, directly or not.
 */
function filesLoadedBy(test) {
  const known = loadedByTest.get(test);
  if (known) {
    return known;
  }
  const loaded = new Set([test]);
  for (const file of loaded) {
    for (const [, , specifier] of readText(file).matchAll(RELATIVE_SPECIFIER)) {
      const target = resolveFile(file, specifier ?? '.');
      if (target && SOURCE_FILE.test(target)) {
        loaded.add(target);
      }
    }
  }
  loadedByTest.set(test, loaded);
  return loaded;
}

/**
 * @param {string} root
 * @returns {string[]} The project's own files that a person writes, links not followed.
 */
export function sourceFilesIn(root) {
  /** @type {string[]} */
  const files = [];
  const directories = [root];
  for (let directory = directories.pop(); directory !== undefined; directory = directories.pop()) {
    for (const entry of entriesOf(directory)) {
      const path = join(directory, entry.name);
      if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.')) {
        directories.push(path);
      } else if (
        entry.isFile() &&
        mayBeSource(entry.name) &&
        isSmall(path) &&
        isSource(path) &&
        describeMachineMade(path.slice(root.length), path) === undefined
      ) {
        files.push(path);
      }
    }
    if (files.length > MAX_FILES) {
      break;
    }
  }
  return files;
}

/**
 * @param {string} name
 * @returns {boolean} Whether it is one of a source file, or has no ending, as many commands have none.
 */
function mayBeSource(name) {
  return SOURCE_FILE.test(name) || !name.includes('.');
}

/**
 * @param {string} path
 * @returns {boolean} Whether its name or its first line says so.
 */
function isSource(path) {
  return SOURCE_FILE.test(path) || /^#!.*\bnode\b/u.test(readText(path));
}

/**
 * @param {string} path
 * @returns {boolean}
 */
function isSmall(path) {
  return (sizeOf(path) ?? Infinity) < MAX_BYTES;
}
