/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { Executor } from '../../analysis/promises/executors.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { isFunction, ownNodes } from '../../analysis/syntax/functions.js';
import { readKey } from '../../analysis/modules/modules.js';
import { isWithin } from '../../analysis/syntax/nodes.js';
import { mayThrow } from '../../analysis/flow/throwing.js';

/**
 * A chain whose ends settle the promise around it.
 *
 * @typedef {object} SettlingChain
 * @property {TSESTree.Expression} head The promise before them.
 * @property {TSESTree.CallExpression} then The call of `then` with the handler that resolves.
 * @property {SettlingHandler | undefined} handler The change that the handler makes to the result; undefined
 *   where it hands the result on as it is.
 */

/**
 * @typedef {object} SettlingHandler
 * @property {TSESTree.ArrowFunctionExpression | TSESTree.FunctionExpression} fn
 * @property {TSESTree.CallExpression} call The call of `resolve`, the last thing it does.
 */

/**
 *     head.then(resolve, reject)        head.then((value) => resolve(f(value))).catch(reject)
 *     head.then((value) => { …; resolve(result); }).catch((error) => reject(error))
 *
 * A handler that does more than hand on may throw. Only a `catch` after it makes that a rejection,
 * as it is without the constructor; beside it, as the second argument, nothing would settle. So there
 * the handler must be one that cannot throw: `head.then(() => resolve(), reject)`.
 *
 * @param {SourceCodeLike} sourceCode
 * @param {Executor} executor
 * @param {TSESTree.Expression} expression The body of the executor.
 * @returns {SettlingChain | undefined}
 */
export function readSettlingChain(sourceCode, { resolve, reject }, expression) {
  if (!resolve || !reject || usesOf(resolve) !== 1 || usesOf(reject) !== 1) {
    return undefined;
  }
  const last = readMethod(expression);
  const [first, second] = last?.call.arguments ?? [];
  // head.then(resolve, reject)
  if (last?.name === 'then' && last.call.arguments.length === 2) {
    const { object: head, call: then } = last;
    const handler = handsOn(first, resolve) ? undefined : readSure(sourceCode, first, resolve);
    return handler !== null && handsOn(second, reject) ? { head, then, handler } : undefined;
  }
  // head.then(…).catch(reject)
  if (last?.name !== 'catch' || last.call.arguments.length !== 1 || !handsOn(first, reject)) {
    return undefined;
  }
  const before = readMethod(last.object);
  if (before?.name !== 'then' || before.call.arguments.length !== 1) {
    return undefined;
  }
  const [settles] = before.call.arguments;
  if (handsOn(settles, resolve)) {
    return { head: before.object, then: before.call, handler: undefined };
  }
  const handler = readHandler(sourceCode, settles, resolve);
  return handler && { head: before.object, then: before.call, handler };
}

/**
 *     client.create(chunk).then((result) => { count(); resolve({ result }); }).catch((error) => resolve({ error }))
 *
 * @param {SourceCodeLike} sourceCode
 * @param {Executor} executor
 * @param {TSESTree.Expression} expression The body of the executor.
 * @returns {TSESTree.Expression | undefined} The promise before a chain of which each handler ends with an answer.
 */
export function readAnsweredChain(sourceCode, { resolve, reject }, expression) {
  const last = readMethod(expression);
  const before = last?.name === 'catch' ? readMethod(last.object) : undefined;
  const settling = [resolve, reject].filter((each) => each !== undefined);
  const answers = (/** @type {TSESTree.Node | undefined} */ fn) =>
    settling.some((each) => readHandler(sourceCode, fn, each) !== undefined);
  const uses = settling.reduce((sum, each) => sum + usesOf(each), 0);
  return before?.name === 'then' &&
    before.call.arguments.length === 1 &&
    last?.call.arguments.length === 1 &&
    uses === 2 &&
    answers(before.call.arguments[0]) &&
    answers(last.call.arguments[0])
    ? before.object
    : undefined;
}

/**
 * @param {Variable} variable
 * @returns {number}
 */
export function usesOf({ references }) {
  return references.length;
}

/**
 * @param {TSESTree.Node} node
 * @returns {{ call: TSESTree.CallExpression, name: string | undefined, object: TSESTree.Expression } | undefined}
 */
function readMethod(node) {
  if (
    node.type !== 'CallExpression' ||
    node.optional ||
    node.callee.type !== 'MemberExpression' ||
    node.callee.optional ||
    node.callee.object.type === 'Super'
  ) {
    return undefined;
  }
  return { call: node, name: readKey(node.callee), object: node.callee.object };
}

/**
 *     resolve    (value) => resolve(value)    function (value) { resolve(value); }
 *
 * @param {TSESTree.Node | undefined} node
 * @param {Variable} variable
 * @returns {boolean}
 */
function handsOn(node, variable) {
  if (node?.type === 'Identifier') {
    return isUse(node, variable);
  }
  if (!isFunction(node) || node.generator || node.params.length !== 1) {
    return false;
  }
  const call = readSettlingCall(node, variable);
  const [parameter] = node.params;
  const [value, ...more] = call?.arguments ?? [];
  return (
    more.length === 0 &&
    parameter?.type === 'Identifier' &&
    value?.type === 'Identifier' &&
    value.name === parameter.name &&
    (node.body.type !== 'BlockStatement' || node.body.body.length === 1)
  );
}

/**
 * @param {TSESTree.Node} node
 * @param {Variable} variable
 * @returns {boolean}
 */
export function isUse(node, variable) {
  return variable.references.some(({ identifier }) => identifier === node);
}

/**
 * @param {import('../../analysis/syntax/functions.js').FunctionNode} fn
 * @param {Variable} variable
 * @returns {TSESTree.CallExpression | undefined} The call of the variable that the function ends with.
 */
function readSettlingCall({ body }, variable) {
  const last = body.type === 'BlockStatement' ? body.body.at(-1) : undefined;
  const ending =
    last?.type === 'ExpressionStatement'
      ? last.expression
      : last?.type === 'ReturnStatement'
        ? last.argument
        : body;
  return ending?.type === 'CallExpression' && !ending.optional && isUse(ending.callee, variable)
    ? ending
    : undefined;
}

/**
 *     () => resolve()    (value) => resolve({ value })
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | undefined} node
 * @param {Variable} resolve
 * @returns {SettlingHandler | null} Null for what may throw, or does more.
 */
function readSure(sourceCode, node, resolve) {
  const handler = readHandler(sourceCode, node, resolve);
  const [result = null] = handler?.call.arguments ?? [];
  const { body, params = [] } = handler?.fn ?? {};
  return handler &&
    params.every(({ type }) => type === 'Identifier') &&
    (body === handler.call || (body?.type === 'BlockStatement' && body.body.length === 1)) &&
    !mayThrow(sourceCode, result)
    ? handler
    : null;
}

/**
 *     (value) => resolve(f(value))    (value) => { …; resolve(result); }
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | undefined} fn
 * @param {Variable} resolve
 * @returns {SettlingHandler | undefined} Undefined where it may return without settling.
 */
function readHandler(sourceCode, fn, resolve) {
  if (!isFunction(fn) || fn.type === 'FunctionDeclaration' || fn.generator) {
    return undefined;
  }
  const call = readSettlingCall(fn, resolve);
  if (!call || call.arguments.length > 1 || call.arguments[0]?.type === 'SpreadElement') {
    return undefined;
  }
  for (const node of ownNodes(sourceCode, fn)) {
    if (node.type === 'ReturnStatement' && !isWithin(call, node)) {
      return undefined;
    }
  }
  return { fn, call };
}
