/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Translator } from './translator.js' */

import { indentOf, indentUnit } from '../../edits/indentation.js';

/**
 * The place of a statement that is rewritten: a statement of the source, or the expression that an
 * arrow function returns, once its function is gone.
 *
 * @typedef {object} Slot
 * @property {number} start
 * @property {number} end
 * @property {string} semicolon `;`, or nothing where the file goes without.
 * @property {boolean} returned Whether the function ends there whatever follows.
 * @property {boolean} isListed Whether more than one statement can stand there.
 * @property {string} indent The white space of its line in the output.
 */

/**
 * @param {Translator} translator
 * @param {TSESTree.Statement} statement
 * @param {number} shift
 * @param {boolean} [returned]
 * @returns {Slot}
 */
export function slotOf(
  translator,
  statement,
  shift,
  returned = statement.type === 'ReturnStatement',
) {
  const { text } = translator.sourceCode;
  const [start, end] = statement.range;
  const { parent } = statement;
  return {
    start,
    end,
    semicolon: text[end - 1] === ';' ? ';' : '',
    returned,
    isListed:
      parent.type === 'BlockStatement' || parent.type === 'Program' || parent.type === 'SwitchCase',
    indent: indentAt(translator, start, shift),
  };
}

/**
 * @param {Translator} translator
 * @param {number} index
 * @param {number} shift By how many levels the line moves.
 * @returns {string} The white space that the line begins with in the output.
 */
export function indentAt({ sourceCode }, index, shift) {
  const indent = indentOf(sourceCode.text, index);
  const unit = indentUnit(sourceCode);
  if (shift >= 0) {
    return indent + unit.repeat(shift);
  }
  return indent.slice(Math.min(indent.length, unit.length * -shift));
}

/**
 * Lays several statements where one was.
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @returns {{ open: string, separator: string, close: string }}
 */
export function severalStatements({ sourceCode }, slot) {
  if (slot.isListed) {
    return { open: '', separator: `\n${slot.indent}`, close: '' };
  }
  const inner = `\n${slot.indent}${indentUnit(sourceCode)}`;
  return { open: `{${inner}`, separator: inner, close: `\n${slot.indent}}` };
}
