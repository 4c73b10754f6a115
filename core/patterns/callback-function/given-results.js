/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { variableOf } from '../../analysis/scopes.js';
import { callOfCallback } from './callback-calls.js';
import { errorState } from './errors.js';
import { comesWith } from './missing-results.js';
import { isPromise } from './promise-results.js';

/**
 * What a callback gets wherever a function calls it, of which who waits would see less.
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Variable} callback
 * @returns {boolean} Whether somebody who waits would get the value of what it is called with.
 */
export function givesPromise(sourceCode, callback) {
  return argumentsOfCalls(callback).some((given) =>
    given.some((each) => isPromise({ sourceCode }, each)),
  );
}

/**
 *     cb(null, value); cb(err); (err, value) => cb(err, value)
 *
 * @param {SourceCodeLike} sourceCode
 * @param {Variable} callback
 * @returns {boolean} Whether each call of it gives an error alone or results, as far as there are any:
 *   what comes beside an error is what came with it.
 */
export function callsBackPlainly(sourceCode, callback) {
  const scopes = {
    sourceCode,
    variableOf: (/** @type {TSESTree.Node} */ node) => variableOf(sourceCode, node),
  };
  return argumentsOfCalls(callback).every(([error, ...results]) => {
    const state = errorState(sourceCode, error, new Map());
    return (
      !error ||
      state === 'null' ||
      (state !== 'value' && results.every((each) => comesWith(scopes, each, error)))
    );
  });
}

/**
 * @param {Variable} callback
 * @returns {TSESTree.CallExpressionArgument[][]} Of `cb(…)` and `cb.call(this, …)`.
 */
function argumentsOfCalls({ references }) {
  return references.flatMap(({ identifier }) => {
    const call = callOfCallback(/** @type {TSESTree.Node} */ (identifier));
    return call ? [call.arguments] : [];
  });
}
