/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { ObligationId } from '../contract/obligations.js' */
/** @import { PatternContext, Refusal } from '../contract/pattern.js' */
/** @import { FunctionNode } from '../analysis/syntax/functions.js' */

import { missingEvidence } from '../contract/obligations.js';
import { readExecutor, readSettlement } from '../analysis/promises/executors.js';
import { frameUses, isFunction, usesOwnName } from '../analysis/syntax/functions.js';
import { readKey } from '../analysis/modules/modules.js';
import { classifyPromise, readPromiseStatic } from '../analysis/promises/promises.js';
import { mentionsName } from '../edits/names.js';
import { hasCommentBetween, textOf } from '../edits/trivia.js';
import { gapsAround } from '../edits/unwrap.js';

/**
 * A promise that is made around a value.
 *
 * @typedef {object} Layer
 * @property {'constructor' | 'async-function' | 'resolve' | 'identity-then'} kind
 * @property {TSESTree.Expression} node The promise.
 * @property {TSESTree.Expression | undefined} value What it is made around; undefined for nothing.
 * @property {FunctionNode} [fn] The function that evaluates the value.
 * @property {readonly ObligationId[]} assumes
 */

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} node
 * @returns {Layer | undefined}
 */
export function readLayer({ sourceCode }, node) {
  // new Promise((resolve) => resolve(value))
  if (node.type === 'NewExpression') {
    const executor = readExecutor(sourceCode, node);
    const settlement = executor && readSettlement(executor);
    return executor && settlement?.settles === 'resolve'
      ? { kind: 'constructor', node, value: settlement.value, fn: executor.fn, assumes: [] }
      : undefined;
  }
  if (node.type !== 'CallExpression' || node.optional) {
    return undefined;
  }
  const { callee } = node;
  const [argument, ...more] = node.arguments;
  // (async () => value)()
  if (isFunction(callee)) {
    const value = !argument && isImmediate(callee) ? readResult(callee) : undefined;
    return value && { kind: 'async-function', node, value, fn: callee, assumes: [] };
  }
  if (!argument || more.length > 0 || argument.type === 'SpreadElement') {
    return undefined;
  }
  // Promise.resolve(value)
  if (readPromiseStatic(sourceCode, node) === 'resolve') {
    return { kind: 'resolve', node, value: argument, assumes: [] };
  }
  // value.then((result) => result)
  if (
    callee.type !== 'MemberExpression' ||
    callee.optional ||
    callee.object.type === 'Super' ||
    readKey(callee) !== 'then' ||
    !isIdentity(argument)
  ) {
    return undefined;
  }
  const receiver = classifyPromise(sourceCode, callee.object);
  return receiver === 'plain'
    ? undefined
    : {
        kind: 'identity-then',
        node,
        value: callee.object,
        assumes: receiver === 'native' ? [] : ['receiver-is-promise'],
      };
}

/**
 * @param {FunctionNode} fn
 * @returns {boolean} Whether calling it with no arguments just runs its body in an async function.
 */
export function isImmediate(fn) {
  return fn.async && !fn.generator && fn.params.length === 0;
}

/**
 *     async () => value    async () => { return value; }    async () => await value
 *
 * The last is left out of its `await`: that of the caller waits for the same.
 *
 * @param {FunctionNode} fn
 * @returns {TSESTree.Expression | undefined}
 */
function readResult({ body }) {
  const value = body.type === 'BlockStatement' ? readReturned(body) : body;
  return value?.type === 'AwaitExpression' ? value.argument : value;
}

/**
 * @param {TSESTree.BlockStatement} block
 * @returns {TSESTree.Expression | undefined}
 */
function readReturned({ body: [statement, ...more] }) {
  return statement?.type === 'ReturnStatement' && more.length === 0
    ? (statement.argument ?? undefined)
    : undefined;
}

/**
 *     (value) => value    async (value) => { return value; }    function (value) { return value; }
 *
 * @param {TSESTree.Node} fn
 * @returns {boolean}
 */
export function isIdentity(fn) {
  if (!isFunction(fn) || fn.generator || fn.params.length !== 1) {
    return false;
  }
  const [parameter] = fn.params;
  const result = fn.body.type === 'BlockStatement' ? readReturned(fn.body) : fn.body;
  return (
    parameter?.type === 'Identifier' &&
    result?.type === 'Identifier' &&
    result.name === parameter.name
  );
}

/**
 * @param {PatternContext} context
 * @param {Layer} layer
 * @param {boolean} losesType Whether a type that is written on the promise would be lost.
 * @returns {Refusal | undefined} Why the value cannot stand in the promise's place.
 */
export function refuseLayer({ sourceCode, options }, layer, losesType) {
  const { node, value, fn, assumes } = layer;
  const missing = assumes.find((id) => !options.assumable.has(id));
  if (missing) {
    return missingEvidence(missing);
  }
  const type = losesType ? readTypes(node, fn) : undefined;
  if (type) {
    return { reason: 'type-lost', subject: `\`${textOf(sourceCode, type)}\`` };
  }
  const frame = fn && value && refuseFrame(sourceCode, fn, value);
  if (frame) {
    return frame;
  }
  const gaps = value ? gapsAround(sourceCode, node, value) : [node.range];
  return gaps.some(([start, end]) => hasCommentBetween(sourceCode, start, end))
    ? { reason: 'comment-in-the-way' }
    : undefined;
}

/**
 *     await (Promise.resolve(value) as Promise<Type>)
 *
 * @param {PatternContext} context
 * @param {TSESTree.Expression} argument Of the `await`.
 * @param {TSESTree.Expression} promise The argument without its casts.
 * @param {boolean} isUsed Whether anything is done with the awaited value.
 * @returns {Refusal | undefined} Why the casts cannot go with the promise.
 */
export function refuseCast({ sourceCode }, argument, promise, isUsed) {
  for (let cast = /** @type {TSESTree.Node} */ (argument); isUsed && cast !== promise;) {
    const { typeAnnotation, expression } = /** @type {TSESTree.TSAsExpression} */ (cast);
    if (typeAnnotation) {
      return { reason: 'type-lost', subject: `\`${textOf(sourceCode, typeAnnotation)}\`` };
    }
    cast = expression;
  }
  const gaps = gapsAround(sourceCode, argument, promise);
  return gaps.some(([start, end]) => hasCommentBetween(sourceCode, start, end))
    ? { reason: 'comment-in-the-way' }
    : undefined;
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {FunctionNode} fn
 * @param {TSESTree.Node} value The part of its code that leaves it.
 * @returns {Refusal | undefined} What means something else outside the function.
 */
export function refuseFrame(sourceCode, fn, value) {
  const uses = frameUses(sourceCode, fn);
  const isArrow = fn.type === 'ArrowFunctionExpression';
  const bound = isArrow ? undefined : (uses.this[0] ?? uses.arguments[0]);
  if (bound) {
    return { reason: 'scope-of-wrapper', subject: `\`${textOf(sourceCode, bound)}\`` };
  }
  if (uses.evaluates || (uses.others && !isArrow)) {
    return { reason: 'scope-of-wrapper', subject: 'its code' };
  }
  if (fn.id && usesOwnName(sourceCode, fn)) {
    return { reason: 'scope-of-wrapper', subject: `\`${fn.id.name}\`` };
  }
  const isName = ['await', 'yield'].some((name) => mentionsName(sourceCode, value, name));
  return isName ? { reason: 'await-as-name' } : undefined;
}

/**
 *     new Promise<User>(…)    Promise.resolve<User>(…)
 *
 * @param {TSESTree.Expression} node A promise.
 * @returns {TSESTree.Node | undefined} The one type that it is said to settle with.
 */
export function readTypeArgument(node) {
  const { typeArguments } = /** @type {TSESTree.NewExpression} */ (node);
  const [type, ...more] = typeArguments?.params ?? [];
  return more.length === 0 ? type : undefined;
}

/**
 * @param {TSESTree.Node} node
 * @param {FunctionNode | undefined} fn
 * @returns {TSESTree.Node | undefined} A type that is written on the promise.
 */
export function readTypes(node, fn) {
  const typed = /** @type {{ typeArguments?: TSESTree.Node }} */ (node).typeArguments;
  const annotations = fn?.params.map(
    (parameter) => /** @type {TSESTree.Identifier} */ (parameter).typeAnnotation,
  );
  return typed ?? fn?.returnType ?? annotations?.find(Boolean);
}
