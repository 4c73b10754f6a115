/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/functions.js' */
/** @import { Collector } from './calls.js' */

import { isBuiltin } from 'node:module';

import { coreApi } from '../../analysis/core-promise-apis.js';
import { enclosingFunction } from '../../analysis/functions.js';
import { resolveOrigin } from '../../analysis/modules.js';
import { findVariable, isGlobal, writesOf } from '../../analysis/scopes.js';
import { textOf } from '../../edits/trivia.js';
import { callOf, callbackFunctionOf, isTestCallback } from '../callback-function/functions.js';
import { tickFactsOf } from '../callback-function/ticks.js';
import { formOf } from './forms.js';
import { flowName } from './names.js';
import { callbackOf, readLocal } from './steps.js';

/**
 * Whether anybody can tell that the callback of a flow is called later than in the caller's tick.
 */

const MAX_CALLERS = 8;

/** Packages whose functions call what they are given before they return. */
const SYNCHRONOUS_LIBRARY =
  /^(?:@[\w.-]+\/)?(?:lodash|neo-async|async|once|ramda|underscore)(?:$|[./-])/u;

/**
 * @param {Collector} collector
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether it may be called in that tick, and something runs in it behind the call.
 */
export function isHeardInTick(collector, call) {
  return !isLaterFlow(collector, call, new Set()) && !isUnheard(collector, call, MAX_CALLERS);
}

/**
 * @param {Collector} collector
 * @param {TSESTree.CallExpression} call
 * @param {Set<TSESTree.Node>} seen
 * @returns {boolean} Whether the first of its steps, or all that start together, call back later.
 */
function isLaterFlow(collector, call, seen) {
  const { sourceCode } = collector;
  const name = flowName({ sourceCode }, call);
  const form = name === undefined ? undefined : formOf(name);
  if (!form) {
    return name === 'setImmediate' || name === 'nextTick';
  }
  const key = form.parameters.find((each) => each === 'iteratee' || /^tasks?$/u.test(each));
  const node = call.arguments[form.parameters.indexOf(key ?? '')];
  if (!node) {
    return false;
  }
  const nodes =
    node.type === 'ArrayExpression'
      ? node.elements
      : node.type === 'ObjectExpression'
        ? node.properties.map((each) => (each.type === 'Property' ? each.value : each))
        : [node];
  const isSerial = name === 'series' || name === 'waterfall';
  return (
    nodes.length > 0 &&
    nodes
      .slice(0, isSerial ? 1 : nodes.length)
      .every((each) => each && isLater(collector, each, seen))
  );
}

/**
 * @param {Collector} collector
 * @param {TSESTree.Node} node
 * @param {Set<TSESTree.Node>} [seen]
 * @returns {boolean} Whether a function calls its callback in a later tick whatever it does.
 */
export function isLater(collector, node, seen = new Set()) {
  const fn = readLocal(collector, node);
  if (!fn) {
    return isLaterCallee(collector, node, seen);
  }
  const callback = callbackOf(collector, fn);
  if (fn.async || seen.has(fn)) {
    return fn.async;
  }
  const inner = new Set([...seen, fn]);
  return (
    callback !== undefined &&
    callback.references.length > 0 &&
    callback.references.every(({ identifier }) =>
      isLaterUse(collector, /** @type {TSESTree.Node} */ (identifier), fn, inner),
    )
  );
}

/**
 * @param {Collector} collector
 * @param {TSESTree.Node} use Of the callback.
 * @param {FunctionNode} fn
 * @param {Set<TSESTree.Node>} seen
 * @returns {boolean}
 */
function isLaterUse(collector, use, fn, seen) {
  let node = use;
  for (
    let frame = enclosingFunction(use);
    frame && frame !== fn;
    frame = enclosingFunction(frame)
  ) {
    node = frame;
  }
  const { parent } = node;
  if (parent?.type !== 'CallExpression' || parent.callee === node) {
    return false;
  }
  const index = parent.arguments.indexOf(/** @type {any} */ (node));
  if (index === 0 && isDeferral(collector, parent.callee)) {
    return true;
  }
  if (isThen(parent.callee)) {
    return node !== use || index >= 0;
  }
  if (index !== parent.arguments.length - 1) {
    return false;
  }
  return flowName(collector, parent) === undefined
    ? !isValue(parent) && isLaterCallee(collector, parent.callee, seen)
    : isLaterFlow(collector, parent, seen);
}

/**
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether something is made of what it returns: `once(next)`.
 */
function isValue({ parent }) {
  return !/^(?:ArrowFunctionExpression|ExpressionStatement|ReturnStatement)$/u.test(parent.type);
}

/**
 * @param {TSESTree.Node} callee
 * @returns {boolean} `promise.then(…)`, whose handlers run in a later turn.
 */
function isThen(callee) {
  return (
    callee.type === 'MemberExpression' &&
    callee.property.type === 'Identifier' &&
    /^(?:catch|then)$/u.test(callee.property.name)
  );
}

/**
 * @param {Collector} collector
 * @param {TSESTree.Node} callee
 * @returns {boolean}
 */
function isDeferral({ sourceCode }, callee) {
  if (isGlobal(sourceCode, callee, 'setImmediate') || isGlobal(sourceCode, callee, 'setTimeout')) {
    return true;
  }
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') {
    return false;
  }
  const { name } = callee.property;
  return (
    (name === 'nextTick' && isGlobal(sourceCode, callee.object, 'process')) ||
    /^(?:nextTick|setImmediate)$/u.test(
      flowName({ sourceCode }, /** @type {any} */ ({ callee })) ?? '',
    )
  );
}

/**
 * @param {Collector} collector
 * @param {TSESTree.Node} callee
 * @param {Set<TSESTree.Node>} [seen]
 * @returns {boolean} Whether a function is known, or assumed, to call back in a later tick.
 */
function isLaterCallee(collector, callee, seen = new Set()) {
  const { sourceCode, context, assumes } = collector;
  const origin = resolveOrigin(sourceCode, callee);
  if (coreApi(origin)) {
    return true;
  }
  const { promisify, assumptions } = context.options;
  if (
    promisify.has(textOf(sourceCode, callee)) ||
    (origin?.kind === 'module' && promisify.has([origin.name, ...origin.path].join('.')))
  ) {
    return true;
  }
  if (context.callsBackLater?.(callee) === true) {
    return true;
  }
  if (origin?.kind === 'module') {
    if (isBuiltin(origin.name) || SYNCHRONOUS_LIBRARY.test(origin.name)) {
      return false;
    }
    if (origin.name.startsWith('.')) {
      const found = context.importedCallback?.(origin.name, origin.path);
      return found !== undefined && !found.maySync && !found.breaks;
    }
    const isAssumed = assumptions.has('callee-is-error-first');
    if (isAssumed) {
      assumes.add('callee-is-error-first');
    }
    return isAssumed;
  }
  const variable =
    callee.type === 'Identifier' ? findVariable(sourceCode, callee, callee.name) : undefined;
  const own = callbackFunctionOf(sourceCode, variable);
  return (
    own !== undefined &&
    (tickFactsOf(sourceCode).get(own)?.calls === false || isLater(collector, own.fn, seen))
  );
}

/**
 * @param {Collector} collector
 * @param {TSESTree.Node} node
 * @param {number} fuel Callers left to follow.
 * @returns {boolean} Whether nothing of the program runs behind it in the same tick.
 */
function isUnheard(collector, node, fuel) {
  const fn = enclosingFunction(node);
  if (!fn || fuel === 0 || fn.async || fn.generator || !isTail(node, fn)) {
    return false;
  }
  if (isTestCallback(/** @type {any} */ ({ fn }))) {
    return true;
  }
  const { parent } = fn;
  if (parent.type === 'CallExpression' && parent.callee !== fn) {
    const index = parent.arguments.indexOf(/** @type {any} */ (fn));
    if (
      (index === 0 && isDeferral(collector, parent.callee)) ||
      isThen(parent.callee) ||
      (index === parent.arguments.length - 1 &&
        flowName(collector, parent) === undefined &&
        isLaterCallee(collector, parent.callee))
    ) {
      return true;
    }
  }
  const flows = flowsThatCall(collector, fn);
  if (flows) {
    // A flow waits for its steps whenever they call back, and is later itself then.
    return flows.every((flow) => isUnheard(collector, flow, fuel - 1));
  }
  const calls = callsOf(collector, fn);
  return calls !== undefined && calls.every((call) => isUnheard(collector, call, fuel - 1));
}

/**
 * @param {TSESTree.Node} node
 * @param {FunctionNode} fn
 * @returns {boolean} Whether the function does nothing after it.
 */
function isTail(node, fn) {
  let child = node;
  for (let { parent } = child; parent && child !== fn; { parent } = child) {
    switch (parent.type) {
      case 'ReturnStatement':
        return !isInTry(parent, fn);
      case 'BlockStatement':
        if (parent.body.slice(parent.body.indexOf(/** @type {any} */ (child)) + 1).some(acts)) {
          return false;
        }
        break;
      case 'IfStatement':
        if (parent.test === child) {
          return false;
        }
        break;
      case 'ExpressionStatement':
        break;
      default:
        return parent === fn && !isInTry(child, fn);
    }
    child = parent;
  }
  return false;
}

/** @param {TSESTree.Statement} statement */
function acts({ type }) {
  return type !== 'FunctionDeclaration' && type !== 'EmptyStatement';
}

/**
 * @param {TSESTree.Node} node
 * @param {FunctionNode} fn
 * @returns {boolean} Whether a `finally` or a loop may run more.
 */
function isInTry(node, fn) {
  for (let { parent } = node; parent && parent !== fn; { parent } = parent) {
    if (parent.type === 'TryStatement' && parent.finalizer) {
      return true;
    }
  }
  return false;
}

/**
 * @param {Collector} collector
 * @param {FunctionNode} fn
 * @returns {boolean} Whether all that calls the function is a flow, which gives it its callback.
 */
export function isStepOfFlow(collector, fn) {
  return flowsThatCall(collector, fn) !== undefined;
}

/**
 * @param {Collector} collector
 * @param {FunctionNode} fn
 * @returns {TSESTree.CallExpression[] | undefined} The flows that it is a step of, if that is all it
 *   is.
 */
function flowsThatCall(collector, fn) {
  const places = fn.type === 'FunctionDeclaration' ? usesOf(collector, fn) : [fn];
  const flows = places?.map((place) => flowOfStep(collector, place));
  return flows && flows.length > 0 && flows.every((flow) => flow !== undefined)
    ? /** @type {TSESTree.CallExpression[]} */ (flows)
    : undefined;
}

/**
 * @param {Collector} collector
 * @param {TSESTree.Node} node
 * @returns {TSESTree.CallExpression | undefined}
 */
function flowOfStep(collector, node) {
  let child = node;
  if (child.parent?.type === 'Property' && child.parent.value === child) {
    child = child.parent;
  }
  if (child.parent?.type === 'ArrayExpression' || child.parent?.type === 'ObjectExpression') {
    child = child.parent;
  }
  const { parent } = child;
  if (parent?.type !== 'CallExpression') {
    return undefined;
  }
  const name = flowName(collector, parent);
  const form = name === undefined ? undefined : formOf(name);
  const key = form?.parameters[parent.arguments.indexOf(/** @type {any} */ (child))];
  return key !== undefined && /^(?:iteratee|tasks?)$/u.test(key) ? parent : undefined;
}

/**
 * @param {Collector} collector
 * @param {FunctionNode} fn
 * @returns {TSESTree.Node[] | undefined} Every place that reads the function's name; undefined if it
 *   has none, or more than one value.
 */
function usesOf({ sourceCode }, fn) {
  const variable = fn.id
    ? sourceCode.getDeclaredVariables(fn).find(({ name }) => name === fn.id?.name)
    : undefined;
  if (!variable || fn.type !== 'FunctionDeclaration' || variable.defs.length > 1) {
    return undefined;
  }
  if (writesOf(variable).length > 0 || fn.parent.type.startsWith('Export')) {
    return undefined;
  }
  return variable.references.map(({ identifier }) => /** @type {TSESTree.Node} */ (identifier));
}

/**
 * @param {Collector} collector
 * @param {FunctionNode} fn
 * @returns {TSESTree.CallExpression[] | undefined} Its calls, if the function is only called.
 */
function callsOf(collector, fn) {
  const calls = usesOf(collector, fn)?.map((use) => callOf(/** @type {any} */ (use)));
  return calls && calls.length > 0 && calls.every((call) => call !== null)
    ? /** @type {TSESTree.CallExpression[]} */ (calls)
    : undefined;
}
