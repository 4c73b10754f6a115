import { dirname, join } from '#project-facts';

import { compilesAsyncAway } from './babel-config.js';
import { isObject, readJson } from '../analysis/environment/json.js';
import { readProject } from '../analysis/environment/project.js';

const NAMES = ['.babelrc', '.babelrc.json', 'babel.config.json'];

/** The packages that bring the runtime which compiled generators need. */
const RUNTIMES = [
  '@babel/plugin-transform-runtime',
  '@babel/polyfill',
  '@babel/runtime',
  'babel-plugin-transform-runtime',
  'babel-polyfill',
  'babel-runtime',
  'regenerator-runtime',
];

/**
 * @param {readonly string[]} files Absolute.
 * @returns {string[]} The configurations with which Babel makes of their async functions what needs a
 *   runtime that their package does not name.
 */
export function configurationsWithoutAsync(files) {
  /** @type {Set<string>} */
  const found = new Set();
  for (const directory of new Set(files.map((file) => dirname(file)))) {
    const { manifest, dependencies } = readProject(join(directory, 'package.json'));
    if (manifest !== undefined && !RUNTIMES.some((name) => name in dependencies)) {
      configurationsOf(directory, manifest).forEach((file) => found.add(file));
    }
  }
  return [...found];
}

/**
 * @param {string} directory
 * @param {string} manifest
 * @returns {string[]} Those between the directory and the root of its package that compile them away.
 */
function configurationsOf(directory, manifest) {
  const root = dirname(manifest);
  const content = readJson(manifest);
  const hasQueries = isObject(content) && 'browserslist' in content;
  /** @type {string[]} */
  const found = [];
  if (isObject(content) && compilesAsyncAway(manifest, content['babel'], hasQueries)) {
    found.push(manifest);
  }
  for (let each = directory; ; each = dirname(each)) {
    const files = NAMES.map((name) => join(each, name));
    found.push(...files.filter((file) => compilesAsyncAway(file, readJson(file), hasQueries)));
    if (each === root || each === dirname(each)) {
      return found;
    }
  }
}
