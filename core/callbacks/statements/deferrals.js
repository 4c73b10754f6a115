/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Position, Translator } from '../plan/translator.js' */
/** @import { Region, WaitStep } from '../../regions/build/steps.js' */
/** @import { Slot } from '../waits/slots.js' */

import { readCallEffects } from '../../analysis/flow/effects.js';
import {
  enclosingFunction,
  frameNodesWithin,
  isFunction,
} from '../../analysis/syntax/functions.js';
import { isModuleMember, resolveOrigin } from '../../analysis/modules/modules.js';
import { isWithin } from '../../analysis/syntax/nodes.js';
import { untouchedOrigin } from '../../analysis/modules/replaced-values.js';
import { isGlobal } from '../../analysis/syntax/scopes.js';
import { textOf } from '../../edits/trivia.js';
import { tickOf } from '../../regions/build/steps.js';
import { isReturned } from './calls.js';
import { writeExit } from './exits.js';
import { inlineDeferred, isSteady } from '../waits/inline.js';
import { deferTurn } from './loop-turns.js';
import { settlingArguments } from './made-promises.js';
import { freeName } from '../waits/names.js';
import { positionWith } from '../plan/position.js';
import { Refused, quote } from '../plan/refused.js';
import { writeInPlace } from './in-place.js';

/**
 * Callbacks that are put off: `process.nextTick`, `setImmediate`, `setTimeout`.
 */

/**
 * @typedef {object} Deferral
 * @property {'nextTick' | 'setImmediate' | 'setTimeout'} deferral
 */

/**
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @returns {Deferral | undefined} `process.nextTick(…)`, `setImmediate(…)`, `setTimeout(…)`.
 */
export function readDeferral({ sourceCode, registry }, { callee, optional }) {
  if (optional || !untouchedOrigin(sourceCode, callee)) {
    return undefined;
  }
  const origin = registry.readFlow && resolveOrigin(sourceCode, callee);
  if (isModuleMember(origin, 'async', 'setImmediate')) {
    return { deferral: 'setImmediate' };
  }
  if (isModuleMember(origin, 'async', 'nextTick')) {
    return { deferral: 'nextTick' };
  }
  if (
    callee.type === 'MemberExpression' &&
    isGlobal(sourceCode, callee.object, 'process') &&
    callee.property.type === 'Identifier' &&
    callee.property.name === 'nextTick'
  ) {
    return { deferral: 'nextTick' };
  }
  if (isGlobal(sourceCode, callee, 'setImmediate')) {
    return { deferral: 'setImmediate' };
  }
  return isGlobal(sourceCode, callee, 'setTimeout') ? { deferral: 'setTimeout' } : undefined;
}

/**
 *     const timer = later(cb);    clearTimeout(later(cb));
 *
 * @param {Translator['target']} target
 * @returns {boolean} Whether somebody may look at what the function returns: a caller that nobody sees, or
 *   a call that is no statement. A callback that returns it does so to end.
 */
function mayUseResult({ calls, escapes }) {
  return (
    escapes ||
    calls.some((call) => {
      const { parent } = call;
      const fn = enclosingFunction(call);
      const ends = parent.type === 'ReturnStatement' || parent === fn;
      return ends ? fn?.parent.type !== 'CallExpression' : parent.type !== 'ExpressionStatement';
    })
  );
}

/**
 *     if (keys.length === 0) return setImmediate(cb, null, []); load(keys, cb);
 *
 * @param {Translator['target']['fn']} fn
 * @returns {boolean} Whether the function may end without a value: then nobody looks at what it returns on other paths,
 *   where `return` only ends it.
 */
function givesNothingAtEnd({ body }) {
  const last = body.type === 'BlockStatement' ? body.body.at(-1) : undefined;
  return /^(?:Expression|If)Statement$|^VariableDeclaration$/u.test(last?.type ?? '');
}

/**
 *     process.nextTick(cb, null, v)    setImmediate(() => { … cb(null, v); })
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {TSESTree.CallExpression} call
 * @param {Position & Deferral} position
 */
export function translateDeferral(translator, slot, call, position) {
  const { sourceCode } = translator;
  const [callback, ...rest] = call.arguments;
  if (!callback || rest.some(({ type }) => type === 'SpreadElement')) {
    throw new Refused('callback-escapes', quote(sourceCode, call));
  }
  if (rest.some((argument) => translator.usesCallback(argument))) {
    throw new Refused('callback-escapes', quote(sourceCode, call));
  }
  if (
    position.deferral !== 'nextTick' &&
    !position.inCallback &&
    !translator.makesPromise &&
    isReturned(call) &&
    mayUseResult(translator.target) &&
    translator.target.fn.parent.type !== 'CallExpression' &&
    !givesNothingAtEnd(translator.target.fn)
  ) {
    // Somebody may clear it.
    throw new Refused('result-used', quote(sourceCode, call));
  }
  rest.forEach((argument) => translator.noteEarly(argument, position));
  const delay = position.deferral === 'setTimeout' ? rest.shift() : undefined;
  const isPromised = isForPromise(translator, callback, position);
  if (isPromised) {
    translator.assumes.add('timing-unobservable');
  }
  const wait =
    (isPromised ? undefined : waitFor(translator, position.deferral, delay)) ??
    (followsEffects(translator, call) ? NEXT_TICK : undefined);
  const after = positionWith(position, { later: true, inCallback: true, followed: false });
  if (translator.isCallback(callback)) {
    const given = translator.makesPromise ? settlingArguments(translator, callback, rest) : rest;
    translator.callings.add('required');
    const isListed = slot.isListed || wait === NEXT_TICK;
    if (wait && (!isListed || !rest.every((each) => isSteady(translator, each)))) {
      throw new Refused('callback-deferred', quote(sourceCode, call));
    }
    if (delay && delay.type !== 'Literal' && delay.type !== 'Identifier') {
      throw new Refused('callback-deferred', quote(sourceCode, call));
    }
    if (wait && given.length === 0) {
      translator.exits.push({ error: 'absent', results: 0, later: true });
      writeInPlace(translator, slot, after.last ? [wait] : [wait, translator.end]);
      return;
    }
    const [error, ...results] = /** @type {TSESTree.Expression[]} */ (given);
    const before = wait ? [wait] : [];
    writeExit(translator, { ...slot, returned: true }, { call, error, results, before }, after);
    return;
  }
  const settler = callback.type === 'Identifier' ? translator.settlerOf(callback) : undefined;
  if (settler && rest.length === 0) {
    deferSettler(translator, slot, { callback, settler, wait: wait ?? NEXT_TICK }, after);
    return;
  }
  if (!isFunction(callback) || rest.length > 0 || callback.params.length > 0) {
    throw new Refused('callback-deferred', quote(sourceCode, call));
  }
  inlineDeferred(translator, slot, { call, callback, wait, isPutOff: true }, after);
}

/**
 *     watcher.close();
 *     process.nextTick(cb);
 *
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether what is called before it in the same tick may have put something off, too: that
 *   ran before the callback, and would run behind what waits for the promise alone.
 */
function followsEffects({ sourceCode }, call) {
  const fn = enclosingFunction(call);
  if (!fn) {
    return false;
  }
  const ends = [
    ...frameNodesWithin(sourceCode, 'ReturnStatement', fn),
    ...frameNodesWithin(sourceCode, 'ThrowStatement', fn),
  ].filter((end) => !isWithin(call, end));
  const isBefore = (/** @type {TSESTree.Node} */ node) =>
    node.range[1] <= call.range[0] && !ends.some((end) => isWithin(node, end));
  const creations = frameNodesWithin(sourceCode, 'NewExpression', fn);
  const calls = frameNodesWithin(sourceCode, 'CallExpression', fn);
  return (
    creations.some((each) => isBefore(each) && !/Error$/u.test(textOf(sourceCode, each.callee))) ||
    calls.some((each) => isBefore(each) && !readCallEffects(sourceCode, each))
  );
}

/** Waits as long as `process.nextTick`. */
export const NEXT_TICK = tickOf('process.nextTick');

/**
 *     if (keys.length === 0) return setImmediate(cb, null, []);  ->  if (keys.length === 0) return [];
 *
 * A function that an iterating library calls keeps its wait: it gives other work its turn.
 *
 * @param {Translator} translator
 * @param {TSESTree.Node} callback What is put off.
 * @param {Position & Deferral} position
 * @returns {boolean} Whether the callback is put off only so that it comes later, as a promise does by itself, and
 *   nobody notices how much later.
 */
function isForPromise(translator, callback, position) {
  const { context, makesPromise, target } = translator;
  return (
    position.deferral === 'setImmediate' &&
    translator.isCallback(callback) &&
    !makesPromise &&
    !target.isGiven &&
    !target.isTurn &&
    !position.inLoop &&
    context.options.assumable.has('timing-unobservable')
  );
}

/**
 *     setTimeout(poll, 100)
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {{ callback: TSESTree.Node, settler: import('../functions/settlers.js').Settler, wait: WaitStep }} parts
 * @param {Position} position
 */
function deferSettler(translator, slot, { callback, settler, wait }, position) {
  const loop = translator.loops.get(settler);
  /** @type {Region} */
  const next = loop
    ? deferTurn(loop, callback, position)
    : [{ type: 'exit', how: 'return', value: [`${settler.variable.name}()`] }];
  writeInPlace(translator, slot, [wait, ...next]);
}

/**
 * @param {Translator} translator
 * @param {Deferral['deferral']} deferral
 * @param {TSESTree.Node | undefined} delay
 * @returns {WaitStep | undefined} What waits as long; nothing for the next tick, which an async function's
 *   caller waits for anyway.
 */
function waitFor(translator, deferral, delay) {
  switch (deferral) {
    case 'nextTick':
      return undefined;
    case 'setImmediate':
      return tickOf('setImmediate');
    default: {
      const text = delay ? `, ${translator.sourceCode.text.slice(...delay.range)}` : '';
      const resolve = delay ? freeName(translator, delay.range, 'resolve') : 'resolve';
      return tickOf('setTimeout', { resolve, rest: text });
    }
  }
}
