/** @import { Range } from '../../regions/build/region.js' */
/** @import { Region } from '../../regions/build/steps.js' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { ErrorPlan } from '../errors/error-plans.js' */
/** @import { Slot } from './slots.js' */
/** @import { PassingFirst } from '../errors/passing-branches.js' */
/** @import { Position, Translator } from '../plan/translator.js' */
/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */

import { isWithin } from '../../analysis/syntax/nodes.js';
import { levelsBetween } from '../../edits/indentation.js';
import { endOfStatement } from '../../edits/leading-semicolons.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import {
  endOfLineComments,
  skipBackward,
  skipWhitespace,
  skipWhitespaceBackward,
} from '../../edits/trivia.js';
import {
  lowerBranch,
  lowerBranches,
  lowerList,
  runOf,
  writeEdges,
} from '../errors/error-branches.js';
import { writeErrorFold } from '../errors/error-folds.js';
import { endsFlow } from '../statements/flow.js';
import { onlySettles } from '../statements/made-promises.js';
import { positionWith } from '../plan/position.js';
import { Refused, quote } from '../plan/refused.js';
import { indentAt } from './slots.js';
import { translateStatements } from '../statements/statements.js';
import { translateTail } from '../statements/tails.js';

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
 * @param {{ callback: FunctionNode, body: CallbackBody, plan: ErrorPlan, argumentsEnd: number, after: string, isReturned: boolean }} parts
 *   `after`: what stands behind the arguments; `isReturned`: whether the wait returns its result.
 * @param {Position} position
 */
export function writeBody(
  translator,
  slot,
  { callback, body, plan, argumentsEnd, after, isReturned },
  position,
) {
  const { guard } = plan;
  const { sourceCode } = translator;
  const known = new Map(position.known);
  if (plan.error && plan.kind !== 'capture') {
    known.set(plan.error, 'null');
  }
  const inner = positionWith(position, { known });
  const edges = { argumentsEnd, after };
  /** @type {Range} */
  const whole = [body.open, body.end];
  if (plan.passingFirst && plan.error) {
    const { passing } = plan.passingFirst;
    const onError = inHandler(inner, plan.error);
    const failed = lowerFailing(translator, plan.passingFirst, body.end, onError);
    const rest = lowerPassing(translator, passing, positionWith(inner, { shift: 0 }));
    writeEdges(translator, slot, { ...edges, range: whole, failed, rest }, inner.shift);
    return;
  }
  if (plan.branches && plan.error) {
    const { branches, error } = plan;
    const guards = guardsOf(callback, branches);
    const behind = /** @type {TSESTree.Statement} */ (guards.at(-1));
    const outer = positionWith(position, {
      followed: !plan.rest,
      isOver:
        position.isOver === true && onlySettles(translator, statementsAfter(callback, behind)),
      shift: 0,
    });
    const failed = lowerBranches(
      translator,
      { ...plan, branches, error, isEnd: isReturned },
      outer,
    );
    if (isReturned) {
      writeEdges(translator, slot, { ...edges, range: whole, failed }, inner.shift);
      const written = [...translator.edits];
      translateRest(translator, callback, guards, inner);
      translator.edits = written;
      return;
    }
    const last = /** @type {TSESTree.IfStatement} */ (branches.at(-1));
    const to = plan.rest
      ? last.consequent.range[1]
      : endOfLineComments(sourceCode, endOfStatement(sourceCode, behind));
    writeEdges(translator, slot, { ...edges, range: [body.open, to], failed }, inner.shift);
    if (plan.rest) {
      writeRestOfGuard(translator, slot, { guard: last, rest: plan.rest, from: to }, inner);
      return;
    }
    continueAfter(translator, slot, to, nextOf(callback, behind));
    translateRest(translator, callback, guards, inner);
    return;
  }
  if (plan.otherwise && plan.failing && plan.error) {
    const failed = lowerValue(translator, slot, plan.failing, inHandler(inner, plan.error));
    const rest = lowerValue(translator, slot, plan.otherwise, positionWith(inner, { shift: 0 }));
    writeEdges(translator, slot, { ...edges, range: whole, failed, rest }, inner.shift);
    return;
  }
  if (plan.otherwise) {
    const [from, to] = parenthesizedRange(sourceCode, plan.otherwise);
    translator.print(slot, argumentsEnd, from, `${after}\n${slot.indent}`);
    const levels = levelsBetween(sourceCode, body.first?.range[0] ?? from, from);
    translator.indent([from, to], -levels);
    translateTail(
      translator,
      { ...slot, start: from, end: to, returned: true },
      plan.otherwise,
      positionWith(inner, { shift: inner.shift - levels }),
    );
    translator.gap(slot, to, body.end, '');
    return;
  }
  if (plan.fold) {
    writeErrorFold(translator, plan.fold);
  }
  translator.print(slot, argumentsEnd, body.open, after);
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
 * @param {Position} position
 * @param {Variable} error
 * @returns {Position} In a `catch`: more of the function stands behind it.
 */
function inHandler(position, error) {
  const known = new Map(position.known).set(error, 'set');
  return positionWith(position, { last: false, endsTurn: false, isAhead: true, shift: 0, known });
}

/**
 *     if (!err) return …; …
 *
 * @param {Translator} translator
 * @param {PassingFirst} passingFirst
 * @param {number} end Where the callback ends.
 * @param {Position} position
 * @returns {Region}
 */
function lowerFailing(translator, { failing, guard }, end, position) {
  const [alternate] = failing;
  if (alternate && alternate === guard.alternate) {
    return lowerBranch(translator, alternate, false, position);
  }
  const { sourceCode } = translator;
  const from = endOfLineComments(sourceCode, endOfStatement(sourceCode, guard));
  const start = skipWhitespace(sourceCode.text, from);
  return lowerList(translator, failing, [start, end], false, position);
}

/**
 *     if (!err) { … }
 *
 * @param {Translator} translator
 * @param {TSESTree.Statement} passing
 * @param {Position} position
 * @returns {Region}
 */
function lowerPassing(translator, passing, position) {
  const count = translator.edits.length;
  const region = lowerBranch(translator, passing, false, position);
  const [run] = region;
  const gone =
    run?.type === 'run' &&
    'range' in run &&
    translator.edits
      .slice(count)
      .find(
        (edit) =>
          'text' in edit &&
          edit.text === '' &&
          edit.range[0] <= run.range[0] &&
          run.range[1] <= edit.range[1],
      );
  if (!gone) {
    return region;
  }
  // The last statement of the function is gone, and nothing else was there.
  translator.edits = translator.edits.filter((edit) => edit !== gone);
  return [];
}

/**
 *     err ? cb(null, []) : …
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {TSESTree.Expression} value
 * @param {Position} position
 * @returns {Region} The value as a statement.
 */
function lowerValue(translator, slot, value, position) {
  const [start, end] = parenthesizedRange(translator.sourceCode, value);
  const region = runOf(translator, [start, end]);
  const indent = indentAt(translator, start, 0);
  const inner = { ...slot, start, end, indent, isListed: true, isInline: false, returned: true };
  translateTail(translator, inner, value, position);
  return region;
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
