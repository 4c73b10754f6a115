/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../contract/pattern.js' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { readKey } from '../analysis/modules/modules.js';
import { runsOn } from '../analysis/environment/node-floor.js';
import { canonicalMethod, libraryOf } from './libraries.js';

/** Methods that native promises have too. */
const SHARED_METHODS = new Set(['then', 'catch', 'finally']);

/** The first Node whose promises have `finally`. */
export const FINALLY = '10.0.0';

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} link
 * @returns {boolean} Whether native promises have the method, and it does the same there.
 */
export function isSharedLink(context, { arguments: parameters, callee, optional }) {
  const key = callee.type === 'MemberExpression' && !callee.optional ? readKey(callee) : undefined;
  return (
    key !== undefined &&
    !optional &&
    SHARED_METHODS.has(key) &&
    (key !== 'catch' || parameters.length < 2) &&
    (key !== 'finally' || runsOn(context, FINALLY)) &&
    // Q and when tell of progress.
    (key !== 'then' || parameters.length < 3 || !libraryOf(context.sourceCode)?.methods)
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} link
 * @returns {string | undefined} The first name of the method, if it is called plainly.
 */
export function methodOf(sourceCode, { callee, optional }) {
  if (callee.type !== 'MemberExpression' || callee.computed || callee.optional || optional) {
    return undefined;
  }
  return canonicalMethod(sourceCode, readKey(callee) ?? '');
}

/** Methods of bluebird's promises, by their first names; native ones have `catch` and `finally` as well. */
const LIBRARY_METHODS = new Set([
  'all',
  'any',
  'asCallback',
  'bind',
  'call',
  'cancel',
  'catch',
  'catchReturn',
  'catchThrow',
  'delay',
  'disposer',
  'done',
  'each',
  'error',
  'filter',
  'finally',
  'get',
  'isCancelled',
  'isFulfilled',
  'isPending',
  'isRejected',
  'map',
  'mapSeries',
  'props',
  'race',
  'reason',
  'reduce',
  'reflect',
  'return',
  'some',
  'spread',
  'suppressUnhandledRejections',
  'tap',
  'tapCatch',
  'throw',
  'timeout',
  'value',
]);

/**
 * @param {string} key Its first name.
 * @returns {boolean} Whether promises of bluebird have the method.
 */
export function isLibraryMethod(key) {
  return LIBRARY_METHODS.has(key);
}
