/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext, Refusal } from '../../contract/pattern.js' */
/** @import { CallbackFunction } from '../functions/functions.js' */
/** @import { Refused } from './refused.js' */
/** @import { Registry } from './registry.js' */

import { readFunction } from '../../analysis/syntax/definitions.js';
import { readKey, resolveOrigin } from '../../analysis/modules/modules.js';
import { goesOnAfterCallback } from '../functions/contract.js';
import { readCallee } from '../callees/callees.js';
import { readDeferral } from '../statements/deferrals.js';
import { callsAround } from '../functions/calls-around.js';
import { allArguments } from '../functions/given-arguments.js';
import { findOddCall, givesPromise } from './given-results.js';
import { readClassMethod } from '../callees/instances.js';
import { functionsCalled, rootOf } from '../callees/method-callees.js';
import { planFunction } from './plan.js';
import { refusalOf } from './refused.js';
import { guardedSettlers, settlesTwice } from '../functions/settled-twice.js';
import { calledBy, tickFactsOf } from '../timing/ticks.js';
import { Translator } from './translator.js';
import { isWrapper, wrapsPartly } from '../functions/wrappers.js';

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
  const breach = findBreach(context, target, registry);
  if (breach) {
    registry.breaches.set(target, breach);
  }
  return breach !== undefined;
}

/**
 * @param {PatternContext} context
 * @param {CallbackFunction} target
 * @param {Registry} registry
 * @returns {Refusal | undefined}
 */
function findBreach(context, target, registry) {
  // Where a wrapper is async in part only, nobody has looked at the others.
  if (
    (isWrapper(target) && wrapsPartly(target)) ||
    goesOnAfterCallback({
      callback: target.callback,
      mayCallAtOnce: (call) => mayCallAtOnce(context, call),
      mayGoOn: mayGoOn(context),
    })
  ) {
    return { reason: 'falls-through' };
  }
  const root = findBreaker(context, target, registry);
  return root === undefined
    ? findOwnBreach(lenient(context), target, registry)
    : { reason: 'callee-refused', subject: `(${root})` };
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
    !context.options.assumable.has('timing-unobservable') &&
    calledBy(context.sourceCode, call).some((found) => tickFactsOf(context).get(found)?.calls)
  );
}

/**
 *     cb(null, user); this.emit('login', user);
 *
 * @param {PatternContext} context
 * @returns {boolean} Whether a function may go on after it has called back: who waits for it goes on after that,
 *   where the callback ran before.
 */
function mayGoOn({ options }) {
  return options.assumable.has('timing-unobservable');
}

/**
 * @param {PatternContext} context
 * @returns {PatternContext} One in which whether a function calls back early, or throws, is another question.
 */
function lenient(context) {
  const { options } = context;
  const assumable = new Set([
    ...options.assumable,
    /** @type {const} */ ('timing-unobservable'),
    /** @type {const} */ ('throws-late'),
  ]);
  return { ...context, options: { ...options, assumable }, ignoresCallers: true };
}

/**
 * @param {PatternContext} context
 * @param {CallbackFunction} target
 * @param {Registry} registry
 * @returns {Refusal | undefined}
 */
function findOwnBreach(context, target, registry) {
  const { sourceCode } = context;
  // A wrapper has been converted, and shows the rest of it in its text.
  if (!isWrapper(target)) {
    const refused = refusalOf(() => planFunction(context, target, registry, false));
    const isToldAbove = refused?.refusal.reason === 'falls-through' && mayGoOn(context);
    if (refused === undefined || (isBreach(refused) && !isToldAbove)) {
      return refused?.refusal;
    }
  }
  // What comes behind the place that it is refused for has not been looked at.
  const given = allArguments(sourceCode, target);
  const reason =
    findOddCall(sourceCode, target, given) ??
    (givesPromise({ sourceCode, context }, given)
      ? 'result-is-promise'
      : tellsCallbacksApart(target)
        ? 'callback-members'
        : undefined);
  if (reason) {
    return { reason };
  }
  return (
    breachOfGiven(context, target, registry) ??
    (settlesTwice(sourceCode, target, mayGoOn(context)) ? { reason: 'falls-through' } : undefined)
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
 * @returns {Refusal | undefined} Why nobody waits for what it hands its callback to as it is, and is no
 *   function of the file.
 */
function breachOfGiven(context, target, registry) {
  const translator = new Translator(context, target, registry);
  for (const { identifier } of target.callback.references) {
    const node = /** @type {TSESTree.Node} */ (identifier);
    const { parent: call } = node;
    if (
      call?.type === 'CallExpression' &&
      call.arguments.at(-1) === node &&
      !readFunction(context.sourceCode, call.callee) &&
      !readDeferral(translator, call)
    ) {
      let isValueFirst = false;
      const refused = refusalOf(() => ({ isValueFirst } = readCallee(translator, call)));
      if (isValueFirst || (refused && isBreach(refused))) {
        return refused?.refusal ?? { reason: 'not-error-first' };
      }
    }
  }
  return undefined;
}

/**
 *     load(key, (err, value) => cb(err, value)); const end = (err) => cb(err); store.save(key, end);
 *
 * @param {PatternContext} context
 * @param {CallbackFunction} target
 * @param {Registry} registry
 * @returns {string | undefined} Where a function is that breaks its contract and the callback's calls are
 *   up to, and why.
 */
export function findBreaker(context, target, registry) {
  const { sourceCode } = context;
  const { fn, callback } = target;
  /** @type {Set<TSESTree.Node>} */
  const seen = new Set(guardedSettlers(sourceCode, target));
  const uses = callback.references.flatMap(({ identifier }) =>
    callsAround(sourceCode, /** @type {TSESTree.Node} */ (identifier), fn, seen),
  );
  for (const use of uses) {
    const root = use && rootOfCall(context, use.call, registry);
    if (root !== undefined) {
      return root;
    }
  }
  return undefined;
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @param {Registry} registry
 * @returns {string | undefined} Why what it calls may break its contract.
 */
function rootOfCall(context, call, registry) {
  const asking = { context, sourceCode: context.sourceCode };
  const breaker = functionsCalled(asking, call).find((found) => registry.breaks(found));
  return breaker
    ? rootOf(registry, breaker)
    : (readClassMethod(asking, call)?.breaks ?? rootElsewhere(context, call));
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @returns {string | undefined} Why a function of another file that it calls breaks its contract.
 */
function rootElsewhere({ importedCallback, sourceCode }, { callee }) {
  const origin = resolveOrigin(sourceCode, callee);
  return origin?.kind === 'module'
    ? importedCallback?.(origin.name, origin.path)?.breaks
    : undefined;
}
