/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Slot } from '../waits/slots.js' */
/** @import { Position, Translator } from '../plan/translator.js' */

import { isWithin } from '../../analysis/syntax/nodes.js';
import { writesOf } from '../../analysis/syntax/scopes.js';
import { insertAfter, replaceRange } from '../../edits/edit.js';
import { indentUnit } from '../../edits/indentation.js';
import { skipBackward, skipWhitespace } from '../../edits/trivia.js';
import { mayBeClosed } from './closed-iterators.js';
import { readDeferral } from './deferrals.js';
import { learn, orNames, readErrorTest } from '../errors/errors.js';
import { asksAtEnd } from './exits.js';
import { isCallbackTest, valueOf } from './flow.js';
import { isAhead } from './handler-ends.js';
import { changesTurn } from './loop-turns.js';
import { positionWith } from '../plan/position.js';
import { Refused, quote } from '../plan/refused.js';
import { indentAt, slotOf } from '../waits/slots.js';
import { translateStatements } from './statements.js';
import { takesCallback, translateOptional, translateTail } from './tails.js';

/**
 * Statements that another statement runs, or does not, or more than once: each of them is a path of its
 * own.
 */

/**
 * @param {Translator} translator
 * @param {TSESTree.IfStatement} statement
 * @param {Position} position
 * @returns {boolean}
 */
export function translateIf(translator, statement, position) {
  const { sourceCode } = translator;
  const { test, alternate } = statement;
  if (!alternate && isCallbackTest(translator, test)) {
    return translateOptional(translator, statement, position);
  }
  const throughConsequent = translateConsequent(translator, statement, position);
  const throughAlternate =
    !alternate ||
    translateBranch(
      translator,
      alternate,
      positionWith(position, {
        known: learn(position.known, readErrorTest(sourceCode, test), 'whenFalse'),
      }),
    );
  return throughConsequent || throughAlternate;
}

/**
 * @param {Translator} translator
 * @param {TSESTree.IfStatement} statement
 * @param {Position} position
 * @returns {boolean} Whether the end of what it does can be reached where it holds.
 */
export function translateConsequent(translator, statement, position) {
  const { sourceCode } = translator;
  const { test, consequent } = statement;
  if (translator.usesCallback(test)) {
    throw new Refused('callback-escapes', quote(sourceCode, test));
  }
  translator.noteEarly(test, position);
  const errorTest = readErrorTest(sourceCode, test);
  noteFound(translator, statement, errorTest);
  return translateBranch(
    translator,
    consequent,
    positionWith(position, { known: learn(position.known, errorTest, 'whenTrue') }),
  );
}

/**
 *     if (error) return cb(error);    if (err || closeErr) return cb(err || closeErr);
 *
 * What is written more than once, or one of several, is an error where it is handed on at once.
 *
 * @param {Translator} translator
 * @param {TSESTree.IfStatement} statement
 * @param {ReturnType<typeof readErrorTest>} errorTest
 */
function noteFound(translator, { test, consequent }, errorTest) {
  const [first] = consequent.type === 'BlockStatement' ? consequent.body : [consequent];
  const call = first && valueOf(first);
  const given = call?.type === 'CallExpression' ? call.arguments : [];
  // Behind the callback that is put off: `process.nextTick(cb, err)`.
  const error = translator.isCallback(given[0]) ? given[1] : given[0];
  const isTested =
    error?.type === 'Identifier' &&
    errorTest?.whenTrue === 'set' &&
    translator.variableOf(error) === errorTest.variable &&
    !writesOf(errorTest.variable).some(({ identifier }) =>
      isWithin(/** @type {TSESTree.Node} */ (identifier), test),
    );
  const isOneOf =
    error?.type === 'LogicalExpression' &&
    orNames(error) !== undefined &&
    orNames(error) === orNames(test);
  if (isTested || isOneOf) {
    translator.found.add(error);
  }
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Statement} statement
 * @param {Position} position
 * @returns {boolean}
 */
function translateBranch(translator, statement, position) {
  if (statement.type === 'BlockStatement') {
    const [first, ...more] = statement.body;
    // A block that would be left empty says where the path ends.
    const isKept = more.length > 0 || !first || !translator.exitOf(valueOf(first));
    const inner = positionWith(position, { last: position.last && isKept });
    return translateStatements(translator, statement.body, inner);
  }
  const value = valueOf(statement);
  const isSeveral = value?.type === 'SequenceExpression' && translator.usesCallback(value);
  const becomesSeveral =
    value &&
    (isSeveral ||
      takesCallback(translator, value) ||
      putsOff(translator, value) ||
      changesTurn(translator, value, position) ||
      asksAtEnd(translator, value, position));
  if (!becomesSeveral) {
    return translateStatements(translator, [statement], position);
  }
  const { slot, shift } = braceBranch(translator, statement, position);
  translateTail(
    translator,
    slot,
    value,
    positionWith(position, {
      shift,
      followed: position.followed && statement.type !== 'ReturnStatement',
      isAhead: isAhead(position),
    }),
  );
  return false;
}

/**
 *     if (!key) return setImmediate(cb, null, fallback);
 *
 * @param {Translator} translator
 * @param {TSESTree.Expression} value
 * @returns {boolean} Whether it waits before it calls back.
 */
function putsOff(translator, value) {
  if (value.type !== 'CallExpression' || !translator.isCallback(value.arguments[0])) {
    return false;
  }
  const { deferral = 'nextTick' } = readDeferral(translator, value) ?? {};
  return deferral !== 'nextTick';
}

/**
 * Puts braces around the one statement of a branch.
 *
 * @param {Translator} translator
 * @param {TSESTree.Statement} statement
 * @param {Position} position
 * @returns {{ slot: Slot, shift: number }} Its place, and by how many levels its lines move.
 */
function braceBranch(translator, statement, position) {
  const { sourceCode } = translator;
  const [start, end] = statement.range;
  const before = skipBackward(sourceCode, start);
  const outer = indentAt(
    translator,
    /** @type {TSESTree.Node} */ (statement.parent).range[0],
    position.shift,
  );
  const indent = `${outer}${indentUnit(sourceCode)}`;
  const slot = { ...slotOf(translator, statement, position.shift), isListed: true, indent };
  const isBelow = sourceCode.text.slice(before, start).includes('\n');
  if (isBelow) {
    translator.edits.push(insertAfter(before, ' {'));
  } else {
    translator.edits.push(replaceRange([before, start], ` {\n${indent}`));
    translator.indent([start, end], 1);
  }
  const next = skipWhitespace(sourceCode.text, end);
  const { parent } = statement;
  const isApart =
    parent.type === 'IfStatement' && parent.alternate && translator.freed.has(parent.alternate);
  translator.edits.push(
    sourceCode.text.startsWith('else', next) && !isApart
      ? replaceRange([end, next], `\n${outer}} `)
      : insertAfter(end, `\n${outer}}`),
  );
  return { slot, shift: position.shift + (isBelow ? 0 : 1) };
}

/**
 * A loop may end the function, but must not start anything that calls back: its turns run side by
 * side.
 *
 * @param {Translator} translator
 * @param {TSESTree.ForStatement | TSESTree.ForInStatement | TSESTree.ForOfStatement | TSESTree.WhileStatement | TSESTree.DoWhileStatement} statement
 * @param {Position} position
 * @returns {boolean}
 */
export function translateLoop(translator, statement, position) {
  const { body } = statement;
  const uses = translator.activeUses.filter(
    (use) => use.range[0] >= statement.range[0] && use.range[1] <= statement.range[1],
  );
  if (uses.some((use) => use.range[0] < body.range[0] || use.range[1] > body.range[1])) {
    throw new Refused('callback-escapes', quote(translator.sourceCode, statement));
  }
  if (
    uses.length > 0 &&
    statement.type === 'ForOfStatement' &&
    mayBeClosed(translator.context, statement.right)
  ) {
    throw new Refused('iterator-closed', quote(translator.sourceCode, statement.right));
  }
  // What a loop runs over may throw in any turn.
  translator.throwsEarly ||= !position.later;
  translateBranch(
    translator,
    body,
    positionWith(position, {
      loop: undefined,
      followed: true,
      isOver: false,
      last: false,
      inLoop: true,
      breakEnds: false,
    }),
  );
  return true;
}
