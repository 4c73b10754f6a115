/** @import { PatternContext, Refusal } from '../../contract/pattern.js' */
/** @import { Coroutine } from './coroutines.js' */
/** @import { Runner } from './runners.js' */

import { frameUses } from '../../analysis/syntax/functions.js';
import { dependencyMajor } from '../../analysis/environment/node-floor.js';
import { isTestFunction } from '../../analysis/environment/test-runners.js';
import { wouldLoseCallback } from '../../analysis/handlers/withheld-callbacks.js';
import { mentionsName, usesAwaitAsName } from '../../edits/names.js';
import { findLibraryMethod } from './boundaries.js';
import { isRunTest } from './places.js';
import { findConstruction, findInspection } from './observations.js';
import { promiseTypeOf } from './result-types.js';
import { quote } from './yields.js';

/** Runners that take the generator function and, as written here, nothing else. */
const TAKES_ONE = new Set(['bluebird.coroutine', 'co.wrap', 'koa', 'Q.async', 'Q.spawn']);

/**
 * @param {PatternContext} context
 * @param {Coroutine} coroutine
 * @returns {Refusal | undefined}
 */
export function refuseOutright(context, coroutine) {
  const { fn, runs } = coroutine;
  const escape = refuseEscape(context, coroutine);
  if (escape) {
    return escape;
  }
  if (fn.returnType && promiseTypeOf(context.sourceCode, fn) === undefined) {
    const { typeAnnotation } = fn.returnType;
    return { reason: 'typed-generator', subject: quote(context, typeAnnotation) };
  }
  if (usesAwaitAsName(context.sourceCode, fn)) {
    return { reason: 'await-as-name' };
  }
  if (isRunTest(context, fn) && fn.params.length > 0) {
    return { reason: 'arity-observed', subject: `the test in line ${fn.loc.start.line}` };
  }
  for (const { runner } of runs) {
    const { call } = runner;
    // bluebird takes options with yield handlers: what they make of a value, `await` does not.
    if (TAKES_ONE.has(runner.kind) && call.arguments.length > 1) {
      return {
        reason: 'runner-unsupported',
        subject: `${quote(context, call.callee)} together with something else`,
      };
    }
    if (runsAtOnce(runner) && frameUses(context.sourceCode, fn).evaluates) {
      return {
        reason: 'runner-unsupported',
        subject: `${quote(context, call.callee)} beside \`eval\``,
      };
    }
    const observed = findObservation(context, fn, runner);
    if (observed) {
      return observed;
    }
    if (runner.dialect === 'co' && runner.kind !== 'koa') {
      const major = dependencyMajor(context, 'co');
      if (major !== undefined && major < 4) {
        return { reason: 'runner-version', subject: `co ${context.project.dependencies['co']}` };
      }
    }
    if (
      runner.kind === 'co' &&
      call.parent.type === 'CallExpression' &&
      call.parent.callee === call
    ) {
      return { reason: 'runner-version', subject: 'its result is called' };
    }
  }
  return undefined;
}

/**
 * @param {PatternContext} context
 * @param {Coroutine} coroutine
 * @returns {Refusal | undefined} For one that others may do with what they like.
 */
export function refuseEscape(context, { escapes, fn, isVisible, variable }) {
  const [start] = fn.range;
  return variable && (isVisible || escapes.length > 0) && !context.runsElsewhere?.(start)
    ? (context.keptGenerator?.(start) ?? { reason: 'generator-escapes', subject: variable.name })
    : undefined;
}

/**
 * @param {Pick<Runner, 'kind'>} runner
 * @returns {boolean} Whether its call runs the generator, rather than giving a function that will.
 */
function runsAtOnce({ kind }) {
  return kind === 'co' || kind === '__awaiter' || kind === 'Q.spawn';
}

/** A handler of express with so many parameters takes errors. */
const ERROR_HANDLER_LENGTH = 4;

/**
 * The code at the place of a wrapped function that would see the difference.
 *
 * @param {PatternContext} context
 * @param {Coroutine['fn']} fn
 * @param {Runner} runner
 * @returns {Refusal | undefined}
 */
function findObservation(context, fn, { call, kind }) {
  const { sourceCode } = context;
  const isLibrary = kind === 'bluebird.coroutine' || kind === 'Q.async';
  const method =
    isLibrary && context.options.api === 'async' ? findLibraryMethod(context) : undefined;
  if (method !== undefined) {
    return { reason: 'result-observed', subject: `\`.${method}()\`` };
  }
  const inspection = isLibrary ? findInspection(sourceCode) : undefined;
  if (inspection !== undefined) {
    return { reason: 'result-observed', subject: `\`${inspection}\`` };
  }
  if (runsAtOnce({ kind }) || kind === 'koa') {
    return undefined;
  }
  const construction = findConstruction(sourceCode, call);
  if (construction) {
    return { reason: 'result-observed', subject: quote(context, construction) };
  }
  if (wouldLoseCallback(context, fn, call)) {
    return { reason: 'callback-withheld' };
  }
  if (mentionsName(sourceCode, sourceCode.ast, '__generatorFunction__')) {
    return { reason: 'result-observed', subject: '`__generatorFunction__`' };
  }
  const { parent } = call;
  if (parent.type !== 'CallExpression' || parent.callee === call) {
    return undefined;
  }
  const isTest =
    parent.callee.type === 'Identifier' &&
    isTestFunction(parent.callee.name) &&
    fn.params.length > 0;
  const isErrorHandler = fn.params.length >= ERROR_HANDLER_LENGTH;
  const subject = `\`${sourceCode.text.slice(...parent.callee.range)}\``;
  return isTest || isErrorHandler ? { reason: 'arity-observed', subject } : undefined;
}
