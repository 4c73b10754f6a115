/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { readFunction } from '../../analysis/definitions.js';
import { enclosingFunction, frameUses, isFunction } from '../../analysis/functions.js';
import { readKey } from '../../analysis/modules.js';
import { isWithin, nodesOfType } from '../../analysis/nodes.js';
import { definitionsByName } from './methods.js';

/**
 * What functions of the file give beside calling back, which whoever returns a call of them hands on:
 *
 *     Git.prototype.run = function (args, done) { this.queue.push([args, done]); return this; };
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {Set<FunctionNode>} [seen]
 * @returns {boolean} Whether a function of the file that it may call gives a value.
 */
export function callGivesValue(sourceCode, call, seen = new Set()) {
  const { callee } = call;
  const name = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
  const functions =
    callee.type === 'Identifier'
      ? [readFunction(sourceCode, callee)]
      : ((name && definitionsByName(sourceCode).get(name)) || []).map(({ value }) => value);
  return functions.some(
    (fn) =>
      isFunction(fn) &&
      (fn.params.length >= call.arguments.length ||
        frameUses(sourceCode, fn).arguments.length > 0) &&
      givesValue(sourceCode, fn, seen),
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @param {Set<FunctionNode>} [seen] Those that are asked already.
 * @returns {boolean}
 */
export function givesValue(sourceCode, fn, seen = new Set()) {
  if (seen.has(fn)) {
    return false;
  }
  if (fn.async || fn.generator) {
    return true;
  }
  seen.add(fn);
  const isValue = (/** @type {TSESTree.Node | null} */ node) => mayBeValue(sourceCode, node, seen);
  return fn.body.type === 'BlockStatement'
    ? nodesOfType(sourceCode, 'ReturnStatement').some(
        (node) => isWithin(node, fn) && enclosingFunction(node) === fn && isValue(node.argument),
      )
    : isValue(fn.body);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | null} node What is returned.
 * @param {Set<FunctionNode>} seen
 * @returns {boolean} Whether somebody may make something of it. Calls of what nothing is known of are
 *   taken to give nothing, as those of callbacks do.
 */
function mayBeValue(sourceCode, node, seen) {
  const isValue = (/** @type {TSESTree.Node | null} */ each) => mayBeValue(sourceCode, each, seen);
  switch (node?.type) {
    case undefined:
      return false;
    case 'AssignmentExpression':
      return isValue(node.right);
    case 'CallExpression':
      return givesPromise(node) || callGivesValue(sourceCode, node, seen);
    case 'ConditionalExpression':
      return isValue(node.consequent) || isValue(node.alternate);
    case 'Identifier':
      return node.name !== 'undefined';
    case 'Literal':
      return node.value !== null || node.raw !== 'null';
    case 'LogicalExpression':
      return (node.operator !== '&&' && isValue(node.left)) || isValue(node.right);
    case 'SequenceExpression':
      return isValue(node.expressions.at(-1) ?? null);
    case 'UnaryExpression':
      return node.operator !== 'void';
    default:
      return true;
  }
}

/**
 *     new Promise(…).nodeify(callback)
 *
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether it is a method of promises, or one by which those of a library take a callback.
 */
function givesPromise({ callee }) {
  const name = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
  return /^(?:asCallback|catch|finally|nodeify|then)$/u.test(name ?? '');
}
