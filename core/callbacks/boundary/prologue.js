/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Translator } from '../plan/translator.js' */

import { readFunction } from '../../analysis/syntax/definitions.js';
import {
  enclosingFunction,
  frameNodesWithin,
  isFunction,
} from '../../analysis/syntax/functions.js';
import { resolveOrigin } from '../../analysis/modules/modules.js';
import { sliceWithin } from '../../analysis/syntax/nodes.js';
import { callOfCallback } from '../functions/callback-calls.js';
import { readCallee } from '../callees/callees.js';
import { isBareReturn, isCaught } from '../statements/flow.js';
import { Refused } from '../plan/refused.js';
import { mayCallLater } from '../timing/read-at-once.js';
import { throwersOf } from '../timing/ticks.js';
import { handsOnInside } from '../statements/tries.js';

/**
 * The end of a block that runs in an async function. What stands before it stays as it is: it calls
 * the callback, throws, or chooses the callback in the caller's tick.
 *
 * @typedef {object} AsyncPart
 * @property {TSESTree.BlockStatement} block
 * @property {number} from The first statement that belongs to it.
 * @property {number} to The first one that runs in the caller's tick again, behind it.
 * @property {boolean} followed Whether more of the function comes behind the block.
 */

/**
 * @param {Translator} translator
 * @param {TSESTree.BlockStatement} block
 * @param {boolean} [followed]
 * @returns {AsyncPart[]}
 */
export function partsOf(translator, block, followed = false) {
  const { body } = block;
  const started = block === translator.target.fn.body ? findStarted(translator, block) : undefined;
  if (started) {
    return [started];
  }
  const live = body.filter((statement) => !isFunction(statement));
  // load(x, (err) => { … }); return;
  const isEnded = isBareReturn(live.at(-1)) && live.at(-2)?.type === 'ExpressionStatement';
  const last = live
    .slice(0, isEnded ? -1 : undefined)
    .findLast((statement) => staysInTick(translator, statement));
  const from = last ? body.indexOf(last) + 1 : 0;
  /** @type {AsyncPart[]} */
  const parts = live.slice(0, last ? live.indexOf(last) + 1 : 0).flatMap((statement, index) => {
    const next = live[index + 1];
    return statement.type === 'IfStatement' && handsOn(translator, statement)
      ? branchesOf(statement).flatMap((branch) =>
          partsOf(translator, branch, next ? !isBareReturn(next) : followed),
        )
      : [];
  });
  if (
    body
      .slice(from)
      .some((statement) => !isFunction(statement) && takesFunction(translator, statement))
  ) {
    parts.push({ block, from, to: body.length, followed });
  }
  return parts;
}

/**
 *     for (…) { if (…) return load(x, (err) => { … cb(err); }); } return cb();
 *
 * @param {Translator} translator
 * @param {TSESTree.BlockStatement} block
 * @returns {AsyncPart[]} All that comes after the checks at the function's begin, where callers do not
 *   mind when their callback is called.
 */
export function partsWhenever(translator, block) {
  const { body } = block;
  const from = body.findIndex((each) => !isFunction(each) && takesFunction(translator, each));
  return from !== -1 && mayCallLater(translator)
    ? [{ block, from, to: body.length, followed: false }]
    : [];
}

/**
 *     load(x, (err) => { … cb(err); }); return this;
 *
 * @param {Translator} translator
 * @param {TSESTree.BlockStatement} block
 * @returns {AsyncPart | undefined} The one call that the function ends in, if more happens before it
 *   returns: that call calls back later for certain.
 */
function findStarted(translator, block) {
  const { body } = block;
  const from = body.findIndex((each) => !isFunction(each) && takesFunction(translator, each));
  const start = body[from];
  const after = body.slice(from + 1).filter((each) => !isFunction(each));
  if (
    start?.type !== 'ExpressionStatement' ||
    start.expression.type !== 'CallExpression' ||
    after.length === 0 ||
    after.some((each) => translator.usesCallback(each) || isBareReturn(each)) ||
    body.slice(0, from).some((each) => !isFunction(each) && handsOn(translator, each)) ||
    !callsBackLater(translator, start.expression)
  ) {
    return undefined;
  }
  return { block, from, to: from + 1, followed: false };
}

/**
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @returns {boolean}
 */
function callsBackLater(translator, call) {
  try {
    const { maySync, returns } = readCallee(translator, call);
    return !maySync && returns !== true;
  } catch (error) {
    if (!(error instanceof Refused)) {
      throw error;
    }
    return false;
  }
}

/**
 * @param {TSESTree.IfStatement} statement
 * @returns {TSESTree.BlockStatement[]}
 */
function branchesOf({ consequent, alternate }) {
  const branches = [consequent];
  for (let rest = alternate; rest; rest = rest.type === 'IfStatement' ? rest.alternate : null) {
    branches.push(rest.type === 'IfStatement' ? rest.consequent : rest);
  }
  return branches.filter((branch) => branch.type === 'BlockStatement');
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Statement} statement
 * @returns {boolean} Whether something in it has to happen in the caller's tick.
 */
function staysInTick(translator, statement) {
  const { sourceCode } = translator;
  if (handsOnInside(translator, statement)) {
    return false;
  }
  if (usesWithin(translator, statement).some((use) => isSyncUse(translator, use))) {
    return true;
  }
  if (
    frameNodesWithin(sourceCode, 'ThrowStatement', statement).some(
      (node) => !isCaught(node, statement),
    ) ||
    frameNodesWithin(sourceCode, 'CallExpression', statement).some((call) =>
      isAssertion(translator, call),
    )
  ) {
    return true;
  }
  return translator.returns(statement) && !handsOn(translator, statement);
}

/** Modules all of whose functions throw where what they are given is not as it should be. */
const ASSERTING = /^(?:assert(?:-plus|\/strict)?|(?:[\w.-]+-)?invariant)$/u;

/**
 *     assert(options)    Hoek.assert(options, 'no options')    invariant(options)    check(options);
 *
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @returns {boolean}
 */
function isAssertion(translator, call) {
  const { sourceCode } = translator;
  const { callee, parent } = call;
  const origin = resolveOrigin(sourceCode, callee);
  return (
    (parent.type === 'ExpressionStatement' &&
      !translator.usesCallback(call) &&
      throwersOf(sourceCode).has(readFunction(sourceCode, callee))) ||
    (origin?.kind === 'module' &&
      (ASSERTING.test(origin.name) || /^(?:assert|invariant)$/u.test(origin.path.at(-1) ?? '')))
  );
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Node} statement
 * @returns {TSESTree.Node[]} The uses of the callback in it.
 */
function usesWithin({ callbackUses }, statement) {
  return sliceWithin(callbackUses, statement);
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Node} use
 * @returns {boolean} Whether the callback is called, tested or written there by the function itself.
 */
function isSyncUse({ target }, use) {
  if (enclosingFunction(use) !== target.fn) {
    return false;
  }
  if (callOfCallback(use)) {
    return true;
  }
  const { parent } = use;
  switch (parent?.type) {
    // return new Store(path, cb)
    case 'NewExpression':
    case 'UnaryExpression':
    case 'BinaryExpression':
    case 'ConditionalExpression':
    case 'IfStatement':
    case 'LogicalExpression':
      return true;
    case 'AssignmentExpression':
      return parent.left === use || parent.right === use;
    // const callback = cb || noop;
    case 'VariableDeclarator':
      return parent.id === use;
    // cb = once(cb)
    case 'CallExpression':
      return (
        parent.parent.type === 'AssignmentExpression' &&
        parent.parent.left.type === 'Identifier' &&
        use.type === 'Identifier' &&
        parent.parent.left.name === use.name
      );
    default:
      return false;
  }
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Node} statement
 * @returns {boolean} Whether the callback is handed on in it.
 */
function handsOn(translator, statement) {
  return translator
    .usesWithin(statement)
    .some((use) => !translator.isCallback(use) || !isSyncUse(translator, use));
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Node} statement
 * @returns {boolean} Whether it is more than a call that the callback is handed to.
 */
export function takesFunction(translator, statement) {
  return translator
    .usesWithin(statement)
    .some(
      (use) =>
        !translator.isCallback(use) ||
        enclosingFunction(use) !== translator.target.fn ||
        (use.parent?.type === 'CallExpression' && translator.registry.isFlow(use.parent)),
    );
}

/**
 * @param {readonly AsyncPart[]} parts
 * @param {TSESTree.Node} node
 * @returns {AsyncPart | undefined} The part that the node stands in.
 */
export function partOf(parts, node) {
  return parts.find(({ block, from, to }) => {
    const start = block.body[from]?.range[0] ?? block.range[1];
    const end = block.body[to]?.range[0] ?? block.range[1];
    return node.range[0] >= start && node.range[1] <= end;
  });
}
