import { basename, dirname, isAbsolute, isFile, join, resolve } from '#project-facts';

import { readJson } from './json.js';

/**
 * Where a configuration gets what it does not say itself.
 *
 * @param {string} from The file that says `extends`.
 * @param {unknown} specifier `./base`, `../tsconfig.base.json`, `@tsconfig/node10`
 * @param {string} indexName The file that a package's name stands for.
 * @returns {string | undefined} The file; undefined if it is not there.
 */
export function resolveExtended(from, specifier, indexName) {
  if (typeof specifier !== 'string') {
    return undefined;
  }
  const directory = dirname(resolve(from));
  if (isAbsolute(specifier) || /^\.\.?(?:[/\\]|$)/u.test(specifier)) {
    return firstFile(resolve(directory, specifier), indexName);
  }
  for (let level = directory; ; level = dirname(level)) {
    const found = inPackages(join(level, 'node_modules'), specifier, indexName);
    if (found !== undefined || level === dirname(level)) {
      return found;
    }
  }
}

/**
 * @param {string} packages A `node_modules`.
 * @param {string} specifier
 * @param {string} indexName
 * @returns {string | undefined}
 */
function inPackages(packages, specifier, indexName) {
  const path = join(packages, specifier);
  const manifest = /** @type {any} */ (readJson(join(path, 'package.json')));
  return typeof manifest?.tsconfig === 'string' && indexName === 'tsconfig.json'
    ? firstFile(join(path, manifest.tsconfig), indexName)
    : firstFile(path, indexName);
}

/**
 * @param {string} path
 * @param {string} indexName
 * @returns {string | undefined}
 */
function firstFile(path, indexName) {
  return [path, `${path}.json`, join(path, indexName)].find(isFile);
}

/**
 * @param {string} file
 * @param {RegExp} names
 * @returns {boolean} Whether it is a file of the project that a linter is given by its name.
 */
export function isLintedItself(file, names) {
  return names.test(basename(file)) && !/[/\\]node_modules[/\\]/u.test(file);
}
