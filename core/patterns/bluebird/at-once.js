/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../contract/pattern.js' */

import { enclosingFunction } from '../../analysis/functions.js';
import { nodesOfType } from '../../analysis/nodes.js';

/** What the function may leave, or be left in, between two places. */
const LEAVING = /** @type {const} */ ([
  'AwaitExpression',
  'ReturnStatement',
  'ThrowStatement',
  'YieldExpression',
]);

const CHOOSING =
  /^(?:CatchClause|ConditionalExpression|DoWhileStatement|For(?:In|Of)?Statement|IfStatement|LogicalExpression|SwitchCase|WhileStatement)$/u;

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} from Where a variable gets a promise.
 * @param {TSESTree.Node} read
 * @returns {boolean} Whether the function surely comes from there to the read in one turn: what waits
 *   for the promise later may come after its rejection.
 */
export function isReachedAtOnce({ sourceCode }, from, read) {
  const fn = enclosingFunction(from);
  if (enclosingFunction(read) !== fn || read.range[0] < from.range[1]) {
    return false;
  }
  for (let node = read.parent; node && !contains(node, from); node = node.parent) {
    if (CHOOSING.test(node.type)) {
      return false;
    }
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

/**
 * @param {TSESTree.Node} outer
 * @param {TSESTree.Node} inner
 * @returns {boolean}
 */
function contains(outer, inner) {
  return outer.range[0] <= inner.range[0] && inner.range[1] <= outer.range[1];
}
