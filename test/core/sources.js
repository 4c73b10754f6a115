/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { SourceCodeLike } from '../../core/source/source-code.js' */

import { nodesOfType } from '../../core/analysis/syntax/nodes.js';
import { moduleScope } from '../../core/analysis/syntax/scopes.js';
import { createSourceCode } from '../../core/source/source-code.js';

/**
 * @param {string} text
 * @param {string} [path]
 * @returns {SourceCodeLike}
 */
export function read(text, path = 'example.js') {
  return createSourceCode(text, path);
}

/**
 * @template {TSESTree.Node['type']} Type
 * @param {SourceCodeLike} sourceCode
 * @param {`${Type}`} type
 * @param {number} [index]
 * @returns {Extract<TSESTree.Node, { type: Type }>} The node of that type, the first if not told.
 * @throws {Error} If there is none.
 */
export function nodeAt(sourceCode, type, index = 0) {
  const node = nodesOfType(sourceCode, type)[index];
  if (!node) {
    throw new Error(`${type} ${index} is not in ${sourceCode.text}`);
  }
  return /** @type {any} */ (node);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string} name
 * @returns {Variable} The variable of that name at the top of the file.
 * @throws {Error} If there is none.
 */
export function variableAt(sourceCode, name) {
  const variable = moduleScope(sourceCode).set.get(name);
  if (!variable) {
    throw new Error(`${name} is not declared in ${sourceCode.text}`);
  }
  return variable;
}
