/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { ObligationId } from '../../../contract/obligations.js' */
/** @import { PatternContext, Refusal } from '../../../contract/pattern.js' */
/** @import { Edit } from '../../../edits/edit.js' */

import { insertAfter, insertBefore, replaceRange } from '../../../edits/edit.js';
import { parenthesizedRange } from '../../../edits/parentheses.js';
import { textOf } from '../../../edits/trivia.js';
import { withTypes } from '../helper-types.js';
import { layOut } from '../lists/series.js';

/** How a method of a chain becomes another one. */

/**
 * @typedef {{ edits: Edit[], assumes: ObligationId[] } | { refusal: Refusal }} LinkResult
 */

/** @typedef {TSESTree.CallExpression & { callee: TSESTree.MemberExpression }} Link */

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} link
 * @returns {{ refusal: Refusal }}
 */
export function refuseLink({ sourceCode }, { callee }) {
  const property = callee.type === 'MemberExpression' ? callee.property : callee;
  return {
    refusal: { reason: 'library-method', subject: `\`.${textOf(sourceCode, property)}()\`` },
  };
}

/**
 * @param {Link} link
 * @param {string} name
 * @returns {Edit}
 */
export function renameLink({ callee }, name) {
  return replaceRange(callee.property.range, name);
}

/**
 * .method(…)  ->  .then(make(…))
 *
 * The arguments are evaluated when and where they were, whatever they are.
 *
 * @param {PatternContext} context
 * @param {Link} link
 * @param {string} name `then` or `catch`.
 * @param {string[]} maker A function that is given the arguments and makes the handler, for
 *   `withTypes`.
 * @param {ObligationId[]} [assumes]
 * @param {TSESTree.Node} [last] The last argument that the maker takes.
 * @returns {LinkResult}
 */
export function handOver(context, link, name, maker, assumes = [], last = link.arguments.at(-1)) {
  const { sourceCode } = context;
  const [first] = link.arguments;
  if (!first || !last) {
    return refuseLink(context, link);
  }
  return {
    edits: [
      renameLink(link, name),
      insertBefore(
        parenthesizedRange(sourceCode, first)[0],
        `(${layOut(sourceCode, link.callee.property.range[0], withTypes(context, maker))})(`,
      ),
      insertAfter(parenthesizedRange(sourceCode, last)[1], ')'),
    ],
    assumes,
  };
}
