/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { ObligationId } from '../../../contract/obligations.js' */
/** @import { Refusal } from '../../../contract/pattern.js' */
/** @import { Edit } from '../../../edits/edit.js' */
/** @import { SourceCodeLike } from '../../../source/source-code.js' */

import { textOf } from '../../../edits/trivia.js';

/**
 * A static method of bluebird's and its replacement without bluebird.
 *
 * - `promise`: the call gives a promise.
 * - `function`: the call gives a function that gives promises.
 *
 * @typedef {object} Replacement
 * @property {Edit[]} edits
 * @property {ObligationId[]} assumes
 * @property {'promise' | 'function'} gives
 */

/** @typedef {Replacement | { refusal: Refusal }} StaticResult */

/** @typedef {TSESTree.CallExpression | TSESTree.NewExpression} StaticCall */

/**
 * @param {Edit[] | { refusal: Refusal }} written
 * @param {ObligationId[]} [assumes]
 * @returns {StaticResult}
 */
export function withPromise(written, assumes = []) {
  return 'refusal' in written ? written : { edits: written, assumes, gives: 'promise' };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {StaticCall} call
 * @returns {{ refusal: Refusal }}
 */
export function refuseUsage(sourceCode, call) {
  return {
    refusal: { reason: 'library-usage', subject: `\`${textOf(sourceCode, call.callee)}\`` },
  };
}
