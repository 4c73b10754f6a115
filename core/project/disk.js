/** @import { Entry } from '../contract/project-facts.js' */

import { isUtf8 } from 'node:buffer';
import { existsSync, readFileSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

import { readRegularFile } from './regular-file.js';

/** `ProjectFacts` of the disk that Node sees. */

export { basename, dirname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path';

export const runningNode = process.versions.node;

/**
 * @param {string} module
 * @param {string} name
 * @returns {boolean}
 */
export function isNodeFunction(module, name) {
  const functions = /** @type {Record<string, unknown> | undefined} */ (
    process.getBuiltinModule?.(`node:${module}`)
  );
  return typeof functions?.[name] === 'function';
}

/** The contents that files are taken to have, whatever is on the disk. @type {ReadonlyMap<string, Buffer>} */
let held = new Map();

/**
 * @template T
 * @param {ReadonlyMap<string, Buffer>} contents By absolute path: what is asked of these files while it runs is
 *   answered by these contents. Answers about a file are remembered, so the contents have to be given before
 *   the first question.
 * @param {() => T | Promise<T>} run
 * @returns {Promise<T>}
 */
export async function withContents(contents, run) {
  const outer = held;
  held = contents;
  try {
    return await run();
  } finally {
    held = outer;
  }
}

/**
 * @param {string} path
 * @returns {Buffer | undefined}
 */
function heldBy(path) {
  return held.size === 0 ? undefined : held.get(resolve(path));
}

/**
 * @param {string} path
 * @returns {boolean}
 */
export function exists(path) {
  return heldBy(path) !== undefined || existsSync(path);
}

/**
 * @param {string} path It may lead through a file: `node_modules/base/tsconfig.json/package.json`.
 * @returns {import('node:fs').Stats | undefined} Undefined if nothing is there.
 */
function statsOf(path) {
  return existsSync(path) ? statSync(path, { throwIfNoEntry: false }) : undefined;
}

/**
 * @param {string} path
 * @returns {boolean}
 */
export function isFile(path) {
  return heldBy(path) !== undefined || statsOf(path)?.isFile() === true;
}

/**
 * @param {string} path
 * @returns {number | undefined}
 */
export function sizeOf(path) {
  return heldBy(path)?.length ?? statsOf(path)?.size;
}

/**
 * @param {string} path
 * @returns {boolean}
 */
export function holdsText(path) {
  return !exists(path) || isUtf8(heldBy(path) ?? readFileSync(path));
}

/**
 * @param {string} path
 * @returns {string}
 */
export function readText(path) {
  return heldBy(path)?.toString() ?? readFileSync(path, 'utf8');
}

/**
 * @param {string} path
 * @param {number} most
 * @returns {string}
 */
export function readRegularText(path, most) {
  return readBytes(path, most).toString();
}

/**
 * @param {string} path
 * @param {number} most How many it may have.
 * @returns {Buffer}
 * @throws {import('../contract/unreadable-error.js').UnreadableError}
 */
export function readBytes(path, most) {
  return heldBy(path) ?? readRegularFile(path, { most });
}

/**
 * @param {string} directory
 * @returns {readonly Entry[]}
 */
export function entriesOf(directory) {
  return readdirSync(directory, { withFileTypes: true });
}

/**
 * @param {string} path
 * @returns {string}
 */
export function realPath(path) {
  return realpathSync(path);
}
