/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { readFunction } from '../../analysis/syntax/definitions.js';
import { enclosingFunction, isFunction } from '../../analysis/syntax/functions.js';
import { readKey } from '../../analysis/modules/modules.js';
import { walk } from '../../analysis/syntax/nodes.js';
import { isCaught } from '../statements/flow.js';

/** Methods that call what they are given before they return. */
const SYNCHRONOUS =
  /^(?:each|every|filter|find|findIndex|flatMap|for(?:Each|In|Own)|map|reduce|reduceRight|some|sort)$/u;

/**
 * @param {TSESTree.Node} fn
 * @returns {boolean} Whether it is given to one of them.
 */
export function isCalledAtOnce({ parent }) {
  return parent?.type === 'CallExpression' && isSynchronous(parent.callee);
}

/**
 * @param {TSESTree.Node} node
 * @param {TSESTree.Node | undefined} around
 * @returns {FunctionNode | undefined} The function around the node that is not called at once, where the
 *   one is not met that is looked for.
 */
export function frameAcrossMethods(node, around) {
  let frame = enclosingFunction(node);
  while (frame && frame !== around && isCalledAtOnce(frame)) {
    frame = enclosingFunction(frame);
  }
  return frame;
}

/**
 * @param {TSESTree.Node} callee
 * @returns {boolean}
 */
function isSynchronous(callee) {
  return callee.type === 'MemberExpression' && SYNCHRONOUS.test(readKey(callee) ?? '');
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} first
 * @returns {TSESTree.Node | undefined} A `throw` that the function, or one of the file that it calls,
 *   may come to before it returns.
 */
export function findThrow(sourceCode, first) {
  const reached = new Set([first]);
  for (const fn of reached) {
    if (fn.async || fn.generator) {
      continue;
    }
    for (const node of walk(sourceCode, fn.body, (each) => !isFunction(each))) {
      if (isCaught(node, fn)) {
        continue;
      }
      if (node.type === 'ThrowStatement') {
        return node;
      }
      if (node.type === 'CallExpression') {
        calledBy(sourceCode, node).forEach((each) => reached.add(each));
      }
    }
  }
  return undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {FunctionNode[]} Functions of the file that it calls before it returns.
 */
function calledBy(sourceCode, { callee, arguments: given }) {
  return [callee, ...(isSynchronous(callee) ? given : [])]
    .map((node) => readFunction(sourceCode, node))
    .filter((fn) => fn !== undefined);
}
