/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { ownNodes } from '../../analysis/syntax/functions.js';
import { readKey } from '../../analysis/modules/modules.js';
import { isWithin, walk } from '../../analysis/syntax/nodes.js';
import { constantOf, variableOf } from '../../analysis/syntax/scopes.js';
import { textOf } from '../../edits/trivia.js';

/**
 * A place that a value is kept in: `cache.get(key)`, `cache[key]`, `this.value`, `value`.
 *
 * @typedef {object} Slot
 * @property {TSESTree.Node} cache
 * @property {TSESTree.Node | undefined} key
 */

/**
 * The early return of a value that is kept.
 *
 * @typedef {object} Hit
 * @property {Slot} slot
 * @property {TSESTree.Statement} statement That returns it.
 */

/**
 * @typedef {object} Store
 * @property {TSESTree.CallExpression | TSESTree.AssignmentExpression} node
 * @property {TSESTree.Expression} value
 */

/**
 *     if (cache.has(key)) return cache.get(key);
 *     const hit = cache.get(key); if (hit !== undefined) return hit;
 *     if (cache[key]) return cache[key];
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.BlockStatement} body Of a function.
 * @returns {Hit | undefined} The first one that comes before anything is awaited.
 */
export function readHit(sourceCode, body) {
  for (const statement of body.body) {
    if (hasAwait(sourceCode, statement)) {
      return undefined;
    }
    const returned = readGuard(statement);
    const slot = returned && readSlot(resolve(sourceCode, returned));
    if (slot && statement.type === 'IfStatement' && asksFor(sourceCode, statement.test, slot)) {
      return isOwn(sourceCode, slot, body) ? undefined : { slot, statement };
    }
  }
  return undefined;
}

/**
 *     let worker = idle.pop(); if (worker) return worker; worker = await start();
 *
 * @param {SourceCodeLike} sourceCode
 * @param {Slot} slot
 * @param {TSESTree.BlockStatement} body
 * @returns {boolean} Whether the slot is a variable of the function, which keeps nothing for the next call, and
 *   is not what a cache has for it.
 */
function isOwn(sourceCode, { cache, key }, body) {
  const [definition] = (key ? undefined : variableOf(sourceCode, cache))?.defs ?? [];
  return (
    definition !== undefined &&
    isWithin(definition.name, body) &&
    !(
      definition.node.type === 'VariableDeclarator' &&
      definition.node.init &&
      readSlot(definition.node.init)
    )
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @param {Hit} hit
 * @returns {Store | undefined} Where the function itself puts a value into the slot.
 */
export function readStore(sourceCode, fn, { slot, statement }) {
  for (const node of ownNodes(sourceCode, fn)) {
    if (isWithin(node, statement)) {
      continue;
    }
    if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression') {
      const [key, value, ...more] = node.arguments;
      const isSet = readKey(node.callee) === 'set' && key && value && more.length === 0;
      if (
        isSet &&
        value.type !== 'SpreadElement' &&
        isSame(sourceCode, { cache: node.callee.object, key }, slot)
      ) {
        return { node, value };
      }
    }
    if (node.type === 'AssignmentExpression' && node.operator === '=') {
      const target = readSlot(node.left);
      if (target && isSame(sourceCode, target, slot)) {
        return { node, value: resolve(sourceCode, node.right) };
      }
    }
  }
  return undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Statement} statement
 * @returns {boolean}
 */
function hasAwait(sourceCode, statement) {
  for (const node of walk(sourceCode, statement, ({ type }) => !/Function|^Class/u.test(type))) {
    if (node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await)) {
      return true;
    }
  }
  return false;
}

/**
 *     if (…) return value;
 *
 * @param {TSESTree.Statement} statement
 * @returns {TSESTree.Expression | undefined}
 */
function readGuard(statement) {
  if (statement.type !== 'IfStatement' || statement.alternate) {
    return undefined;
  }
  const { consequent } = statement;
  const only = consequent.type === 'BlockStatement' ? consequent.body : [consequent];
  const last = only.at(-1);
  return last?.type === 'ReturnStatement' ? (last.argument ?? undefined) : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression} node
 * @returns {TSESTree.Expression} What a constant of the function stands for.
 */
function resolve(sourceCode, node) {
  const constant = constantOf(sourceCode, node);
  return constant && readSlot(constant) ? constant : node;
}

/**
 * @param {TSESTree.Node} node
 * @returns {Slot | undefined}
 */
function readSlot(node) {
  switch (node.type) {
    case 'CallExpression': {
      const [key, ...more] = node.arguments;
      const { callee } = node;
      return callee.type === 'MemberExpression' &&
        readKey(callee) === 'get' &&
        key &&
        more.length === 0
        ? { cache: callee.object, key }
        : undefined;
    }
    case 'MemberExpression':
      return node.computed
        ? { cache: node.object, key: node.property }
        : { cache: node, key: undefined };
    case 'Identifier':
      return { cache: node, key: undefined };
    case 'TSNonNullExpression':
      return readSlot(node.expression);
    default:
      return undefined;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression} test
 * @param {Slot} slot
 * @returns {boolean} Whether the test asks whether the slot is filled.
 */
function asksFor(sourceCode, test, slot) {
  if (test.type === 'CallExpression' && test.callee.type === 'MemberExpression') {
    const [key] = test.arguments;
    return (
      readKey(test.callee) === 'has' &&
      key !== undefined &&
      isSame(sourceCode, { cache: test.callee.object, key }, slot)
    );
  }
  if (test.type === 'BinaryExpression') {
    if (test.operator === 'in') {
      return isSame(sourceCode, { cache: test.right, key: test.left }, slot);
    }
    const isNothing =
      (test.right.type === 'Literal' && test.right.value === null) ||
      (test.right.type === 'Identifier' && test.right.name === 'undefined');
    return (
      isNothing &&
      /^!==?$/u.test(test.operator) &&
      asksFor(sourceCode, /** @type {TSESTree.Expression} */ (test.left), slot)
    );
  }
  const asked = readSlot(resolve(sourceCode, test));
  return asked !== undefined && isSame(sourceCode, asked, slot);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Slot} left
 * @param {Slot} right
 * @returns {boolean} Whether the two are written alike.
 */
function isSame(sourceCode, left, right) {
  return (
    textOf(sourceCode, left.cache) === textOf(sourceCode, right.cache) &&
    (left.key && textOf(sourceCode, left.key)) === (right.key && textOf(sourceCode, right.key))
  );
}
