import { diffArrays } from 'diff';

/**
 * @typedef {object} LineEdit A change of lines of a file.
 * @property {number} line The first line that goes, 1-based; the one to insert in front of, if none goes.
 * @property {number} count How many lines go.
 * @property {string} text The text in their place, with its line ends.
 * @property {number} newLine The first line of that in the new text, 1-based.
 */

/** To find the smallest diff takes time that grows as the square of what differs: at most a second or so. */
export const MOST_EDITS = 2000;

/**
 * @param {string} before
 * @param {string} after
 * @returns {LineEdit[]} In their order. Made on the lines of the one text they give the other one, byte for byte.
 */
export function lineEdits(before, after) {
  const [left, right] = [linesOf(before), linesOf(after)];
  const parts = diffArrays(left, right, { maxEditLength: MOST_EDITS });
  if (!parts) {
    const { start, end } = sameEnds(left, right);
    const text = right.slice(start, right.length - end).join('');
    return [{ line: start + 1, count: left.length - end - start, text, newLine: start + 1 }];
  }
  /** @type {LineEdit[]} */
  const edits = [];
  let [line, newLine] = [1, 1];
  /** @type {LineEdit | undefined} */
  let open;
  for (const { added, removed, value } of parts) {
    if (!added && !removed) {
      open = undefined;
      line += value.length;
      newLine += value.length;
      continue;
    }
    if (!open) {
      open = { line, count: 0, text: '', newLine };
      edits.push(open);
    }
    if (removed) {
      open.count += value.length;
      line += value.length;
    } else {
      open.text += value.join('');
      newLine += value.length;
    }
  }
  return edits;
}

/**
 * @param {string} before
 * @param {readonly LineEdit[]} edits In their order.
 * @returns {string}
 */
export function applyLineEdits(before, edits) {
  const lines = linesOf(before);
  let next = 0;
  const parts = edits.map(({ line, count, text }) => {
    const kept = lines.slice(next, line - 1).join('');
    next = line - 1 + count;
    return kept + text;
  });
  return parts.join('') + lines.slice(next).join('');
}

/**
 * @param {readonly string[]} left
 * @param {readonly string[]} right
 * @returns {{ start: number, end: number }} How many lines are the same at the start and at the end.
 */
export function sameEnds(left, right) {
  const most = Math.min(left.length, right.length);
  let start = 0;
  while (start < most && left[start] === right[start]) {
    start += 1;
  }
  let end = 0;
  while (end < most - start && left.at(-1 - end) === right.at(-1 - end)) {
    end += 1;
  }
  return { start, end };
}

/**
 * @param {string} text
 * @returns {string[]} With their line ends.
 */
export function linesOf(text) {
  return text.match(/[^\n]+\n?|\n/gu) ?? [];
}
