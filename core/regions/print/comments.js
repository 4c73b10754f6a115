/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Range } from '../build/region.js' */
/** @import { Block, Item } from './blocks.js' */
/** @import { Frame } from './frames.js' */

import { sliceWithin } from '../../analysis/syntax/nodes.js';
import { noNotes, rangesOf, writtenSource } from './blocks.js';

/**
 * Comments between the pieces go with what follows them, or with what they stand beside.
 *
 * @param {SourceCodeLike} sourceCode
 * @param {Pick<Frame, 'block' | 'range'>} frame
 */
export function placeComments({ ast, text }, { range: [start, end], block }) {
  const ranges = rangesOf(block);
  const loose = sliceWithin(ast.comments ?? [], { range: [start, end] })
    .map(({ range }) => range)
    .filter((comment) => !ranges.some(([from, to]) => from <= comment[0] && comment[1] <= to));
  if (loose.length === 0) {
    return;
  }
  const anchors = anchorsOf(block);
  for (const comment of loose) {
    const endsLine = /^[ \t]*(?:\r?\n|$)/u.test(text.slice(comment[1]));
    const previous = anchors
      .filter(
        ({ item, last }) => last <= comment[0] && (item.type === 'line' || item.type === 'source'),
      )
      .sort((left, right) => right.last - left.last)[0];
    const next = anchors
      .filter(({ first }) => first >= comment[1])
      .sort((left, right) => left.first - right.first)[0];
    if (previous && endsLine && !text.slice(previous.last, comment[0]).includes('\n')) {
      previous.item.beside.push(comment);
    } else if (next) {
      next.item.before.push(comment);
    } else {
      const list = previous?.list ?? block.items;
      list.push({ type: 'source', range: comment, ...noNotes() });
    }
  }
}

/**
 * @param {Block} block
 * @returns {{ item: Item, list: Item[], first: number, last: number }[]} Where the source of each item
 *   begins and ends.
 */
function anchorsOf(block) {
  return block.items.flatMap((item) => {
    const own =
      item.type === 'line'
        ? writtenSource(item.anchors ?? item.pieces)
        : item.type === 'try'
          ? []
          : piecesOf(item);
    const anchors = childrenOf(item).flatMap(anchorsOf);
    anchors.push(...own.map(([first, last]) => ({ item, list: block.items, first, last })));
    return anchors;
  });
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Pick<Frame, 'block' | 'range'>} frame One whose comments are placed.
 * @throws {Error} Where a comment is written by no item, or by two.
 */
export function assertOwners({ ast }, { range: [start, end], block }) {
  const written = writtenBy(block);
  for (const { range } of sliceWithin(ast.comments ?? [], { range: [start, end] })) {
    const owners = written.filter(([from, to]) => from <= range[0] && range[1] <= to);
    if (owners.length !== 1) {
      throw new Error(`the comment at ${range[0]} is written ${owners.length} times`);
    }
  }
}

/**
 * @param {Block} block
 * @returns {Range[]} The source that its items write, comments included.
 */
function writtenBy({ items }) {
  return items.flatMap((item) => [
    ...item.before,
    ...item.beside,
    ...piecesOf(item),
    ...childrenOf(item).flatMap(writtenBy),
  ]);
}

/**
 * @param {Item} item
 * @returns {Range[]} The source that it writes itself.
 */
function piecesOf(item) {
  switch (item.type) {
    case 'line':
      return writtenSource(item.pieces);
    case 'source':
      return [item.range];
    case 'if':
      return writtenSource(item.test);
    case 'call':
      return [];
    case 'section':
      return writtenSource([...item.head, ...(item.tail ?? [])]);
    case 'try':
      return writtenSource(item.parameter ?? []);
  }
}

/**
 * @param {Item} item
 * @returns {Block[]}
 */
function childrenOf(item) {
  switch (item.type) {
    case 'call':
    case 'section':
      return [item.block];
    case 'try':
      return [item.block, item.handler, item.finalizer].filter((block) => block !== undefined);
    case 'if':
      return [item.consequent, item.alternate].filter((block) => block !== undefined);
    default:
      return [];
  }
}
