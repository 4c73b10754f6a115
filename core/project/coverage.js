import { readFileSync, readdirSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { realPathOf } from './below.js';

/**
 * The coverage that V8 writes for each process of Node under `NODE_V8_COVERAGE`: for each script its functions, and how often their
 * blocks were run. Node leads compiled code back to its source, by the source maps that it keeps.
 */

/** Node writes here which code was run, one file for each process. */
export const COVERAGE_VARIABLE = 'NODE_V8_COVERAGE';

/**
 * @typedef {object} Range In characters of the file.
 * @property {number} start
 * @property {number} end
 * @property {number} count How often it was run, where no smaller range says otherwise.
 */

/**
 * @param {string} directory
 * @param {ReadonlyMap<string, string>} texts The texts of the files, by their absolute paths and
 *   without a byte order mark, which V8 does not count.
 * @returns {Map<string, Range[][]>} The ranges of each file that was loaded, by process.
 */
export function readCoverage(directory, texts) {
  const paths = new Map([...texts.keys()].map((path) => [realPathOf(path), path]));
  /** @type {Map<string, Range[][]>} */
  const coverage = new Map();
  for (const name of readdirSync(directory).filter((each) => each.endsWith('.json'))) {
    const { result, 'source-map-cache': maps = {} } = JSON.parse(
      readFileSync(join(directory, name), 'utf8'),
    );
    for (const { functions, url } of result) {
      const path = url.startsWith('file:') ? paths.get(fileURLToPath(url)) : undefined;
      if (path !== undefined) {
        const text = texts.get(path) ?? '';
        const known = coverage.get(path) ?? [];
        known.push(rangesOf(functions, text, maps[url]));
        coverage.set(path, known);
      }
    }
  }
  return coverage;
}

/**
 * @param {readonly Range[][]} processes
 * @param {number} offset
 * @returns {boolean} Whether one of them came there.
 */
export function wasReached(processes, offset) {
  return processes.some((ranges) => {
    const around = ranges.filter(({ start, end }) => start <= offset && offset < end);
    const smallest = Math.min(...around.map(({ start, end }) => end - start));
    return around.some(({ start, end, count }) => end - start === smallest && count > 0);
  });
}

/**
 * @param {readonly { ranges: { startOffset: number, endOffset: number, count: number }[] }[]} functions
 * @param {string} text
 * @param {{ lineLengths: number[], data: import('node:module').SourceMapPayload | null }} [map]
 * @returns {Range[]}
 */
function rangesOf(functions, text, map) {
  const place = map?.data
    ? createLeader(map.lineLengths, map.data, text)
    : (/** @type {number} */ offset) => offset;
  return functions.flatMap(({ ranges }) =>
    ranges.map(({ startOffset, endOffset, count }) => ({
      start: place(startOffset),
      end: place(endOffset),
      count,
    })),
  );
}

/**
 * @param {readonly number[]} lineLengths Of the compiled code.
 * @param {import('node:module').SourceMapPayload} payload
 * @param {string} text The text of the source.
 * @returns {(offset: number) => number} Leads a place in the compiled code back.
 */
function createLeader(lineLengths, payload, text) {
  const map = new SourceMap(payload);
  const compiled = startsOf(lineLengths);
  const starts = startsOf(text.split('\n').map(({ length }) => length));
  return (offset) => {
    const next = compiled.findIndex((start) => start > offset);
    const line = (next === -1 ? compiled.length : next) - 1;
    const entry = map.findEntry(line, offset - (compiled[line] ?? 0));
    return 'originalLine' in entry
      ? (starts[entry.originalLine] ?? text.length) + entry.originalColumn
      : text.length;
  };
}

/**
 * @param {readonly number[]} lengths Of lines, without their ends.
 * @returns {number[]} Where they start.
 */
function startsOf(lengths) {
  let start = 0;
  return lengths.map((length) => {
    const own = start;
    start += length + 1;
    return own;
  });
}
