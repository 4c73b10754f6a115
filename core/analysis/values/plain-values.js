/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { isPlainAssertion } from '../environment/assertions.js';
import { isPlainCall } from './plain-calls.js';
import { classifyPromise, getsProperty } from '../promises/promises.js';
import { variableOf } from '../syntax/scopes.js';

/** @type {(variable: Variable) => boolean} */
const NONE = () => false;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @param {(variable: Variable) => boolean} [isSettled] Whether a variable holds what a promise was
 *   fulfilled with, which is never a promise.
 * @returns {boolean} Whether the value is no promise and no thenable for sure: `await` would change
 *   nothing.
 */
export function isPlain(sourceCode, node, isSettled = NONE) {
  return classifyPromise(sourceCode, node, knows) === 'plain';

  /** @type {(inner: TSESTree.Node) => 'plain' | 'unknown' | undefined} */
  function knows(inner) {
    switch (inner.type) {
      case 'JSXElement':
      case 'JSXFragment':
        return 'plain';
      case 'CallExpression':
        return isPlainCall(sourceCode, inner) ? 'plain' : 'unknown';
      case 'MemberExpression':
        return isPlainAssertion(sourceCode, inner) ? 'plain' : undefined;
      case 'Identifier': {
        const variable = variableOf(sourceCode, inner);
        return variable && isSettled(variable) && !getsProperty(variable, (key) => key === 'then')
          ? 'plain'
          : undefined;
      }
      default:
        return undefined;
    }
  }
}
