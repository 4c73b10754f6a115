/** @import { Report } from './formats.js' */

import { relative } from 'node:path';

/**
 * Workflow commands, which GitHub Actions shows as annotations of the lines.
 * https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
 *
 * @param {Report} report
 * @returns {string}
 */
export function formatGithub({ groups, errors, repository }) {
  const findings = groups.flatMap((group) => group.findings);
  const lines = [
    ...findings.map(({ rule, severity, file, line, column, endLine, endColumn, message }) =>
      annotation(
        severity,
        { file, line, col: column, endLine, endColumn, title: `async-perf/${rule}` },
        message,
      ),
    ),
    ...errors.map(({ file, line, column, message }) =>
      annotation('error', { file, line, col: column, title: 'async-perf: not read' }, message),
    ),
  ];
  return lines.map((line) => `${line}\n`).join('');

  /**
   * @param {'error' | 'warning'} severity
   * @param {Record<string, string | number> & { file: string }} properties
   * @param {string} message
   * @returns {string}
   */
  function annotation(severity, properties, message) {
    const words = Object.entries({
      ...properties,
      file: relative(repository, properties.file),
    }).map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
    return `::${severity} ${words.join(',')}::${escapeData(message)}`;
  }
}

/** @param {string} text */
function escapeData(text) {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** @param {string} text */
function escapeProperty(text) {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
