/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Asking } from './promise-results.js' */
/** @import { Given } from './given-arguments.js' */

import { variableOf } from '../../analysis/scopes.js';
import { errorState } from './errors.js';
import { comesWith } from './missing-results.js';
import { isWaitedFor } from './thenable-results.js';

/**
 * What a callback gets wherever a function calls it, of which who waits would see less.
 */

/**
 * @param {Asking} asking
 * @param {readonly Given[]} calls
 * @returns {boolean} Whether somebody who waits would get the value of what it is called with.
 */
export function givesPromise(asking, calls) {
  return calls.some((given) => given.some((each) => each && isWaitedFor(asking, each)));
}

/**
 * @param {readonly Given[]} calls
 * @returns {number} The most results that they give; infinitely many where a list is spread.
 */
export function mostResults(calls) {
  return Math.max(
    0,
    ...calls.map((given) =>
      given.some((each) => each?.type === 'SpreadElement') ? Infinity : given.length - 1,
    ),
  );
}

/**
 *     cb(null, value); cb(err); (err, value) => cb(err, value)
 *
 * @param {SourceCodeLike} sourceCode
 * @param {readonly Given[]} calls
 * @returns {'error-with-result' | 'not-error-first' | undefined} What is the matter with a call of it that
 *   does not give an error alone or results, as far as there are any: what comes beside an error is what
 *   came with it.
 */
export function findOddCall(sourceCode, calls) {
  if (findBesideError(sourceCode, calls)) {
    return 'error-with-result';
  }
  return calls.some(([error]) => error && errorState(sourceCode, error, new Map()) === 'value')
    ? 'not-error-first'
    : undefined;
}

/**
 *     cb(err, partial)
 *
 * @param {SourceCodeLike} sourceCode
 * @param {readonly Given[]} calls
 * @returns {TSESTree.Node | undefined} A result that comes beside an error, and not with it.
 */
export function findBesideError(sourceCode, calls) {
  const scopes = {
    sourceCode,
    variableOf: (/** @type {TSESTree.Node} */ node) => variableOf(sourceCode, node),
  };
  return calls
    .filter(([error]) => error && errorState(sourceCode, error, new Map()) !== 'null')
    .flatMap(([error, ...results]) =>
      results.flatMap((each) => (each && error && !comesWith(scopes, each, error) ? [each] : [])),
    )[0];
}
