/**
 * Measurements as plain text for a terminal.
 *
 * @import { Outcomes } from '../compare.js'
 * @import { Failure, PairResult } from '../measure.js'
 */
import { change, formatInterval, ticksChange, timeChange } from './cost-table.js';

/** Of what a call returns, so that the difference stays on one line. */
const LONGEST = 120;
/** Which measurement failed is said by the metric. */
const STAGE = /^(?:(?:before|after) )?failed while it was (?:measured|timed): /u;

/**
 * @param {string} name
 * @param {PairResult} figures
 * @param {Outcomes} [outcomes]
 * @returns {string} several lines
 */
export function formatComparison(name, figures, outcomes) {
  const { before, after, time, timeFan, failures } = figures;
  const rows = [
    ['ticks', ticksChange(before, after)],
    ['promises', change(before.promises, after.promises)],
    ['bytes', change(before.bytes, after.bytes)],
    ['CPU time', timeChange(time)],
  ];
  if (timeFan) rows.push([`CPU time, ${timeFan.fan} at once`, timeChange(timeFan)]);
  if (time) rows.push(['control', formatInterval(time.control)]);
  return [
    `${name}: before → after`,
    ...alignRows(rows).map((line) => `  ${line}`),
    ...(outcomes && !outcomes.same
      ? [
          `  The two do not return the same: before ${shorten(outcomes.before)}, after ${shorten(outcomes.after)}`,
        ]
      : []),
    ...describeFailures(failures).map((line) => `  ${line}`),
  ].join('\n');
}

/**
 * @param {readonly Failure[]} failures
 * @returns {string[]} a line for each cause
 */
function describeFailures(failures) {
  /** @type {Map<string, string[]>} */
  const metrics = new Map();
  for (const { metric, message } of failures) {
    const cause = message.replace(STAGE, '');
    metrics.set(cause, [...new Set([...(metrics.get(cause) ?? []), metric])]);
  }
  return [...metrics].map(([cause, names]) => `no ${names.join(', ')}: ${cause}`);
}

/** @param {string} text */
function shorten(text) {
  const line = text.replaceAll(/\s+/gu, ' ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
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
 * @param {string} [reference] what the run was compared with
 * @returns {string}
 */
export function describeAgreement(
  { compared, otherCode, missing, differences },
  reference = 'the committed results',
) {
  if (compared === 0) return `Nothing to compare: ${reference} are of other code.`;
  const lines = [
    differences.length === 0
      ? `Ticks and promises are those of ${reference}, bytes within 4 %, in all ${compared} forms compared.`
      : `Not as in ${reference}:`,
    ...differences.map((line) => `  ${line}`),
  ];
  if (missing.length > 0) lines.push('Not compared, because there is no figure:');
  lines.push(...missing.map((line) => `  ${line}`));
  if (otherCode > 0)
    lines.push(`Not compared, because they are of other code: ${otherCode} forms.`);
  return lines.join('\n');
}
