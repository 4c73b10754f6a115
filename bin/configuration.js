/** @import { Answer } from './review/marks.js' */

import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

import { lilconfigSync } from 'lilconfig';

import { OptionError } from '../core/contract/options.js';
import { hashOf, replaceFile } from '../core/project/replace.js';
import { isAnswer } from './review/marks.js';
import { askFor } from './terminal/spelling.js';

/**
 * The options that a project gives once, in place of each command line: `async-perf.config.json`, or the key
 * `async-perf` of package.json.
 *
 * @typedef {object} Configuration
 * @property {string | undefined} file That it was read from.
 * @property {Record<string, string>} options Of the command, as it takes them.
 * @property {string[]} paths Taken where the command line names none.
 * @property {string[]} ignore Patterns of files that are not to be touched.
 * @property {Answer[]} answers To the questions that conversions rest on.
 */

const NAME = 'async-perf';

const FILE = `${NAME}.config.json`;

const SEARCHED = ['package.json', FILE];

/** Options whose value is a word. */
const WORDS = ['api', 'node', 'trust'];

/** Options whose value is a list of names. */
const LISTS = ['accept', 'refuse', 'callbacks', 'promises', 'thenables'];

const KEYS = [...WORDS, ...LISTS, 'paths', 'ignore', 'answers'];

/**
 * @param {string} root Where to look first.
 * @param {string} top And last: the top of the work tree.
 * @returns {Configuration}
 * @throws {OptionError} Naming the file and what is wrong with it.
 */
export function readConfiguration(root, top) {
  const nothing = { file: undefined, options: {}, paths: [], ignore: [], answers: [] };
  const odd = findOdd(root, top);
  if (odd !== undefined && basename(odd) === FILE) {
    throw new OptionError(`${relative(root, odd)} is no file: remove it, or write one`);
  }
  if (odd !== undefined) {
    return nothing;
  }
  const search = lilconfigSync(NAME, {
    searchPlaces: SEARCHED,
    stopDir: top,
    cache: false,
  });
  /** @type {ReturnType<typeof search.search>} */
  let found;
  try {
    found = search.search(root);
  } catch (error) {
    // A package.json that is no JSON is told of by whoever needs it.
    const { message } = /** @type {Error} */ (error);
    if (!message.includes(FILE)) {
      return nothing;
    }
    throw new OptionError(message);
  }
  return found ? check(found.config, found.filepath, root) : check({}, undefined, root);
}

/**
 * @param {string} root
 * @param {string} top
 * @returns {string | undefined} A FIFO, a device or a directory where a configuration would be read: to read it may
 *   never end.
 */
function findOdd(root, top) {
  for (let directory = root; ; directory = dirname(directory)) {
    const odd = SEARCHED.map((name) => join(directory, name)).find(
      (path) => statSync(path, { throwIfNoEntry: false })?.isFile() === false,
    );
    if (odd !== undefined || directory === top || directory === dirname(directory)) {
      return odd;
    }
  }
}

/**
 * @param {any} config
 * @param {string | undefined} file
 * @param {string} root
 * @returns {Configuration}
 */
function check(config, file, root) {
  const name = file === undefined ? '' : relative(root, file);
  const wrong = (/** @type {string} */ key, /** @type {string} */ rest) =>
    new OptionError(`${name}: "${key}" ${rest}`);
  if (typeof config !== 'object' || config === null || Array.isArray(config)) {
    throw new OptionError(`${name} holds no object: give {"trust": "library"}`);
  }
  const unknown = Object.keys(config).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) {
    throw wrong(
      unknown,
      `is no setting${askFor(unknown, KEYS) || `: give some of ${KEYS.join(', ')}`}`,
    );
  }
  const isWords = (/** @type {any} */ value) =>
    Array.isArray(value) && value.every((each) => typeof each === 'string' && each !== '');
  for (const key of WORDS) {
    if (config[key] !== undefined && typeof config[key] !== 'string') {
      throw wrong(key, 'is no text');
    }
  }
  for (const key of [...LISTS, 'paths', 'ignore']) {
    if (config[key] !== undefined && !isWords(config[key])) {
      throw wrong(key, 'is no list of texts');
    }
  }
  const { answers = [], paths = [], ignore = [] } = config;
  if (!Array.isArray(answers) || !answers.every(isAnswer)) {
    throw wrong(
      'answers',
      'is no list of answers, each with "question", "holds", "by", "at" and "why"',
    );
  }
  const directory = file === undefined ? root : dirname(file);
  const fromRoot = (/** @type {string} */ path) =>
    relative(root, resolve(directory, path)).split(sep).join('/') || '.';
  return {
    file,
    options: Object.fromEntries([
      ...WORDS.flatMap((key) => (config[key] === undefined ? [] : [[key, config[key]]])),
      ...LISTS.flatMap((key) => (config[key] === undefined ? [] : [[key, config[key].join(',')]])),
    ]),
    paths: paths.map(fromRoot),
    ignore: ignore.map(fromRoot),
    answers,
  };
}

/**
 * @param {readonly string[]} given The paths of the command line.
 * @param {Configuration} configuration
 * @returns {string[]} With what the configuration says of paths.
 */
export function pathsWith(given, { paths, ignore }) {
  const isNamed = given.some((path) => !path.startsWith('!'));
  const named = isNamed ? given : [...(paths.length > 0 ? paths : ['.']), ...given];
  return ignore.length === 0 && isNamed
    ? [...given]
    : [...named, ...ignore.map((pattern) => `!${pattern}`)];
}

/**
 * Writes answers into the configuration, in place of earlier ones to the same questions. Where there is none yet, it
 * makes one at the top of the project.
 *
 * @param {readonly Answer[]} answers
 * @param {Configuration} configuration
 * @param {string} top
 * @returns {string} The file.
 * @throws {OptionError} If it cannot be written.
 */
export function keepAnswers(answers, configuration, top) {
  const { file = join(top, FILE), answers: known } = configuration;
  const fresh = new Set(answers.map(({ question }) => question));
  const all = [...known.filter(({ question }) => !fresh.has(question)), ...answers];
  try {
    const old = readIfThere(file);
    const content = old === undefined ? {} : JSON.parse(old.replace(/^\uFEFF/u, ''));
    if (basename(file) === 'package.json') {
      content[NAME] = { ...content[NAME], answers: all };
    } else {
      content['answers'] = all;
    }
    const indent = /^([ \t]+)"/mu.exec(old ?? '')?.[1] ?? 2;
    const text = `${JSON.stringify(content, null, indent)}\n`;
    if (old === undefined) {
      writeFileSync(file, text, { flag: 'wx' });
    } else {
      replaceFile(file, Buffer.from(text), hashOf(old));
    }
  } catch (error) {
    throw new OptionError(
      `${file}: the answers cannot be kept: ${/** @type {Error} */ (error).message}`,
    );
  }
  return file;
}

/**
 * @param {string} file
 * @returns {string | undefined}
 */
function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}
