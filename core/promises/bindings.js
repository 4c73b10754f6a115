/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { withoutCasts } from '../analysis/syntax/casts.js';
import { readFunction } from '../analysis/syntax/definitions.js';
import { readKey } from '../analysis/modules/modules.js';
import { constantOf } from '../analysis/syntax/scopes.js';
import { readStatic } from './library.js';
import { resultsOf } from './values.js';

/** How many variables and functions are followed. */
const MAX_DEPTH = 8;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} promise
 * @param {number} [depth]
 * @returns {boolean | undefined} Whether the promise is bound; undefined where the file does not show it.
 */
export function isBoundTo(sourceCode, promise, depth = MAX_DEPTH) {
  const node = withoutCasts(promise);
  const follow = (/** @type {TSESTree.Node} */ next) => isBoundTo(sourceCode, next, depth - 1);
  if (depth === 0) {
    return undefined;
  }
  if (node.type === 'Identifier') {
    const init = constantOf(sourceCode, node);
    return init && follow(init);
  }
  if (node.type !== 'CallExpression') {
    return node.type === 'NewExpression' ? false : undefined;
  }
  const name = readStatic(sourceCode, node);
  if (name !== undefined) {
    return name === 'bind';
  }
  const { callee } = node;
  // Promise.method(load)()
  if (callee.type === 'CallExpression' && readStatic(sourceCode, callee) === 'method') {
    return false;
  }
  const fn = readFunction(sourceCode, callee);
  if (fn) {
    const results = fn.async
      ? []
      : resultsOf(sourceCode, fn).map((result) => (result ? follow(result) : false));
    return results.includes(true) || (results.includes(undefined) ? undefined : false);
  }
  if (callee.type !== 'MemberExpression') {
    return undefined;
  }
  return readKey(callee) === 'bind' || follow(callee.object);
}
