/** @import { TSESTree } from '@typescript-eslint/types' */

/** The nodes that change the type of an expression, or end an optional chain, and not its value. */
const CASTS = new Set([
  'ChainExpression',
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
  'TSTypeAssertion',
  // Flow's (value: Type)
  'TypeCastExpression',
]);

/**
 * @typedef {TSESTree.TSAsExpression | TSESTree.TSNonNullExpression | TSESTree.TSSatisfiesExpression | TSESTree.TSTypeAssertion | TSESTree.ChainExpression} Cast
 */

/**
 * @param {TSESTree.Node} node
 * @returns {node is Cast}
 */
export function isCast(node) {
  return CASTS.has(node.type);
}

/**
 * @param {TSESTree.Node} node
 * @returns {TSESTree.Node} The expression within the casts around it.
 */
export function withoutCasts(node) {
  let inner = node;
  while (isCast(inner)) {
    inner = inner.expression;
  }
  return inner;
}

/**
 * @param {TSESTree.Node} node
 * @returns {TSESTree.Node} The node with the casts around it.
 */
export function outermostCast(node) {
  let outer = node;
  while (outer.parent && isCast(outer.parent)) {
    outer = outer.parent;
  }
  return outer;
}
