/** @import { Range } from '../analysis/syntax/cover.js' */
/** @import { Edit, RewriteEdit } from './edit.js' */

import { createCover } from '../analysis/syntax/cover.js';

/**
 * @param {readonly Edit[]} edits
 * @returns {(place: { range: Range }) => boolean} Whether they take out the text there, such as a name. It may
 *   not lie across the ends of a piece that a rewrite keeps.
 */
export function readGone(edits) {
  const isGone = createCover(
    edits.flatMap((edit) =>
      'text' in edit ? [edit.range] : 'pieces' in edit ? rangesBetween(edit) : [],
    ),
  );
  return ({ range }) => isGone(range);
}

/**
 * @param {RewriteEdit} edit
 * @returns {Range[]} What none of its pieces holds.
 */
function rangesBetween({ range: [start, end], pieces }) {
  const kept = pieces
    .flatMap((piece) => (typeof piece === 'string' ? [] : [piece.range]))
    .sort((left, right) => left[0] - right[0]);
  /** @type {Range[]} */
  const between = [];
  let last = start;
  for (const [from, to] of kept) {
    if (from > last) {
      between.push([last, from]);
    }
    last = Math.max(last, to);
  }
  return end > last ? [...between, [last, end]] : between;
}
