/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import {
  BARE_METHODS,
  PLAIN_FUNCTIONS,
  PLAIN_STATICS,
  TELLING_METHODS,
} from '../../packages/language.js';
import { PLAIN_MODULE_FUNCTIONS } from '../../packages/node.js';
import { isPlainAssertion } from '../environment/assertions.js';
import { ARRAY_TO_ARRAY } from './iterables.js';
import { readKey } from '../modules/modules.js';
import { untouchedOrigin } from '../modules/replaced-values.js';
import { isSettlingFunction } from '../promises/settling-functions.js';

/**
 * Calls that give no promise and no thenable for sure: `await` would change nothing.
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {boolean}
 */
export function isPlainCall(sourceCode, call) {
  const { callee } = call;
  if (call.optional || callee.type === 'Super') {
    return false;
  }
  if (
    isPlainFunction(sourceCode, callee, call.arguments.length) ||
    isPlainAssertion(sourceCode, call)
  ) {
    return true;
  }
  const key = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
  if (callee.type !== 'MemberExpression' || key === undefined) {
    return false;
  }
  const { object } = callee;
  return (
    ((TELLING_METHODS.has(key) || (BARE_METHODS.has(key) && call.arguments.length === 0)) &&
      isPlainReceiver(sourceCode, object)) ||
    ((ARRAY_TO_ARRAY.has(key) || /^(?:every|forEach|includes|join|some)$/u.test(key)) &&
      isArray(sourceCode, object))
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} callee
 * @param {number} count Of arguments: the second of `JSON.parse` may put functions into what it makes.
 * @returns {boolean} Whether what the function gives is no promise for sure.
 */
export function isPlainFunction(sourceCode, callee, count) {
  if (isSettlingFunction(sourceCode, callee)) {
    return true;
  }
  const origin = untouchedOrigin(sourceCode, callee);
  const path = origin ? [origin.name, ...origin.path].join('.') : '';
  if (origin?.kind === 'global') {
    return origin.path.length === 0
      ? PLAIN_FUNCTIONS.has(path)
      : PLAIN_STATICS.test(path) && (path !== 'JSON.parse' || count < 2);
  }
  return origin?.kind === 'module' && PLAIN_MODULE_FUNCTIONS.test(path.replace(/^node:/u, ''));
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node The object of the call. Objects of a project may have methods of any name,
 *   which may give promises.
 * @returns {boolean}
 */
function isPlainReceiver(sourceCode, node) {
  return (
    node.type === 'Literal' ||
    node.type === 'TemplateLiteral' ||
    node.type === 'ArrayExpression' ||
    (node.type === 'CallExpression' && isPlainCall(sourceCode, node))
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it is an array, as the methods say: `'a,b'.split(',').filter(Boolean)`.
 */
function isArray(sourceCode, node) {
  if (node.type === 'ArrayExpression') {
    return true;
  }
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') {
    return false;
  }
  const { object } = node.callee;
  const key = readKey(node.callee) ?? '';
  return (
    (key === 'split' && isPlainReceiver(sourceCode, object)) ||
    (ARRAY_TO_ARRAY.has(key) && isArray(sourceCode, object))
  );
}
