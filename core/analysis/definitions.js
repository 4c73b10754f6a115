/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../source/source-code.js' */
/** @import { FunctionNode } from './functions.js' */

import { isFunction } from './functions.js';
import { constantOf, variableOf, writesOf } from './scopes.js';

/** @typedef {TSESTree.ClassDeclaration | TSESTree.ClassExpression} ClassNode */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {FunctionNode | undefined} The function of the file that the expression is, or names.
 */
export function readFunction(sourceCode, node) {
  const definition = readDefinition(sourceCode, node, 'FunctionName');
  return isFunction(definition) ? definition : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {ClassNode | undefined} The class of the file that the expression is, or names.
 */
export function readClass(sourceCode, node) {
  const definition = readDefinition(sourceCode, node, 'ClassName');
  return definition?.type === 'ClassDeclaration' || definition?.type === 'ClassExpression'
    ? definition
    : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @param {'ClassName' | 'FunctionName'} type Of the declarations that are looked for.
 * @returns {TSESTree.Node | undefined} The node itself unless it is a name; else what the name is
 *   declared as, and never becomes anything else.
 */
function readDefinition(sourceCode, node, type) {
  if (node.type !== 'Identifier') {
    return node;
  }
  const variable = variableOf(sourceCode, node);
  if (!variable) {
    return undefined;
  }
  // Of two functions of a name, the last one counts from the begin.
  const definition = variable.defs.findLast((each) => each.type === type);
  if (definition) {
    return writesOf(variable).length === 0 ? definition.node : undefined;
  }
  return constantOf(sourceCode, node);
}
