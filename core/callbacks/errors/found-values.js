/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */

import { isInLoop } from '../../analysis/flow/control-flow.js';
import { enclosingFunction } from '../../analysis/syntax/functions.js';
import { readKey } from '../../analysis/modules/modules.js';
import { isWithin, nodesWithin } from '../../analysis/syntax/nodes.js';
import { writesOf, variableOf } from '../../analysis/syntax/scopes.js';
import { textOf } from '../../edits/trivia.js';
import { endsFlow } from '../statements/flow.js';

/**
 * What has been asked for before it is read:
 *
 *     if (!req.body) return;        req.body && req.body.name
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @param {FunctionNode} fn That it is the own code of.
 * @returns {boolean} Whether it is a name or a member that is neither `null` nor `undefined` wherever the
 *   function comes to it.
 */
export function isFound(sourceCode, node, fn) {
  const root = rootOf(node);
  if (!root) {
    return false;
  }
  const text = textOf(sourceCode, node);
  const guard = guardOf(sourceCode, node, fn, { text, isThere: true });
  return guard !== undefined && !isWrittenBehind(sourceCode, { root, text, guard, fn });
}

/**
 *     if (err) return cb(err);        if (!err) { … }
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Identifier} name Of a parameter that is written nowhere.
 * @param {TSESTree.Node} node
 * @param {FunctionNode} fn That has the parameter, and the node in it.
 * @returns {boolean} Whether a test has shown that it is `null` wherever the function comes to the node.
 */
export function isFalseAt(sourceCode, name, node, fn) {
  const variable = sourceCode.getDeclaredVariables(fn).find((each) => each.identifiers[0] === name);
  /** @type {Asked} */
  const denied = { text: name.name, isThere: false, variable };
  return (
    variable !== undefined &&
    writesOf(variable).length === 0 &&
    guardOf(sourceCode, node, fn, denied) !== undefined
  );
}

/**
 * What a test is asked to show.
 *
 * @typedef {object} Asked
 * @property {string} text Of a name or a member.
 * @property {boolean} isThere That it is there, or that it is not.
 * @property {Variable | undefined} [variable] What the name has to mean.
 */

/**
 * @param {TSESTree.Node} node
 * @returns {TSESTree.Identifier | undefined} `req` of `req.body.user`.
 */
function rootOf(node) {
  if (node.type === 'Identifier') {
    return node;
  }
  return node.type === 'MemberExpression' && !node.computed ? rootOf(node.object) : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @param {FunctionNode} fn
 * @param {Asked} asked
 * @returns {TSESTree.Node | undefined} The test that each way to it passes, and what comes of that shows
 *   what is asked.
 */
function guardOf(sourceCode, node, fn, asked) {
  for (let child = node, { parent } = child; parent && child !== fn; { parent } = child) {
    const guard = guardBy(sourceCode, parent, child, asked);
    if (guard) {
      return guard;
    }
    child = parent;
  }
  return undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} parent
 * @param {TSESTree.Node} child
 * @param {Asked} asked
 * @returns {TSESTree.Node | undefined}
 */
function guardBy(sourceCode, parent, child, asked) {
  switch (parent.type) {
    case 'ConditionalExpression':
    case 'IfStatement': {
      const { test } = parent;
      return child !== test && shows(sourceCode, test, child === parent.consequent, asked)
        ? test
        : undefined;
    }
    case 'LogicalExpression': {
      const { left, operator } = parent;
      const isSo = child !== left && operator !== '??';
      return isSo && shows(sourceCode, left, operator === '&&', asked) ? left : undefined;
    }
    case 'BlockStatement':
      for (const statement of parent.body.slice(
        0,
        parent.body.indexOf(/** @type {any} */ (child)),
      )) {
        if (
          statement.type === 'IfStatement' &&
          endsFlow(statement.consequent) &&
          shows(sourceCode, statement.test, false, asked)
        ) {
          return statement.test;
        }
      }
      return undefined;
    default:
      return undefined;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression} test
 * @param {boolean} outcome Whether it is true.
 * @param {Asked} asked
 * @returns {boolean} Whether that shows what is asked.
 */
function shows(sourceCode, test, outcome, asked) {
  const is = (/** @type {TSESTree.Node} */ node) =>
    textOf(sourceCode, node) === asked.text &&
    (!asked.variable || variableOf(sourceCode, node) === asked.variable);
  switch (test.type) {
    case 'UnaryExpression':
      return test.operator === '!' && shows(sourceCode, test.argument, !outcome, asked);
    case 'LogicalExpression':
      return (
        test.operator === (outcome ? '&&' : '||') &&
        (shows(sourceCode, test.left, outcome, asked) ||
          shows(sourceCode, test.right, outcome, asked))
      );
    case 'BinaryExpression': {
      const { left, operator, right } = test;
      const isNull = right.type === 'Literal' && right.value === null && !('regex' in right);
      return isNull && is(left) && operator === (outcome === asked.isThere ? '!=' : '==');
    }
    default:
      return outcome === asked.isThere && is(test);
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {object} read
 * @param {TSESTree.Identifier} read.root
 * @param {string} read.text
 * @param {TSESTree.Node} read.guard
 * @param {FunctionNode} read.fn
 * @returns {boolean} Whether it, or something on the way to it, may have another value by then.
 */
function isWrittenBehind(sourceCode, { root, text, guard, fn }) {
  const variable = variableOf(sourceCode, root);
  const keys = text.split('.').slice(1);
  // A function inside may run whenever it likes, wherever it stands.
  const isBehind = (/** @type {TSESTree.Node} */ node) =>
    node.range[0] >= guard.range[0] || enclosingFunction(node) !== fn;
  const writes = [
    ...nodesWithin(sourceCode, 'AssignmentExpression', fn).map(({ left }) => left),
    ...nodesWithin(sourceCode, 'UpdateExpression', fn).map(({ argument }) => argument),
    ...nodesWithin(sourceCode, 'UnaryExpression', fn)
      .filter(({ operator }) => operator === 'delete')
      .map(({ argument }) => argument),
  ];
  return (
    !variable ||
    writesOf(variable).some(
      ({ identifier, init }) => !init && isBehind(/** @type {any} */ (identifier)),
    ) ||
    writes.some(
      (target) =>
        isBehind(target) &&
        (target.type !== 'MemberExpression'
          ? target.type !== 'Identifier'
          : target.computed || keys.includes(textOf(sourceCode, target.property))),
    ) ||
    nodesWithin(sourceCode, 'CallExpression', fn).some(
      (call) =>
        isBehind(call) &&
        !isWithin(root, call) &&
        !comesAfter(call, root, fn) &&
        getsHolder(sourceCode, call, text),
    )
  );
}

/**
 * @param {TSESTree.Node} node
 * @param {TSESTree.Node} read
 * @param {FunctionNode} fn
 * @returns {boolean} Whether it does not run before what is read is read.
 */
function comesAfter(node, read, fn) {
  return node.range[0] > read.range[0] && enclosingFunction(node) === fn && !isInLoop(read);
}

/** What a request is asked for: `req.get('accept')`. */
const ASKING = /^(?:accepts\w*|get|header|is|param|range)$/u;

/**
 *     strip(req)    req.logout()
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {string} text `req.user`
 * @returns {boolean} Whether what it calls may put another value there.
 */
function getsHolder(sourceCode, { callee, arguments: given }, text) {
  const isHolder = (/** @type {TSESTree.Node} */ node) =>
    text.startsWith(`${textOf(sourceCode, node)}.`);
  return callee.type === 'MemberExpression' && isHolder(callee.object)
    ? !ASKING.test(readKey(callee) ?? '')
    : given.some(isHolder);
}
