/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { SourcePiece } from '../../edits/edit.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Pieces } from '../build/region.js' */
/** @import { Block, Item } from './blocks.js' */

import { newlineOf } from '../../edits/indentation.js';
import { hasSemicolons } from '../../edits/leading-semicolons.js';
import { canBeStatement } from '../../edits/statements.js';
import { operandPieces } from './executors.js';

/**
 * () => { return value; }  ->  () => value
 *
 * @param {SourceCodeLike} sourceCode
 * @param {Block} block
 * @returns {Pieces | undefined} The value, where the block gives one and does nothing else.
 */
export function readConcise(sourceCode, { items }) {
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
 * @param {string} [terminator] What ends a statement.
 */
export function createWriter(
  sourceCode,
  unit,
  nameOf,
  terminator = hasSemicolons(sourceCode) ? ';' : '',
) {
  const newline = newlineOf(sourceCode);
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
    added.flatMap((piece) => {
      if (typeof piece === 'string') {
        return [linesAt(piece, indent)];
      }
      if ('variable' in piece) {
        return [nameOf(piece.variable)];
      }
      if ('wait' in piece) {
        return ['await ', ...at(operandPieces(piece.wait), indent)];
      }
      if ('block' in piece) {
        return innerAt(piece.block, indent + unit.repeat(piece.levels));
      }
      return 'levels' in piece
        ? [{ range: piece.range, indent: indent + unit.repeat(piece.levels) }]
        : [{ range: piece, indent }];
    });

  /**
   * @param {string} text
   * @param {string} indent
   * @returns {string}
   */
  const linesAt = (text, indent) =>
    /[\n\f]/u.test(text)
      ? text
          .replaceAll('\f', terminator)
          .replaceAll(
            /\n(\t*)/gu,
            (_, /** @type {string} */ tabs) => newline + indent + unit.repeat(tabs.length),
          )
      : text;

  /**
   * @param {Block} block
   * @param {string} indent
   * @returns {(string | SourcePiece)[]}
   */
  const innerAt = (block, indent) => {
    const inner = createWriter(sourceCode, unit, nameOf, terminator);
    inner.add('(async () => ');
    inner.body(block, indent);
    inner.add(')()');
    return inner.pieces;
  };

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
   * @param {Block} block
   * @param {string} indent Of the one line that its statements stand on.
   */
  function writeInline({ items, home }, indent) {
    for (const item of items) {
      if (item !== items[0]) {
        add(terminator ? ' ' : '; ');
      }
      writeBlock({ items: [item], home }, indent, true);
    }
  }

  /**
   * @param {Item} item
   * @param {string} indent
   */
  function writeItem(item, indent) {
    switch (item.type) {
      case 'line':
        if (item.isValue && !canBeStatement(beginningOf(sourceCode, item.pieces))) {
          add('void ');
        }
        addStatement(item.pieces, indent);
        add(item.isEnded ? '' : terminator);
        return;
      case 'source':
        addStatement([item.range], indent);
        return;
      case 'call':
        add(terminator ? '(async () => ' : ';(async () => ');
        writeArrowBody(item.block, indent);
        add(`)()${item.suffix ?? ''}${terminator}`);
        return;
      case 'section':
        addAll(item.head, indent);
        if (item.form === 'indented') {
          writeBlock(item.block, indent + unit);
          return;
        }
        writeBraces(item.block, indent);
        if (item.tail) {
          addAll(item.tail, indent);
          add(terminator);
        }
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
          const [only, ...more] = item.alternate.items;
          if (only?.type === 'if' && more.length === 0 && only.before.length === 0) {
            writeItem(only, indent);
          } else {
            writeBraces(item.alternate, indent);
          }
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

  return {
    add,
    at,
    block: writeBlock,
    body: writeArrowBody,
    braces: writeBraces,
    inline: writeInline,
    newline,
    pieces,
  };
}

/** What a statement cannot begin with is shorter. */
const LONGEST_BEGINNING = 'function '.length;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Pieces} pieces
 * @returns {string}
 */
function beginningOf({ text }, [first = '']) {
  if (typeof first === 'string') {
    return first;
  }
  if ('variable' in first) {
    return first.variable.name;
  }
  if ('wait' in first) {
    return 'await ';
  }
  if ('block' in first) {
    return '(';
  }
  const [start] = 'range' in first ? first.range : first;
  return text.slice(start, start + LONGEST_BEGINNING);
}
