/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { CallbackFunction } from './functions.js' */
/** @import { Translator } from './translator.js' */

import { oncePerFile } from '../../analysis/facts.js';
import { enclosingFunction } from '../../analysis/functions.js';
import { readKey, readString, resolveOrigin } from '../../analysis/modules.js';
import { nodesOfType } from '../../analysis/nodes.js';
import { enclosingPattern } from '../../analysis/property-writes.js';
import { constantOf, findVariable, readConstantInit } from '../../analysis/scopes.js';
import { textOf } from '../../edits/trivia.js';
import { callbackFunctionOfValue } from './functions.js';

/**
 * Methods of the file's own objects, as far as calls of them can be told:
 *
 *     this.load(id, cb)    self.load(id, cb)    exports.load(id, cb)
 *
 * Which function such a call reaches is up to the object: a subclass or a stub may have put another
 * in its place. The plan of the project says whether any other file of it defines a member of that
 * name; what is left (a user of the package who overrides it by one that calls back at once) is an
 * assumption, and reported as one.
 */

/**
 * @param {Pick<Translator, 'sourceCode' | 'context'>} translator
 * @param {TSESTree.CallExpression} call
 * @returns {CallbackFunction[] | undefined} The functions of the file that may be called: all that
 *   are defined under the name, one of them by the receiver; undefined if nothing is known.
 */
export function readMethods(translator, call) {
  const functions = readMethodDefinitions(translator, call)?.map(({ found }) => found);
  return functions?.every((found) => found?.index === call.arguments.length - 1)
    ? /** @type {CallbackFunction[]} */ (functions)
    : undefined;
}

/**
 * @param {Pick<Translator, 'sourceCode' | 'context'>} translator
 * @param {TSESTree.CallExpression} call
 * @returns {readonly Definition[] | undefined} All of the name, if one of them is the receiver's.
 */
export function readMethodDefinitions({ sourceCode, context }, { callee }) {
  if (callee.type !== 'MemberExpression' || callee.optional) {
    return undefined;
  }
  const { property } = callee;
  const isPrivate = property.type === 'PrivateIdentifier';
  const name = isPrivate ? `#${property.name}` : readKey(callee);
  if (name === undefined || (!isPrivate && context.isMemberElsewhere?.(name) !== false)) {
    return undefined;
  }
  const owner = ownerOfReceiver(sourceCode, callee.object);
  const definitions = definitionsByName(sourceCode).get(name) ?? [];
  const own = definitions.filter((definition) => definition.owner === owner);
  return owner !== undefined && own.length === 1 ? definitions : undefined;
}

/**
 *     class Store { load(id, cb) {…} open(cb) { this.load(1, cb); } }
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.MemberExpression} callee
 * @returns {readonly Definition[]} The one that the receiver has where it says so in the file; else all that it
 *   may have from elsewhere in it.
 */
export function definitionsMeant(sourceCode, callee) {
  const owner = ownerOfReceiver(sourceCode, callee.object);
  const definitions = definitionsByName(sourceCode).get(readKey(callee) ?? '') ?? [];
  const own = definitions.filter((each) => each.owner === owner);
  return owner !== undefined && own.length > 0
    ? own
    : callee.object.type === 'MemberExpression' || resolveOrigin(sourceCode, callee)
      ? []
      : definitions;
}

/**
 * @typedef {object} Definition
 * @property {unknown} owner What has the member: a class's body, an object, or the text of one.
 * @property {TSESTree.Node | null} value
 * @property {CallbackFunction | undefined} found Undefined for what takes no callback, or is no
 *   function.
 */

/** The name of a function that is a member under one that the file does not show: `lib[name] = …`. */
export const UNNAMED = '*';

/** @type {(sourceCode: SourceCodeLike) => ReadonlyMap<string, readonly Definition[]>} Who defines a member of a name in the file. */
export const definitionsByName = oncePerFile((sourceCode) => {
  /** @type {Map<string, Definition[]>} */
  const found = new Map();
  const add = (
    /** @type {string | undefined} */ name,
    /** @type {unknown} */ owner,
    /** @type {TSESTree.Node | null} */ value,
  ) => {
    const callback = value ? callbackFunctionOfValue(sourceCode, value) : undefined;
    const key = name ?? (callback && UNNAMED);
    if (key !== undefined && value?.type !== 'Literal') {
      const same = found.get(key) ?? [];
      same.push({ owner, value, found: callback });
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
function ownerOfReceiver(sourceCode, object) {
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
 * @param {TSESTree.Expression} node What a member is written to.
 * @returns {string | undefined}
 */
function ownerOfTarget(sourceCode, node) {
  const text = textOf(sourceCode, node);
  return /^[\w$]+(?:\.[\w$]+)*$/u.test(text) && !/^this\b/u.test(text)
    ? text.replace(/^module\.exports$/u, 'exports')
    : undefined;
}
