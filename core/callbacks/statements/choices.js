/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { Position, Translator } from '../plan/translator.js' */

import { enclosingFunction, isFunction } from '../../analysis/syntax/functions.js';
import { insertAfter } from '../../edits/edit.js';
import { textOf } from '../../edits/trivia.js';

/**
 * Takes out what chooses the callback, since there is none any more.
 *
 *     if (typeof options === 'function') { cb = options; options = {}; }  ->  (options = {}) for others
 *     cb = cb || noop;
 *
 * @param {Translator} translator
 * @param {TSESTree.Statement} statement
 * @param {Position} position
 * @returns {boolean} Whether it was one.
 */
export function translateChoice(translator, statement, { shift }) {
  const { fn } = translator.target;
  if (enclosingFunction(statement) !== fn) {
    return false;
  }
  if (isDefault(translator, statement)) {
    translator.cut(statement, shift);
    return true;
  }
  const values = statement.parent === fn.body ? readShift(translator, statement) : undefined;
  if (!values) {
    return false;
  }
  translator.cut(statement, shift);
  // The calls that wait in the file give all arguments, `undefined` among them.
  for (const [{ range }, value] of translator.context.options.api === 'async' ? values : []) {
    const [, end] = range;
    // Who shifts twice has nothing left to shift the second time.
    if (!translator.edits.some((edit) => edit.range[1] === end && isDefaultText(edit))) {
      translator.edits.push(insertAfter(end, ` = ${textOf(translator.sourceCode, value)}`));
    }
  }
  return true;
}

/**
 * @param {Edit} edit
 * @returns {boolean}
 */
function isDefaultText(edit) {
  return 'text' in edit && edit.text.startsWith(' = ');
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Statement} statement
 * @returns {boolean} `cb = cb || noop`, `if (!cb) cb = noop`, `const callback = cb || noop`
 */
function isDefault(translator, statement) {
  if (statement.type === 'VariableDeclaration') {
    const [{ id, init }, ...more] = statement.declarations;
    return (
      more.length === 0 &&
      translator.isCallback(id) &&
      init?.type === 'LogicalExpression' &&
      isPlain(init.right)
    );
  }
  if (statement.type === 'ExpressionStatement') {
    const value = readAssignment(translator, statement);
    return (
      value?.type === 'LogicalExpression' &&
      value.operator !== '&&' &&
      translator.isCallback(value.left) &&
      isPlain(value.right)
    );
  }
  if (statement.type !== 'IfStatement' || statement.alternate) {
    return false;
  }
  const { test } = statement;
  const [only, ...more] = listOf(statement.consequent);
  return (
    test.type === 'UnaryExpression' &&
    test.operator === '!' &&
    translator.isCallback(test.argument) &&
    more.length === 0 &&
    only !== undefined &&
    isPlain(readAssignment(translator, only))
  );
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Statement} statement
 * @returns {Map<TSESTree.Parameter, TSESTree.Expression> | undefined} The parameters that move up by
 *   one when they are left out, with what they are then; the callback is not among them.
 */
function readShift(translator, statement) {
  if (statement.type !== 'IfStatement' || statement.alternate) {
    return undefined;
  }
  const { target } = translator;
  const { test } = statement;
  const chosen =
    test.type === 'BinaryExpression' &&
    /^===?$/u.test(test.operator) &&
    test.left.type === 'UnaryExpression' &&
    test.left.operator === 'typeof' &&
    test.left.argument.type === 'Identifier' &&
    test.right.type === 'Literal' &&
    test.right.value === 'function'
      ? translator.variableOf(test.left.argument)
      : undefined;
  const before = target.fn.params[target.index - 1];
  if (!chosen || before?.type !== 'Identifier' || translator.variableOf(before) !== chosen) {
    return undefined;
  }
  /** @type {Map<TSESTree.Parameter, TSESTree.Expression>} */
  const values = new Map();
  let isChosen = false;
  for (const each of listOf(statement.consequent)) {
    const assignment = each.type === 'ExpressionStatement' ? each.expression : undefined;
    if (assignment?.type !== 'AssignmentExpression' || assignment.operator !== '=') {
      return undefined;
    }
    const { left, right } = assignment;
    if (translator.isCallback(left)) {
      isChosen = right.type === 'Identifier' && translator.variableOf(right) === chosen;
      if (!isChosen) {
        return undefined;
      }
    } else if (left.type === 'Identifier' && translator.variableOf(left) === chosen) {
      if (!isEmptyValue(right)) {
        return undefined;
      }
      values.set(before, right);
    } else {
      return undefined;
    }
  }
  return isChosen && values.size <= 1 ? values : undefined;
}

/**
 * @param {TSESTree.Statement} statement
 * @returns {readonly TSESTree.Statement[]}
 */
function listOf(statement) {
  return statement.type === 'BlockStatement' ? statement.body : [statement];
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Statement} statement
 * @returns {TSESTree.Expression | undefined} What the callback is set to.
 */
function readAssignment(translator, statement) {
  return statement.type === 'ExpressionStatement' &&
    statement.expression.type === 'AssignmentExpression' &&
    statement.expression.operator === '=' &&
    translator.isCallback(statement.expression.left)
    ? statement.expression.right
    : undefined;
}

/**
 * @param {TSESTree.Node | undefined} node
 * @returns {boolean} Whether nothing happens when it is evaluated.
 */
function isPlain(node) {
  return (
    node !== undefined &&
    (isFunction(node) ||
      node.type === 'Identifier' ||
      (node.type === 'MemberExpression' && !node.computed && isPlain(node.object)))
  );
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean}
 */
function isEmptyValue(node) {
  switch (node.type) {
    case 'Literal':
      return true;
    case 'Identifier':
      return node.name === 'undefined';
    case 'ObjectExpression':
      return node.properties.length === 0;
    case 'ArrayExpression':
      return node.elements.length === 0;
    default:
      return false;
  }
}
