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
import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import semver from 'semver';

export const RESULTS_DIRECTORY = fileURLToPath(new URL('results/', import.meta.url));

const MEASURED_PACKAGES = ['bluebird', 'co'];

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
 */
export async function readAllResults(directory = RESULTS_DIRECTORY) {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.json'));
  const all = await Promise.all(
    files.map(async (file) => {
      const full = path.join(directory, file);
      return parseResults(full, await readFile(full, 'utf8'));
    }),
  );
  return all.sort((left, right) => semver.compare(left.node, right.node));
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {Results}
 */
function parseResults(file, text) {
  let results;
  try {
    results = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${file} is damaged (${reason}). Delete it and run the bench again`, {
      cause: error,
    });
  }
  if (results.schema !== 1) {
    throw new Error(
      `${file} has schema ${results.schema}, not 1. Delete it and run the bench again`,
    );
  }
  return results;
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
