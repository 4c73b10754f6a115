/** @import { FunctionNode } from '../../analysis/functions.js' */
/** @import { ErrorPlan } from './error-plans.js' */
/** @import { Slot } from './slots.js' */
/** @import { Position, Translator } from './translator.js' */
/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */

import { isWithin } from '../../analysis/nodes.js';
import { indentUnit, levelsBetween } from '../../edits/indentation.js';
import { endOfStatement } from '../../edits/leading-semicolons.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import { skipBackward, skipWhitespaceBackward } from '../../edits/trivia.js';
import { writeHandler } from './error-branches.js';
import { writeErrorFold } from './error-folds.js';
import { endsFlow } from './flow.js';
import { onlySettles } from './made-promises.js';
import { writePassingFirst } from './passing-branches.js';
import { positionWith } from './position.js';
import { Refused, quote } from './refused.js';
import { translateStatements } from './statements.js';
import { translateTail } from './tails.js';

/**
 * The body of a callback, once its statements stand in the function around it.
 */

/**
 * @typedef {object} CallbackBody
 * @property {number} open Behind the brace or the arrow.
 * @property {number} close
 * @property {number} end Where its last code or comment ends.
 * @property {TSESTree.Node | undefined} first
 * @property {number} statements
 * @property {boolean} isExpression
 */

/**
 * @param {Translator} translator
 * @param {FunctionNode} callback
 * @returns {CallbackBody}
 */
export function bodyOf({ sourceCode }, { body }) {
  if (body.type !== 'BlockStatement') {
    const [start, end] = parenthesizedRange(sourceCode, body);
    const open = skipBackward(sourceCode, start);
    return { open, close: end, end, first: body, statements: 1, isExpression: true };
  }
  const open = body.range[0] + 1;
  const close = body.range[1] - 1;
  return {
    open,
    close,
    end: skipWhitespaceBackward(sourceCode.text, close),
    first: body.body[0],
    statements: body.body.length,
    isExpression: false,
  };
}

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {{ callback: FunctionNode, body: CallbackBody, plan: ErrorPlan, argumentsEnd: number, after: string }} parts
 * @param {Position} position
 */
export function writeBody(
  translator,
  slot,
  { callback, body, plan, argumentsEnd, after },
  position,
) {
  const { guard } = plan;
  const { sourceCode } = translator;
  const known = new Map(position.known);
  if (plan.error && plan.kind !== 'capture') {
    known.set(plan.error, 'null');
  }
  const inner = positionWith(position, { known });
  if (plan.passingFirst && plan.error) {
    const given = { parts: plan.passingFirst, error: plan.error, body, argumentsEnd, after };
    writePassingFirst(translator, slot, given, inner);
    return;
  }
  if (plan.branches && plan.error) {
    const { branches, error } = plan;
    const parts = { ...plan, branches, error, argumentsEnd, bodyStart: body.open, after };
    const guards = guardsOf(callback, branches);
    const behind = /** @type {TSESTree.Statement} */ (guards.at(-1));
    writeHandler(
      translator,
      slot,
      parts,
      positionWith(position, {
        followed: !plan.rest,
        isOver:
          position.isOver === true && onlySettles(translator, statementsAfter(callback, behind)),
      }),
    );
    const last = /** @type {TSESTree.IfStatement} */ (branches.at(-1));
    if (plan.rest) {
      const [, from] = last.consequent.range;
      writeRestOfGuard(translator, slot, { guard: last, rest: plan.rest, from }, inner);
      return;
    }
    continueAfter(translator, slot, endOfStatement(sourceCode, behind), nextOf(callback, behind));
    translateRest(translator, callback, guards, inner);
    return;
  }
  if (plan.otherwise) {
    const [from, end] = parenthesizedRange(sourceCode, plan.otherwise);
    const start = plan.failing
      ? writeFailing(translator, slot, { ...plan, argumentsEnd, after }, position)
      : argumentsEnd;
    const opening = plan.failing ? `\n${slot.indent}}` : after;
    translator.gap(slot, start, from, `${opening}\n${slot.indent}`);
    const levels = levelsBetween(sourceCode, body.first?.range[0] ?? from, from);
    translator.indent([from, end], -levels);
    translateTail(
      translator,
      { ...slot, start: from, end, returned: true },
      plan.otherwise,
      positionWith(inner, { shift: inner.shift - levels }),
    );
    translator.gap(slot, end, body.end, '');
    return;
  }
  const handler = plan.fold ? writeErrorFold(translator, slot, plan.fold) : '';
  translator.gap(slot, argumentsEnd, body.open, after + handler);
  if (!guard) {
    separate(translator, slot, body.open, body.first);
    writeStatements(translator, slot, { callback, body, start: body.open }, inner);
  } else if (plan.rest) {
    const [next] = plan.fold ? statementsAfter(callback, guard) : [];
    writeRestOfGuard(translator, slot, { guard, rest: plan.rest, from: body.open, next }, inner);
    if (next && endsFlow(plan.rest)) {
      translator.gap(slot, endOfStatement(sourceCode, guard), body.end, '');
    } else if (next) {
      translateRest(translator, callback, [guard], inner);
    }
  } else {
    translator.cut(guard, position.shift);
    if (callback.body.type === 'BlockStatement' && callback.body.body[0] === guard) {
      const isInline = !sourceCode.text.slice(body.open, guard.range[0]).includes('\n');
      const next = nextOf(callback, guard);
      const end = endOfStatement(sourceCode, guard);
      if (isInline || !hasNewlineBefore(translator, end, next)) {
        continueAfter(translator, slot, end, next);
      }
    }
    translateRest(translator, callback, [guard], inner);
  }
}

/**
 *     err ? cb(null, []) : …
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {Pick<ErrorPlan, 'error' | 'failing'> & { argumentsEnd: number, after: string }} parts
 * @param {Position} position
 * @returns {number} Where what a `catch` holds ends.
 */
function writeFailing(translator, slot, { error, failing, argumentsEnd, after }, position) {
  const { sourceCode } = translator;
  const branch = /** @type {TSESTree.Expression} */ (failing);
  const [start, end] = parenthesizedRange(sourceCode, branch);
  const indent = slot.indent + indentUnit(sourceCode);
  translator.gap(slot, argumentsEnd, start, `${after}\n${indent}`);
  const levels = 1 - levelsBetween(sourceCode, branch.parent.range[0], start);
  translator.indent([start, end], levels);
  const inner = { ...slot, start, end, indent, isListed: true, isInline: false, returned: true };
  translateTail(
    translator,
    inner,
    branch,
    positionWith(position, {
      last: false,
      isAhead: true,
      endsTurn: false,
      shift: position.shift + levels,
      known: new Map(position.known).set(/** @type {Variable} */ (error), 'set'),
    }),
  );
  return end;
}

/**
 * @param {Translator} translator
 * @param {number} from
 * @param {TSESTree.Node | undefined} node
 * @returns {boolean} Whether the node stands on a later line.
 */
function hasNewlineBefore({ sourceCode }, from, node) {
  return node !== undefined && sourceCode.text.slice(from, node.range[0]).includes('\n');
}

/**
 * @param {FunctionNode} callback
 * @param {readonly TSESTree.IfStatement[]} branches
 * @returns {readonly TSESTree.Statement[]} The statements that they are, or are part of by an `else`.
 */
function guardsOf({ body }, branches) {
  const statements = body.type === 'BlockStatement' ? body.body : [];
  return statements.filter((each) => branches.some((branch) => isWithin(branch, each)));
}

/**
 * @param {FunctionNode} callback
 * @param {TSESTree.Statement} statement
 * @returns {TSESTree.Statement | undefined}
 */
function nextOf(callback, statement) {
  return statementsAfter(callback, statement)[0];
}

/**
 * @param {FunctionNode} callback
 * @param {TSESTree.Statement} statement
 * @returns {readonly TSESTree.Statement[]}
 */
function statementsAfter({ body }, statement) {
  return body.type === 'BlockStatement' ? body.body.slice(body.body.indexOf(statement) + 1) : [];
}

/**
 * Puts what follows on a line of its own.
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {number} from
 * @param {TSESTree.Node | undefined} next
 */
function continueAfter(translator, slot, from, next) {
  if (next) {
    separate(translator, slot, from, next);
  }
}

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {number} from
 * @param {TSESTree.Node | undefined} next
 */
export function separate(translator, slot, from, next) {
  if (!next) {
    return;
  }
  const [start] = parenthesizedRange(translator.sourceCode, next);
  const text = translator.sourceCode.text.slice(from, start);
  if (!text.includes('\n')) {
    translator.gap(slot, from, start, `\n${slot.indent}`);
  }
}

/**
 * @param {Translator} translator
 * @param {FunctionNode} callback
 * @param {readonly TSESTree.Statement[]} guards
 * @param {Position} position
 */
function translateRest(translator, callback, guards, position) {
  const { sourceCode } = translator;
  const body = /** @type {TSESTree.BlockStatement} */ (callback.body);
  const rest = body.body.filter((statement) => !guards.includes(statement));
  if (translateStatements(translator, rest, position)) {
    throw new Refused('callback-not-called', quote(sourceCode, callback));
  }
}

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {{ callback: FunctionNode, body: CallbackBody, start: number }} parts
 * @param {Position} position
 */
export function writeStatements(translator, slot, { callback, body, start }, position) {
  if (callback.body.type === 'BlockStatement') {
    if (translateStatements(translator, callback.body.body, position)) {
      throw new Refused('callback-not-called', quote(translator.sourceCode, callback));
    }
    return;
  }
  const [from, end] = parenthesizedRange(translator.sourceCode, callback.body);
  const isSeparated = start !== body.open || from > start;
  const inner = { ...slot, start: isSeparated ? from : start, end, returned: true };
  translateTail(translator, inner, callback.body, position);
}

/**
 *     if (err) { cb(err); } else { … }
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {{ guard: TSESTree.Statement, rest: TSESTree.Statement, from: number, next?: TSESTree.Statement | undefined }} parts
 *   `from`: where what is written already ends; `next`: what follows the guard.
 * @param {Position} position
 */
function writeRestOfGuard(translator, slot, { guard, rest, from, next }, position) {
  const { sourceCode } = translator;
  const statements = rest.type === 'BlockStatement' ? rest.body : [rest];
  translator.freed.add(rest);
  const [first] = statements;
  if (!first) {
    throw new Refused('callback-not-called', quote(sourceCode, rest));
  }
  const isBlock = rest.type === 'BlockStatement';
  const open = isBlock ? rest.range[0] + 1 : rest.range[0];
  const close = isBlock
    ? skipWhitespaceBackward(sourceCode.text, rest.range[1] - 1)
    : rest.range[1];
  const levels = levelsBetween(sourceCode, guard.range[0], first.range[0]);
  const hasLine = isBlock && sourceCode.text.slice(open, first.range[0]).includes('\n');
  translator.gap(slot, from, open, hasLine ? '' : `\n${slot.indent}`);
  if (isBlock && !hasLine) {
    translator.gap(slot, open, first.range[0], '');
  }
  translator.indent([open, close], -levels);
  const goesOn = next !== undefined && !endsFlow(rest);
  const inner = positionWith(position, {
    shift: position.shift - levels,
    ...(goesOn && { followed: true, isOver: false, last: false, endsTurn: false }),
  });
  translator.freed.add(first);
  if (translateStatements(translator, statements, inner) !== goesOn) {
    throw new Refused('callback-not-called', quote(sourceCode, rest));
  }
  translator.gap(slot, close, guard.range[1], '');
}
