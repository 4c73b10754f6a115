/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Executor } from '../../analysis/promises/executors.js' */
/** @import { PatternContext, Refusal } from '../../contract/pattern.js' */

import { coreApi } from '../../analysis/apis/core-promise-apis.js';
import { takesDescriptor } from '../../analysis/values/descriptors.js';
import { isFunction } from '../../analysis/syntax/functions.js';
import { readKey, resolveOrigin } from '../../analysis/modules/modules.js';
import { runsOn } from '../../analysis/environment/node-floor.js';
import { isReplaced } from '../../analysis/modules/replaced-members.js';
import { untouchedOrigin } from '../../analysis/modules/replaced-values.js';
import { findVariable } from '../../analysis/syntax/scopes.js';
import { readModuleMember } from '../../analysis/environment/types.js';
import { textOf } from '../../edits/trivia.js';
import { isUse, usesOf } from './chains.js';

/**
 * A call of a core function whose callback only settles the promise around it.
 *
 * @typedef {object} SettlingCallback
 * @property {TSESTree.CallExpression} call
 * @property {TSESTree.FunctionExpression | TSESTree.ArrowFunctionExpression} callback
 * @property {Refusal | undefined} refusal Why the promise form cannot be written there.
 */

/**
 *     fs.readFile(path, (error, data) => { if (error) reject(error); else resolve(data); })
 *
 * `fs.promises.readFile(path)` gives the same result and the same errors, wrong arguments included:
 * the executor turns what the callback form throws into a rejection, the promise form rejects.
 *
 * @param {PatternContext} context
 * @param {Executor} executor
 * @param {TSESTree.Expression} expression The body of the executor.
 * @returns {SettlingCallback | undefined}
 */
export function readSettlingCallback(context, executor, expression) {
  const { sourceCode } = context;
  if (expression.type !== 'CallExpression' || expression.optional) {
    return undefined;
  }
  const callback = expression.arguments.at(-1);
  const api = coreApi(
    untouchedOrigin(sourceCode, expression.callee) ??
      readModuleMember(sourceCode, expression.callee),
  );
  if (
    !api ||
    (api.results !== 'one' && api.results !== 'none') ||
    !isFunction(callback) ||
    !settlesOnly(callback, executor, api.results)
  ) {
    return undefined;
  }
  const { callee } = expression;
  const hasForm =
    api.promises !== undefined &&
    runsOn(context, api.promises) &&
    callee.type === 'MemberExpression' &&
    callee.object.type === 'Identifier' &&
    findVariable(sourceCode, callee.object, callee.object.name) !== undefined &&
    !callee.computed;
  const refusal = hasForm
    ? refuseArguments(context, expression)
    : /** @type {Refusal} */ ({
        reason: 'no-promise-form',
        subject: `\`${textOf(sourceCode, callee)}\``,
      });
  return { call: expression, callback, refusal };
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @returns {Refusal | undefined} For what the promise form does not take, a file descriptor, or answers
 *   otherwise, and where tests put something else in the place of the function.
 */
function refuseArguments(context, { callee, arguments: values }) {
  const { sourceCode } = context;
  if (isReplaced(context, resolveOrigin(sourceCode, callee))) {
    return { reason: 'core-replaced', subject: `\`${textOf(sourceCode, callee)}\`` };
  }
  const [file] = values;
  // With `recursive`, the promise form gives the first directory that it makes.
  const name = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
  return (name === 'mkdir' && values.length > 2) ||
    takesDescriptor(sourceCode, name, file) ||
    values.some(({ type }) => type === 'SpreadElement')
    ? { reason: 'no-promise-form', subject: `\`${textOf(sourceCode, /** @type {any} */ (file))}\`` }
    : undefined;
}

/**
 *     (error, data) => { if (error) return reject(error); resolve(data); }
 *     (error, data) => { if (error) { reject(error); return; } resolve(data); }
 *     (error, data) => { if (error) reject(error); else resolve(data); }
 *     (error, data) => (error ? reject(error) : resolve(data))
 *
 * Without the `return`, `resolve` does nothing after `reject`.
 *
 * @param {TSESTree.FunctionExpression | TSESTree.ArrowFunctionExpression} callback
 * @param {Executor} executor
 * @param {'one' | 'none'} results
 * @returns {boolean}
 */
function settlesOnly(callback, { resolve, reject }, results) {
  if (callback.async || callback.generator || !resolve || !reject) {
    return false;
  }
  const [error, result, ...more] = callback.params;
  const ways = readWays(callback.body);
  if (
    !ways ||
    more.length > 0 ||
    error?.type !== 'Identifier' ||
    (result && result.type !== 'Identifier') ||
    usesOf(resolve) !== 1 ||
    usesOf(reject) !== 1 ||
    !isErrorTest(ways.test, error.name) ||
    !isUse(ways.failure.callee, reject) ||
    !isUse(ways.success.callee, resolve)
  ) {
    return false;
  }
  const [reason, ...reasons] = ways.failure.arguments;
  const [value, ...values] = ways.success.arguments;
  if (reasons.length > 0 || values.length > 0 || !isNamed(reason, error.name)) {
    return false;
  }
  return results === 'one' ? Boolean(result && isNamed(value, result.name)) : value === undefined;
}

/**
 * @param {TSESTree.Node | undefined} node
 * @param {string} name
 * @returns {boolean}
 */
function isNamed(node, name) {
  return node?.type === 'Identifier' && node.name === name;
}

/**
 * @param {TSESTree.Node} test
 * @param {string} name
 * @returns {boolean} Whether the test is `error`, `error != null` or `error !== null`; core calls back
 *   with `null` or an error.
 */
function isErrorTest(test, name) {
  if (test.type === 'BinaryExpression') {
    return (
      (test.operator === '!=' || test.operator === '!==') &&
      isNamed(test.left, name) &&
      test.right.type === 'Literal' &&
      test.right.value === null &&
      test.right.raw === 'null'
    );
  }
  return isNamed(test, name);
}

/**
 * @typedef {object} Ways
 * @property {TSESTree.Expression} test
 * @property {TSESTree.CallExpression} failure
 * @property {TSESTree.CallExpression} success
 */

/**
 * @param {TSESTree.Node} body
 * @returns {Ways | undefined}
 */
function readWays(body) {
  const statements = body.type === 'BlockStatement' ? body.body : undefined;
  const isEnded = isBareReturn(statements?.at(-1));
  const [first, second, ...more] = (isEnded ? statements?.slice(0, -1) : statements) ?? [];
  const only = second ? undefined : expressionOf(first);
  const choice = statements ? only : body;
  if (choice?.type === 'ConditionalExpression') {
    return waysOf(choice.test, choice.consequent, choice.alternate);
  }
  if (first?.type !== 'IfStatement' || more.length > 0) {
    return undefined;
  }
  const success = first.alternate ? (second ? undefined : first.alternate) : second;
  return waysOf(first.test, onlyCall(first.consequent), onlyCall(success));
}

/**
 * @param {TSESTree.Expression} test
 * @param {TSESTree.Expression | undefined} failure
 * @param {TSESTree.Expression | undefined} success
 * @returns {Ways | undefined}
 */
function waysOf(test, failure, success) {
  return isCall(failure) && isCall(success) ? { test, failure, success } : undefined;
}

/**
 * @param {TSESTree.Expression | undefined} node
 * @returns {node is TSESTree.CallExpression}
 */
function isCall(node) {
  return node?.type === 'CallExpression' && !node.optional;
}

/**
 * @param {TSESTree.Statement | undefined} statement
 * @returns {TSESTree.Expression | undefined}
 */
function expressionOf(statement) {
  if (statement?.type === 'ExpressionStatement') {
    return statement.expression;
  }
  return statement?.type === 'ReturnStatement' ? (statement.argument ?? undefined) : undefined;
}

/**
 * @param {TSESTree.Statement | undefined} statement
 * @returns {TSESTree.Expression | undefined} The expression of `call();`, `return call();`,
 *   `{ call(); }`, `{ call(); return; }`.
 */
function onlyCall(statement) {
  if (statement?.type !== 'BlockStatement') {
    return expressionOf(statement);
  }
  const [first, second, ...more] = statement.body;
  return more.length === 0 && (!second || isBareReturn(second)) ? expressionOf(first) : undefined;
}

/**
 * @param {TSESTree.Statement | undefined} statement
 * @returns {boolean}
 */
function isBareReturn(statement) {
  return statement?.type === 'ReturnStatement' && !statement.argument;
}
