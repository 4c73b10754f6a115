/**
 * The "measured cost" of a rule or codemod, as Markdown, from the results alone.
 *
 * @import { Results, ScenarioResult } from '../results.js'
 * @import { Figures, TimeResult } from '../measure.js'
 */
import semver from 'semver';

import { verdict } from '../statistics.js';

/** Older Nodes than the package supports are in `docs/benchmarks.md` only. */
export const OLDEST_ON_PAGES = '20.0.0';

/**
 * @typedef {object} Measured
 * @property {string} node
 * @property {ScenarioResult} result
 *
 * @typedef {object} ScenarioRow One scenario over all Nodes.
 * @property {string} id
 * @property {string} title
 * @property {string | undefined} note
 * @property {string[]} rules
 * @property {string[]} codemods
 * @property {Measured[]} measured oldest Node first
 */

/**
 * @param {readonly Results[]} all oldest Node first
 * @returns {ScenarioRow[]}
 */
export function scenarioRows(all) {
  /** @type {Map<string, ScenarioRow>} */
  const rows = new Map();
  for (const { node, scenarios } of all) {
    for (const [id, result] of Object.entries(scenarios)) {
      const row = rows.get(id) ?? { id, measured: [], ...describe(result) };
      row.measured.push({ node, result });
      // The newest Node's text counts: it was measured from the newest code.
      rows.set(id, { ...row, ...describe(result) });
    }
  }
  return [...rows.values()].sort((left, right) => (left.id < right.id ? -1 : 1));
}

/** @param {ScenarioResult} result */
function describe({ title, note, rules, codemods }) {
  return { title, note, rules, codemods };
}

/**
 * @param {readonly Results[]} all
 * @param {'rules' | 'codemods'} kind
 * @param {string} name
 * @returns {string | undefined} Markdown; undefined if nothing was measured for it
 */
export function costSection(all, kind, name) {
  const rows = scenarioRows(all).filter((row) => row[kind].includes(name));
  if (rows.length === 0) return undefined;
  const parts = rows.map((row) => {
    const recent = row.measured.filter(({ node }) => semver.gte(node, OLDEST_ON_PAGES));
    const note = row.note === undefined ? '' : `${row.note}\n\n`;
    return `**${row.title}**\n\n${note}${costTable(recent.length > 0 ? recent : row.measured)}`;
  });
  return [
    'Each row is one call, before → after the conversion:',
    '',
    '- **Ticks** are turns of the microtask queue.',
    '- **Promises** are those that the engine makes, as `async_hooks` counts them.',
    '- **Bytes** are allocated with the compilers off.',
    '- **CPU time** is the median of paired samples, with its 95 % interval.',
    '- **Control** is the form before, measured against itself.',
    '',
    '[How it is measured, and more Nodes](../benchmarks.md).',
    '',
    parts.join('\n\n'),
  ].join('\n');
}

/**
 * @param {readonly Measured[]} measured
 * @returns {string}
 */
function costTable(measured) {
  const withFan = measured.find(({ result }) => result.figures.timeFan)?.result.figures.timeFan
    ?.fan;
  const head = ['Node', 'Ticks', 'Promises', 'Bytes', ...TIME_COLUMNS];
  if (withFan !== undefined) head.push(`CPU time, ${withFan} at once`, 'Control');
  const lines = measured.map(({ node, result: { figures } }) => {
    const cells = [
      node,
      ticksChange(figures.before, figures.after),
      change(figures.before.promises, figures.after.promises),
      change(figures.before.bytes, figures.after.bytes),
      ...timeCells(figures.time),
    ];
    if (withFan !== undefined) cells.push(...timeCells(figures.timeFan));
    return cells;
  });
  return markdownTable(head, lines);
}

/**
 * @param {Figures} before
 * @param {Figures} after
 * @returns {string}
 */
export function ticksChange(before, after) {
  return arrow(ticks(before), ticks(after));
}

/** @param {Figures} figures */
function ticks({ ticks: count, turns }) {
  if (count === undefined) return undefined;
  if (count !== null) return String(count);
  if (turns === 0) return 'next tick';
  return turns === 1 ? '1 loop turn' : `${turns} loop turns`;
}

/**
 * @param {number | null | undefined} before
 * @param {number | null | undefined} after
 * @returns {string}
 */
export function change(before, after) {
  return arrow(number(before), number(after));
}

/** @param {number | null | undefined} value */
function number(value) {
  if (value === undefined) return undefined;
  return value === null ? 'varies' : formatNumber(value);
}

/**
 * @param {string | undefined} before
 * @param {string | undefined} after
 */
function arrow(before, after) {
  if (before === undefined && after === undefined) return '–';
  return before === after ? `${before}` : `${before ?? '–'} → ${after ?? '–'}`;
}

/**
 * @param {Pick<TimeResult, 'measured' | 'control'> | undefined} time
 * @returns {string} such as `1.90× faster (1.76–2.04)`, judged anew from the intervals
 */
export function timeChange(time) {
  if (time === undefined) return '–';
  const { measured, control } = time;
  /** @param {number[]} interval */
  const show = ([low = 0, high = 0]) => `(${low.toFixed(2)}–${high.toFixed(2)})`;
  const called = verdict(measured, control);
  if (called === 'biased') return 'unclear: biased control';
  if (called === 'same') return `no difference ${show([measured.low, measured.high])}`;
  if (called === 'unclear') return `unclear ${show([measured.low, measured.high])}`;
  return called === 'faster'
    ? `${measured.ratio.toFixed(2)}× faster ${show([measured.low, measured.high])}`
    : `${(1 / measured.ratio).toFixed(2)}× slower ${show([1 / measured.high, 1 / measured.low])}`;
}

/** The heads of `timeCells`. */
export const TIME_COLUMNS = Object.freeze(['CPU time', 'Control']);

/**
 * @param {TimeResult | undefined} time
 * @returns {string[]} the change, and beside it the control that it is judged by
 */
export function timeCells(time) {
  return [timeChange(time), formatInterval(time?.control)];
}

/**
 * @param {TimeResult | undefined} time
 * @returns {boolean} whether the new form may be called faster, judged anew from the intervals
 */
export function isFaster(time) {
  return time !== undefined && verdict(time.measured, time.control) === 'faster';
}

/**
 * @param {{ ratio: number, low: number, high: number } | undefined} interval
 * @returns {string} such as `1.02 (0.98–1.05)`
 */
export function formatInterval(interval) {
  if (interval === undefined) return '–';
  const { ratio, low, high } = interval;
  return `${ratio.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
}

/**
 * @param {number} value
 * @returns {string} with a thin grouping that Markdown does not read as a list or a link
 */
export function formatNumber(value) {
  return value.toLocaleString('en-US');
}

/**
 * A table with padded cells, as the formatter writes it.
 *
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} lines
 * @returns {string}
 */
export function markdownTable(head, lines) {
  const escaped = [head, ...lines].map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = head.map((_, column) =>
    Math.max(3, ...escaped.map((cells) => (cells[column] ?? '').length)),
  );
  /** @param {readonly string[]} cells */
  const join = (cells) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [first = [], ...rest] = escaped;
  return [
    join(first),
    `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`,
    ...rest.map(join),
  ].join('\n');
}
