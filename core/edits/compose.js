/** @import { TextEdit } from './edit.js' */

import { sliceWithin } from '../analysis/syntax/nodes.js';
import { applyEdits } from './apply.js';

/**
 * @param {string} text
 * @param {readonly TextEdit[]} first In order, as are the others.
 * @param {readonly TextEdit[]} second Of what the first make of the text.
 * @returns {TextEdit[]} What makes the same of the text as one after the other; those that meet are one.
 */
export function composeEdits(text, first, second) {
  const between = applyEdits(text, first);
  let ahead = 0;
  const spans = first.map(({ range: [from, to], text: { length } }) => {
    const start = from + ahead;
    ahead += length - (to - from);
    return { start, end: start + length, shift: length - (to - from) };
  });
  spans.push(...second.map(({ range: [start, end] }) => ({ start, end, shift: 0 })));
  /** @type {typeof spans} */
  const merged = [];
  for (const span of spans.sort((left, right) => left.start - right.start)) {
    const last = merged.at(-1);
    if (last && span.start <= last.end) {
      last.end = Math.max(last.end, span.end);
      last.shift += span.shift;
    } else {
      merged.push({ ...span });
    }
  }
  let shift = 0;
  return merged.map(({ start, end, shift: own }) => {
    const inside = sliceWithin(second, { range: [start, end] }).map(({ range, ...edit }) => ({
      ...edit,
      range: /** @type {const} */ ([range[0] - start, range[1] - start]),
    }));
    const from = start - shift;
    shift += own;
    return {
      range: [from, end - shift],
      text: applyEdits(between.slice(start, end), inside),
    };
  });
}
