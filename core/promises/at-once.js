/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../contract/pattern.js' */

import { isOnSomeWays } from '../analysis/flow/control-flow.js';
import { enclosingFunction } from '../analysis/syntax/functions.js';
import { nodesOfType } from '../analysis/syntax/nodes.js';

/** What the function may leave, or be left in, between two places. */
const LEAVING = /** @type {const} */ ([
  'AwaitExpression',
  'BreakStatement',
  'ContinueStatement',
  'ReturnStatement',
  'ThrowStatement',
  'YieldExpression',
]);

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} from Where a variable gets a promise.
 * @param {TSESTree.Node} read
 * @returns {boolean} Whether the function surely comes from there to the read in one turn: what waits
 *   for the promise later may come after its rejection.
 */
export function isReachedAtOnce({ sourceCode }, from, read) {
  const fn = enclosingFunction(from);
  if (enclosingFunction(read) !== fn || read.range[0] < from.range[1] || isOnSomeWays(read, from)) {
    return false;
  }
  return !LEAVING.some((type) =>
    nodesOfType(sourceCode, type).some(
      (node) =>
        from.range[1] <= node.range[0] &&
        node.range[1] <= read.range[0] &&
        enclosingFunction(node) === fn,
    ),
  );
}
