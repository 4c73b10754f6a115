/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../../analysis/syntax/functions.js' */
/** @import { Collector } from '../calls/calls.js' */

import { enclosingFunction } from '../../../analysis/syntax/functions.js';
import { readKey } from '../../../analysis/modules/modules.js';
import { isHandler } from '../../../analysis/handlers/handler-parameters.js';
import { isRouteVerb } from '../../../packages/route-verbs.js';
import { callOf, isTestCallback, isTestRunner } from '../../../callbacks/functions/functions.js';
import { formOf } from '../calls/forms.js';
import { isDeferral, isLaterCallee, isLaterFlow, isThen, usesOf } from './later.js';
import { flowName } from '../library/names.js';

/**
 * Whether anybody can tell that the callback of a flow is called later than in the caller's tick.
 */

const MAX_CALLERS = 8;

/**
 * @param {Collector} collector
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether it may be called in that tick, and something runs in it behind the call.
 */
export function isHeardInTick(collector, call) {
  return !isLaterFlow(collector, call) && !isUnheard(collector, call, MAX_CALLERS);
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
  const { parent } = fn;
  if (isTestCallback(/** @type {any} */ ({ fn })) || isRoute(fn)) {
    return true;
  }
  if (parent.type === 'CallExpression' && parent.callee !== fn) {
    const index = parent.arguments.indexOf(/** @type {any} */ (fn));
    if (
      (index === 0 && isDeferral(collector, parent.callee)) ||
      isThen(collector.sourceCode, parent.callee) ||
      (index === parent.arguments.length - 1 &&
        flowName(collector, parent) === undefined &&
        isLaterCallee(collector, parent.callee, parent.arguments.length, undefined, fn))
    ) {
      return true;
    }
  }
  const ended = parent.type === 'CallExpression' && collector.planned.get(parent);
  if (ended && isFinal(collector, parent, fn)) {
    // What becomes of that flow calls it in a tick of its own.
    collector.requires.add(ended);
    return true;
  }
  const flows = flowsThatCall(collector, fn);
  if (flows) {
    // A flow waits for its steps whenever they call back, and is later itself then.
    return flows.every((flow) => isUnheard(collector, flow, fuel - 1));
  }
  const uses = usesOf(collector, fn);
  return (
    uses !== undefined &&
    uses.length > 0 &&
    uses.every((use) => {
      const call = callOf(use);
      // beforeEach(seed)
      return call ? isUnheard(collector, call, fuel - 1) : isTestRunner(use.parent, use);
    })
  );
}

/**
 * @param {Collector} collector
 * @param {TSESTree.CallExpression} flow
 * @param {FunctionNode} fn
 * @returns {boolean} Whether it is what the flow calls at its end.
 */
function isFinal(collector, flow, fn) {
  const form = formOf(flowName(collector, flow) ?? '');
  return form !== undefined && flow.arguments[form.parameters.length] === fn;
}

/**
 *     app.post('/users', (req, res) => …)    http.createServer((req, res) => …)
 *
 * @param {FunctionNode} fn
 * @returns {boolean} Whether it is what a server or a router calls when a request has come.
 */
function isRoute(fn) {
  const { parent } = fn;
  if (parent.type !== 'CallExpression' || parent.callee.type !== 'MemberExpression') {
    return false;
  }
  const key = readKey(parent.callee);
  return (
    isHandler(fn, 0) &&
    parent.parent.type !== 'CallExpression' &&
    parent.arguments.at(-1) === fn &&
    (isRouteVerb(key) || /^(?:createServer|(?:\w+R|r)oute)$/u.test(key ?? ''))
  );
}

/**
 * @param {TSESTree.Node} node
 * @param {FunctionNode} fn
 * @returns {boolean} Whether the function does nothing after it.
 */
export function isTail(node, fn) {
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
      case 'ConditionalExpression':
      case 'IfStatement':
        if (parent.test === child) {
          return false;
        }
        break;
      case 'LogicalExpression':
        if (parent.left === child) {
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
function acts(statement) {
  const { type } = statement;
  const isReturn = type === 'ReturnStatement' && !statement.argument;
  return !isReturn && type !== 'FunctionDeclaration' && type !== 'EmptyStatement';
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
