/**
 * Drives one copy of a package in a process of its own and writes what it did to a file.
 *
 * Usage: node demo/child.js DIRECTORY EXERCISE OUTPUT FILES
 */

import { realpathSync, writeFileSync } from 'node:fs';
import process from 'node:process';

import { countEntries } from './coverage.js';
import { Recorder, enclose } from './recorder.js';

const [directory = '', exercise = '', output = '', files = '[]'] = process.argv.slice(2);
const write = writeFileSync;
const leave = process.exit.bind(process);
const root = realpathSync(directory);
const { drive } = await import(exercise);
const take = await countEntries(root);
const recorder = new Recorder(take);
process.on('uncaughtException', (error) => recorder.add('uncaught', error));
process.on('unhandledRejection', (error) => recorder.add('unhandled', error));
enclose(recorder);
/** @type {string | undefined} */
let failure;
try {
  await drive(root, recorder, JSON.parse(files));
} catch (error) {
  failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
}
write(output, JSON.stringify({ cases: recorder.cases, failure }));
leave(0);
