/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext, Refusal } from '../../../contract/pattern.js' */
/** @import { Edit } from '../../../edits/edit.js' */

import { replaceRange } from '../../../edits/edit.js';
import { hasCommentBetween } from '../../../edits/trivia.js';
import { withTypes } from '../helper-types.js';
import { layOut } from '../lists/series.js';

/**
 * Bluebird.resolve(…)  ->  Promise.resolve(…)
 *
 * @param {TSESTree.CallExpression} call
 * @param {string} name
 * @returns {Edit[]} The line breaks and comments in the callee stay.
 */
export function renameStatic({ callee }, name) {
  if (callee.type === 'MemberExpression' && !callee.computed) {
    const { object } = callee;
    return object.type === 'Identifier'
      ? [replaceRange(object.range, 'Promise'), replaceRange(callee.property.range, name)]
      : [replaceRange([object.range[0], callee.property.range[1]], `Promise.${name}`)];
  }
  return [replaceRange(callee.range, `Promise.${name}`)];
}

/**
 * Bluebird.map<string, number>(…)  ->  Promise.all(…)
 *
 * @param {TSESTree.CallExpression | TSESTree.NewExpression} call
 * @param {readonly Edit[]} edits Of the call.
 * @returns {Edit[]} Takes out the types that another function has no parameters for.
 */
export function dropTypes({ typeArguments }, edits) {
  return typeArguments &&
    !edits.some(
      ({ range }) => range[1] >= typeArguments.range[1] && range[0] <= typeArguments.range[0],
    )
    ? [replaceRange(typeArguments.range, '')]
    : [];
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @param {string[]} lines For `withTypes`.
 * @returns {Edit[] | { refusal: Refusal }}
 */
export function replaceCallee(context, { callee }, lines) {
  const { sourceCode } = context;
  return hasCommentBetween(sourceCode, ...callee.range)
    ? { refusal: { reason: 'comment-in-the-way' } }
    : [replaceRange(callee.range, layOut(sourceCode, callee.range[0], withTypes(context, lines)))];
}
