/** @import { Home } from '../build/names.js' */
/** @import { Pieces, Range } from '../build/region.js' */

import { operandPieces } from './executors.js';

/**
 * The statements of the output, before they are written.
 *
 * @typedef {object} Block
 * @property {Item[]} items
 * @property {Home} home
 *
 * @typedef {Line | Source | Try | If | Call | Section} Item
 *
 * @typedef {object} Notes Comments that stood between what the item is made of.
 * @property {Range[]} before Each on a line of its own.
 * @property {Range[]} beside At the end of the item's line.
 * @property {boolean} [isApart] Whether a blank line stands before it.
 *
 * @typedef {{ type: 'line', pieces: Pieces, anchors?: Pieces, isEnded?: boolean, isValue?: boolean } & Notes} Line A
 *   statement; the terminator is added, unless it is ended already. `isValue`: it may be no statement as it is. Comments go with its `anchors`, if they are not all pieces.
 * @typedef {{ type: 'source', range: Range } & Notes} Source Whole statements.
 * @typedef {{ type: 'try', block: Block, parameter?: Pieces | undefined, handler?: Block | undefined, finalizer?: Block | undefined } & Notes} Try
 * @typedef {{ type: 'call', block: Block, suffix?: string } & Notes} Call An async function that is called
 *   at once; `suffix` is what is called on its promise.
 * @typedef {{ type: 'section', head: Pieces, block: Block, form: 'braces' | 'indented', tail?: Pieces } & Notes} Section
 *   Statements with a head: a loop, a labelled block; the cases of a `switch` are indented without braces.
 * @typedef {{ type: 'if', test: Pieces, consequent: Block, alternate?: Block | undefined } & Notes} If
 */

/** @returns {Notes} */
export function noNotes() {
  return { before: [], beside: [] };
}

/**
 * @param {Pieces} pieces
 * @returns {Line}
 */
export function line(pieces) {
  return { type: 'line', pieces, ...noNotes() };
}

/**
 * @param {Pieces} pieces
 * @returns {Range[]} The source in them, declarations of what they name included.
 */
function sourceOf(pieces) {
  return pieces.flatMap((piece) => {
    if (typeof piece === 'string') {
      return [];
    }
    if ('block' in piece) {
      return rangesOf(piece.block);
    }
    if ('wait' in piece) {
      return sourceOf(operandPieces(piece.wait));
    }
    return ['range' in piece ? piece.range : piece];
  });
}

/**
 * @param {Pieces} pieces
 * @returns {Range[]} The source that they write.
 */
export function writtenSource(pieces) {
  return sourceOf(pieces.filter((piece) => typeof piece !== 'string' && !('variable' in piece)));
}

/**
 * @param {Pick<Block, 'items'>} block
 * @returns {Range[]} The source within the block.
 */
export function rangesOf({ items }) {
  return items.flatMap((item) => {
    switch (item.type) {
      case 'line':
        return sourceOf(item.pieces);
      case 'source':
        return [item.range];
      case 'call':
        return rangesOf(item.block);
      case 'section':
        return [...sourceOf(item.head), ...rangesOf(item.block), ...sourceOf(item.tail ?? [])];
      case 'try':
        return [
          ...rangesOf(item.block),
          ...sourceOf(item.parameter ?? []),
          ...(item.handler ? rangesOf(item.handler) : []),
          ...(item.finalizer ? rangesOf(item.finalizer) : []),
        ];
      default:
        return [
          ...sourceOf(item.test),
          ...rangesOf(item.consequent),
          ...(item.alternate ? rangesOf(item.alternate) : []),
        ];
    }
  });
}
