/** @import { RewriteEdit } from '../../edits/edit.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Range } from '../build/region.js' */
/** @import { Flow, Region } from '../build/steps.js' */
/** @import { Block, Item } from './blocks.js' */
/** @import { Manner } from './steps.js' */

import { indentUnit } from '../../edits/indentation.js';
import { rewriteRange } from '../../edits/edit.js';
import { noNotes, rangesOf } from './blocks.js';
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
 * @property {Range[]} ranges The pieces. The call of a flow is one of them.
 * @property {string[]} indents What the line of each piece is indented by.
 * @property {Map<Flow, Within>} within What is written within the calls of flows.
 *
 * @typedef {object} Within
 * @property {string[]} texts One less than there are pieces of source: those between them.
 * @property {Range[]} ranges The pieces, with comments of the call that go along.
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
  const flows = flowsIn(region);
  flows.forEach(({ source }) => {
    placeComments(sourceCode, { range: source, block });
    spaceOut(sourceCode, block, source);
  });
  if (!isListed && block.items.length > 1) {
    writer.braces(block, indent);
  } else if (isInline) {
    writer.inline(block, indent);
  } else {
    writer.block(block, indent, true);
  }
  /** @type {Around} */
  const around = { texts: [], ranges: [], indents: [], within: new Map() };
  let text = '';
  for (const piece of writer.pieces) {
    if (typeof piece === 'string') {
      text += piece;
      continue;
    }
    const { indent: own, range } = piece;
    const flow = flows.find(({ source }) => isWithin(range, source));
    const within = flow && around.within.get(flow);
    if (within) {
      within.texts.push(text);
      within.ranges.push(range);
      within.indents.push(own);
    } else {
      around.texts.push(text);
      around.ranges.push(flow?.source ?? range);
      around.indents.push(own);
      if (flow) {
        around.within.set(flow, { texts: [], ranges: [range], indents: [own] });
      }
    }
    text = '';
  }
  around.texts.push(text);
  return around;
}

/**
 * @param {Region} region
 * @returns {Flow[]} Those that the region itself waits for, or returns.
 */
function flowsIn(region) {
  return region.flatMap((step) => {
    const operand =
      step.type === 'wait' ? step.operand : step.type === 'exit' ? step.value : undefined;
    return operand && 'region' in operand ? [operand] : [];
  });
}

/**
 * @param {Range} inner
 * @param {Range} outer
 * @returns {boolean}
 */
function isWithin([start, end], outer) {
  return outer[0] <= start && end <= outer[1];
}

/**
 * Blank lines between what a flow is made of stay.
 *
 * @param {SourceCodeLike} sourceCode
 * @param {Block} block
 * @param {Range} source
 */
function spaceOut({ text }, { items }, source) {
  let last = source[1];
  for (const item of items) {
    const ranges = [...item.before, ...rangesOf({ items: [item] }), ...item.beside].filter(
      (range) => isWithin(range, source),
    );
    const [[start, end] = [last, last]] = ranges;
    item.isApart ||= /\n[ \t]*\r?\n/u.test(text.slice(last, start));
    last = Math.max(end, ...ranges.map((range) => range[1]));
  }
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
