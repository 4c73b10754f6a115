/** @import { Report } from './formats.js' */

import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';

import { reportedCosts } from '../../report/costs.js';
import { headOf } from '../../report/head.js';
import { identify } from '../../report/ids.js';

/**
 * For programs: all that `stylish` shows, as `report.schema.json` describes it.
 *
 * @param {Report} report
 * @returns {string}
 */
export function formatJson({ groups, errors, files, repository, root, seconds }) {
  const named = (/** @type {{ file: string }} */ entry) => ({
    ...entry,
    file: relative(root, entry.file).split(sep).join('/'),
  });
  identifyFindings(
    groups.flatMap(({ findings }) => findings),
    repository,
  );
  const content = {
    ...headOf('check'),
    files,
    seconds: Number(seconds.toFixed(2)),
    rules: groups.map(({ findings, costs, ...group }) => ({
      ...group,
      costs: reportedCosts(group.rule, costs),
      findings: findings.map(named),
    })),
    errors: errors.map(named),
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/**
 * @param {readonly import('../lint.js').Finding[]} findings They get their ids.
 * @param {string} repository The directory that the files of ids are relative to.
 */
export function identifyFindings(findings, repository) {
  identify(findings, {
    top: repository,
    nameOf: (/** @type {import('../lint.js').Finding} */ { rule }) => rule,
    textOf: (file) => readFileSync(file, 'utf8'),
  });
}
