/** @import { PlannedSite } from '../../core/codemod/passages.js' */
/** @import { Migration } from '../../core/project/migration.js' */
/** @import { LineEdit } from './line-edits.js' */

import { relative, resolve, sep } from 'node:path';

import { assumedBy, questionsOf, seenIn } from '../../core/codemod/claims.js';
import { OBLIGATIONS, claimOf } from '../../core/contract/obligations.js';
import { nearestCosts } from '../check/costs.js';
import { readCosts, reportedCosts } from './costs.js';
import { flagsOf } from './flags.js';
import { headOf } from './head.js';
import { identify } from './ids.js';
import { lineEdits } from './line-edits.js';
import { neededNode } from './needed-node.js';

/**
 * @typedef {PlannedSite & { id: string }} ReportedSite
 */

/**
 * @param {Migration} migration The sites get their ids.
 * @param {string} top The directory that the files of ids are relative to: the same wherever in the project a run
 *   is started.
 * @param {(file: string) => string} textOf The text of a file before the migration.
 */
export function identifySites({ sites }, top, textOf) {
  identify(sites, { top, textOf, nameOf: (/** @type {PlannedSite} */ site) => site.codemod });
}

/**
 * A refusal that several sites have for the same cause: what mends it frees all of them.
 *
 * @typedef {object} Cause
 * @property {string} reason
 * @property {string} message
 * @property {string} advice
 * @property {ReportedSite[]} sites
 */

/**
 * @param {readonly PlannedSite[]} sites
 * @returns {Cause[]} Of those that are refused, the cause of most sites first.
 */
export function causesOf(sites) {
  /** @type {Map<string, Cause>} */
  const causes = new Map();
  for (const site of /** @type {readonly ReportedSite[]} */ (sites)) {
    if (site.status === 'refused') {
      const { reason = '', message = '', advice = '' } = site;
      const cause = causes.get(`${reason} ${message}`) ?? { reason, message, advice, sites: [] };
      cause.sites.push(site);
      causes.set(`${reason} ${message}`, cause);
    }
  }
  return [...causes.values()].sort(
    (left, right) =>
      right.sites.length - left.sites.length ||
      left.reason.localeCompare(right.reason) ||
      left.message.localeCompare(right.message),
  );
}

/**
 * @typedef {LineEdit & { file: string, sites: string[] }} ReportedEdit `sites`: the ids of those that it is of; none
 *   for what several need, such as an import.
 */

/**
 * @param {LineEdit} edit
 * @param {readonly ReportedSite[]} sites The converted ones of the file.
 * @returns {string[]} The ids of the innermost site that the edit lies in; of all that it touches, if it lies in
 *   none.
 */
function sitesOfEdit({ line, count }, sites) {
  const last = line + Math.max(count, 1) - 1;
  const touched = sites.filter((site) => site.line <= last && site.endLine >= line);
  const around = touched.filter((site) => site.line <= line && site.endLine >= last);
  const sizes = around.map((site) => site.endLine - site.line);
  const least = Math.min(...sizes);
  return (around.length > 0 ? around.filter((_, index) => sizes[index] === least) : touched).map(
    ({ id }) => id,
  );
}

/**
 * @typedef {object} ChangedFile
 * @property {string} path Absolute.
 * @property {string} file As the report names it.
 * @property {string} before
 * @property {string} after
 * @property {LineEdit[]} edits
 */

/**
 * @param {Migration['groups']} groups
 * @param {(path: string) => string} nameOf
 * @returns {ChangedFile[]}
 */
export function changedFiles(groups, nameOf) {
  return groups.flatMap(({ files }) =>
    files.map(({ path, before: old, after: text }) => {
      const [before, after] = [old.toString(), text.toString()];
      return { path, file: nameOf(path), before, after, edits: lineEdits(before, after) };
    }),
  );
}

/**
 * @param {readonly ChangedFile[]} changes
 * @param {readonly ReportedSite[]} converted
 * @returns {Map<string, import('./flags.js').Flag[]>} By the ids of the sites that lie in no other one.
 */
function flagsBySite(changes, converted) {
  return new Map(
    changes.flatMap((change) => {
      const own = converted.filter(({ file }) => file === change.path);
      const outer = own.filter(
        (site) =>
          !own.some(
            (each) =>
              each !== site &&
              each.line <= site.line &&
              each.endLine >= site.endLine &&
              each.endLine - each.line > site.endLine - site.line,
          ),
      );
      const flags = flagsOf(change, outer);
      return outer.map(({ id }, index) => /** @type {const} */ ([id, flags[index] ?? []]));
    }),
  );
}

/**
 * The plan and what became of it, for programs. `report.schema.json` describes it.
 *
 * @param {Migration} migration Whose sites have ids.
 * @param {object} run
 * @param {string} run.root The directory that the files are named from.
 * @param {number} run.seconds
 * @param {object} [run.extra] Further parts of the report.
 * @returns {Record<string, any>}
 */
export function migrationReport({ errors, files, groups, sites }, { root, seconds, extra = {} }) {
  const nameOf = (/** @type {string} */ file) => relative(root, file).split(sep).join('/');
  const reported = /** @type {readonly ReportedSite[]} */ (sites);
  const costs = readCosts();
  const converted = reported.filter(({ status }) => status === 'converted');
  const codemods = [...new Set(converted.map(({ codemod }) => codemod))];
  const changes = changedFiles(groups, nameOf);
  const flags = flagsBySite(changes, converted);
  const node = neededNode(changes);
  return {
    ...headOf('migrate'),
    ...extra,
    files,
    ...(node && { node }),
    seconds: Number(seconds.toFixed(2)),
    groups: groups.map((group) => group.files.map(({ path }) => nameOf(path))),
    questions: questionsOf(reported).map(({ sites: all, ...question }) => ({
      ...question,
      otherwise: OBLIGATIONS[question.obligation].unless,
      evidence: 'assumed',
      sites: all.map(({ id, file, line, column }) => ({ id, file: nameOf(file), line, column })),
    })),
    causes: causesOf(reported).map(({ sites: all, ...cause }) => ({
      ...cause,
      sites: all.map(({ id, file, line, column }) => ({ id, file: nameOf(file), line, column })),
    })),
    sites: reported.map(({ answered = [], ...site }) => ({
      ...site,
      file: nameOf(site.file),
      ...(site.status === 'converted' && { flags: flags.get(site.id) ?? [] }),
      ...(site.blame?.file !== undefined && {
        blame: { ...site.blame, file: nameOf(resolve(root, site.blame.file)) },
      }),
      obligations:
        site.status === 'converted'
          ? [
              ...assumedBy(site).map((obligation) => ({ ...obligation, evidence: 'assumed' })),
              ...answered.map((obligation) => ({ ...obligation, evidence: 'answered' })),
              ...seenIn([site]).map(({ obligation, subject, seen }) => ({
                obligation,
                subject,
                claim: claimOf(obligation, subject),
                evidence: 'seen',
                seen,
              })),
            ]
          : [],
    })),
    edits: changes.flatMap(({ path, file, edits }) => {
      const own = converted.filter((site) => site.file === path);
      return edits.map((edit) => ({ file, ...edit, sites: sitesOfEdit(edit, own) }));
    }),
    costs: codemods.flatMap((name) =>
      reportedCosts(name, nearestCosts(costs[name], process.versions.node)),
    ),
    errors: errors.map((error) => ({ ...error, file: nameOf(error.file) })),
  };
}
