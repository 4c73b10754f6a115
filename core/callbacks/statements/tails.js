/** @import { Slot } from '../waits/slots.js' */
/** @import { Calling, Position, Translator } from '../plan/translator.js' */
/** @import { TSESTree } from '@typescript-eslint/types' */

import { isFunction } from '../../analysis/syntax/functions.js';
import { walk } from '../../analysis/syntax/nodes.js';
import { indentUnit, levelsBetween } from '../../edits/indentation.js';
import { hasOwnSemicolon } from '../../edits/leading-semicolons.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import { canBeStatement } from '../../edits/statements.js';
import { givenFunction } from '../functions/callback-calls.js';
import { translateCall } from './calls.js';
import { learn, readErrorTest } from '../errors/errors.js';
import { translateExit, writeFailure } from './exits.js';
import { callingBehind, isCallbackTest, valueOf } from './flow.js';
import { isAhead, leaveValue } from './handler-ends.js';
import { writeInPlace } from './in-place.js';
import { inlineExecutor, madePromise } from './made-promises.js';
import { positionWith } from '../plan/position.js';
import { Refused, quote } from '../plan/refused.js';
import { slotOf } from '../waits/slots.js';

/**
 * What a path of the function ends with.
 */

/**
 *     if (cb) cb(null, v);    if (cb) return cb(null, v);
 *
 * @param {Translator} translator
 * @param {TSESTree.IfStatement} statement
 * @param {Position} position
 * @returns {boolean}
 */
export function translateOptional(translator, statement, position) {
  const { sourceCode } = translator;
  const { consequent } = statement;
  const [inner, ...more] = consequent.type === 'BlockStatement' ? consequent.body : [consequent];
  const exit = translator.exitOf(inner && valueOf(inner));
  if (!inner || more.length > 0 || position.followed || !exit) {
    throw new Refused('callback-optional', quote(sourceCode, statement));
  }
  const slot = {
    ...slotOf(translator, statement, position.shift, true),
    semicolon: hasOwnSemicolon(sourceCode, inner) ? ';' : '',
  };
  const how = callingBehind(translator, statement.test);
  writeOptional(translator, slot, exit, positionWith(position, { followed: false }), how);
  return false;
}

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {TSESTree.CallExpression} call
 * @param {Position} position
 * @param {Calling} how
 * @throws {Refused} When something happens only if there is a callback to tell of it.
 */
function writeOptional(translator, slot, call, position, how) {
  if (translator.makesPromise) {
    throw new Refused('callback-optional', quote(translator.sourceCode, call));
  }
  const { sourceCode } = translator;
  for (const argument of call.arguments) {
    for (const node of walk(sourceCode, argument, (each) => !isFunction(each))) {
      if (EFFECTS.test(node.type) && !isErrorMade(node)) {
        throw new Refused('callback-optional', quote(sourceCode, call));
      }
    }
  }
  translator.callings.add(how);
  translateExit(translator, slot, call, position);
}

const EFFECTS =
  /^(?:AssignmentExpression|CallExpression|ImportExpression|NewExpression|TaggedTemplateExpression|UpdateExpression)$/u;

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} `new Error('…')`
 */
function isErrorMade(node) {
  return (
    (node.type === 'NewExpression' || node.type === 'CallExpression') &&
    node.callee.type === 'Identifier' &&
    /Error$/u.test(node.callee.name)
  );
}

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {TSESTree.Expression} expression What the function ends with.
 * @param {Position} position
 */
export function translateTail(translator, slot, expression, position) {
  const { sourceCode } = translator;
  if (translator.isHandler && !translator.usesCallback(expression)) {
    leaveValue(translator, slot, expression, position);
    return;
  }
  const promise = madePromise(translator, expression);
  if (promise) {
    inlineExecutor(translator, slot, promise, position);
    return;
  }
  switch (expression.type) {
    case 'CallExpression': {
      const exit = translator.exitOf(expression);
      if (exit && !exit.optional) {
        translator.callings.add('required');
        translateExit(translator, slot, exit, position);
        return;
      }
      if (translator.isFailure(expression.callee)) {
        writeFailure(translator, slot, expression, position);
        return;
      }
      if (translator.usesCallback(expression)) {
        translateCall(translator, slot, expression, position);
        return;
      }
      break;
    }
    case 'ChainExpression': {
      // cb?.(null, v)
      const call = expression.expression;
      if (call.type === 'CallExpression' && translator.isCallback(call.callee)) {
        writeOptional(translator, slot, call, position, 'chained');
        return;
      }
      break;
    }
    case 'ConditionalExpression':
      translateConditional(translator, slot, expression, position);
      return;
    case 'LogicalExpression': {
      // cb && cb(null, v)
      const exit = translator.exitOf(expression.right);
      if (expression.operator === '&&' && exit && isCallbackTest(translator, expression.left)) {
        const how = callingBehind(translator, expression.left);
        writeOptional(translator, slot, exit, position, how);
        return;
      }
      break;
    }
    case 'SequenceExpression':
      translateSequence(translator, slot, expression.expressions, position);
      return;
    case 'UnaryExpression':
      // return void cb(err);
      if (expression.operator === 'void') {
        translateTail(translator, slot, expression.argument, position);
        return;
      }
      break;
    default:
  }
  const reason = translator.usesCallback(expression) ? 'callback-escapes' : 'callback-not-called';
  throw new Refused(reason, quote(sourceCode, expression));
}

/**
 *     return test ? cb(a) : cb(null, b);
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {TSESTree.ConditionalExpression} expression
 * @param {Position} position
 */
function translateConditional(translator, slot, expression, position) {
  const { sourceCode } = translator;
  const { test, consequent, alternate } = expression;
  if (!slot.returned && position.followed) {
    throw new Refused('falls-through', quote(sourceCode, expression));
  }
  if (translator.usesCallback(test)) {
    throw new Refused('callback-escapes', quote(sourceCode, test));
  }
  translator.noteEarly(test, position);
  const errorTest = readErrorTest(sourceCode, test);
  const then = branchSlot(translator, slot, consequent, 1);
  const other = branchSlot(translator, slot, alternate, 0);
  writeInPlace(translator, slot, [
    {
      type: 'branch',
      test: [test.range],
      consequent: [{ type: 'run', range: [then.slot.start, then.slot.end], isEnd: true }],
      isBrief: !then.slot.isListed,
    },
    { type: 'run', range: [other.slot.start, other.slot.end], isEnd: true },
  ]);
  const branch = positionWith(position, {
    followed: false,
    last: false,
    endsTurn: false,
    isAhead: isAhead(position),
  });
  translateTail(
    translator,
    then.slot,
    consequent,
    positionWith(branch, {
      isAhead: true,
      shift: position.shift + then.shift,
      known: learn(position.known, errorTest, 'whenTrue'),
    }),
  );
  translateTail(
    translator,
    other.slot,
    alternate,
    positionWith(branch, {
      shift: position.shift + other.shift,
      known: learn(position.known, errorTest, 'whenFalse'),
    }),
  );
}

/**
 * @param {Translator} translator
 * @param {Slot} slot Of the whole.
 * @param {TSESTree.Expression} branch
 * @param {number} depth By how many levels it is deeper in the output, if it takes several statements.
 * @returns {{ slot: Slot, shift: number }} Its place, and by how many levels its lines move.
 */
function branchSlot(translator, slot, branch, depth) {
  const { sourceCode } = translator;
  const [start, end] = parenthesizedRange(sourceCode, branch);
  const own = { ...slot, start, end, returned: true };
  if (!takesCallback(translator, branch)) {
    return { slot: { ...own, isListed: depth === 0 }, shift: 0 };
  }
  if (!slot.isListed) {
    throw new Refused('callback-unbraced', quote(sourceCode, branch));
  }
  const shift = depth - levelsBetween(sourceCode, slot.start, start);
  translator.indent([start, end], shift);
  const indent = slot.indent + indentUnit(sourceCode).repeat(depth);
  return { slot: { ...own, isListed: true, indent }, shift };
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Expression | null | undefined} value
 * @returns {boolean} Whether it is a call with a callback that uses ours, which becomes several
 *   statements.
 */
export function takesCallback(translator, value) {
  const last = value?.type === 'SequenceExpression' ? value.expressions.at(-1) : value;
  const call = last?.type === 'AwaitExpression' ? last.argument : last;
  return (
    (call?.type === 'CallExpression' || call?.type === 'NewExpression') &&
    call.arguments.some((argument) => givenFunction(argument) && translator.usesCallback(argument))
  );
}

/**
 *     return log(err), cb(err);
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {readonly TSESTree.Expression[]} expressions
 * @param {Position} position
 */
function translateSequence(translator, slot, expressions, position) {
  const { sourceCode } = translator;
  const { text } = sourceCode;
  const before = expressions.slice(0, -1);
  const last = /** @type {TSESTree.Expression} */ (expressions.at(-1));
  const odd = before.find(
    (each) =>
      translator.usesCallback(each) ||
      !canBeStatement(text, parenthesizedRange(sourceCode, each)[0]),
  );
  if (odd) {
    throw new Refused('callback-escapes', quote(sourceCode, odd));
  }
  before.forEach((each) => translator.noteEarly(each, position));
  const [start] = parenthesizedRange(sourceCode, last);
  writeInPlace(translator, slot, [
    ...before.map((each) => {
      const range = parenthesizedRange(sourceCode, each);
      return /** @type {const} */ ({ type: 'run', range, isValue: true });
    }),
    { type: 'run', range: [start, slot.end], isEnd: true },
  ]);
  const isBraced = !slot.isListed;
  const indent = isBraced ? slot.indent + indentUnit(sourceCode) : slot.indent;
  const inner = { ...slot, start, isListed: true, indent };
  translateTail(
    translator,
    inner,
    last,
    positionWith(position, {
      shift: position.shift + (isBraced ? 1 : 0),
      last: position.last && !isBraced,
    }),
  );
}
