/** @import { RewriteEdit } from '../../edits/edit.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Range } from '../build/region.js' */
/** @import { Region } from '../build/steps.js' */
/** @import { Block, Item } from './blocks.js' */
/** @import { Manner } from './steps.js' */

import { indentUnit } from '../../edits/indentation.js';
import { rewriteRange } from '../../edits/edit.js';
import { noNotes } from './blocks.js';
import { assertOwners, placeComments } from './comments.js';
import { layOut } from './frames.js';
import { writeRegion } from './steps.js';
import { createWriter } from './writer.js';

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Range} range Of the statements that the region takes the place of.
 * @param {Region} region
 * @param {Manner} manner
 * @returns {RewriteEdit}
 */
export function printRegion(sourceCode, range, region, manner) {
  const block = writeRegion(region, manner);
  const frame = /** @type {const} */ ({ range, block, form: 'statements', anchor: range[0] });
  return layOut(sourceCode, frame, ({ name }) => name);
}

/**
 * @typedef {object} Around What a region writes around the source in it.
 * @property {string[]} texts One more than there are pieces of source.
 * @property {Range[]} ranges The pieces.
 * @property {string[]} indents What the line of each piece is indented by.
 *
 * @typedef {object} Place
 * @property {string} indent Of the first line.
 * @property {string} semicolon What ends a statement.
 * @property {boolean} [isListed] Whether several statements can stand there without braces; they can if it is
 *   left out.
 * @property {boolean} [isInline] Whether they stay on one line.
 */

/**
 * For source that stays where it is: its pieces are in the order of the text.
 *
 * @param {SourceCodeLike} sourceCode
 * @param {Region} region
 * @param {Place} place
 * @param {Manner} manner
 * @returns {Around}
 */
export function printAround(
  sourceCode,
  region,
  { indent, isInline = false, isListed = true, semicolon },
  manner,
) {
  const unit = indentUnit(sourceCode);
  const writer = createWriter(sourceCode, unit, ({ name }) => name, semicolon);
  const block = writeRegion(region, manner);
  if (!isListed && block.items.length > 1) {
    writer.braces(block, indent);
  } else if (isInline) {
    writer.inline(block, indent);
  } else {
    writer.block(block, indent, true);
  }
  const texts = [''];
  /** @type {Range[]} */
  const ranges = [];
  /** @type {string[]} */
  const indents = [];
  for (const piece of writer.pieces) {
    if (typeof piece === 'string') {
      texts.push(`${texts.pop()}${piece}`);
    } else {
      indents.push(piece.indent);
      ranges.push(piece.range);
      texts.push('');
    }
  }
  return { texts, ranges, indents };
}

/**
 * What stands behind the head of a `catch`: its body, and what follows it.
 *
 * @param {SourceCodeLike} sourceCode
 * @param {Range} range Of the source that both take the place of.
 * @param {{ failed: Region, rest: Region }} edges
 * @param {{ indent: string, semicolon: string, indentOf: (start: number) => string }} place `indentOf`: what
 *   the text that is written there before is indented by.
 * @returns {RewriteEdit}
 */
export function printEdges(sourceCode, range, { failed, rest }, { indent, semicolon, indentOf }) {
  const unit = indentUnit(sourceCode);
  const manner = { mayCatchBare: true, takeName: (/** @type {string} */ name) => name };
  const handler = writeRegion(failed, manner);
  const following = writeRegion(rest, manner);
  /** @type {Block} */
  const block = {
    items: [
      { type: 'try', block: writeRegion([], manner), handler, ...noNotes() },
      ...following.items,
    ],
    home: following.home,
  };
  placeComments(sourceCode, { range, block });
  assertOwners(sourceCode, { range, block });
  [handler, following].forEach(({ items }) => keepBlankLines(sourceCode, items));
  const writer = createWriter(sourceCode, unit, ({ name }) => name, semicolon);
  writer.block(handler, indent + unit);
  writer.add(handler.items.length > 0 ? `${writer.newline}${indent}}` : '}');
  writer.block({ ...following, items: block.items.slice(1) }, indent);
  return rewriteRange(
    range,
    writer.pieces.map((piece) =>
      typeof piece === 'string' ? piece : { ...piece, from: indentOf(piece.range[0]) },
    ),
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {readonly Item[]} items
 */
function keepBlankLines({ text }, items) {
  for (const [index, item] of items.entries()) {
    const before = items[index - 1];
    if (item.type === 'source' && before?.type === 'source') {
      item.isApart = /\n[ \t]*\r?\n/u.test(text.slice(before.range[1], item.range[0]));
    }
  }
}
