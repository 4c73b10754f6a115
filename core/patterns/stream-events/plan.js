/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Executor } from '../../analysis/promises/executors.js' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { PatternContext, Refusal } from '../../contract/pattern.js' */
/** @import { HeaderNeed } from '../../callbacks/boundary/header.js' */
/** @import { Outcome } from './finish.js' */
/** @import { Handler, Handlers } from './handlers.js' */
/** @import { Collector } from './listeners.js' */
/** @import { Piping } from './piping.js' */
/** @import { Resolving } from './promise-place.js' */
/** @import { SettlingCall } from './settling.js' */
/** @import { StreamEvidence } from '../../analysis/values/streams.js' */

import { onlyExpression, readExecutor } from '../../analysis/promises/executors.js';
import { isOnlyCalled } from '../../analysis/syntax/function-uses.js';
import { isFunction } from '../../analysis/syntax/functions.js';
import { asyncPosition } from '../../edits/async-position.js';
import { indentLines, insertBefore } from '../../edits/edit.js';
import { levelsBetween } from '../../edits/indentation.js';
import { hasCommentBetween, skipWhitespace, textOf } from '../../edits/trivia.js';
import { readTypes, refuseFrame } from '../../promises/layers.js';
import { refuseEarlyThrow } from '../../callbacks/timing/routed-throws.js';
import { findCallbackOwner, planCallback } from './callback-place.js';
import { readConsumer } from './consumers.js';
import { finish } from './finish.js';
import { isErrorFirstCallback, planRescue, refuseHandler } from './handler-place.js';
import { readHandlers } from './handlers.js';
import { needsBlock, refuseNames } from './names.js';
import { pipelineOf } from './piping.js';
import { planPromisePlace } from './promise-place.js';
import { readSettlingCalls, settlesOnEveryWay, writeSettling } from './settling.js';
import { PROVEN } from '../../analysis/values/streams.js';
import { writeLoop } from './write.js';

/**
 * @param {PatternContext} context
 * @param {Collector} collector
 * @param {FunctionNode} fn The function that the listeners are attached in.
 * @param {StreamEvidence} evidence
 * @returns {Outcome}
 */
export function planCollector(context, collector, fn, evidence) {
  const handlers = readHandlers(context, collector);
  if ('unfit' in handlers) {
    return { refusal: { reason: 'listener-form', subject: handlers.unfit } };
  }
  const { parent } = fn;
  const executor =
    parent?.type === 'NewExpression' ? readExecutor(context.sourceCode, parent) : undefined;
  return executor
    ? planPromise(context, collector, handlers, evidence, {
        node: /** @type {TSESTree.NewExpression} */ (parent),
        executor,
      })
    : planFunction(context, collector, handlers, evidence, fn);
}

/**
 * @param {PatternContext} context
 * @param {Collector} collector
 * @param {Handlers} handlers
 * @param {StreamEvidence} evidence
 * @param {FunctionNode} fn
 * @returns {Outcome}
 */
function planFunction(context, collector, handlers, evidence, fn) {
  const observed = refuseHandler(context, fn);
  const isCalled = isOnlyCalled(context, fn);
  const owner = findCallbackOwner(context, collector);
  const isOwn = owner?.fn === fn && (!handlers.error || isCalled);
  const inCallback =
    owner && (observed || isOwn)
      ? planCallback(context, collector, handlers, evidence, owner)
      : undefined;
  if (inCallback?.plan) {
    return inCallback;
  }
  const isErrorFirst =
    observed !== undefined &&
    context.options.assumable.has('error-first') &&
    isErrorFirstCallback(context, fn);
  if (inCallback && observed && !isErrorFirst) {
    return inCallback;
  }
  const refusal =
    (isErrorFirst ? undefined : observed) ??
    refuseEarlyThrow(context, fn) ??
    refuseNames(context, handlers, fn) ??
    (isCalled && !context.options.assumable.has('throws-late')
      ? /** @type {Refusal} */ ({ reason: 'throws-late' })
      : undefined);
  if (refusal) {
    return { refusal };
  }
  const rescue = handlers.error ? undefined : planRescue(context, fn, evidence, collector.stream);
  if (!handlers.error && !rescue) {
    return {
      refusal: {
        reason: 'stream-error-unheard',
        subject: `\`${textOf(context.sourceCode, collector.stream)}\``,
      },
    };
  }
  /** @type {Set<HeaderNeed>} */
  const needs = new Set();
  const isErrorHandled = handlers.error !== undefined;
  const consumer = readConsumer(context, collector, handlers, { evidence, isErrorHandled, needs });
  const edits = writeLoop(context, {
    collector,
    ...handlers,
    ...(consumer && { consumer }),
    returnsAfterError: Boolean(handlers.error && !leaves(handlers.error)),
    keepsBlock: needsBlock(context, handlers.end, fn),
    rescue,
    levels: 0,
    dropped: new Set(),
  });
  return finish(context, collector, handlers, evidence, {
    edits: edits && [
      ...(fn.async ? [] : [insertBefore(asyncPosition(fn, context.sourceCode), 'async ')]),
      ...edits,
    ],
    assumes: [
      ...(isErrorFirst ? /** @type {const} */ (['once', 'error-first']) : []),
      ...(isCalled ? /** @type {const} */ (['throws-late']) : []),
    ],
    needs,
    settling: 0,
  });
}

/**
 * @param {PatternContext} context
 * @param {Piping} piping
 * @param {TSESTree.NewExpression} node
 * @param {Executor} executor
 * @returns {Outcome}
 */
export function planPiping(context, piping, node, executor) {
  const { handler } = piping.collector.end;
  const end = isFunction(handler) ? { ...GONE, fn: handler } : GONE;
  const handlers = { data: GONE, end, error: undefined };
  return planPromise(context, piping.collector, handlers, PROVEN, { node, executor, piping });
}

/**
 * @param {PatternContext} context
 * @param {Collector} collector
 * @param {Handlers} handlers
 * @param {StreamEvidence} evidence
 * @param {{ node: TSESTree.NewExpression, executor: Executor, piping?: Piping }} promise
 * @returns {Outcome}
 */
function planPromise(context, collector, handlers, evidence, { node, executor, piping }) {
  const { sourceCode } = context;
  const { fn } = executor;
  const refusal =
    refuseFrame(sourceCode, fn, fn.body) ??
    refuseNames(context, handlers, fn) ??
    (collector.block === fn.body
      ? undefined
      : /** @type {Refusal} */ ({ reason: 'code-follows', subject: 'a condition is around them' }));
  if (refusal) {
    return { refusal };
  }
  const ending = handlers.end.fn;
  const errors = piping?.errors ?? (collector.error ? [collector.error.handler] : []);
  const references = errors.filter((each) => isRejecter(executor, each));
  const failing = errors.filter((each) => isFunction(each));
  const calls = readSettlingCalls(
    context,
    executor,
    [...(ending ? [ending] : []), ...failing],
    [...references, readResolver(executor, collector)],
  );
  if ('otherwise' in calls) {
    return { refusal: { reason: 'settles-otherwise', subject: calls.otherwise } };
  }
  const isSettled =
    settlesOnEveryWay(context, fn, calls, true) &&
    (ending
      ? settlesOnEveryWay(context, ending, calls, false)
      : readResolver(executor, collector) !== undefined) &&
    failing.every((each) => settlesOnEveryWay(context, each, calls, false)) &&
    failing.length + references.length === errors.length;
  if (!isSettled) {
    return {
      refusal: { reason: 'settles-otherwise', subject: 'a way without `resolve` or `reject`' },
    };
  }
  const keepsBlock = needsBlock(context, handlers.end, fn);
  const place = planPromisePlace(context, node, executor, {
    ...readResolving(calls, ending),
    keepsBlock,
  });
  const type = readTypes(node, fn);
  if (type && !place.host?.returnType) {
    return { refusal: { reason: 'type-lost', subject: `\`${textOf(sourceCode, type)}\`` } };
  }
  const forwarding = failing.filter((each) => forwardsOnly(each, calls));
  if (piping && forwarding.length < failing.length) {
    return { refusal: { reason: 'listener-form', subject: 'an error is not only handed on' } };
  }
  const written = calls
    .filter(({ fn: own }) => !forwarding.some((each) => each === own))
    .map((each) => ({ each, ...writeSettling(context, each, place.result) }));
  const dropped = new Set(written.filter(({ isGone }) => isGone).map(({ each }) => each.fn));
  const isErrorGone = references.length + forwarding.length === errors.length;
  forwarding.forEach((each) => dropped.add(each));
  const gaps = [...place.gaps, ...written.flatMap((each) => each.gaps)];
  if (gaps.some(([start, end]) => hasCommentBetween(sourceCode, start, end))) {
    return { refusal: { reason: 'comment-in-the-way' } };
  }
  const levels = place.isShifted ? bodyLevels(context, node, executor) : 0;
  /** @type {Set<HeaderNeed>} */
  const needs = new Set();
  const consumer = piping
    ? pipelineOf(context, piping, needs)
    : readConsumer(context, collector, handlers, {
        evidence,
        isErrorHandled: !isErrorGone,
        needs,
      });
  const edits = writeLoop(context, {
    collector,
    data: handlers.data,
    ...(consumer && { consumer }),
    end: ending && !dropped.has(ending) ? handlers.end : GONE,
    error: isErrorGone ? undefined : handlers.error,
    returnsAfterError: false,
    keepsBlock,
    rescue: undefined,
    levels,
    dropped,
  });
  return finish(context, collector, handlers, evidence, {
    edits: edits && [
      ...place.edits,
      // An empty listener goes as a whole.
      ...written.flatMap(({ isGone, edits: own }) => (isGone ? [] : own)),
      ...(levels > 0 ? [indentLines(fn.body.range, -levels)] : []),
      ...edits,
    ],
    assumes: place.assumes,
    needs,
    settling: 1,
    isPiped: piping !== undefined,
  });
}

/** @type {Handler} */
const GONE = { fn: undefined, name: undefined, parameter: undefined, isParameterWritten: false };

/**
 * @param {readonly SettlingCall[]} calls
 * @param {FunctionNode | undefined} ending The `end` listener; undefined where that is `resolve`.
 * @returns {Omit<Resolving, 'keepsBlock'>}
 */
function readResolving(calls, ending) {
  const resolving = calls.filter(({ settles }) => settles === 'resolve');
  const [single] = resolving;
  const isAtEnd =
    ending !== undefined &&
    single !== undefined &&
    single.fn === ending &&
    isTopLevelEnd(single.call, ending);
  return {
    isSingle: ending ? resolving.length === 1 && isAtEnd : resolving.length === 0,
    hasValue: ending !== undefined && resolving.every(({ value }) => value !== undefined),
  };
}

/**
 * @param {TSESTree.CallExpression} call
 * @param {FunctionNode} fn
 * @returns {boolean} Whether the call is the last statement of the function.
 */
function isTopLevelEnd(call, fn) {
  return (
    fn.body === call || (fn.body.type === 'BlockStatement' && fn.body.body.at(-1) === call.parent)
  );
}

/**
 *     on('error', reject)    on('error', (error) => reject(error))
 *
 * @param {FunctionNode} fn
 * @param {readonly SettlingCall[]} calls
 * @returns {boolean} Whether all that the listener does is reject with the error.
 */
function forwardsOnly(fn, calls) {
  const [call, ...more] = calls.filter((each) => each.fn === fn);
  const [parameter] = fn.params;
  return (
    call !== undefined &&
    more.length === 0 &&
    call.settles === 'reject' &&
    onlyExpression(fn.body) === call.call &&
    parameter?.type === 'Identifier' &&
    call.value?.type === 'Identifier' &&
    call.value.name === parameter.name
  );
}

/**
 * @param {Executor} executor
 * @param {TSESTree.Node} handler
 * @returns {boolean} Whether it is the `reject` of `on('error', reject)`.
 */
function isRejecter({ reject }, handler) {
  return reject?.references.some(({ identifier }) => identifier === handler) === true;
}

/**
 * @param {Executor} executor
 * @param {Collector} collector
 * @returns {TSESTree.Node | undefined} The `resolve` of `on('end', resolve)`.
 */
function readResolver({ resolve }, { end }) {
  return resolve?.references.find(({ identifier }) => identifier === end.handler) && end.handler;
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.NewExpression} node
 * @param {Executor} executor
 * @returns {number} How much deeper the executor's code stands than the statement of the promise.
 */
function bodyLevels({ sourceCode }, node, { fn }) {
  const first = skipWhitespace(sourceCode.text, fn.body.range[0] + 1);
  const isArrowBody = node.parent.type === 'ArrowFunctionExpression';
  const from = isArrowBody ? node.parent.range[0] : node.range[0];
  const levels = levelsBetween(sourceCode, from, first);
  return isArrowBody ? Math.max(0, levels - 1) : levels;
}

/**
 * @param {Handler} handler
 * @returns {boolean} Whether its code ends with a `return` anyhow.
 */
function leaves({ fn }) {
  const last = fn?.body.type === 'BlockStatement' ? fn.body.body.at(-1) : undefined;
  return last?.type === 'ReturnStatement' || last?.type === 'ThrowStatement';
}
