/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
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

/** How many names are followed that stand for each other. */
const MOST_NAMES = 4;

/**
 *     const load = (exports.load = function () {…});        exports.load = exports.read = load;
 *     const read = load;
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @param {'ClassName' | 'FunctionName'} type Of the declarations that are looked for.
 * @param {number} [names] How many more names are followed.
 * @returns {TSESTree.Node | undefined} The node itself unless it is a name, or what it assigns; else what the
 *   name is declared as, and never becomes anything else.
 */
function readDefinition(sourceCode, node, type, names = MOST_NAMES) {
  const value = valueAssigned(node);
  if (value.type !== 'Identifier') {
    return value;
  }
  const variable = variableOf(sourceCode, value);
  if (!variable) {
    return undefined;
  }
  // Of two functions of a name, the last one counts from the begin.
  const definition = variable.defs.findLast((each) => each.type === type);
  if (definition) {
    return writesOf(variable).length === 0 ? definition.node : undefined;
  }
  const constant = constantOf(sourceCode, value);
  return constant && /^(?:AssignmentExpression|Identifier)$/u.test(constant.type) && names > 0
    ? readDefinition(sourceCode, constant, type, names - 1)
    : constant;
}

/**
 * @param {TSESTree.Node} node
 * @returns {TSESTree.Node} What `exports.a = exports.b = value` gives; the node itself if it assigns nothing.
 */
function valueAssigned(node) {
  return node.type === 'AssignmentExpression' && node.operator === '='
    ? valueAssigned(node.right)
    : node;
}
