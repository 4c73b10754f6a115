/**
 * Measurements as plain text for a terminal.
 *
 * @import { PairResult } from '../measure.js'
 */
import { change, ticksChange, timeChange } from './cost-table.js';

/**
 * @param {string} name
 * @param {PairResult} figures
 * @returns {string} several lines
 */
export function formatComparison(name, figures) {
  const { before, after, time, timeFan, failures } = figures;
  const rows = [
    ['ticks', ticksChange(before, after)],
    ['promises', change(before.promises, after.promises)],
    ['bytes', change(before.bytes, after.bytes)],
    ['CPU time', timeChange(time)],
  ];
  if (timeFan) rows.push([`CPU time, ${timeFan.fan} at once`, timeChange(timeFan)]);
  if (time) {
    const { ratio, low, high } = time.control;
    rows.push(['control', `${ratio.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`]);
  }
  return [
    `${name}: before → after`,
    ...alignRows(rows).map((line) => `  ${line}`),
    ...failures.map(({ metric, message }) => `  no ${metric}: ${message}`),
  ].join('\n');
}

/**
 * @param {readonly (readonly string[])[]} rows
 * @returns {string[]}
 */
export function alignRows(rows) {
  /** @type {number[]} */
  const widths = [];
  for (const cells of rows) {
    cells.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    });
  }
  return rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/**
 * @param {import('../results.js').Results} results
 * @param {ReadonlySet<string>} shown those to show
 * @returns {string} a table of them
 */
export function summariseRun({ node, scenarios }, shown) {
  const rows = Object.entries(scenarios)
    .filter(([id]) => shown.has(id))
    .map(([id, { figures }]) => [
      id,
      ticksChange(figures.before, figures.after),
      change(figures.before.promises, figures.after.promises),
      change(figures.before.bytes, figures.after.bytes),
      timeChange(figures.time),
    ]);
  const head = ['', 'ticks', 'promises', 'bytes', 'CPU time'];
  return [`\nNode ${node}, before → after`, ...alignRows([head, ...rows])].join('\n');
}

/**
 * @param {import('../agreement.js').Agreement} agreement
 * @returns {string}
 */
export function describeAgreement({ compared, differences }) {
  if (compared === 0) return 'The committed results of this Node are of other code.';
  return differences.length === 0
    ? `Ticks and promises are those of the committed results, bytes within 4 %, in all ${compared} forms compared.`
    : `Not as in the committed results:\n${differences.map((line) => `  ${line}`).join('\n')}`;
}
