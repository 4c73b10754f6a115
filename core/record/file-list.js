import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The files of a project that are recorded. They are numbered once for all processes. */

/** The environment variable that names the list. */
export const LIST_VARIABLE = 'ASYNC_PERF_RECORD';

/**
 * @typedef {object} FileList
 * @property {string} directory Where each process writes what it saw.
 * @property {ReadonlyMap<string, number>} numbers Of the files, by their real paths.
 * @property {ReadonlySet<number>} tests The numbers of those that are tests.
 * @property {boolean} mayHaveModules Whether one of them may be an ES module.
 *
 * @typedef {object} WrittenList
 * @property {string} directory
 * @property {readonly { path: string, isTest: boolean }[]} files
 * @property {boolean} mayHaveModules
 */

/**
 * @param {WrittenList} list
 * @returns {FileList}
 */
export function numberFiles({ directory, files, mayHaveModules }) {
  return {
    directory,
    mayHaveModules,
    numbers: new Map(files.map(({ path }, number) => [path, number])),
    tests: new Set(files.flatMap(({ isTest }, number) => (isTest ? [number] : []))),
  };
}

/** @returns {FileList | undefined} That of the record which this process belongs to. */
export function readFileList() {
  const path = process.env[LIST_VARIABLE];
  return path === undefined ? undefined : numberFiles(JSON.parse(readFileSync(path, 'utf8')));
}

/**
 * @param {string} text Of a file, with its byte order mark or without.
 * @returns {string} Names the text among all that the file may have while it is recorded.
 */
export function versionOf(text) {
  return createHash('sha256')
    .update(text.replace(/^\uFEFF/u, ''))
    .digest('hex')
    .slice(0, 16);
}
