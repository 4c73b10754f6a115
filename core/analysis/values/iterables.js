/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../syntax/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { certainValue } from './certain-values.js';
import { readFunction } from '../syntax/definitions.js';
import { isFunction, ownNodes } from '../syntax/functions.js';
import { readKey } from '../modules/modules.js';
import { classifyPromise, readPromiseStatic } from '../promises/promises.js';
import { isGlobal, variableOf } from '../syntax/scopes.js';
import { readIterableType } from '../environment/types.js';

/**
 * The values that are certainly iterable, and certainly not asynchronously.
 *
 * @typedef {object} SyncIterable
 * @property {'array' | 'keyed' | 'string' | 'map' | 'set' | 'iterator' | 'generator'} kind `keyed`: an array of
 *   arrays or strings; `iterator`: one over an array, a map or a set.
 * @property {'plain' | 'native' | 'unknown'} elements Whether the elements are promises.
 */

/** How many variables are followed. */
const MAX_DEPTH = 6;

/** Methods of arrays that give arrays: with the same elements, with others, with unknown ones. */
const SAME_ELEMENTS = new Set([
  'copyWithin',
  'filter',
  'reverse',
  'slice',
  'sort',
  'toReversed',
  'toSorted',
]);
const OTHER_ELEMENTS = new Set([
  'concat',
  'fill',
  'flat',
  'flatMap',
  'splice',
  'toSpliced',
  'with',
]);

/** Methods that give an array where they are called on one. */
export const ARRAY_TO_ARRAY = new Set([...SAME_ELEMENTS, ...OTHER_ELEMENTS, 'map']);

const ITERATORS = new Set(['entries', 'keys', 'values']);

const TYPED_ARRAYS = new Set([
  'BigInt64Array',
  'BigUint64Array',
  'Float32Array',
  'Float64Array',
  'Int16Array',
  'Int32Array',
  'Int8Array',
  'URLSearchParams',
  'Uint16Array',
  'Uint32Array',
  'Uint8Array',
  'Uint8ClampedArray',
]);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node An expression.
 * @returns {SyncIterable | undefined} Undefined for anything that might be an async iterable, streams
 *   with their own `map` and `filter` above all. Types, where the parser offers them, say what the
 *   file does not show.
 */
export function readSyncIterable(sourceCode, node) {
  const typed = readIterableType(sourceCode, node);
  if (typed === 'async') {
    return undefined;
  }
  const shown = readShown(sourceCode, node, MAX_DEPTH);
  return typed && shown?.elements === 'unknown'
    ? { ...shown, elements: typed.elements }
    : (shown ?? typed);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @param {number} depth
 * @returns {SyncIterable | undefined} What the file itself shows.
 */
function readShown(sourceCode, node, depth) {
  if (depth === 0) {
    return undefined;
  }
  switch (node.type) {
    case 'ArrayExpression':
      return { kind: 'array', elements: elementsOf(sourceCode, node) };
    case 'Literal':
      return typeof node.value === 'string' ? { kind: 'string', elements: 'plain' } : undefined;
    case 'TemplateLiteral':
      return { kind: 'string', elements: 'plain' };
    case 'NewExpression':
      return readInstance(sourceCode, node);
    case 'CallExpression':
      return readCall(sourceCode, node, depth);
    case 'AwaitExpression':
      return readAwaited(sourceCode, node.argument);
    case 'Identifier':
      return readVariable(sourceCode, node, depth);
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
    case 'TSTypeAssertion':
      return readShown(sourceCode, node.expression, depth);
    default:
      return undefined;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.ArrayExpression} node
 * @returns {SyncIterable['elements']}
 */
function elementsOf(sourceCode, { elements }) {
  const kinds = new Set(
    elements.map((element) => {
      if (!element) {
        return 'plain';
      }
      return element.type === 'SpreadElement'
        ? (readShown(sourceCode, element.argument, MAX_DEPTH)?.elements ?? 'unknown')
        : classifyPromise(sourceCode, element);
    }),
  );
  const [kind = 'plain'] = kinds;
  return kinds.size > 1 ? 'unknown' : kind;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.NewExpression} node
 * @returns {SyncIterable | undefined}
 */
function readInstance(sourceCode, { callee }) {
  if (callee.type !== 'Identifier' || !isGlobal(sourceCode, callee, callee.name)) {
    return undefined;
  }
  switch (callee.name) {
    case 'Array':
      return { kind: 'array', elements: 'unknown' };
    case 'Map':
      return { kind: 'map', elements: 'plain' };
    case 'Set':
      return { kind: 'set', elements: 'unknown' };
    default:
      return TYPED_ARRAYS.has(callee.name) ? { kind: 'iterator', elements: 'plain' } : undefined;
  }
}

/**
 *     for await (const x of await Promise.all(…))
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression} node
 * @returns {SyncIterable | undefined} What a promise is fulfilled with is never one.
 */
function readAwaited(sourceCode, node) {
  const name = node.type === 'CallExpression' ? readPromiseStatic(sourceCode, node) : undefined;
  return name === 'all' || name === 'allSettled' ? { kind: 'array', elements: 'plain' } : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} node
 * @param {number} depth
 * @returns {SyncIterable | undefined}
 */
function readCall(sourceCode, node, depth) {
  const { callee } = node;
  if (node.optional) {
    return undefined;
  }
  if (callee.type === 'Identifier') {
    if (isGlobal(sourceCode, callee, 'Array')) {
      return { kind: 'array', elements: 'unknown' };
    }
    const fn = readFunction(sourceCode, callee);
    return fn?.generator && !fn.async
      ? { kind: 'generator', elements: yieldedBy(sourceCode, fn) }
      : undefined;
  }
  if (callee.type !== 'MemberExpression' || callee.optional) {
    return undefined;
  }
  const key = readKey(callee) ?? '';
  const { object } = callee;
  if (object.type === 'Identifier' && isGlobal(sourceCode, object, object.name)) {
    return readStatic(sourceCode, `${object.name}.${key}`, node);
  }
  const receiver = readShown(sourceCode, object, depth - 1);
  return receiver && readMethod(sourceCode, receiver, key, node);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string} name
 * @param {TSESTree.CallExpression} node
 * @returns {SyncIterable | undefined}
 */
function readStatic(sourceCode, name, node) {
  switch (name) {
    case 'Object.entries':
    case 'Object.getOwnPropertyNames':
    case 'Object.getOwnPropertySymbols':
    case 'Object.keys':
    case 'Reflect.ownKeys':
      return { kind: 'keyed', elements: 'plain' };
    case 'Object.values':
    case 'Array.of':
      return { kind: 'array', elements: 'unknown' };
    case 'Array.from':
      return { kind: 'array', elements: mappedBy(sourceCode, node.arguments[1]) };
    default:
      return undefined;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {SyncIterable} receiver
 * @param {string} key
 * @param {TSESTree.CallExpression} node
 * @returns {SyncIterable | undefined}
 */
function readMethod(sourceCode, receiver, key, node) {
  const isCollection = receiver.kind === 'map' || receiver.kind === 'set';
  if (ITERATORS.has(key) && (isCollection || receiver.kind === 'array')) {
    const isPlain = key === 'entries' || (key === 'keys' && receiver.kind === 'array');
    return { kind: 'iterator', elements: isPlain ? 'plain' : 'unknown' };
  }
  if (receiver.kind === 'string') {
    return key === 'split' ? { kind: 'array', elements: 'plain' } : undefined;
  }
  if (receiver.kind !== 'array' && receiver.kind !== 'keyed') {
    return undefined;
  }
  if (SAME_ELEMENTS.has(key)) {
    return receiver;
  }
  if (key === 'map') {
    return { kind: 'array', elements: mappedBy(sourceCode, node.arguments[0]) };
  }
  return OTHER_ELEMENTS.has(key) ? { kind: 'array', elements: 'unknown' } : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | undefined} callback
 * @returns {SyncIterable['elements']} What the callback gives for each element.
 */
function mappedBy(sourceCode, callback) {
  const fn =
    callback?.type === 'Identifier' ? readFunction(sourceCode, callback) : (callback ?? undefined);
  if (!fn || !isFunction(fn)) {
    return 'unknown';
  }
  if (fn.async && !fn.generator) {
    return 'native';
  }
  return fn.body.type === 'BlockStatement' ? 'unknown' : classifyPromise(sourceCode, fn.body);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {SyncIterable['elements']}
 */
function yieldedBy(sourceCode, fn) {
  const kinds = new Set();
  for (const node of ownNodes(sourceCode, fn)) {
    if (node.type === 'YieldExpression') {
      const isOne = !node.delegate && node.argument;
      kinds.add(isOne ? classifyPromise(sourceCode, isOne) : node.delegate ? 'unknown' : 'plain');
    }
  }
  const [kind = 'plain'] = kinds;
  return kinds.size > 1 ? 'unknown' : kind;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Identifier} node
 * @param {number} depth
 * @returns {SyncIterable | undefined}
 */
function readVariable(sourceCode, node, depth) {
  const variable = variableOf(sourceCode, node);
  if (!variable) {
    return undefined;
  }
  const [definition] = variable.defs;
  const name = /** @type {TSESTree.Node | undefined} */ (definition?.name);
  if (definition?.type === 'Parameter') {
    // A rest parameter is an array, unless it is written.
    const isRest = name?.parent?.type === 'RestElement' && isFunction(name.parent.parent);
    const isWritten = variable.references.some((reference) => reference.isWrite());
    return isRest && !isWritten ? { kind: 'array', elements: 'unknown' } : undefined;
  }
  const init = certainValue(sourceCode, node);
  const iterable = init && readShown(sourceCode, init, depth - 1);
  // Elements may be put in between.
  return iterable?.kind === 'array' ? { ...iterable, elements: 'unknown' } : iterable;
}
