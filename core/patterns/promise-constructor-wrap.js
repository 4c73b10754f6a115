/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Executor } from '../analysis/promises/executors.js' */
/** @import { Pattern, PatternContext, Plan, Refusal, Site } from '../contract/pattern.js' */
/** @import { Edit } from '../edits/edit.js' */
/** @import { SettlingChain, SettlingHandler } from './promise-constructor-wrap/chains.js' */
/** @import { SourceCodeLike } from '../source/source-code.js' */
/** @import { SettlingCallback } from './promise-constructor-wrap/callbacks.js' */

import { missingEvidence } from '../contract/obligations.js';
import { isLongWork } from '../analysis/apis/long-work.js';
import { onlyExpression, readExecutor } from '../analysis/promises/executors.js';
import { enclosingFunction } from '../analysis/syntax/functions.js';
import { classifyPromise } from '../analysis/promises/promises.js';
import { resolveOrigin } from '../analysis/modules/modules.js';
import { mayThrow } from '../analysis/flow/throwing.js';
import { readPromiseType } from '../analysis/environment/types.js';
import { keepDeclaredType } from '../edits/declared-types.js';
import { indentLines, insertAfter, insertBefore, replaceRange } from '../edits/edit.js';
import { levelsBetween } from '../edits/indentation.js';
import { isParenthesized, parenthesizedRange } from '../edits/parentheses.js';
import { hasCommentBetween, textOf } from '../edits/trivia.js';
import { lazyNameOf } from '../promises/lazy-receivers.js';
import { readSettlingCallback } from './promise-constructor-wrap/callbacks.js';
import { readAnsweredChain, readSettlingChain } from './promise-constructor-wrap/chains.js';
import { planPlace } from './promise-constructor-wrap/place.js';
import { readTypeArgument, readTypes, refuseFrame } from '../promises/layers.js';

/**
 * A promise that is made by hand around another one, or around a function of Node's core that has a
 * promise form:
 *
 *     new Promise((resolve, reject) => load().then(resolve, reject))
 *     new Promise((resolve, reject) => {
 *       fs.readFile(path, (error, data) => { if (error) reject(error); else resolve(data); });
 *     })
 *
 * It settles when the other does, with the same: https://tc39.es/ecma262/#sec-promise-executor and
 * https://tc39.es/ecma262/#sec-promise.prototype.then. Where it stands decides whether the other can
 * take its place: see `promise-constructor-wrap/place.js`.
 *
 * Kinds: `then`, `callback`; `answered` for a chain whose handlers do more, and each end with an answer.
 *
 * @type {Pattern}
 */
export const promiseConstructorWrap = {
  name: 'promise-constructor-wrap',
  words: /\bPromise\b/u,
  visit: { NewExpression: findSite },
};

/**
 * @param {TSESTree.NewExpression} node
 * @param {PatternContext} context
 * @returns {Site | undefined}
 */
function findSite(node, context) {
  const executor = readExecutor(context.sourceCode, node);
  const only = executor && !executor.fn.async ? onlyExpression(executor.fn.body) : undefined;
  const expression = only ?? (executor && expressionBehindConstants(executor));
  if (!executor || !expression || context.isAside?.()) {
    return undefined;
  }
  const chain = readSettlingChain(context.sourceCode, executor, expression);
  if (chain && isPromise(context.sourceCode, chain.head)) {
    const outcome = only
      ? planChain(context, node, executor, chain)
      : { refusal: { reason: /** @type {const} */ ('executor-declares') } };
    return { node, kind: 'then', ...outcome };
  }
  if (!only) {
    return undefined;
  }
  // Nothing but a person can write that anew, so it is for the rule alone.
  const head =
    context.options.kinds?.has('answered') && readAnsweredChain(context.sourceCode, executor, only);
  if (head && isPromise(context.sourceCode, head)) {
    return lazyNameOf(context, head) === undefined ? { node, kind: 'answered' } : undefined;
  }
  const settling = readSettlingCallback(context, executor, expression);
  return (
    settling && {
      node,
      kind: 'callback',
      data: {
        callee: textOf(context.sourceCode, settling.call.callee),
        work: isLongWork(resolveOrigin(context.sourceCode, settling.call.callee)) ? 'long' : '',
      },
      ...planCallback(context, node, executor, settling),
    }
  );
}

/**
 *     (resolve, reject) => { const client = connect(options); client.load().then(resolve, reject); }
 *
 * @param {Executor} executor
 * @returns {TSESTree.Expression | undefined} What it does with the variables that it only declares.
 */
function expressionBehindConstants({ fn }) {
  const statements = fn.body.type === 'BlockStatement' ? fn.body.body : [];
  const last = statements.at(-1);
  return !fn.async &&
    statements.length > 1 &&
    statements.slice(0, -1).every(({ type }) => type === 'VariableDeclaration') &&
    last?.type === 'ExpressionStatement'
    ? last.expression
    : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression} head
 * @returns {boolean} Whether it may be one: nothing shows that it is a plain value, and no type that
 *   it is a thenable of another kind, which the constructor makes a promise of.
 */
function isPromise(sourceCode, head) {
  return (
    classifyPromise(sourceCode, head) !== 'plain' &&
    (readPromiseType(sourceCode, head) ?? 'native') === 'native'
  );
}

/** @typedef {{ plan: Plan } | { refusal: Refusal }} Outcome */

/**
 *     new Promise((resolve, reject) => head.then((value) => resolve(f(value))).catch(reject))
 *       ->  head.then((value) => f(value))
 *
 * @param {PatternContext} context
 * @param {TSESTree.NewExpression} node
 * @param {Executor} executor
 * @param {SettlingChain} chain
 * @returns {Outcome}
 */
function planChain(context, node, executor, { head, then, handler }) {
  const { sourceCode, options } = context;
  const isNative =
    classifyPromise(sourceCode, head) === 'native' ||
    readPromiseType(sourceCode, head) === 'native';
  const lazy = isNative ? undefined : lazyNameOf(context, head);
  if (lazy !== undefined && !options.thenables.has(lazy)) {
    return { refusal: { reason: 'lazy-thenable', subject: `\`${lazy}\`` } };
  }
  if (!isNative && !options.assumable.has('receiver-is-promise')) {
    return { refusal: missingEvidence('receiver-is-promise') };
  }
  const promise = { isNative, mayThrow: mayThrow(sourceCode, head), subject: head };
  const [start, headEnd] = parenthesizedRange(sourceCode, head);
  const end = handler ? then.range[1] : headEnd;
  const inner = handler ? writeHandler(context, handler) : { edits: [], gaps: [] };
  if (handler && then.arguments.length > 1) {
    /** @type {[number, number]} */
    const rest = [parenthesizedRange(sourceCode, handler.fn)[1], end - 1];
    inner.edits.push(replaceRange(rest, ''));
    inner.gaps.push(rest);
  }
  return planKept(context, node, executor, promise, [start, end], inner, isNative);
}

/**
 * @typedef {object} Inner
 * @property {Edit[]} edits
 * @property {[number, number][]} gaps The ranges that go with them.
 */

/**
 * @param {PatternContext} context
 * @param {TSESTree.NewExpression} node
 * @param {Executor} executor
 * @param {Parameters<typeof planPlace>[2]} promise
 * @param {[number, number]} kept The part of the text that stays.
 * @param {Inner} inner The changes within it.
 * @param {boolean} isCertain Whether the plan rests on nothing that the file does not show.
 * @returns {Outcome}
 */
function planKept(context, node, executor, promise, kept, inner, isCertain) {
  const { sourceCode } = context;
  const [start, end] = kept;
  const refusal = refuseFrame(sourceCode, executor.fn, executor.fn.body);
  if (refusal) {
    return { refusal };
  }
  const gaps = [[node.range[0], start], [end, node.range[1]], ...inner.gaps];
  if (gaps.some(([from = 0, to = 0]) => hasCommentBetween(sourceCode, from, to))) {
    return { refusal: { reason: 'comment-in-the-way' } };
  }
  const place = planPlace(context, node, promise);
  if ('refusal' in place) {
    return place;
  }
  const types = planTypes(context, node, executor, {
    isAwaited: place.before !== '',
    value: promise.subject,
  });
  if ('refusal' in types) {
    return types;
  }
  const levels = levelsBetween(sourceCode, node.range[0], start);
  return {
    plan: {
      edits: [
        ...place.edits,
        ...types.edits,
        replaceRange([node.range[0], start], place.before),
        replaceRange([end, node.range[1]], ''),
        ...inner.edits,
        ...(levels > 0 ? [indentLines(kept, -levels)] : []),
      ],
      safe: false,
      assumes: [
        ...(isCertain ? [] : /** @type {const} */ (['receiver-is-promise'])),
        ...place.assumes,
      ],
    },
  };
}

/**
 *     const user = await new Promise<User>((resolve, reject) => find(id).then(resolve, reject));
 *       ->  const user: User = await find(id);
 *
 * @param {PatternContext} context
 * @param {TSESTree.NewExpression} node
 * @param {Executor} executor
 * @param {{ isAwaited: boolean, value: TSESTree.Expression }} written The value that takes the place of the
 *   constructor, and whether it gets an `await` of its own there.
 * @returns {{ edits: Edit[] } | { refusal: Refusal }} Edits that declare elsewhere the type that only
 *   the constructor declares.
 */
function planTypes({ sourceCode }, node, { fn }, { isAwaited, value }) {
  const declared = readTypes(node, fn);
  const { parent } = node;
  const outer = enclosingFunction(node);
  const isResult = parent.type === 'ReturnStatement' || outer?.body === node;
  if (!declared || parent.type === 'ExpressionStatement' || (isResult && outer?.returnType)) {
    return { edits: [] };
  }
  const type = readTypeArgument(node);
  const isWaitedFor = parent.type === 'AwaitExpression';
  const edits =
    type &&
    (isWaitedFor && parent.parent.type === 'ExpressionStatement'
      ? []
      : keepDeclaredType(sourceCode, {
          type,
          place: isWaitedFor ? parent : node,
          isPromise: !isWaitedFor && !isAwaited,
          value,
        }));
  return edits
    ? { edits }
    : { refusal: { reason: 'type-lost', subject: `\`${textOf(sourceCode, declared)}\`` } };
}

/**
 *     (value) => resolve(f(value))           ->  (value) => f(value)
 *     (value) => { …; resolve(result); }     ->  (value) => { …; return result; }
 *
 * @param {PatternContext} context
 * @param {SettlingHandler} handler
 * @returns {Inner}
 */
function writeHandler({ sourceCode }, { fn, call }) {
  const [value] = call.arguments;
  const isStatement = call.parent.type === 'ExpressionStatement';
  const keyword = isStatement ? 'return ' : '';
  if (!value) {
    const text = isStatement ? 'return' : 'undefined';
    return { edits: [replaceRange(call.range, text)], gaps: [call.range] };
  }
  const [start, end] = parenthesizedRange(sourceCode, value);
  const isBody = fn.body === call;
  const encloses =
    isBody && value.type === 'ObjectExpression' && !isParenthesized(sourceCode, value);
  const levels = levelsBetween(sourceCode, call.range[0], start);
  return {
    edits: [
      replaceRange([call.range[0], start], keyword),
      replaceRange([end, call.range[1]], ''),
      ...(encloses ? [insertBefore(start, '('), insertAfter(end, ')')] : []),
      ...(levels > 0 ? [indentLines([start, end], -levels)] : []),
    ],
    gaps: [
      [call.range[0], start],
      [end, call.range[1]],
    ],
  };
}

/**
 *     new Promise((resolve, reject) => fs.stat(path, (error, stats) => …))  ->  fs.promises.stat(path)
 *
 * @param {PatternContext} context
 * @param {TSESTree.NewExpression} node
 * @param {Executor} executor
 * @param {SettlingCallback} settling
 * @returns {Outcome}
 */
function planCallback(context, node, executor, { call, callback, refusal }) {
  const { sourceCode } = context;
  const last = call.arguments.at(-2);
  if (refusal || !last) {
    return {
      refusal: refusal ?? {
        reason: 'no-promise-form',
        subject: `\`${textOf(sourceCode, call.callee)}\``,
      },
    };
  }
  const callee = /** @type {TSESTree.MemberExpression} */ (call.callee);
  const [, lastEnd] = parenthesizedRange(sourceCode, last);
  /** @type {[number, number]} */
  const gap = [lastEnd, call.range[1] - 1];
  const values = call.arguments.filter((value) => value !== callback);
  const promise = {
    isNative: true,
    mayThrow: values.some((value) => mayThrow(sourceCode, value)),
    subject: call,
  };
  const inner = {
    edits: [insertAfter(callee.object.range[1], '.promises'), replaceRange(gap, '')],
    gaps: [gap],
  };
  return planKept(context, node, executor, promise, call.range, inner, true);
}
