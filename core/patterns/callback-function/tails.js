/** @import { Slot } from './slots.js' */
/** @import { Calling, Position, Translator } from './translator.js' */
/** @import { TSESTree } from '@typescript-eslint/types' */

import { isFunction } from '../../analysis/functions.js';
import { walk } from '../../analysis/nodes.js';
import { hasOwnSemicolon } from '../../edits/leading-semicolons.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import { translateCall } from './calls.js';
import { learn, readErrorTest } from './errors.js';
import { translateExit, writeFailure } from './exits.js';
import { callingBehind, isCallbackTest } from './flow.js';
import { Refused, quote } from './refused.js';
import { severalStatements, slotOf } from './slots.js';

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
  const expression =
    inner?.type === 'ExpressionStatement'
      ? inner.expression
      : inner?.type === 'ReturnStatement'
        ? inner.argument
        : undefined;
  const exit = translator.exitOf(expression);
  if (!inner || more.length > 0 || position.followed || !exit) {
    throw new Refused('callback-optional', quote(sourceCode, statement));
  }
  const slot = {
    ...slotOf(translator, statement, position.shift, true),
    semicolon: hasOwnSemicolon(sourceCode, inner) ? ';' : '',
  };
  const how = callingBehind(translator, statement.test);
  writeOptional(translator, slot, exit, { ...position, followed: false }, how);
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
  const [testStart, testEnd] = test.range;
  const [thenStart, thenEnd] = parenthesizedRange(sourceCode, consequent);
  const [elseStart, elseEnd] = parenthesizedRange(sourceCode, alternate);
  const several = severalStatements(translator, slot);
  translator.gap(slot, slot.start, testStart, `${several.open}if (`);
  const inner = { ...slot, isListed: false, returned: true, indent: slot.indent };
  translator.gap(slot, testEnd, thenStart, ') ');
  translateTail(translator, { ...inner, start: thenStart, end: thenEnd }, consequent, {
    ...position,
    followed: false,
    last: false,
    endsTurn: false,
    known: learn(position.known, errorTest, 'whenTrue'),
  });
  translator.gap(slot, thenEnd, elseStart, several.separator);
  translateTail(
    translator,
    { ...inner, isListed: true, start: elseStart, end: elseEnd },
    alternate,
    {
      ...position,
      followed: false,
      last: false,
      endsTurn: false,
      known: learn(position.known, errorTest, 'whenFalse'),
    },
  );
  translator.gap(slot, elseEnd, slot.end, several.close);
}
