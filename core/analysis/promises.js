/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from './functions.js' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { readFunction } from './definitions.js';
import { oncePerFile } from './facts.js';
import { isFunction, ownNodes } from './functions.js';
import { globalValues } from './global-values.js';
import { readKey, resolveOrigin } from './modules.js';
import { propertyWrites } from './property-writes.js';
import { findVariable, globalReferences, isGlobal, readConstantInit } from './scopes.js';

/**
 * Who is a promise, as far as the file proves it.
 *
 * - `native`: certainly a promise of the engine's own class, with the engine's own `then`.
 * - `plain`: certainly nothing that `await` would wait for: no promise, no thenable.
 * - `unknown`: anything else, above all what comes from elsewhere.
 *
 * @typedef {'native' | 'plain' | 'unknown'} Promisehood
 */

/** Calls of these on the global `Promise` give a native promise and never throw. */
const STATICS = new Set(['all', 'allSettled', 'any', 'race', 'reject', 'resolve', 'try']);

const METHODS = new Set(['then', 'catch', 'finally']);

/** Modules of Node whose functions are async or return a native promise. */
const PROMISE_MODULES = new Set([
  'dns/promises',
  'fs/promises',
  'readline/promises',
  'stream/promises',
  'timers/promises',
]);

/** Globals that give primitives, or objects without `then`, when they are called. */
export const PLAIN_FUNCTIONS = new Set([
  'Array',
  'BigInt',
  'Boolean',
  'Date',
  'Number',
  'RegExp',
  'String',
  'Symbol',
  'clearImmediate',
  'clearInterval',
  'clearTimeout',
  'decodeURI',
  'decodeURIComponent',
  'encodeURI',
  'encodeURIComponent',
  'isFinite',
  'isNaN',
  'parseFloat',
  'parseInt',
  'queueMicrotask',
]);

/** Globals whose instances have no `then`. */
const PLAIN_CLASSES = new Set([
  'AbortController',
  'Array',
  'ArrayBuffer',
  'Date',
  'Error',
  'Map',
  'RangeError',
  'RegExp',
  'Set',
  'SyntaxError',
  'TypeError',
  'URL',
  'URLSearchParams',
  'Uint8Array',
  'WeakMap',
  'WeakSet',
]);

/** How many variables and local functions are followed. */
const MAX_DEPTH = 6;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node An expression.
 * @param {number} [depth]
 * @returns {Promisehood}
 */
export function classifyPromise(sourceCode, node, depth = MAX_DEPTH) {
  if (depth === 0) {
    return 'unknown';
  }
  switch (node.type) {
    // A promise is never fulfilled with a thenable: the value that `await` gives is none.
    // https://tc39.es/ecma262/#sec-promise-resolve-functions
    case 'AwaitExpression':
    case 'ArrayExpression':
    case 'ArrowFunctionExpression':
    case 'BinaryExpression':
    case 'FunctionExpression':
    case 'Literal':
    case 'TemplateLiteral':
    case 'UnaryExpression':
    case 'UpdateExpression':
      return 'plain';
    case 'ObjectExpression':
      return isPlainObject(node) ? 'plain' : 'unknown';
    case 'ImportExpression':
      return 'native';
    case 'NewExpression':
      return classifyInstance(sourceCode, node);
    case 'CallExpression':
      return classifyCall(sourceCode, node, depth);
    case 'Identifier':
      return classifyVariable(sourceCode, node, depth);
    case 'AssignmentExpression':
      return node.operator === '=' ? classifyPromise(sourceCode, node.right, depth) : 'unknown';
    case 'SequenceExpression':
      return classifyAll(sourceCode, node.expressions.slice(-1), depth);
    case 'ConditionalExpression':
      return classifyAll(sourceCode, [node.consequent, node.alternate], depth);
    case 'LogicalExpression':
      return classifyAll(sourceCode, [node.left, node.right], depth);
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
    case 'TSTypeAssertion':
      return classifyPromise(sourceCode, node.expression, depth);
    default:
      return 'unknown';
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {readonly TSESTree.Node[]} nodes
 * @param {number} depth
 * @returns {Promisehood} What all of them are.
 */
function classifyAll(sourceCode, nodes, depth) {
  const kinds = new Set(nodes.map((node) => classifyPromise(sourceCode, node, depth - 1)));
  const [kind = 'unknown'] = kinds;
  return kinds.size === 1 ? kind : 'unknown';
}

/**
 * @param {TSESTree.ObjectExpression} node
 * @returns {boolean} Whether no key of the literal can be `then`.
 */
function isPlainObject({ properties }) {
  return properties.every((property) => {
    if (property.type !== 'Property' || property.computed) {
      return false;
    }
    const { key } = property;
    const name = key.type === 'Identifier' ? key.name : String(/** @type {any} */ (key).value);
    return name !== 'then' && name !== '__proto__';
  });
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.NewExpression} node
 * @returns {Promisehood}
 */
function classifyInstance(sourceCode, { callee }) {
  if (isNativeClass(sourceCode, callee)) {
    return 'native';
  }
  return callee.type === 'Identifier' &&
    PLAIN_CLASSES.has(callee.name) &&
    isGlobal(sourceCode, callee, callee.name)
    ? 'plain'
    : 'unknown';
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} node
 * @param {number} depth
 * @returns {Promisehood}
 */
function classifyCall(sourceCode, node, depth) {
  const { callee } = node;
  if (node.optional) {
    return 'unknown';
  }
  if (isFunction(callee)) {
    return classifyResult(sourceCode, callee, depth);
  }
  if (readPromiseStatic(sourceCode, node) !== undefined) {
    return 'native';
  }
  const receiver = readReceiver(node);
  if (receiver && classifyPromise(sourceCode, receiver, depth - 1) === 'native') {
    return 'native';
  }
  const called = callee.type === 'Identifier' && readFunction(sourceCode, callee);
  if (called) {
    return classifyResult(sourceCode, called, depth);
  }
  const origin = resolveOrigin(sourceCode, callee);
  if (origin?.kind === 'module') {
    const [first, ...rest] = origin.path;
    const isPromiseForm =
      (PROMISE_MODULES.has(origin.name) && origin.path.length === 1) ||
      (PROMISE_MODULES.has(`${origin.name}/promises`) && first === 'promises' && rest.length === 1);
    return isPromiseForm && !ITERATING.has(origin.path.at(-1) ?? '') ? 'native' : 'unknown';
  }
  return origin && origin.path.length === 0 && PLAIN_FUNCTIONS.has(origin.name)
    ? 'plain'
    : 'unknown';
}

/** Members of the promise modules that give something else: an iterator, a class, a watcher. */
const ITERATING = new Set([
  'createInterface',
  'glob',
  'setInterval',
  'watch',
  'setServers',
  'getServers',
]);

/**
 *     object.then(…)    object.catch(…)    object.finally(…)
 *
 * @param {TSESTree.CallExpression} node
 * @returns {TSESTree.Expression | undefined} The object.
 */
function readReceiver({ callee }) {
  return callee.type === 'MemberExpression' &&
    !callee.optional &&
    METHODS.has(readKey(callee) ?? '')
    ? callee.object
    : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Identifier} node
 * @param {number} depth
 * @returns {Promisehood}
 */
function classifyVariable(sourceCode, node, depth) {
  const variable = findVariable(sourceCode, node, node.name);
  if (!variable) {
    return node.name === 'undefined' || node.name === 'NaN' || node.name === 'Infinity'
      ? 'plain'
      : 'unknown';
  }
  const constant = readConstantInit(variable);
  if (!constant || constant.keys.length > 0 || !isInitialiser(constant.init)) {
    return 'unknown';
  }
  const kind = classifyPromise(sourceCode, constant.init, depth - 1);
  return hasMemberWrites(variable) ? 'unknown' : kind;
}

/**
 * A variable that is assigned later is undefined before.
 *
 * @param {TSESTree.Expression} init
 * @returns {boolean} Whether the value is given where the variable is declared.
 */
function isInitialiser(init) {
  return init.parent?.type === 'VariableDeclarator';
}

/**
 * @param {import('@typescript-eslint/scope-manager').Variable} variable
 * @returns {boolean} Whether the file gives the object another property, which may be `then`.
 */
function hasMemberWrites({ references }) {
  return references.some(({ identifier: { parent } }) => {
    const target = parent?.type === 'MemberExpression' ? parent.parent : undefined;
    return target?.type === 'AssignmentExpression' && target.left === parent;
  });
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @param {number} depth
 * @returns {Promisehood} What a call of the function gives if it does not throw.
 */
function classifyResult(sourceCode, fn, depth) {
  if (fn.generator) {
    // Generators and async generators have no `then`.
    return 'plain';
  }
  if (fn.async) {
    return 'native';
  }
  if (fn.body.type !== 'BlockStatement') {
    return classifyPromise(sourceCode, fn.body, depth - 1);
  }
  /** @type {TSESTree.Expression[]} */
  const results = [];
  for (const node of ownNodes(sourceCode, fn)) {
    if (node.type === 'ReturnStatement') {
      if (!node.argument) {
        return 'unknown';
      }
      results.push(node.argument);
    }
  }
  const last = fn.body.body.at(-1)?.type;
  const alwaysReturns = last === 'ReturnStatement' || last === 'ThrowStatement';
  return alwaysReturns && results.length > 0 ? classifyAll(sourceCode, results, depth) : 'unknown';
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether the node is the global `Promise` of a file that leaves it, and what the
 *   language looks up on it, as it is.
 */
export function isNativeClass(sourceCode, node) {
  return isGlobal(sourceCode, node, 'Promise') && !isPromiseReplaced(sourceCode);
}

/**
 *     Promise.resolve(…)
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} node
 * @returns {string | undefined} The name of the native static method that is called.
 */
export function readPromiseStatic(sourceCode, { callee, optional }) {
  if (optional || callee.type !== 'MemberExpression' || callee.optional) {
    return undefined;
  }
  const key = readKey(callee);
  return key !== undefined && STATICS.has(key) && isNativeClass(sourceCode, callee.object)
    ? key
    : undefined;
}

/** Writes of these change what `await` and `Promise.resolve` do. */
const LOOKED_UP = new Set([...STATICS, ...METHODS, 'constructor', 'prototype', '@@species']);

/**
 * Whether the file gives the global `Promise` another value, or another method that promises are
 * made or followed with: then nothing in it is certainly a native promise.
 *
 * @type {(sourceCode: SourceCodeLike) => boolean}
 */
export const isPromiseReplaced = oncePerFile((sourceCode) => {
  const values = globalValues(sourceCode);
  /** @type {(path: string, isHit: (key: string) => boolean) => boolean} */
  const writes = (path, isHit) =>
    values.at(path).some((node) => propertyWrites(sourceCode, node).some(({ key }) => isHit(key)));
  return (
    writes('', (key) => key === 'Promise') ||
    writes('Promise', (key) => LOOKED_UP.has(key)) ||
    writes('Promise.prototype', (key) => LOOKED_UP.has(key)) ||
    globalReferences(sourceCode, 'Promise').some(isWritten)
  );
});

/**
 * @param {TSESTree.Identifier} node
 * @returns {boolean} Whether the global is a target: `Promise = …`, `[Promise] = …`.
 */
function isWritten(node) {
  const { parent } = node;
  switch (parent.type) {
    case 'AssignmentExpression':
    case 'AssignmentPattern':
    case 'ForInStatement':
    case 'ForOfStatement':
      return parent.left === node;
    case 'ArrayPattern':
    case 'RestElement':
      return true;
    case 'Property':
      return parent.parent.type === 'ObjectPattern';
    default:
      return false;
  }
}
