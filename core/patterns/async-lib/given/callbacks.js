/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../../analysis/syntax/functions.js' */
/** @import { PatternContext } from '../../../contract/pattern.js' */
/** @import { CallbackFunction } from '../../../callbacks/functions/functions.js' */
/** @import { Collector } from '../calls/calls.js' */

import { enclosingFunction } from '../../../analysis/syntax/functions.js';
import { isWithin } from '../../../analysis/syntax/nodes.js';
import { findBreaker } from '../../../callbacks/plan/breaches.js';
import { callOfCallback } from '../../../callbacks/functions/callback-calls.js';
import { allArguments } from '../../../callbacks/functions/given-arguments.js';
import { checkResults } from '../../../callbacks/plan/given-results.js';
import { Refused, quote } from '../../../callbacks/plan/refused.js';
import { settlesTwice } from '../../../callbacks/functions/settled-twice.js';
import { isTail } from './timing.js';
import { asyncVersion } from '../library/version.js';

/**
 * What a function that `async` calls does with the callback that it is given.
 */

/**
 * @param {Pick<PatternContext, 'sourceCode'>} collector
 * @param {FunctionNode} fn
 * @returns {Variable | undefined} Its last parameter.
 */
export function callbackOf({ sourceCode }, fn) {
  const last = fn.params.at(-1);
  return sourceCode
    .getDeclaredVariables(fn)
    .find(
      ({ identifiers, defs }) =>
        defs[0]?.type === 'Parameter' && identifiers.includes(/** @type {any} */ (last)),
    );
}

/**
 * Version 3 ends without a word where a callback gets `false`.
 *
 * @param {Pick<PatternContext, 'sourceCode'> & { context: PatternContext }} collector
 * @param {FunctionNode} fn
 * @throws {Refused}
 */
export function checkCancelled({ sourceCode, context }, fn) {
  const version = asyncVersion(context);
  if (version === 1 || version === 2) {
    return;
  }
  const found = callbackOf({ sourceCode }, fn)?.references.some(({ identifier }) => {
    const [error] = callOfCallback(identifier)?.arguments ?? [];
    return error ? mayBeFalse(error) : getsFalseLater(identifier);
  });
  if (found) {
    throw new Refused('flow-iteratee', quote(sourceCode, fn));
  }
}

/**
 *     setImmediate(next, false)
 *
 * @param {TSESTree.Node} callback
 * @returns {boolean} Whether what gets the callback gets `false` behind it, to call it with that.
 */
function getsFalseLater({ parent, range }) {
  if (parent?.type !== 'CallExpression') {
    return false;
  }
  const index = parent.arguments.findIndex((each) => each.range === range);
  return index !== -1 && parent.arguments.slice(index + 1).some((each) => mayBeFalse(each));
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} `false`, `err ? false : null`, `!found`, `found || false`
 */
function mayBeFalse(node) {
  switch (node.type) {
    case 'ConditionalExpression':
      return mayBeFalse(node.consequent) || mayBeFalse(node.alternate);
    case 'LogicalExpression':
      return mayBeFalse(node.right);
    case 'UnaryExpression':
      return node.operator === '!';
    default:
      return node.type === 'Literal' && node.value === false;
  }
}

/**
 *     if (err) next(err);
 *     next();
 *
 * @param {Collector} collector
 * @param {FunctionNode} fn
 * @throws {Refused} Where the callback is called twice, by what it is handed to as well: `async` throws
 *   then, a promise does not. Or where it gets a promise, or may, which `async` hands on as it is.
 */
export function checkOnce({ assumes, context, registry, sourceCode }, fn) {
  const callback = callbackOf({ sourceCode }, fn);
  const uses = (callback?.references ?? []).map(
    ({ identifier }) => /** @type {TSESTree.Node} */ (identifier),
  );
  const target = callback && /** @type {CallbackFunction} */ ({ fn, callback });
  if (
    uses.some((use) => isFollowed(callOfCallback(use)?.parent, uses)) ||
    (target &&
      // What runs behind a call is a question of time first.
      ((!context.options.assumable.has('timing-unobservable') &&
        settlesTwice(sourceCode, target)) ||
        findBreaker(context, target, registry) !== undefined))
  ) {
    throw new Refused('flow-iteratee', quote(sourceCode, fn));
  }
  for (const [, ...results] of target ? allArguments(sourceCode, target) : []) {
    checkResults({ assumes, context, sourceCode }, results);
  }
}

/**
 *     next();
 *     log('behind');
 *
 * @param {Collector} collector
 * @param {FunctionNode} fn
 * @throws {Refused} Where something runs behind a call of the callback: `async` goes on in the call, a
 *   promise behind it.
 */
export function checkTail({ sourceCode, context, assumes }, fn) {
  for (const { identifier } of callbackOf({ sourceCode }, fn)?.references ?? []) {
    const call = callOfCallback(identifier);
    const own = call && enclosingFunction(call);
    if (own && !isTail(call, own)) {
      if (!context.options.assumable.has('timing-unobservable')) {
        throw new Refused('timing-unobservable', quote(sourceCode, call));
      }
      assumes.add('timing-unobservable');
    }
  }
}

/**
 * @param {TSESTree.Node | undefined} statement That calls back.
 * @param {readonly TSESTree.Node[]} uses Of the callback.
 * @returns {boolean} Whether what runs after it uses the callback, too.
 */
function isFollowed(statement, uses) {
  let child = statement;
  while (child && /^(?:BlockStatement|ExpressionStatement|IfStatement)$/u.test(child.type)) {
    const parent = /** @type {TSESTree.Node} */ (child.parent);
    if (parent.type === 'BlockStatement') {
      const after = parent.body.slice(1 + parent.body.indexOf(/** @type {any} */ (child)));
      if (after.some((each) => uses.some((use) => isWithin(use, each)))) {
        return true;
      }
      if (after.some(({ type }) => !/^(?:Expression|If)Statement$|Declaration$/u.test(type))) {
        return false;
      }
    }
    child = parent;
  }
  return false;
}
