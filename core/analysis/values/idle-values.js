/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { isFunction } from '../syntax/functions.js';
import { walk } from '../syntax/nodes.js';
import { mayThrow } from '../flow/throwing.js';

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether evaluating it does nothing.
 */
export function isIdle(sourceCode, node) {
  return (
    !mayThrow(sourceCode, node) &&
    (isFunction(node) ||
      [...walk(sourceCode, node, (inner) => !isFunction(inner))].every(
        ({ type }) => type !== 'CallExpression',
      ))
  );
}
