/** @import { PlannedSite } from '../../codemod/passages.js' */
/** @import { FileRecord, ProjectRecord } from './record.js' */

import { relative, sep } from 'node:path';

import { hashOf } from '../replace.js';

/**
 * Notes of each site whether a recorded run came there: a function, a call or an operand within it was reached. A site
 * of a file without a record, or one that has changed since, gets no note.
 *
 * @param {readonly PlannedSite[]} sites
 * @param {readonly { path: string, before: string }[]} sources The files as they are on the disk.
 * @param {{ record: ProjectRecord, root: string }} recorded
 */
export function noteRuns(sites, sources, { record, root }) {
  /** @type {Map<string, readonly [number, number][]>} */
  const reached = new Map();
  for (const { path, before } of sources) {
    const file = record.files[relative(root, path).split(sep).join('/')];
    if (file?.hash === hashOf(before)) {
      reached.set(path, placesOf(file));
    }
  }
  for (const site of sites) {
    const places = reached.get(site.file);
    if (places) {
      site.wasRun = places.some((place) => isWithin(place, site));
    }
  }
}

/**
 * @param {FileRecord} file
 * @returns {readonly [number, number][]} The lines and columns that a run came to.
 */
function placesOf({ calls, functions, kinds }) {
  return [calls, functions, kinds]
    .flatMap((places) => Object.keys(places))
    .map((place) => {
      const [line, column] = place.split(':');
      return [Number(line), Number(column)];
    });
}

/**
 * @param {readonly [number, number]} place
 * @param {PlannedSite} site
 * @returns {boolean}
 */
function isWithin([line, column], site) {
  const isBehindStart = line > site.line || (line === site.line && column >= site.column);
  const isBeforeEnd = line < site.endLine || (line === site.endLine && column < site.endColumn);
  return isBehindStart && isBeforeEnd;
}
