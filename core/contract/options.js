/** @import { AssumptionId } from './assumptions.js' */
/** @import { DifferenceId } from './differences.js' */

import { ASSUMPTIONS } from './assumptions.js';

/**
 * @typedef {object} ConversionOptions
 * @property {string | undefined} node The oldest Node that the output must run on, `--node`.
 * @property {'keep' | 'dual' | 'async'} api What callers outside the file see, `--api`.
 * @property {ReadonlySet<AssumptionId>} assumptions Those that plans may rest on.
 * @property {ReadonlySet<DifferenceId>} differences Those that plans may show.
 * @property {ReadonlySet<string> | undefined} kinds The forms to convert, `--kinds=a,b`; undefined for
 *   those that the codemod converts without being asked.
 * @property {'leave' | 'iife'} floating What becomes of chains that nothing waits for, `--floating`.
 * @property {ReadonlySet<string>} thenables Lazy thenables, by the name of their module or variable,
 *   that count as promises, `--thenables`.
 * @property {ReadonlySet<string> | undefined} sites The places to convert, `--sites=12:3,40:1`, by
 *   the line and column that are reported for them; undefined for all.
 * @property {ReadonlySet<string>} promisify Functions that are error-first and call back once, in a
 *   later tick: `module.method`, or as the source writes them, `--promisify`.
 * @property {boolean} tests Whether tests that say when they are done become async functions, `--tests`.
 * @property {number | undefined} asyncVersion The major version of the library `async`,
 *   `--async-version`; undefined to read it from the project.
 */

const FLOATING_POLICIES = /** @type {const} */ (['leave', 'iife']);

const API_POLICIES = /** @type {const} */ (['keep', 'dual', 'async']);

/** An option whose value is not one of those it takes. */
export class OptionError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = 'OptionError';
  }
}

/**
 * Reads the options of a codemod as jscodeshift hands them on: `--node=18`, `--strict`,
 * `--no-yield-operand-is-promise`. Options that are not ours are jscodeshift's own.
 *
 * @param {Readonly<Record<string, unknown>>} [raw]
 * @returns {ConversionOptions}
 * @throws {OptionError} Naming the option, the value and what it takes.
 */
export function readOptions(raw = {}) {
  return {
    node: readNode(raw['node']),
    api: readChoice(raw, 'api', API_POLICIES, 'keep'),
    assumptions: readAssumptions(raw),
    differences: readDifferences(raw),
    kinds: readKinds(raw['kinds']),
    sites: readSites(raw['sites']),
    floating: readChoice(raw, 'floating', FLOATING_POLICIES, 'leave'),
    thenables: readThenables(raw['thenables']),
    promisify: readFunctionNames(raw['promisify']),
    tests: readSwitch(raw, 'tests'),
    asyncVersion: readAsyncVersion(raw['async-version'] ?? raw['asyncVersion']),
  };
}

/**
 * @param {unknown} value
 * @returns {string | undefined}
 */
function readNode(value) {
  if (value === undefined) {
    return undefined;
  }
  const version = String(value);
  if (!/^v?\d+(?:\.\d+){0,2}$/u.test(version)) {
    throw new OptionError(`--node=${version}: give a Node version such as 18 or 20.11.0`);
  }
  return version.replace(/^v/u, '');
}

/**
 * @param {Readonly<Record<string, unknown>>} raw
 * @param {string} name
 * @returns {boolean}
 */
function readSwitch(raw, name) {
  const value = raw[name] ?? false;
  if (!/^(?:true|false)$/u.test(String(value))) {
    throw new OptionError(`--${name}=${String(value)}: it takes no value`);
  }
  return String(value) === 'true';
}

/**
 * @param {unknown} value
 * @returns {number | undefined}
 */
function readAsyncVersion(value) {
  if (value === undefined) {
    return undefined;
  }
  const match = /^v?([0-3])(?:\.\d+){0,2}$/u.exec(String(value));
  if (!match) {
    throw new OptionError(`--async-version=${String(value)}: give a version from 1 to 3`);
  }
  return Math.max(1, Number(match[1]));
}

/**
 * @param {unknown} value
 * @returns {Set<string> | undefined}
 */
function readKinds(value) {
  return value === undefined ? undefined : new Set(String(value).split(/[\s,]+/u));
}

/**
 * @param {unknown} value
 * @returns {Set<string> | undefined}
 */
function readSites(value) {
  if (value === undefined) {
    return undefined;
  }
  const sites = String(value)
    .split(/[\s,]+/u)
    .filter((site) => site !== '');
  const wrong = sites.find((site) => !/^\d+:\d+$/u.test(site));
  if (wrong !== undefined) {
    throw new OptionError(`--sites=${wrong}: give places as LINE:COLUMN, such as 12:3,40:1`);
  }
  return new Set(sites);
}

/**
 * @template {string} Choice
 * @param {Readonly<Record<string, unknown>>} raw
 * @param {string} name
 * @param {readonly Choice[]} choices
 * @param {Choice} byDefault
 * @returns {Choice}
 */
function readChoice(raw, name, choices, byDefault) {
  const value = raw[name] ?? byDefault;
  const choice = choices.find((candidate) => candidate === value);
  if (!choice) {
    throw new OptionError(`--${name}=${String(value)}: give one of ${choices.join(', ')}`);
  }
  return choice;
}

const ASSUMPTION_IDS = /** @type {AssumptionId[]} */ (Object.keys(ASSUMPTIONS));

/**
 * @param {Readonly<Record<string, unknown>>} raw
 * @returns {Set<AssumptionId>}
 */
function readAssumptions(raw) {
  return new Set(raw['strict'] ? [] : ASSUMPTION_IDS.filter((id) => !isSwitchedOff(raw, id)));
}

/**
 * @param {Readonly<Record<string, unknown>>} raw
 * @param {string} name
 * @returns {boolean} Whether `--no-name` or `--name=false` was given; parsers of command lines
 *   differ in how they hand on the first.
 */
function isSwitchedOff(raw, name) {
  return raw[name] === false || raw[name] === 'false' || Boolean(raw[`no-${name}`]);
}

/**
 * @param {Readonly<Record<string, unknown>>} raw
 * @returns {Set<DifferenceId>}
 */
function readDifferences(raw) {
  /** @type {Set<DifferenceId>} */
  const differences = new Set([
    'microticks',
    'premature-close',
    'pipe-destroys',
    ...(raw['strict'] ? [] : /** @type {const} */ (['uncaught-error'])),
    'chunk-boundaries',
    'module-waits',
    'empty-collection',
    'partial-results',
    'map-start-order',
    'library-errors',
    'early-rejection',
    'function-length',
    'key-order',
  ]);
  const syncThrows = raw['sync-throws'] ?? raw['syncThrows'];
  const choice = readChoice(
    { 'sync-throws': syncThrows },
    'sync-throws',
    /** @type {const} */ (['accept', 'refuse']),
    'accept',
  );
  if (choice === 'accept') {
    differences.add('sync-throw');
  }
  const callbackTiming = readChoice(
    { 'callback-timing': raw['callback-timing'] ?? raw['callbackTiming'] },
    'callback-timing',
    /** @type {const} */ (['accept', 'refuse']),
    'refuse',
  );
  if (callbackTiming === 'accept') {
    differences.add('callback-timing');
  }
  return differences;
}

/**
 * @param {unknown} value
 * @returns {Set<string>}
 */
function readFunctionNames(value) {
  if (value === undefined) {
    return new Set();
  }
  const names = (Array.isArray(value) ? value : String(value).split(',')).map((name) =>
    String(name).trim(),
  );
  if (!names.every((name) => /^[@./\w$-]*[\w$]$/u.test(name))) {
    throw new OptionError(
      `--promisify=${String(value)}: give functions as module.method or as the source writes them, with commas between them, such as redis.get,this.store.load`,
    );
  }
  return new Set(names);
}

/**
 * @param {unknown} value
 * @returns {Set<string>}
 */
function readThenables(value) {
  if (value === undefined) {
    return new Set();
  }
  const names = (Array.isArray(value) ? value : String(value).split(',')).map((name) =>
    String(name).trim(),
  );
  for (const name of names) {
    if (!/^(?:@[\w.-]+\/)?[\w$.-]+$/u.test(name)) {
      throw new OptionError(
        `--thenables=${String(value)}: give names of modules or variables, with commas between them, such as knex,db`,
      );
    }
    if (/^cy(?:press)?$/iu.test(name)) {
      throw new OptionError(
        `--thenables=${String(value)}: what Cypress commands give is no promise, it cannot be awaited`,
      );
    }
  }
  return new Set(names);
}
