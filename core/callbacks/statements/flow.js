/** @import { Calling, Translator } from '../plan/translator.js' */
/** @import { TSESTree } from '@typescript-eslint/types' */

import { textOf } from '../../edits/trivia.js';

/**
 * What the text of a statement shows of the control flow.
 */

/**
 * @param {TSESTree.Statement | undefined} statement
 * @returns {statement is TSESTree.ReturnStatement}
 */
export function isBareReturn(statement) {
  return statement?.type === 'ReturnStatement' && statement.argument === null;
}

/**
 * @param {TSESTree.Statement | undefined} statement
 * @returns {statement is TSESTree.BreakStatement} `break` without a label.
 */
export function isBreak(statement) {
  return statement?.type === 'BreakStatement' && statement.label === null;
}

/**
 * @param {TSESTree.Node} node
 * @param {TSESTree.Node} within
 * @returns {boolean} Whether a `try` of the statement takes what the node throws.
 */
export function isCaught(node, within) {
  for (let child = node; child !== within; child = /** @type {TSESTree.Node} */ (child.parent)) {
    const { parent } = child;
    if (parent?.type === 'TryStatement' && parent.block === child && parent.handler) {
      return true;
    }
  }
  return false;
}

/**
 * @param {TSESTree.Statement} statement
 * @returns {boolean} Whether a `return` stands at its end.
 */
export function endsFlow(statement) {
  switch (statement.type) {
    case 'ReturnStatement':
    case 'ThrowStatement':
      return true;
    case 'BlockStatement': {
      const last = statement.body.at(-1);
      return last !== undefined && endsFlow(last);
    }
    case 'IfStatement':
      return (
        statement.alternate !== null &&
        endsFlow(statement.consequent) &&
        endsFlow(statement.alternate)
      );
    default:
      return false;
  }
}

/**
 * @param {TSESTree.Statement} statement
 * @returns {TSESTree.Expression | null | undefined} The expression that it is, or that it returns.
 */
export function valueOf(statement) {
  return statement.type === 'ExpressionStatement'
    ? statement.expression
    : statement.type === 'ReturnStatement'
      ? statement.argument
      : undefined;
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Expression} test One of the callback.
 * @returns {Calling} How it is called behind that.
 */
export function callingBehind(translator, test) {
  if (test.type === 'BinaryExpression') {
    translator.typeTest = textOf(translator.sourceCode, test);
    return 'typed';
  }
  return 'tested';
}

/**
 *     if (cb)   if (typeof cb === 'function')
 *
 * @param {Translator} translator
 * @param {TSESTree.Expression} test
 * @returns {boolean}
 */
export function isCallbackTest(translator, test) {
  if (test.type === 'BinaryExpression' && /^===?$/u.test(test.operator)) {
    const { left, right } = test;
    return (
      left.type === 'UnaryExpression' &&
      left.operator === 'typeof' &&
      translator.isCallback(left.argument) &&
      right.type === 'Literal' &&
      right.value === 'function'
    );
  }
  return translator.isCallback(test);
}
