/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../analysis/syntax/functions.js' */
/** @import { Pattern, PatternContext, Site } from '../contract/pattern.js' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { isOfPage } from '../analysis/environment/browser-scripts.js';
import { readCallee } from '../analysis/syntax/callees.js';
import { withoutCasts } from '../analysis/syntax/casts.js';
import { fieldValues } from '../analysis/syntax/class-fields.js';
import { isFunction } from '../analysis/syntax/functions.js';
import { resolveOrigin } from '../analysis/modules/modules.js';
import { walk } from '../analysis/syntax/nodes.js';
import { readPromiseStatic } from '../analysis/promises/promises.js';
import { resolveCallee } from '../analysis/promises/promisifiers.js';
import { isEnd, isInTest, isStart, repeatedFunction } from '../analysis/flow/repetition.js';
import {
  constantOf,
  isGlobal,
  isModuleLevel,
  readsOf,
  variableOf,
} from '../analysis/syntax/scopes.js';
import { textOf } from '../edits/trivia.js';

/**
 * A race that is over before one of its promises is settled, and what that promise keeps meanwhile:
 *
 *     await Promise.race([load(), new Promise((_, reject) => setTimeout(reject, 5000))]);
 *     await Promise.race([load(), this.closed]);
 *
 * Kinds: `timer`, which keeps the process alive as well; `promise`, of the module or of an instance, to which
 * each race adds handlers: https://tc39.es/ecma262/#sec-performpromiserace.
 *
 * @type {Pattern}
 */
export const unclearedRaceTimer = {
  name: 'uncleared-race-timer',
  words: /\brace\b/u,
  visit: { CallExpression: findSite },
};

/** A timer that is gone so soon keeps nothing for long. */
const SHORT = 5_000;

/** Names of what settles when all is over; what is `ready` settles at the start, and keeps no handlers. */
const LASTING =
  /abort|cancel|clos|destroy|disconnect|\bend|ended|exit|kill|shut|signal|stop|terminat/iu;

/**
 * @param {TSESTree.CallExpression} node
 * @param {PatternContext} context
 * @returns {Site[]}
 */
function findSite(node, { sourceCode, isAside, isCommand, isInBrowser }) {
  const [list] = node.arguments;
  if (
    list?.type !== 'ArrayExpression' ||
    list.elements.length < 2 ||
    readPromiseStatic(sourceCode, node) !== 'race' ||
    isInTest(node)
  ) {
    return [];
  }
  const repeated = repeatedFunction(sourceCode, node);
  if (repeated && (isStart(sourceCode, repeated) || isEnd(repeated))) {
    return [];
  }
  const sites = list.elements.flatMap((element) => {
    const promise = element && element.type !== 'SpreadElement' ? withoutCasts(element) : undefined;
    if (!promise) {
      return [];
    }
    if (isLeftTimer(sourceCode, promise)) {
      return [{ node: promise, kind: 'timer' }];
    }
    return repeated && LASTING.test(textOf(sourceCode, promise)) && outlives(sourceCode, promise)
      ? [{ node: promise, kind: 'promise', data: { promise: textOf(sourceCode, promise) } }]
      : [];
  });
  return sites.length === list.elements.length ||
    isAside?.() ||
    isCommand?.() ||
    isInBrowser?.() ||
    isOfPage(sourceCode)
    ? []
    : sites;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} promise
 * @returns {boolean} Whether a timer settles it that nothing can clear.
 */
function isLeftTimer(sourceCode, promise) {
  const made = constantOf(sourceCode, promise) ?? promise;
  if (made.type === 'NewExpression') {
    return hasLeftTimer(sourceCode, made);
  }
  if (made.type !== 'CallExpression') {
    return false;
  }
  const origin = resolveOrigin(sourceCode, made.callee);
  if (origin?.name === 'timers/promises') {
    const [delay] = made.arguments;
    return (
      origin.path[0] === 'setTimeout' && made.arguments.length < 3 && !isShort(sourceCode, delay)
    );
  }
  // const sleep = promisify(setTimeout);
  const promisified = resolveCallee(sourceCode, made.callee);
  if (promisified?.name === 'setTimeout' && promisified !== origin) {
    return made.arguments.length < 3 && !isShort(sourceCode, made.arguments[0]);
  }
  const helper = readCallee(sourceCode, made.callee);
  const result = helper && resultOf(helper);
  return result?.type === 'NewExpression' && hasLeftTimer(sourceCode, result);
}

/**
 * @param {FunctionNode} fn
 * @returns {TSESTree.Node | undefined} What it gives, if that is all that it does.
 */
function resultOf({ body }) {
  if (body.type !== 'BlockStatement') {
    return body;
  }
  const [statement, ...more] = body.body;
  return more.length === 0 && statement?.type === 'ReturnStatement'
    ? (statement.argument ?? undefined)
    : undefined;
}

/**
 *     new Promise((resolve) => setTimeout(resolve, 5000))
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.NewExpression} node
 * @returns {boolean} Whether its executor starts a timer, and nobody clears it or lets the process end before.
 */
function hasLeftTimer(sourceCode, { callee, arguments: [executor] }) {
  if (!isGlobal(sourceCode, callee, 'Promise') || !isFunction(executor)) {
    return false;
  }
  for (const node of walk(sourceCode, executor.body)) {
    if (
      node.type === 'CallExpression' &&
      isGlobal(sourceCode, node.callee, 'setTimeout') &&
      !isShort(sourceCode, node.arguments[1]) &&
      isLeft(sourceCode, node)
    ) {
      return true;
    }
  }
  return false;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | undefined} delay
 * @returns {boolean} Whether the file shows that it is.
 */
function isShort(sourceCode, delay) {
  const value = delay && (constantOf(sourceCode, delay) ?? delay);
  return value?.type === 'Literal' && typeof value.value === 'number' && value.value < SHORT;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} timer
 * @returns {boolean} Whether what it gives is dropped, or kept where nothing is ever cleared.
 */
function isLeft(sourceCode, timer) {
  const { parent } = timer;
  const variable =
    parent.type === 'AssignmentExpression'
      ? variableOf(sourceCode, parent.left)
      : parent.type === 'VariableDeclarator'
        ? variableOf(sourceCode, parent.id)
        : undefined;
  return variable
    ? !readsOf(variable).some(({ identifier }) => identifier.parent.type !== 'IfStatement')
    : parent.type === 'ExpressionStatement' || parent.type === 'ArrowFunctionExpression';
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} promise
 * @returns {boolean} Whether it is made by hand, once for the module or for an instance.
 */
function outlives(sourceCode, promise) {
  if (promise.type === 'Identifier') {
    const variable = variableOf(sourceCode, promise);
    const made = constantOf(sourceCode, promise);
    return variable !== undefined && isModuleLevel(variable) && isMadeByHand(sourceCode, made);
  }
  const values = promise.type === 'MemberExpression' ? fieldValues(sourceCode, promise) : [];
  return (
    values.length > 0 &&
    values.every(({ value, isInitial }) => isInitial && isMadeByHand(sourceCode, value))
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | undefined} node
 * @returns {boolean}
 */
function isMadeByHand(sourceCode, node) {
  return node?.type === 'NewExpression' && isGlobal(sourceCode, node.callee, 'Promise');
}
