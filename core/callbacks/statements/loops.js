/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { ErrorPlan } from '../errors/error-plans.js' */
/** @import { LoopHeader } from './loop-headers.js' */
/** @import { Settler } from '../functions/settlers.js' */
/** @import { Slot } from '../waits/slots.js' */
/** @import { Position, Translator } from '../plan/translator.js' */

import { isWithin } from '../../analysis/syntax/nodes.js';
import { moveRange, replaceRange } from '../../edits/edit.js';
import { levelsBetween } from '../../edits/indentation.js';
import { endOfStatement, hasOwnSemicolon } from '../../edits/leading-semicolons.js';
import { skipWhitespace } from '../../edits/trivia.js';
import { readDeferral } from './deferrals.js';
import { callOf, isNullish } from '../functions/functions.js';
import { readHeader } from './loop-headers.js';
import { checkTurn, isPlain } from './loop-turns.js';
import { positionWith } from '../plan/position.js';
import { Refused, quote } from '../plan/refused.js';
import { settlerPlan } from './settler-calls.js';
import { indentAt } from '../waits/slots.js';
import { translateStatements } from './statements.js';
import { translateTail } from './tails.js';

/**
 * A function inside that does one thing after the other by calling itself, and is started once: the
 * loop that it stands for.
 *
 *     (function next(i) { if (i === n) return cb(null, out); step(i, (err) => … next(i + 1)); })(0);
 *
 * Where anything else calls it, or what it declares outlives its turn, it stays a function.
 */

/**
 * @typedef {object} Loop
 * @property {Settler} settler
 * @property {TSESTree.CallExpression} start The call from outside.
 * @property {TSESTree.Statement} holder The statement that the function stands in.
 * @property {TSESTree.Identifier[]} parameters What a turn gets, without the error.
 * @property {ErrorPlan | undefined} plan How it hands on the error of the turn before.
 * @property {LoopHeader} header
 * @property {Set<TSESTree.Node>} seen The uses of its name that have become the loop's.
 */

/**
 * @param {Translator} translator
 * @param {readonly TSESTree.Statement[]} statements
 * @param {TSESTree.Statement} statement The one that is next.
 * @param {Position} position
 * @returns {boolean} Whether it and all that follows is such a function, with its start.
 * @throws {import('./loop-turns.js').StaysRecursive}
 */
export function translateRecursion(translator, statements, statement, position) {
  const loop = readLoop(translator, statements, statement, position);
  if (!loop) {
    return false;
  }
  const { settler, start, plan, header } = loop;
  const { fn } = settler;
  translator.loops.set(settler, loop);
  if (plan?.error) {
    translator.dropped.add(plan.error);
  }
  start.arguments.forEach((each) => translator.noteEarly(each, position));
  // What a later turn throws, no executor hears of.
  const turn = { last: false, breakEnds: false, endsTurn: true, rejects: false };
  const inner = positionWith(position, { ...turn, loop });
  writeHead(translator, loop, statement, inner);
  const { body } = /** @type {TSESTree.BlockStatement} */ (fn.body);
  const rest = body.filter((each) => each !== plan?.guard && each !== header.exit?.statement);
  if (translateStatements(translator, rest, inner)) {
    throw new Refused('callback-not-called', quote(translator.sourceCode, fn));
  }
  writeExit(translator, loop, position);
  checkTurn(translator, loop);
  return true;
}

/**
 * @param {Translator} translator
 * @param {readonly TSESTree.Statement[]} statements
 * @param {TSESTree.Statement} statement
 * @param {Position} position
 * @returns {Loop | undefined}
 */
function readLoop(translator, statements, statement, { followed, inLoop, rejects }) {
  const start =
    statement.type === 'ExpressionStatement'
      ? statement.expression
      : statement.type === 'ReturnStatement'
        ? statement.argument
        : undefined;
  if (
    start?.type !== 'CallExpression' ||
    start.optional ||
    followed ||
    inLoop ||
    (rejects && !translator.makesPromise)
  ) {
    return undefined;
  }
  const settler = translator.settlerOf(start.callee);
  if (!settler || translator.recursive.has(settler.variable)) {
    return undefined;
  }
  const { fn, variable } = settler;
  const holder = statements.find((each) => isWithin(fn, each));
  if (!holder || !standsAlone(statements, statement, holder) || !isPlain(translator, fn)) {
    return undefined;
  }
  const plan = settlerPlan(translator, settler);
  const parameters = /** @type {TSESTree.Identifier[]} */ (fn.params.slice(plan ? 1 : 0));
  const uses = variable.references
    .filter(({ init }) => !init)
    .map(({ identifier }) => /** @type {TSESTree.Node} */ (identifier));
  const inside = uses.filter((use) => isWithin(use, fn));
  const calls = inside.map((use) => callOf(use)).filter((call) => call !== null);
  const isHanded = calls.length < inside.length;
  const isCallback = inside.some((use) => !callOf(use) && !isDeferred(translator, use));
  if (
    inside.length === 0 ||
    !uses.every((use) => use === start.callee || isWithin(use, fn)) ||
    ![start, ...calls].every((call) => givesAll(call, parameters, plan)) ||
    (isCallback && !plan) ||
    (isHanded && !plan && parameters.length > 0)
  ) {
    return undefined;
  }
  const recursion = { fn, plan, parameters, start, calls, isHanded, holder };
  const header = readHeader(translator, recursion);
  const seen = new Set(uses.filter((use) => use === start.callee));
  return header && { settler, start, holder, parameters, plan, header, seen };
}

/**
 * @param {readonly TSESTree.Statement[]} statements
 * @param {TSESTree.Statement} start
 * @param {TSESTree.Statement} holder
 * @returns {boolean} Whether nothing happens between the function and its start, or behind them.
 */
function standsAlone(statements, start, holder) {
  const from = Math.min(statements.indexOf(holder), statements.indexOf(start));
  return statements
    .slice(from)
    .every(
      (each) =>
        each === start ||
        each === holder ||
        each.type === 'FunctionDeclaration' ||
        each.type === 'EmptyStatement',
    );
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Node} use
 * @returns {boolean} Whether it is given to a timer.
 */
function isDeferred(translator, { parent }) {
  return parent?.type === 'CallExpression' && readDeferral(translator, parent) !== undefined;
}

/**
 * @param {TSESTree.CallExpression} call
 * @param {readonly TSESTree.Identifier[]} parameters
 * @param {ErrorPlan | undefined} plan
 * @returns {boolean} Whether it gives each parameter a value of its own; of what is given as a
 *   callback, nothing.
 */
function givesAll({ arguments: given }, parameters, plan) {
  if (given.some(({ type }) => type === 'SpreadElement')) {
    return false;
  }
  if (!plan) {
    return given.length === parameters.length;
  }
  const [error] = given;
  return given.length < 2 && (!error || isNullish(error));
}

/**
 * @param {Translator} translator
 * @param {Loop} loop
 * @param {TSESTree.Statement} statement The start.
 * @param {Position} position
 */
function writeHead(translator, { settler: { fn }, holder, header, plan }, statement, position) {
  const { exit, opening, closing } = header;
  const slot = slotFor(translator, holder, position);
  if (exit) {
    const [from, to] = exit.test;
    translator.print(slot, slot.start, from, `${opening}${exit.before}`);
    if (exit.operator) {
      translator.edits.push(replaceRange(exit.operator.range, exit.operator.text));
    }
    translator.gap(slot, to, exit.end.range[0], closing);
    translator.noteEarly(exit.statement.test, position);
  } else {
    translator.print(slot, slot.start, fn.body.range[0] + 1, `${opening}${closing}`);
    if (plan?.guard) {
      translator.cutFirst(plan.guard, position.shift);
    }
  }
  if (fn.range[1] < holder.range[1]) {
    const end =
      holder === statement ? endOfStatement(translator.sourceCode, holder) : holder.range[1];
    translator.drop(fn.range[1], end);
  }
  if (holder !== statement && holder.range[0] < statement.range[0]) {
    translator.cut(statement, position.shift);
  } else if (holder !== statement) {
    translator.cutFirst(statement, position.shift);
  }
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Statement} holder
 * @param {Position} position
 * @returns {Slot}
 */
function slotFor(translator, { range: [start, end] }, { shift }) {
  const indent = indentAt(translator, start, shift);
  return { start, end, semicolon: '', returned: true, isListed: true, indent };
}

/**
 * Moves what ends the loop behind it.
 *
 * @param {Translator} translator
 * @param {Loop} loop
 * @param {Position} position The loop's.
 */
function writeExit(translator, { settler: { fn }, holder, header: { exit } }, position) {
  if (!exit) {
    return;
  }
  const { sourceCode } = translator;
  const { text } = sourceCode;
  const [start] = exit.end.range;
  const end = endOfStatement(sourceCode, exit.end);
  const slot = {
    ...slotFor(translator, holder, position),
    start,
    end,
    semicolon: hasOwnSemicolon(sourceCode, exit.end) ? ';' : '',
  };
  const levels = levelsBetween(sourceCode, holder.range[0], start);
  translator.indent([start, end], -levels);
  const count = translator.edits.length;
  translateTail(
    translator,
    slot,
    exit.call,
    positionWith(position, { last: false, endsTurn: false }),
  );
  const next = skipWhitespace(text, exit.statement.range[1]);
  const behind = text.slice(exit.statement.range[1], next);
  const to = exit.statement.range[1] + Math.max(0, behind.lastIndexOf('\n'));
  const [only, ...more] = translator.edits.slice(count);
  if (
    position.last &&
    more.length === 0 &&
    only &&
    'text' in only &&
    /^return;?$/u.test(only.text)
  ) {
    // Nothing comes behind the loop.
    translator.edits.pop();
    translator.edits.push(replaceRange([start, to], ''));
    return;
  }
  const place = Math.max(fn.range[1], holder.range[1]);
  translator.edits.push(
    { ...moveRange([start, end], place, `\n${slot.indent}`, ''), side: 'close' },
    replaceRange([end, to], ''),
  );
}
