/** @import { PlannedSite } from '../../core/codemod/passages.js' */
/** @import { Range } from '../../core/project/coverage.js' */
/** @import { Migration } from '../../core/project/migration.js' */

import { assumedBy } from '../../core/codemod/claims.js';
import { lineStarts } from '../../core/codemod/places.js';
import { readCoverage, wasReached } from '../../core/project/coverage.js';

/**
 * Notes of each converted site whether the tests came there: whether what was run of the new text comes from the place
 * where the site begins.
 *
 * @param {Migration} migration
 * @param {string} directory Where the processes of the tests wrote their coverage.
 * @returns {boolean} Whether there is coverage of any file that changes.
 */
export function noteTested(migration, directory) {
  const changes = migration.groups.flatMap(({ files }) => files);
  const coverage = readCoverage(
    directory,
    new Map(changes.map(({ path, after }) => [path, withoutMark(after)])),
  );
  for (const { path, before, after } of changes) {
    const origin = migration.origins?.get(path);
    if (!origin || origin.source !== after.toString()) {
      continue;
    }
    const startsBefore = lineStarts(withoutMark(before));
    const startsAfter = lineStarts(withoutMark(after));
    const offsetOf = (/** @type {{ line: number, column: number }} */ { line, column }) =>
      (startsBefore[line - 1] ?? 0) + column - 1;
    const leadBack = (/** @type {number} */ offset) => {
      const line = startsAfter.findLastIndex((start) => start <= offset) + 1;
      return offsetOf(origin.lead({ line, column: offset - (startsAfter[line - 1] ?? 0) + 1 }));
    };
    const processes = (coverage.get(path) ?? []).map((ranges) => backOf(ranges, leadBack));
    for (const site of migration.sites) {
      if (site.file === path && site.status === 'converted') {
        site.wasRun = wasReached(processes, offsetOf(site));
      }
    }
  }
  return coverage.size > 0;
}

/**
 * @param {readonly Range[]} ranges Of the new text.
 * @param {(offset: number) => number} leadBack
 * @returns {Range[]} Of the text before, without those that the conversion wrote alone.
 */
function backOf(ranges, leadBack) {
  return ranges
    .map(({ start, end, count }) => ({
      start: leadBack(start),
      end: leadBack(Math.max(start, end - 1)) + 1,
      count,
    }))
    .filter(({ start, end }) => end - start > 1);
}

/**
 * @param {Buffer} content
 * @returns {string}
 */
function withoutMark(content) {
  return content.toString().replace(/^\uFEFF/u, '');
}

/**
 * @param {readonly PlannedSite[]} sites
 * @returns {PlannedSite[]} The converted ones that no test ran, and that rest on what is assumed.
 */
export function untestedSites(sites) {
  return sites.filter(
    (site) => site.status === 'converted' && site.wasRun === false && assumedBy(site).length > 0,
  );
}
