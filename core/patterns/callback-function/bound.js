/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/functions.js' */

import { isFunction } from '../../analysis/functions.js';

/**
 * Functions that are given to a call as they are, or with the `this` around them:
 *
 *     load(x, function (err) { this.done = !err; … }.bind(this))
 */

/**
 * @param {TSESTree.Node | undefined} argument
 * @returns {FunctionNode | undefined} The function that the argument is.
 */
export function givenFunction(argument) {
  if (isFunction(argument)) {
    return argument;
  }
  const fn =
    argument?.type === 'CallExpression' && argument.callee.type === 'MemberExpression'
      ? argument.callee.object
      : undefined;
  return isFunction(fn) && isBoundToThis(fn) ? fn : undefined;
}

/**
 * @param {FunctionNode} fn
 * @returns {boolean} Whether its `this` is that of the code around it.
 */
export function isBoundToThis({ parent, range }) {
  if (
    parent.type !== 'MemberExpression' ||
    parent.object.range !== range ||
    parent.computed ||
    parent.property.type !== 'Identifier' ||
    parent.property.name !== 'bind'
  ) {
    return false;
  }
  const call = parent.parent;
  const [first, ...more] = call.type === 'CallExpression' ? call.arguments : [];
  return first?.type === 'ThisExpression' && more.length === 0;
}
