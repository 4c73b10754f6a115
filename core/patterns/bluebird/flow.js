/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/functions.js' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { Uses } from './function-uses.js' */

import { isCast } from '../../analysis/casts.js';
import { readFunction } from '../../analysis/definitions.js';
import { enclosingFunction } from '../../analysis/functions.js';
import { readKey, resolveOrigin } from '../../analysis/modules.js';
import {
  findVariable,
  isGlobal,
  isVisibleOutside,
  readConstantInit,
  readsOf,
} from '../../analysis/scopes.js';
import { usesOf } from './function-uses.js';
import { libraryVariables, readStatic } from './library.js';
import { textOf } from '../../edits/trivia.js';
import { isReachedAtOnce } from './at-once.js';
import { hasMemberUse, isElement, isUsedByName, nameOf } from './escapes.js';
import { isPromiseMethod } from './receivers.js';

/**
 * Why whoever gets a promise needs one of bluebird's.
 *
 * - `leaves`: it goes where the file cannot follow, and bluebird's methods may be called on it.
 * - `floats`: nobody waits for it, or perhaps too late, so that bluebird would print its rejection; a
 *   native one ends the process.
 * - `method`: a method of bluebird's is called on it that stays, or its class is looked at.
 *
 * @typedef {'leaves' | 'floats' | 'method'} Need
 */

/**
 * @typedef {object} FlowReader
 * @property {PatternContext} context
 * @property {(link: TSESTree.CallExpression) => boolean} isNativeLink Whether a method call will be
 *   one that native promises have too.
 * @property {(link: TSESTree.CallExpression) => boolean} isRemakingLink Whether it will give a native
 *   promise for any.
 */

/** Functions whose callbacks may return any kind of promise: those of the test runners. */
const TEST_FUNCTIONS = new Set(
  'after afterAll afterEach before beforeAll beforeEach it setup specify suiteSetup suiteTeardown teardown test'.split(
    ' ',
  ),
);

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
 * @param {FlowReader} reader
 * @param {TSESTree.Node} node An expression whose value is a promise of bluebird.
 * @param {Set<TSESTree.Node>} [seen]
 * @returns {Need[]} Empty where a native promise does.
 */
export function needsOf(reader, node, seen = new Set()) {
  if (seen.has(node)) {
    return [];
  }
  seen.add(node);
  const parent = /** @type {TSESTree.Node} */ (node.parent);
  const onward = (/** @type {TSESTree.Node} */ next) => needsOf(reader, next, seen);
  if (isCast(parent)) {
    const isTransparent = parent.type === 'ChainExpression' || reader.context.followsTypes;
    return isTransparent ? onward(parent) : ['leaves'];
  }
  switch (parent.type) {
    case 'AwaitExpression':
      return [];
    case 'ExpressionStatement':
      return ['floats'];
    case 'UnaryExpression':
      return parent.operator === 'void' ? ['floats'] : [];
    case 'SequenceExpression':
      return parent.expressions.at(-1) === node ? onward(parent) : ['floats'];
    case 'ConditionalExpression':
      return parent.test === node ? [] : onward(parent);
    case 'LogicalExpression':
      return onward(parent);
    // promise instanceof Bluebird
    case 'BinaryExpression':
      return ['method'];
    case 'MemberExpression':
      return needsOfMember(reader, parent, node, seen);
    case 'CallExpression':
    case 'NewExpression':
      return parent.callee !== node && isAwaitingCall(reader, parent)
        ? []
        : needsOfArgument(reader, parent, node, seen);
    case 'ArrayExpression':
      return isAwaitedList(reader, parent)
        ? needsOfItems(reader, parent.parent)
        : needsOfElement(reader);
    case 'Property':
      return isAwaitedStructure(reader, parent, node) ? [] : needsOfMemberNamed(reader, parent);
    case 'PropertyDefinition':
      return needsOfMemberNamed(reader, parent);
    case 'YieldExpression':
      return isInCoroutine(reader, parent) ? [] : ['leaves'];
    case 'VariableDeclarator':
      return parent.id.type === 'Identifier' &&
        (reader.context.followsTypes || !parent.id.typeAnnotation)
        ? needsOfVariable(reader, parent.id, node, seen)
        : needsOfTyped(reader, parent.id);
    case 'AssignmentExpression': {
      const own = parent.parent.type === 'ExpressionStatement' ? [] : onward(parent);
      const kept =
        parent.left.type === 'Identifier'
          ? needsOfVariable(reader, parent.left, node, seen)
          : needsOfMemberNamed(reader, parent);
      return own.length === 0 && parent.parent.type === 'ExpressionStatement'
        ? kept
        : [...own, ...kept, 'leaves'];
    }
    // function use(promise = node) {…}
    case 'AssignmentPattern':
      return parent.left.type === 'Identifier'
        ? needsOfVariable(reader, parent.left, node, seen)
        : ['leaves'];
    case 'ReturnStatement': {
      const fn = enclosingFunction(parent);
      return fn ? needsOfResult(reader, fn, seen) : ['leaves'];
    }
    case 'ArrowFunctionExpression':
      return parent.body === node ? needsOfResult(reader, parent, seen) : ['leaves'];
    default:
      return ['leaves'];
  }
}

/**
 * @param {FlowReader} reader
 * @param {TSESTree.MemberExpression} member
 * @param {TSESTree.Node} node
 * @param {Set<TSESTree.Node>} seen
 * @returns {Need[]}
 */
function needsOfMember(reader, member, node, seen) {
  const call = member.parent;
  if (member.object !== node) {
    return ['leaves'];
  }
  if (call.type !== 'CallExpression' || call.callee !== member || !reader.isNativeLink(call)) {
    return ['method'];
  }
  if (reader.isRemakingLink(call)) {
    return [];
  }
  const needs = needsOf(reader, call, seen);
  const key = readKey(member);
  // Who catches everything, floats safely, and who is done with it wants the process to end.
  return key === 'done' ||
    (/^(?:catch|fail|otherwise)$/u.test(key ?? '') && call.arguments.length === 1)
    ? needs.filter((need) => need !== 'floats')
    : needs;
}

/**
 * @param {FlowReader} reader
 * @param {TSESTree.Node} holder What gives the promise to a member.
 * @returns {Need[]}
 */
function needsOfMemberNamed(reader, holder) {
  const key = nameOf(holder);
  if (
    holder.type === 'AssignmentExpression' &&
    holder.left.type === 'MemberExpression' &&
    isElement(holder.left)
  ) {
    return needsOfElement(reader);
  }
  return key !== undefined && isUsedByName(reader, key) ? ['leaves', 'method'] : ['leaves'];
}

/**
 * @param {FlowReader} reader
 * @returns {Need[]} Of those who get an element of a list.
 */
function needsOfElement(reader) {
  return isUsedByName(reader, undefined) ? ['leaves', 'method'] : ['leaves'];
}

/**
 * @param {FlowReader} reader
 * @param {TSESTree.CallExpression | TSESTree.NewExpression} call One that does not wait for the node.
 * @param {TSESTree.Node} node
 * @param {Set<TSESTree.Node>} seen
 * @returns {Need[]}
 */
function needsOfArgument(reader, call, node, seen) {
  const { sourceCode } = reader.context;
  if (call.type === 'CallExpression' && readStatic(sourceCode, call) !== undefined) {
    // Q.isPromise(node)
    return ['leaves', 'method'];
  }
  const method = call.callee.type === 'MemberExpression' ? readKey(call.callee) : undefined;
  if (method === 'push' || method === 'unshift') {
    return needsOfElement(reader);
  }
  if (method === 'set') {
    return isUsedByName(reader, 'get') ? ['leaves', 'method'] : ['leaves'];
  }
  const index = call.arguments.indexOf(/** @type {TSESTree.Expression} */ (node));
  const given = readFunction(sourceCode, call.callee)?.params[index];
  const name = given?.type === 'AssignmentPattern' ? given.left : given;
  return name?.type === 'Identifier'
    ? [...needsOfVariable(reader, name, node, seen), ...needsOfTyped(reader, name)]
    : ['leaves'];
}

/**
 * @param {Pick<FlowReader, 'context'>} reader
 * @param {TSESTree.CallExpression | TSESTree.NewExpression} call
 * @returns {boolean} Whether the call waits for its arguments.
 */
function isAwaitingCall({ context }, call) {
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
 * @param {FlowReader} reader
 * @param {TSESTree.ArrayExpression} list
 * @returns {boolean}
 */
function isAwaitedList(reader, list) {
  const { parent } = list;
  if (parent.type === 'CallExpression' && parent.arguments[0] === list) {
    return isAwaitingCall(reader, parent);
  }
  // .then(() => [node]).spread(…)  is seen by bluebird's own method only.
  return false;
}

/** Statics that come to an item of their list when those before it are done. */
const SERIES = new Set(['each', 'mapSeries', 'reduce']);

/**
 *     Promise.each([node, node], fn)
 *
 * @param {FlowReader} reader
 * @param {TSESTree.Node | undefined} call What waits for the items, if it is a call.
 * @returns {Need[]}
 */
function needsOfItems({ context }, call) {
  const name = call?.type === 'CallExpression' ? readStatic(context.sourceCode, call) : undefined;
  return call?.type === 'CallExpression' &&
    name !== undefined &&
    (SERIES.has(name) || (name === 'map' && call.arguments.length > 2))
    ? ['floats']
    : [];
}

/**
 *     Promise.props({ key: node })
 *
 * @param {FlowReader} reader
 * @param {TSESTree.Property} property
 * @param {TSESTree.Node} node
 * @returns {boolean}
 */
function isAwaitedStructure({ context }, property, node) {
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
 * @param {FlowReader} reader
 * @param {TSESTree.YieldExpression} node
 * @returns {boolean} Whether a coroutine waits for the operand.
 */
function isInCoroutine({ context }, node) {
  const fn = enclosingFunction(node);
  const call = fn?.parent;
  if (node.delegate || call?.type !== 'CallExpression' || call.arguments[0] !== fn) {
    return false;
  }
  return isCoroutineCall(context, call);
}

/**
 * @param {FlowReader} reader
 * @param {TSESTree.Identifier} name
 * @param {TSESTree.Node} value
 * @param {Set<TSESTree.Node>} seen
 * @returns {Need[]}
 */
function needsOfVariable(reader, name, value, seen) {
  const variable = findVariable(reader.context.sourceCode, name, name.name);
  const constant = variable && readConstantInit(variable);
  if (!variable) {
    return ['leaves'];
  }
  const reads = readsOf(variable).map(({ identifier }) => identifier);
  const needs = reads.flatMap((read) => needsOf(reader, /** @type {TSESTree.Node} */ (read), seen));
  if (!constant || !isSame(constant.init, value)) {
    return [...needs, 'leaves'];
  }
  if (isVisibleOutside(variable)) {
    return [...needs, 'leaves'];
  }
  return reads.some((read) =>
    isReachedAtOnce(reader.context, name, /** @type {TSESTree.Node} */ (read)),
  )
    ? needs
    : [...needs, 'floats'];
}

/**
 * @param {TSESTree.Node} left
 * @param {TSESTree.Node} right
 * @returns {boolean}
 */
function isSame(left, right) {
  return left.range[0] === right.range[0] && left.range[1] === right.range[1];
}

/**
 *     function load(): Bluebird<string> {…}
 *
 * @param {FlowReader} reader
 * @param {TSESTree.Node} type Or what has one.
 * @returns {Need[]} A declared promise of the library is one of it.
 */
function needsOfTyped({ context: { followsTypes, sourceCode } }, type) {
  const words = new Set(textOf(sourceCode, type).match(/[\w$]+/gu));
  return !followsTypes && libraryVariables(sourceCode).some(({ name }) => words.has(name))
    ? ['leaves', 'method']
    : ['leaves'];
}

/**
 * @param {FlowReader} reader
 * @param {FunctionNode} fn
 * @param {Set<TSESTree.Node>} seen
 * @returns {Need[]} Of those who call the function.
 */
export function needsOfResult(reader, fn, seen = new Set()) {
  if (fn.async) {
    return fn.generator ? ['leaves'] : [];
  }
  if (fn.generator) {
    return isHandler(reader, fn) ? [] : ['leaves'];
  }
  if (fn.returnType && !reader.context.followsTypes) {
    return needsOfTyped(reader, fn.returnType);
  }
  if (isHandler(reader, fn)) {
    return needsOfItems(reader, fn.parent.parent);
  }
  const needs = needsOfUses(reader, usesOf(reader.context, fn), seen);
  return needs.includes('leaves') && hasMemberUse(reader, fn) ? [...needs, 'method'] : needs;
}

/**
 * @param {FlowReader} reader
 * @param {FunctionNode} fn
 * @returns {boolean} Whether the function is a callback whose result is waited for.
 */
function isHandler({ context }, fn) {
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
    const isTest =
      TEST_FUNCTIONS.has(callee.name) && !findVariable(sourceCode, callee, callee.name);
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

/**
 * @param {FlowReader} reader
 * @param {Uses | undefined} uses
 * @param {Set<TSESTree.Node>} seen
 * @returns {Need[]} Of those who call a function, or may.
 */
function needsOfUses(reader, uses, seen) {
  const needs = uses?.calls.flatMap((call) => needsOf(reader, call, seen)) ?? [];
  return uses && !uses.escapes ? needs : [...needs, 'leaves'];
}
