/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../source/source-code.js' */
/** @import { FunctionNode } from './functions.js' */

import { readFunction } from './definitions.js';
import { isFunction } from './functions.js';
import { readKey } from './modules.js';
import { findVariable, readConstantInit } from './scopes.js';

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {FunctionNode | undefined} The one function of the file that the expression stands for: a
 *   name, a method of the same class, a property of an object that is only there to hold functions.
 */
export function readCallee(sourceCode, node) {
  if (isFunction(node)) {
    return node;
  }
  if (node.type === 'Identifier') {
    return readFunction(sourceCode, node);
  }
  const key = node.type === 'MemberExpression' ? readKey(node) : undefined;
  if (node.type !== 'MemberExpression' || key === undefined) {
    return undefined;
  }
  if (node.object.type === 'ThisExpression') {
    return readMethod(classAround(node)?.body.body ?? [], key);
  }
  const variable =
    node.object.type === 'Identifier'
      ? findVariable(sourceCode, node.object, node.object.name)
      : undefined;
  const constant = variable && readConstantInit(variable);
  return constant?.keys.length === 0 && constant.init.type === 'ObjectExpression'
    ? readMethod(constant.init.properties, key)
    : undefined;
}

/**
 * @param {readonly (TSESTree.ClassElement | TSESTree.ObjectLiteralElement)[]} members
 * @param {string} key
 * @returns {FunctionNode | undefined}
 */
function readMethod(members, key) {
  for (const member of members) {
    if (
      (member.type === 'MethodDefinition' ||
        member.type === 'Property' ||
        member.type === 'PropertyDefinition') &&
      !member.computed &&
      member.key.type === 'Identifier' &&
      member.key.name === key
    ) {
      return isFunction(member.value) ? member.value : undefined;
    }
  }
  return undefined;
}

/**
 * @param {TSESTree.Node} node
 * @returns {TSESTree.ClassDeclaration | TSESTree.ClassExpression | undefined} The class that `this`
 *   is of.
 */
export function classAround(node) {
  for (let current = node.parent; current; current = current.parent) {
    if (current.type === 'ClassDeclaration' || current.type === 'ClassExpression') {
      return current;
    }
    const isMethod =
      current.parent?.type === 'MethodDefinition' || current.parent?.type === 'PropertyDefinition';
    if (
      current.type === 'FunctionDeclaration' ||
      (current.type === 'FunctionExpression' && !isMethod)
    ) {
      return undefined;
    }
  }
  return undefined;
}
