/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../analysis/syntax/functions.js' */
/** @import { PatternContext } from '../contract/pattern.js' */
/** @import { FlowReader } from './flow.js' */

import { enclosingFunction } from '../analysis/syntax/functions.js';
import { readKey, resolveOrigin } from '../analysis/modules/modules.js';
import { isGlobal, variableOf } from '../analysis/syntax/scopes.js';
import { isTestFunction } from '../analysis/environment/test-runners.js';
import { readStatic } from './library.js';
import { isPromiseMethod } from './receivers.js';

/**
 * Who waits for whatever promise it gets: a native one does there as well as one of bluebird.
 */

/** Methods of promises that wait for what their callbacks return. */
const ADOPTING_METHODS = new Set(
  'then catch caught ensure fail fin finally lastly otherwise tap tapCatch map mapSeries each filter reduce spread error done'.split(
    ' ',
  ),
);

/** Those that arrays have as well. */
const ARRAY_METHODS = new Set(['map', 'filter', 'reduce']);

/** Statics that wait for what their callbacks return. */
const ADOPTING_STATICS = new Set(
  'try attempt map mapSeries each filter later reduce method join spread using when'.split(' '),
);

/** Statics that wait for their argument, and for what is in it. */
const AWAITING_STATICS = new Set(
  'Promise all any cast delay each filter join list map mapSeries props race reduce resolve settled some spread fulfilled when'.split(
    ' ',
  ),
);

const NATIVE_STATICS = new Set(['all', 'allSettled', 'any', 'race', 'resolve']);

/** Packages that run generators, whose `yield` takes native promises as well. */
const COROUTINES = new Set(['co', 'co.wrap', 'coroutine']);

/**
 * @param {Pick<FlowReader, 'context'>} reader
 * @param {TSESTree.CallExpression | TSESTree.NewExpression} call
 * @returns {boolean} Whether the call waits for its arguments.
 */
export function isAwaitingCall({ context }, call) {
  if (call.type === 'NewExpression') {
    return false;
  }
  const { sourceCode } = context;
  const name = readStatic(sourceCode, call);
  if (name !== undefined) {
    return AWAITING_STATICS.has(name);
  }
  const { callee } = call;
  return (
    callee.type === 'MemberExpression' &&
    isGlobal(sourceCode, callee.object, 'Promise') &&
    NATIVE_STATICS.has(readKey(callee) ?? '')
  );
}

/**
 *     Promise.all([node])
 *
 * @param {Pick<FlowReader, 'context'>} reader
 * @param {TSESTree.ArrayExpression} list
 * @returns {boolean}
 */
export function isAwaitedList(reader, list) {
  const { parent } = list;
  if (parent.type === 'CallExpression' && parent.arguments[0] === list) {
    return isAwaitingCall(reader, parent);
  }
  // .then(() => [node]).spread(…)  is seen by bluebird's own method only.
  return false;
}

/**
 *     Promise.props({ key: node })
 *
 * @param {Pick<FlowReader, 'context'>} reader
 * @param {TSESTree.Property} property
 * @param {TSESTree.Node} node
 * @returns {boolean}
 */
export function isAwaitedStructure({ context }, property, node) {
  const object = property.parent;
  const call = object.parent;
  return (
    property.value === node &&
    object.type === 'ObjectExpression' &&
    call?.type === 'CallExpression' &&
    call.arguments[0] === object &&
    readStatic(context.sourceCode, call) === 'props'
  );
}

/**
 * @param {Pick<FlowReader, 'context'>} reader
 * @param {TSESTree.YieldExpression} node
 * @returns {boolean} Whether a coroutine waits for the operand.
 */
export function isInCoroutine({ context }, node) {
  const fn = enclosingFunction(node);
  const call = fn?.parent;
  if (node.delegate || call?.type !== 'CallExpression' || call.arguments[0] !== fn) {
    return false;
  }
  return isCoroutineCall(context, call);
}

/**
 * @param {Pick<FlowReader, 'context'>} reader
 * @param {FunctionNode} fn
 * @returns {boolean} Whether the function is a callback whose result is waited for.
 */
export function isHandler({ context }, fn) {
  const { sourceCode } = context;
  const call = fn.parent;
  if (call.type !== 'CallExpression' || call.callee === fn) {
    return false;
  }
  const name = readStatic(sourceCode, call);
  if (name !== undefined) {
    return ADOPTING_STATICS.has(name) || COROUTINES.has(name);
  }
  const { callee } = call;
  if (callee.type === 'Identifier') {
    const isTest = isTestFunction(callee.name) && !variableOf(sourceCode, callee);
    return isTest || isCoroutineCall(context, call);
  }
  if (callee.type !== 'MemberExpression') {
    return false;
  }
  const key = readKey(callee) ?? '';
  return (
    ADOPTING_METHODS.has(key) &&
    (!ARRAY_METHODS.has(key) ||
      (key === 'map' && isMappedIntoList(context, call)) ||
      isPromiseMethod(sourceCode, call))
  );
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @returns {boolean}
 */
function isCoroutineCall({ sourceCode }, call) {
  const origin = resolveOrigin(sourceCode, call.callee);
  return origin?.kind === 'module' && COROUTINES.has(origin.path.at(-1) ?? origin.name);
}

/**
 *     Promise.all(items.map((item) => node))
 *
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether what a `map` gives, of an array or of bluebird, is waited for.
 */
function isMappedIntoList(context, call) {
  const { parent } = call;
  return (
    parent.type === 'CallExpression' &&
    parent.arguments[0] === call &&
    isAwaitingCall({ context }, parent)
  );
}
