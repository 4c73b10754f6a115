/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/functions.js' */
/** @import { PatternContext, Refusal } from '../../contract/pattern.js' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { StaticResult } from './results.js' */

import { isFunction } from '../../analysis/functions.js';
import { insertBefore, replaceRange } from '../../edits/edit.js';
import { usesAwaitAsName } from '../../edits/names.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import { hasCommentBetween } from '../../edits/trivia.js';
import { replaceCallee } from './callees.js';
import { refuseUsage, withPromise } from './results.js';
import { calleeOf } from './series.js';

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
 *
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @returns {StaticResult}
 */
export function writeMethod(context, call) {
  const { sourceCode } = context;
  const [fn, more] = call.arguments;
  if (!isFunction(fn) || more || fn.generator) {
    return refuseUsage(sourceCode, call);
  }
  const gaps = /** @type {[[number, number], [number, number]]} */ ([
    [call.range[0], fn.range[0]],
    [fn.range[1], call.range[1]],
  ]);
  if (gaps.some((gap) => hasCommentBetween(sourceCode, ...gap))) {
    return { refusal: { reason: 'comment-in-the-way' } };
  }
  const asynchronous = writeAsync(context, fn);
  if ('refusal' in asynchronous) {
    return asynchronous;
  }
  const isCalled = call.parent.type === 'CallExpression' && call.parent.callee === call;
  const [open, close] = isCalled || call.parent.type === 'MemberExpression' ? ['(', ')'] : ['', ''];
  return {
    edits: [replaceRange(gaps[0], open), ...asynchronous, replaceRange(gaps[1], close)],
    accepts: [],
    gives: 'function',
  };
}
