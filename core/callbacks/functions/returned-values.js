/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { readFunction } from '../../analysis/syntax/definitions.js';
import { enclosingFunction, frameUses, isFunction } from '../../analysis/syntax/functions.js';
import { readKey } from '../../analysis/modules/modules.js';
import { oncePerFile } from '../../analysis/syntax/facts.js';
import { groupBy } from '../../analysis/syntax/group-by.js';
import { nodesOfType } from '../../analysis/syntax/nodes.js';
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
export function callGivesValue(sourceCode, call, seen) {
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
 * What is known of functions. One that gives no value calls none that does, so all that were asked with it
 * are known; one that does is known with those that hand its value on.
 *
 * @type {(sourceCode: SourceCodeLike) => Map<FunctionNode, boolean>}
 */
const knownGivers = oncePerFile(() => new Map());

/** @type {(sourceCode: SourceCodeLike) => ReadonlyMap<FunctionNode | undefined, TSESTree.ReturnStatement[]>} */
const returnsByFunction = oncePerFile((sourceCode) =>
  groupBy(nodesOfType(sourceCode, 'ReturnStatement'), enclosingFunction),
);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @param {Set<FunctionNode>} [asked] Those that are asked already, for the value that this one hands on.
 * @returns {boolean}
 */
export function givesValue(sourceCode, fn, asked) {
  const known = knownGivers(sourceCode);
  const answer = known.get(fn);
  if (answer !== undefined || asked?.has(fn)) {
    return answer === true;
  }
  const seen = asked ?? new Set();
  seen.add(fn);
  const gives = fn.async || fn.generator || returnsValue(sourceCode, fn, seen);
  if (gives) {
    known.set(fn, true);
  } else if (!asked) {
    seen.forEach((each) => known.set(each, false));
  }
  return gives;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @param {Set<FunctionNode>} seen
 * @returns {boolean}
 */
function returnsValue(sourceCode, fn, seen) {
  const isValue = (/** @type {TSESTree.Node | null} */ node) => mayBeValue(sourceCode, node, seen);
  return fn.body.type === 'BlockStatement'
    ? (returnsByFunction(sourceCode).get(fn) ?? []).some(({ argument }) => isValue(argument))
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
