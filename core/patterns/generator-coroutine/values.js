/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/functions.js' */
/** @import { Origin } from '../../analysis/modules.js' */
/** @import { AssumptionId } from '../../contract/assumptions.js' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { RefusalReason } from '../../contract/refusals.js' */

import { isFunction, ownNodes } from '../../analysis/functions.js';
import { generatorKeysOf } from '../../analysis/generators.js';
import { isModuleMember, readKey, resolveOrigin } from '../../analysis/modules.js';
import { findVariable, isGlobal, readConstantInit, writesOf } from '../../analysis/scopes.js';
import { coroutineNamedBy } from './coroutines.js';
import { readRunner } from './runners.js';

/**
 * What a yielded value is, as far as the file shows it.
 *
 * @typedef {{ kind: 'promise', assumes: readonly AssumptionId[] }
 *   | { kind: 'promises' | 'record', assumes: readonly AssumptionId[] }
 *   | { kind: 'plain' }
 *   | { kind: 'unknown', reason: RefusalReason }} Value `promises` is an array of promises, `record`
 *   an object with promises for values.
 */

/** @type {Value} */
const PROMISE = { kind: 'promise', assumes: [] };

/** @type {Value} */
const ASSUMED_PROMISE = { kind: 'promise', assumes: ['yield-operand-is-promise'] };

/** @type {Value} */
const PLAIN = { kind: 'plain' };

/** @type {Value} */
const UNKNOWN = { kind: 'unknown', reason: 'yield-operand-unknown' };

/** @type {Value} */
const STRUCTURE = { kind: 'unknown', reason: 'yield-operand-is-structure' };

/** @type {Value} */
const GENERATOR = { kind: 'unknown', reason: 'yield-of-generator' };

/** @type {Value} */
const THUNK = { kind: 'unknown', reason: 'yield-of-thunk' };

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

/** How many local functions and variables are followed. */
const MAX_DEPTH = 6;

/**
 * @param {PatternContext} context
 * @param {TSESTree.Expression} node
 * @param {number} [depth]
 * @returns {Value}
 */
export function classifyValue(context, node, depth = MAX_DEPTH) {
  if (depth === 0) {
    return UNKNOWN;
  }
  switch (node.type) {
    case 'BinaryExpression':
    case 'ClassExpression':
    case 'Literal':
    case 'TemplateLiteral':
    case 'UnaryExpression':
    case 'UpdateExpression':
      return PLAIN;
    case 'ArrayExpression':
    case 'ObjectExpression':
      return STRUCTURE;
    case 'ImportExpression':
      return PROMISE;
    case 'AssignmentExpression':
      return node.operator === '='
        ? promiseOr(UNKNOWN, [classifyValue(context, node.right, depth)])
        : UNKNOWN;
    case 'ConditionalExpression':
      return promiseOr(UNKNOWN, [
        classifyValue(context, node.consequent, depth),
        classifyValue(context, node.alternate, depth),
      ]);
    case 'LogicalExpression':
      return promiseOr(UNKNOWN, [
        classifyValue(context, node.left, depth),
        classifyValue(context, node.right, depth),
      ]);
    case 'SequenceExpression':
      return promiseOr(UNKNOWN, [
        classifyValue(context, /** @type {TSESTree.Expression} */ (node.expressions.at(-1)), depth),
      ]);
    case 'NewExpression':
      return isPromiseConstructor(context, node.callee) ? PROMISE : UNKNOWN;
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
    case 'TSTypeAssertion':
      return promiseOr(UNKNOWN, [classifyValue(context, node.expression, depth)]);
    case 'Identifier':
      return classifyVariable(context, node, depth);
    case 'CallExpression':
      return classifyCall(context, node, depth);
    default:
      return UNKNOWN;
  }
}

/**
 * @param {Value} otherwise
 * @param {Value[]} values
 * @returns {Value} A promise if all are; the first that says why it is none, else what is given.
 */
function promiseOr(otherwise, values) {
  /** @type {AssumptionId[]} */
  const assumes = [];
  for (const value of values) {
    if (value.kind !== 'promise') {
      return value.kind === 'unknown' ? value : otherwise;
    }
    assumes.push(...value.assumes);
  }
  return { kind: 'promise', assumes };
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} callee
 * @returns {boolean}
 */
function isPromiseConstructor({ sourceCode }, callee) {
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
 * @param {TSESTree.Identifier} node
 * @param {number} depth
 * @returns {Value}
 */
function classifyVariable(context, node, depth) {
  const { sourceCode } = context;
  const variable = findVariable(sourceCode, node, node.name);
  if (!variable) {
    return node.name === 'undefined' || node.name === 'NaN' || node.name === 'Infinity'
      ? PLAIN
      : UNKNOWN;
  }
  const [definition] = variable.defs;
  if (definition?.type !== 'Variable' || variable.defs.length > 1 || !definition.node.init) {
    return UNKNOWN;
  }
  const constant = readConstantInit(variable);
  if (constant && constant.keys.length === 0) {
    const value = classifyValue(context, constant.init, depth - 1);
    if (value.kind === 'promises' && !isOnlyRead(variable)) {
      return UNKNOWN;
    }
    if (constant.init.type === 'ArrayExpression') {
      return classifyFilledArray(context, variable, constant.init, depth);
    }
    return constant.init.type === 'ObjectExpression'
      ? classifyFilledRecord(context, variable, constant.init, depth)
      : value;
  }
  const values = writesOf(variable).map(({ identifier, writeExpr }) =>
    writeExpr && isPlainTarget(identifier)
      ? classifyValue(context, /** @type {TSESTree.Expression} */ (writeExpr), depth - 1)
      : UNKNOWN,
  );
  return promiseOr(UNKNOWN, values);
}

/**
 * @param {TSESTree.Node} target
 * @returns {boolean} Whether the target is the whole left side of `x = …`.
 */
function isPlainTarget(target) {
  const { parent } = target;
  return (
    (parent?.type === 'VariableDeclarator' && parent.id === target && parent.init !== null) ||
    (parent?.type === 'AssignmentExpression' && parent.left === target && parent.operator === '=')
  );
}

/**
 * @param {Variable} variable
 * @returns {boolean} Whether nothing adds to the array: it is only yielded, measured or walked.
 */
function isOnlyRead(variable) {
  return variable.references.every(({ identifier, init }) => {
    const { parent } = identifier;
    return (
      init || parent?.type === 'YieldExpression' || isMemberUse(identifier, ['length', 'forEach'])
    );
  });
}

/**
 * @param {TSESTree.Node} identifier
 * @param {string[]} keys
 * @returns {boolean}
 */
function isMemberUse(identifier, keys) {
  const { parent } = identifier;
  return (
    parent?.type === 'MemberExpression' &&
    parent.object === identifier &&
    keys.includes(readKey(parent) ?? '')
  );
}

/**
 * const promises = []; promises.push(load(1)); yield promises;
 *
 * @param {PatternContext} context
 * @param {Variable} variable
 * @param {TSESTree.ArrayExpression} init
 * @param {number} depth
 * @returns {Value}
 */
function classifyFilledArray(context, variable, init, depth) {
  /** @type {Value[]} */
  const values = [];
  for (const element of init.elements) {
    if (!element || element.type === 'SpreadElement') {
      return STRUCTURE;
    }
    values.push(classifyValue(context, element, depth - 1));
  }
  for (const { identifier, init: isInit } of variable.references) {
    const { parent } = identifier;
    if (isInit || parent?.type === 'YieldExpression' || isMemberUse(identifier, ['length'])) {
      continue;
    }
    const call = isMemberUse(identifier, ['push']) ? parent?.parent : undefined;
    if (call?.type !== 'CallExpression' || call.callee !== parent) {
      return STRUCTURE;
    }
    for (const argument of call.arguments) {
      if (argument.type === 'SpreadElement') {
        return STRUCTURE;
      }
      values.push(classifyValue(context, argument, depth - 1));
    }
  }
  const value = promiseOr(STRUCTURE, values);
  return value.kind === 'promise' ? { kind: 'promises', assumes: value.assumes } : STRUCTURE;
}

/**
 * const promises = { a: load(1) }; if (more) promises.b = load(2); yield promises;
 *
 * @param {PatternContext} context
 * @param {Variable} variable
 * @param {TSESTree.ObjectExpression} init
 * @param {number} depth
 * @returns {Value}
 */
function classifyFilledRecord(context, variable, init, depth) {
  /** @type {TSESTree.Expression[]} */
  const members = [];
  for (const property of init.properties) {
    if (property.type !== 'Property' || property.method || property.kind !== 'init') {
      return STRUCTURE;
    }
    members.push(/** @type {TSESTree.Expression} */ (property.value));
  }
  for (const { identifier, init: isInit } of variable.references) {
    const { parent } = identifier;
    if (isInit || parent?.type === 'YieldExpression') {
      continue;
    }
    const assignment = parent?.type === 'MemberExpression' ? parent.parent : undefined;
    if (
      assignment?.type !== 'AssignmentExpression' ||
      assignment.left !== parent ||
      assignment.operator !== '=' ||
      assignment.parent.type !== 'ExpressionStatement'
    ) {
      return STRUCTURE;
    }
    members.push(assignment.right);
  }
  const values = members
    .map((member) => classifyValue(context, member, depth - 1))
    .filter(({ kind }) => kind !== 'plain');
  const value = promiseOr(STRUCTURE, values);
  return value.kind === 'promise' ? { kind: 'record', assumes: value.assumes } : STRUCTURE;
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} node
 * @param {number} depth
 * @returns {Value}
 */
function classifyCall(context, node, depth) {
  const { sourceCode } = context;
  const { callee } = node;
  if (node.optional) {
    return UNKNOWN;
  }
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
  const key = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
  if (key !== undefined && keepsGenerator(context, key)) {
    return GENERATOR;
  }
  if (origin?.kind === 'module') {
    return classifyImported(context, origin);
  }
  if (callee.type === 'MemberExpression') {
    return classifyMethod(context, node, callee, depth);
  }
  if (isFunction(callee)) {
    return classifyResult(context, callee, depth);
  }
  if (callee.type !== 'Identifier') {
    return UNKNOWN;
  }
  const variable = findVariable(sourceCode, callee, callee.name);
  if (variable) {
    return classifyNamed(context, variable, depth);
  }
  return LANGUAGE_FUNCTIONS.has(callee.name) ? PLAIN : ASSUMED_PROMISE;
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} callee
 * @returns {boolean} Whether the callee is what `co.wrap` and the like gave, or a variable of it.
 */
function isWrapped({ sourceCode }, callee) {
  let wrapped = callee;
  if (callee.type === 'Identifier') {
    const variable = findVariable(sourceCode, callee, callee.name);
    const constant = variable && readConstantInit(variable);
    if (!constant || constant.keys.length > 0) {
      return false;
    }
    wrapped = constant.init;
  }
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
  if (/^\.{1,2}(?:\/|$)/u.test(name) && context.exportsGenerator?.(name, path)) {
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
  if (key === undefined) {
    return ASSUMED_PROMISE;
  }
  return ARRAY_METHODS.has(key) ? STRUCTURE : ASSUMED_PROMISE;
}

/**
 * @param {PatternContext} context
 * @param {string} key
 * @returns {boolean} Whether the file, or another of the project, its tests among them, keeps a
 *   generator function under the key.
 */
function keepsGenerator({ sourceCode, keepsGenerator: isKeptElsewhere }, key) {
  return generatorKeysOf(sourceCode).has(key) || (isKeptElsewhere?.(key) ?? false);
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
  return value.kind === 'promise' ? { kind: 'promises', assumes: value.assumes } : STRUCTURE;
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
  const [definition] = variable.defs;
  if (definition?.type === 'FunctionName' && writes.length === 0 && isFunction(definition.node)) {
    return classifyResult(context, definition.node, depth);
  }
  const init = readConstantInit(variable);
  if (init && init.keys.length === 0 && isFunction(init.init)) {
    return classifyResult(context, init.init, depth);
  }
  return ASSUMED_PROMISE;
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
  const results = resultsOf(context, fn);
  if (results.length === 0) {
    return PLAIN;
  }
  return promiseOr(
    UNKNOWN,
    results.map((result) => (result ? classifyValue(context, result, depth - 1) : UNKNOWN)),
  );
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {(TSESTree.Expression | null)[]}
 */
function resultsOf({ sourceCode }, fn) {
  if (fn.body.type !== 'BlockStatement') {
    return [fn.body];
  }
  return [...ownNodes(sourceCode, fn)]
    .filter((node) => node.type === 'ReturnStatement')
    .map(({ argument }) => argument);
}
