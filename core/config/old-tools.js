import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import coerce from 'semver/functions/coerce.js';
import lt from 'semver/functions/lt.js';

import { isObject, readJson } from '../analysis/json.js';
import { readProject } from '../analysis/project.js';

/**
 * Tools of a project that do not read async functions.
 *
 * @typedef {object} OldTool
 * @property {string} file The configuration or package.json that says so.
 * @property {string} problem What the tool does with an async function.
 * @property {string} repair What has to change first.
 */

/** Packages that do not parse async functions, by the first version that does. */
const FIRST_VERSIONS = new Map([
  ['escomplex', undefined],
  ['istanbul', undefined],
  ['jscs', undefined],
  ['nyc', '11.0.0'],
  ['uglify-js', '3.13.0'],
  ['gulp-uglify', undefined],
  ['grunt-contrib-uglify', '5.0.1'],
]);

/** What to take in their place. */
const SUCCESSORS = new Map([
  ['istanbul', 'c8 or nyc'],
  ['jscs', 'ESLint'],
  ['escomplex', 'ESLint'],
  ['gulp-uglify', 'gulp-terser'],
]);

/** The first edition of ECMAScript with async functions. */
const EDITION = 8;

/**
 * @param {readonly string[]} files Absolute.
 * @returns {OldTool[]} The tools of their packages that have to change before the files become async.
 */
export function toolsWithoutAsync(files) {
  const manifests = new Set(
    [...new Set(files.map((file) => dirname(file)))].flatMap(
      (directory) => readProject(`${directory}/package.json`).manifest ?? [],
    ),
  );
  return [...manifests].flatMap((manifest) => [
    ...oldPackages(manifest),
    ...oldConfigurations(dirname(manifest)),
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
    const version = range === undefined ? undefined : coerce(range)?.version;
    const isOld =
      range !== undefined && (first === undefined || (version !== undefined && lt(version, first)));
    return isOld
      ? [
          {
            file: manifest,
            problem: `${name} ${range} does not parse async functions`,
            repair:
              first === undefined
                ? `take ${SUCCESSORS.get(name) ?? 'another tool'} in its place`
                : `update it to ${first} or later`,
          },
        ]
      : [];
  });
}

/**
 * @param {string} directory The root of a package.
 * @returns {OldTool[]}
 */
function oldConfigurations(directory) {
  return readdirSync(directory).flatMap((name) => {
    const file = join(directory, name);
    if (/^\.eslintrc(?:\.json)?$/u.test(name)) {
      return oldEslint(file);
    }
    if (name === '.jshintrc') {
      const { esversion, esnext } = objectIn(file);
      const edition = Number(esversion ?? (esnext === true ? 6 : 5));
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
    return [];
  });
}

/**
 * @param {string} file
 * @returns {OldTool[]}
 */
function oldEslint(file) {
  const { env, extends: base, parser, parserOptions } = objectIn(file);
  const own = isObject(parserOptions) ? parserOptions['ecmaVersion'] : undefined;
  const edition = editionOf(own);
  const environments = isObject(env) ? Object.keys(env).filter((name) => env[name] === true) : [];
  const isNewer = environments.some((name) => {
    const [, year] = /^es(20\d\d)$/u.exec(name) ?? [];
    return year !== undefined && editionOf(Number(year)) >= EDITION;
  });
  // What is extended may set the edition.
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
