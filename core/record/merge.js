/** @import { CallRecord, Counts } from '../contract/record-facts.js' */
/** @import { FileRecord, ProjectRecord } from '../project/record/record.js' */
/** @import { Probe } from './instrument.js' */
/** @import { FileRecorder } from './recorder.js' */

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

import { sum } from '../project/record/sum.js';
import { hashOf } from '../project/replace.js';
import { instrument } from './instrument.js';

/**
 * @param {string} directory Where the processes of a run wrote what they saw.
 * @param {readonly { path: string, isTest: boolean }[]} files By their numbers.
 * @param {string} root
 * @param {ProjectRecord} [known] Of earlier runs: what they saw of files that are the same counts too.
 * @returns {ProjectRecord}
 */
export function mergeRuns(directory, files, root, known = { version: 1, files: {} }) {
  /** @type {Map<number, Pick<FileRecorder, 'calls' | 'entries' | 'kinds'>[]>} */
  const seen = new Map();
  for (const name of existsSync(directory) ? readdirSync(directory) : []) {
    if (name.endsWith('.json')) {
      for (const part of JSON.parse(readFileSync(join(directory, name), 'utf8'))) {
        seen.set(part.number, [...(seen.get(part.number) ?? []), part]);
      }
    }
  }
  const nameOf = (/** @type {string} */ path) => relative(root, path).split(sep).join('/');
  /** @type {ProjectRecord} */
  const merged = { version: 1, files: {} };
  const probesOf = createProbes(files);
  files.forEach(({ path, isTest }, number) => {
    const name = nameOf(path);
    const hash = hashOf(readFileSync(path));
    const old = known.files[name];
    const parts = seen.get(number) ?? [];
    const record = { hash, isTest, calls: {}, functions: {}, kinds: {} };
    if (old?.hash === hash) {
      Object.assign(record, structuredClone(old));
    }
    for (const part of parts) {
      addPart(record, part, probesOf(number));
    }
    if (parts.length > 0 || old?.hash === hash) {
      merged.files[name] = record;
    }
  });
  return merged;

  /**
   * @param {FileRecord} record
   * @param {Pick<FileRecorder, 'calls' | 'entries' | 'kinds'>} part
   * @param {readonly Probe[]} probes
   */
  function addPart(record, { calls, entries, kinds }, probes) {
    probes.forEach((probe, id) => {
      const place = `${probe.line}:${probe.column}`;
      const call = calls[id];
      if (call) {
        const callees = renamed(call.callees);
        record.calls[place] = /** @type {CallRecord} */ (
          sum(record.calls[place], { ...call, callees })
        );
      }
      const [entered, kind] = [entries[id], kinds[id]];
      if (entered) {
        record.functions[place] = /** @type {Counts} */ (sum(record.functions[place], entered));
      }
      if (kind) {
        record.kinds[place] = /** @type {Counts} */ (sum(record.kinds[place], kind));
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
        const probe = id === '' ? undefined : probesOf(Number(number))[Number(id)];
        return [
          file && probe ? `${nameOf(file.path)}:${probe.line}:${probe.column}` : definition,
          count,
        ];
      }),
    );
  }
}

/**
 * @param {readonly { path: string }[]} files
 * @returns {(number: number) => readonly Probe[]} The probes of a file, found again.
 */
function createProbes(files) {
  /** @type {Map<number, readonly Probe[]>} */
  const known = new Map();
  return (number) => {
    let probes = known.get(number);
    if (!probes) {
      const path = files[number]?.path ?? '';
      probes = instrument(readFileSync(path, 'utf8'), path, number)?.probes ?? [];
      known.set(number, probes);
    }
    return probes;
  };
}
