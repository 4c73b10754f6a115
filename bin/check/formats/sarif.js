/** @import { Log, ReportingDescriptor, Result, ToolComponent } from 'sarif' */
/** @import { FindingGroup } from '../groups.js' */
/** @import { UnreadFile } from '../lint.js' */
/** @import { Report } from './formats.js' */

import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

import { markdownTable } from '../../../bench/report/cost-table.js';
import { identifyFindings } from './json.js';
import { REPOSITORY } from '../../../rules/shared/addresses.js';

/**
 * SARIF 2.1.0, for code scanning. https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 *
 * @param {Report} report
 * @returns {string}
 */
export function formatSarif({ groups, errors, repository }) {
  identifyFindings(
    groups.flatMap(({ findings }) => findings),
    repository,
  );
  /** @type {Log} */
  const log = {
    version: '2.1.0',
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    runs: [
      {
        tool: { driver: describeTool(groups) },
        results: groups.flatMap((group, ruleIndex) =>
          group.findings.map((finding) => toResult(finding, ruleIndex)),
        ),
        invocations: [
          {
            executionSuccessful: true,
            toolExecutionNotifications: errors.map((error) => ({
              level: 'error',
              message: { text: error.message },
              locations: [locationOf(error)],
            })),
          },
        ],
        columnKind: 'utf16CodeUnits',
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;

  /**
   * @param {FindingGroup['findings'][number]} finding
   * @param {number} ruleIndex
   * @returns {Result}
   */
  function toResult(finding, ruleIndex) {
    return {
      ruleId: `async-perf/${finding.rule}`,
      ruleIndex,
      level: finding.severity,
      message: { text: finding.message },
      locations: [locationOf(finding)],
      // An alert stays the same one while the code around it changes.
      partialFingerprints: { 'asyncPerf/v1': finding.id ?? '' },
    };
  }

  /**
   * @param {UnreadFile & { endLine?: number, endColumn?: number }} place
   * @returns {import('sarif').Location}
   */
  function locationOf({ file, line, column, endLine, endColumn }) {
    const uri = relative(repository, file).replaceAll('\\', '/').split('/').map(encodeURIComponent);
    return {
      physicalLocation: {
        artifactLocation: { uri: uri.join('/'), uriBaseId: '%SRCROOT%' },
        region: {
          startLine: line,
          startColumn: column,
          ...(endLine !== undefined && { endLine }),
          ...(endColumn !== undefined && { endColumn }),
        },
      },
    };
  }
}

/**
 * @param {readonly FindingGroup[]} groups
 * @returns {ToolComponent}
 */
function describeTool(groups) {
  const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  const { name, version } = JSON.parse(manifest);
  return {
    name,
    semanticVersion: version,
    informationUri: REPOSITORY,
    rules: groups.map(describeRule),
  };
}

/**
 * @param {FindingGroup} group
 * @returns {ReportingDescriptor}
 */
function describeRule({ rule, codemods, costs, description, url }) {
  const repair =
    codemods.length > 0 ? `Repair: \`npx async-perf migrate --only=${codemods.join(',')}\`.` : '';
  const table = costs
    ? `One call on Node ${costs.node}, before → after:\n\n${markdownTable(
        ['', 'Ticks', 'Promises', 'Bytes', 'CPU time'],
        costs.rows.map(({ title, ticks, promises, bytes, time }) => [
          title,
          ticks,
          promises,
          bytes,
          time,
        ]),
      )}`
    : '';
  const parts = [`${description}.`, table, repair, `See ${url}`].filter((part) => part !== '');
  return {
    id: `async-perf/${rule}`,
    shortDescription: { text: description },
    help: { text: `${description}. See ${url}`, markdown: parts.join('\n\n') },
    helpUri: url,
    properties: { tags: ['performance'] },
  };
}
