/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { readCallee } from '../../analysis/syntax/callees.js';
import { isFunction, ownNodes } from '../../analysis/syntax/functions.js';
import { readKey, readString, resolveOrigin } from '../../analysis/modules/modules.js';
import { readPromiseStatic } from '../../analysis/promises/promises.js';
import { isGlobal } from '../../analysis/syntax/scopes.js';

/**
 * Waits of an async function whose rejection becomes that of its own promise.
 */

/** How many functions of the file are followed from one to the next. */
const MAX_DEPTH = 3;

/** The methods of socket.io's adapter in memory that do their work at once: `socket.join(room)`. */
const SOCKET = /^(?:\w+S|s)ocket$/u;
const ROOMS = /^(?:disconnect|emit|join|leave|send)$/u;

/** Functions that only let time pass, or never reject, by their names. */
const PAUSE = /^(?:allSettled|delay|pause|sleep|timeout|wait(?:For(?:Ms|Seconds|Timeout))?)$/iu;

/** @typedef {(callee: TSESTree.Node) => boolean} NeverRejects Of a function that the file does not show. */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @param {NeverRejects} [isSafeElsewhere]
 * @returns {TSESTree.Node | undefined} The first wait outside every `try`, for what may be rejected.
 */
export function findEscapingWait(sourceCode, fn, isSafeElsewhere = () => false) {
  return firstEscape({ sourceCode, isSafeElsewhere }, fn, MAX_DEPTH);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {boolean} Whether it is an async function whose promise is not rejected, as far as the file shows.
 */
export function neverRejects(sourceCode, fn) {
  return isCatching({ sourceCode, isSafeElsewhere: () => false }, fn, MAX_DEPTH);
}

/**
 * @typedef {object} Search
 * @property {SourceCodeLike} sourceCode
 * @property {NeverRejects} isSafeElsewhere
 *
 * @param {Search} search
 * @param {FunctionNode} fn
 * @param {number} depth
 * @returns {TSESTree.Node | undefined}
 */
function firstEscape(search, fn, depth) {
  for (const node of ownNodes(search.sourceCode, fn)) {
    if (
      isWait(node) &&
      !isCaught(node, fn) &&
      !(node.type === 'AwaitExpression' && isSafe(search, node.argument, depth))
    ) {
      return node;
    }
  }
  return undefined;
}

/**
 * @param {Search} search
 * @param {FunctionNode} fn
 * @param {number} depth
 * @returns {boolean}
 */
function isCatching(search, fn, depth) {
  return (
    fn.async &&
    !fn.generator &&
    firstEscape(search, fn, depth) === undefined &&
    ![...ownNodes(search.sourceCode, fn)].some(
      (node) =>
        (node.type === 'ThrowStatement' && !isCaught(node, fn)) ||
        (node.type === 'ReturnStatement' &&
          node.argument?.type === 'CallExpression' &&
          !isSafe(search, node.argument, depth)),
    )
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {boolean} Whether it waits for anything at all.
 */
export function hasWait(sourceCode, fn) {
  return [...ownNodes(sourceCode, fn)].some(isWait);
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean}
 */
function isWait(node) {
  return node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await);
}

/**
 * @param {TSESTree.Node} node
 * @param {FunctionNode} fn
 * @returns {boolean} Whether a `catch` of the function gets what it throws, or it is in one: what reports an
 *   error is taken to be safe.
 */
function isCaught(node, fn) {
  for (
    let inner = node, outer = node.parent;
    outer && inner !== fn;
    inner = outer, outer = outer.parent
  ) {
    if (
      outer.type === 'CatchClause' ||
      (outer.type === 'TryStatement' && outer.handler && inner === outer.block)
    ) {
      return true;
    }
  }
  return false;
}

/**
 *     await withSpan('load', async (span) => { try {…} catch (error) { response.status(500).end(); } })
 *
 * @param {TSESTree.Node} given
 * @returns {boolean} Whether it is an async function that is one `try` and answers each error itself: who runs it
 *   has none to hand on.
 */
function catchesAll(given) {
  if (!isFunction(given) || !given.async || given.body.type !== 'BlockStatement') {
    return false;
  }
  const last = given.body.body.at(-1);
  return (
    last?.type === 'TryStatement' &&
    last.handler !== null &&
    given.body.body.slice(0, -1).every(({ type }) => type === 'VariableDeclaration') &&
    !last.handler.body.body.some(({ type }) => type === 'ThrowStatement')
  );
}

/**
 *     await load().catch(log)    await sleep(100)    await Promise.allSettled(all)    await poll()    await import('mime')
 *
 * @param {Search} search
 * @param {TSESTree.Expression} promise
 * @param {number} depth
 * @returns {boolean} Whether it is not rejected, as far as the file shows.
 */
function isSafe(search, promise, depth) {
  const { sourceCode, isSafeElsewhere } = search;
  if (promise.type === 'ImportExpression') {
    // A package that is named is installed: whatever else needs it fails as well.
    return /^[\w@]/u.test(readString(promise.source) ?? '');
  }
  if (promise.type === 'NewExpression') {
    const [executor] = promise.arguments;
    return (
      isGlobal(sourceCode, promise.callee, 'Promise') &&
      isFunction(executor) &&
      executor.params.length < 2
    );
  }
  if (promise.type !== 'CallExpression') {
    return false;
  }
  const { callee, arguments: args } = promise;
  const key = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
  const name = callee.type === 'Identifier' ? callee.name : (key ?? '');
  if (
    key === 'catch' ||
    (key === 'then' && args.length === 2) ||
    PAUSE.test(name) ||
    (callee.type === 'MemberExpression' &&
      callee.object.type === 'Identifier' &&
      SOCKET.test(callee.object.name) &&
      ROOMS.test(name)) ||
    readPromiseStatic(sourceCode, promise) === 'allSettled' ||
    resolveOrigin(sourceCode, callee)?.name === 'timers/promises'
  ) {
    return true;
  }
  if (key === 'finally' && callee.type === 'MemberExpression') {
    return isSafe(search, callee.object, depth);
  }
  if (args.some((given) => catchesAll(given))) {
    return true;
  }
  const own = depth > 0 ? readCallee(sourceCode, callee) : undefined;
  return own ? isCatching(search, own, depth - 1) : isSafeElsewhere(callee);
}
