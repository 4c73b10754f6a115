/**
 * Holds what the codemods do with the callback nests of real projects against an independent count of
 * them, and writes `test/trials/nest-uses.json`, from which `docs/trials.md` is made.
 *
 * Usage: node test/trials/nest-uses.js --list FILE --checkouts DIRECTORY [--only ID,…]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { codemod as asyncLibrary } from '../../codemods/async-lib-to-async.js';
import { codemod as callbacks } from '../../codemods/callback-to-async.js';
import { codemod as streams } from '../../codemods/stream-events-to-for-await.js';
import { convert } from '../../core/codemod/convert.js';
import { countCallbacksIn } from './count-callbacks.js';
import { listSources, toFlags } from './migrate.js';
import { readCheckouts } from './trial.js';

/**
 * @import { Codemod, ProjectFile, SiteResult } from '../../core/codemod/convert.js'
 * @import { CallbackFound } from './count-callbacks.js'
 * @import { Trial } from './trial.js'
 *
 * @typedef {object} NestRun
 * @property {readonly string[]} flags
 * @property {number} gone
 * @property {Record<string, number>} left By reason; `unseen` for what the codemod does not look at.
 *
 * @typedef {object} NestUses
 * @property {string} id
 * @property {string} origin
 * @property {number} found As counted.
 * @property {readonly NestRun[]} runs
 */

const RESULTS = fileURLToPath(new URL('./nest-uses.json', import.meta.url));

const STYLES = new Set(['async', 'callback']);

const CODEMODS = [asyncLibrary, streams, callbacks];

/** @type {readonly Record<string, string>[]} */
const RUNS = [{}, { 'callback-timing': 'accept' }];

/** @returns {readonly NestUses[]} The results of the last run. */
export function readNestUses() {
  return JSON.parse(readFileSync(RESULTS, 'utf8'));
}

/**
 * @param {Trial} trial Of which the source is a checkout.
 * @returns {Promise<NestUses>}
 */
async function holdAgainstCount({ id, source, origin, migrate, node }) {
  const names = await listSources(source, migrate);
  const files = names.map((name) => {
    const file = path.join(source, name);
    return { path: file, source: readFileSync(file, 'utf8') };
  });
  const found = nestsIn(files).length;
  const runs = RUNS.map((chosen) => {
    const options = { node, ...chosen };
    const after = CODEMODS.reduce(
      (before, codemod) => apply(before, codemod, options).map(({ file }) => file),
      files,
    );
    const rests = nestsIn(after);
    const sites = apply(after, callbacks, options);
    return {
      flags: toFlags(chosen),
      gone: found - rests.length,
      left: countBy(rests.map((nest) => reasonFor(nest, sites))),
    };
  });
  return { id, origin, found, runs };
}

/**
 * @param {readonly ProjectFile[]} files
 * @param {Codemod} codemod
 * @param {Readonly<Record<string, unknown>>} options
 * @returns {{ file: ProjectFile, sites: readonly SiteResult[] }[]} The files as they are then.
 */
function apply(files, codemod, options) {
  const plan = codemod.planProject?.(files, options);
  return files.map((file) => {
    const { source, sites } = convert(file, codemod, options, plan?.factsFor(file.path));
    return { file: { path: file.path, source }, sites };
  });
}

/**
 * @param {readonly ProjectFile[]} files
 * @returns {CallbackFound[]}
 */
function nestsIn(files) {
  return files.flatMap(({ path: file, source }) =>
    countCallbacksIn(source, file).functions.filter(({ isNest }) => isNest),
  );
}

/**
 * @param {CallbackFound} nest
 * @param {readonly { file: ProjectFile, sites: readonly SiteResult[] }[]} results
 * @returns {string}
 */
function reasonFor(nest, results) {
  const own = results.find(({ file }) => file.path === nest.file);
  return own?.sites.find(({ line }) => line === nest.line)?.reason ?? 'unseen';
}

/**
 * @param {readonly string[]} reasons
 * @returns {Record<string, number>} The most frequent first.
 */
function countBy(reasons) {
  const counts = [...new Set(reasons)].map((reason) => ({
    reason,
    count: reasons.filter((each) => each === reason).length,
  }));
  counts.sort((left, right) => right.count - left.count || (left.reason < right.reason ? -1 : 1));
  return Object.fromEntries(counts.map(({ reason, count }) => [reason, count]));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  /** @type {NestUses[]} */
  const results = [];
  for (const trial of await readCheckouts(process.argv.slice(2))) {
    if (STYLES.has(trial.style)) {
      const uses = await holdAgainstCount(trial);
      if (uses.found > 0) {
        results.push(uses);
      }
    }
  }
  writeFileSync(RESULTS, `${JSON.stringify(results, undefined, 2)}\n`);
  process.stdout.write(`Wrote ${RESULTS}. Run npm run docs to bring docs/trials.md up to date.\n`);
}
