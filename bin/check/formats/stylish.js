/** @import { FindingGroup } from '../groups.js' */
/** @import { Report } from './formats.js' */

import { relative } from 'node:path';

import { count } from '../../terminal/count.js';
import { costLines } from '../costs.js';

/**
 * For people: a pattern at a time, with what it costs and what mends it.
 *
 * @param {Report} report
 * @returns {string}
 */
export function formatStylish(report) {
  const { given, groups, errors, files, followed, ignored, outlook, paint, root, seconds } = report;
  const unread = errors.map(
    ({ file, line, column, message }) =>
      `${paint('red', 'not read')} ${relative(root, file)}:${line}:${column} ${message}`,
  );
  const findings = groups.flatMap((group) => group.findings);
  const inFiles = new Set(findings.map(({ file }) => file)).size;
  const found =
    findings.length === 0
      ? nothingFound(report)
      : paint(
          'bold',
          `${count(findings.length, 'finding')}${severitiesOf(findings)} in ${count(inFiles, 'file')}`,
        );
  const rules = followed ? ', with the rules of the ESLint configuration' : '';
  const summary = `${found}; ${count(files, 'file')} looked at in ${seconds.toFixed(1)} s${rules}`;
  const hidden =
    ignored > 0 && groups.some(({ codemods }) => codemods.length > 0)
      ? [
          `The ESLint configuration ignores ${count(ignored, 'more file')}; migrate does not ask it: leave them out with '!PATTERN'`,
        ]
      : [];
  const blocks = groups.map((group) => formatGroup(group));
  return `${[...blocks, ...(unread.length > 0 ? [unread.join('\n')] : []), ...hidden, summary, ...migrationLine(outlook, given)].join('\n\n')}\n`;

  /**
   * @param {Parameters<typeof formatStylish>[0]} report Without findings.
   * @returns {string} A file that was not read through may hold anything.
   */
  function nothingFound({ errors, files, paint }) {
    const unread = new Set(errors.map(({ file }) => file)).size;
    if (unread === 0) {
      return paint('green', 'No costly pattern found');
    }
    return unread < files
      ? `No costly pattern found in ${count(files - unread, 'file')}, ${paint('red', `${count(unread, 'file')} not read`)}`
      : paint('red', `${count(unread, 'file')} not read`);
  }

  /**
   * @param {FindingGroup} group
   * @returns {string}
   */
  function formatGroup({ rule, codemods, costs, findings: found }) {
    const groupFiles = new Set(found.map(({ file }) => file)).size;
    return [
      `${paint(['bold', 'underline'], rule)}  ${count(found.length, 'finding')} in ${count(groupFiles, 'file')}`,
      ...formatMessages(found, costs),
      `  ${paint('bold', 'repair')}   ${repairOf(codemods, found, given)}`,
      `  ${paint('bold', 'explain')}  npx async-perf explain ${rule}`,
    ].join('\n');
  }

  /**
   * @param {FindingGroup['findings']} found
   * @param {FindingGroup['costs']} costs
   * @returns {string[]} Each message once, the places that it is about, and what their form costs.
   */
  function formatMessages(found, costs) {
    const messages = [...new Set(found.map(({ message }) => message))];
    return messages.flatMap((message) => [
      `  ${message}`,
      ...found
        .filter((finding) => finding.message === message)
        .map(({ file, line, column }) =>
          paint('cyan', `    ${relative(root, file)}:${line}:${column}`),
        ),
      ...costLines(costs, message).map((line) => `  ${paint('bold', 'cost')}     ${line}`),
    ]);
  }
}

/**
 * @param {FindingGroup['findings']} findings
 * @returns {string} Nothing where all are errors, as they are unless a configuration says otherwise.
 */
function severitiesOf(findings) {
  const warnings = findings.filter(({ severity }) => severity === 'warning').length;
  const errors = findings.length - warnings;
  return warnings > 0 ? ` (${count(errors, 'error')}, ${count(warnings, 'warning')})` : '';
}

/**
 * @param {string} path
 * @returns {string} For a shell.
 */
const quoted = (path) => `'${path.replaceAll("'", String.raw`'\''`)}'`;

/**
 * @param {Report['outlook']} outlook
 * @param {readonly string[]} given
 * @returns {string[]}
 */
function migrationLine(outlook, given) {
  if (outlook === 'too many files') {
    return [
      `Callbacks, chains and streams are not reported for their cost. To see which of them migrate would convert:\n  ${migrateCommand(given)} --dry-run`,
    ];
  }
  if (outlook === undefined || outlook.sites === 0) {
    return [];
  }
  const { converted, sites } = outlook;
  if (converted === 0) {
    return [
      `migrate looked at ${count(sites, 'site')} and would convert none by itself. To see why:\n  ${migrateCommand(given)} --dry-run`,
    ];
  }
  return [
    `migrate would convert ${converted} of ${count(sites, 'site')} to async/await, which is clearer and not always faster. To see how:\n  ${migrateCommand(given)} --dry-run`,
  ];
}

/**
 * @param {readonly string[]} given
 * @returns {string}
 */
function migrateCommand(given) {
  const paths = given.map((path) => (/^[\w./@+-]+$/u.test(path) ? path : quoted(path)));
  return ['npx async-perf migrate', ...paths].join(' ');
}

/**
 * @param {readonly string[]} codemods
 * @param {FindingGroup['findings']} findings
 * @param {readonly string[]} given
 * @returns {string}
 */
function repairOf(codemods, findings, given) {
  if (codemods.length > 0) {
    return `${migrateCommand(given)} --only=${codemods.join(',')}`;
  }
  if (findings.some(({ fixable }) => fixable)) {
    return 'eslint --fix';
  }
  return findings.some(({ suggested }) => suggested)
    ? 'a suggestion in the editor, for a person to judge'
    : 'by hand, as the message says';
}
