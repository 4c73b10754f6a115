/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { Callee } from '../callees/callees.js' */
/** @import { ErrorPlan } from '../errors/error-plans.js' */
/** @import { Position, Translator } from '../plan/translator.js' */
/** @import { Settler } from '../functions/settlers.js' */
/** @import { ExitStep, WaitStep } from '../../regions/build/steps.js' */
/** @import { Slot } from '../waits/slots.js' */

import { enclosingFunction, frameUses } from '../../analysis/syntax/functions.js';
import { takeLocalName, takePassingName } from '../../edits/names.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import { endWithComma } from '../../edits/trivia.js';
import { checkBesideErrors } from '../errors/beside-errors.js';
import { removeLastArgument, endOfArguments, waitAndThen } from './calls.js';
import { checkCompared } from '../errors/compared-errors.js';
import { readErrorPlan } from '../errors/error-plans.js';
import { leaveTry } from './exits.js';
import { callOf, isNullish } from '../functions/functions.js';
import { handTurn, takeTurn } from './loop-turns.js';
import { Refused, quote } from '../plan/refused.js';
import { acceptTiming } from '../timing/read-at-once.js';
import { caughtAnnotation, isTyped, missingArguments } from '../boundary/types.js';
import { areTexts, isTested } from '../errors/values.js';
import { behindPromise } from '../waits/held-operands.js';
import { boundName, valuesOf } from '../waits/waits.js';
import { writeInPlace } from './in-place.js';

/**
 * Calls of the functions inside that bring the callback function to its end, and calls that they are
 * given to.
 */

/**
 *     next(i + 1)  ->  return next(i + 1)
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {{ call: TSESTree.CallExpression, settler: Settler }} parts
 * @param {Position} position
 */
export function callSettler(translator, slot, { call, settler }, position) {
  const { sourceCode } = translator;
  if (call.arguments.some((argument) => translator.usesCallback(argument))) {
    throw new Refused('callback-escapes', quote(sourceCode, call));
  }
  noteTick(translator, settler, call, position);
  const loop = translator.loops.get(settler);
  if (loop) {
    takeTurn(translator, slot, { call, loop }, position);
    return;
  }
  if (position.rejects && !translator.test) {
    leaveTry(translator, call);
  }
  const [start] = parenthesizedRange(sourceCode, call);
  call.arguments.forEach((argument) => translator.noteEarly(argument, position));
  const [, end] = parenthesizedRange(sourceCode, call);
  const place = { ...slot, end: Math.max(slot.end, end) };
  writeInPlace(translator, place, [{ type: 'exit', how: 'return', value: [[start, end]] }]);
  const [error, next] = call.arguments;
  if (error && settlerPlan(translator, settler)) {
    const to = next ? next.range[0] : endWithComma(sourceCode, error.range[1]);
    translator.gap(slot, error.range[0], to, '');
  }
}

/**
 * @param {Translator} translator
 * @param {Settler} settler
 * @param {TSESTree.CallExpression} call Of it, or one that it is given to.
 * @param {Position} position
 * @throws {Refused} When it may call back in the caller's tick, which nothing else says of it.
 */
function noteTick(translator, settler, call, { later }) {
  if (!later && !settler.isEarly) {
    acceptTiming(translator, quote(translator.sourceCode, call));
    translator.failsEarly = true;
  }
}

/**
 *     load(x, onLoad)  ->  return onLoad(await load(x))
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {{ call: TSESTree.CallExpression, callee: Callee, last: TSESTree.Identifier }} parts
 * @param {Position} position
 */
export function handToSettler(translator, slot, { call, callee, last }, position) {
  const { sourceCode } = translator;
  const settler = translator.settlerOf(last);
  if (
    !settler ||
    callee.flow ||
    typeof callee.results === 'object' ||
    typeof callee.results === 'number'
  ) {
    throw new Refused('callback-escapes', quote(sourceCode, last));
  }
  checkParameters(translator, settler, callee);
  if (settler.fn.params.length > 0 && !position.rejects && !settlerPlan(translator, settler)) {
    checkError(translator, call, callee, settler.fn);
  }
  noteTick(translator, settler, call, position);
  if (translator.makesPromise && !settlerPlan(translator, settler)) {
    if (!callee.isKnown) {
      throw new Refused('not-error-first', quote(sourceCode, call.callee));
    }
    if (callee.rejectsFirst && !position.rejects) {
      throw new Refused('executor-throws', quote(sourceCode, call));
    }
  }
  translator.failsEarly ||= !position.later;
  const loop = translator.loops.get(settler);
  if (loop) {
    handTurn(translator, slot, { call, callee, last, loop }, position);
    return;
  }
  const takesResult = settler.fn.params.length > 1 || settler.fn.params[0]?.type === 'RestElement';
  if (settler.fn.params.length === 0) {
    handNothingTo(translator, slot, { call, callee, last });
    return;
  }
  if (!settlerPlan(translator, settler)) {
    const hand = position.rejects ? handValuesTo : handBothTo;
    hand(translator, slot, { call, callee, last, takesResult });
    return;
  }
  if (!takesResult) {
    const next = [leaveBy(last)];
    waitAndThen(translator, slot, { call, callee }, { next });
    return;
  }
  writeInPlace(translator, slot, [
    {
      type: 'exit',
      how: 'return',
      value: [`${last.name}(`, { wait: [call.range] }, ')'],
    },
  ]);
  callee.write();
  removeLastArgument(translator, slot, { call, callee, last });
}

/**
 * @param {TSESTree.Identifier} settler
 * @param {string} [values] That it is given.
 * @returns {ExitStep}
 */
function leaveBy({ name }, values = '') {
  return { type: 'exit', how: 'return', value: [`${name}(${values})`] };
}

/**
 * @param {Translator} translator
 * @param {Settler} settler
 * @param {Callee} callee
 * @throws {Refused} When it takes more than the one result that is waited for.
 */
function checkParameters({ sourceCode }, { fn }, { isKnown }) {
  const [used] = fn.type === 'ArrowFunctionExpression' ? [] : frameUses(sourceCode, fn).arguments;
  if (used) {
    throw new Refused('arguments-used', quote(sourceCode, fn));
  }
  const takesMore = fn.params.length > 2 || fn.params.some(({ type }) => type === 'RestElement');
  if (takesMore && !isKnown) {
    throw new Refused('several-results', quote(sourceCode, fn));
  }
}

/**
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @param {Callee} callee
 * @param {FunctionNode} callback
 * @throws {Refused} When it is not told whether there is an error, or gets a result beside it.
 */
function checkError(translator, call, callee, callback) {
  const plan = readErrorPlan(translator, callback);
  checkCompared(translator, { call, callee, callback, plan });
  if (!callee.isKnown && !callee.isValueFirst && !isTested(translator, plan)) {
    throw new Refused('not-error-first', quote(translator.sourceCode, call.callee));
  }
  checkBesideErrors(translator, { call, callee, callback, plan });
}

/**
 *     load(x, onLoad)  ->  try { … } catch (err) { return onLoad(err); } return onLoad(null, …)
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {{ call: TSESTree.CallExpression, callee: Callee, last: TSESTree.Identifier, takesResult: boolean }} parts
 */
function handBothTo(translator, slot, { call, callee, last, takesResult }) {
  const { sourceCode } = translator;
  if (!slot.isListed) {
    throw new Refused('callback-unbraced', quote(sourceCode, call));
  }
  const isGiven = takesResult && callee.results !== 'none';
  const result = isGiven ? resultName(translator, call) : '';
  const error = last.name === 'err' ? 'error' : 'err';
  const any = isTyped(sourceCode) ? ': any' : '';
  const settler = translator.settlerOf(last);
  const missing = (/** @type {number} */ count) =>
    any && settler ? missingArguments(settler.fn, count) : '';
  const given = result ? `null, ${result}` : `null${missing(1)}`;
  /** @type {WaitStep} */
  const wait = {
    type: 'wait',
    operand: [call.range],
    ...(result && { result: { ...boundName(result), keyword: 'let', type: any } }),
    failed: {
      error: error + caughtAnnotation(translator.context),
      region: [leaveBy(last, error + missing(1))],
    },
  };
  writeInPlace(translator, slot, [...behindPromise(translator, wait, call), leaveBy(last, given)]);
  callee.write();
  removeLastArgument(translator, slot, { call, callee, last });
}

/**
 *     load(x, onEnd)  ->  await new Promise((resolve) => load(x, resolve)); return onEnd()
 *
 * It does not look at errors. What the call throws is another matter: that the callback gets.
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {{ call: TSESTree.CallExpression, callee: Callee, last: TSESTree.Identifier }} parts
 */
function handNothingTo(translator, slot, { call, callee, last }) {
  const next = [leaveBy(last)];
  if (callee.isKnown && !(callee.isCore && !areTexts(translator, call))) {
    waitAndThen(translator, slot, { call, callee }, { next, isDropped: true });
    return;
  }
  if (call.callee.type === 'CallExpression') {
    throw new Refused('callee-unsupported', quote(translator.sourceCode, call.callee));
  }
  const operand = valuesOf(translator, { call, argumentsEnd: endOfArguments(translator, call) });
  writeInPlace(translator, slot, [{ type: 'wait', operand }, ...next]);
}

/**
 *     load(x, onLoad)  ->  return onLoad(...(await new Promise(…)))
 *
 * What the call throws does not get to the function: the callback gets it.
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {{ call: TSESTree.CallExpression, last: TSESTree.Identifier }} parts
 */
function handValuesTo(translator, slot, { call, last }) {
  const end = endOfArguments(translator, call);
  const operand = valuesOf(translator, { call, argumentsEnd: end }, { isList: true });
  writeInPlace(translator, slot, [
    {
      type: 'exit',
      how: 'return',
      value: [`${last.name}(...(`, { wait: operand }, '))'],
    },
  ]);
}

/**
 * @param {Translator} translator
 * @param {Settler} settler
 * @returns {ErrorPlan | undefined} How it hands on its error first of all, if that is what it does:
 *   then the error is not given to it any more.
 */
export function settlerPlan(translator, settler) {
  if (!settler.isCallback || getsError(settler)) {
    return undefined;
  }
  const plan = readErrorPlan(translator, settler.fn);
  return plan.kind === 'propagate' && plan.guard && !plan.rest ? plan : undefined;
}

/**
 * @param {Settler} settler
 * @returns {boolean} Whether a call of it may hand it an error.
 */
function getsError({ variable }) {
  return variable.references.some(({ identifier }) => {
    const [error] = callOf(identifier)?.arguments ?? [];
    return error !== undefined && !isNullish(error);
  });
}

/**
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @returns {string} What its result is called, which only the next statements use.
 */
function resultName({ inlined, sourceCode, target }, call) {
  const around = enclosingFunction(call);
  return around && !inlined.has(around)
    ? takePassingName(sourceCode, around, call, 'result')
    : takeLocalName(sourceCode, target.fn, call, 'result');
}
