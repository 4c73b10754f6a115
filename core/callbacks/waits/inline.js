/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { CallbackBody } from './callback-body.js' */
/** @import { Callee } from '../callees/callees.js' */
/** @import { ErrorPlan } from '../errors/error-plans.js' */
/** @import { WaitStep } from '../../regions/build/steps.js' */
/** @import { Slot } from './slots.js' */
/** @import { Position, Translator } from '../plan/translator.js' */
/** @import { TSESTree } from '@typescript-eslint/types' */

import { insertBefore, removeBetween } from '../../edits/edit.js';
import { isFunction } from '../../analysis/syntax/functions.js';
import { isStrict, writesOf } from '../../analysis/syntax/scopes.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import { mayContinueLine } from '../../edits/statements.js';
import { endsLineComment, skipWhitespace, skipWhitespaceBackward } from '../../edits/trivia.js';
import { checkBesideErrors } from '../errors/beside-errors.js';
import { bodyOf, separate, writeBody, writeStatements } from './callback-body.js';
import { checkFrame, endOfArguments, waitForLast } from '../statements/calls.js';
import { NEXT_TICK } from '../statements/deferrals.js';
import { isFilter } from '../errors/error-filters.js';
import { checkCompared } from '../errors/compared-errors.js';
import { readCall, readErrorPlan } from '../errors/error-plans.js';
import { isAhead } from '../statements/handler-ends.js';
import { joinTry, openTry } from './joined-tries.js';
import { acceptThrow } from '../statements/made-promises.js';
import { mergeScope } from './names.js';
import { writtenError } from '../statements/exits.js';
import { isNullish } from '../functions/functions.js';
import { dropPlaced, placeBody } from './placed-callbacks.js';
import { positionWith } from '../plan/position.js';
import { endsAsThrown, leaveOutError } from '../errors/one-try.js';
import { Refused, quote } from '../plan/refused.js';
import { levelsBelow, levelsTo } from './slots.js';
import { returnsResult } from '../statements/returned-results.js';
import { isTested, takesValues } from '../errors/values.js';
import { membersOf, unusedResults, writeMembers } from './used-results.js';
import { operandOf, printWaits, readResult, writeWait } from './waits.js';
import { writeInPlace } from '../statements/in-place.js';

/**
 *     load(x, (err, v) => { if (err) return cb(err); … })  ->  const v = await load(x); …
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {{ call: TSESTree.CallExpression, callee: Callee, callback: FunctionNode }} parts
 * @param {Position} position
 */
export function inlineCallback(translator, slot, { call, callee: asItIs, callback }, position) {
  const { sourceCode } = translator;
  checkCallback(translator, callback);
  /** @type {ErrorPlan} */
  let plan = asItIs.isValueFirst ? { kind: 'propagate' } : readErrorPlan(translator, callback);
  let callee = asItIs;
  if (takesValues(translator, { call, callee, callback, plan }, position)) {
    callee = {
      ...callee,
      results: 'one',
      members: undefined,
      close: ')',
      isValueFirst: true,
      write: () => undefined,
    };
    plan = { kind: 'propagate' };
  }
  checkCompared(translator, { call, callee, callback, plan });
  if (!callee.isKnown && !callee.isValueFirst && !isTested(translator, plan)) {
    throw new Refused('not-error-first', quote(sourceCode, call.callee));
  }
  const takesNone = () =>
    unusedResults(translator, callee, callback).length === callback.params.length - 1;
  if (
    Array.isArray(callee.results) &&
    callee.returns !== true &&
    plan.kind === 'capture' &&
    !takesNone()
  ) {
    throw new Refused('several-results', quote(sourceCode, call.callee));
  }
  checkBesideErrors(translator, { call, callee, callback, plan });
  translator.failsEarly ||= plan.kind === 'propagate' && !position.later;
  if (plan.error && plan.kind !== 'capture') {
    translator.dropped.add(plan.error);
  }
  if (plan.kind === 'propagate') {
    leaveOutError(translator, plan);
  }
  const caught =
    plan.branches?.flatMap(({ consequent, test }) => [test, consequent]) ??
    plan.passingFirst?.failing ??
    (plan.failing && [plan.failing]);
  if (plan.error && caught) {
    translator.caught.set(plan.error, caught);
  }
  if (callee.rejectsFirst && plan.kind !== 'propagate') {
    const branches = plan.branches?.map(({ consequent }) => consequent);
    acceptThrow(translator, call, plan.goesOn ? undefined : (branches ?? caught));
  }
  const sole = callee.isValueFirst ? undefined : readSoleExit(translator, plan, callback);
  const mayLeaveOut = (plan.kind === 'capture' || plan.goesOn === true) && !callee.isCore;
  const losesResult = sole && !plan.guard && sole.arguments.length > 1;
  if (mayLeaveOut || (losesResult && !translator.makesPromise)) {
    translator.assumes.add('callback-arguments');
  }
  if (
    sole &&
    callback.params.every(({ type }) => type === 'Identifier') &&
    typeof callee.results !== 'object' &&
    isPassedOn(translator, sole, { ...readResult(translator, callee, callback), plan })
  ) {
    // The error and the result pass through as they are.
    translator.inlined.add(callback);
    if (translator.placed.has(callback)) {
      dropPlaced(translator, slot, callback);
    }
    passOn(translator, slot, { call, callee, sole }, position);
    return;
  }
  const last = plan.branches?.at(-1);
  const joined =
    last && plan.branches?.some(isFilter) && !isFilter(last) ? last.consequent : undefined;
  unusedResults(translator, callee, callback).forEach((each) => translator.dropped.add(each));
  const members = membersOf(translator, callee, callback);
  members.forEach(({ variable }) => translator.dropped.add(variable));
  mergeScope(translator, callback, [plan.rest, joined]);
  writeMembers(translator, members);
  const result = readResult(translator, callee, callback);
  const body = bodyOf(translator, callback);
  const isPlaced = translator.placed.has(callback);
  const levelsOf = isPlaced ? levelsTo : levelsBelow;
  const levels = body.first ? levelsOf(translator, slot, body.first.range[0]) : 0;
  const inner = positionWith(position, {
    followed: false,
    isAhead: isAhead(position),
    rejects: false,
    shift: position.shift - levels,
  });
  const argumentsEnd = endOfArguments(translator, call);
  const parts = { call, argumentsEnd, callee, callback, plan, result };
  const isReturned = returnsResult(translator, parts, position);
  const takesThrown = endsAsThrown(translator, plan);
  const text = writeWait(translator, slot, { ...parts, isReturned, takesThrown });
  if (!slot.isListed) {
    throw new Refused('callback-unbraced', quote(sourceCode, call));
  }
  let waits = joinTry(translator, slot, { ...parts, text }, position.openTry);
  if (!waits) {
    translator.print(slot, slot.start, call.range[0], text.before);
    const { holds, moved, step } = text;
    waits = [{ step, holds, moved, edit: translator.edits.at(-1), end: argumentsEnd }];
  }
  if (!result.isList || callee.isValueFirst) {
    callee.write();
  }
  if (plan.kind === 'handle' || plan.kind === 'capture') {
    translator.tried.add(call);
  }
  if (text.isInTry) {
    translator.indent([call.range[0], argumentsEnd], 1);
  }
  if (isPlaced) {
    placeBody(translator, slot, { call, callback, body }, inner.shift);
  } else {
    translator.indent([body.open, body.close], -levels);
  }
  writeBody(
    translator,
    slot,
    { callback, body, plan, argumentsEnd, after: text.after, isReturned },
    positionWith(inner, {
      openTry: isPlaced
        ? undefined
        : openTry(slot, { callback, plan, bodyStart: body.open }, waits),
    }),
  );
  if (!isPlaced) {
    translator.gap(slot, body.end, slot.end, afterBody(translator, slot, body));
  }
  if (!/[{}]$/u.test(text.after)) {
    separateStatements(translator, slot, firstKept(callback, plan));
  }
}

/**
 *     load(x, (err, v) => cb(err, v))  ->  return load(x)
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {{ call: TSESTree.CallExpression, callee: Callee, sole: TSESTree.CallExpression }} parts
 * @param {Position} position
 */
function passOn(translator, slot, { call, callee, sole }, position) {
  if (translator.test && !callee.flow) {
    waitForLast(translator, slot, { call, callee }, position);
    return;
  }
  const error = writtenError(sole.arguments[0]);
  translator.exits.push({ error, results: 1, later: position.later });
  translator.failsEarly ||= !position.later;
  if (translator.target.isTurn && !callee.flow) {
    waitForLast(translator, slot, { call, callee }, position);
    return;
  }
  if (callee.flow && callee.results === 'one') {
    translator.assumes.add('partial-results');
  }
  const value = operandOf(callee, [call.range[0], endOfArguments(translator, call)]);
  writeInPlace(translator, slot, [{ type: 'exit', how: 'return', value }]);
  callee.write();
}

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {CallbackBody} body
 * @returns {string} A line break where the body ends with a comment that would swallow what follows.
 */
function afterBody(translator, slot, { end }) {
  const { text } = translator.sourceCode;
  const place = skipWhitespace(text, slot.end);
  const isLast = place === text.length || text.slice(slot.end, place).includes('\n');
  if (isLast || !endsLineComment(translator.sourceCode, end)) {
    return '';
  }
  translator.edits.push(removeBetween(slot.end, place));
  return `\n${slot.indent}`;
}

/**
 * @param {FunctionNode} callback
 * @param {ErrorPlan} plan
 * @returns {TSESTree.Node | undefined} What follows the wait.
 */
function firstKept({ body }, { guard, rest, otherwise }) {
  if (otherwise) {
    return otherwise;
  }
  if (rest) {
    return rest.type === 'BlockStatement' ? rest.body[0] : rest;
  }
  return body.type === 'BlockStatement' ? body.body.find((each) => each !== guard) : body;
}

/**
 * Keeps a statement that begins with a bracket from continuing what is written before it, in files
 * without semicolons.
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {TSESTree.Node | undefined} next
 */
function separateStatements(translator, slot, next) {
  const { text } = translator.sourceCode;
  if (slot.semicolon !== '' || !next || translator.isActive(next)) {
    return;
  }
  const [start] = next.range;
  const before = skipWhitespaceBackward(text, start);
  const isSeparate = text[before - 1] === ';' && endsLine(text, before - 1);
  if (mayContinueLine(text, start) && !isSeparate) {
    translator.edits.push(insertBefore(start, ';'));
  }
}

/**
 * @param {string} text
 * @param {number} index
 * @returns {boolean} Whether only white space stands before the place on its line.
 */
function endsLine(text, index) {
  return text.slice(text.lastIndexOf('\n', index) + 1, index).trim() === '';
}

/**
 * @param {Translator} translator
 * @param {ErrorPlan} plan
 * @param {FunctionNode} callback
 * @returns {TSESTree.CallExpression | undefined} The call of our callback that is all the body does
 *   with a result.
 */
function readSoleExit(translator, plan, { body }) {
  if (plan.kind !== 'propagate' || plan.rest) {
    return undefined;
  }
  const rest =
    body.type === 'BlockStatement'
      ? body.body.filter((each) => each !== plan.guard)
      : [plan.otherwise ?? body];
  const [only, ...more] = rest;
  if (!only || more.length > 0) {
    return undefined;
  }
  const { call, how } = readCall(translator, only);
  const exit = translator.exitOf(call);
  if (exit) {
    translator.callings.add(how);
  }
  return exit;
}

/**
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} exit
 * @param {{ isName: boolean, name: string, plan: ErrorPlan }} parts
 * @returns {boolean} `cb(err, name)`, `cb(null, name)`.
 */
function isPassedOn(translator, { arguments: [error, result, ...more] }, { isName, name, plan }) {
  const isOwnError = error?.type === 'Identifier' && translator.variableOf(error) === plan.error;
  return (
    isName &&
    error !== undefined &&
    (isOwnError || isNullish(error)) &&
    result?.type === 'Identifier' &&
    result.name === name &&
    more.length === 0
  );
}

/**
 *     setImmediate(() => { … cb(); })  ->  await new Promise(…); …
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {{ call: TSESTree.CallExpression | TSESTree.NewExpression, callback: FunctionNode, wait?: WaitStep | undefined, isPutOff?: boolean }} parts
 *   What is not put off runs at once.
 * @param {Position} position
 */
export function inlineDeferred(
  translator,
  slot,
  { call, callback, wait, isPutOff = false },
  position,
) {
  const { sourceCode } = translator;
  checkCallback(translator, callback);
  const body = bodyOf(translator, callback);
  const wanted = wait ?? (isPutOff && !isSteadyExit(translator, callback) ? NEXT_TICK : undefined);
  if (!slot.isListed) {
    throw new Refused('callback-unbraced', quote(sourceCode, call));
  }
  mergeScope(translator, callback);
  const levels = body.first ? levelsBelow(translator, slot, body.first.range[0]) : 0;
  const inner = positionWith(position, { shift: position.shift - levels });
  translator.indent([body.open, body.close], -levels);
  if (!wanted) {
    const start = body.first ? parenthesizedRange(sourceCode, body.first)[0] : body.open;
    translator.gap(slot, slot.start, start, '');
    writeStatements(translator, slot, { callback, body, start }, inner);
  } else {
    const [text = ''] = printWaits(translator, slot, [wanted]).texts;
    translator.print(slot, slot.start, body.open, text);
    separate(translator, slot, body.open, body.first);
    writeStatements(translator, slot, { callback, body, start: body.open }, inner);
    separateStatements(translator, slot, body.first);
  }
  translator.gap(slot, body.end, slot.end, afterBody(translator, slot, body));
}

/**
 *     process.nextTick(() => cb(null, value))
 *
 * @param {Translator} translator
 * @param {FunctionNode} callback
 * @returns {boolean} Whether it only calls our callback, with what is the same a tick earlier.
 */
function isSteadyExit(translator, { body }) {
  const [only, ...more] = body.type === 'BlockStatement' ? body.body : [body];
  const { call } = only ? readCall(translator, only) : {};
  const exit = more.length === 0 ? translator.exitOf(call) : undefined;
  return exit !== undefined && exit.arguments.every((each) => isSteady(translator, each));
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether its value is the same whenever it is asked for.
 */
export function isSteady(translator, node) {
  switch (node.type) {
    case 'Identifier': {
      const variable = translator.variableOf(node);
      const writes = variable ? writesOf(variable).filter(({ init }) => !init) : [];
      return isNullish(node) || (variable !== undefined && writes.length === 0);
    }
    case 'NewExpression':
      return (
        node.callee.type === 'Identifier' &&
        /Error$/u.test(node.callee.name) &&
        node.arguments.every((each) => isSteady(translator, each))
      );
    case 'ArrayExpression':
      return node.elements.every((each) => each !== null && isSteady(translator, each));
    case 'ObjectExpression':
      return node.properties.every(
        (each) => each.type === 'Property' && !each.computed && isSteady(translator, each.value),
      );
    default:
      return node.type === 'Literal' || isFunction(node) || isNullish(node);
  }
}

/**
 * @param {Translator} translator
 * @param {FunctionNode} callback
 */
function checkCallback(translator, callback) {
  const { sourceCode, target } = translator;
  checkFrame(callback, translator);
  if (isStrict(sourceCode, callback) && !isStrict(sourceCode, target.fn)) {
    throw new Refused('strictness-differs');
  }
  if (callback.returnType) {
    throw new Refused('callback-parameters', quote(sourceCode, callback));
  }
  const named =
    callback.type === 'FunctionExpression' && callback.id
      ? sourceCode.getDeclaredVariables(callback).find(({ name }) => name === callback.id?.name)
      : undefined;
  if (named && named.references.length > 0) {
    throw new Refused('callback-reused', `\`${named.name}\``);
  }
}
