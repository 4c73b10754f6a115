/** @import { StructuredPatchHunk } from 'diff' */
/** @import { PlannedSite } from '../../core/codemod/passages.js' */
/** @import { Migration } from '../../core/project/migration.js' */
/** @import { Paint } from '../terminal/style.js' */

import { relative } from 'node:path';

import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff';

import { questionsOf, seenIn } from '../../core/codemod/claims.js';
import { alignRows } from '../../bench/report/terminal.js';
import { MOST_EDITS, linesOf, sameEnds } from '../report/line-edits.js';
import { count } from '../terminal/count.js';
import { createPaint } from '../terminal/style.js';

const paint = createPaint(process.stdout);

/**
 * @param {readonly { path: string, before: Buffer | string, after: Buffer | string }[]} files
 * @param {string} root
 * @returns {string} A unified diff of every file that changes.
 */
export function formatDiff(files, root) {
  const diff = files
    .map(({ path, before, after }) =>
      patchOf(relative(root, path), before.toString(), after.toString()),
    )
    .join('');
  return colourDiff(diff, paint);
}

/**
 * @param {string} name
 * @param {string} before
 * @param {string} after
 * @returns {string} A unified diff, as `git apply` takes it.
 */
export function patchOf(name, before, after) {
  const names = /** @type {const} */ ([`a/${name}`, `b/${name}`]);
  const patch = structuredPatch(...names, before, after, undefined, undefined, {
    maxEditLength: MOST_EDITS,
  });
  return formatPatch(
    patch ?? { ...structuredPatch(...names, '', ''), hunks: [replacement(before, after)] },
    FILE_HEADERS_ONLY,
  );
}

/**
 * @param {string} before
 * @param {string} after
 * @returns {StructuredPatchHunk} All from the first line that differs to the last one.
 */
function replacement(before, after) {
  const [left, right] = [linesOf(before), linesOf(after)];
  const { start, end } = sameEnds(left, right);
  const gone = left.slice(start, left.length - end);
  const written = right.slice(start, right.length - end);
  return {
    oldStart: start + 1,
    oldLines: gone.length,
    newStart: start + 1,
    newLines: written.length,
    lines: [...gone.map((line) => `-${line}`), ...written.map((line) => `+${line}`)].flatMap(
      (line) => (line.endsWith('\n') ? line.slice(0, -1) : [line, '\\ No newline at end of file']),
    ),
  };
}

/**
 * @param {string} diff
 * @param {Paint} colour
 * @returns {string}
 */
export function colourDiff(diff, colour) {
  return diff
    .replaceAll(/^\+.*$/gmu, (line) => colour('green', line))
    .replaceAll(/^-.*$/gmu, (line) => colour('red', line))
    .replaceAll(/^@@.*$/gmu, (line) => colour('cyan', line));
}

/**
 * @param {Migration} migration
 * @param {string} root
 * @param {number} seconds
 * @returns {string}
 */
export function formatSummary({ errors, files, groups, sites }, root, seconds) {
  const refused = sites.filter(({ status }) => status === 'refused');
  const converted = sites.length - refused.length;
  const seen = seenIn(sites).length;
  const changed = groups.reduce((sum, group) => sum + group.files.length, 0);
  const lines = [
    ...formatQuestions(sites, root),
    ...formatRefusals(refused, root),
    ...errors.map(
      ({ file, line, column, message }) =>
        `${paint('red', 'not read')} ${relative(root, file)}:${line}:${column} ${message}`,
    ),
    '',
    `${count(files, 'file')} looked at, ${changed} changed, in ${seconds.toFixed(1)} s`,
    `${count(sites.length, 'site')}: ${converted} converted, ${refused.length} refused` +
      (errors.length > 0 ? `; ${count(errors.length, 'file')} could not be read` : ''),
    ...(seen > 0
      ? [
          `${count(seen, 'obligation')} ${seen === 1 ? 'was' : 'were'} seen to hold in recorded runs`,
        ]
      : []),
    ...countByReason(refused),
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * @param {ReadonlyMap<string, number>} timing
 * @returns {string} The milliseconds of each phase, the longest first.
 */
export function formatTiming(timing) {
  const phases = [...timing].sort((left, right) => right[1] - left[1]);
  const rows = phases.map(([phase, time]) => [phase, `${time.toFixed(0)} ms`]);
  return `\n${alignRows(rows).join('\n')}\n`;
}

/** How many questions the text names; the JSON has them all. */
const MOST_QUESTIONS = 30;

/**
 * @param {readonly PlannedSite[]} sites
 * @param {string} root
 * @returns {string[]} What the conversions rest on, by question.
 */
function formatQuestions(sites, root) {
  const questions = questionsOf(sites);
  const rows = questions.slice(0, MOST_QUESTIONS).map(({ claim, obligation, sites: all }) => {
    const [first] = all.toSorted(byPlace);
    const place = first ? `${relative(root, first.file)}:${first.line}` : '';
    const rest = all.length === 1 ? 'one site rests on it' : `${all.length} sites rest on it`;
    return `  ${claim} (${obligation}): ${rest}, read ${place}`;
  });
  const left = questions.length - rows.length;
  return rows.length === 0
    ? []
    : [
        'Assumed, where nothing speaks against it (`async-perf explain NAME`):',
        ...rows,
        ...(left > 0 ? [`  and ${count(left, 'more question')}: --format=json has them all`] : []),
      ];
}

/**
 * @param {PlannedSite} left
 * @param {PlannedSite} right
 * @returns {number} The order of their files and lines, whatever the order in which they were found.
 */
function byPlace(left, right) {
  return left.file.localeCompare(right.file) || left.line - right.line;
}

/**
 * @param {PlannedSite[]} refused
 * @param {string} root
 * @returns {string[]}
 */
function formatRefusals(refused, root) {
  return refused.flatMap(({ advice, column, file, line, message, reason }) => [
    `${paint('yellow', 'refused')} ${relative(root, file)}:${line}:${column} ${paint('bold', String(reason))}`,
    `        ${message}. ${advice}`,
  ]);
}

/**
 * @param {PlannedSite[]} refused
 * @returns {string[]}
 */
function countByReason(refused) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { reason = '' } of refused) {
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts]
    .sort((left, right) => right[1] - left[1])
    .map(([reason, number]) => `  ${String(number).padStart(5)} ${reason}`);
}
