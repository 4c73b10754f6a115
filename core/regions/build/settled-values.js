/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */

import { readPromiseStatic } from '../../analysis/promises/promises.js';
import { replaceRange } from '../../edits/edit.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import { hasCommentBetween } from '../../edits/trivia.js';
import { leaveValue, throwValue } from '../../edits/unwrap.js';
import { returnsOf, tryAround } from '../../analysis/flow/completion.js';
import { isPlain } from '../../analysis/values/plain-values.js';

/**
 * A promise that is settled when it is made, and that an async function need not make.
 *
 * @typedef {object} Settled
 * @property {'resolve' | 'reject'} kind
 * @property {TSESTree.CallExpression} call
 * @property {TSESTree.Expression | undefined} value
 */

/**
 *     Promise.resolve(value)    Promise.reject(error)
 *
 * @param {PatternContext} context
 * @param {TSESTree.Node | null | undefined} node
 * @returns {Settled | undefined} Undefined where a comment or a type would go with the call.
 */
export function readSettled({ isTyped, sourceCode }, node) {
  if (node?.type !== 'CallExpression' || node.arguments.length > 1) {
    return undefined;
  }
  const kind = readPromiseStatic(sourceCode, node);
  const [value] = node.arguments;
  if (
    (kind !== 'resolve' && kind !== 'reject') ||
    value?.type === 'SpreadElement' ||
    (isTyped && (kind === 'resolve' || node.typeArguments))
  ) {
    return undefined;
  }
  const [from, to] = value ? parenthesizedRange(sourceCode, value) : [node.range[1], node.range[1]];
  return hasCommentBetween(sourceCode, node.range[0], from) ||
    hasCommentBetween(sourceCode, to, node.range[1])
    ? undefined
    : { kind, call: node, value };
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {TSESTree.ReturnStatement[]} The function's own, but for those where an async function throws.
 */
export function givingReturnsOf(context, fn) {
  return returnsOf(context.sourceCode, fn).filter(
    (statement) =>
      readSettled(context, statement.argument)?.kind !== 'reject' || tryAround(statement, fn),
  );
}

/**
 *     return Promise.resolve(value);  ->  return value;
 *     return Promise.reject(error);   ->  throw error;
 *
 * @param {{ context: PatternContext, settled: ReadonlySet<Variable> }} printer
 * @param {FunctionNode} fn
 * @param {TSESTree.ReturnStatement} statement
 * @param {boolean} isGuarded Whether a `try` of the output must see a rejection.
 * @returns {Edit[] | undefined} Undefined where that is something else.
 */
export function unwrapReturn({ context, settled: values }, fn, statement, isGuarded) {
  const { sourceCode } = context;
  const settled = readSettled(context, statement.argument);
  if (!settled || tryAround(statement, fn)) {
    return undefined;
  }
  const { call, kind, value } = settled;
  if (kind === 'reject') {
    return throwValue(sourceCode, statement, call, value).edits;
  }
  if (!value) {
    return [replaceRange([statement.range[0] + 'return'.length, call.range[1]], '')];
  }
  return isGuarded && !isPlain(sourceCode, value, (variable) => values.has(variable))
    ? undefined
    : leaveValue(sourceCode, call, value, () => false);
}
