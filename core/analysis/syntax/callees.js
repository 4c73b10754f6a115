/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { ClassNode } from './definitions.js' */
/** @import { FunctionNode } from './functions.js' */

import { withoutCasts } from './casts.js';
import { readClass, readFunction } from './definitions.js';
import { isFunction } from './functions.js';
import { readKey } from '../modules/modules.js';
import { constantOf } from './scopes.js';

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} expression
 * @returns {FunctionNode | undefined} The one function of the file that the expression stands for: a
 *   name, a method of the same class, of an instance that the file makes, or of the class itself, a
 *   property of an object that is only there to hold functions.
 */
export function readCallee(sourceCode, expression) {
  const node = withoutCasts(expression);
  if (isFunction(node)) {
    return node;
  }
  if (node.type === 'Identifier') {
    return readFunction(sourceCode, node);
  }
  const key = node.type === 'MemberExpression' ? readMemberKey(node) : undefined;
  if (node.type !== 'MemberExpression' || key === undefined) {
    return undefined;
  }
  if (node.object.type === 'ThisExpression') {
    return readMethod(classAround(node)?.body.body ?? [], key);
  }
  const holder = readHolder(sourceCode, withoutCasts(node.object));
  switch (holder?.type) {
    case 'ObjectExpression':
      return readMethod(holder.properties, key);
    // new Users().list
    case 'NewExpression':
      return readMember(sourceCode, readClass(sourceCode, holder.callee), key, false);
    case 'ClassDeclaration':
    case 'ClassExpression':
      return readMember(sourceCode, holder, key, true);
    default:
      return undefined;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} object
 * @returns {TSESTree.Node | undefined} The class that is named, or what makes the object.
 */
function readHolder(sourceCode, object) {
  if (object.type !== 'Identifier') {
    return object;
  }
  const constant = constantOf(sourceCode, object);
  return constant ? withoutCasts(constant) : readClass(sourceCode, object);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {ClassNode | undefined} definition
 * @param {string} key
 * @param {boolean} isStatic
 * @returns {FunctionNode | undefined} The method of the class or of one of the file that it extends.
 */
function readMember(sourceCode, definition, key, isStatic) {
  /** @type {Set<ClassNode>} */
  const seen = new Set();
  for (let own = definition; own && !seen.has(own);) {
    seen.add(own);
    const members = own.body.body.filter(
      (member) => 'static' in member && member.static === isStatic,
    );
    if (members.some((member) => hasKey(member, key))) {
      return readMethod(members, key);
    }
    own = own.superClass ? readClass(sourceCode, own.superClass) : undefined;
  }
  return undefined;
}

/** @typedef {TSESTree.ClassElement | TSESTree.ObjectLiteralElement} Member */

/**
 * @param {readonly Member[]} members
 * @param {string} key
 * @returns {FunctionNode | undefined}
 */
function readMethod(members, key) {
  const member = members.find((each) => hasKey(each, key));
  const value = member && 'value' in member ? member.value : undefined;
  return isFunction(value) ? value : undefined;
}

/**
 * @param {Member} member
 * @param {string} key As `readMemberKey` has it.
 * @returns {boolean}
 */
function hasKey(member, key) {
  return (
    (member.type === 'MethodDefinition' ||
      member.type === 'Property' ||
      member.type === 'PropertyDefinition') &&
    !member.computed &&
    ((member.key.type === 'Identifier' && member.key.name === key) ||
      (member.key.type === 'PrivateIdentifier' && `#${member.key.name}` === key))
  );
}

/**
 * @param {TSESTree.MemberExpression} node
 * @returns {string | undefined} Its key; `#key` for a private one.
 */
function readMemberKey(node) {
  return node.property.type === 'PrivateIdentifier' ? `#${node.property.name}` : readKey(node);
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
