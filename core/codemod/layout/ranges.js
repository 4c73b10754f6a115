/** @import { TextEdit } from '../../edits/edit.js' */

import { walk } from './walk.js';

/** Where edits have changed a text. */

/**
 * @callback Overlap
 * @param {number} start
 * @param {number} end
 * @returns {boolean} Whether it meets one of the ranges.
 */

/**
 * @param {readonly (readonly [number, number])[]} ranges In order.
 * @returns {Overlap}
 */
export function overlapOf(ranges) {
  return (start, end) => {
    let low = 0;
    let high = ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (/** @type {readonly [number, number]} */ (ranges[middle])[1] < start) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    const [from] = ranges[low] ?? [Infinity];
    return from <= end;
  };
}

/**
 * @param {readonly TextEdit[]} edits
 * @param {string} [after] The text that they made.
 * @returns {[number, number][]} The ranges that they wrote, with the space behind each: the text there has moved.
 */
export function rangesBehind(edits, after = '') {
  let shift = 0;
  return edits.map(({ range: [start, end], text }) => {
    const from = start + shift;
    shift += text.length - (end - start);
    let to = from + text.length;
    while (after[to] === ' ' || after[to] === '\t') {
      to++;
    }
    return [from, to];
  });
}

const PARENTHESIS = /[()]/gu;

/**
 * Parsing again would tell the same, and take most of the time where several edits follow each other.
 *
 * @param {{ ast: any, text: string }} parsed Its nodes get the places that they have behind the edits.
 * @param {readonly TextEdit[]} edits Of what stands between words, in order.
 * @returns {boolean} Whether they could: not where parentheses come or go.
 */
export function moveNodes({ ast, text }, edits) {
  let shift = 0;
  const moves = edits.map(({ range: [from, to], text: after }) => {
    const before = text.slice(from, to);
    const move = { from, to, before, after, shift };
    shift += after.length - before.length;
    return move;
  });
  if (moves.some(({ before, after }) => parenthesesIn(before) !== parenthesesIn(after))) {
    return false;
  }
  const placeOf = (/** @type {number} */ place, /** @type {boolean} */ isEnd) => {
    let low = 0;
    let high = moves.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const { from } = /** @type {typeof moves[number]} */ (moves[middle]);
      if (isEnd ? from < place : from <= place) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    const move = moves[low - 1];
    if (!move) {
      return place;
    }
    const { from, to, before, after } = move;
    if (isEnd ? place > to : place >= to) {
      return place + move.shift + after.length - before.length;
    }
    // A node that begins or ends here does so with one of the parentheses.
    const count = parenthesesIn(before.slice(0, place - from));
    const found = [...after.matchAll(PARENTHESIS)][isEnd ? count - 1 : count];
    return from + move.shift + (found ? found.index + Number(isEnd) : isEnd ? 0 : after.length);
  };
  walk(
    ast,
    () => true,
    (node) => {
      node.start = placeOf(node.start, false);
      node.end = placeOf(node.end, true);
    },
  );
  return true;
}

/**
 * @param {string} text
 * @returns {number} How many there are.
 */
function parenthesesIn(text) {
  return text.match(PARENTHESIS)?.length ?? 0;
}
