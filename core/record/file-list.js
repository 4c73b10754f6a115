import { readFileSync } from 'node:fs';

/** The files of a project that are recorded. They are numbered once for all processes. */

/** The environment variable that names the list. */
export const LIST_VARIABLE = 'ASYNC_PERF_RECORD';

/**
 * @typedef {object} FileList
 * @property {string} directory Where each process writes what it saw.
 * @property {ReadonlyMap<string, number>} numbers Of the files, by their real paths.
 * @property {ReadonlySet<number>} tests The numbers of those that are tests.
 *
 * @typedef {object} WrittenList
 * @property {string} directory
 * @property {readonly { path: string, isTest: boolean }[]} files
 */

/**
 * @param {WrittenList} list
 * @returns {FileList}
 */
export function numberFiles({ directory, files }) {
  return {
    directory,
    numbers: new Map(files.map(({ path }, number) => [path, number])),
    tests: new Set(files.flatMap(({ isTest }, number) => (isTest ? [number] : []))),
  };
}

/** @returns {FileList | undefined} That of the record which this process belongs to. */
export function readFileList() {
  const path = process.env[LIST_VARIABLE];
  return path === undefined ? undefined : numberFiles(JSON.parse(readFileSync(path, 'utf8')));
}
