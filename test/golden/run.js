/**
 * Shows what a change of the engine changes in recorded conversions: of every fixture, and of files of
 * published packages that a seed draws.
 *
 * Usage: npm run golden [-- OPTIONS]
 *   --update       Records the outputs as they are now.
 *   --base REF     Compares with what the commit makes, in place of the record.
 *   --fixtures     The fixtures alone: a minute.
 *   --out FILE     Writes the outcome to a file, for another run to compare with.
 *   --with FILE    Compares with such a file.
 *   --workers N    How many threads; 2.
 *
 * The record holds hashes and counts; the outputs themselves are kept in the user's cache. Exit code 1 where
 * something differs.
 */

/** @import { GoldenRecord } from './differences.js' */
/** @import { GoldenInput } from './inputs.js' */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';

import { describeDifferences, findDifferences, totalsOf } from './differences.js';
import { listDrawn, listFixtures } from './inputs.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const RECORD = fileURLToPath(new URL('record.json', import.meta.url));

/** Files of the corpus in which a codemod finds something, at most so many. */
const DRAWN = 400;

const { values } = parseArgs({
  options: {
    update: { type: 'boolean', default: false },
    base: { type: 'string' },
    fixtures: { type: 'boolean', default: false },
    out: { type: 'string' },
    with: { type: 'string' },
    workers: { type: 'string', default: '2' },
  },
});

const before = readBefore();
const names = Object.keys(before ?? {});
const drawn = values.fixtures ? [] : await listDrawn();
const isKnown = new Set(names);
// The files of the record, or, for a new one, the first of the draw that have a site.
const record = values.update
  ? await convertAll(listFixtures(), drawn)
  : await convertAll(
      listFixtures(),
      drawn.filter(({ name }) => isKnown.has(name)),
    );
if (values.out !== undefined) {
  writeFileSync(values.out, write(record));
}
if (before) {
  const compared = values.fixtures
    ? Object.fromEntries(Object.entries(before).filter(([name]) => !isDrawn(name)))
    : before;
  const differences = findDifferences(compared, record);
  process.stdout.write(describeDifferences(differences));
  const [old, now] = [totalsOf(compared), totalsOf(record)];
  process.stdout.write('\nCODEMOD SET                                converted      refused\n');
  for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const cell = (/** @type {'converted' | 'refused'} */ name) =>
      `${old[key]?.[name] ?? 0} -> ${now[key]?.[name] ?? 0}`.padEnd(15);
    process.stdout.write(`${key.padEnd(42)} ${cell('converted')}${cell('refused')}\n`);
  }
  process.stdout.write(`${differences.length} differences\n`);
  process.exitCode = differences.length > 0 && !values.update ? 1 : 0;
}
if (values.update) {
  writeFileSync(RECORD, write(values.fixtures ? { ...recordedDrawn(), ...record } : record));
}

/** @returns {GoldenRecord} The drawn files of the record: a run of the fixtures alone leaves them as they are. */
function recordedDrawn() {
  const recorded = /** @type {GoldenRecord} */ (JSON.parse(readFileSync(RECORD, 'utf8')));
  return Object.fromEntries(Object.entries(recorded).filter(([name]) => isDrawn(name)));
}

/**
 * @param {string} name
 * @returns {boolean} Whether it is one of a published package, `NAME@VERSION/PATH`.
 */
function isDrawn(name) {
  return name.includes('@');
}

/** @returns {GoldenRecord | undefined} What to compare with, if there is anything. */
function readBefore() {
  if (values.base !== undefined) {
    return makeBase(values.base);
  }
  try {
    return JSON.parse(readFileSync(values.with ?? RECORD, 'utf8'));
  } catch (error) {
    if (values.update && /** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}

/**
 * @param {string} ref
 * @returns {GoldenRecord} What that commit makes of the same files, by its own `golden`.
 */
function makeBase(ref) {
  const directory = mkdtempSync(path.join(tmpdir(), 'async-perf-golden-'));
  const tree = path.join(directory, 'tree');
  const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: ROOT });
  try {
    git('worktree', 'add', '--detach', '--quiet', tree, ref);
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(tree, 'node_modules'));
    const out = path.join(directory, 'record.json');
    const args = [path.join(tree, 'test/golden/run.js'), `--out=${out}`];
    try {
      execFileSync(process.execPath, values.fixtures ? [...args, '--fixtures'] : args, {
        cwd: tree,
        stdio: 'ignore',
      });
    } catch (error) {
      // Its own record may be older than its code.
      if (/** @type {{ status?: number }} */ (error).status !== 1) {
        throw error;
      }
    }
    return JSON.parse(readFileSync(out, 'utf8'));
  } finally {
    git('worktree', 'remove', '--force', tree);
    rmSync(directory, { recursive: true, force: true });
  }
}

/**
 * @param {readonly GoldenInput[]} fixtures All of them are converted.
 * @param {readonly GoldenInput[]} others As many of them, in their order, as have a site and are wanted.
 * @returns {Promise<GoldenRecord>}
 */
async function convertAll(fixtures, others) {
  const queue = [...fixtures, ...others].map((input, index) => ({ input, index }));
  /** @type {(GoldenRecord[string] | undefined)[]} */
  const results = [];
  let count = 0;
  const work = async () => {
    const worker = new Worker(new URL('worker.js', import.meta.url));
    for (let next = queue.shift(); next && count < DRAWN; next = queue.shift()) {
      const found = await ask(worker, next.input);
      if (next.index < fixtures.length || Object.keys(found).length > 0) {
        results[next.index] = found;
        count += next.index < fixtures.length ? 0 : 1;
      }
    }
    await worker.terminate();
  };
  await Promise.all(Array.from({ length: Number(values.workers) }, work));
  // Threads end in any order: the first of the draw count, not the first that were ready.
  const taken = [...fixtures, ...others]
    .map((input, index) => /** @type {const} */ ([input.name, results[index] ?? {}]))
    .filter((_, index) => results[index])
    .slice(0, fixtures.length + DRAWN);
  return Object.fromEntries(taken);
}

/**
 * @param {Worker} worker
 * @param {GoldenInput} input
 * @returns {Promise<GoldenRecord[string]>}
 */
function ask(worker, input) {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (results) => {
      worker.off('error', reject);
      resolve(results);
    });
    worker.postMessage(input);
  });
}

/**
 * @param {GoldenRecord} content
 * @returns {string} One line an input, so that git shows which one changed.
 */
function write(content) {
  const lines = Object.entries(content)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, results]) => `  ${JSON.stringify(name)}: ${JSON.stringify(results)}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}
