/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/functions.js' */
/** @import { Callee, Form } from './callees.js' */
/** @import { ErrorPlan } from './error-plans.js' */
/** @import { Position, Translator } from './translator.js' */
/** @import { Settler } from './settlers.js' */
/** @import { Slot } from './slots.js' */

import { frameUses, isFunction } from '../../analysis/functions.js';
import { isModuleMember, resolveOrigin } from '../../analysis/modules.js';
import { isGlobal } from '../../analysis/scopes.js';
import { insertBefore } from '../../edits/edit.js';
import { findPunctuator } from '../../edits/trivia.js';
import { indentUnit } from '../../edits/indentation.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import { readCallee } from './callees.js';
import { readErrorPlan } from './error-plans.js';
import { writeExit } from './exits.js';
import { isNullish } from './functions.js';
import { nameFor } from './header.js';
import { inlineCallback, inlineDeferred } from './inline.js';
import { Refused, quote } from './refused.js';
import { caughtType } from './types.js';

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
    throw new Refused('code-after-call', quote(sourceCode, call));
  }
  const settler = translator.settlerOf(call.callee);
  if (settler) {
    callSettler(translator, slot, { call, settler }, position);
    return;
  }
  const deferral = readDeferral(translator, call);
  if (deferral) {
    translator.registry.noteDeferral(translator, call);
    translateDeferral(translator, slot, call, { ...position, ...deferral });
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
  const callee = readCallee(translator, call);
  if (!callee.isKnown && !callee.ownsWait && call.arguments.length === 1) {
    throw new Refused('shared-wait', quote(sourceCode, call.callee));
  }
  assumeErrorFirst(translator, callee);
  if (callee.returns && !position.inCallback && call.parent.type === 'ReturnStatement') {
    throw new Refused('result-used', quote(sourceCode, call));
  }
  if (callee.mayThrow) {
    const reason = position.inCallback ? 'throw-in-callback' : 'callback-sync-throw';
    throw new Refused(reason, quote(sourceCode, call));
  }
  call.arguments.slice(0, -1).forEach((argument) => translator.noteEarly(argument, position));
  translator.throwsEarly ||= !position.later && callee.throwsEarly;
  const after = { ...position, later: position.later || !callee.maySync, inCallback: true };
  if (!after.later) {
    translator.doubted ??= call.callee;
  }
  if (callee.isValueFirst && !isFunction(last)) {
    throw new Refused('not-error-first', quote(sourceCode, call.callee));
  }
  if (translator.isCallback(last)) {
    forward(translator, slot, { call, callee, last }, after);
  } else if (last.type === 'Identifier') {
    handToSettler(translator, slot, { call, callee, last }, after);
  } else if (isFunction(last)) {
    inlineCallback(translator, slot, { call, callee, callback: last }, after);
  } else {
    throw new Refused('callback-escapes', quote(sourceCode, last));
  }
}

/**
 * @param {Translator} translator
 * @param {Callee} callee
 */
function assumeErrorFirst(translator, callee) {
  if (callee.isKnown) {
    return;
  }
  if (!translator.context.options.assumptions.has('callee-is-error-first')) {
    throw new Refused('assumption-off', 'callee-is-error-first');
  }
  translator.assumes.add('callee-is-error-first');
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
  if (typeof results === 'object' || callee.givesFirstOnly) {
    throw new Refused('several-results', quote(translator.sourceCode, call));
  }
  translator.note(callee.form && isOnlyForFlows(translator) ? 'optional' : 'required');
  const count = typeof results === 'number' ? results : results === 'none' ? 0 : 1;
  if (!callee.isCore && count < 2) {
    // The callee may leave out what is missing.
    translator.accepts.add('callback-arguments');
  }
  translator.exits.push({ error: 'null', results: count, later: position.later });
  translator.failsEarly ||= !position.later;
  if (callee.form) {
    forwardForm(translator, slot, { call, callee, form: callee.form }, position);
    return;
  }
  translator.gap(slot, slot.start, call.range[0], 'return ');
  callee.write();
  removeLastArgument(translator, slot, call, last);
  translator.gap(slot, call.range[1], slot.end, slot.semicolon);
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
 * @param {{ call: TSESTree.CallExpression, callee: Callee, form: Form }} parts
 * @param {Position} position
 */
function forwardForm(translator, slot, { call, callee, form }, { last }) {
  const { indent, semicolon } = slot;
  const isResult = callee.results !== 'none';
  if (isResult) {
    translator.accepts.add('partial-results');
  }
  const place = { binding: isResult ? 'return ' : '', name: '', indent, semicolon };
  const { before, close } = form(place);
  if (!slot.isListed) {
    throw new Refused('callback-unbraced', quote(translator.sourceCode, call));
  }
  translator.gap(slot, slot.start, call.range[0], before);
  callee.write();
  const ending = isResult || last ? '' : `\n${indent}return${semicolon}`;
  translator.gap(slot, endOfArguments(translator, call), slot.end, close + ending);
}

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {TSESTree.CallExpression} call
 * @param {TSESTree.Node} last
 */
function removeLastArgument(translator, slot, call, last) {
  const [, end] = parenthesizedRange(translator.sourceCode, last);
  translator.gap(slot, endOfArguments(translator, call), end, '');
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
 *     next(i + 1)  ->  return next(i + 1)
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {{ call: TSESTree.CallExpression, settler: Settler }} parts
 * @param {Position} position
 */
function callSettler(translator, slot, { call, settler }, position) {
  const { sourceCode } = translator;
  if (call.arguments.some((argument) => translator.usesCallback(argument))) {
    throw new Refused('callback-escapes', quote(sourceCode, call));
  }
  const [start] = parenthesizedRange(sourceCode, call);
  call.arguments.forEach((argument) => translator.noteEarly(argument, position));
  translator.gap(slot, slot.start, start, 'return ');
  if (settlerPlan(translator, settler)) {
    const [error, next] = call.arguments;
    if (!error || !isNullish(error)) {
      throw new Refused('callback-reused', quote(sourceCode, call));
    }
    translator.gap(slot, error.range[0], next ? next.range[0] : error.range[1], '');
  }
  if (slot.end > call.range[1]) {
    const [, end] = parenthesizedRange(sourceCode, call);
    translator.gap(slot, end, slot.end, slot.semicolon);
  } else if (slot.semicolon !== '') {
    translator.gap(slot, slot.end, slot.end, slot.semicolon);
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
function handToSettler(translator, slot, { call, callee, last }, position) {
  const { sourceCode } = translator;
  const settler = translator.settlerOf(last);
  if (
    !settler ||
    callee.form ||
    typeof callee.results === 'object' ||
    typeof callee.results === 'number'
  ) {
    throw new Refused('callback-escapes', quote(sourceCode, last));
  }
  if (!position.later && !settler.isEarly) {
    acceptTiming(translator, quote(sourceCode, call));
  }
  translator.failsEarly ||= !position.later;
  const takesResult = settler.fn.params.length > 1;
  const { indent, semicolon } = slot;
  if (!settlerPlan(translator, settler)) {
    handBothTo(translator, slot, { call, callee, last });
    return;
  }
  const start = takesResult ? `return ${last.name}(await ` : 'await ';
  translator.gap(slot, slot.start, call.range[0], start);
  callee.write();
  removeLastArgument(translator, slot, call, last);
  const end = takesResult
    ? `)${semicolon}`
    : `${semicolon}\n${indent}return ${last.name}()${semicolon}`;
  if (!takesResult && !slot.isListed) {
    throw new Refused('callback-reused', quote(sourceCode, last));
  }
  translator.gap(slot, call.range[1], slot.end, end);
}

/**
 * @param {Translator} translator
 * @param {string} subject What may call back in the caller's tick.
 * @throws {Refused} Unless callers do not mind.
 */
export function acceptTiming({ context, accepts }, subject) {
  if (!context.options.differences.has('callback-timing')) {
    throw new Refused('callback-timing', subject);
  }
  accepts.add('callback-timing');
}

/**
 *     load(x, onLoad)  ->  try { … } catch (err) { return onLoad(err); } return onLoad(null, …)
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {{ call: TSESTree.CallExpression, callee: Callee, last: TSESTree.Identifier }} parts
 */
function handBothTo(translator, slot, { call, callee, last }) {
  const { sourceCode } = translator;
  if (!slot.isListed) {
    throw new Refused('callback-unbraced', quote(sourceCode, call));
  }
  const { indent, semicolon } = slot;
  const deeper = `${indent}${indentUnit(sourceCode)}`;
  const result = callee.results === 'none' ? '' : nameFor(sourceCode, call, 'result');
  const error = last.name === 'err' ? 'error' : 'err';
  const declared = result && `let ${result}${semicolon}\n${indent}`;
  const assigned = result && `${result} = `;
  translator.gap(slot, slot.start, call.range[0], `${declared}try {\n${deeper}${assigned}await `);
  callee.write();
  translator.indent([call.callee.range[1], endOfArguments(translator, call)], 1);
  removeLastArgument(translator, slot, call, last);
  const caught = `${semicolon}\n${indent}} catch (${error}${caughtType(sourceCode)}) {\n${deeper}return ${last.name}(${error})${semicolon}\n${indent}}`;
  const given = result ? `null, ${result}` : 'null';
  translator.gap(
    slot,
    call.range[1],
    slot.end,
    `${caught}\n${indent}return ${last.name}(${given})${semicolon}`,
  );
}

/**
 * @typedef {object} Deferral
 * @property {'nextTick' | 'setImmediate' | 'setTimeout'} deferral
 */

/**
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @returns {Deferral | undefined} `process.nextTick(…)`, `setImmediate(…)`, `setTimeout(…)`.
 */
function readDeferral({ sourceCode, registry }, { callee, optional }) {
  if (optional) {
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
 *     process.nextTick(cb, null, v)    setImmediate(() => { … cb(null, v); })
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {TSESTree.CallExpression} call
 * @param {Position & Deferral} position
 */
function translateDeferral(translator, slot, call, position) {
  const { sourceCode } = translator;
  const [callback, ...rest] = call.arguments;
  if (!callback || rest.some(({ type }) => type === 'SpreadElement')) {
    throw new Refused('callback-escapes', quote(sourceCode, call));
  }
  if (rest.some((argument) => translator.usesCallback(argument))) {
    throw new Refused('callback-escapes', quote(sourceCode, call));
  }
  rest.forEach((argument) => translator.noteEarly(argument, position));
  const delay = position.deferral === 'setTimeout' ? rest.shift() : undefined;
  const wait = waitFor(translator, position.deferral, delay);
  const after = { ...position, later: true, inCallback: true, followed: false };
  if (translator.isCallback(callback)) {
    translator.note('required');
    if (wait !== '' && !slot.isListed) {
      throw new Refused('callback-deferred', quote(sourceCode, call));
    }
    if (delay && delay.type !== 'Literal' && delay.type !== 'Identifier') {
      throw new Refused('callback-deferred', quote(sourceCode, call));
    }
    if (wait !== '' && rest.length === 0) {
      translator.exits.push({ error: 'absent', results: 0, later: true });
      const ending = after.last ? '' : `${slot.semicolon}\n${slot.indent}return`;
      translator.gap(slot, slot.start, slot.end, `${wait}${ending}${slot.semicolon}`);
      return;
    }
    if (wait !== '') {
      translator.edits.push(insertBefore(slot.start, `${wait}${slot.semicolon}\n${slot.indent}`));
    }
    const [error, ...results] = /** @type {TSESTree.Expression[]} */ (rest);
    writeExit(translator, { ...slot, returned: true }, { call, error, results }, after);
    return;
  }
  if (!isFunction(callback) || rest.length > 0 || callback.params.length > 0) {
    throw new Refused('callback-deferred', quote(sourceCode, call));
  }
  inlineDeferred(translator, slot, { call, callback, wait }, after);
}

/**
 * @param {Translator} translator
 * @param {Deferral['deferral']} deferral
 * @param {TSESTree.Node | undefined} delay
 * @returns {string} What waits as long; nothing for the next tick, which an async function's caller
 *   waits for anyway.
 */
function waitFor({ sourceCode }, deferral, delay) {
  switch (deferral) {
    case 'nextTick':
      return '';
    case 'setImmediate':
      return 'await new Promise((resolve) => setImmediate(resolve))';
    default: {
      const text = delay ? `, ${sourceCode.text.slice(...delay.range)}` : '';
      return `await new Promise((resolve) => setTimeout(resolve${text}))`;
    }
  }
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
  const [used] = [...uses.this, ...uses.arguments];
  if (used || uses.evaluates || uses.others) {
    throw new Refused('callback-this', quote(sourceCode, used ?? fn));
  }
}

/**
 * @param {Translator} translator
 * @param {Settler} settler
 * @returns {ErrorPlan | undefined} How it hands on its error first of all, if that is what it does:
 *   then the error is not given to it any more.
 */
export function settlerPlan(translator, settler) {
  if (!settler.isCallback) {
    return undefined;
  }
  const plan = readErrorPlan(translator, settler.fn);
  return plan.kind === 'propagate' && plan.guard && !plan.rest ? plan : undefined;
}
