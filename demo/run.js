/**
 * The main job on real code: installs packages, lints them, migrates a copy of each, drives both
 * copies in the same way, compares what they did and measures what it costs.
 *
 * Usage: npm run demo [-- PACKAGE@VERSION ...]
 */

import { rm } from 'node:fs/promises';
import process from 'node:process';

import { countCoroutines } from '../test/trials/count-coroutines.js';
import { listConverted } from '../test/trials/expectations.js';
import { loadCodemods, migrate } from '../test/trials/migrate.js';
import { copyPackage } from './copies.js';
import { compareCopies } from './exercise.js';
import * as anyPackage from './exercises/any.js';
import * as herokuApps from './exercises/heroku-apps.js';
import * as koaRouter from './exercises/koa-router.js';
import * as taskr from './exercises/taskr.js';
import { lintPackage } from './lint.js';
import { measureCopies } from './measurement.js';
import {
  printExercise,
  printFindings,
  printLine,
  printMeasurement,
  printMigration,
} from './print.js';

/** Coroutines of co, coroutines of bluebird, and middleware that has to stay as it is. */
const PACKAGES = ['@heroku-cli/plugin-apps-v5@7.24.0', 'taskr@1.1.0', 'koa-router@5.4.2'];

/**
 * @typedef {object} Exercise
 * @property {string} file In `exercises/`.
 * @property {string} description
 * @property {readonly string[]} [host] What the package expects to find beside it.
 * @property {string} [measured] What the operation that is measured does, when there is one.
 */

/** @type {ReadonlyMap<string, Exercise>} */
const EXERCISES = new Map([
  [
    herokuApps.packageName,
    { file: 'heroku-apps.js', measured: 'the command ps:type', ...herokuApps },
  ],
  [taskr.packageName, { file: 'taskr.js', measured: 'a plugin over two files', ...taskr }],
  [koaRouter.packageName, { file: 'koa-router.js', ...koaRouter }],
]);

const specs = process.argv.slice(2);
// The others accept, and say so, that side-by-side strands take other turns: the demo compares the
// order of all effects. `npm run trials` runs them all.
const codemods = await loadCodemods([
  'generator-to-async',
  'hoist-async-closure',
  'unwrap-promises',
]);
const started = performance.now();
let hasFailed = false;
for (const spec of specs.length > 0 ? specs : PACKAGES) {
  hasFailed = !(await show(spec)) || hasFailed;
}
printLine(`\n${((performance.now() - started) / 1000).toFixed(0)} s in all`);
process.exitCode = hasFailed ? 1 : 0;

/**
 * @param {string} spec
 * @returns {Promise<boolean>} Whether both copies did the same, converted code included.
 */
async function show(spec) {
  printLine(`\n=== ${spec}\n`);
  const exercise = EXERCISES.get(spec.replace(/(?<!^)@[^@]*$/u, '')) ?? {
    file: 'any.js',
    description: anyPackage.description,
  };
  const copies = await copyPackage(spec, exercise.host);
  try {
    printFindings(await lintPackage(copies.before));
    const before = countCoroutines(copies.before, ['.']).generators;
    const migration = await migrate(copies.after, ['.'], codemods, { node: '20' }, 'jscodeshift');
    const converted = listConverted(before, countCoroutines(copies.after, ['.']).generators);
    printMigration(migration, before.length, converted.length);
    const module = new URL(`exercises/${exercise.file}`, import.meta.url).href;
    const files = migration.changed;
    const result = await compareCopies(copies, module, converted, files);
    printExercise(result, exercise.description, converted.length);
    const measured = exercise.measured ?? result.choice;
    if (converted.length === 0 || measured === undefined) {
      printLine('Measure: no converted function ran to its end, so there is nothing to measure');
    } else {
      const choice = result.choice ?? '';
      printMeasurement(measured, await measureCopies(copies, module, { files, choice }));
    }
    const wasEntered = converted.length === 0 || result.untouched.length < converted.length;
    return result.differences.length === 0 && (wasEntered || exercise.measured === undefined);
  } finally {
    await rm(copies.scratch, { recursive: true, force: true });
  }
}
