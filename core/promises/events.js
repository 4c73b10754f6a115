/** @import { TSESTree } from '@typescript-eslint/types' */

import { readKey } from '../analysis/modules/modules.js';

const LISTENING = new Set(['addListener', 'on', 'once']);

/**
 *     stream.on('end', node)
 *
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether an event calls it.
 */
export function isListener(node) {
  const call = node.parent;
  return (
    call?.type === 'CallExpression' &&
    call.arguments[1] === node &&
    call.callee.type === 'MemberExpression' &&
    LISTENING.has(readKey(call.callee) ?? '')
  );
}
