/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { endWithComma, findPunctuator } from '../../edits/trivia.js';

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression & { isApplied?: boolean }} call `isApplied`: of a function that is given to
 *   another one with its arguments behind it, which calls it: `async.apply(load, file)`.
 * @returns {number} Where its arguments begin: behind the parenthesis, or the comma.
 */
export function argumentsStart(sourceCode, { callee, isApplied = false, range: [, end] }) {
  return isApplied
    ? endWithComma(sourceCode, callee.range[1])
    : findPunctuator(sourceCode, callee.range[1], end, '(') + 1;
}
