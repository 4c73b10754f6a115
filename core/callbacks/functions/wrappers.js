/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { CallbackFunction } from './functions.js' */

import { enclosingFunction } from '../../analysis/syntax/functions.js';
import { callOfCallback } from './callback-calls.js';
import { isNullish } from './functions.js';

/**
 * Functions that keep their callback and are async inside, as a conversion leaves them:
 *
 *     loadAsync(id).then(
 *       (value) => process.nextTick(() => cb(null, value)),
 *       (err) => process.nextTick(() => cb(err)),
 *     );
 */

/**
 * @param {CallbackFunction} found
 * @returns {boolean} Whether the function waits for a promise and then calls back: what it calls is
 *   async already.
 */
export function isWrapper({ callback }) {
  return callback.references.some(
    ({ identifier }) => callOfCallback(identifier) && settles(identifier),
  );
}

/**
 * @param {CallbackFunction} wrapper
 * @returns {'none' | 'one' | number} What it calls back with, beside the error.
 */
export function wrappedResults({ callback }) {
  const most = callback.references
    .map(({ identifier }) => callOfCallback(identifier)?.arguments ?? [])
    .filter(([first]) => !first || isNullish(first))
    .map((given) => (given.at(-1)?.type === 'SpreadElement' ? 2 : given.length - 1));
  const count = Math.max(0, ...most);
  return count > 1 ? count : count === 1 ? 'one' : 'none';
}

/**
 * @param {CallbackFunction} wrapper
 * @returns {boolean} Whether only a part of what it does is async: functions in it still use the callback.
 */
export function wrapsPartly({ fn, callback }) {
  return callback.references.some(
    ({ identifier }) => enclosingFunction(identifier) !== fn && !settles(identifier),
  );
}

/**
 * @param {TSESTree.Node} callback
 * @returns {boolean} `.then((value) => process.nextTick(() => cb(null, value)), …)`
 */
function settles(callback) {
  const deferred = enclosingFunction(callback);
  const deferral = deferred?.parent;
  const handler = deferral?.parent;
  const then = handler?.parent;
  return (
    deferred?.type === 'ArrowFunctionExpression' &&
    deferral?.type === 'CallExpression' &&
    isMethodCall(deferral, 'nextTick') &&
    handler?.type === 'ArrowFunctionExpression' &&
    then?.type === 'CallExpression' &&
    isMethodCall(then, 'then')
  );
}

/**
 * @param {TSESTree.CallExpression} call
 * @param {string} name
 * @returns {boolean}
 */
function isMethodCall({ callee }, name) {
  return (
    callee.type === 'MemberExpression' &&
    callee.property.type === 'Identifier' &&
    callee.property.name === name
  );
}
