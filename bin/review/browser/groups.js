/** @import { Flag } from '../../report/flags.js' */
/** @import { ReportedEdit, ReportedSite } from '../../report/migration.js' */

/**
 * A converted site with those inside it: one thing to look at.
 *
 * @typedef {object} SiteGroup
 * @property {number} number 1-based, in the order of risk.
 * @property {ReviewedSite} outer
 * @property {ReviewedSite[]} sites All of them, the outer one first.
 * @property {number} flags How many things are flagged in it.
 * @property {number} assumed How many obligations they rest on that are not shown.
 * @property {number} lines How many lines go or come.
 *
 * @typedef {ReportedSite & { obligations: { obligation: string, subject?: string, claim: string, evidence: string }[], wasRun?: boolean, flags?: Flag[] }} ReviewedSite
 */

/**
 * @param {readonly ReviewedSite[]} sites
 * @param {readonly ReportedEdit[]} edits
 * @returns {SiteGroup[]} Of those that are converted, flagged ones first, then what most is assumed of, then
 *   the larger.
 */
export function groupSites(sites, edits) {
  const converted = sites
    .filter(({ status }) => status === 'converted')
    .sort(
      (left, right) =>
        left.file.localeCompare(right.file) ||
        left.line - right.line ||
        right.endLine - left.endLine ||
        left.column - right.column,
    );
  /** @type {SiteGroup[]} */
  const groups = [];
  for (const site of converted) {
    const last = groups.at(-1);
    if (last && last.outer.file === site.file && site.endLine <= last.outer.endLine) {
      last.sites.push(site);
    } else {
      groups.push({ number: 0, outer: site, sites: [site], flags: 0, assumed: 0, lines: 0 });
    }
  }
  const byFile = editsByFile(edits);
  for (const group of groups) {
    const { file, line, endLine } = group.outer;
    group.flags = group.sites.reduce((sum, { flags = [] }) => sum + flags.length, 0);
    group.assumed = group.sites.reduce(
      (sum, { obligations }) =>
        sum + obligations.filter(({ evidence }) => evidence === 'assumed').length,
      0,
    );
    for (const edit of byFile.get(file) ?? []) {
      if (edit.line <= endLine && edit.line + edit.count > line - 1) {
        group.lines += Math.max(edit.count, edit.text.split('\n').length - 1);
      }
    }
  }
  groups.sort(
    (left, right) =>
      right.flags - left.flags || right.assumed - left.assumed || right.lines - left.lines,
  );
  groups.forEach((group, index) => {
    group.number = index + 1;
  });
  return groups;
}

/**
 * @param {readonly ReportedEdit[]} edits
 * @returns {Map<string, ReportedEdit[]>}
 */
export function editsByFile(edits) {
  /** @type {Map<string, ReportedEdit[]>} */
  const byFile = new Map();
  for (const edit of edits) {
    const known = byFile.get(edit.file);
    if (known) {
      known.push(edit);
    } else {
      byFile.set(edit.file, [edit]);
    }
  }
  return byFile;
}

/**
 * The choice of a reviewer.
 *
 * @typedef {object} Filter
 * @property {string} file Part of its name.
 * @property {string} codemod
 * @property {string} question The id of one.
 * @property {string} show `all`, `open`, `back`, `flagged`, `not-run`.
 * @property {string} order `risk`, `biggest`, `file`.
 */

/**
 * @param {readonly SiteGroup[]} groups
 * @param {Filter} filter
 * @param {object} state
 * @param {ReadonlySet<string>} state.lookedAt
 * @param {ReadonlyMap<string, unknown>} state.takeBack
 * @param {ReadonlyMap<string, ReadonlySet<string>>} state.questions The ids of sites by question.
 * @returns {SiteGroup[]}
 */
export function filterGroups(groups, filter, { lookedAt, takeBack, questions }) {
  const file = filter.file.trim().toLowerCase();
  const asked = questions.get(filter.question);
  const shown = groups.filter(
    ({ outer, sites }) =>
      (file === '' || outer.file.toLowerCase().includes(file)) &&
      (filter.codemod === '' || sites.some(({ codemod }) => codemod === filter.codemod)) &&
      (!asked || sites.some(({ id }) => asked.has(id))) &&
      (filter.show !== 'open' || !sites.every(({ id }) => lookedAt.has(id))) &&
      (filter.show !== 'back' || sites.some(({ id }) => takeBack.has(id))) &&
      (filter.show !== 'flagged' || sites.some(({ flags = [] }) => flags.length > 0)) &&
      (filter.show !== 'not-run' || sites.some(({ wasRun }) => wasRun === false)),
  );
  if (filter.order === 'biggest') {
    shown.sort((left, right) => right.lines - left.lines);
  } else if (filter.order === 'file') {
    shown.sort(
      (left, right) =>
        left.outer.file.localeCompare(right.outer.file) || left.outer.line - right.outer.line,
    );
  }
  return shown;
}
