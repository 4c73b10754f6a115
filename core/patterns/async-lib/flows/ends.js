/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Pieces } from '../../../regions/build/region.js' */
/** @import { Region, Result } from '../../../regions/build/steps.js' */
/** @import { Translator } from '../../../callbacks/plan/translator.js' */

import { Refused, quote } from '../../../callbacks/plan/refused.js';

/**
 * What all flows share: what is known of their calls, and how their steps end.
 */

/** What is known of every such call, as of a callee. */
export const FLOW = {
  mayThrow: false,
  throwsEarly: true,
  isKnown: true,
  isValueFirst: false,
  /** Its steps write what there is to write. */
  write: () => undefined,
};

/**
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @param {number} count With the final callback.
 * @returns {[TSESTree.Expression, TSESTree.Expression]} The others; the second only if there are two.
 */
export function argumentsOf({ sourceCode }, call, count) {
  if (call.arguments.length !== count) {
    throw new Refused('flow-unsupported', quote(sourceCode, call.callee));
  }
  return /** @type {any} */ (call.arguments.slice(0, -1));
}

/**
 * @param {Result | undefined} result
 * @param {boolean} isReturned
 * @returns {Region} The end of a flow that gives no result.
 */
export function endWithNothing(result, isReturned) {
  if (isReturned) {
    return [{ type: 'exit', how: 'return' }];
  }
  return result
    ? [{ type: 'hold', keyword: result.keyword, name: [result.pattern], value: ['undefined'] }]
    : [];
}

/**
 * @param {Pieces} value
 * @param {Result | undefined} result
 * @param {boolean} isReturned
 * @returns {Region} The end of a flow that gives a value.
 */
export function endWith(value, result, isReturned) {
  if (isReturned) {
    return [{ type: 'exit', how: 'return', value }];
  }
  return [
    result
      ? { type: 'hold', keyword: result.keyword, name: [result.pattern], value }
      : { type: 'run', pieces: value },
  ];
}
