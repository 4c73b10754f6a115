/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { ClassNode } from '../syntax/definitions.js' */
/** @import { FunctionNode } from '../syntax/functions.js' */

import { withoutCasts } from '../syntax/casts.js';
import { readClass, readFunction } from '../syntax/definitions.js';
import { ownNodes } from '../syntax/functions.js';
import { globalValues } from '../modules/global-values.js';
import { readKey } from '../modules/modules.js';
import { constantOf } from '../syntax/scopes.js';

const STATICS = new Set(['all', 'allSettled', 'any', 'race', 'reject', 'resolve', 'try']);
const METHODS = new Set(['then', 'catch', 'finally']);
const MAX_STEPS = 20;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {ClassNode} node
 * @param {number} [fuel] Steps left to follow.
 * @returns {boolean} Whether the class extends the native `Promise`, directly or through classes of
 *   the file.
 */
export function isPromiseSubclass(sourceCode, node, fuel = MAX_STEPS) {
  const { superClass } = node;
  if (!superClass || fuel === 0) {
    return false;
  }
  if (globalValues(sourceCode).paths.get(superClass) === 'Promise') {
    return true;
  }
  const parent = readClass(sourceCode, superClass);
  return parent !== undefined && isPromiseSubclass(sourceCode, parent, fuel - 1);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | null | undefined} expression
 * @param {number} [fuel] Steps left to follow.
 * @returns {ClassNode | undefined} The subclass of `Promise` that the expression is certain to give
 *   an instance of.
 */
export function readSubclassOf(sourceCode, expression, fuel = MAX_STEPS) {
  if (!expression || fuel === 0) {
    return undefined;
  }
  const node = withoutCasts(expression);
  switch (node.type) {
    case 'Identifier': {
      const constant = constantOf(sourceCode, node);
      return constant && readSubclassOf(sourceCode, constant, fuel - 1);
    }
    case 'NewExpression':
      return readSubclass(sourceCode, node.callee);
    case 'CallExpression':
      return readResult(sourceCode, node.callee, fuel - 1);
    default:
      return undefined;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression} callee
 * @param {number} fuel
 * @returns {ClassNode | undefined}
 */
function readResult(sourceCode, callee, fuel) {
  if (callee.type === 'MemberExpression') {
    const key = readKey(callee) ?? '';
    const owner = STATICS.has(key) ? readSubclass(sourceCode, callee.object) : undefined;
    if (owner) {
      return definesMember(owner, key, true) ? undefined : owner;
    }
    const receiver = METHODS.has(key) ? readSubclassOf(sourceCode, callee.object, fuel) : undefined;
    return receiver && !definesMember(receiver, key, false) && !definesSpecies(receiver)
      ? receiver
      : undefined;
  }
  const called = readFunction(sourceCode, callee);
  return called && !called.async && !called.generator
    ? readSubclassOf(sourceCode, onlyResult(sourceCode, called), fuel)
    : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression} node
 * @returns {ClassNode | undefined}
 */
function readSubclass(sourceCode, node) {
  const found = readClass(sourceCode, node);
  return found && isPromiseSubclass(sourceCode, found) ? found : undefined;
}

/**
 * @param {ClassNode} node
 * @param {string} key
 * @param {boolean} isStatic
 * @returns {boolean} Whether the class has a member of its own by that name, which may return
 *   anything.
 */
function definesMember(node, key, isStatic) {
  return node.body.body.some(
    (member) =>
      (member.type === 'MethodDefinition' || member.type === 'PropertyDefinition') &&
      member.static === isStatic &&
      member.key.type === 'Identifier' &&
      member.key.name === key,
  );
}

/**
 * @param {ClassNode} node
 * @returns {boolean} Whether the class says what its `then` makes: `static get [Symbol.species]`.
 */
function definesSpecies(node) {
  return node.body.body.some(
    (member) =>
      (member.type === 'MethodDefinition' || member.type === 'PropertyDefinition') &&
      member.static &&
      member.computed,
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {TSESTree.Node | undefined} What the function returns, if it returns in one place.
 */
function onlyResult(sourceCode, fn) {
  if (fn.body.type !== 'BlockStatement') {
    return fn.body;
  }
  const [first, ...more] = [...ownNodes(sourceCode, fn)].filter(
    ({ type }) => type === 'ReturnStatement',
  );
  return first?.type === 'ReturnStatement' && more.length === 0
    ? (first.argument ?? undefined)
    : undefined;
}
