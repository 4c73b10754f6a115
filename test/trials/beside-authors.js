/**
 * Holds what the codemods write beside what the authors of a project wrote by hand in a later version,
 * and writes `test/trials/beside-authors.json`, from which `docs/trials.md` is made.
 *
 * Usage: node test/trials/beside-authors.js --list FILE --checkouts DIRECTORY --later DIRECTORY [--only ID,…]
 *
 * `--later` holds a checkout of the later version for each project. The results of the others stay.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

import { convert } from '../../core/codemod/convert.js';
import { run } from './command.js';
import { listSources, loadCodemods } from './migrate.js';
import { readTrials } from './trial.js';

/**
 * @import { Codemod, ProjectFile } from '../../core/codemod/convert.js'
 * @import { Trial } from './trial.js'
 *
 * @typedef {object} BesideAuthors
 * @property {string} id
 * @property {string} origin
 * @property {string} later The version in which the authors had gone over to async functions.
 * @property {number} files Those that the codemods change and that are there still.
 * @property {number} same Of these, those that the authors wrote character for character the same.
 * @property {number} before Lines that differ between the old text of the files and the authors'.
 * @property {number} after Lines that differ between the converted text and the authors'.
 */

const RESULTS = fileURLToPath(new URL('./beside-authors.json', import.meta.url));

/** @returns {readonly BesideAuthors[]} The results of the last run. */
export function readBesideAuthors() {
  return JSON.parse(readFileSync(RESULTS, 'utf8'));
}

/**
 * @param {Trial} trial Of which the source is a checkout.
 * @param {string} directory The checkout of the later version.
 * @param {string} later
 * @param {readonly Codemod[]} codemods
 * @returns {Promise<BesideAuthors>}
 */
async function holdBeside({ id, source, origin, migrate, node }, directory, later, codemods) {
  const names = await listSources(source, migrate);
  const before = names.map((name) => {
    const file = path.join(source, name);
    return { path: file, source: readFileSync(file, 'utf8') };
  });
  const after = codemods.reduce(
    (files, codemod) => apply(files, codemod, { node, api: 'async' }),
    /** @type {readonly ProjectFile[]} */ (before),
  );
  const result = { id, origin, later, files: 0, same: 0, before: 0, after: 0 };
  for (const [index, name] of names.entries()) {
    const theirs = path.join(directory, name);
    const [old, ours] = [before[index]?.source ?? '', after[index]?.source ?? ''];
    if (old !== ours && existsSync(theirs)) {
      const lines = await countDifferences(ours, theirs);
      result.files += 1;
      result.same += lines === 0 ? 1 : 0;
      result.before += await countDifferences(old, theirs);
      result.after += lines;
    }
  }
  return result;
}

/**
 * @param {readonly ProjectFile[]} files
 * @param {Codemod} codemod
 * @param {Readonly<Record<string, unknown>>} options
 * @returns {readonly ProjectFile[]}
 */
function apply(files, codemod, options) {
  const plan = codemod.planProject?.(files, options);
  return files.map((file) => ({
    path: file.path,
    source: convert(file, codemod, options, plan?.factsFor(file.path)).source,
  }));
}

/**
 * @param {string} text
 * @param {string} file
 * @returns {Promise<number>} The lines that `git diff` takes out or puts in.
 */
async function countDifferences(text, file) {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'beside-authors-'));
  try {
    const own = path.join(directory, 'own');
    writeFileSync(own, text);
    const { output } = await run('git', ['diff', '--no-index', '--numstat', own, file], {
      cwd: directory,
    });
    const [, added = '0', removed = '0'] = /^(\d+)\t(\d+)\t/mu.exec(output) ?? [];
    return Number(added) + Number(removed);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({
    options: {
      list: { type: 'string' },
      checkouts: { type: 'string' },
      later: { type: 'string' },
      only: { type: 'string' },
    },
  });
  if (!values.list || !values.checkouts || !values.later) {
    throw new Error('Name the list with --list, the checkouts with --checkouts and --later.');
  }
  const { repositories } = JSON.parse(readFileSync(values.list, 'utf8'));
  const codemods = await loadCodemods();
  const wanted = values.only?.split(',');
  const results = existsSync(RESULTS) ? [...readBesideAuthors()] : [];
  for (const trial of await readTrials(values.list, values.checkouts)) {
    const directory = path.resolve(values.later, trial.id);
    const listed = repositories.find((/** @type {{ id: string }} */ { id }) => id === trial.id);
    const isWanted = wanted?.includes(trial.id) ?? true;
    if (isWanted && listed?.laterMigratedByAuthors && existsSync(directory)) {
      const own = await holdBeside(trial, directory, listed.laterMigratedByAuthors, codemods);
      const index = results.findIndex(({ id }) => id === own.id);
      results.splice(index === -1 ? results.length : index, index === -1 ? 0 : 1, own);
    }
  }
  writeFileSync(RESULTS, `${JSON.stringify(results, undefined, 2)}\n`);
  process.stdout.write(`Wrote ${RESULTS}. Run npm run docs to bring docs/trials.md up to date.\n`);
}
