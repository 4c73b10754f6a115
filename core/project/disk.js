/** @import { Entry } from '../contract/project-facts.js' */

import { isUtf8 } from 'node:buffer';
import { existsSync, readFileSync, readdirSync, realpathSync, statSync } from 'node:fs';

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

/**
 * @param {string} path
 * @returns {boolean}
 */
export function exists(path) {
  return existsSync(path);
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
  return statsOf(path)?.isFile() === true;
}

/**
 * @param {string} path
 * @returns {number | undefined}
 */
export function sizeOf(path) {
  return statsOf(path)?.size;
}

/**
 * @param {string} path
 * @returns {boolean}
 */
export function holdsText(path) {
  return !existsSync(path) || isUtf8(readFileSync(path));
}

/**
 * @param {string} path
 * @returns {string}
 */
export function readText(path) {
  return readFileSync(path, 'utf8');
}

/**
 * @param {string} path
 * @param {number} most
 * @returns {string}
 */
export function readRegularText(path, most) {
  return readRegularFile(path, { most }).toString();
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
