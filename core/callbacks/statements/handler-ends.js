/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Run } from '../../regions/build/steps.js' */
/** @import { Slot } from '../waits/slots.js' */
/** @import { Position, Translator } from '../plan/translator.js' */

import { endOfStatement } from '../../edits/leading-semicolons.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import { endOfLineComments } from '../../edits/trivia.js';
import { isAnswer } from '../functions/handlers.js';
import { slotOf } from '../waits/slots.js';
import { semicolonOf } from '../boundary/settling.js';
import { isTyped } from '../boundary/types.js';
import { writeInPlace } from './in-place.js';

/**
 * How the paths of a handler end, which has no callback: with any statement.
 */

/**
 * @param {Position} position
 * @returns {boolean} Whether the text of another path stands behind what ends there.
 */
export function isAhead({ followed, isAhead: isSo = false }) {
  return followed || isSo;
}

/**
 * @param {Translator} translator
 * @param {readonly TSESTree.Statement[]} statements That come to their end.
 * @param {Position} position
 * @returns {boolean} Whether a handler ends there: it is made to, where other text stands behind.
 */
export function endHandler(translator, statements, position) {
  const { sourceCode } = translator;
  const { followed, inLoop, shift } = position;
  if (!translator.isHandler || followed || inLoop) {
    return false;
  }
  const last = statements.at(-1);
  if (!isAhead(position)) {
    return true;
  }
  if (!last || last.type === 'BreakStatement') {
    return false;
  }
  // In TypeScript each path gives something then, or none does.
  const isReturned = last.type === 'ExpressionStatement' && isAnswer(translator, last.expression);
  if (isReturned && !isTyped(sourceCode)) {
    const value = [parenthesizedRange(sourceCode, last.expression)];
    writeInPlace(translator, slotOf(translator, last, shift), [
      { type: 'exit', how: 'return', value },
    ]);
    return true;
  }
  if (last.parent.type !== 'BlockStatement') {
    // `else if`: what it stands in ends behind it.
    return false;
  }
  const [start] = last.range;
  const end = endOfLineComments(sourceCode, endOfStatement(sourceCode, last));
  const slot = slotOf(translator, last, shift);
  writeInPlace(translator, { ...slot, end, isInline: false, semicolon: semicolonOf(translator) }, [
    { type: 'run', range: [start, end] },
    { type: 'exit', how: 'return' },
  ]);
  return true;
}

/**
 *     return res.status(404).end();
 *
 * What a callback gave was for nobody; what an async function gives is asked whether it is a promise.
 *
 * @param {Translator} translator
 * @param {TSESTree.ReturnStatement} statement
 * @param {Position} position
 */
export function leaveReturn(translator, statement, position) {
  const { argument } = statement;
  if (!argument) {
    return;
  }
  if (isPlain(translator, argument)) {
    translator.noteEarly(argument, position);
  } else {
    leaveValue(translator, slotOf(translator, statement, position.shift), argument, position);
  }
}

/**
 *     (err) => next(err)
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {TSESTree.Expression} expression
 * @param {Position} position
 */
export function leaveValue(translator, slot, expression, position) {
  translator.noteEarly(expression, position);
  if (isAhead(position) || !position.last) {
    writeEnd(translator, slot, expression, !isPlain(translator, expression));
    return;
  }
  writeInPlace(translator, slot, [runOf(translator, expression)]);
}

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {TSESTree.Expression} expression
 * @param {boolean} isApart Whether it must not be what is returned.
 */
function writeEnd(translator, slot, expression, isApart) {
  const value = [parenthesizedRange(translator.sourceCode, expression)];
  writeInPlace(
    translator,
    slot,
    isApart
      ? [runOf(translator, expression), { type: 'exit', how: 'return' }]
      : [{ type: 'exit', how: 'return', value }],
  );
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Expression} expression
 * @returns {Run} It as a statement.
 */
function runOf({ sourceCode }, expression) {
  return { type: 'run', range: parenthesizedRange(sourceCode, expression), isValue: true };
}

/** What is no promise. */
const PLAIN = /^(?:BinaryExpression|Literal|TemplateLiteral|UnaryExpression|UpdateExpression)$/u;

/**
 * @param {Translator} translator
 * @param {TSESTree.Expression} expression
 * @returns {boolean} Whether it makes no difference that it is returned.
 */
function isPlain(translator, expression) {
  return (
    PLAIN.test(expression.type) ||
    (isAnswer(translator, expression) &&
      // To a type, what a response gives is something, and what `next` gives is nothing.
      (!isTyped(translator.sourceCode) ||
        (expression.type === 'CallExpression' && expression.callee.type === 'Identifier')))
  );
}
