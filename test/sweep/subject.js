/** @import { Trial } from '../trials/trial.js' */

import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

import { exists } from '../trials/registry.js';

/**
 * What a published package says of its tests: which command runs them, what they need, and which of its files are
 * sources.
 */

/** Directories and files of a package that are no sources of it. */
const NO_SOURCES =
  /^(?:\..*|bench(?:marks?)?|bower_components|build|coverage|dist|docs?|examples?|fixtures?|man|node_modules|scripts?|spec|tests?|__tests__|vendor|(?:Grunt|gulp|Jake)file.*|.*\.(?:min|spec|test)\.js|(?:bench|example|test|tests)\.js|webpack.*\.js)$/u;

const CODE = /\.c?js$/u;

const TESTS = /^(?:spec|tests?|__tests__|(?:test|tests)\.js|.*\.(?:spec|test)\.js)$/u;

/** Commands of a test script that test nothing: linters, and what sends coverage away. */
const NO_TESTS =
  /^(?:(?:npm run |npm-run-all )?(?:ci-)?(?:lint|codestyle|style)\b|eslint|jshint|jscs|jslint|xo\b|standard|semistandard|prettier|coveralls|codecov|nsp\b|dependency-check|echo\b|tsc\b|flow\b|npm run (?:build|cover\w*)|npm (?:prune|shrinkwrap|ls)|rm\b|git\b)/u;

/** What runs a test command to measure its coverage. */
const COVERAGE =
  /^(?:nyc|c8|istanbul cover|babel-istanbul cover)\s+(?:--?[\w-]+(?:=\S+)?\s+)*(?:--\s+)?/u;

const RUNNERS = [
  'mocha',
  'tape',
  'tap',
  'lab',
  'vows',
  'ava',
  'jest',
  'nodeunit',
  'jasmine',
  'jasmine-node',
  'tap-spec',
  'faucet',
];

/**
 * @param {string} directory Of an unpacked package.
 * @param {string} node The major version that runs its tests.
 * @returns {Promise<Trial | string>} How it is migrated and tested; a sentence where it cannot be.
 */
export async function readSubject(directory, node) {
  const manifest = JSON.parse(await readFile(path.join(directory, 'package.json'), 'utf8'));
  const names = await readdir(directory);
  const tests = names.filter((name) => TESTS.test(name));
  if (tests.length === 0) {
    return 'ships no tests';
  }
  const test = readCommand(manifest, names);
  if (test === undefined) {
    return `has a test script that no runner is known of: ${manifest.scripts?.test}`;
  }
  const migrate = await listSourceRoots(directory, names);
  if (migrate.length === 0) {
    return 'has no sources beside its tests';
  }
  const origin = `${manifest.name}@${manifest.version}`;
  return {
    id: `${origin.replace(/[^\w.-]+/gu, '+')}`,
    source: origin,
    origin,
    isPublished: true,
    style: '',
    migrate,
    node,
    install: {
      devDependencies: await listNeeded(directory, tests, test, manifest),
      also: RUNNERS.filter((name) =>
        new RegExp(`(?:^|[\\s/])_?${name}\\b`, 'u').test(test),
      ).flatMap((name) => (hasDependency(manifest, name) ? [] : [name])),
      overrides: [],
    },
    first: [],
    test,
    passes: 1,
  };
}

/**
 * @param {any} manifest
 * @param {readonly string[]} names Of the files at the package's root.
 * @returns {string | undefined} The parts of its test script that run tests.
 */
function readCommand(manifest, names) {
  const { scripts = {} } = manifest;
  const script = expand(scripts, scripts.test ?? '', 3);
  const parts = script
    .split(/\s*(?:&&|;)\s*/u)
    .map((part) =>
      part
        .trim()
        .replace(COVERAGE, '')
        .replace(/\s*\|.*$/u, ''),
    )
    .filter((part) => part !== '' && !NO_TESTS.test(part));
  const known = parts.filter((part) =>
    /^(?:(?:\w+=\S+\s+)*)(?:cross-env\s+(?:\w+=\S+\s+)*)?(?:\.\/)?(?:node_modules\/)?(?:\.bin\/)?(?:node\s+\S|_?(?:mocha|tape|tap|lab|vows|ava|jest|nodeunit|jasmine(?:-node)?)\b)/u.test(
      part,
    ),
  );
  if (known.length > 0) {
    return known.map((part) => part.replace(/^cross-env\s+/u, '')).join(' && ');
  }
  return /^(?:make|grunt|gulp)\b/u.test(script) &&
    hasDependency(manifest, 'mocha') &&
    names.includes('test')
    ? 'mocha --timeout 10000 -R dot test'
    : undefined;
}

/**
 * @param {Readonly<Record<string, string>>} scripts
 * @param {string} script
 * @param {number} depth How often a script may name another.
 * @returns {string} The script, with those that it runs in their places.
 */
function expand(scripts, script, depth) {
  return depth === 0
    ? script
    : script.replace(
        /\b(?:npm|yarn) (?:run(?:-script)? )([\w:-]+)(?: -s| --silent)?/gu,
        (all, name) =>
          scripts[name] === undefined || NO_TESTS.test(all)
            ? all
            : expand(scripts, scripts[name], depth - 1),
      );
}

/**
 * @param {any} manifest
 * @param {string} name
 * @returns {boolean}
 */
function hasDependency({ dependencies = {}, devDependencies = {} }, name) {
  return name in dependencies || name in devDependencies;
}

/**
 * @param {string} directory
 * @param {readonly string[]} names
 * @returns {Promise<string[]>} Files with code, and directories.
 */
async function listSourceRoots(directory, names) {
  const entries = await readdir(directory, { withFileTypes: true });
  return entries
    .filter(({ name }) => names.includes(name) && !NO_SOURCES.test(name))
    .filter((entry) => entry.isDirectory() || CODE.test(entry.name))
    .map(({ name }) => name)
    .sort();
}

/**
 * @param {string} directory
 * @param {readonly string[]} tests
 * @param {string} command
 * @param {any} manifest
 * @returns {Promise<string[]>} The development dependencies that the tests, or the command that runs them, name.
 */
async function listNeeded(directory, tests, command, { devDependencies = {} }) {
  const texts = [command];
  for (const name of tests) {
    texts.push(...(await readTexts(path.join(directory, name))));
  }
  return Object.keys(devDependencies).filter((name) => texts.some((text) => text.includes(name)));
}

/**
 * @param {string} target A file or a directory.
 * @returns {Promise<string[]>} The texts of its files that may name a package.
 */
async function readTexts(target) {
  if (!(await exists(target))) {
    return [];
  }
  const entries = await readdir(target, { withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) {
    return [await readFile(target, 'utf8')];
  }
  const texts = await Promise.all(
    entries
      .filter((entry) => entry.isDirectory() || /\.c?js$|^mocha\.opts$/u.test(entry.name))
      .map(({ name }) => readTexts(path.join(target, name))),
  );
  return texts.flat();
}
