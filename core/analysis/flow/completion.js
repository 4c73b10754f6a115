/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../syntax/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { hasNormalEnd } from './control-flow.js';
import { ownNodes } from '../syntax/functions.js';

/**
 * How the statements of a function end. The theory is that of `control-flow.js`: conditions are not
 * evaluated, but for the literal ones of endless loops, and whatever stands in a `try` may throw.
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {TSESTree.ReturnStatement[]} The function's own, in source order.
 */
export function returnsOf(sourceCode, fn) {
  return /** @type {TSESTree.ReturnStatement[]} */ (
    [...ownNodes(sourceCode, fn)].filter(({ type }) => type === 'ReturnStatement')
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} statement
 * @returns {boolean} Whether the statement that follows this one may run.
 */
export function canComplete(sourceCode, statement) {
  return hasNormalEnd(sourceCode, statement);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {readonly TSESTree.Node[]} statements
 * @returns {boolean} Whether a statement behind the list may run.
 */
export function canListComplete(sourceCode, statements) {
  return statements.every((statement) => canComplete(sourceCode, statement));
}

/**
 * @param {TSESTree.Node} statement
 * @param {FunctionNode} fn The function whose statement it is.
 * @returns {boolean} Whether nothing of the function runs after the statement has completed.
 */
export function isTail(statement, fn) {
  for (let node = statement; node !== fn.body;) {
    const parent = /** @type {TSESTree.Node} */ (node.parent);
    if (parent.type === 'BlockStatement') {
      if (parent.body.at(-1) !== node) {
        return false;
      }
    } else if (parent.type !== 'IfStatement') {
      return false;
    }
    node = parent;
  }
  return true;
}

/**
 * @param {TSESTree.Node} node
 * @param {TSESTree.Node} fn
 * @returns {TSESTree.TryStatement | undefined} The innermost `try` of the function whose `catch` or
 *   `finally` sees what the node throws.
 */
export function tryAround(node, fn) {
  let child = node;
  for (let parent = node.parent; parent && child !== fn; child = parent, parent = parent.parent) {
    if (parent.type === 'TryStatement' && child !== parent.finalizer) {
      if (child === parent.block || parent.finalizer) {
        return parent;
      }
    }
  }
  return undefined;
}
