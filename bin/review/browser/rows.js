/** @import { LineEdit } from '../../report/line-edits.js' */

import { diffArrays } from 'diff';

/**
 * One line of a view side by side.
 *
 * @typedef {object} Row
 * @property {'same' | 'moved' | 'changed'} kind `moved`: both sides differ in white space alone.
 * @property {number | undefined} left The number of the line before, 1-based; undefined where there is none.
 * @property {number | undefined} right And after.
 */

/**
 * @param {readonly string[]} before The lines of a file.
 * @param {readonly LineEdit[]} edits What becomes of them, in their order.
 * @returns {{ rows: Row[], after: string[] }} All lines of both texts.
 */
export function rowsOf(before, edits) {
  /** @type {Row[]} */
  const rows = [];
  /** @type {string[]} */
  const after = [];
  let next = 1;
  const keepUntil = (/** @type {number} */ end) => {
    for (; next < end; next += 1) {
      after.push(before[next - 1] ?? '');
      rows.push({ kind: 'same', left: next, right: after.length });
    }
  };
  for (const { line, count, text } of edits) {
    keepUntil(line);
    const gone = before.slice(line - 1, line - 1 + count);
    const written = splitLines(text);
    rows.push(...alignLines(gone, written, line, after.length + 1));
    after.push(...written);
    next = line + count;
  }
  keepUntil(before.length + 1);
  return { rows, after };
}

/**
 * @param {string} text
 * @returns {string[]} Its lines, without their ends.
 */
export function splitLines(text) {
  const lines = text.split(/\r?\n/u);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/**
 * Lines that differ in white space alone stand beside each other: most of a callback's body only moves to the left.
 *
 * @param {readonly string[]} gone
 * @param {readonly string[]} written
 * @param {number} firstLeft
 * @param {number} firstRight
 * @returns {Row[]}
 */
function alignLines(gone, written, firstLeft, firstRight) {
  const words = (/** @type {readonly string[]} */ lines) => lines.map((line) => line.trim());
  /** @type {Row[]} */
  const rows = [];
  let [left, right] = [firstLeft, firstRight];
  let [removed, added] = [0, 0];
  const flush = () => {
    for (let index = 0; index < Math.max(removed, added); index += 1) {
      rows.push({
        kind: 'changed',
        left: index < removed ? left + index : undefined,
        right: index < added ? right + index : undefined,
      });
    }
    left += removed;
    right += added;
    [removed, added] = [0, 0];
  };
  for (const part of diffArrays(words(gone), words(written))) {
    if (part.removed) {
      removed += part.value.length;
    } else if (part.added) {
      added += part.value.length;
    } else {
      flush();
      for (let index = 0; index < part.value.length; index += 1) {
        rows.push({ kind: 'moved', left, right });
        left += 1;
        right += 1;
      }
    }
  }
  flush();
  return rows;
}

/**
 * @param {readonly Row[]} rows Of a whole file.
 * @param {{ line: number, endLine: number }} range Lines of the text before.
 * @param {number} context How many lines around it are shown.
 * @returns {Row[]} Those of the range and of what is written into it.
 */
export function rowsOfRange(rows, { line, endLine }, context) {
  const first = rows.findIndex(({ left }) => left !== undefined && left >= line - context);
  const past = rows.findIndex(({ left }) => left !== undefined && left > endLine + context);
  return rows.slice(Math.max(first, 0), past === -1 ? rows.length : past);
}

/**
 * @param {readonly Row[]} rows
 * @param {number} context How many lines around a change are shown.
 * @returns {Row[][]} Stretches, in turn to be shown and to be folded. The first one is to be shown.
 */
export function foldRows(rows, context) {
  const near = new Uint8Array(rows.length);
  rows.forEach(({ kind }, index) => {
    if (kind !== 'same') {
      near.fill(1, Math.max(0, index - context), index + context + 1);
    }
  });
  /** @type {Row[][]} */
  const stretches = [[]];
  rows.forEach((row, index) => {
    const isShown = near[index] === 1;
    if (isShown !== (stretches.length % 2 === 1)) {
      stretches.push([]);
    }
    stretches.at(-1)?.push(row);
  });
  return stretches;
}
