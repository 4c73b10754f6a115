/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { isFunction } from '../syntax/functions.js';
import { isNativeClass } from './promises.js';

/**
 * The function of `new Promise(executor)` and the two functions that it is called with.
 *
 * @typedef {object} Executor
 * @property {TSESTree.FunctionExpression | TSESTree.ArrowFunctionExpression} fn
 * @property {Variable | undefined} resolve Undefined if there is no such parameter.
 * @property {Variable | undefined} reject
 */

/**
 *     new Promise((resolve, reject) => …)
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {Executor | undefined} Undefined unless the promise is native and the executor is written
 *   in place, with plain parameters.
 */
export function readExecutor(sourceCode, node) {
  if (node.type !== 'NewExpression' || node.arguments.length !== 1) {
    return undefined;
  }
  const [fn] = node.arguments;
  if (
    !isFunction(fn) ||
    fn.generator ||
    fn.params.length === 0 ||
    fn.params.length > 2 ||
    fn.params.some(({ type }) => type !== 'Identifier') ||
    !isNativeClass(sourceCode, node.callee)
  ) {
    return undefined;
  }
  const variables = sourceCode.getDeclaredVariables(fn);
  const [resolve, reject] = fn.params.map((parameter) =>
    variables.find((variable) =>
      variable.identifiers.includes(/** @type {TSESTree.Identifier} */ (parameter)),
    ),
  );
  // (value, value) => …
  return resolve === reject ? undefined : { fn, resolve, reject };
}

/**
 * How an executor settles its promise, where that is all it does.
 *
 * @typedef {object} Settlement
 * @property {'resolve' | 'reject'} settles
 * @property {TSESTree.Expression | undefined} value Undefined for `resolve()`.
 */

/**
 *     (resolve) => resolve(value)             (resolve) => { resolve(value); }
 *     function (resolve) { return resolve(value); }        (_, reject) => reject(value)
 *     (resolve, reject) => { try { resolve(value); } catch (error) { reject(error); } }
 *
 * @param {Executor} executor
 * @returns {Settlement | undefined}
 */
export function readSettlement({ fn, resolve, reject }) {
  const settled = fn.async ? undefined : onlyExpression(fn.body);
  if (settled) {
    if (resolve && usesOf(reject) === 0) {
      return readSettling(settled, resolve, 'resolve');
    }
    return reject && usesOf(resolve) === 0 ? readSettling(settled, reject, 'reject') : undefined;
  }
  return !fn.async && resolve && reject ? readGuarded(fn.body, resolve, reject) : undefined;
}

/**
 * @param {Variable | undefined} variable
 * @returns {number}
 */
function usesOf(variable) {
  return variable?.references.length ?? 0;
}

/**
 * @param {TSESTree.Node} body
 * @returns {TSESTree.Expression | undefined} The one expression that a body consists of.
 */
export function onlyExpression(body) {
  if (body.type !== 'BlockStatement') {
    return /** @type {TSESTree.Expression} */ (body);
  }
  const [statement, ...more] = body.body;
  if (more.length > 0) {
    return undefined;
  }
  switch (statement?.type) {
    case 'ExpressionStatement':
      return statement.expression;
    case 'ReturnStatement':
      return statement.argument ?? undefined;
    default:
      return undefined;
  }
}

/**
 * @param {TSESTree.Expression} node
 * @param {Variable} variable
 * @param {Settlement['settles']} settles
 * @returns {Settlement | undefined} For a call of the variable that is its only use.
 */
function readSettling(node, variable, settles) {
  const call = node.type === 'UnaryExpression' && node.operator === 'void' ? node.argument : node;
  if (
    call.type !== 'CallExpression' ||
    call.optional ||
    call.arguments.length > 1 ||
    usesOf(variable) !== 1 ||
    variable.references[0]?.identifier !== call.callee
  ) {
    return undefined;
  }
  const [value] = call.arguments;
  return value?.type === 'SpreadElement' ? undefined : { settles, value };
}

/**
 *     try { resolve(value); } catch (error) { reject(error); }
 *
 * The executor itself turns a throw into just that rejection.
 *
 * @param {TSESTree.Node} body
 * @param {Variable} resolve
 * @param {Variable} reject
 * @returns {Settlement | undefined}
 */
function readGuarded(body, resolve, reject) {
  const [statement, ...more] = body.type === 'BlockStatement' ? body.body : [];
  if (statement?.type !== 'TryStatement' || more.length > 0 || statement.finalizer) {
    return undefined;
  }
  const tried = onlyExpression(statement.block);
  const handler = statement.handler;
  const caught = handler && onlyExpression(handler.body);
  const rejected = caught && readSettling(caught, reject, 'reject');
  if (
    handler?.param?.type !== 'Identifier' ||
    rejected?.value?.type !== 'Identifier' ||
    rejected.value.name !== handler.param.name
  ) {
    return undefined;
  }
  return tried && readSettling(tried, resolve, 'resolve');
}
