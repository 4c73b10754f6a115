/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Executor } from '../../analysis/promises/executors.js' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { ObligationId } from '../../contract/obligations.js' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { Result } from './settling.js' */

import { canBeAsync, hasPromiseType } from '../../analysis/promises/async-candidates.js';
import { enclosingFunction, returnedBy } from '../../analysis/syntax/functions.js';
import { classifyPromise } from '../../analysis/promises/promises.js';
import { wouldLoseCallback } from '../../analysis/handlers/withheld-callbacks.js';
import { asyncPosition } from '../../edits/async-position.js';
import { insertBefore, removeBetween, replaceRange } from '../../edits/edit.js';
import { usesAwaitAsName } from '../../edits/names.js';
import { isParenthesized } from '../../edits/parentheses.js';
import { needsSemicolonBefore } from '../../edits/statements.js';
import {
  skipBackward,
  skipWhitespace,
  skipWhitespaceBackward,
  textOf,
} from '../../edits/trivia.js';
import { findClashes } from './handlers.js';

/**
 * Where the code of the executor goes once it is async code.
 *
 * @typedef {object} PromisePlace
 * @property {Edit[]} edits Around the executor's body.
 * @property {[number, number][]} gaps The text that goes.
 * @property {Result} result
 * @property {boolean} isSpliced Whether the body's statements stand in the function around it, without
 *   their braces.
 * @property {boolean} isShifted Whether they stand a level less deep then.
 * @property {FunctionNode | undefined} host That function.
 * @property {ObligationId[]} assumes
 */

/**
 * @typedef {object} Resolving
 * @property {boolean} isSingle Whether the promise is resolved in one place only, the end of the last
 *   listener.
 * @property {boolean} hasValue Whether it is always resolved with a value that is written there.
 * @property {boolean} keepsBlock Whether that stands in a block of its own, for the names in it.
 */

/**
 *     return new Promise((resolve, reject) => {…});         the function's own code
 *     const text = await new Promise((resolve) => {…});     the function's own code
 *     () => new Promise((resolve, reject) => {…})           async () => {…}
 *     new Promise((resolve, reject) => {…})                 (async () => {…})()
 *
 * @param {PatternContext} context
 * @param {TSESTree.NewExpression} node
 * @param {Executor} executor
 * @param {Resolving} resolving
 * @returns {PromisePlace}
 */
export function planPromisePlace(context, node, executor, resolving) {
  const { fn } = executor;
  const { isSingle, hasValue } = resolving;
  const host = enclosingFunction(node);
  const isFree =
    host &&
    !host.generator &&
    !usesAwaitAsName(context.sourceCode, host) &&
    findClashes(context, fn, host.body).length === 0;
  return (
    (host && isFree && planArrow(context, node, fn, host)) ||
    (host && isFree && planReturn(context, node, fn, host, hasValue)) ||
    (host?.async && isFree && isSingle && planAwait(context, node, fn, host, resolving)) ||
    planCall(context, node, fn)
  );
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.NewExpression} node
 * @param {Executor['fn']} fn
 * @param {FunctionNode} host
 * @returns {PromisePlace | undefined}
 */
function planArrow({ sourceCode, options }, node, fn, host) {
  if (host.body !== node || !hasPromiseType(host) || isParenthesized(sourceCode, node)) {
    return undefined;
  }
  const assumes = syncThrows(host, false);
  if (assumes.some((id) => !options.assumable.has(id))) {
    return undefined;
  }
  const arrow = skipBackward(sourceCode, node.range[0]);
  const isBroken = sourceCode.text.slice(arrow, node.range[0]).includes('\n');
  return {
    edits: [
      ...(host.async ? [] : [insertBefore(asyncPosition(host, sourceCode), 'async ')]),
      replaceRange([arrow, fn.body.range[0]], ' '),
      removeBetween(fn.body.range[1], node.range[1]),
    ],
    gaps: [
      [arrow, fn.body.range[0]],
      [fn.body.range[1], node.range[1]],
    ],
    result: { form: 'return', before: '' },
    isSpliced: false,
    isShifted: isBroken,
    host,
    assumes,
  };
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.NewExpression} node
 * @param {Executor['fn']} fn
 * @param {FunctionNode} host
 * @param {boolean} hasValue
 * @returns {PromisePlace | undefined}
 */
function planReturn(context, node, fn, host, hasValue) {
  const { sourceCode, options } = context;
  const isAwaited = node.parent.type === 'AwaitExpression';
  const statement = isAwaited ? node.parent.parent : node.parent;
  if (
    statement?.type !== 'ReturnStatement' ||
    statement.parent.type !== 'BlockStatement' ||
    (isInTry(statement, host) && !isAwaited)
  ) {
    return undefined;
  }
  const returnsPromises = host.async || returnsOnlyPromises(sourceCode, host);
  const isLast = host.body.type === 'BlockStatement' && host.body.body.at(-1) === statement;
  const isOwn = hasValue ? host.async || statement.parent === host.body : isLast;
  if (
    !returnsPromises ||
    !isOwn ||
    !canBeAsync(host, sourceCode) ||
    (!host.async && wouldLoseCallback(context, host)) ||
    !hasPromiseType(host)
  ) {
    return undefined;
  }
  const assumes = host.async ? [] : syncThrows(host, isPreceded(host, statement));
  if (assumes.some((id) => !options.assumable.has(id))) {
    return undefined;
  }
  return {
    ...spliceBody(sourceCode, statement, fn),
    edits: [
      ...(host.async ? [] : [insertBefore(asyncPosition(host, sourceCode), 'async ')]),
      ...spliceBody(sourceCode, statement, fn).edits,
    ],
    result: { form: 'return', before: '' },
    host,
    assumes,
  };
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.NewExpression} node
 * @param {Executor['fn']} fn
 * @param {FunctionNode} host
 * @param {Resolving} resolving
 * @returns {PromisePlace | undefined}
 */
function planAwait({ sourceCode }, node, fn, host, { hasValue, keepsBlock }) {
  if (node.parent.type !== 'AwaitExpression') {
    return undefined;
  }
  const outer = node.parent.parent;
  const statement = outer.type === 'VariableDeclarator' ? outer.parent : outer;
  if (statement.parent?.type !== 'BlockStatement') {
    return undefined;
  }
  const place = {
    result: /** @type {Result} */ ({ form: 'value', before: '' }),
    host,
    assumes: [],
  };
  if (statement.type === 'ExpressionStatement') {
    return { ...spliceBody(sourceCode, statement, fn), ...place };
  }
  // const text = await new Promise(…);
  if (
    !hasValue ||
    keepsBlock ||
    outer.type !== 'VariableDeclarator' ||
    statement.type !== 'VariableDeclaration' ||
    statement.declarations.length !== 1
  ) {
    return undefined;
  }
  const before = `${statement.kind} ${textOf(sourceCode, outer.id)} = `;
  return {
    ...spliceBody(sourceCode, statement, fn),
    ...place,
    result: { form: 'value', before },
  };
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {TSESTree.Node} statement
 * @param {Executor['fn']} fn
 * @returns {Pick<PromisePlace, 'edits' | 'gaps' | 'isSpliced' | 'isShifted'>} The body's statements in
 *   the place of the statement.
 */
function spliceBody({ text }, statement, fn) {
  const start = skipWhitespace(text, fn.body.range[0] + 1);
  const end = skipWhitespaceBackward(text, fn.body.range[1] - 1);
  return {
    edits: [removeBetween(statement.range[0], start), removeBetween(end, statement.range[1])],
    gaps: [
      [statement.range[0], start],
      [end, statement.range[1]],
    ],
    isSpliced: true,
    isShifted: true,
  };
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.NewExpression} node
 * @param {Executor['fn']} fn
 * @returns {PromisePlace}
 */
function planCall({ sourceCode }, node, fn) {
  const statement = startedStatement(node);
  const guard = statement && needsSemicolonBefore(sourceCode, statement, '(') ? ';' : '';
  return {
    edits: [
      replaceRange([node.range[0], fn.body.range[0]], `${guard}(async () => `),
      replaceRange([fn.body.range[1], node.range[1]], ')()'),
    ],
    gaps: [
      [node.range[0], fn.body.range[0]],
      [fn.body.range[1], node.range[1]],
    ],
    result: { form: 'return', before: '' },
    isSpliced: false,
    isShifted: false,
    host: undefined,
    assumes: [],
  };
}

/**
 * @param {TSESTree.Node} node
 * @returns {TSESTree.Node | undefined} The statement that the node begins.
 */
function startedStatement(node) {
  for (let outer = node.parent; outer && outer.range[0] === node.range[0]; outer = outer.parent) {
    if (outer.type === 'ExpressionStatement') {
      return outer;
    }
  }
  return undefined;
}

/**
 * @param {FunctionNode} host
 * @param {boolean} hasMore Whether the function does something before it makes the promise.
 * @returns {ObligationId[]}
 */
function syncThrows(host, hasMore) {
  const isPlain = host.params.every(
    (parameter) =>
      parameter.type === 'Identifier' ||
      (parameter.type === 'RestElement' && parameter.argument.type === 'Identifier'),
  );
  return host.async || (isPlain && !hasMore) ? [] : ['throws-late'];
}

/**
 * @param {FunctionNode} host
 * @param {TSESTree.Statement} statement
 * @returns {boolean}
 */
function isPreceded(host, statement) {
  return (
    host.body.type === 'BlockStatement' &&
    host.body.body.some((each) => each !== statement && !('directive' in each && each.directive))
  );
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {FunctionNode} host
 * @returns {boolean}
 */
function returnsOnlyPromises(sourceCode, host) {
  return returnedBy(sourceCode, host).every(
    (value) => value && classifyPromise(sourceCode, value) === 'native',
  );
}

/**
 * @param {TSESTree.Node} node
 * @param {FunctionNode} host
 * @returns {boolean}
 */
function isInTry(node, host) {
  for (let outer = node.parent; outer && outer !== host; outer = outer.parent) {
    if (outer.type === 'TryStatement') {
      return true;
    }
  }
  return false;
}
