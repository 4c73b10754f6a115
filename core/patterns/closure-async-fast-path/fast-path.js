/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Exit } from '../../analysis/flow/control-flow.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { enclosingFunction, isFunction } from '../../analysis/syntax/functions.js';
import { readKey } from '../../analysis/modules/modules.js';
import { constantOf, isGlobal, variableOf } from '../../analysis/syntax/scopes.js';

/** Methods that hand out what is there already. */
const LOOK_UPS = new Set(['at', 'get', 'getItem', 'has', 'peek', 'slice']);

/**
 * @param {Exit} exit
 * @returns {boolean} Whether the function answers there with what it has: nothing, a value, a
 *   look-up, a promise of a value, or a callback of its caller.
 */
export function isSynchronousExit({ kind, value }) {
  return kind !== 'throw' && (!value || isReady(value));
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean}
 */
function isReady(node) {
  switch (node.type) {
    case 'Identifier':
    case 'Literal':
    case 'ThisExpression':
    case 'Super':
      return true;
    case 'MemberExpression':
      return isReady(node.object) && (!node.computed || isReady(node.property));
    case 'CallExpression':
      return isReadyCall(node);
    case 'ArrayExpression':
      return node.elements.every((element) => !element || isReady(element));
    case 'ObjectExpression':
      return node.properties.every((property) =>
        property.type === 'Property' ? isReady(property.value) : isReady(property.argument),
      );
    case 'SpreadElement':
    case 'UnaryExpression':
      return isReady(node.argument);
    case 'BinaryExpression':
    case 'LogicalExpression':
      return isReady(node.left) && isReady(node.right);
    case 'ConditionalExpression':
      return isReady(node.test) && isReady(node.consequent) && isReady(node.alternate);
    case 'TemplateLiteral':
      return node.expressions.every(isReady);
    case 'ChainExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
    case 'TSTypeAssertion':
      return isReady(node.expression);
    default:
      return false;
  }
}

/**
 * @param {TSESTree.CallExpression} node
 * @returns {boolean}
 */
function isReadyCall(node) {
  const { callee } = node;
  if (!node.arguments.every(isReady)) {
    return false;
  }
  if (callee.type === 'Identifier') {
    return isParameterOf(enclosingFunction(node), callee.name);
  }
  if (callee.type !== 'MemberExpression' || !isReady(callee.object)) {
    return false;
  }
  const key = readKey(callee) ?? '';
  return (
    LOOK_UPS.has(key) ||
    (key === 'resolve' && callee.object.type === 'Identifier' && callee.object.name === 'Promise')
  );
}

/**
 * @param {import('../../analysis/syntax/functions.js').FunctionNode | undefined} fn
 * @param {string} name
 * @returns {boolean}
 */
function isParameterOf(fn, name) {
  return fn?.params.some((param) => param.type === 'Identifier' && param.name === name) ?? false;
}

const CHAIN_METHODS = new Set(['then', 'catch', 'finally']);
const COMBINATORS = new Set(['all', 'allSettled', 'any', 'race']);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether the code shows that the node starts something asynchronous, so that a
 *   path through it is no fast path.
 */
export function startsAsyncWork(sourceCode, node) {
  switch (node.type) {
    case 'NewExpression':
      return isGlobal(sourceCode, node.callee, 'Promise');
    case 'CallExpression':
      return startsByCall(sourceCode, node);
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      // task(async () => …)
      return node.async && node.parent.type === 'CallExpression';
    default:
      return false;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} node
 * @returns {boolean}
 */
function startsByCall(sourceCode, { callee }) {
  if (callee.type === 'Identifier') {
    return isGlobal(sourceCode, callee, 'fetch') || isAsyncName(sourceCode, callee);
  }
  if (callee.type !== 'MemberExpression') {
    return false;
  }
  const key = readKey(callee) ?? '';
  return (
    CHAIN_METHODS.has(key) ||
    (COMBINATORS.has(key) && isGlobal(sourceCode, callee.object, 'Promise'))
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Identifier} node
 * @returns {boolean} Whether it names an async function of the file.
 */
function isAsyncName(sourceCode, node) {
  const variable = variableOf(sourceCode, node);
  const [definition] = variable?.defs ?? [];
  if (definition?.type === 'FunctionName') {
    return /** @type {any} */ (definition.node).async === true;
  }
  const init = constantOf(sourceCode, node);
  return isFunction(init) && init.async;
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether the node is a statement that only calls something, other than what the
 *   caller gave for an answer.
 */
export function startsOtherWork(node) {
  if (node.type !== 'ExpressionStatement' || node.expression.type !== 'CallExpression') {
    return false;
  }
  const { callee } = node.expression;
  return callee.type !== 'Identifier' || !isParameterOf(enclosingFunction(node), callee.name);
}
