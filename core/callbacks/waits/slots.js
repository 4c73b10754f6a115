/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Translator } from '../plan/translator.js' */

import { isFunction } from '../../analysis/syntax/functions.js';
import { indentOf, indentUnit, levelsBetween } from '../../edits/indentation.js';
import { endOfStatement } from '../../edits/leading-semicolons.js';

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
 * @property {boolean} [isInline] Whether they stay on the one line of their block.
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
  const { sourceCode } = translator;
  const [start] = statement.range;
  const end = endOfStatement(sourceCode, statement);
  const { parent } = statement;
  return {
    start,
    end,
    semicolon: sourceCode.text[end - 1] === ';' ? ';' : '',
    returned,
    isListed:
      parent.type === 'BlockStatement' ||
      parent.type === 'Program' ||
      parent.type === 'SwitchCase' ||
      translator.freed.has(statement),
    isInline:
      parent.type === 'BlockStatement' &&
      !isFunction(parent.parent) &&
      !isInHead(translator, start) &&
      !sourceCode.text.slice(...parent.range).includes('\n'),
    indent: indentAt(translator, start, shift),
  };
}

/**
 * @param {Translator} translator
 * @param {number} index
 * @param {number} shift By how many levels the line moves.
 * @returns {string} The white space that the line begins with in the output.
 */
export function indentAt(translator, index, shift) {
  const { sourceCode } = translator;
  const unit = indentUnit(sourceCode);
  const indent = indentOf(sourceCode.text, index) + (isInHead(translator, index) ? unit : '');
  if (shift >= 0) {
    return indent + unit.repeat(shift);
  }
  return indent.slice(Math.min(indent.length, unit.length * -shift));
}

/**
 * @param {Translator} translator
 * @param {Pick<Slot, 'indent'>} slot
 * @param {number} shift By how many levels its lines move.
 * @returns {string} The white space of its line before they do.
 */
export function indentBefore({ sourceCode }, { indent }, shift) {
  const unit = indentUnit(sourceCode);
  return shift < 0 ? indent + unit.repeat(-shift) : indent.slice(unit.length * shift);
}

/**
 * @param {Translator} translator
 * @param {number} index
 * @returns {boolean} Whether the place is on the line that the function's body begins on: what stands
 *   there gets a line of its own.
 */
function isInHead({ sourceCode, target }, index) {
  const { body } = target.fn;
  return (
    body.type === 'BlockStatement' &&
    index > body.range[0] &&
    !sourceCode.text.slice(body.range[0], index).includes('\n')
  );
}

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {number} index
 * @returns {number} By how many levels the line of the place is deeper than the slot.
 */
export function levelsBelow(translator, { start }, index) {
  const levels = levelsBetween(translator.sourceCode, start, index);
  return isInHead(translator, start) && !isInHead(translator, index) ? levels - 1 : levels;
}

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {number} index
 * @returns {number} By how many levels the line of the place is deeper than the slot; negative where it is
 *   less deep.
 */
export function levelsTo(translator, slot, index) {
  return (
    levelsBelow(translator, slot, index) || -levelsBetween(translator.sourceCode, index, slot.start)
  );
}
