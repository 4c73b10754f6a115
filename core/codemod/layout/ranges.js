/** @import { TextEdit } from '../../edits/edit.js' */

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
 * @returns {[number, number][]} What they wrote, in the text that they made.
 */
export function rangesBehind(edits) {
  let shift = 0;
  return edits.map(({ range: [start, end], text }) => {
    const from = start + shift;
    shift += text.length - (end - start);
    return [from, from + text.length];
  });
}
