/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { Translator } from '../plan/translator.js' */

import { enclosingFunction, isFunction } from '../../analysis/syntax/functions.js';
import { readConstantInit } from '../../analysis/syntax/scopes.js';
import { quote } from '../plan/refused.js';
import { anyCallOf, isNullish } from './functions.js';

/**
 * Calls of the callback by `call` and `apply`, and functions that are given to a call as they are, or
 * with the `this` around them:
 *
 *     cb.call(this, err, v)    cb.apply(null, [err, v])
 *     load(x, function (err) { this.done = !err; … }.bind(this))
 */

/**
 * @param {TSESTree.CallExpression} call
 * @returns {{ call: TSESTree.CallExpression, on: TSESTree.Node } | undefined} The call without what it
 *   is on, if nothing is evaluated for that.
 */
function readApplied(call) {
  const { callee } = call;
  if (call.optional || callee.type !== 'MemberExpression' || callee.computed || callee.optional) {
    return undefined;
  }
  const key = callee.property.type === 'Identifier' ? callee.property.name : '';
  const [on, ...rest] = call.arguments;
  const given = key === 'call' ? rest : key === 'apply' ? readList(rest) : undefined;
  const isSteady = on && (isNullish(on) || /^(?:Identifier|ThisExpression)$/u.test(on.type));
  return given && isSteady
    ? {
        call: Object.create(call, {
          callee: { value: callee.object },
          arguments: { value: given },
        }),
        on,
      }
    : undefined;
}

/**
 * @param {readonly TSESTree.CallExpressionArgument[]} given
 * @returns {TSESTree.CallExpressionArgument[] | undefined} What the one argument lists.
 */
function readList([list, ...more]) {
  const elements = list?.type === 'ArrayExpression' && more.length === 0 ? list.elements : [null];
  const listed = elements.filter((each) => each !== null);
  return listed.length === elements.length ? listed : undefined;
}

/**
 * @param {TSESTree.Node} node The callback's name.
 * @returns {TSESTree.CallExpression | null} The call of it, as if it were called by its name alone.
 */
export function callOfCallback(node) {
  return appliedTo(node)?.call ?? anyCallOf(node);
}

/** How many arguments of a deferral stand before those of what it puts off. */
const BEFORE_DEFERRED = new Map([
  ['nextTick', 1],
  ['setImmediate', 1],
  ['setTimeout', 2],
]);

/**
 *     process.nextTick(cb, null, v)    setImmediate(cb, new Error('…'))    setTimeout(cb, 10, null, v)
 *
 * @param {TSESTree.Node} node
 * @returns {TSESTree.CallExpressionArgument[] | undefined} What it is called with, where it is put off.
 */
export function deferredArguments(node) {
  const { parent } = node;
  if (parent?.type !== 'CallExpression' || parent.arguments[0] !== node) {
    return undefined;
  }
  const { callee } = parent;
  const name =
    callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
      ? callee.property.name
      : callee.type === 'Identifier'
        ? callee.name
        : '';
  const count = BEFORE_DEFERRED.get(name);
  return count === undefined ? undefined : parent.arguments.slice(count);
}

/**
 * @param {TSESTree.Node} node The callback's name.
 * @returns {TSESTree.CallExpression | null} The call of it, whatever it gets.
 */
export function anyCallOfCallback(node) {
  return callOfCallback(node) ?? applicationOf(node);
}

/**
 *     cb.apply(this, arguments)
 *
 * @param {TSESTree.Node} node
 * @returns {TSESTree.CallExpression | null} The call of it by `call` or `apply`, whatever these get.
 */
function applicationOf({ parent, range }) {
  const isApplied =
    parent?.type === 'MemberExpression' &&
    parent.object.range === range &&
    !parent.computed &&
    parent.property.type === 'Identifier' &&
    /^(?:apply|call)$/u.test(parent.property.name);
  return isApplied ? anyCallOf(parent) : null;
}

/**
 * @param {TSESTree.Node} node
 * @returns {ReturnType<typeof readApplied>}
 */
function appliedTo({ parent, range }) {
  const call =
    parent?.type === 'MemberExpression' && parent.object.range === range && anyCallOf(parent);
  return call ? readApplied(call) : undefined;
}

/**
 * @param {TSESTree.Node | null | undefined} node
 * @returns {TSESTree.CallExpression | undefined} The call, as one of its callee's name alone.
 */
export function plainCall(node) {
  return node?.type === 'CallExpression' ? (readApplied(node)?.call ?? node) : undefined;
}

/**
 * What callers' callbacks see as `this` is kept if it is that of the function itself, each time.
 *
 * @param {Translator} translator
 * @param {(node: TSESTree.Node) => boolean} isMoved Whether a wrapper calls back in its place.
 * @returns {boolean} Whether the callback is called on `this`.
 * @throws {Refused}
 */
export function isCalledOnThis(translator, isMoved) {
  const { target, sourceCode } = translator;
  const uses = target.callback.references
    .map(({ identifier }) => /** @type {TSESTree.Node} */ (identifier))
    .filter((use) => isMoved(use) && !isTest(use));
  const others = uses.filter((use) => {
    const on = appliedTo(use)?.on;
    return !on || !isOwnThis(translator, on);
  });
  const odd = uses.find((use) => {
    const on = appliedTo(use)?.on;
    return on && !isNullish(on) && (others.length > 0 || others.includes(use));
  });
  if (odd) {
    translator.assume('receiver-stays', quote(sourceCode, odd.parent ?? odd));
    return false;
  }
  return others.length < uses.length;
}

/**
 * @param {TSESTree.Node} use
 * @returns {boolean} `if (cb)`, `typeof cb`, `cb && …`
 */
function isTest({ parent, range }) {
  return (
    parent?.type === 'IfStatement' ||
    parent?.type === 'UnaryExpression' ||
    (parent?.type === 'LogicalExpression' && parent.left.range === range)
  );
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Node} node
 * @returns {boolean} `this` of the function, or `self` for it.
 */
function isOwnThis(translator, node) {
  if (node.type === 'Identifier') {
    const variable = translator.variableOf(node);
    const constant = variable && readConstantInit(variable);
    return constant?.keys.length === 0 && isOwnThis(translator, constant.init);
  }
  const { target } = translator;
  let fn = enclosingFunction(node);
  while (fn && fn !== target.fn && (fn.type === 'ArrowFunctionExpression' || isBoundToThis(fn))) {
    fn = enclosingFunction(fn);
  }
  return node.type === 'ThisExpression' && fn === target.fn;
}

/**
 * @param {TSESTree.Node | undefined} argument
 * @returns {FunctionNode | undefined} The function that the argument is.
 */
export function givenFunction(argument) {
  if (isFunction(argument)) {
    return argument;
  }
  const fn =
    argument?.type === 'CallExpression' && argument.callee.type === 'MemberExpression'
      ? argument.callee.object
      : undefined;
  return isFunction(fn) && isBoundToThis(fn) ? fn : undefined;
}

/**
 * @param {FunctionNode} fn
 * @returns {boolean} Whether its `this` is that of the code around it.
 */
export function isBoundToThis({ parent, range }) {
  if (
    parent.type !== 'MemberExpression' ||
    parent.object.range !== range ||
    parent.computed ||
    parent.property.type !== 'Identifier' ||
    parent.property.name !== 'bind'
  ) {
    return false;
  }
  const call = parent.parent;
  const [first, ...more] = call.type === 'CallExpression' ? call.arguments : [];
  return first?.type === 'ThisExpression' && more.length === 0;
}
