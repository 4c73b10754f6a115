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
 * @param {readonly LineEdit[]} edits The lines that they become, in their order.
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
  const isNear = (/** @type {Row} */ { left }) => left !== undefined && left >= line - context;
  const first = line - context > 1 ? rows.findIndex(isNear) : 0;
  const past = rows.findIndex(({ left }) => left !== undefined && left > endLine + context);
  return rows.slice(Math.max(first, 0), past === -1 ? rows.length : past);
}

/**
 * @param {readonly LineEdit[]} edits
 * @returns {(row: Row) => boolean} Whether a row is of one of them.
 */
function rowTest(edits) {
  /** @type {Set<number | undefined>} */
  const gone = new Set();
  /** @type {Set<number | undefined>} */
  const written = new Set();
  for (const { line, count, text, newLine } of edits) {
    for (let index = 0; index < count; index += 1) {
      gone.add(line + index);
    }
    splitLines(text).forEach((_, index) => written.add(newLine + index));
  }
  return ({ left, right }) => gone.has(left) || written.has(right);
}

/**
 * @template {LineEdit} Edit
 * @param {readonly Row[]} rows Of a whole file.
 * @param {readonly Row[]} shown Some of them.
 * @param {readonly Edit[]} edits
 * @returns {Edit[]} The edits that the shown rows do not show whole.
 */
export function editsBeyond(rows, shown, edits) {
  if (edits.length === 0) {
    return [];
  }
  const known = new Set(shown);
  const hidden = rows.filter((row) => !known.has(row));
  return edits.filter((edit) => hidden.some(rowTest([edit])));
}

/**
 * @param {readonly Row[]} rows Of a whole file.
 * @param {readonly LineEdit[]} edits Some of the file's.
 * @param {number} context How many lines around them are shown.
 * @returns {Row[][]} The rows of the edits, a stretch for those that lie close together.
 */
export function rowsOfEdits(rows, edits, context) {
  const isOfEdits = rowTest(edits);
  /** @type {Row[][]} */
  const stretches = [];
  let end = 0;
  rows.forEach((row, index) => {
    if (isOfEdits(row)) {
      const start = Math.max(0, index - context);
      if (stretches.length === 0 || start > end) {
        stretches.push([]);
        end = start;
      }
      const next = Math.min(rows.length, index + context + 1);
      stretches.at(-1)?.push(...rows.slice(end, next));
      end = next;
    }
  });
  return stretches;
}

/**
 * @param {readonly Row[]} rows
 * @param {number} context How many lines around a change are shown.
 * @param {boolean} ignoresSpace Whether lines that differ in white space alone are no change.
 * @returns {Row[][]} Stretches, in turn to be shown and to be folded. The first one is to be shown.
 */
export function foldRows(rows, context, ignoresSpace) {
  const near = new Uint8Array(rows.length);
  rows.forEach(({ kind }, index) => {
    if (kind === 'changed' || (kind === 'moved' && !ignoresSpace)) {
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
