/**
 * Holds what the codemods do with the callback nests of real projects against an independent count of
 * them, and writes `test/trials/nest-uses.json`, from which `docs/trials.md` is made.
 *
 * Usage: node test/trials/nest-uses.js --list FILE --checkouts DIRECTORY [--only ID,…]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { codemod as asyncLibrary } from '../../codemods/async-lib-to-async.js';
import { codemod as callbacks } from '../../codemods/callback-to-async.js';
import { codemod as streams } from '../../codemods/stream-events-to-for-await.js';
import { convertProject, convertWithAll, countBy, readSources } from './convert-project.js';
import { countCallbacksIn } from './count-callbacks.js';
import { toFlags } from './migrate.js';
import { readCheckouts } from './trial.js';

/**
 * @import { ProjectFile } from '../../core/codemod/convert.js'
 * @import { ConvertedFile } from './convert-project.js'
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
const RUNS = [{}, { accept: 'timing-unobservable' }];

/** @returns {readonly NestUses[]} The results of the last run. */
export function readNestUses() {
  return JSON.parse(readFileSync(RESULTS, 'utf8'));
}

/**
 * @param {Trial} trial Of which the source is a checkout.
 * @returns {Promise<NestUses>}
 */
async function holdAgainstCount(trial) {
  const { id, origin, node } = trial;
  const files = await readSources(trial);
  const found = nestsIn(files).length;
  const runs = RUNS.map((chosen) => {
    const options = { node, ...chosen };
    const after = convertWithAll(files, CODEMODS, options);
    const rests = nestsIn(after);
    const sites = convertProject(after, callbacks, options);
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
 * @returns {CallbackFound[]}
 */
function nestsIn(files) {
  return files.flatMap(({ path: file, source }) =>
    countCallbacksIn(source, file).functions.filter(({ isNest }) => isNest),
  );
}

/**
 * @param {CallbackFound} nest
 * @param {readonly ConvertedFile[]} results
 * @returns {string}
 */
function reasonFor(nest, results) {
  const own = results.find(({ file }) => file.path === nest.file);
  return own?.sites.find(({ line }) => line === nest.line)?.reason ?? 'unseen';
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
