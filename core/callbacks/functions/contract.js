/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */

import { enclosingFunction, isFunction } from '../../analysis/syntax/functions.js';
import { readKey } from '../../analysis/modules/modules.js';
import { lowerBound } from '../../analysis/syntax/cover.js';
import { anyCallOfCallback } from './callback-calls.js';
import { isErrorLike, isLastArgument, withAssertion } from './functions.js';
import { NOT_ERROR_FIRST } from '../callees/known-callees.js';

/**
 * What has become of the callback where a statement ends: nothing, a function that uses it has been
 * handed on, it has been handed on itself, it has been called, or it may have been more than once.
 *
 * @typedef {0 | 1 | 2 | 3 | 4} Use
 */
export const [NONE, CLOSED_OVER, HANDED, CALLED, AGAIN] = /** @type {const} */ ([0, 1, 2, 3, 4]);

/**
 * @typedef {object} Asked
 * @property {(node: TSESTree.Node) => Use} usesIn The most that is done with the callback in a node.
 * @property {boolean} [isSole] Whether no two functions that follow each other may use it.
 * @property {boolean} [mayGoOn] Whether what follows a call counts only if it uses the callback.
 */

/**
 *     cb(null, 1); cb(null, 2);        if (err) cb(err); log();
 *
 * Whoever waits for a promise would go on once, and after what follows the call.
 *
 * @param {object} asked
 * @param {Variable} asked.callback
 * @param {boolean} [asked.isSole]
 * @param {(call: TSESTree.CallExpression) => boolean} [asked.mayCallAtOnce] Whether what the call is given may be
 *   called before it returns.
 * @param {boolean} [asked.mayGoOn] Whether what follows a call counts only if it uses the callback:
 *   `cb(null, user); this.emit('login', user);`.
 * @returns {boolean} Whether some function of it goes on after it has called back.
 */
export function goesOnAfterCallback({ callback, isSole = false, mayCallAtOnce, mayGoOn = false }) {
  const fn = /** @type {FunctionNode} */ (callback.scope.block);
  const used = callback.references
    .map(({ identifier }) => /** @type {TSESTree.Node} */ (identifier))
    .sort((one, other) => one.range[0] - other.range[0]);
  const usesIn = (/** @type {TSESTree.Node} */ node) =>
    mostOf(usesWithin(used, node), { node, callback, mayCallAtOnce });
  const asked = { isSole, usesIn, mayGoOn };
  const frames = used.flatMap((use) =>
    mayCallAtOnce ? framesAround(use, fn) : [enclosingFunction(use)],
  );
  return (
    used.map(anyCallOfCallback).some((call) => call && !isLast(call)) ||
    [...new Set([fn, ...frames])].some((frame) => {
      const end = frame ? endOfBranch(frame.body, asked) : NONE;
      return end === undefined || (end > CLOSED_OVER && frame && runsInTurns(frame));
    })
  );
}

/**
 * @param {FunctionNode} frame
 * @param {Asked} asked
 * @returns {boolean} Whether the function goes on after it has called back, or does so again.
 */
export function goesOnAfter({ body }, asked) {
  const end = endOfBranch(body, asked);
  return end === undefined || end === AGAIN;
}

/**
 *     cb(null, 1) || cb(null, 2);        const given = cb(null, 1);
 *
 * @param {TSESTree.Node} node A call of the callback, or what ends with it.
 * @returns {boolean} Whether its statement does nothing behind it.
 */
export function isLast({ parent, range }) {
  switch (parent?.type) {
    case 'ArrowFunctionExpression':
    case 'ExpressionStatement':
    case 'ReturnStatement':
      return true;
    case 'ConditionalExpression':
      return parent.test.range !== range && isLast(parent);
    case 'LogicalExpression':
      return parent.right.range === range && isLast(parent);
    case 'SequenceExpression':
      return (
        parent.expressions.every((each) => each.range[0] <= range[0] || isPlain(each)) &&
        isLast(parent)
      );
    case 'AwaitExpression':
    case 'ChainExpression':
    case 'UnaryExpression':
      return isLast(parent);
    default:
      return false;
  }
}

/**
 *     list.forEach((each) => cb(null, each))
 *
 * @param {FunctionNode} fn
 * @returns {boolean} Whether it is called for each item of a list.
 */
function runsInTurns({ parent, params: [first], range }) {
  return (
    parent.type === 'CallExpression' &&
    parent.callee.type === 'MemberExpression' &&
    parent.arguments[0]?.range === range &&
    NOT_ERROR_FIRST.get(readKey(parent.callee) ?? '') === 'parallel-loop' &&
    !(first && isErrorLike(first))
  );
}

/**
 * @param {readonly TSESTree.Node[]} statements
 * @param {Asked} asked
 * @param {Use} [before] What had become of it before.
 * @returns {Use | undefined} The most that may have become of it at the end; undefined if something
 *   follows a call.
 */
function endOfList(statements, asked, before = NONE) {
  for (const statement of statements) {
    if (isIdle(statement)) {
      continue;
    }
    const own = endOfStatement(statement, asked);
    const isBehind = before === CALLED && !returnsPlainly(statement);
    if (own === undefined || (isBehind && !(asked.mayGoOn && asked.usesIn(statement) === NONE))) {
      return undefined;
    }
    if (before !== NONE && asked.usesIn(statement) > (asked.isSole ? NONE : CLOSED_OVER)) {
      return undefined;
    }
    if (endsThere(statement)) {
      return NONE;
    }
    before = /** @type {Use} */ (Math.max(before, own));
  }
  return before;
}

/**
 * @param {TSESTree.Node} statement
 * @returns {boolean} Whether nothing happens there.
 */
function isIdle(statement) {
  return (
    statement.type === 'FunctionDeclaration' ||
    statement.type === 'EmptyStatement' ||
    statement.type === 'BreakStatement' ||
    (statement.type === 'ReturnStatement' && !statement.argument)
  );
}

/**
 * @param {TSESTree.Node} statement
 * @returns {boolean} `return this`, which is no matter of when.
 */
function returnsPlainly(statement) {
  return statement.type === 'ReturnStatement' && isPlain(statement.argument);
}

/**
 * @param {TSESTree.Node | null} node
 * @returns {boolean} Whether nothing happens where it is read.
 */
function isPlain(node) {
  return node !== null && /^(?:Identifier|Literal|ThisExpression)$/u.test(node.type);
}

/**
 * @param {TSESTree.Node} statement
 * @returns {boolean}
 */
function endsThere(statement) {
  return statement.type === 'ReturnStatement' || statement.type === 'ThrowStatement';
}

/**
 * @param {TSESTree.Node} statement
 * @param {Asked} asked
 * @returns {Use | undefined} What may have become of it where the statement ends without leaving
 *   the list.
 */
function endOfStatement(statement, asked) {
  switch (statement.type) {
    case 'BlockStatement':
      return endOfBranch(statement, asked);
    case 'IfStatement':
      return most([
        endOfBranch(statement.consequent, asked),
        statement.alternate ? endOfBranch(statement.alternate, asked) : NONE,
      ]);
    case 'TryStatement': {
      const { block, handler, finalizer } = statement;
      const tried = endOfBranch(block, asked);
      const isCalledTwice =
        asked.usesIn(block) === CALLED && handler && asked.usesIn(handler) > NONE;
      const isFollowed =
        finalizer?.body.length &&
        [block, handler].some((each) => each && asked.usesIn(each) === CALLED);
      return isCalledTwice || isFollowed
        ? undefined
        : most([
            tried,
            handler ? endOfBranch(handler.body, asked) : NONE,
            finalizer ? endOfBranch(finalizer, asked) : NONE,
          ]);
    }
    case 'LabeledStatement':
      return endOfStatement(statement.body, asked);
    case 'SwitchStatement': {
      /** @type {Use | undefined} */
      let before;
      return most(
        statement.cases.map(({ consequent }) => {
          const end = endOfList(consequent, asked, before);
          before = isLeft(consequent) ? NONE : end;
          return end;
        }),
      );
    }
    case 'ForStatement':
    case 'ForInStatement':
    case 'ForOfStatement':
    case 'WhileStatement':
    case 'DoWhileStatement': {
      const turn = endOfBranch(statement.body, asked);
      return turn === undefined || turn > CLOSED_OVER ? undefined : turn;
    }
    case 'ReturnStatement':
    case 'ThrowStatement':
      return NONE;
    default:
      return asked.usesIn(statement);
  }
}

/**
 * @param {readonly TSESTree.Statement[]} statements Of a case.
 * @returns {boolean} Whether the next case does not follow.
 */
function isLeft(statements) {
  const last = statements.at(-1);
  return last?.type === 'BlockStatement' ? isLeft(last.body) : last?.type === 'BreakStatement';
}

/**
 * @param {TSESTree.Node} statement
 * @param {Asked} asked
 * @returns {Use | undefined}
 */
function endOfBranch(statement, asked) {
  const list = statement.type === 'BlockStatement' ? statement.body : [statement];
  const end = endOfList(list, asked);
  const last = list.at(-1);
  return end !== undefined && last?.type === 'ReturnStatement' ? NONE : end;
}

/**
 * @param {readonly (Use | undefined)[]} ends
 * @returns {Use | undefined}
 */
function most(ends) {
  const known = ends.filter((end) => end !== undefined);
  return known.length < ends.length ? undefined : /** @type {Use} */ (Math.max(NONE, ...known));
}

/**
 * @param {readonly TSESTree.Node[]} used In source order.
 * @param {TSESTree.Node} node
 * @returns {readonly TSESTree.Node[]} Those that stand in the node, found without a look at the others.
 */
function usesWithin(used, { range: [start, end] }) {
  const first = lowerBound(used, ({ range }) => range[0] >= start);
  return used.slice(
    first,
    lowerBound(used, ({ range }) => range[0] >= end),
  );
}

/**
 * @param {readonly TSESTree.Node[]} found Uses of the callback.
 * @param {object} place
 * @param {TSESTree.Node} place.node In which they stand.
 * @param {Variable} place.callback
 * @param {((call: TSESTree.CallExpression) => boolean) | undefined} place.mayCallAtOnce
 * @returns {Use} The most that is done with the callback there.
 */
function mostOf(found, { node, callback, mayCallAtOnce }) {
  const frame = isFunction(node) ? node : enclosingFunction(node);
  const kinds = found.map((use) => {
    if (mayCallAtOnce && frame && callsAround(use, frame).some(mayCallAtOnce)) {
      return CALLED;
    }
    if (enclosingFunction(use) !== frame) {
      return CLOSED_OVER;
    }
    if (anyCallOfCallback(use)) {
      return CALLED;
    }
    const call = isLastArgument(use) ? withAssertion(use).parent : undefined;
    return call?.type === 'CallExpression' && !replaces(call, callback) ? HANDED : NONE;
  });
  return /** @type {Use} */ (Math.max(NONE, ...kinds));
}

/**
 * @param {TSESTree.Node} use
 * @param {FunctionNode} fn
 * @returns {FunctionNode[]} The functions in it that it stands in.
 */
function framesAround(use, fn) {
  /** @type {FunctionNode[]} */
  const frames = [];
  for (
    let frame = enclosingFunction(use);
    frame && frame !== fn;
    frame = enclosingFunction(frame)
  ) {
    frames.push(frame);
  }
  return frames;
}

/**
 *     load(key, (err, value) => { seen = value; cb(err, value); });
 *
 * @param {TSESTree.Node} use
 * @param {FunctionNode} frame
 * @returns {TSESTree.CallExpression[]} The calls of the function itself that are given the use, or a function in
 *   which it stands.
 */
function callsAround(use, frame) {
  /** @type {TSESTree.CallExpression[]} */
  const calls = [];
  for (
    let child = use, { parent } = use;
    parent && child !== frame;
    child = parent, { parent } = parent
  ) {
    if (
      parent.type === 'CallExpression' &&
      parent.callee !== child &&
      enclosingFunction(parent) === frame
    ) {
      calls.push(parent);
    }
  }
  return calls;
}

/**
 * @param {TSESTree.CallExpression} call
 * @param {Variable} callback
 * @returns {boolean} `cb = once(cb)`: what follows calls what that gives.
 */
export function replaces({ parent, range }, callback) {
  return (
    parent.type === 'AssignmentExpression' &&
    parent.right.range === range &&
    callback.references.some(({ identifier }) => identifier === parent.left)
  );
}
