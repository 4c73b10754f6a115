/** @import { TextEdit } from './edit.js' */

import { lowerBound } from '../analysis/syntax/cover.js';

/**
 * Where the text at a place of the output was before the edits.
 *
 * @param {string} text The text before the edits.
 * @param {readonly TextEdit[]} edits As `resolveEdits` gives them.
 * @param {number} offset Of the output.
 * @returns {number} For what the edits left, its own place; for what they moved, the nearest of the
 *   places that they took the same text from; for what they wrote, the place that it was written to.
 */
export function findOrigin(text, edits, offset) {
  return trace(text, edits, offset).origin;
}

/**
 * @param {string} text As `findOrigin` takes it, as are all.
 * @param {readonly TextEdit[]} edits
 * @param {number} offset
 * @returns {boolean} Whether the edits wrote what is there: the text before them has it nowhere.
 */
export function isWritten(text, edits, offset) {
  return trace(text, edits, offset).isWritten;
}

/**
 * Where each of some edits stands in the output, and how far it moves what is behind it.
 *
 * @type {WeakMap<readonly TextEdit[], { start: number, shift: number }[]>}
 */
const positions = new WeakMap();

/**
 * @param {readonly TextEdit[]} edits
 * @returns {{ start: number, shift: number }[]} `shift`: by how much all before it have moved it.
 */
function positionsOf(edits) {
  let known = positions.get(edits);
  if (!known) {
    let shift = 0;
    known = edits.map(({ range: [start, end], text }) => {
      const position = { start: start + shift, shift };
      shift += text.length - (end - start);
      return position;
    });
    positions.set(edits, known);
  }
  return known;
}

/**
 * @param {readonly TextEdit[]} edits
 * @param {number} offset
 * @returns {number | { edit: TextEdit, inside: number, near: number }} Where the text was; for what an edit wrote,
 *   the edit, how far inside its text it is, and where that would have been without it.
 */
function find(edits, offset) {
  const all = positionsOf(edits);
  const index = lowerBound(all, ({ start }) => start > offset) - 1;
  const [edit, position] = [edits[index], all[index]];
  if (!edit || !position) {
    return offset;
  }
  const { range, text } = edit;
  const { start, shift } = position;
  return offset < start + text.length
    ? { edit, inside: offset - start, near: offset - shift }
    : offset - shift - text.length + range[1] - range[0];
}

/**
 * @param {readonly TextEdit[]} edits
 * @param {number} offset
 * @returns {number | undefined} Where the text was before the edits; undefined for what they wrote.
 */
export function placeBefore(edits, offset) {
  const found = find(edits, offset);
  return typeof found === 'number' ? found : undefined;
}

/**
 * @param {string} text
 * @param {readonly TextEdit[]} edits
 * @param {number} offset
 * @returns {{ origin: number, isWritten: boolean }}
 */
function trace(text, edits, offset) {
  const found = find(edits, offset);
  if (typeof found === 'number') {
    return { origin: found, isWritten: false };
  }
  const { edit, inside, near } = found;
  const moved = findMoved(text, edits, edit.text.slice(inside), near);
  return { origin: moved ?? edit.range[0], isWritten: moved === undefined };
}

/** Less text than this is anywhere. */
const SHORTEST = 4;

/**
 * @param {string} text
 * @param {readonly TextEdit[]} edits
 * @param {string} written From the place on.
 * @param {number} near
 * @returns {number | undefined} The nearest place at which they took away the same line, or the same callee.
 */
function findMoved(text, edits, written, near) {
  const line = /^[^\r\n]*/u.exec(written)?.[0] ?? '';
  const callee = /^[\w$.]+\(?/u.exec(line)?.[0] ?? '';
  for (const wanted of [line.trimEnd(), callee]) {
    const place = wanted.length < SHORTEST ? undefined : findNearest(text, edits, wanted, near);
    if (place !== undefined) {
      return place;
    }
  }
  return undefined;
}

/**
 * @param {string} text
 * @param {readonly TextEdit[]} edits
 * @param {string} wanted
 * @param {number} near
 * @returns {number | undefined} Where it is in what the edits took away; of two places at the same distance, the
 *   first. It costs as much as that is far away.
 */
function findNearest(text, edits, wanted, near) {
  const isRemoved = (/** @type {number} */ at) => {
    const edit = edits[lowerBound(edits, ({ range }) => range[0] > at) - 1];
    return edit !== undefined && at + wanted.length <= edit.range[1];
  };
  let before = text.lastIndexOf(wanted, near);
  while (before > 0 && !isRemoved(before)) {
    before = text.lastIndexOf(wanted, before - 1);
  }
  const isBefore = before >= 0 && isRemoved(before);
  // Behind it, nothing is nearer than that from here on.
  const end = isBefore ? near + (near - before) + wanted.length - 1 : text.length;
  const rest = text.slice(near, end);
  for (let at = rest.indexOf(wanted); at !== -1; at = rest.indexOf(wanted, at + 1)) {
    if (isRemoved(near + at)) {
      return near + at;
    }
  }
  return isBefore ? before : undefined;
}
