/** @import { Room } from './rooms.js' */

import { mkdirSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compileFunction } from 'node:vm';

const require = createRequire(import.meta.url);

/** Source languages whose functions take a callback. @type {ReadonlySet<Room>} */
const TAKES_CALLBACK = new Set(['callback', 'waterfall']);

/** When the files were written, which some flows ask for. */
const WRITTEN = new Date('2026-01-01T00:00:00Z');

/** @returns {string} A directory with what the inputs of the flows name. */
export function createFiles() {
  const directory = mkdtempSync(path.join(tmpdir(), 'flows-'));
  writeFileSync(path.join(directory, 'file'), ' text\n');
  writeFileSync(path.join(directory, 'other'), path.join(directory, 'file'));
  writeFileSync(path.join(directory, 'empty'), '');
  mkdirSync(path.join(directory, 'directory'));
  for (const name of ['file', 'other', 'empty']) {
    utimesSync(path.join(directory, name), WRITTEN, WRITTEN);
  }
  return directory;
}

/**
 * @param {string} source A file that exports a function.
 * @param {Room} room
 * @param {string} directory Where the files are that the arguments name.
 * @param {readonly unknown[]} input
 * @returns {Promise<unknown>} What the function gives, or the code of its error; with what it logged.
 */
export async function outcomeOf(source, room, directory, input) {
  /** @type {unknown[]} */
  const logged = [];
  const module = { exports: /** @type {any} */ ({}) };
  const requireIt = (/** @type {string} */ name) => require(name === 'async' ? 'async-2' : name);
  const log = (/** @type {NodeJS.ErrnoException} */ error) => logged.push(error.code);
  compileFunction(source, ['module', 'require', 'log'])(module, requireIt, log);
  const find = module.exports;
  const args = input.map((each) => locate(directory, each));
  const store = { file: path.join(directory, 'file') };
  const isAsync = Object.getPrototypeOf(find) === Object.getPrototypeOf(async () => undefined);
  const takesCallback = TAKES_CALLBACK.has(room) && !isAsync;
  try {
    const value = await (takesCallback
      ? new Promise((resolve, reject) => {
          find.call(
            store,
            ...args,
            (/** @type {unknown} */ error, /** @type {unknown} */ result) =>
              error ? reject(error) : resolve(result),
          );
        })
      : find.apply(store, args));
    return { value, logged };
  } catch (error) {
    return { error: /** @type {NodeJS.ErrnoException} */ (error).code ?? error, logged };
  }
}

/**
 * @param {string} directory
 * @param {unknown} value
 * @returns {unknown} The value, names of files as paths.
 */
function locate(directory, value) {
  if (Array.isArray(value)) {
    return value.map((each) => locate(directory, each));
  }
  return typeof value === 'string' ? path.join(directory, value) : value;
}
