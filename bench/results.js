/**
 * The results files, `bench/results/<node version>.json`: the one source of every figure in the docs.
 *
 * @import { PairResult } from './measure.js'
 *
 * @typedef {object} Machine
 * @property {string} cpu
 * @property {number} cores
 * @property {number} memory GB
 * @property {string} os
 * @property {string} arch
 *
 * @typedef {object} ScenarioResult
 * @property {string} title
 * @property {string[]} rules
 * @property {string[]} codemods
 * @property {string[]} claims
 * @property {string} [note]
 * @property {{ before: string, after: string }} source What ran.
 * @property {PairResult} figures
 * @property {boolean} quick Measured with fewer rounds.
 * @property {number} load Load average of the machine (one minute) when it was measured.
 * @property {string} date
 *
 * @typedef {object} SuiteResult
 * @property {unknown} data In the suite's own form.
 * @property {string} [failed] Why it gave no data.
 * @property {number} load
 * @property {string} date
 *
 * @typedef {object} Results
 * @property {1} schema
 * @property {string} node
 * @property {string} v8
 * @property {string} date Of the last change.
 * @property {Machine} machine
 * @property {Record<string, string>} versions Of what was measured and of what measured.
 * @property {Record<string, ScenarioResult>} scenarios
 * @property {Record<string, SuiteResult>} suites
 */
import { statSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import semver from 'semver';

export const RESULTS_DIRECTORY = fileURLToPath(new URL('results/', import.meta.url));

const MEASURED_PACKAGES = ['bluebird', 'co'];
/** ms */
const LOCK_POLL = 5;
const LOCK_AGE = 10_000;

/**
 * @param {{ version: string, v8: string }} node
 * @returns {Results} without figures yet
 */
export function createResults({ version, v8 }) {
  const require = createRequire(import.meta.url);
  /** @param {string} name */
  const versionOf = (name) => /** @type {string} */ (require(`${name}/package.json`).version);
  return {
    schema: 1,
    node: version,
    v8,
    date: today(),
    machine: describeMachine(),
    versions: {
      'eslint-plugin-async-perf': require('../package.json').version,
      ...Object.fromEntries(MEASURED_PACKAGES.map((name) => [name, versionOf(name)])),
    },
    scenarios: {},
    suites: {},
  };
}

/** @returns {Machine} */
function describeMachine() {
  const cpus = os.cpus();
  return {
    cpu: cpus[0]?.model.trim() ?? 'unknown',
    cores: cpus.length,
    memory: Math.round(os.totalmem() / 2 ** 30),
    os: os.type(),
    arch: os.arch(),
  };
}

/** @returns {number} */
export function currentLoad() {
  return Math.round((os.loadavg()[0] ?? 0) * 100) / 100;
}

/** @returns {string} */
export function today() {
  return new Date().toISOString();
}

/**
 * @param {string} version
 * @param {string} [directory]
 * @returns {Promise<Results | undefined>} undefined if there are none
 * @throws {Error} if the file is no results file
 */
export async function readResults(version, directory = RESULTS_DIRECTORY) {
  const file = path.join(directory, `${version}.json`);
  let text;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return undefined;
    throw error;
  }
  return parseResults(file, text);
}

/**
 * @param {string} [directory]
 * @returns {Promise<Results[]>} oldest Node first
 * @throws {Error} if there is no such folder, or a file in it is no results file
 */
export async function readAllResults(directory = RESULTS_DIRECTORY) {
  const files = (await listFolder(directory)).filter((file) => file.endsWith('.json'));
  const all = await Promise.all(
    files.map(async (file) => {
      const full = path.join(directory, file);
      return parseResults(full, await readFile(full, 'utf8'));
    }),
  );
  return all.sort((left, right) => semver.compare(left.node, right.node));
}

/**
 * @param {string} directory
 * @returns {Promise<string[]>}
 */
async function listFolder(directory) {
  try {
    return await readdir(directory);
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    const reason = code === 'ENOENT' ? 'there is no such folder' : message;
    throw new Error(`${directory} has no results (${reason}). Give the --out of a bench run`, {
      cause: error,
    });
  }
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {Results}
 * @throws {Error} if it is no results file
 */
function parseResults(file, text) {
  const next = `Delete it, or take it from version control, and run the bench again`;
  let results;
  try {
    results = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${file} is damaged (${reason}). ${next}`, { cause: error });
  }
  if (isRecord(results) && 'schema' in results && results['schema'] !== 1) {
    throw new Error(`${file} has schema ${results['schema']}, not 1. ${next}`);
  }
  const fault = findFault(results);
  if (fault !== undefined) throw new Error(`${file} is no results file (${fault}). ${next}`);
  return results;
}

/**
 * @param {unknown} results
 * @returns {string | undefined} the first thing that every reader needs and that is not there
 */
function findFault(results) {
  if (!isRecord(results)) return 'it holds no object';
  if (results['schema'] !== 1) return 'it has no schema';
  if (semver.valid(String(results['node'])) === null) return 'it names no Node';
  for (const part of ['machine', 'versions', 'scenarios', 'suites']) {
    if (!isRecord(results[part])) return `it has no ${part}`;
  }
  for (const text of ['v8', 'date']) {
    if (typeof results[text] !== 'string') return `it has no ${text}`;
  }
  const { scenarios, suites } = /** @type {Results} */ (/** @type {unknown} */ (results));
  for (const [id, scenario] of Object.entries(scenarios)) {
    if (!isScenarioResult(scenario)) return `its scenario ${id} is not complete`;
  }
  for (const [id, suite] of Object.entries(suites)) {
    if (!isRecord(suite) || (suite.data ?? suite.failed) === undefined)
      return `its suite ${id} is not complete`;
  }
  return undefined;
}

/** @param {unknown} scenario */
function isScenarioResult(scenario) {
  if (!isRecord(scenario)) return false;
  const { figures, source, rules, codemods, claims } = scenario;
  return (
    isRecord(figures) &&
    [figures['before'], figures['after'], source].every(isRecord) &&
    [figures['failures'], rules, codemods, claims].every(Array.isArray) &&
    [figures['time'], figures['timeFan']].every(
      (time) => time === undefined || (isRecord(time) && isRecord(time['control'])),
    )
  );
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isRecord(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Changes the results of a Node while no other run does: what one reads and writes back would undo
 * what the other has written meanwhile.
 *
 * @param {string} version
 * @param {string} directory
 * @param {(known: Results | undefined) => Results} change
 */
export async function changeResults(version, directory, change) {
  await mkdir(directory, { recursive: true });
  const lock = path.join(directory, `${version}.json.lock`);
  await takeLock(lock);
  try {
    await writeResults(change(await readResults(version, directory)), directory);
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
}

/**
 * A directory: of those who make it at the same time, one succeeds.
 *
 * @param {string} lock
 */
async function takeLock(lock) {
  for (;;) {
    try {
      await mkdir(lock);
      return;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    }
    await sleep(LOCK_POLL);
    // Held for milliseconds; one that is old was left behind by a run that was killed.
    const held = statSync(lock, { throwIfNoEntry: false });
    if (held && Date.now() - held.mtimeMs > LOCK_AGE) {
      await rm(lock, { recursive: true, force: true });
    }
  }
}

/**
 * Writes the whole file beside the old one and then renames it: an interrupted run leaves the last
 * complete state.
 *
 * @param {Results} results
 * @param {string} [directory]
 */
export async function writeResults(results, directory = RESULTS_DIRECTORY) {
  await mkdir(directory, { recursive: true });
  const file = path.join(directory, `${results.node}.json`);
  const ordered = {
    ...results,
    scenarios: sortKeys(results.scenarios),
    suites: sortKeys(results.suites),
  };
  const part = `${file}.${process.pid}.part`;
  await writeFile(part, `${JSON.stringify(ordered, undefined, 1)}\n`);
  await rename(part, file);
}

/**
 * @template Value
 * @param {Record<string, Value>} record
 * @returns {Record<string, Value>}
 */
function sortKeys(record) {
  return Object.fromEntries(
    Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1)),
  );
}
