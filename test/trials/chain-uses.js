/**
 * Holds what the codemods do with the promise chains of real projects against an independent count
 * of them, and writes `test/trials/chain-uses.json`, from which `docs/trials.md` is made.
 *
 * Usage: node test/trials/chain-uses.js --list FILE --checkouts DIRECTORY [--only ID,…]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { codemod as bluebird } from '../../codemods/bluebird-to-native.js';
import { codemod as chains } from '../../codemods/promise-chain-to-async.js';
import { convert } from '../../core/codemod/convert.js';
import { countChainsIn } from './count-chains.js';
import { listSources, toFlags } from './migrate.js';
import { readCheckouts } from './trial.js';

/**
 * @import { Codemod } from '../../core/codemod/convert.js'
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

const KEPT = 'promise-library-result';

/** @type {readonly { codemods: readonly Codemod[], options: Record<string, string> }[]} */
const RUNS = [
  { codemods: [chains], options: {} },
  { codemods: [bluebird, chains], options: { api: 'async', floating: 'iife' } },
];

/** @returns {readonly ChainUses[]} The results of the last run. */
export function readChainUses() {
  return JSON.parse(readFileSync(RESULTS, 'utf8'));
}

/**
 * @param {Trial} trial Of which the source is a checkout.
 * @returns {Promise<ChainUses>}
 */
async function holdAgainstCount({ id, source, origin, migrate, node }) {
  const names = await listSources(source, migrate);
  const files = names.map((name) => {
    const file = path.join(source, name);
    return { file, text: readFileSync(file, 'utf8') };
  });
  const found = files.flatMap(({ file, text }) => countChainsIn(text, file)).length;
  const runs = RUNS.map(({ codemods, options }) => {
    const rests = files.flatMap(({ file, text }) =>
      restsOf(file, text, codemods, { node, ...options }),
    );
    const others = rests.filter((reason) => reason !== KEPT);
    return {
      codemods: codemods.map(({ name }) => name),
      flags: toFlags(options),
      gone: found - rests.length,
      kept: rests.length - others.length,
      left: countBy(others),
    };
  });
  return { id, origin, found, runs };
}

/**
 * @param {string} file
 * @param {string} text
 * @param {readonly Codemod[]} codemods
 * @param {Readonly<Record<string, unknown>>} options
 * @returns {string[]} Why each chain that is counted afterwards is there still.
 */
function restsOf(file, text, codemods, options) {
  let source = text;
  for (const codemod of codemods) {
    source = convert({ path: file, source }, codemod, options).source;
  }
  const { sites } = convert({ path: file, source }, chains, options);
  return countChainsIn(source, file).map(({ line, column, isHandedOver }) => {
    const site = sites.find((each) => each.line === line && each.column === column);
    return isHandedOver ? KEPT : (site?.reason ?? 'unseen');
  });
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
