/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { CallbackFunction } from './functions.js' */
/** @import { Refused } from './refused.js' */
/** @import { Registry } from './registry.js' */

import { readFunction } from '../../analysis/definitions.js';
import { readKey, resolveOrigin } from '../../analysis/modules.js';
import { goesOnAfterCallback } from './contract.js';
import { readCallee } from './callees.js';
import { readDeferral } from './deferrals.js';
import { callsAround } from './calls-around.js';
import { allArguments, argumentsOfCalls } from './given-arguments.js';
import { callsBackPlainly, givesPromise } from './given-results.js';
import { readClassMethod } from './instances.js';
import { functionsCalled } from './method-callees.js';
import { planFunction } from './plan.js';
import { refusalOf } from './refused.js';
import { guardedSettlers, settlesTwice } from './settled-twice.js';
import { calledBy, tickFactsOf } from './ticks.js';
import { Translator } from './translator.js';
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
    callsBreaker(context, target, registry) ||
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
    wrapsPartly(wrapper) ||
    goesOnAfterCallback(wrapper) ||
    !callsBackPlainly(context.sourceCode, argumentsOfCalls(context.sourceCode, wrapper.callback))
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
  const { sourceCode } = context;
  const refused = refusalOf(() => planFunction(lenient, target, registry, false));
  if (refused === undefined) {
    return false;
  }
  if (isBreach(refused)) {
    registry.breaches.set(target, refused.refusal);
    return true;
  }
  // What comes behind the place that it is refused for has not been looked at.
  const given = allArguments(sourceCode, target);
  return (
    !callsBackPlainly(sourceCode, given) ||
    givesPromise({ sourceCode, context }, given) ||
    tellsCallbacksApart(target) ||
    handsToBreaker(lenient, target, registry) ||
    settlesTwice(sourceCode, target)
  );
}

/**
 *     if (cb.length > 1) cb(null, value, details);
 *
 * @param {CallbackFunction} target
 * @returns {boolean} Whether it asks for what each function has of its own.
 */
function tellsCallbacksApart({ callback }) {
  return callback.references.some(({ identifier: { parent, range } }) => {
    const member = parent?.type === 'MemberExpression' ? parent : undefined;
    return member?.object.range === range && /^(?:length|name)$/u.test(readKey(member) ?? '');
  });
}

/**
 * @param {Refused} refused
 * @returns {boolean}
 */
function isBreach({ isOfCallee, refusal }) {
  return BREACHES.has(refusal.reason) && !isOfCallee;
}

/**
 *     request(url, cb); setTimeout(cb, 10);
 *
 * @param {PatternContext} context
 * @param {CallbackFunction} target
 * @param {Registry} registry
 * @returns {boolean} Whether it hands its callback as it is to what calls back otherwise, and is no
 *   function of the file.
 */
function handsToBreaker(context, target, registry) {
  const translator = new Translator(context, target, registry);
  return target.callback.references.some(({ identifier }) => {
    const node = /** @type {TSESTree.Node} */ (identifier);
    const { parent: call } = node;
    if (
      call?.type !== 'CallExpression' ||
      call.arguments.at(-1) !== node ||
      readFunction(context.sourceCode, call.callee) ||
      readDeferral(translator, call)
    ) {
      return false;
    }
    let isValueFirst = false;
    const refused = refusalOf(() => ({ isValueFirst } = readCallee(translator, call)));
    return isValueFirst || (refused !== undefined && isBreach(refused));
  });
}

/**
 *     load(key, (err, value) => cb(err, value)); const end = (err) => cb(err); store.save(key, end);
 *
 * @param {PatternContext} context
 * @param {CallbackFunction} target
 * @param {Registry} registry
 * @returns {boolean} Whether the callback's calls are up to a function that breaks its contract.
 */
export function callsBreaker(context, target, registry) {
  const { sourceCode } = context;
  const { fn, callback } = target;
  /** @type {Set<TSESTree.Node>} */
  const seen = new Set(guardedSettlers(sourceCode, target));
  const uses = callback.references.flatMap(({ identifier }) =>
    callsAround(sourceCode, /** @type {TSESTree.Node} */ (identifier), fn, seen),
  );
  return uses.some((use) => use && mayBreak(context, use.call, registry));
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @param {Registry} registry
 * @returns {boolean} Whether what it calls may break its contract.
 */
function mayBreak(context, call, registry) {
  const asking = { context, sourceCode: context.sourceCode };
  return (
    functionsCalled(asking, call).some((found) => registry.breaks(found)) ||
    readClassMethod(asking, call)?.breaks === true ||
    breaksElsewhere(context, call)
  );
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether a function of another file that it calls breaks its contract.
 */
function breaksElsewhere({ importedCallback, sourceCode }, { callee }) {
  const origin = resolveOrigin(sourceCode, callee);
  return origin?.kind === 'module' && importedCallback?.(origin.name, origin.path)?.breaks === true;
}
