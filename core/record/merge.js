/** @import { CallRecord, Counts } from '../contract/record-facts.js' */
/** @import { FileRecord, ProjectRecord } from '../project/record/record.js' */
/** @import { FileRecorder } from './recorder.js' */

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

import { sum } from '../project/record/sum.js';
import { hashOf } from '../project/replace.js';
import { versionOf } from './file-list.js';

/** @typedef {Pick<FileRecorder, 'calls' | 'entries' | 'kinds' | 'number' | 'version'>} Part What a process saw of a file. */

/**
 * @param {string} directory Where the processes of a run wrote what they saw.
 * @param {readonly { path: string, isTest: boolean }[]} files By their numbers.
 * @param {string} root
 * @param {ProjectRecord} [known] Of earlier runs: what they saw of files that are the same counts too.
 * @returns {{ record: ProjectRecord, others: string[] }} `others`: the files whose text was another one when it was
 *   run, by their paths from the root. What was seen of them has no place in the text that is there now.
 */
export function mergeRuns(directory, files, root, known = { version: 1, files: {} }) {
  const parts = readParts(directory);
  const nameOf = (/** @type {string} */ path) => relative(root, path).split(sep).join('/');
  const contents = files.map(({ path }) => readFileSync(path, 'utf8'));
  const places = files.map((_file, number) =>
    parts.has(number)
      ? readPlaces(join(directory, `${number}-${versionOf(contents[number] ?? '')}.places`))
      : [],
  );
  /** @type {ProjectRecord} */
  const record = { version: 1, files: {} };
  /** @type {string[]} */
  const others = [];
  files.forEach(({ path, isTest }, number) => {
    const name = nameOf(path);
    const text = contents[number] ?? '';
    const hash = hashOf(text);
    const old = known.files[name];
    const seen = parts.get(number) ?? [];
    const version = seen.length > 0 ? versionOf(text) : '';
    const own = seen.filter((part) => part.version === version);
    if (own.length < seen.length) {
      others.push(name);
    }
    if (own.length > 0 || old?.hash === hash) {
      const file = { hash, isTest, calls: {}, functions: {}, kinds: {} };
      record.files[name] = old?.hash === hash ? Object.assign(file, structuredClone(old)) : file;
    }
    for (const part of own) {
      addPart(/** @type {FileRecord} */ (record.files[name]), part, places[number] ?? []);
    }
  });
  return { record, others };

  /**
   * @param {FileRecord} file
   * @param {Part} part
   * @param {readonly string[]} placesOfFile By the numbers of the probes.
   */
  function addPart(file, { calls, entries, kinds }, placesOfFile) {
    placesOfFile.forEach((place, id) => {
      const call = calls[id];
      if (call) {
        const callees = renamed(call.callees);
        file.calls[place] = /** @type {CallRecord} */ (
          sum(file.calls[place], { ...call, callees })
        );
      }
      const [entered, kind] = [entries[id], kinds[id]];
      if (entered) {
        file.functions[place] = /** @type {Counts} */ (sum(file.functions[place], entered));
      }
      if (kind) {
        file.kinds[place] = /** @type {Counts} */ (sum(file.kinds[place], kind));
      }
    });
  }

  /**
   * @param {Counts} callees By the numbers of their files.
   * @returns {Counts} By file, line and column.
   */
  function renamed(callees) {
    return Object.fromEntries(
      Object.entries(callees).map(([definition, count]) => {
        const [number = '', id = ''] = definition.split(':');
        const file = files[Number(number)];
        const place = id === '' ? undefined : places[Number(number)]?.[Number(id)];
        return [file && place ? `${nameOf(file.path)}:${place}` : definition, count];
      }),
    );
  }
}

/**
 * @param {string} directory
 * @returns {Map<number, Part[]>} By the numbers of the files.
 */
function readParts(directory) {
  /** @type {Map<number, Part[]>} */
  const parts = new Map();
  for (const name of existsSync(directory) ? readdirSync(directory) : []) {
    if (name.endsWith('.json')) {
      for (const part of JSON.parse(readFileSync(join(directory, name), 'utf8'))) {
        parts.set(part.number, [...(parts.get(part.number) ?? []), part]);
      }
    }
  }
  return parts;
}

/**
 * @param {string} path Of what was written beside the text with probes.
 * @returns {readonly string[]} `LINE:COLUMN` of each probe, none for a text that was not run.
 */
function readPlaces(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [];
}
