/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { FunctionNode } from './functions.js' */

import { oncePerFile } from './facts.js';
import { enclosingFunction } from './functions.js';
import { readKey, readString } from '../modules/modules.js';
import { nodesOfType } from './nodes.js';
import { enclosingPattern } from '../modules/property-writes.js';
import { constantOf, findVariable, readConstantInit } from './scopes.js';

/**
 * The values that a file gives the members of its objects and classes, by the members' names. Literals are left out: they
 * lead to nothing.
 *
 * @typedef {object} MemberDefinition
 * @property {unknown} owner The object with the member: a class's body, an object, or the text of one.
 * @property {TSESTree.Node | null} value
 */

/** The name of a member under one that the file does not show: `lib[name] = …`. */
export const UNNAMED = '*';

/** @type {(sourceCode: SourceCodeLike) => ReadonlyMap<string, readonly MemberDefinition[]>} Who defines a member of a name in the file. */
export const membersByName = oncePerFile((sourceCode) => {
  /** @type {Map<string, MemberDefinition[]>} */
  const found = new Map();
  const add = (
    /** @type {string | undefined} */ name,
    /** @type {unknown} */ owner,
    /** @type {TSESTree.Node | null} */ value,
  ) => {
    const key = name ?? UNNAMED;
    if (value?.type !== 'Literal') {
      const same = found.get(key) ?? [];
      same.push({ owner, value });
      found.set(key, same);
    }
  };
  for (const node of nodesOfType(sourceCode, 'Property')) {
    if (node.parent.type === 'ObjectExpression') {
      add(keyOf(sourceCode, node), ownerOfObject(sourceCode, node.parent), node.value);
      // Object.defineProperty(lib, 'load', { value(id, cb) {} })
      const call = node.parent.parent;
      if (call.type === 'CallExpression' && call.arguments[2] === node.parent) {
        add(readString(call.arguments[1]), undefined, node.value);
      }
    }
  }
  for (const type of /** @type {const} */ (['MethodDefinition', 'PropertyDefinition'])) {
    for (const node of nodesOfType(sourceCode, type)) {
      add(keyOf(sourceCode, node), node.parent, node.value);
    }
  }
  for (const { left, right } of nodesOfType(sourceCode, 'AssignmentExpression')) {
    if (left.type === 'MemberExpression') {
      const { property } = left;
      const key =
        property.type === 'PrivateIdentifier'
          ? `#${property.name}`
          : (readKey(left) ?? readString(constantOf(sourceCode, property)));
      add(key, ownerOfTarget(sourceCode, left.object), right);
    }
  }
  for (const member of nodesOfType(sourceCode, 'MemberExpression')) {
    // [Store.prototype.load] = stubs
    if (member.parent.type !== 'AssignmentExpression' && enclosingPattern(member)) {
      add(readKey(member), ownerOfTarget(sourceCode, member.object), null);
    }
  }
  return found;
});

/** @type {(sourceCode: SourceCodeLike) => ReadonlySet<string | undefined>} The names of members that the file gives a literal. */
export const literalMembers = oncePerFile(
  (sourceCode) =>
    new Set([
      ...nodesOfType(sourceCode, 'AssignmentExpression').map(({ left, right }) =>
        left.type === 'MemberExpression' && right.type === 'Literal' ? readKey(left) : undefined,
      ),
      ...nodesOfType(sourceCode, 'Property').map((node) =>
        node.value.type === 'Literal' ? keyOf(sourceCode, node) : undefined,
      ),
      ...nodesOfType(sourceCode, 'PropertyDefinition').map((node) =>
        node.value?.type === 'Literal' ? keyOf(sourceCode, node) : undefined,
      ),
    ]),
);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Property | TSESTree.MethodDefinition | TSESTree.PropertyDefinition} node
 * @returns {string | undefined}
 */
export function keyOf(sourceCode, { key, computed }) {
  switch (key.type) {
    case 'PrivateIdentifier':
      return `#${key.name}`;
    case 'Literal':
      return String(key.value);
    default:
      return computed || key.type !== 'Identifier'
        ? readString(constantOf(sourceCode, key) ?? key)
        : key.name;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression} object
 * @returns {unknown}
 */
export function ownerOfReceiver(sourceCode, object) {
  if (object.type === 'ThisExpression') {
    return ownerOfThis(sourceCode, object);
  }
  if (object.type === 'Identifier') {
    const variable = findVariable(sourceCode, object, object.name);
    const init = variable && readConstantInit(variable);
    if (init?.init.type === 'ThisExpression' && init.keys.length === 0) {
      return ownerOfThis(sourceCode, init.init);
    }
    if (init?.init.type === 'ObjectExpression' && init.keys.length === 0) {
      return ownerOfObject(sourceCode, init.init);
    }
  }
  return ownerOfTarget(sourceCode, object);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node `this`.
 * @returns {unknown} What has the method that it stands in.
 */
function ownerOfThis(sourceCode, node) {
  /** @type {FunctionNode | undefined} */
  let fn = enclosingFunction(node);
  while (fn?.type === 'ArrowFunctionExpression') {
    fn = enclosingFunction(fn);
  }
  const parent = fn?.parent;
  switch (parent?.type) {
    case 'MethodDefinition':
      return parent.parent;
    case 'Property':
      return parent.value === fn && parent.parent.type === 'ObjectExpression'
        ? ownerOfObject(sourceCode, parent.parent)
        : undefined;
    case 'AssignmentExpression':
      return parent.right === fn && parent.left.type === 'MemberExpression'
        ? ownerOfTarget(sourceCode, parent.left.object)
        : undefined;
    default:
      return undefined;
  }
}

/**
 *     Store.prototype = { … }    module.exports = { … }    const store = { … }
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.ObjectExpression} object
 * @returns {unknown}
 */
function ownerOfObject(sourceCode, object) {
  const { parent } = object;
  return parent.type === 'AssignmentExpression' && parent.left.type === 'MemberExpression'
    ? ownerOfTarget(sourceCode, parent.left)
    : object;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression} node The object whose member is written.
 * @returns {string | undefined}
 */
function ownerOfTarget(sourceCode, node) {
  const text = sourceCode.text.slice(...node.range);
  return /^[\w$]+(?:\.[\w$]+)*$/u.test(text) && !/^this\b/u.test(text)
    ? text.replace(/^module\.exports$/u, 'exports')
    : undefined;
}
