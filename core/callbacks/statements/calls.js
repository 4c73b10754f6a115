/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { ObligationId } from '../../contract/obligations.js' */
/** @import { Callee } from '../callees/callees.js' */
/** @import { Position, Translator } from '../plan/translator.js' */
/** @import { Region } from '../../regions/build/steps.js' */
/** @import { Slot } from '../waits/slots.js' */

import { frameUses } from '../../analysis/syntax/functions.js';
import { endWithComma, findPunctuator } from '../../edits/trivia.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import { observedAtCall } from '../../analysis/environment/observed.js';
import { givenFunction, isBoundToThis } from '../functions/callback-calls.js';
import { readCallee, withRejection } from '../callees/callees.js';
import { readDeferral, translateDeferral } from './deferrals.js';
import { inlineCallback } from '../waits/inline.js';
import { isListening } from '../callees/known-callees.js';
import { writeInPlace } from './in-place.js';
import { takeTurn } from './loop-turns.js';
import { readsCallbackMembers } from '../functions/members.js';
import { isQuiet } from './made-promises.js';
import { positionWith } from '../plan/position.js';
import { Refused, quote, seenOtherwise } from '../plan/refused.js';
import { callGivesValue } from '../functions/returned-values.js';
import { callSettler, handToSettler } from './settler-calls.js';
import { boundName, listOf, operandOf } from '../waits/waits.js';
import { acceptTiming } from '../timing/read-at-once.js';
import { findStateAround } from '../timing/shared-state.js';

/**
 * A call that ends the function because it hands the callback on, or a function that calls it.
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {TSESTree.CallExpression} call
 * @param {Position} position
 */
export function translateCall(translator, slot, call, position) {
  const { sourceCode } = translator;
  if (position.inLoop && !slot.returned) {
    throw new Refused('parallel-loop', quote(sourceCode, call));
  }
  if (!slot.returned && position.followed) {
    // Whether it keeps its contract, the last of several listeners does not tell.
    const isCause = isListening(call) && !translator.context.ignoresCallers;
    const reason = isCause ? 'callback-in-listener' : 'code-after-call';
    throw new Refused(reason, quote(sourceCode, call));
  }
  const settler = translator.settlerOf(call.callee);
  if (settler) {
    callSettler(translator, slot, { call, settler }, position);
    return;
  }
  const deferral = readDeferral(translator, call);
  if (deferral) {
    translator.registry.noteDeferral(translator, call);
    translateDeferral(translator, slot, call, { ...position, ...deferral, rejects: false });
    return;
  }
  const last = call.arguments.at(-1);
  if (!last || call.arguments.some(({ type }) => type === 'SpreadElement')) {
    throw new Refused('callback-escapes', quote(sourceCode, call));
  }
  if (call.arguments.slice(0, -1).some((argument) => translator.usesCallback(argument))) {
    throw new Refused('callback-escapes', quote(sourceCode, call));
  }
  if (translator.usesCallback(call.callee)) {
    throw new Refused('callback-escapes', quote(sourceCode, call.callee));
  }
  const read = readCallee(translator, call);
  const rejectsFirst = translator.makesPromise && !position.later && read.throwsEarly;
  const callee = asObserved(translator, call, withRejection(read, rejectsFirst));
  const isShared = !callee.isKnown && !callee.ownsWait && call.arguments.length === 1;
  if (isShared && !isQuiet(translator, last)) {
    acceptTiming(translator, quote(sourceCode, call.callee), 'shared-wait');
  }
  assumeErrorFirst(translator, call, callee);
  if (
    !position.inCallback &&
    // An executor's is for nobody.
    !translator.makesPromise &&
    isReturned(call) &&
    (callee.returns || callGivesValue(sourceCode, call))
  ) {
    throw new Refused('result-used', quote(sourceCode, call));
  }
  if (callee.mayThrow && !position.rejects) {
    const reason = position.inCallback ? 'throw-in-callback' : 'callback-sync-throw';
    throw new Refused(reason, quote(sourceCode, call));
  }
  if (!position.rejects) {
    call.arguments.slice(0, -1).forEach((argument) => translator.noteEarly(argument, position));
    translator.throwsEarly ||= !position.later && callee.throwsEarly;
  }
  const after = positionWith(position, {
    later: position.later || !callee.maySync,
    inCallback: true,
  });
  if (!after.later && !isQuiet(translator, last)) {
    translator.doubted ??= call.callee;
  }
  const callback = givenFunction(last) ?? placedCallback(translator, last);
  const state =
    !after.later && callback && findStateAround(sourceCode, translator.target.fn, callback);
  if (state) {
    translator.assume('reentrancy', quote(sourceCode, state));
  }
  if (callee.isValueFirst && !callback) {
    throw new Refused('not-error-first', quote(sourceCode, call.callee));
  }
  if (translator.isCallback(last)) {
    if (translator.makesPromise) {
      throw new Refused('callback-escapes', quote(sourceCode, call));
    }
    forward(translator, slot, { call, callee, last }, after);
  } else if (last.type === 'Identifier' && !callback) {
    handToSettler(translator, slot, { call, callee, last }, after);
  } else if (callback) {
    inlineCallback(translator, slot, { call, callee, callback }, after);
  } else {
    throw new Refused('callback-escapes', quote(sourceCode, last));
  }
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Node} node
 * @returns {FunctionNode | undefined} The function of that name, if it goes where it is given.
 */
function placedCallback(translator, node) {
  const fn = translator.settlerOf(node)?.fn;
  return fn && translator.placed.has(fn) ? fn : undefined;
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether the function around it gives what it gives.
 */
export function isReturned({ parent }) {
  return parent?.type === 'ConditionalExpression' || parent?.type === 'SequenceExpression'
    ? isReturned(parent)
    : parent?.type === 'ReturnStatement' || parent?.type === 'ArrowFunctionExpression';
}

/**
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @param {Callee} callee
 * @returns {Callee} It calls back in a later tick if recorded runs saw that, and its code is not known: runs may have
 *   left out the path on which it calls back at once.
 */
function asObserved(translator, call, callee) {
  const { context, grounds, sourceCode } = translator;
  const isAsked = callee.maySync && !callee.isKnown;
  const observed = isAsked ? observedAtCall(context, 'calls-later', call) : undefined;
  if (!observed) {
    return callee;
  }
  const subject = quote(sourceCode, call.callee);
  if (observed.evidence === 'against') {
    // It may still be that nobody notices.
    translator.seenAtOnce ??= seenOtherwise('calls-later', subject, observed);
    return callee;
  }
  grounds.push({ obligation: 'calls-later', subject, seen: observed.how });
  return { ...callee, maySync: false };
}

/**
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @param {Callee} callee
 * @throws {Refused} If one of these has to be shown.
 */
function assumeErrorFirst(translator, call, callee) {
  if (callee.isKnown) {
    return;
  }
  const subject = quote(translator.sourceCode, call.callee);
  /** @type {ObligationId[]} */
  const asked = [
    'once',
    'error-first',
    ...(callee.isAssumedLater ? /** @type {const} */ (['calls-later']) : []),
  ];
  for (const obligation of asked) {
    translator.assume(obligation, subject, observedAtCall(translator.context, obligation, call));
  }
}

/**
 *     load(x, cb)  ->  return load(x)
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {{ call: TSESTree.CallExpression, callee: Callee, last: TSESTree.Node }} parts
 * @param {Position} position
 */
function forward(translator, slot, { call, callee, last }, position) {
  const { results } = callee;
  const { context, ownTurns, sourceCode } = translator;
  if (ownTurns?.calls.has(call) && position.loop === ownTurns && !position.rejects) {
    translator.calls.add(call);
    takeTurn(translator, slot, { call, loop: ownTurns }, position);
    return;
  }
  if (translator.test && !callee.flow) {
    waitForLast(translator, slot, { call, callee }, position);
    return;
  }
  if (typeof results === 'object' || (callee.givesFirstOnly && callee.isKnown)) {
    throw new Refused('several-results', quote(sourceCode, call));
  }
  if (
    !callee.isKnown &&
    (readsCallbackMembers(sourceCode) || context.callbacksHaveMembers?.() === true)
  ) {
    throw new Refused('callback-members', quote(sourceCode, call.callee));
  }
  const ofFlow = callee.isHeard ? 'heard' : 'tested';
  translator.callings.add(callee.flow && isOnlyForFlows(translator) ? ofFlow : 'required');
  const count = typeof results === 'number' ? results : results === 'none' ? 0 : 1;
  if (!callee.isCore && count < 2) {
    // The callee may leave out what is missing.
    translator.assumes.add('callback-arguments');
  }
  const exit = /** @type {const} */ ({ error: 'null', results: count, later: position.later });
  translator.exits.push(callee.givesFirstOnly ? { ...exit, results: 2, uncounted: call } : exit);
  translator.failsEarly ||= !position.later;
  if (translator.target.isTurn && !callee.flow) {
    waitForLast(translator, slot, { call, callee }, position);
    return;
  }
  if (callee.givesFirstOnly) {
    const argumentsEnd = endOfArguments(translator, call);
    const value = listOf(translator, { call, argumentsEnd });
    writeInPlace(translator, slot, [{ type: 'exit', how: 'return', value }]);
    return;
  }
  if (callee.flow) {
    forwardFlow(translator, slot, { call, callee }, position);
    return;
  }
  writeInPlace(translator, slot, [{ type: 'exit', how: 'return', value: [call.range] }]);
  callee.write();
  removeLastArgument(translator, slot, { call, callee, last });
}

/**
 *     load(x, done)  ->  await load(x)
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {{ call: TSESTree.CallExpression, callee: Callee }} parts
 * @param {Position} position
 */
export function waitForLast(translator, slot, parts, { last }) {
  waitAndThen(translator, slot, parts, { next: last ? [] : [translator.end] });
}

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {{ call: TSESTree.CallExpression, callee: Callee }} parts
 * @param {{ result?: string | undefined, next: Region, isDropped?: boolean }} steps What gets the result, what
 *   follows the call, and whether its error is dropped.
 */
export function waitAndThen(translator, slot, { call, callee }, { result, next, isDropped }) {
  const last = /** @type {TSESTree.Node} */ (call.arguments.at(-1));
  writeInPlace(translator, slot, [
    {
      type: 'wait',
      operand: [call.range],
      result: result === undefined ? result : boundName(result),
      ...(isDropped && { failed: { error: undefined, region: [], isDropped } }),
    },
    ...next,
  ]);
  callee.write();
  removeLastArgument(translator, slot, { call, callee, last });
}

/**
 * @param {Translator} translator
 * @returns {boolean} Whether nothing says that there is a callback: a library of control flow does
 *   without.
 */
function isOnlyForFlows({ target, registry }) {
  return (
    !target.isGiven &&
    target.callback.references.every(
      ({ identifier: { parent } }) => parent?.type === 'CallExpression' && registry.isFlow(parent),
    )
  );
}

/**
 *     each(items, save, cb)  ->  await Promise.all(items.map(save))
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {{ call: TSESTree.CallExpression, callee: Callee }} parts
 * @param {Position} position
 */
function forwardFlow(translator, slot, { call, callee }, { last }) {
  const isResult = callee.results !== 'none' && !translator.target.isTurn;
  if (isResult) {
    translator.assumes.add('partial-results');
  }
  if (!slot.isListed) {
    throw new Refused('callback-unbraced', quote(translator.sourceCode, call));
  }
  const operand = operandOf(callee, [call.range[0], endOfArguments(translator, call)]);
  writeInPlace(
    translator,
    slot,
    isResult
      ? [{ type: 'exit', how: 'return', value: operand }]
      : [{ type: 'wait', operand }, ...(last ? [] : [translator.end])],
  );
  callee.write();
}

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {{ call: TSESTree.CallExpression, callee: Callee, last: TSESTree.Node }} parts
 */
export function removeLastArgument(translator, slot, { call, callee, last }) {
  const start = endOfArguments(translator, call);
  if (callee.close !== undefined) {
    translator.gap(slot, start, call.range[1], callee.close);
    return;
  }
  const [, end] = parenthesizedRange(translator.sourceCode, last);
  translator.gap(slot, start, endWithComma(translator.sourceCode, end), '');
}

/**
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @returns {number} Where the argument before the callback ends, or the parenthesis opens.
 */
export function endOfArguments({ sourceCode }, call) {
  const previous = call.arguments.at(-2);
  return previous
    ? parenthesizedRange(sourceCode, previous)[1]
    : findPunctuator(sourceCode, call.callee.range[1], call.range[1], '(') + 1;
}

/**
 * @param {FunctionNode} fn
 * @param {Translator} translator
 */
export function checkFrame(fn, { sourceCode }) {
  if (fn.async || fn.generator) {
    throw new Refused('callback-escapes', quote(sourceCode, fn));
  }
  if (fn.type === 'ArrowFunctionExpression') {
    return;
  }
  const uses = frameUses(sourceCode, fn);
  const [used] = [...(isBoundToThis(fn) ? [] : uses.this), ...uses.arguments];
  if (used || uses.evaluates || uses.others) {
    throw new Refused('callback-this', quote(sourceCode, used ?? fn));
  }
}
