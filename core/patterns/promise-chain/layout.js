/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { RewriteEdit, SourcePiece } from '../../edits/edit.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Home } from './names.js' */

import { rewriteRange } from '../../edits/edit.js';
import { indentOf, indentUnit } from '../../edits/indentation.js';
import { hasSemicolons } from '../../edits/leading-semicolons.js';
import { endsLineComment, skipWhitespaceBackward } from '../../edits/trivia.js';

/**
 * The statements that take the place of a chain, before they are written. Text is what the output
 * adds; a range is source that goes along as it is.
 *
 * @typedef {readonly [number, number]} Range
 *
 * @typedef {(string | Range | Name)[]} Pieces
 *
 * @typedef {object} Name A variable that is named where it is not in the source.
 * @property {Variable} variable
 * @property {Range} range Where it is declared.
 *
 * @typedef {object} Block
 * @property {Item[]} items
 * @property {Home} home
 *
 * @typedef {Line | Source | Try | If | Call} Item
 *
 * @typedef {object} Notes Comments that stood between what the item is made of.
 * @property {Range[]} before Each on a line of its own.
 * @property {Range[]} beside At the end of the item's line.
 * @property {boolean} [isApart] Whether a blank line stands before it.
 *
 * @typedef {{ type: 'line', pieces: Pieces, anchors?: Pieces } & Notes} Line A statement; the terminator is
 *   added. Comments go with its `anchors`, if they are not all pieces.
 * @typedef {{ type: 'source', range: Range } & Notes} Source Whole statements.
 * @typedef {{ type: 'try', block: Block, parameter?: Pieces | undefined, handler?: Block | undefined, finalizer?: Block | undefined } & Notes} Try
 * @typedef {{ type: 'call', block: Block, target?: Pieces } & Notes} Call An async function that is
 *   called at once; `target` is what its promise is assigned to.
 * @typedef {{ type: 'if', test: Pieces, consequent: Block, alternate?: Block | undefined } & Notes} If
 */

/**
 * @typedef {object} SetUp A value that is there before the statements run.
 * @property {string} name
 * @property {Range} value
 *
 * @typedef {object} Frame
 * @property {Range} range What is rewritten.
 * @property {Block} block
 * @property {'statements' | 'braces' | 'arrow' | 'call'} form `braces` where a single statement stood
 *   without a block; `arrow` for the body of an arrow function; `call` for an expression that becomes
 *   the call of an async function.
 * @property {SetUp[]} [setUp] What that function is called with.
 * @property {boolean} [isMoved] Whether the statement stands in a body that loses its braces.
 * @property {boolean} [isFirst] Of such a body.
 * @property {boolean} [isLast] Of such a body.
 * @property {boolean} [sharesLine] Whether the body that it stands in begins on its line.
 * @property {number} anchor An index on the line whose indentation the frame has.
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {string} What the file ends its lines with.
 */
export function newlineOf({ text }) {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** @returns {Notes} */
export function noNotes() {
  return { before: [], beside: [] };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Frame} frame
 * @param {(variable: Variable) => string} nameOf
 * @returns {RewriteEdit}
 */
export function layOut(sourceCode, frame, nameOf) {
  const { text } = sourceCode;
  placeComments(sourceCode, frame);
  const outer = indentOf(text, frame.anchor);
  const unit = indentUnit(sourceCode);
  const [start, end] = frame.range;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const isAlone = text.slice(lineStart, start).trim() === '';
  const writer = createWriter(sourceCode, unit, nameOf);
  const concise = frame.form === 'arrow' ? readConcise(sourceCode, frame.block) : undefined;
  if (concise) {
    writer.add(' ');
    writer.pieces.push(...writer.at(concise, outer));
  } else if (frame.form === 'arrow') {
    writer.add(' {');
    writer.block(frame.block, outer + unit);
    writer.add(`${frame.block.items.length > 0 ? writer.newline + outer : ''}}`);
  } else if (frame.form === 'call') {
    writer.call(frame.block, outer, frame.setUp ?? []);
  } else if (frame.form === 'braces') {
    writer.add(' {');
    writer.block(frame.block, outer + unit);
    writer.add(`${frame.block.items.length > 0 ? writer.newline + outer : ''}}`);
  } else if (isAlone) {
    if (frame.block.items.length === 0) {
      const lineBreak = lineStart - (text[lineStart - 2] === '\r' ? 2 : 1);
      const isNeeded =
        endsLineComment(sourceCode, lineBreak) && !/^[ \t]*[\r\n]/u.test(text.slice(end));
      return rewriteRange([isNeeded ? start : lineBreak, end], []);
    }
    writer.block(frame.block, outer, true);
  } else if (
    frame.block.items.length < 2 &&
    frame.block.items.every(({ type }) => type === 'line')
  ) {
    writer.block(frame.block, outer, true);
  } else {
    const open = frame.isFirst ? start : skipWhitespaceBackward(text, start);
    writer.block(frame.block, frame.sharesLine ? outer + unit : outer, frame.isFirst);
    const close = frame.isLast
      ? end
      : end + (/^[ \t]*(?=\})/u.exec(text.slice(end))?.[0].length ?? 0);
    if (!frame.isLast && text[close] === '}') {
      writer.add(writer.newline + outer);
    }
    return rewriteRange([open, close], writer.pieces);
  }
  const last = writer.pieces.at(-1);
  const isSaid = last && typeof last !== 'string' && endsLineComment(sourceCode, last.range[1]);
  if (isSaid && !/^[ \t]*(?:\r?\n|$)/u.test(text.slice(end))) {
    writer.add(writer.newline + outer);
  }
  return rewriteRange(frame.range, writer.pieces);
}

/**
 * () => { return value; }  ->  () => value
 *
 * @param {SourceCodeLike} sourceCode
 * @param {Block} block
 * @returns {Pieces | undefined} The value, where the block gives one and does nothing else.
 */
function readConcise(sourceCode, { items }) {
  const [item] = items;
  if (
    items.length !== 1 ||
    item?.type !== 'line' ||
    item.pieces[0] !== 'return ' ||
    item.before.length + item.beside.length > 0
  ) {
    return undefined;
  }
  const value = item.pieces.slice(1);
  return beginningOf(sourceCode, value).startsWith('{') ? ['(', ...value, ')'] : value;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string} unit
 * @param {(variable: Variable) => string} nameOf
 */
function createWriter(sourceCode, unit, nameOf) {
  const newline = newlineOf(sourceCode);
  const terminator = hasSemicolons(sourceCode) ? ';' : '';
  /** @type {(string | SourcePiece)[]} */
  const pieces = [];

  /** @param {string} added */
  const add = (added) => {
    pieces.push(added);
  };

  /**
   * @param {Pieces} added
   * @param {string} indent
   */
  const addAll = (added, indent) => {
    pieces.push(...at(added, indent));
  };

  /**
   * @param {Pieces} added
   * @param {string} indent
   */
  const addStatement = (added, indent) => {
    if (!terminator && /^(?:[([`+-]|\/(?![/*]))/u.test(beginningOf(sourceCode, added))) {
      add(';');
    }
    addAll(added, indent);
  };

  /**
   * @param {Pieces} added
   * @param {string} indent
   * @returns {(string | SourcePiece)[]}
   */
  const at = (added, indent) =>
    added.map((piece) =>
      typeof piece === 'string'
        ? piece
        : 'variable' in piece
          ? nameOf(piece.variable)
          : { range: piece, indent },
    );

  /**
   * @param {Block} block
   * @param {string} indent
   * @param {boolean} [isStarted] Whether the writer stands where the first line begins.
   */
  function writeBlock({ items }, indent, isStarted = false) {
    let begun = isStarted;
    for (const item of items) {
      if (begun) {
        begun = false;
      } else {
        add(`${item.isApart && item !== items[0] ? newline : ''}${newline}${indent}`);
      }
      for (const comment of item.before) {
        addAll([comment], indent);
        add(newline + indent);
      }
      writeItem(item, indent);
      for (const comment of item.beside) {
        add(' ');
        addAll([comment], indent);
      }
    }
  }

  /**
   * @param {Item} item
   * @param {string} indent
   */
  function writeItem(item, indent) {
    switch (item.type) {
      case 'line':
        addStatement(item.pieces, indent);
        add(terminator);
        return;
      case 'source':
        addStatement([item.range], indent);
        return;
      case 'call':
        if (item.target) {
          addAll(item.target, indent);
          add(' = (async () => ');
        } else {
          add(terminator ? '(async () => ' : ';(async () => ');
        }
        writeArrowBody(item.block, indent);
        add(`)()${terminator}`);
        return;
      case 'try':
        add('try ');
        writeBraces(item.block, indent);
        if (item.handler) {
          add(' catch ');
          if (item.parameter) {
            add('(');
            addAll(item.parameter, indent);
            add(') ');
          }
          writeBraces(item.handler, indent);
        }
        if (item.finalizer) {
          add(' finally ');
          writeBraces(item.finalizer, indent);
        }
        return;
      case 'if':
        add('if (');
        addAll(item.test, indent);
        add(') ');
        writeBraces(item.consequent, indent);
        if (item.alternate && item.alternate.items.length > 0) {
          add(' else ');
          writeBraces(item.alternate, indent);
        }
    }
  }

  /**
   * @param {Block} block
   * @param {string} indent
   */
  function writeBraces(block, indent) {
    add('{');
    writeBlock(block, indent + unit);
    add(block.items.length > 0 ? `${newline}${indent}}` : '}');
  }

  /**
   * @param {Block} block
   * @param {string} indent
   */
  function writeArrowBody(block, indent) {
    const value = readConcise(sourceCode, block);
    if (value) {
      addAll(value, indent);
    } else {
      writeBraces(block, indent);
    }
  }

  /**
   * @param {Block} block
   * @param {string} indent
   * @param {readonly SetUp[]} setUp
   */
  function writeCall(block, indent, setUp) {
    add(`(async (${setUp.map(({ name }) => name).join(', ')}) => `);
    writeArrowBody(block, indent);
    add(')(');
    for (const [index, { value }] of setUp.entries()) {
      add(index > 0 ? ', ' : '');
      addAll([value], indent);
    }
    add(')');
  }

  return { add, at, block: writeBlock, call: writeCall, newline, pieces };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Pieces} pieces
 * @returns {string}
 */
function beginningOf({ text }, [first = '']) {
  if (typeof first !== 'string' && 'variable' in first) {
    return first.variable.name;
  }
  return typeof first === 'string' ? first : text.slice(first[0], first[0] + 2);
}

/**
 * @param {Pieces} pieces
 * @returns {Range[]} The source in them, declarations of what they name included.
 */
function sourceOf(pieces) {
  return pieces.flatMap((piece) =>
    typeof piece === 'string' ? [] : ['variable' in piece ? piece.range : piece],
  );
}

/**
 * @param {Pieces} pieces
 * @returns {Range[]} The source that they write.
 */
function writtenSource(pieces) {
  return sourceOf(pieces.filter((piece) => typeof piece !== 'string' && !('variable' in piece)));
}

/**
 * @param {Block} block
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
        return [...sourceOf(item.target ?? []), ...rangesOf(item.block)];
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

/**
 * Comments between the pieces go with what follows them, or with what they stand beside.
 *
 * @param {SourceCodeLike} sourceCode
 * @param {Frame} frame
 */
function placeComments({ ast, text }, { range: [start, end], block, setUp = [] }) {
  const ranges = [...rangesOf(block), ...setUp.map(({ value }) => value)];
  const loose = (ast.comments ?? [])
    .map(({ range }) => range)
    .filter(([from, to]) => from >= start && to <= end)
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
        : item.type === 'source'
          ? [item.range]
          : item.type === 'if'
            ? writtenSource(item.test)
            : item.type === 'call'
              ? writtenSource(item.target ?? [])
              : [];
    const inner =
      item.type === 'call'
        ? [item.block]
        : item.type === 'try'
          ? [item.block, item.handler, item.finalizer]
          : item.type === 'if'
            ? [item.consequent, item.alternate]
            : [];
    const anchors = inner.flatMap((child) => (child ? anchorsOf(child) : []));
    anchors.push(...own.map(([first, last]) => ({ item, list: block.items, first, last })));
    return anchors;
  });
}
