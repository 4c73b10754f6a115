/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../../analysis/syntax/functions.js' */
/** @import { PatternContext, Refusal } from '../../../contract/pattern.js' */
/** @import { Edit } from '../../../edits/edit.js' */
/** @import { StaticResult } from './results.js' */

import { isFunction } from '../../../analysis/syntax/functions.js';
import { insertBefore, replaceRange } from '../../../edits/edit.js';
import { usesAwaitAsName } from '../../../edits/names.js';
import { parenthesizedRange } from '../../../edits/parentheses.js';
import { hasCommentBetween } from '../../../edits/trivia.js';
import { replaceCallee } from './callees.js';
import { withTypes } from '../helper-types.js';
import { refuseUsage, withPromise } from './results.js';
import { calleeOf, layOut } from '../lists/series.js';
import { isFixed } from '../values.js';

/** Static methods whose function may throw, or give a value, and is a promise's all the same. */

/**
 * Bluebird.try(() => …)  ->  (async () => …)()
 *
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @returns {StaticResult}
 */
export function writeTry(context, call) {
  const { sourceCode } = context;
  const [fn, more] = call.arguments;
  if (!fn || more) {
    return refuseUsage(sourceCode, call);
  }
  if (!isFunction(fn)) {
    return withPromise(replaceCallee(context, call, calleeOf('try', 'item')));
  }
  const [start, end] = parenthesizedRange(sourceCode, fn);
  const gaps = /** @type {[number, number][]} */ ([
    [call.range[0], start],
    [end, call.range[1]],
  ]);
  if (fn.generator || gaps.some((gap) => hasCommentBetween(sourceCode, ...gap))) {
    return fn.generator
      ? refuseUsage(sourceCode, call)
      : { refusal: { reason: 'comment-in-the-way' } };
  }
  const asynchronous = writeAsync(context, fn);
  if ('refusal' in asynchronous) {
    return asynchronous;
  }
  const [before, after] = /** @type {[[number, number], [number, number]]} */ (gaps);
  return withPromise([replaceRange(before, '('), ...asynchronous, replaceRange(after, ')()')]);
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {Edit[] | { refusal: Refusal }} Makes the function async.
 */
function writeAsync({ sourceCode }, fn) {
  if (fn.async) {
    return [];
  }
  if (usesAwaitAsName(sourceCode, fn)) {
    return { refusal: { reason: 'await-as-name' } };
  }
  return [insertBefore(fn.range[0], 'async ')];
}

/**
 * Bluebird.method(function () {…})  ->  async function () {…}
 * Bluebird.method(load)             ->  async function (...args) { return load.apply(this, args); }
 *
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @returns {StaticResult}
 */
export function writeMethod(context, call) {
  const { sourceCode } = context;
  const [fn, more] = call.arguments;
  if (!fn || more || (isFunction(fn) && fn.generator)) {
    return refuseUsage(sourceCode, call);
  }
  const gaps = /** @type {[[number, number], [number, number]]} */ ([
    [call.range[0], fn.range[0]],
    [fn.range[1], call.range[1]],
  ]);
  if (gaps.some((gap) => hasCommentBetween(sourceCode, ...gap))) {
    return { refusal: { reason: 'comment-in-the-way' } };
  }
  if (!isFunction(fn)) {
    return fn.type === 'Identifier' && fn.name !== 'args' && isFixed(sourceCode, fn)
      ? { edits: wrapFunction(context, call, gaps), assumes: [], gives: 'function' }
      : refuseUsage(sourceCode, call);
  }
  const asynchronous = writeAsync(context, fn);
  if ('refusal' in asynchronous) {
    return asynchronous;
  }
  const isCalled = call.parent.type === 'CallExpression' && call.parent.callee === call;
  const [open, close] = isCalled || call.parent.type === 'MemberExpression' ? ['(', ')'] : ['', ''];
  return {
    edits: [replaceRange(gaps[0], open), ...asynchronous, replaceRange(gaps[1], close)],
    assumes: [],
    gives: 'function',
  };
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @param {readonly [[number, number], [number, number]]} gaps Around the name of the function.
 * @returns {Edit[]} Hands on the receiver where there can be one.
 */
function wrapFunction(context, call, [before, after]) {
  const { sourceCode } = context;
  if (call.parent.type === 'CallExpression' && call.parent.callee === call) {
    const { name } = /** @type {TSESTree.Identifier} */ (call.arguments[0]);
    const [opening = ''] = withTypes(context, [
      `(async (...args‹: Parameters<typeof ${name}>›) => `,
    ]);
    return [replaceRange(before, opening), replaceRange(after, '(...args))')];
  }
  const [open, close] = call.parent.type === 'MemberExpression' ? ['(', ')'] : ['', ''];
  const lay = (/** @type {string[]} */ lines) =>
    layOut(sourceCode, call.range[0], withTypes(context, lines));
  return [
    replaceRange(
      before,
      lay([`${open}async function (‹this: any, ›...args‹: any›) {`, '>return ']),
    ),
    replaceRange(after, lay(['.apply(this, args);', `}${close}`])),
  ];
}
