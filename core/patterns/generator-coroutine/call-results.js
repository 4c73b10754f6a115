/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { Origin } from '../../analysis/modules/modules.js' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { Value } from './value-kinds.js' */

import { readFunction } from '../../analysis/syntax/definitions.js';
import { isFunction, returnedBy } from '../../analysis/syntax/functions.js';
import { holdsGenerator } from '../../analysis/syntax/generators.js';
import { readSyncIterable } from '../../analysis/values/iterables.js';
import { isModuleMember, readKey, resolveOrigin } from '../../analysis/modules/modules.js';
import { readPromisifier } from '../../analysis/promises/promisifiers.js';
import {
  constantOf,
  isGlobal,
  readConstantInit,
  variableOf,
  writesOf,
} from '../../analysis/syntax/scopes.js';
import { textOf } from '../../edits/trivia.js';
import { coroutineNamedBy } from './coroutines.js';
import { importedCoroutineOf, isImportedGenerator } from './imported-coroutines.js';
import { looseGeneratorsOf } from './loose-generators.js';
import { readRunner } from './runners.js';
import { findHandedResult, findMadeResult, findOtherOf, functionsByKey } from './shown-results.js';
import { classifyValue } from './values.js';
import {
  ASSUMED_PROMISE,
  GENERATOR,
  PLAIN,
  PROMISE,
  STRUCTURE,
  THUNK,
  UNKNOWN,
  promiseOr,
} from './value-kinds.js';

/** Packages whose functions return thunks, which only `co` waits for. */
const THUNK_MODULES =
  /^(?:thunkify(?:-wrap)?|thunks?|unyield|co-.+|unthunkify|thenify-thunk|mz-thunk)$/u;

/** Packages whose functions return arrays, objects and wrappers of them. */
const STRUCTURE_MODULES = /^(?:lodash(?:[./-].*)?|underscore|ramda)$/u;

/** Methods of arrays that return arrays; nothing says what is in them. */
const ARRAY_METHODS = new Set([
  'concat',
  'filter',
  'flat',
  'flatMap',
  'reverse',
  'slice',
  'sort',
  'splice',
  'split',
]);

const PROMISE_STATICS = new Set(['all', 'allSettled', 'any', 'race', 'reject', 'resolve', 'try']);

/** Globals whose results are no promises. */
const LANGUAGE_FUNCTIONS = new Set(
  'Array BigInt Boolean Date Error Number Object RegExp String Symbol clearTimeout decodeURIComponent encodeURIComponent isNaN parseFloat parseInt setImmediate setInterval setTimeout'.split(
    ' ',
  ),
);

/** Globals whose methods give values, arrays and objects: `Array.from(ids, load)`. */
const LANGUAGE_OBJECTS = /^(?:Array|Buffer|Date|JSON|Map|Math|Number|Object|Reflect|String)$/u;

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} callee
 * @returns {boolean}
 */
export function isPromiseConstructor({ sourceCode }, callee) {
  return (
    isGlobal(sourceCode, callee, 'Promise') || isPromiseLibrary(resolveOrigin(sourceCode, callee))
  );
}

/**
 * @param {Origin | undefined} origin
 * @returns {boolean}
 */
function isPromiseLibrary(origin) {
  return isModuleMember(origin, 'bluebird') || isModuleMember(origin, 'bluebird', 'Promise');
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} node
 * @param {number} depth
 * @returns {Value}
 */
export function classifyCall(context, node, depth) {
  const { sourceCode } = context;
  if (node.optional) {
    return UNKNOWN;
  }
  const callee = calledBy(node);
  const coroutine = coroutineNamedBy(sourceCode, callee);
  if (coroutine) {
    return coroutine.delegations.some(({ call }) => call === node) ? PROMISE : GENERATOR;
  }
  const runner = readRunner(sourceCode, node);
  if (runner) {
    return runner.kind === 'co' ? PROMISE : UNKNOWN;
  }
  if (isWrapped(context, callee)) {
    return PROMISE;
  }
  const origin = resolveOrigin(sourceCode, callee);
  if (importedCoroutineOf(context, callee)) {
    return PROMISE;
  }
  const key = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
  if (key !== undefined && keepsGenerator(context, key)) {
    return GENERATOR;
  }
  if (origin?.kind === 'module') {
    return classifyImported(context, origin);
  }
  if (callee.type === 'MemberExpression') {
    return key === undefined &&
      (looseGeneratorsOf(context).isKept || mayExportGenerator(context, callee.object))
      ? GENERATOR
      : classifyMethod(context, node, callee, depth);
  }
  if (isFunction(callee)) {
    return classifyResult(context, callee, depth);
  }
  if (callee.type === 'CallExpression' && readPromisifier(sourceCode, callee)) {
    return ASSUMED_PROMISE;
  }
  if (callee.type !== 'Identifier') {
    return UNKNOWN;
  }
  const variable = variableOf(sourceCode, callee);
  if (variable) {
    return classifyNamed(context, variable, depth);
  }
  return LANGUAGE_FUNCTIONS.has(callee.name) ? PLAIN : ASSUMED_PROMISE;
}

/**
 *     load(id)    load.call(this, id)
 *
 * @param {TSESTree.CallExpression} call
 * @returns {TSESTree.Expression} The function that it calls: promises of bluebird have a `call`, too.
 */
function calledBy({ callee }) {
  const isThrough =
    callee.type === 'MemberExpression' &&
    callee.object.type !== 'CallExpression' &&
    !LANGUAGE_OBJECTS.test(callee.object.type === 'Identifier' ? callee.object.name : '') &&
    /^(?:apply|call)$/u.test(readKey(callee) ?? '');
  return isThrough ? callee.object : callee;
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} callee
 * @returns {boolean} Whether the callee is what `co.wrap` and the like gave, or a variable of it.
 */
function isWrapped({ sourceCode }, callee) {
  const wrapped = constantOf(sourceCode, callee) ?? callee;
  const runner = wrapped.type === 'CallExpression' ? readRunner(sourceCode, wrapped) : undefined;
  return (
    runner !== undefined &&
    ['co.wrap', 'bluebird.coroutine', 'Q.async', '_asyncToGenerator'].includes(runner.kind)
  );
}

/**
 * @param {PatternContext} context
 * @param {Origin} origin
 * @returns {Value}
 */
function classifyImported(context, origin) {
  const { name, path } = origin;
  if (name === 'bluebird') {
    return ASSUMED_PROMISE;
  }
  if (THUNK_MODULES.test(name)) {
    return THUNK;
  }
  if (STRUCTURE_MODULES.test(name)) {
    return STRUCTURE;
  }
  if (context.exportsGenerator?.(name, path)) {
    return GENERATOR;
  }
  return ASSUMED_PROMISE;
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} node
 * @param {TSESTree.MemberExpression} callee
 * @param {number} depth
 * @returns {Value}
 */
function classifyMethod(context, node, callee, depth) {
  const { sourceCode } = context;
  const key = readKey(callee);
  if (isGlobal(sourceCode, callee.object, 'Promise')) {
    return PROMISE_STATICS.has(key ?? '') ? PROMISE : UNKNOWN;
  }
  if (isInStructureChain(context, callee.object)) {
    return key === 'then' || key === 'catch' ? ASSUMED_PROMISE : STRUCTURE;
  }
  if (key === 'map') {
    return classifyMapping(context, node, callee, depth);
  }
  if (key === 'bind' && callee.object.type !== 'CallExpression') {
    return THUNK;
  }
  if (
    ARRAY_METHODS.has(key ?? '') ||
    // keys.reduce((all, key) => …, {})
    (/^reduce/u.test(key ?? '') && /^(?:Array|Object)E/u.test(node.arguments[1]?.type ?? '')) ||
    (LANGUAGE_OBJECTS.test(textOf(sourceCode, callee.object)) &&
      resolveOrigin(sourceCode, callee)?.kind === 'global')
  ) {
    return STRUCTURE;
  }
  const byKey = functionsByKey(sourceCode);
  const functions = key === undefined ? [...byKey.values()].flat() : (byKey.get(key) ?? []);
  return findOtherOf(context, functions, depth) ?? ASSUMED_PROMISE;
}

/**
 * @param {PatternContext} context
 * @param {string} key
 * @returns {boolean} Whether the file, or another of the project, its tests among them, keeps a
 *   generator function under the key.
 */
function keepsGenerator(context, key) {
  return looseGeneratorsOf(context).keys.has(key) || (context.keepsGenerator?.(key) ?? false);
}

/**
 *     lib[name](id)
 *
 * @param {PatternContext} context
 * @param {TSESTree.Node} object
 * @returns {boolean} Whether it is a module, or a part of one, that holds generator functions.
 */
function mayExportGenerator({ exportsGenerator, sourceCode }, object) {
  const origin = exportsGenerator && resolveOrigin(sourceCode, object);
  return origin?.kind === 'module' && exportsGenerator?.(origin.name) === true;
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether the chain of calls begins with lodash or the like.
 */
function isInStructureChain({ sourceCode }, node) {
  let current = node;
  while (current.type === 'CallExpression' || current.type === 'MemberExpression') {
    if (current.type === 'CallExpression') {
      const origin = resolveOrigin(sourceCode, current.callee);
      if (origin?.kind === 'module' && STRUCTURE_MODULES.test(origin.name)) {
        return true;
      }
      current = current.callee;
    } else {
      current = current.object;
    }
  }
  const origin = resolveOrigin(sourceCode, current);
  return origin?.kind === 'module' && STRUCTURE_MODULES.test(origin.name);
}

/**
 * xs.map((x) => load(x))
 *
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} node
 * @param {TSESTree.MemberExpression} callee
 * @param {number} depth
 * @returns {Value}
 */
function classifyMapping(context, node, callee, depth) {
  const { sourceCode } = context;
  const [mapper] = node.arguments;
  const receiver = callee.object;
  const canBeArray = receiver.type !== 'CallExpression' || isArrayCall(receiver);
  if (!canBeArray || !isFunction(mapper) || isPromiseConstructor(context, receiver)) {
    return STRUCTURE;
  }
  if (mapper.generator) {
    return STRUCTURE;
  }
  const value = mapper.async ? PROMISE : classifyResult(context, mapper, depth);
  if (value.kind !== 'promise') {
    return STRUCTURE;
  }
  const isArray = /^(?:array|keyed)$/u.test(readSyncIterable(sourceCode, receiver)?.kind ?? '');
  return {
    kind: 'promises',
    assumes: isArray ? value.assumes : [...value.assumes, 'collection-is-array'],
  };
}

/**
 * @param {TSESTree.CallExpression} node
 * @returns {boolean} `xs.filter(…)`, `Object.keys(x)`: arrays, whatever the receiver.
 */
function isArrayCall({ callee }) {
  if (callee.type !== 'MemberExpression') {
    return false;
  }
  const key = readKey(callee) ?? '';
  const isObjectStatic =
    callee.object.type === 'Identifier' &&
    callee.object.name === 'Object' &&
    ['keys', 'values', 'entries'].includes(key);
  return isObjectStatic || ARRAY_METHODS.has(key);
}

/**
 * @param {PatternContext} context
 * @param {Variable} variable
 * @param {number} depth
 * @returns {Value} What a call of the variable gives.
 */
function classifyNamed(context, variable, depth) {
  const { sourceCode } = context;
  const writes = writesOf(variable);
  const isThunk = writes.some(({ writeExpr }) => {
    const origin =
      writeExpr?.type === 'CallExpression'
        ? resolveOrigin(sourceCode, writeExpr.callee)
        : undefined;
    return origin?.kind === 'module' && THUNK_MODULES.test(origin.name);
  });
  if (isThunk) {
    return THUNK;
  }
  const isImported = (/** @type {TSESTree.Node} */ node) => isImportedGenerator(context, node);
  if (writes.some(({ writeExpr }) => holdsGenerator(sourceCode, writeExpr, { isImported }))) {
    return GENERATOR;
  }
  const definition = variable.defs.at(-1);
  if (definition?.type === 'FunctionName' && writes.length === 0 && isFunction(definition.node)) {
    return classifyResult(context, definition.node, depth);
  }
  const init = readConstantInit(variable);
  if (init && init.keys.length === 0 && isFunction(init.init)) {
    return classifyResult(context, init.init, depth);
  }
  const isParameter = variable.defs.some(({ type }) => type === 'Parameter');
  // function* (load = later) {…}    let load = later;
  const written = writes.flatMap(
    ({ writeExpr }) => (writeExpr && readFunction(sourceCode, writeExpr)) ?? [],
  );
  return (
    (mayBeLoose(context, variable) ? GENERATOR : undefined) ??
    (init && findMadeResult(context, init, depth)) ??
    findOtherOf(context, written, depth) ??
    (isParameter ? findHandedResult(context, depth) : undefined) ??
    ASSUMED_PROMISE
  );
}

/**
 * @param {PatternContext} context
 * @param {Variable} variable Of no function that the file shows.
 * @returns {boolean} Whether it may be a generator function of the file: a parameter one that is handed
 *   on, any other one that is kept.
 */
function mayBeLoose(context, variable) {
  const { isHanded, isKept } = looseGeneratorsOf(context);
  const init = readConstantInit(variable);
  if (variable.defs.some(({ type }) => type === 'Parameter')) {
    return isHanded;
  }
  // const half = load.bind(null, 1);
  const isMade = init?.keys.length === 0 && init.init.type === 'CallExpression';
  return !isMade && (isHanded || isKept);
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @param {number} depth
 * @returns {Value} What a call of the function gives.
 */
function classifyResult(context, fn, depth) {
  if (fn.async) {
    return fn.generator ? UNKNOWN : PROMISE;
  }
  if (fn.generator) {
    return GENERATOR;
  }
  const results = returnedBy(context.sourceCode, fn);
  if (results.length === 0) {
    return PLAIN;
  }
  return promiseOr(
    UNKNOWN,
    results.map((result) => (result ? classifyValue(context, result, depth - 1) : UNKNOWN)),
  );
}
