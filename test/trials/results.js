/** @import { Migration } from './migrate.js' */
/** @import { Comparison } from './expectations.js' */
/** @import { Blame } from './bisect.js' */

import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {object} TestRun
 * @property {number} passed
 * @property {number} failed
 * @property {number} seconds
 * @property {string} output
 * @property {boolean} passes
 *
 * @typedef {object} TrialResult
 * @property {string} id
 * @property {string} source A published package, or a repository and its tag.
 * @property {string} style
 * @property {string} node
 * @property {'passed' | 'red after' | 'red before' | 'not installed'} status
 * @property {string} [reason]
 * @property {TestRun} [before]
 * @property {TestRun} [after]
 * @property {Migration} [migration]
 * @property {readonly string[]} [flags] What the codemods were told.
 * @property {ChainCount} [chains]
 * @property {Comparison} [expected]
 * @property {CallbackNests} [callbacks]
 * @property {Blame} [blame]
 *
 * @typedef {object} CallbackNests Functions that use their callback in functions inside them, counted
 *   without the codemods' detection.
 * @property {number} counted Before the migration.
 * @property {number} left After it.
 *
 * @typedef {object} ChainCount By a detection that shares no code with the codemods.
 * @property {number} found In the original.
 * @property {number} left
 *
 * @typedef {object} SavedResult What `docs/trials.md` is made from.
 * @property {string} id
 * @property {string} source
 * @property {string} style
 * @property {string} node
 * @property {string} status
 * @property {number} lines
 * @property {number} sites
 * @property {number} converted
 * @property {Record<string, number>} refused How many, by reason.
 * @property {Record<string, number>} assumed How many conversions rest on each assumption.
 * @property {number} changedFiles
 * @property {number} testsBefore
 * @property {number} testsAfter
 * @property {number} seconds Of the migration.
 * @property {readonly string[]} flags What the codemods were told, the Node apart.
 * @property {ChainCount} [chains]
 * @property {Record<string, number>} chainsRefused Of the codemod for chains, by reason.
 * @property {Comparison} [expected]
 * @property {CallbackNests} [callbacks]
 */

export const RESULTS = fileURLToPath(new URL('results.json', import.meta.url));

/**
 * @param {TrialResult} result
 * @returns {string} A few lines for the terminal.
 */
export function describeResult(result) {
  const { id, status, before, after, migration, chains, expected, callbacks, blame } = result;
  const lines = [`${id}: ${status}`];
  if (before) {
    lines[0] += `, tests ${before.passed}${after ? ` -> ${after.passed}` : ''}`;
  }
  if (migration) {
    const converted = migration.sites.filter((site) => site.status === 'converted').length;
    lines[0] += `, ${converted} of ${migration.sites.length} sites converted`;
    lines[0] += ` in ${migration.changed.length} files, ${migration.seconds.toFixed(1)} s`;
    const refused = Object.entries(countReasons(migration));
    lines.push(...refused.map(([code, count]) => `  refused ${count} ${code}`));
    lines.push(...migration.disagreements.map((file) => `  jscodeshift differs: ${file}`));
  }
  if (chains && chains.found > 0) {
    lines.push(`  chains by an independent count: ${chains.found} -> ${chains.left}`);
  }
  if (expected) {
    lines.push(`  expected to convert: ${expected.converted} of ${expected.wanted}`);
    lines.push(...expected.missed.map((place) => `  missed ${place}`));
    lines.push(...expected.wrong.map((place) => `  had to stay: ${place}`));
  }
  if (callbacks && callbacks.counted > 0) {
    lines.push(`  callback nests counted: ${callbacks.counted}, left: ${callbacks.left}`);
  }
  if (blame) {
    lines.push(`  to blame: ${blame.codemod} ${blame.kind} at ${blame.file}:${blame.line}`);
  }
  if (result.reason) {
    lines.push(result.reason.replace(/^/gmu, '    | '));
  }
  return lines.join('\n');
}

/** @param {readonly TrialResult[]} results */
export function summarise(results) {
  const passed = results.filter(({ status }) => status === 'passed').length;
  const sites = results.flatMap(({ migration }) => migration?.sites ?? []);
  const converted = sites.filter(({ status }) => status === 'converted').length;
  return `${passed} of ${results.length} projects pass, ${converted} of ${sites.length} sites converted\n`;
}

/** @type {Migration} What a project whose own tests fail is not put to. */
const NOT_MIGRATED = {
  sites: [],
  changed: [],
  unparsed: [],
  disagreements: [],
  lines: 0,
  seconds: 0,
};

/**
 * Writes a result over that of an earlier run of the same project with the same options.
 *
 * @param {TrialResult} result
 */
export async function saveResult(result) {
  const migration = result.status === 'red before' ? NOT_MIGRATED : result.migration;
  if (!migration) {
    return;
  }
  const saved = toSaved(result, migration);
  const others = (await readResults()).filter((other) => keyOf(other) !== keyOf(saved));
  const sorted = [...others, saved].sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
  await writeFile(RESULTS, `${JSON.stringify(sorted, undefined, 2)}\n`);
}

/** @param {SavedResult} result */
function keyOf({ id, flags }) {
  return [id, ...(flags ?? [])].join(' ');
}

/** @returns {Promise<SavedResult[]>} None when there was no run yet. */
export async function readResults() {
  const text = await readFile(RESULTS, 'utf8').catch(() => '[]');
  return JSON.parse(text);
}

/**
 * @param {TrialResult} result
 * @param {Migration} migration
 * @returns {SavedResult}
 */
function toSaved(result, migration) {
  const { id, source, style, node, status, before, after, expected, callbacks, chains } = result;
  const flags = result.flags ?? [];
  const converted = migration.sites.filter((site) => site.status === 'converted');
  return {
    id,
    source,
    style,
    node,
    status,
    lines: migration.lines,
    sites: migration.sites.length,
    converted: converted.length,
    refused: countReasons(migration),
    assumed: countBy(converted.flatMap(({ assumes }) => assumes)),
    changedFiles: migration.changed.length,
    testsBefore: before?.passed ?? 0,
    testsAfter: after?.passed ?? 0,
    seconds: Math.round(migration.seconds * 10) / 10,
    flags: flags.filter((flag) => !flag.startsWith('--node=')),
    ...(chains && chains.found > 0 && { chains }),
    chainsRefused: countBy(
      migration.sites
        .flatMap(({ codemod, reason, also = [] }) => [{ codemod, reason }, ...also])
        .filter(({ codemod }) => codemod === 'promise-chain-to-async')
        .flatMap(({ reason }) => (reason === undefined ? [] : [reason])),
    ),
    ...(expected && { expected }),
    ...(callbacks && { callbacks }),
  };
}

/** @param {Migration} migration */
function countReasons({ sites }) {
  return countBy(sites.flatMap(({ reason }) => (reason === undefined ? [] : [reason])));
}

/**
 * @param {readonly string[]} words
 * @returns {Record<string, number>} In the order of their names.
 */
function countBy(words) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const word of [...words].sort()) {
    counts[word] = (counts[word] ?? 0) + 1;
  }
  return counts;
}
