/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { enclosingFunction } from '../../analysis/syntax/functions.js';
import { readKey } from '../../analysis/modules/modules.js';
import { isWithin, nodesWithin } from '../../analysis/syntax/nodes.js';
import { readsOf, variableOf } from '../../analysis/syntax/scopes.js';

/**
 *     exports.next = function (cb) {
 *       const number = last + 1;
 *       store.get(number, (err, item) => { last = number; cb(err, item); });
 *     };
 *
 * State that a function reads before it waits and writes behind the wait. Where the callee called back at once, nobody
 * could come between; once the function waits, another call of it can. Members under a key that the code computes are
 * left out: they are one for each key, as in a cache.
 *
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @param {FunctionNode} callback What runs behind the wait.
 * @returns {TSESTree.Node | undefined} Where it is written.
 */
export function findStateAround(sourceCode, fn, callback) {
  return [
    ...nodesWithin(sourceCode, 'AssignmentExpression', callback).map(({ left }) => left),
    ...nodesWithin(sourceCode, 'UpdateExpression', callback).map(({ argument }) => argument),
  ].find((target) =>
    target.type === 'Identifier'
      ? isVariableReadBefore(sourceCode, target, fn, callback)
      : target.type === 'MemberExpression' &&
        target.object.type === 'ThisExpression' &&
        isMemberReadBefore(sourceCode, target, fn, callback),
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Identifier} target
 * @param {FunctionNode} fn
 * @param {FunctionNode} callback
 * @returns {boolean}
 */
function isVariableReadBefore(sourceCode, target, fn, callback) {
  const variable = variableOf(sourceCode, target);
  return (
    variable !== undefined &&
    !variable.identifiers.some((name) => isWithin(/** @type {TSESTree.Node} */ (name), fn)) &&
    readsOf(variable).some(({ identifier }) =>
      runsBefore(/** @type {TSESTree.Node} */ (identifier), fn, callback),
    )
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.MemberExpression} target
 * @param {FunctionNode} fn
 * @param {FunctionNode} callback
 * @returns {boolean}
 */
function isMemberReadBefore(sourceCode, target, fn, callback) {
  const key = readKey(target);
  return (
    key !== undefined &&
    nodesWithin(sourceCode, 'MemberExpression', fn).some(
      (node) =>
        node.object.type === 'ThisExpression' &&
        readKey(node) === key &&
        !isWritten(node) &&
        runsBefore(node, fn, callback),
    )
  );
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it is given a value, and not asked for one.
 */
function isWritten({ parent, range }) {
  return (
    parent?.type === 'AssignmentExpression' &&
    parent.operator === '=' &&
    parent.left.range[0] === range[0]
  );
}

/**
 * @param {TSESTree.Node} node
 * @param {FunctionNode} fn
 * @param {FunctionNode} callback
 * @returns {boolean} Whether the function itself evaluates the node, in front of the callback.
 */
function runsBefore(node, fn, callback) {
  return node.range[1] <= callback.range[0] && enclosingFunction(node) === fn;
}
