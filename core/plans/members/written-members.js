/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { enclosingFunction } from '../../analysis/syntax/functions.js';
import { readKey, readString } from '../../analysis/modules/modules.js';
import { nodesOfType } from '../../analysis/syntax/nodes.js';
import { isTarget } from '../../analysis/modules/property-writes.js';
import { constantOf, readConstantInit, variableOf } from '../../analysis/syntax/scopes.js';

/**
 * Which members a file gives other values, of whatever object.
 */

/** The key of a member that the code does not show. */
export const ANY = '*';

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.MemberExpression} member
 * @returns {string} The key, or that it may be any.
 */
export function writtenKey(sourceCode, member) {
  const constant = member.computed ? constantOf(sourceCode, member.property) : undefined;
  return readKey(member) ?? readString(constant) ?? ANY;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {string[]} The keys of all that is given a value, but of the file's own exports, of what it
 *   makes there, and of what a class makes.
 */
export function writtenMembers(sourceCode) {
  return nodesOfType(sourceCode, 'MemberExpression').flatMap((member) => {
    const { object } = member;
    return isTarget(member) &&
      !isExports(object) &&
      !isMade(sourceCode, object) &&
      (object.type !== 'ThisExpression' || isGivenThis(object))
      ? [writtenKey(sourceCode, member)]
      : [];
  });
}

/**
 *     (function () { this.load = … }).call(lib)        exports.use = function () { this.load = … }
 *
 * @param {TSESTree.ThisExpression} node
 * @returns {boolean} Whether it may be the exports of a module, and is not what a class makes.
 */
export function isGivenThis(node) {
  const fn = functionOfThis(node);
  const { parent } = fn ?? node;
  return (
    (!fn && !isOfClass(node)) ||
    parent.type === 'MemberExpression' ||
    (parent.type === 'Property' && !isPrototype(parent.parent)) ||
    (parent.type === 'AssignmentExpression' &&
      parent.left.type === 'MemberExpression' &&
      isExports(parent.left.object))
  );
}

/**
 * @param {TSESTree.ThisExpression} node
 * @returns {boolean} Whether it is not that of the module.
 */
export function hasOwnThis(node) {
  return functionOfThis(node) !== undefined || isOfClass(node);
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it stands in a class, in a field maybe.
 */
function isOfClass({ parent }) {
  return parent !== undefined && (parent.type === 'ClassBody' || isOfClass(parent));
}

/**
 * @param {TSESTree.ThisExpression} node
 * @returns {FunctionNode | undefined}
 */
function functionOfThis(node) {
  let fn = enclosingFunction(node);
  while (fn?.type === 'ArrowFunctionExpression') {
    fn = enclosingFunction(fn);
  }
  return fn;
}

/**
 * @param {TSESTree.Node} object
 * @returns {boolean} `Store.prototype = { … }`
 */
function isPrototype({ parent }) {
  return (
    parent?.type === 'AssignmentExpression' &&
    parent.left.type === 'MemberExpression' &&
    readKey(parent.left) === 'prototype'
  );
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} `exports`, `module.exports`
 */
export function isExports(node) {
  return (
    (node.type === 'Identifier' && node.name === 'exports') ||
    (node.type === 'MemberExpression' &&
      node.object.type === 'Identifier' &&
      node.object.name === 'module' &&
      readKey(node) === 'exports')
  );
}

/**
 *     const seen = {}; seen[key] = true
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} object
 * @returns {boolean} Whether it is an object that nothing else had before.
 */
function isMade(sourceCode, object) {
  const variable = variableOf(sourceCode, object);
  const init = variable && readConstantInit(variable);
  return (
    init?.keys.length === 0 &&
    /^(?:Array|Function|ArrowFunction|New|Object|Class)Expression$/u.test(init.init.type)
  );
}

/** Functions that give an object the members of others. */
const MIXERS = /^(?:assign|assignIn|defaults|defineProperties|extend|merge|mixin)$/u;

/** Functions that put something in the place of a member, or of all of them. */
const REPLACERS =
  /^(?:__define[GS]etter__|define\w*|fake|method|mock\w*|replace\w*|set|setPrototypeOf|spy\w*|stub\w*)$/u;

/**
 *     sinon.stub(lib, 'load')        Object.assign(lib, { load: stub })        Object.assign(lib, stubs)
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {string[]} The members that it may give to the first of its arguments.
 */
export function keysGiven(sourceCode, { callee, arguments: [, ...given] }) {
  const name =
    callee.type === 'MemberExpression'
      ? readKey(callee)
      : callee.type === 'Identifier'
        ? callee.name
        : undefined;
  if (MIXERS.test(name ?? '')) {
    return given.flatMap((each) =>
      each.type === 'ObjectExpression' ? keysOf(sourceCode, each) : [ANY],
    );
  }
  const [key] = given;
  const text = key && (readString(key) ?? readString(constantOf(sourceCode, key)));
  return text === undefined ? (REPLACERS.test(name ?? '') ? [ANY] : []) : [text];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.ObjectExpression} object
 * @returns {string[]}
 */
export function keysOf(sourceCode, { properties }) {
  return properties.map((property) => {
    if (property.type !== 'Property') {
      return ANY;
    }
    const { key, computed } = property;
    const constant = computed ? constantOf(sourceCode, key) : undefined;
    return readString(constant ?? key) ?? (!computed && key.type === 'Identifier' ? key.name : ANY);
  });
}
