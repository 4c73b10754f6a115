/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { Translator } from '../plan/translator.js' */
/** @import { TSESTree } from '@typescript-eslint/types' */

import { walk } from '../../analysis/syntax/nodes.js';
import { endOfStatement } from '../../edits/leading-semicolons.js';

/**
 * How a function counts the operations that it is the callback of.
 */

/**
 * @typedef {object} Count
 * @property {TSESTree.IfStatement} test
 * @property {readonly TSESTree.Statement[]} suffix What the last operation does.
 * @property {readonly [number, number]} range Where that stands.
 * @property {number} testEnd Where what the count decides ends, or begins.
 * @property {boolean} isOwnStatement Whether `if (--pending) return` stays before it.
 * @property {number} tailStart Where what is left of the function begins.
 */

/**
 * @param {Translator['sourceCode']} sourceCode
 * @param {FunctionNode} fn
 * @returns {Count | undefined}
 */
export function readCount(sourceCode, { body }) {
  if (body.type !== 'BlockStatement') {
    return undefined;
  }
  const statements = body.body;
  for (const [index, test] of statements.entries()) {
    if (test.type !== 'IfStatement' || test.alternate) {
      continue;
    }
    const end = readEnd(test.test, statements[index - 1]);
    const suffix = statements.slice(index + 1);
    const [first, last] = [suffix[0], suffix.at(-1)];
    if (end === 'goes on' && isBareReturn(test.consequent) && first && last) {
      const to = endOfStatement(sourceCode, last);
      return {
        test,
        suffix,
        range: [first.range[0], to],
        testEnd: endOfStatement(sourceCode, test),
        isOwnStatement: true,
        tailStart: to,
      };
    }
    if (end === 'ends' && suffix.length === 0) {
      return readConsequent(sourceCode, test);
    }
  }
  return undefined;
}

/**
 * @param {Translator['sourceCode']} sourceCode
 * @param {TSESTree.IfStatement} test
 * @returns {Count | undefined} `if (--pending === 0) { … }`
 */
function readConsequent(sourceCode, test) {
  const { consequent } = test;
  const suffix = consequent.type === 'BlockStatement' ? consequent.body : [consequent];
  const [first, last] = [suffix[0], suffix.at(-1)];
  if (!first || !last) {
    return undefined;
  }
  const before = sourceCode.text.slice(test.test.range[1], first.range[0]);
  const closing = before.indexOf(')');
  // A comment could hold the parenthesis, or be lost.
  if (closing === -1 || /[^\s){]/u.test(before)) {
    return undefined;
  }
  return {
    test,
    suffix,
    range: [first.range[0], endOfStatement(sourceCode, last)],
    testEnd: test.test.range[1] + before.lastIndexOf(')') + 1,
    isOwnStatement: false,
    tailStart: endOfStatement(sourceCode, consequent),
  };
}

/**
 * @param {TSESTree.Statement} statement
 * @returns {boolean} `return;`
 */
function isBareReturn(statement) {
  const [only, ...more] = statement.type === 'BlockStatement' ? statement.body : [statement];
  return only?.type === 'ReturnStatement' && only.argument === null && more.length === 0;
}

/**
 * @param {TSESTree.Expression} test
 * @param {TSESTree.Statement | undefined} before
 * @returns {'goes on' | 'ends' | undefined} What it means for the count that the test holds:
 *   `--pending`, `!--pending`, `--pending === 0`, `++done === total`, or `!pending` behind `pending--`.
 */
function readEnd(test, before) {
  if (isStep(test, '--', before)) {
    return 'goes on';
  }
  if (test.type === 'UnaryExpression' && test.operator === '!') {
    return isStep(test.argument, '--', before) ? 'ends' : undefined;
  }
  if (test.type !== 'BinaryExpression' || test.left.type === 'PrivateIdentifier') {
    return undefined;
  }
  const { left, operator, right } = test;
  const isDown = right.type === 'Literal' && right.value === 0 && isStep(left, '--', before);
  const isUp = isStable(right) && isStep(left, '++', before);
  if (/^===?$/u.test(operator)) {
    return isDown || isUp ? 'ends' : undefined;
  }
  // `--pending > 0` is false again, and calls back again, where more end than were counted.
  return /^!==?$/u.test(operator) && (isDown || isUp) ? 'goes on' : undefined;
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} `total`, `items.length`, `5`
 */
function isStable(node) {
  switch (node.type) {
    case 'Identifier':
      return true;
    case 'Literal':
      return typeof node.value === 'number';
    case 'MemberExpression':
      return !node.computed && node.object.type === 'Identifier';
    default:
      return false;
  }
}

/**
 * @param {TSESTree.Expression} node
 * @param {'--' | '++'} operator
 * @param {TSESTree.Statement | undefined} before
 * @returns {boolean} `--pending`, or `pending` behind `pending--` or `pending -= 1`.
 */
function isStep(node, operator, before) {
  if (node.type === 'UpdateExpression') {
    return node.prefix && node.operator === operator && node.argument.type === 'Identifier';
  }
  const step = before?.type === 'ExpressionStatement' ? before.expression : undefined;
  if (node.type !== 'Identifier' || !step) {
    return false;
  }
  if (step.type === 'UpdateExpression') {
    const { argument } = step;
    return (
      step.operator === operator && argument.type === 'Identifier' && argument.name === node.name
    );
  }
  return (
    step.type === 'AssignmentExpression' &&
    step.operator === `${operator[0]}=` &&
    step.left.type === 'Identifier' &&
    step.left.name === node.name &&
    step.right.type === 'Literal' &&
    step.right.value === 1
  );
}

/**
 *     if (failed) return; if (err) return cb((failed = err));
 *
 * @param {Translator} translator
 * @param {FunctionNode} fn
 * @param {Count} count
 * @returns {TSESTree.Identifier[]} The callback's names where an error is handed on, once only.
 */
export function readLatchedExits(translator, fn, count) {
  if (fn.body.type !== 'BlockStatement') {
    return [];
  }
  const [latch, guard] = fn.body.body;
  if (
    latch?.type !== 'IfStatement' ||
    latch.test.type !== 'Identifier' ||
    latch.alternate ||
    !isBareReturn(latch.consequent) ||
    guard?.type !== 'IfStatement' ||
    guard.alternate ||
    guard.range[0] >= count.range[0]
  ) {
    return [];
  }
  const call = readExit(translator, guard.consequent, latch.test.name);
  const [error] = fn.params;
  const isOwnError =
    error?.type === 'Identifier' &&
    guard.test.type === 'Identifier' &&
    guard.test.name === error.name;
  const [given, ...more] = call?.arguments ?? [];
  const value = given?.type === 'AssignmentExpression' ? given.right : given;
  const isHandedOn = value?.type === 'Identifier' && isOwnError && value.name === error.name;
  const isOnlyOne = [...walk(translator.sourceCode, guard)].filter((node) =>
    translator.isCallback(node),
  );
  return isHandedOn && more.length === 0 && isOnlyOne.length === 1 && call
    ? [/** @type {TSESTree.Identifier} */ (call.callee)]
    : [];
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Statement} consequent
 * @param {string} latch
 * @returns {TSESTree.CallExpression | undefined} The call of the callback, if the latch is set there
 *   and the function returns.
 */
function readExit(translator, consequent, latch) {
  const list = consequent.type === 'BlockStatement' ? consequent.body : [consequent];
  const last = list.at(-1);
  const call = last?.type === 'ReturnStatement' ? last.argument : undefined;
  if (call?.type !== 'CallExpression' || !translator.isCallback(call.callee)) {
    return undefined;
  }
  const [given] = call.arguments;
  const assignments = [given, ...list.slice(0, -1).map(expressionOf)];
  const isSet = assignments.some(
    (each) =>
      each?.type === 'AssignmentExpression' &&
      each.operator === '=' &&
      each.left.type === 'Identifier' &&
      each.left.name === latch &&
      (each === given || (each.right.type === 'Literal' && each.right.value === true)),
  );
  return isSet && list.length <= 2 ? call : undefined;
}

/**
 * @param {TSESTree.Statement} statement
 * @returns {TSESTree.Node | undefined}
 */
function expressionOf(statement) {
  return statement.type === 'ExpressionStatement' ? statement.expression : undefined;
}
