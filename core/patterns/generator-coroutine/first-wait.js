/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { PatternContext } from '../../contract/pattern.js' */

import { ownNodes } from '../../analysis/syntax/functions.js';
import { isWithin } from '../../analysis/syntax/nodes.js';

/**
 * `yield*` runs a generator in the same tick, `await` comes back in a later one. Both are alike once
 * something was waited for; before that the code after a `yield*` still runs in the caller's tick.
 */

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {boolean} Whether some call of the generator may end without having waited.
 */
export function mayFinishAtOnce({ sourceCode }, fn) {
  const statements = fn.body.type === 'BlockStatement' ? fn.body.body : [];
  const waiting = statements.findIndex((statement) => alwaysWaits(statement));
  if (waiting === -1) {
    return true;
  }
  const wait = /** @type {TSESTree.Node} */ (statements[waiting]);
  return [...ownNodes(sourceCode, fn)].some(
    (node) =>
      (node.type === 'ReturnStatement' || node.type === 'ThrowStatement') &&
      node.range[0] < wait.range[0],
  );
}

/**
 * @param {FunctionNode} fn
 * @param {TSESTree.YieldExpression} node
 * @returns {boolean} Whether nothing may have been waited for when the `yield*` is reached.
 */
export function mayComeBeforeWait(fn, node) {
  const statements = fn.body.type === 'BlockStatement' ? fn.body.body : [];
  const holding = statements.findIndex((statement) => isWithin(node, statement));
  return !statements.slice(0, holding).some((statement) => alwaysWaits(statement));
}

/**
 * @param {TSESTree.Node} statement
 * @returns {boolean} Whether the statement cannot be passed without a `yield` to the runner.
 */
function alwaysWaits(statement) {
  switch (statement.type) {
    case 'ExpressionStatement':
      return expressionWaits(statement.expression);
    case 'ReturnStatement':
    case 'ThrowStatement':
      return statement.argument !== null && expressionWaits(statement.argument);
    case 'VariableDeclaration':
      return statement.declarations.some(({ init }) => init !== null && expressionWaits(init));
    default:
      return false;
  }
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether a `yield` to the runner is evaluated first whatever the values are.
 */
function expressionWaits(node) {
  switch (node.type) {
    case 'YieldExpression':
      return !node.delegate;
    case 'AssignmentExpression':
      return node.operator === '=' && expressionWaits(node.right);
    case 'MemberExpression':
      return expressionWaits(node.object);
    case 'CallExpression':
      return (
        expressionWaits(node.callee) || node.arguments.some((argument) => expressionWaits(argument))
      );
    case 'ArrayExpression':
      return node.elements.some((element) => element !== null && expressionWaits(element));
    case 'BinaryExpression':
      return expressionWaits(node.left) || expressionWaits(node.right);
    case 'LogicalExpression':
      return expressionWaits(node.left);
    case 'UnaryExpression':
      return expressionWaits(node.argument);
    default:
      return false;
  }
}
