import { dirname, entriesOf, join } from '#project-facts';

import intersects from 'semver/ranges/intersects.js';
import lt from 'semver/functions/lt.js';
import valid from 'semver/functions/valid.js';
import validRange from 'semver/ranges/valid.js';

import { isObject, readJson } from '../analysis/environment/json.js';
import { readProject } from '../analysis/environment/project.js';

/**
 * A tool of a project that does not parse async functions.
 *
 * @typedef {object} OldTool
 * @property {string} file The configuration or package.json that says so.
 * @property {string} problem The fault of the tool with an async function.
 * @property {string} repair The change that has to come first.
 */

/** The first version of each package that parses async functions, as the packages of npm were tried. */
const FIRST_VERSIONS = new Map([
  ['grunt-contrib-uglify', '4.0.0'],
  ['gulp-uglify', '3.0.0'],
  ['istanbul', '1.1.0-alpha.1'],
  ['jscs', '3.0.0'],
  ['nyc', '7.0.0'],
  ['uglify-js', '3.12.2'],
]);

/** The packages that nobody maintains any more, and a package that does the same. */
const SUCCESSORS = new Map([
  ['istanbul', 'c8 or nyc'],
  ['jscs', 'ESLint'],
]);

/** The first edition of ECMAScript with async functions. */
const EDITION = 8;

/**
 * @param {Iterable<string>} manifests Each a package.json.
 * @returns {OldTool[]} The tools of these packages that have to change before their files become async.
 */
export function toolsWithoutAsync(manifests) {
  return [...manifests].flatMap((manifest) => [
    ...oldPackages(manifest),
    ...oldConfigurations(manifest),
  ]);
}

/**
 * @param {string} manifest
 * @returns {OldTool[]}
 */
function oldPackages(manifest) {
  const { dependencies } = readProject(manifest);
  return [...FIRST_VERSIONS].flatMap(([name, first]) => {
    const range = dependencies[name];
    const successor = SUCCESSORS.get(name);
    return range !== undefined && isOlder(dirname(manifest), name, range, first)
      ? [
          {
            file: manifest,
            problem: `${name} ${range} does not parse async functions`,
            repair:
              successor === undefined
                ? `update it to ${first} or later`
                : `replace it with ${successor}`,
          },
        ]
      : [];
  });
}

/**
 * @param {string} directory
 * @param {string} name
 * @param {string} range
 * @param {string} first
 * @returns {boolean} Whether the version that is installed, or else every version of the range, is older.
 */
function isOlder(directory, name, range, first) {
  const installed = readJson(join(directory, 'node_modules', name, 'package.json'));
  const version = isObject(installed) ? valid(String(installed['version'])) : null;
  if (version !== null) {
    return lt(version, first);
  }
  return validRange(range) !== null && !intersects(range, `>=${first}`);
}

/**
 * @param {string} manifest
 * @returns {OldTool[]}
 */
function oldConfigurations(manifest) {
  const directory = dirname(manifest);
  const { eslintConfig, jshintConfig } = objectIn(manifest);
  const inManifest = [
    ...(isObject(eslintConfig) ? oldEslint(manifest, eslintConfig) : []),
    ...(isObject(jshintConfig) ? oldJshint(manifest, jshintConfig) : []),
  ];
  return entriesOf(directory).reduce((found, { name }) => {
    const file = join(directory, name);
    if (/^\.eslintrc(?:\.json)?$/u.test(name)) {
      return [...found, ...oldEslint(file, objectIn(file))];
    }
    return name === '.jshintrc' ? [...found, ...oldJshint(file, objectIn(file))] : found;
  }, inManifest);
}

/**
 * @param {string} file
 * @param {Record<string, unknown>} configuration
 * @returns {OldTool[]}
 */
function oldJshint(file, { esversion, esnext }) {
  const edition = editionOf(esversion ?? (esnext === true ? 6 : undefined));
  return edition < EDITION
    ? [
        {
          file,
          problem: `JSHint reads code as ECMAScript ${edition}`,
          repair: 'set `"esversion": 8` or later',
        },
      ]
    : [];
}

/**
 * @param {string} file
 * @param {Record<string, unknown>} configuration
 * @returns {OldTool[]}
 */
function oldEslint(file, { env, extends: base, parser, parserOptions }) {
  const own = isObject(parserOptions) ? parserOptions['ecmaVersion'] : undefined;
  const edition = editionOf(own);
  const environments = isObject(env) ? Object.keys(env).filter((name) => env[name] === true) : [];
  const isNewer = environments.some((name) => {
    const [, year] = /^es(20\d\d)$/u.exec(name) ?? [];
    return year !== undefined && editionOf(Number(year)) >= EDITION;
  });
  // An extended configuration may set the edition.
  const isKnown = own !== undefined || base === undefined;
  return edition < EDITION && isKnown && !isNewer && parser === undefined
    ? [
        {
          file,
          problem: `ESLint reads code as ECMAScript ${edition}`,
          repair: 'set `"parserOptions": { "ecmaVersion": 2018 }` or later',
        },
      ]
    : [];
}

/**
 * @param {unknown} version `6`, `2017`, `"latest"`; nothing is 5, the default of a configuration file.
 * @returns {number}
 */
function editionOf(version) {
  const number = version === undefined ? 5 : version === 'latest' ? Infinity : Number(version);
  return number >= 2015 ? number - 2009 : number;
}

/**
 * @param {string} file
 * @returns {Record<string, unknown>}
 */
function objectIn(file) {
  const content = readJson(file);
  return isObject(content) ? content : {};
}
