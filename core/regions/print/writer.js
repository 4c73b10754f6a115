/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { SourcePiece } from '../../edits/edit.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Hold, Pieces } from '../build/region.js' */
/** @import { Block, Item } from './blocks.js' */

import { newlineOf } from '../../edits/indentation.js';
import { hasSemicolons } from '../../edits/leading-semicolons.js';

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
 */
export function createWriter(sourceCode, unit, nameOf) {
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
   * @param {readonly Hold[]} holds
   */
  function writeCall(block, indent, holds) {
    add(`(async (${holds.map(({ name }) => name).join(', ')}) => `);
    writeArrowBody(block, indent);
    add(')(');
    for (const [index, { value }] of holds.entries()) {
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
