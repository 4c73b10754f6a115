/** @import { TSESTree } from '@typescript-eslint/types' */

/**
 * A change to a range of the source text. Edits of one file never overlap and touch only the text
 * between pieces of user code, so that nested sites compose: what they hold is spliced, never
 * printed.
 *
 * @typedef {TextEdit | IndentEdit | MoveEdit | RewriteEdit} Edit
 */

/**
 * @typedef {object} TextEdit
 * @property {readonly [number, number]} range Empty for an insertion.
 * @property {string} text
 * @property {'open' | 'close'} [side] For insertions at one place: what opens goes after what
 *   closes, and closers go in the reverse order of their openers.
 * @property {number} [reach] Where what is opened is closed, or the other way round: of two at one
 *   place, the one that reaches farther goes outside.
 * @property {boolean} [takesComments] Whether the comments within the range are about what goes, and go
 *   with it.
 * @property {boolean} [isMoved] Whether the lines of the text move with those of the source around it.
 * @property {'print'} [origin] The writer of the text, if `core/regions/print` did.
 */

/**
 * Moves the lines that begin inside a range by whole levels of the file's own indentation. Levels
 * add up where ranges nest.
 *
 * @typedef {object} IndentEdit
 * @property {readonly [number, number]} range
 * @property {number} levels Negative to move left.
 */

/**
 * Moves the text of a range, with whatever other edits make of it, to another place.
 *
 * @typedef {object} MoveEdit
 * @property {readonly [number, number]} range
 * @property {number} to Outside the range.
 * @property {string} before The text before it in its new place.
 * @property {string} after
 * @property {'open' | 'close'} [side] As for an insertion at the new place.
 */

/**
 * Rewrites a range as a sequence of text and of pieces of the source, which may change their order.
 * Other edits may touch what is inside the pieces: they are made there, wherever a piece goes.
 *
 * @typedef {object} RewriteEdit
 * @property {readonly [number, number]} range
 * @property {readonly (string | SourcePiece)[]} pieces
 */

/**
 * @typedef {object} SourcePiece
 * @property {readonly [number, number]} range
 * @property {string} indent The indentation, in its new place, of the line that the piece begins on;
 *   the piece's other lines keep their distance to it.
 * @property {string} [from] The indentation of its lines before, if that is not the line's own.
 */

/**
 * @param {Edit} edit
 * @returns {Edit} As one whose text `core/regions/print` wrote.
 */
export function asPrinted(edit) {
  return 'text' in edit ? { ...edit, origin: 'print' } : edit;
}

/**
 * @param {readonly [number, number]} range
 * @param {string} text
 * @returns {TextEdit}
 */
export function replaceRange(range, text) {
  return { range, text };
}

/**
 * @param {number} start
 * @param {number} end
 * @returns {TextEdit}
 */
export function removeBetween(start, end) {
  return { range: [start, end], text: '' };
}

/**
 * @param {TSESTree.Node} node
 * @param {string} opening
 * @param {string} closing
 * @returns {TextEdit[]}
 */
export function wrapNode(node, opening, closing) {
  return wrapRange(node.range, opening, closing);
}

/**
 * @param {readonly [number, number]} range
 * @param {string} opening
 * @param {string} closing
 * @returns {TextEdit[]}
 */
export function wrapRange([start, end], opening, closing) {
  return [insertBefore(start, opening, end), insertAfter(end, closing, start)];
}

/**
 * @param {readonly [number, number]} range
 * @param {{ opening: string, closing: string, comma: string, outer: string, unit: string }} parts The opening
 *   ends a line, the closing begins one; `outer` is what the line of the opening is indented by.
 * @returns {Edit[]} Puts the range on lines of its own, a level deeper.
 */
export function wrapInLines([start, end], { opening, closing, comma, outer, unit }) {
  return [
    insertBefore(start, `${opening}\n${outer}${unit}`, end),
    indentLines([start, end], 1),
    insertAfter(end, `${comma}\n${outer}${closing}`, start),
  ];
}

/**
 * @param {number} index
 * @param {string} text
 * @param {number} [reach] Where what the text begins is closed.
 * @returns {TextEdit} Text that belongs to what follows.
 */
export function insertBefore(index, text, reach) {
  return { range: [index, index], text, side: 'open', ...(reach !== undefined && { reach }) };
}

/**
 * @param {number} index
 * @param {string} text
 * @param {number} [reach] Where what the text ends begins.
 * @returns {TextEdit} Text that belongs to what precedes.
 */
export function insertAfter(index, text, reach) {
  return { range: [index, index], text, side: 'close', ...(reach !== undefined && { reach }) };
}

/**
 * @param {readonly [number, number]} range
 * @param {number} levels
 * @returns {IndentEdit}
 */
export function indentLines(range, levels) {
  return { range, levels };
}

/**
 * @param {readonly [number, number]} range
 * @param {number} to
 * @param {string} before
 * @param {string} after
 * @returns {MoveEdit}
 */
export function moveRange(range, to, before, after) {
  return { range, to, before, after };
}

/**
 * @param {readonly [number, number]} range
 * @param {readonly (string | SourcePiece)[]} pieces
 * @returns {RewriteEdit}
 */
export function rewriteRange(range, pieces) {
  return { range, pieces };
}
