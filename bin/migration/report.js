/** @import { StructuredPatchHunk } from 'diff' */
/** @import { Question } from '../../core/codemod/claims.js' */
/** @import { PlannedSite } from '../../core/codemod/passages.js' */
/** @import { Migration } from '../../core/project/migration.js' */
/** @import { Paint } from '../terminal/style.js' */

import { isAbsolute, relative } from 'node:path';

import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff';

import { questionsOf, seenIn } from '../../core/codemod/claims.js';
import { alignRows } from '../../bench/report/terminal.js';
import { MOST_EDITS, linesOf, sameEnds } from '../report/line-edits.js';
import { describeNeededNode, neededNode } from '../report/needed-node.js';
import { count } from '../terminal/count.js';
import { createPaint } from '../terminal/style.js';
import { formatGains } from './gains.js';
import { formatOutcome, outcomeOf } from './outcome.js';

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
export function formatSummary({ errors, files, groups, isCovered, sites }, root, seconds) {
  const refused = sites.filter(({ status }) => status === 'refused');
  const converted = sites.length - refused.length;
  const seen = seenIn(sites).length;
  const noted = sites.filter((site) => site.status === 'converted' && site.wasRun !== undefined);
  const notRun = noted.filter(({ wasRun }) => !wasRun).sort(byPlace);
  const changes = groups.flatMap((group) => group.files);
  const node = neededNode(
    changes.map(({ path, before, after }) => ({
      file: relative(root, path),
      before: before.toString(),
      after: after.toString(),
    })),
  );
  const lines = [
    ...formatQuestions(sites, root),
    ...formatRefusals(refused, root),
    ...errors.map(
      ({ file, line, column, message }) =>
        `${paint('red', 'not read')} ${relative(root, file)}:${line}:${column} ${message}`,
    ),
    '',
    `${count(files, 'file')} looked at, ${changes.length} changed, in ${seconds.toFixed(1)} s`,
    `${count(sites.length, 'site')}: ${converted} converted, ${refused.length} refused` +
      (errors.length > 0 ? `; ${count(errors.length, 'file')} could not be read` : ''),
    ...(node ? [`What was written ${describeNeededNode(node)}`] : []),
    ...formatRuns(noted.length, notRun, { root, isCovered: isCovered === true }),
    ...(seen > 0
      ? [
          `${count(seen, 'obligation')} ${seen === 1 ? 'was' : 'were'} seen to hold in recorded runs`,
        ]
      : []),
    ...formatOutcome(outcomeOf(sites)),
    ...countByReason(refused),
    ...formatGains(sites),
  ];
  return `${lines.join('\n')}\n`;
}

/** How many sites that no test ran the text names; the JSON has them all. */
const MOST_NOT_RUN = 30;

/**
 * @param {number} noted Of how many converted sites it is known whether they were run.
 * @param {readonly PlannedSite[]} notRun The ones that were not.
 * @param {{ root: string, isCovered: boolean }} how
 * @returns {string[]}
 */
function formatRuns(noted, notRun, { root, isCovered }) {
  if (noted === 0) {
    return [];
  }
  const run = noted - notRun.length;
  if (!isCovered) {
    return [`recorded runs came to ${run} of ${noted} of them that were converted`];
  }
  const said = `${run} of ${count(noted, 'converted site')} ${run === 1 ? 'was' : 'were'} run by the command`;
  const named = notRun
    .slice(0, MOST_NOT_RUN)
    .map(({ codemod, file, line }) => `  ${relative(root, file)}:${line} ${codemod}`);
  const left = notRun.length - named.length;
  return notRun.length === 0
    ? [said]
    : [
        `${said}; look at ${notRun.length === 1 ? 'this one' : `these ${notRun.length}`} first:`,
        ...named,
        ...(left > 0 ? [`  and ${left} more: --report=review.html shows all`] : []),
      ];
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
  const rows = questions.slice(0, MOST_QUESTIONS).map((question) => {
    const { claim, obligation, sites: all } = question;
    const [first] = all.toSorted(byPlace);
    const place = first ? `${relative(root, first.file)}:${lineOf(question, first)}` : '';
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
 * @param {Pick<Question<PlannedSite>, 'obligation' | 'subject'>} question
 * @param {PlannedSite} site
 * @returns {number} The line of the code that the question is about; that of the site where it is not known.
 */
function lineOf({ obligation, subject }, { grounds, line }) {
  const ground = grounds.find((each) => each.obligation === obligation && each.subject === subject);
  return ground?.line ?? line;
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
  return refused.flatMap((site) => [
    `${paint('yellow', 'refused')} ${relative(root, site.file)}:${site.line}:${site.column} ${paint('bold', String(site.reason))}`,
    `        ${blamedPlace(site, root)}${site.message}. ${site.advice}`,
  ]);
}

/**
 * @param {PlannedSite} site That is refused.
 * @param {string} root
 * @returns {string} `FILE:LINE: `, where what is to blame is not in the line of the site; nothing where the message
 *   names the place itself.
 */
function blamedPlace({ blame, file, line, message = '' }, root) {
  if (blame === undefined || (blame.file === undefined && blame.line === line)) {
    return '';
  }
  const name = blame.file === undefined ? relative(root, file) : nameOf(blame.file, root);
  const place = `${name}:${blame.line}`;
  return message.includes(place) ? '' : `${place}: `;
}

/**
 * @param {string} file Absolute, or as a message names it.
 * @param {string} root
 * @returns {string}
 */
function nameOf(file, root) {
  return isAbsolute(file) ? relative(root, file) : file;
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
