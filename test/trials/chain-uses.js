/**
 * Holds what the codemods do with the promise chains of real projects against an independent count
 * of them, and writes `test/trials/chain-uses.json`, from which `docs/trials.md` is made.
 *
 * Usage: node test/trials/chain-uses.js --list FILE --checkouts DIRECTORY [--only ID,…]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { codemod as bluebird } from '../../codemods/bluebird-to-native.js';
import { codemod as chains } from '../../codemods/promise-chain-to-async.js';
import { convertProject, convertWithAll, countBy, readSources } from './convert-project.js';
import { countChainsIn } from './count-chains.js';
import { toFlags } from './migrate.js';
import { readCheckouts } from './trial.js';

/**
 * @import { Codemod, ProjectFile } from '../../core/codemod/convert.js'
 * @import { ConvertedFile } from './convert-project.js'
 * @import { Trial } from './trial.js'
 *
 * @typedef {object} ChainRun
 * @property {readonly string[]} codemods
 * @property {readonly string[]} flags
 * @property {number} gone
 * @property {number} kept At the boundary: on promises of a library that leave the file, whose methods
 *   those who get them may call, and on those that a method of the library hands to a callback.
 * @property {Record<string, number>} left The others, by reason; `unseen` for what the codemod does not
 *   look at.
 *
 * @typedef {object} ChainUses
 * @property {string} id
 * @property {string} origin
 * @property {number} found As counted.
 * @property {readonly ChainRun[]} runs
 */

const RESULTS = fileURLToPath(new URL('./chain-uses.json', import.meta.url));

const KEPT = new Set(['promise-library-kept', 'promise-library-result']);

/** @type {readonly { codemods: readonly Codemod[], options: Record<string, string> }[]} */
const RUNS = [
  { codemods: [chains], options: {} },
  { codemods: [bluebird, chains], options: { api: 'async' } },
];

/** @returns {readonly ChainUses[]} The results of the last run. */
export function readChainUses() {
  return JSON.parse(readFileSync(RESULTS, 'utf8'));
}

/**
 * @param {Trial} trial Of which the source is a checkout.
 * @returns {Promise<ChainUses>}
 */
async function holdAgainstCount(trial) {
  const { id, origin, node } = trial;
  const files = await readSources(trial);
  const found = files.flatMap((file) => countChainsIn(file.source, file.path)).length;
  const runs = RUNS.map(({ codemods, options: chosen }) => {
    const options = { node, ...chosen };
    const after = convertWithAll(files, codemods, options);
    const rests = convertProject(after, chains, options).flatMap((file, index) =>
      restsOf(/** @type {ProjectFile} */ (after[index]), file),
    );
    const others = rests.filter((reason) => reason !== undefined);
    return {
      codemods: codemods.map(({ name }) => name),
      flags: toFlags(chosen),
      gone: found - rests.length,
      kept: rests.length - others.length,
      left: countBy(others),
    };
  });
  return { id, origin, found, runs };
}

/**
 * @param {ProjectFile} file As the codemods have left it.
 * @param {ConvertedFile} again
 * @returns {(string | undefined)[]} Why each chain that is counted in it is there still; undefined for one
 *   that is kept.
 */
function restsOf(file, { sites }) {
  return countChainsIn(file.source, file.path).map(({ line, column, isHandedOver }) => {
    const site = sites.find((each) => each.line === line && each.column === column);
    const reason = site?.reason ?? 'unseen';
    return isHandedOver || KEPT.has(reason) ? undefined : reason;
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  /** @type {ChainUses[]} */
  const results = [];
  for (const trial of await readCheckouts(process.argv.slice(2))) {
    const uses = await holdAgainstCount(trial);
    if (uses.found > 0) {
      results.push(uses);
    }
  }
  writeFileSync(RESULTS, `${JSON.stringify(results, undefined, 2)}\n`);
  process.stdout.write(`Wrote ${RESULTS}. Run npm run docs to bring docs/trials.md up to date.\n`);
}
