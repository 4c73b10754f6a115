/**
 * Holds what `bluebird-to-native` does with real projects against an independent count of what they
 * use of promise libraries, and writes `test/trials/library-uses.json`, from which `docs/trials.md`
 * is made.
 *
 * Usage: node test/trials/library-uses.js --list FILE --checkouts DIRECTORY [--only ID,…]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { codemod } from '../../codemods/bluebird-to-native.js';
import { convertProject, readSources } from './convert-project.js';
import { countLibraryUses } from './count-promise-libraries.js';
import { toFlags } from './migrate.js';
import { readCheckouts } from './trial.js';

/**
 * @import { SiteResult } from '../../core/codemod/convert.js'
 * @import { LibraryUse } from './count-promise-libraries.js'
 *
 * @typedef {object} LibraryRun
 * @property {readonly string[]} flags
 * @property {number} converted
 * @property {number} kept At the boundary: to those who may need the library's promises, or from where
 *   such promises come in callbacks of the library.
 * @property {Record<string, number>} left By reason; `unseen` for what the codemod does not look at.
 *
 * @typedef {object} LibraryUses
 * @property {string} id
 * @property {string} origin
 * @property {number} uses As counted.
 * @property {readonly LibraryRun[]} runs
 */

const RESULTS = fileURLToPath(new URL('./library-uses.json', import.meta.url));

/** What native promises have too, and what is for callers only: it stays where the promise does. */
const BOUNDARY = /^(?:Promise|all|asCallback|call|new|nodeify|promise|race|reject|resolve)$/u;

/** @returns {readonly LibraryUses[]} The results of the last run. */
export function readLibraryUses() {
  return JSON.parse(readFileSync(RESULTS, 'utf8'));
}

/**
 * @param {import('./trial.js').Trial} trial Of which the source is a checkout.
 * @returns {Promise<LibraryUses>}
 */
async function holdAgainstCount(trial) {
  const { id, source, origin, migrate, node } = trial;
  const { uses } = countLibraryUses(source, migrate);
  const files = await readSources(trial);
  const runs = [{}, { api: 'async' }].map((options) => {
    const converted = convertProject(files, codemod, { node, ...options });
    const sitesByFile = new Map(converted.map(({ file, sites }) => [file.path, sites]));
    /** @type {LibraryRun} */
    const run = { flags: toFlags(options), converted: 0, kept: 0, left: {} };
    for (const use of uses) {
      const outcome = outcomeOf(use, sitesByFile.get(path.join(source, use.file)) ?? []);
      if (outcome === 'converted' || outcome === 'kept') {
        run[outcome]++;
      } else {
        run.left[outcome] = (run.left[outcome] ?? 0) + 1;
      }
    }
    return run;
  });
  return { id, origin, uses: uses.length, runs };
}

/**
 * @param {LibraryUse} use
 * @param {readonly SiteResult[]} sites Of its file.
 * @returns {string} `converted`, `kept`, `unseen` or why it is refused.
 */
function outcomeOf({ line, columns, name }, sites) {
  const site = sites.find(
    (each) => each.kind !== 'import' && each.line === line && columns.includes(each.column),
  );
  if (!site) {
    return BOUNDARY.test(name) ? 'kept' : 'unseen';
  }
  if (site.reason === 'kept-at-boundary' || site.reason === 'rejection-reported-early') {
    return 'kept';
  }
  return site.reason ?? site.status;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const trials = await readCheckouts(process.argv.slice(2));
  /** @type {LibraryUses[]} */
  const results = [];
  for (const trial of trials) {
    const found = await holdAgainstCount(trial);
    if (found.uses > 0) {
      results.push(found);
    }
  }
  writeFileSync(RESULTS, `${JSON.stringify(results, undefined, 2)}\n`);
  process.stdout.write(`Wrote ${RESULTS}. Run npm run docs to bring docs/trials.md up to date.\n`);
}
