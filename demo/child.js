/**
 * Drives one copy of a package in a process of its own and writes what it did to a file.
 *
 * Usage: node demo/child.js DIRECTORY EXERCISE OUTPUT
 */

import { realpathSync, writeFileSync } from 'node:fs';
import process from 'node:process';

import { countEntries } from './coverage.js';
import { Recorder, enclose } from './recorder.js';

const [directory = '', exercise = '', output = ''] = process.argv.slice(2);
const root = realpathSync(directory);
const { drive } = await import(exercise);
const take = await countEntries();
const recorder = new Recorder();
process.on('uncaughtException', (error) => recorder.add('uncaught', error));
process.on('unhandledRejection', (error) => recorder.add('unhandled', error));
const leave = process.exit.bind(process);
enclose(recorder);
/** @type {string | undefined} */
let failure;
try {
  await drive(root, recorder);
} catch (error) {
  failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
}
const entered = await take(root);
writeFileSync(output, JSON.stringify({ cases: recorder.cases, entered, failure }));
leave(0);
