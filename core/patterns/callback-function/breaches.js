/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { CallbackFunction } from './functions.js' */
/** @import { Registry } from './registry.js' */

import { isWithin, nodesWithin } from '../../analysis/nodes.js';
import { findVariable } from '../../analysis/scopes.js';
import { goesOnAfterCallback } from './contract.js';
import { errorState } from './errors.js';
import { callOfCallback } from './callback-calls.js';
import { callbackFunctionOf, isNullish } from './functions.js';
import { planFunction } from './plan.js';
import { Refused } from './refused.js';
import { settlesTwice } from './settled-twice.js';
import { calledBy, tickFactsOf } from './ticks.js';
import { wrapsPartly } from './wrappers.js';

/**
 * Refusals that say of a function that it calls back more than once, or with something else than an
 * error or a result that a promise can give. Where it never calls back, a promise of it never settles:
 * nobody goes on either way.
 */
const BREACHES = new Set([
  'callback-in-listener',
  'callee-refused',
  'error-with-result',
  'falls-through',
  'not-error-first',
  'result-is-promise',
  'several-results',
]);

/**
 * @param {PatternContext} context
 * @param {CallbackFunction} target
 * @param {Registry} registry
 * @returns {boolean} Whether some path of the function does not call back once, with an error or a
 *   result. A wrapper may keep what does, so it takes a look at the whole.
 */
export function breaksContract(context, target, registry) {
  return (
    goesOnAfterCallback({ ...target, mayCallAtOnce: (call) => mayCallAtOnce(context, call) }) ||
    callsBreaker(context.sourceCode, target, registry) ||
    isRefusedAsBreach(context, target, registry)
  );
}

/**
 *     setImmediate(() => { load(key, (err, value) => { cb(err, value); }); log('loading'); });
 *
 * Who waits for what may call back at once goes on behind what stands behind the call.
 *
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether that matters and a function of the file does so.
 */
function mayCallAtOnce(context, call) {
  return (
    !context.options.differences.has('callback-timing') &&
    calledBy(context.sourceCode, call).some((found) => tickFactsOf(context).get(found)?.calls)
  );
}

/**
 * @param {PatternContext} context
 * @param {CallbackFunction} wrapper
 * @returns {boolean} Whether some path of it does not call back once, with an error or a result: where
 *   only a part of it is async, nobody has looked at the others.
 */
export function wrapperBreaks(context, wrapper) {
  return (
    wrapsPartly(wrapper) || goesOnAfterCallback(wrapper) || !callsBackPlainly(context, wrapper)
  );
}

/**
 * @param {PatternContext} context
 * @param {CallbackFunction} target
 * @param {Registry} registry
 * @returns {boolean}
 */
function isRefusedAsBreach(context, target, registry) {
  // Whether it calls back early, or throws, is another question.
  const { options } = context;
  const differences = new Set([...options.differences, 'callback-timing', 'sync-throw']);
  const lenient = /** @type {PatternContext} */ ({
    ...context,
    options: { ...options, differences },
    ignoresCallers: true,
  });
  try {
    planFunction(lenient, target, registry, false);
    return false;
  } catch (error) {
    if (!(error instanceof Refused)) {
      throw error;
    }
    const { reason } = error.refusal;
    return (
      BREACHES.has(reason) ||
      (reason === 'callback-not-called' && !callsBackPlainly(context, target)) ||
      settlesTwice(context.sourceCode, target)
    );
  }
}

/**
 * @param {PatternContext} context
 * @param {CallbackFunction} target
 * @returns {boolean} Whether each call of the callback, as far as there are any, gives an error alone
 *   or results: what follows a path that does not call back has not been looked at.
 */
function callsBackPlainly({ sourceCode }, { callback }) {
  return callback.references.every(({ identifier }) => {
    const [error, ...results] =
      callOfCallback(/** @type {TSESTree.Node} */ (identifier))?.arguments ?? [];
    const state = errorState(sourceCode, error, new Map());
    return state === 'null' || (state !== 'value' && results.every((each) => isNullish(each)));
  });
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {CallbackFunction} target
 * @param {Registry} registry
 * @returns {boolean} Whether the callback's calls are up to a function that breaks its contract.
 */
function callsBreaker(sourceCode, { fn, callback }, registry) {
  return nodesWithin(sourceCode, 'CallExpression', fn).some((call) => {
    if (call.callee.type !== 'Identifier') {
      return false;
    }
    const variable = findVariable(sourceCode, call.callee, call.callee.name);
    const callee = callbackFunctionOf(sourceCode, variable);
    return (
      callee !== undefined &&
      callback.references.some(({ identifier }) =>
        isWithin(/** @type {TSESTree.Node} */ (identifier), call),
      ) &&
      registry.breaks(callee)
    );
  });
}
