/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../analysis/syntax/functions.js' */
/** @import { PatternContext } from '../contract/pattern.js' */
/** @import { Uses } from './function-uses.js' */

import { isCast } from '../analysis/syntax/casts.js';
import { readFunction } from '../analysis/syntax/definitions.js';
import { enclosingFunction } from '../analysis/syntax/functions.js';
import { readKey } from '../analysis/modules/modules.js';
import {
  findVariable,
  isVisibleOutside,
  readConstantInit,
  readsOf,
} from '../analysis/syntax/scopes.js';
import { usesOf } from './function-uses.js';
import { libraryVariables, readStatic } from './library.js';
import { textOf } from '../edits/trivia.js';
import { isReachedAtOnce } from './at-once.js';
import { callsOnHandedIn } from './handed-in-promises.js';
import { hasMemberUse, isElement, isUsedByName, leavesUnnamed, nameOf } from './escapes.js';
import {
  isAwaitingCall,
  isAwaitedList,
  isAwaitedStructure,
  isInCoroutine,
  isHandler,
} from './waiting.js';

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

/** A promise is followed so far: from a link to the next, to a variable, to the caller of a function. */
const FURTHEST = 100;

/** The way of a promise through the file. */
class Trail {
  /** @type {Set<TSESTree.Node>} */
  seen = new Set();
  length = 0;
}

/**
 * @param {FlowReader} reader
 * @param {TSESTree.Node} node An expression whose value is a promise of bluebird.
 * @param {Trail} [trail]
 * @returns {Need[]} Empty where a native promise does; all of them where the promise goes too far to tell.
 */
export function needsOf(reader, node, trail = new Trail()) {
  if (trail.seen.has(node)) {
    return [];
  }
  trail.seen.add(node);
  if (trail.length === FURTHEST) {
    return ['leaves', 'floats', 'method'];
  }
  trail.length++;
  const needs = mayComeBack(reader, readNeeds(reader, node, trail), ['name']);
  trail.length--;
  return needs;
}

/**
 * @param {FlowReader} reader
 * @param {Need[]} needs
 * @param {import('./handed-in-promises.js').Source[]} sources Where it may turn up.
 * @returns {Need[]} With the methods that are called on what the file is given, which may be it.
 */
function mayComeBack(reader, needs, sources) {
  const isAway = needs.includes('leaves') && !needs.includes('method');
  return isAway && callsOnHandedIn(reader, sources) ? [...needs, 'method'] : needs;
}

/**
 * @param {FlowReader} reader
 * @param {TSESTree.Node} node
 * @param {Trail} trail
 * @returns {Need[]}
 */
function readNeeds(reader, node, trail) {
  const parent = /** @type {TSESTree.Node} */ (node.parent);
  const onward = (/** @type {TSESTree.Node} */ next) => needsOf(reader, next, trail);
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
      return needsOfMember(reader, parent, node, trail);
    case 'CallExpression':
    case 'NewExpression':
      return parent.callee !== node && isAwaitingCall(reader, parent)
        ? []
        : needsOfArgument(reader, parent, node, trail);
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
        ? needsOfVariable(reader, parent.id, node, trail)
        : needsOfTyped(reader, parent.id);
    case 'AssignmentExpression': {
      const own = parent.parent.type === 'ExpressionStatement' ? [] : onward(parent);
      const kept =
        parent.left.type === 'Identifier'
          ? needsOfVariable(reader, parent.left, node, trail)
          : needsOfMemberNamed(reader, parent);
      return own.length === 0 && parent.parent.type === 'ExpressionStatement'
        ? kept
        : [...own, ...kept, 'leaves'];
    }
    // function use(promise = node) {…}
    case 'AssignmentPattern':
      return parent.left.type === 'Identifier'
        ? needsOfVariable(reader, parent.left, node, trail)
        : ['leaves'];
    case 'ReturnStatement': {
      const fn = enclosingFunction(parent);
      return fn ? needsOfResult(reader, fn, trail) : ['leaves'];
    }
    case 'ArrowFunctionExpression':
      return parent.body === node ? needsOfResult(reader, parent, trail) : ['leaves'];
    default:
      return ['leaves'];
  }
}

/**
 * @param {FlowReader} reader
 * @param {TSESTree.MemberExpression} member
 * @param {TSESTree.Node} node
 * @param {Trail} trail
 * @returns {Need[]}
 */
function needsOfMember(reader, member, node, trail) {
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
  const needs = needsOf(reader, call, trail);
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
 * @param {Trail} trail
 * @returns {Need[]}
 */
function needsOfArgument(reader, call, node, trail) {
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
  const [callback] = call.arguments;
  // list.reduce((before, item) => before.then(…), node)
  const isSeed = index === 1 && callback && (method === 'reduce' || method === 'reduceRight');
  const given = isSeed
    ? readFunction(sourceCode, callback)?.params[0]
    : readFunction(sourceCode, call.callee)?.params[index];
  const name = given?.type === 'AssignmentPattern' ? given.left : given;
  const needs = isSeed ? needsOf(reader, call, trail) : [];
  return name?.type === 'Identifier'
    ? [...needs, ...needsOfVariable(reader, name, node, trail), ...needsOfTyped(reader, name)]
    : [...needs, 'leaves', ...needsElsewhere(reader, call.callee, index)];
}

/**
 *     timing.measure('load', node)
 *
 * @param {FlowReader} reader
 * @param {TSESTree.Node} callee
 * @param {number} index
 * @returns {Need[]} Of the function of another file that gets the promise as that argument.
 */
function needsElsewhere({ context }, callee, index) {
  return context.isLibraryArgumentElsewhere?.(context.sourceCode, callee, index) ? ['method'] : [];
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
 * @param {FlowReader} reader
 * @param {TSESTree.Identifier} name
 * @param {TSESTree.Node} value
 * @param {Trail} trail
 * @returns {Need[]}
 */
function needsOfVariable(reader, name, value, trail) {
  const variable = findVariable(reader.context.sourceCode, name, name.name);
  const constant = variable && readConstantInit(variable);
  if (!variable) {
    return ['leaves'];
  }
  const reads = readsOf(variable).map(({ identifier }) => identifier);
  const needs = reads.flatMap((read) =>
    needsOf(reader, /** @type {TSESTree.Node} */ (read), trail),
  );
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
 * @param {Trail} trail
 * @returns {Need[]} Of those who call the function.
 */
export function needsOfResult(reader, fn, trail = new Trail()) {
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
  const needs = mayComeBack(reader, needsOfUses(reader, usesOf(reader.context, fn), trail), [
    'name',
    'member',
    ...(leavesUnnamed(reader.context, fn) ? [/** @type {const} */ ('function')] : []),
  ]);
  return needs.includes('leaves') && hasMemberUse(reader, fn) ? [...needs, 'method'] : needs;
}

/**
 * @param {FlowReader} reader
 * @param {Uses | undefined} uses
 * @param {Trail} trail
 * @returns {Need[]} Of those who call a function, or may.
 */
function needsOfUses(reader, uses, trail) {
  const needs = uses?.calls.flatMap((call) => needsOf(reader, call, trail)) ?? [];
  return uses && !uses.escapes ? needs : [...needs, 'leaves'];
}
