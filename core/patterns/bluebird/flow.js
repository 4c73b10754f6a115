/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/functions.js' */
/** @import { PatternContext } from '../../contract/pattern.js' */

import { isCast } from '../../analysis/casts.js';
import { enclosingFunction } from '../../analysis/functions.js';
import { readKey, resolveOrigin } from '../../analysis/modules.js';
import { nodesOfType } from '../../analysis/nodes.js';
import {
  findVariable,
  isGlobal,
  isVisibleOutside,
  readConstantInit,
  readsOf,
  writesOf,
} from '../../analysis/scopes.js';
import { readStatic } from './library.js';
import { isLibraryMethod } from './links.js';
import { methodOf } from './methods.js';
import { isReachedAtOnce } from './at-once.js';

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

/**
 * @typedef {object} Uses
 * @property {TSESTree.CallExpression[]} calls Those of a function that the file shows.
 * @property {boolean} escapes Whether it also goes where the file cannot follow.
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
    return parent.type === 'ChainExpression' ? onward(parent) : ['leaves'];
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
      return parent.callee !== node && isAwaitingCall(reader, parent) ? [] : ['leaves'];
    case 'ArrayExpression':
      return isAwaitedList(reader, parent) ? needsOfItems(reader, parent.parent) : ['leaves'];
    case 'Property':
      return isAwaitedStructure(reader, parent, node) ? [] : ['leaves'];
    case 'YieldExpression':
      return isInCoroutine(reader, parent) ? [] : ['leaves'];
    case 'VariableDeclarator':
      return parent.id.type === 'Identifier' && !parent.id.typeAnnotation
        ? needsOfVariable(reader, parent.id, node, seen)
        : ['leaves'];
    case 'AssignmentExpression':
      return parent.left.type === 'Identifier' && parent.parent.type === 'ExpressionStatement'
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
  if (!variable || !constant || !isSame(constant.init, value)) {
    return ['leaves'];
  }
  const reads = readsOf(variable).map(({ identifier }) => identifier);
  const needs = reads.flatMap((read) => needsOf(reader, /** @type {TSESTree.Node} */ (read), seen));
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
  if (fn.returnType) {
    return ['leaves'];
  }
  if (isHandler(reader, fn)) {
    return needsOfItems(reader, fn.parent.parent);
  }
  const needs = needsOfUses(reader, usesOf(reader.context, fn), seen);
  return needs.includes('leaves') && hasMemberUse(reader, fn) ? [...needs, 'method'] : needs;
}

/**
 *     exports.load = fn;    exports.load().then(first).bind(this)
 *
 * @param {FlowReader} reader
 * @param {FunctionNode} fn
 * @returns {boolean} Whether the file calls a member of its name, and a method on the result that only
 *   promises of a library have.
 */
function hasMemberUse({ context, isNativeLink }, fn) {
  const { sourceCode } = context;
  const key = readMemberName(fn);
  return (
    key !== undefined &&
    nodesOfType(sourceCode, 'CallExpression').some((call) => {
      let link = /** @type {TSESTree.Node | undefined} */ (call);
      while (link?.type === 'CallExpression') {
        const { callee, parent } = link;
        if (callee.type !== 'MemberExpression' || (link === call && readKey(callee) !== key)) {
          return false;
        }
        if (link !== call && !isNativeLink(link)) {
          return isLibraryMethod(methodOf(sourceCode, link) ?? '');
        }
        link =
          parent.type === 'MemberExpression' && parent.object === link ? parent.parent : undefined;
      }
      return false;
    })
  );
}

/**
 * @param {FunctionNode} fn
 * @returns {string | undefined} The key of the member that is the function.
 */
function readMemberName({ parent }) {
  if (parent.type === 'AssignmentExpression') {
    return parent.left.type === 'MemberExpression' ? readKey(parent.left) : undefined;
  }
  return (parent.type === 'Property' ||
    parent.type === 'MethodDefinition' ||
    parent.type === 'PropertyDefinition') &&
    !parent.computed &&
    parent.key.type === 'Identifier'
    ? parent.key.name
    : undefined;
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
  if (key === 'map') {
    return isMappedIntoList(context, call);
  }
  return ADOPTING_METHODS.has(key) && !isArrayMethod(key);
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
 * @param {string} key
 * @returns {boolean} Whether arrays have a method of the name as well.
 */
function isArrayMethod(key) {
  return key === 'filter' || key === 'reduce';
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
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {Uses | undefined} Undefined for a function without a name.
 */
function usesOf(context, fn) {
  const { parent } = fn;
  // (() => …)()
  if (parent.type === 'CallExpression' && parent.callee === fn) {
    return { calls: [parent], escapes: false };
  }
  const variable = variableOf(context, fn);
  return variable && usesOfVariable(variable);
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {Variable | undefined} The variable that always holds the function.
 */
function variableOf({ sourceCode }, fn) {
  if (fn.type === 'FunctionDeclaration') {
    const variable = fn.id
      ? sourceCode.getDeclaredVariables(fn).find(({ name }) => name === fn.id?.name)
      : undefined;
    return variable && variable.defs.length === 1 && writesOf(variable).length === 0
      ? variable
      : undefined;
  }
  return constantOf(sourceCode, fn);
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {TSESTree.Node} value
 * @returns {Variable | undefined} The constant that is declared as the value.
 */
function constantOf(sourceCode, value) {
  const { parent } = value;
  if (parent?.type !== 'VariableDeclarator' || parent.id.type !== 'Identifier') {
    return undefined;
  }
  const variable = findVariable(sourceCode, parent.id, parent.id.name);
  return variable && readConstantInit(variable)?.init === value ? variable : undefined;
}

/**
 * @param {Variable} variable
 * @returns {Uses}
 */
function usesOfVariable(variable) {
  /** @type {Uses} */
  const uses = { calls: [], escapes: isVisibleOutside(variable) };
  for (const { identifier } of readsOf(variable)) {
    const { parent } = identifier;
    if (parent?.type === 'CallExpression' && parent.callee === identifier) {
      uses.calls.push(parent);
    } else {
      uses.escapes = true;
    }
  }
  return uses;
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} node An expression whose value is a function.
 * @returns {Uses}
 */
export function usesOfValue({ sourceCode }, node) {
  const { parent } = node;
  if (parent?.type === 'CallExpression' && parent.callee === node) {
    return { calls: [parent], escapes: false };
  }
  const variable = constantOf(sourceCode, node);
  return variable ? usesOfVariable(variable) : { calls: [], escapes: true };
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
