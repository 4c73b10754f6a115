/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { withoutCasts } from '../analysis/syntax/casts.js';
import { returnedBy } from '../analysis/syntax/functions.js';
import { readFunction } from '../analysis/syntax/definitions.js';
import { readKey } from '../analysis/modules/modules.js';
import { classifyPromise } from '../analysis/promises/promises.js';
import { constantOf, variableOf } from '../analysis/syntax/scopes.js';
import { readDeferred } from './deferreds.js';
import { canonicalMethod } from './libraries.js';
import { isDeclaredPromise, readStatic } from './library.js';
import { readAsyncMethod } from './promisified-objects.js';

/** Methods that hardly anything but a promise of bluebird or its kin has. */
export const TELLING_METHODS = new Set([
  'asCallback',
  'caught',
  'fin',
  'lastly',
  'mapSeries',
  'nodeify',
  'reflect',
  'spread',
  'tap',
  'tapCatch',
  'thenReject',
  'thenResolve',
  'thenReturn',
  'thenThrow',
]);

/** Methods that give a promise where they are called on one. */
const PROMISE_METHODS = new Set([
  'all',
  'any',
  'bind',
  'call',
  'catch',
  'catchReturn',
  'catchThrow',
  'delay',
  'done',
  'each',
  'error',
  'filter',
  'finally',
  'get',
  'map',
  'props',
  'race',
  'reduce',
  'return',
  'some',
  'throw',
  'timeout',
]);

/** Statics that give something else than a promise. */
const NO_PROMISE = new Set([
  'coroutine',
  'defer',
  'denodeify',
  'is',
  'method',
  'pending',
  'promisify',
  'promisifyAll',
]);

/** How many variables and functions are followed. */
const MAX_DEPTH = 20;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} link `receiver.method(…)`
 * @param {number} [depth]
 * @returns {boolean} Whether the receiver is a promise: what the file does with it says so, or the
 *   method's name.
 */
export function isPromiseMethod(sourceCode, { callee, arguments: parameters }, depth = MAX_DEPTH) {
  if (callee.type !== 'MemberExpression' || depth === 0) {
    return false;
  }
  if (isNativeAtTimes(sourceCode, callee.object, depth)) {
    return false;
  }
  return (
    isTelling(sourceCode, { callee, arguments: parameters }) ||
    isPromise(sourceCode, callee.object, depth - 1)
  );
}

/**
 *     function load(key) { if (cache[key]) return Bluebird.resolve(cache[key]); return (async () => …)(); }
 *     load(key).catch(NotFound, …)
 *
 * What is native takes `NotFound` for the handler.
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} expression
 * @param {number} depth
 * @returns {boolean} Whether it is a promise of the engine's own on some way, for certain.
 */
function isNativeAtTimes(sourceCode, expression, depth) {
  const node = withoutCasts(expression);
  if (depth === 0 || classifyPromise(sourceCode, node) === 'native') {
    return depth > 0;
  }
  const isNative = (/** @type {TSESTree.Node | null} */ value) =>
    value !== null && isNativeAtTimes(sourceCode, value, depth - 1);
  switch (node.type) {
    case 'Identifier':
      return isNative(constantOf(sourceCode, node) ?? null);
    case 'ConditionalExpression':
      return isNative(node.consequent) || isNative(node.alternate);
    case 'CallExpression': {
      const { callee } = node;
      if (callee.type === 'MemberExpression') {
        return /^(?:catch|finally|then)$/u.test(readKey(callee) ?? '') && isNative(callee.object);
      }
      const fn = readFunction(sourceCode, callee);
      return fn !== undefined && !fn.generator && returnedBy(sourceCode, fn).some(isNative);
    }
    default:
      return false;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Pick<TSESTree.CallExpression, 'arguments' | 'callee'>} link
 * @returns {boolean} Whether the method's name says what it is called on.
 */
function isTelling(sourceCode, { callee, arguments: parameters }) {
  const key = (callee.type === 'MemberExpression' && readKey(callee)) || '';
  return (
    canonicalMethod(sourceCode, key) !== '' &&
    (TELLING_METHODS.has(key) || (key === 'catch' && parameters.length > 1))
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} expression
 * @param {number} [depth]
 * @returns {boolean} Whether it is a promise, of bluebird as far as the file shows.
 */
function isPromise(sourceCode, expression, depth = MAX_DEPTH) {
  const node = withoutCasts(expression);
  if (depth === 0 || classifyPromise(sourceCode, node) === 'native') {
    return false;
  }
  switch (node.type) {
    case 'NewExpression':
      return readStatic(sourceCode, node) === 'Promise';
    case 'Identifier': {
      const variable = variableOf(sourceCode, node);
      const init = constantOf(sourceCode, node);
      const [name] = variable?.identifiers ?? [];
      return (
        isDeclaredPromise(sourceCode, /** @type {any} */ (name)?.typeAnnotation) ||
        (init !== undefined && isPromise(sourceCode, init, depth - 1))
      );
    }
    // deferred.promise
    case 'MemberExpression':
      return readDeferred(sourceCode, node) !== undefined;
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].some((side) =>
        isPromise(sourceCode, side, depth - 1),
      );
    case 'CallExpression':
      return isPromiseCall(sourceCode, node, depth);
    default:
      return false;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether it gives a function that gives promises of bluebird.
 */
function isPromisified(sourceCode, call) {
  return /^(?:coroutine|method|promisify)$/u.test(readStatic(sourceCode, call) ?? '');
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {number} depth
 * @returns {boolean}
 */
function isPromiseCall(sourceCode, call, depth) {
  const name = readStatic(sourceCode, call);
  if (name !== undefined) {
    return !NO_PROMISE.has(name) && (!name.includes('.') || name === 'q.delay');
  }
  const { callee } = call;
  if (readAsyncMethod(sourceCode, call)) {
    return true;
  }
  // Bluebird.promisify(fn)(…)
  if (callee.type === 'CallExpression') {
    return isPromisified(sourceCode, callee);
  }
  if (callee.type === 'Identifier') {
    const init = constantOf(sourceCode, callee);
    if (init?.type === 'CallExpression') {
      return isPromisified(sourceCode, init);
    }
  }
  if (callee.type === 'MemberExpression') {
    const key = readKey(callee) ?? '';
    return (
      key === 'then' ||
      isTelling(sourceCode, call) ||
      (PROMISE_METHODS.has(canonicalMethod(sourceCode, key)) &&
        isPromise(sourceCode, callee.object, depth - 1))
    );
  }
  const fn = readFunction(sourceCode, callee);
  if (!fn || fn.async || fn.generator) {
    return false;
  }
  if (isDeclaredPromise(sourceCode, fn.returnType)) {
    return true;
  }
  return returnedBy(sourceCode, fn).some(
    (value) => value !== null && isPromise(sourceCode, value, depth - 1),
  );
}
