/** @import { ObligationId, Trust } from './obligations.js' */
/** @import { RecordFacts } from './record-facts.js' */

import { OBLIGATION_IDS, assumableFor } from './obligations.js';

/**
 * @typedef {object} ConversionOptions
 * @property {string | undefined} node The oldest Node that the output must run on, `--node`.
 * @property {'keep' | 'dual' | 'async'} api The face to callers outside the file, `--api`.
 * @property {Trust} trust Which evidence is enough, `--trust`.
 * @property {ReadonlySet<ObligationId>} assumable The obligations that may be assumed, by the trust and by
 *   `--accept` and `--refuse`.
 * @property {ReadonlySet<ObligationId>} accept The obligations of `--accept`: any evidence but evidence against is
 *   enough for them.
 * @property {ReadonlySet<ObligationId>} refuse The obligations of `--refuse`.
 * @property {boolean} leavesSlower Whether forms stay that would be much slower: a command leaves them where neither
 *   `--accept=slower` nor the name of the codemod asks for them.
 * @property {ReadonlySet<string> | undefined} kinds The forms to convert, `--kinds=a,b`; undefined for
 *   those that the codemod converts without being asked.
 * @property {ReadonlySet<string>} thenables Lazy thenables, by the name of their module or variable,
 *   that count as promises, `--thenables`.
 * @property {ReadonlySet<string> | undefined} sites The places to convert, `--sites=12:3,40:1`, by
 *   the line and column that are reported for them; undefined for all.
 * @property {((path: string | undefined, place: { line: number, column: number }) => boolean) | undefined} isTakenBack
 *   Whether the site there, in the text as it is, is to stay what it is, as a reviewer wants.
 * @property {ReadonlySet<string>} callbacks Functions that are error-first and call back once, in a later
 *   tick: `module.method`, as the source writes them, or `*.method`, `--callbacks`.
 * @property {ReadonlySet<string>} promises Functions that give a promise of their result where the callback
 *   is left out, named in the same way, `--promises`.
 * @property {boolean} tests Whether tests that say when they are done become async functions, `--tests`.
 * @property {number | undefined} asyncVersion The major version of the library `async`,
 *   `--async-version`; undefined to read it from the project.
 * @property {'write' | 'leave'} copies Whether calls of a library are converted that could only become a call of a
 *   copy in the file. The command leaves them, unless the codemod is asked for by name.
 * @property {RecordFacts} [record] The observations of recorded runs; a migration has them, and
 *   `--trust=strict` does not ask them.
 */

const COPY_POLICIES = /** @type {const} */ (['write', 'leave']);

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
 * Options of earlier versions, with what to write in their place.
 *
 * @type {Readonly<Record<string, string>>}
 */
const REPLACED_OPTIONS = Object.freeze({
  strict: 'write --trust=strict',
  'callback-timing': 'write --accept=timing-unobservable',
  'sync-throws': 'write --refuse=throws-late',
  promisify: 'write --callbacks=NAME,…',
  floating:
    'leave it out, as a handler or a listener becomes async for the chain that it ends with',
  'no-callee-is-error-first': 'write --refuse=error-first',
});

/** @type {readonly Trust[]} */
const TRUSTS = Object.freeze(['strict', 'library', 'application']);

/**
 * Reads the options of a codemod as jscodeshift hands them on: `--node=18`, `--trust=application`,
 * `--refuse=throws-late`. Options that are not ours are jscodeshift's own.
 *
 * @param {Readonly<Record<string, unknown>>} [raw]
 * @returns {ConversionOptions}
 * @throws {OptionError} Naming the option, the value and what it takes.
 */
export function readOptions(raw = {}) {
  // jscodeshift gives `--no-once` as the option `once` that is false.
  const replaced = Object.entries(raw)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => replacedMessage(value === false ? `no-${name}` : name))
    .find(Boolean);
  if (replaced !== undefined) {
    throw new OptionError(replaced);
  }
  const trust = readChoice(raw, 'trust', TRUSTS, 'library');
  const accept = readObligations(raw, 'accept');
  const refuse = readObligations(raw, 'refuse');
  const both = [...accept].find((id) => refuse.has(id));
  if (both !== undefined) {
    throw new OptionError(`--accept=${both} and --refuse=${both}: give one of them`);
  }
  return {
    node: readNode(raw['node']),
    api: readChoice(raw, 'api', API_POLICIES, 'keep'),
    trust,
    assumable: assumableFor({ trust, accept, refuse }),
    accept,
    refuse,
    leavesSlower: raw['leavesSlower'] === true && !readNames(raw['accept']).includes(SLOWER),
    kinds: readKinds(raw['kinds']),
    sites: readSites(raw['sites']),
    isTakenBack: /** @type {ConversionOptions['isTakenBack']} */ (raw['isTakenBack']),
    thenables: readThenables(raw['thenables']),
    callbacks: readFunctionNames('callbacks', raw['callbacks']),
    promises: readFunctionNames('promises', raw['promises']),
    tests: readSwitch(raw, 'tests'),
    asyncVersion: readAsyncVersion(raw['async-version'] ?? raw['asyncVersion']),
    copies: readChoice(raw, 'copies', COPY_POLICIES, 'write'),
    ...(trust !== 'strict' &&
      raw['record'] !== undefined && { record: /** @type {RecordFacts} */ (raw['record']) }),
  };
}

/**
 * @param {string} name Of an option that there may have been.
 * @returns {string | undefined} That it was replaced, and by what; undefined for one that there never was.
 */
export function replacedMessage(name) {
  const obligation = OBLIGATION_IDS.find((id) => name === `no-${id}`);
  const advice =
    obligation === undefined
      ? Object.hasOwn(REPLACED_OPTIONS, name) && REPLACED_OPTIONS[name]
      : `write --refuse=${obligation}`;
  return advice ? `--${name} was replaced: ${advice}` : undefined;
}

/** The name that `--accept` takes beside obligations: forms that would be much slower. */
const SLOWER = 'slower';

/**
 * @param {unknown} given
 * @returns {string[]}
 */
function readNames(given) {
  return (Array.isArray(given) ? given.map(String) : String(given ?? '').split(','))
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

/**
 * @param {Readonly<Record<string, unknown>>} raw
 * @param {'accept' | 'refuse'} name
 * @returns {Set<ObligationId>}
 */
function readObligations(raw, name) {
  const given = raw[name];
  const names = readNames(given);
  if (given !== undefined && names.length === 0) {
    throw new OptionError(`--${name}=: give names of obligations, such as ${OBLIGATION_IDS[0]}`);
  }
  const others = name === 'accept' ? names.filter((each) => each !== SLOWER) : names;
  return new Set(
    others.map((each) => {
      const id = OBLIGATION_IDS.find((known) => known === each);
      if (id === undefined) {
        throw new OptionError(
          `--${name}=${each}: there is no obligation of that name; give some of ${[...OBLIGATION_IDS, ...(name === 'accept' ? [SLOWER] : [])].join(', ')}`,
        );
      }
      return id;
    }),
  );
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

/**
 * @param {'callbacks' | 'promises'} option
 * @param {unknown} value
 * @returns {Set<string>}
 */
function readFunctionNames(option, value) {
  if (value === undefined) {
    return new Set();
  }
  const names = (Array.isArray(value) ? value : String(value).split(',')).map((name) =>
    String(name).trim(),
  );
  if (!names.every((name) => /^(?:\*\.)?[@./\w$-]*[\w$]$/u.test(name))) {
    throw new OptionError(
      `--${option}=${String(value)}: give functions as module.method, as the source writes them, or as *.method, with commas between them, such as redis.get,this.store.load,*.save`,
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
