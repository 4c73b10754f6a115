/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { withoutCasts } from '../syntax/casts.js';
import { globalValues } from '../modules/global-values.js';
import { readKey, readString } from '../modules/modules.js';
import { isWithin, walk } from '../syntax/nodes.js';

/**
 * The code that never runs because the runtime has promises: the code of polyfills. Every Node that has
 * async functions has the global `Promise` with the members below.
 */

/** Members that every supported Node has: all are of ES2021 or older. */
const PRESENT = new Map([
  ['Promise', 'function'],
  ['Promise.all', 'function'],
  ['Promise.allSettled', 'function'],
  ['Promise.any', 'function'],
  ['Promise.prototype', 'object'],
  ['Promise.prototype.catch', 'function'],
  ['Promise.prototype.finally', 'function'],
  ['Promise.prototype.then', 'function'],
  ['Promise.race', 'function'],
  ['Promise.reject', 'function'],
  ['Promise.resolve', 'function'],
]);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether the node runs only where the native `Promise`, or a part of it, is
 *   missing or fails the file's own test of it.
 */
export function runsWithoutPromiseOnly(sourceCode, node) {
  for (
    let child = node, parent = /** @type {TSESTree.Node | undefined} */ (node.parent);
    parent;
    child = parent, parent = parent.parent
  ) {
    if (isDeadBranch(sourceCode, parent, child) || followsEarlyExit(sourceCode, parent, child)) {
      return true;
    }
  }
  return false;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} parent
 * @param {TSESTree.Node} child
 * @returns {boolean}
 */
function isDeadBranch(sourceCode, parent, child) {
  switch (parent.type) {
    // if (!global.Promise) child
    case 'IfStatement':
    case 'ConditionalExpression':
      return parent.test !== child && isDead(sourceCode, parent.test, parent.consequent === child);
    // global.Promise || child
    case 'LogicalExpression':
      return parent.right === child && isDead(sourceCode, parent.left, parent.operator === '&&');
    default:
      return false;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression} test
 * @param {boolean} wanted The result of the test with which the code runs.
 * @returns {boolean}
 */
function isDead(sourceCode, test, wanted) {
  const truth = truthWithPromise(sourceCode, test);
  return truth === undefined ? asksAboutPromise(sourceCode, test) : truth !== wanted;
}

/**
 *     if (global.Promise) return;
 *     child
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} parent
 * @param {TSESTree.Node} child
 * @returns {boolean}
 */
function followsEarlyExit(sourceCode, parent, child) {
  if (parent.type !== 'BlockStatement') {
    return false;
  }
  return parent.body.some(
    (statement) =>
      statement.range[1] <= child.range[0] &&
      statement.type === 'IfStatement' &&
      isExit(statement.consequent) &&
      isDead(sourceCode, statement.test, false),
  );
}

/**
 * @param {TSESTree.Statement | undefined} statement
 * @returns {boolean}
 */
function isExit(statement) {
  return statement?.type === 'BlockStatement'
    ? isExit(statement.body.at(-1))
    : statement?.type === 'ReturnStatement' || statement?.type === 'ThrowStatement';
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} expression
 * @returns {boolean | undefined} Whether the expression is truthy where the native `Promise` is
 *   there; undefined where that does not decide it.
 */
function truthWithPromise(sourceCode, expression) {
  const node = withoutCasts(expression);
  if (kindOf(sourceCode, node) !== undefined) {
    return true;
  }
  switch (node.type) {
    case 'UnaryExpression': {
      const truth = truthWithPromise(sourceCode, node.argument);
      return node.operator === '!' && truth !== undefined ? !truth : undefined;
    }
    case 'LogicalExpression': {
      const sides = [node.left, node.right].map((side) => truthWithPromise(sourceCode, side));
      const decisive = node.operator !== '&&';
      if (sides.includes(decisive)) {
        return decisive;
      }
      return sides.includes(undefined) ? undefined : !decisive;
    }
    case 'BinaryExpression':
      return truthOfComparison(sourceCode, node);
    default:
      return undefined;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {string | undefined} What `typeof` says of a value that is there.
 */
function kindOf(sourceCode, node) {
  return PRESENT.get(globalValues(sourceCode).paths.get(node) ?? '');
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.BinaryExpression} node
 * @returns {boolean | undefined}
 */
function truthOfComparison(sourceCode, { operator, left, right }) {
  // 'Promise' in global
  if (operator === 'in') {
    const owner = globalValues(sourceCode).paths.get(right);
    const key = readString(left);
    const path = owner === '' ? key : `${owner}.${key}`;
    return owner !== undefined && PRESENT.has(path ?? '') ? true : undefined;
  }
  const isEquality = operator === '===' || operator === '==';
  if (!isEquality && operator !== '!==' && operator !== '!=') {
    return undefined;
  }
  const isEqual = areEqual(sourceCode, left, right) ?? areEqual(sourceCode, right, left);
  return isEqual === undefined ? undefined : isEqual === isEquality;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} subject
 * @param {TSESTree.Node} other
 * @returns {boolean | undefined}
 */
function areEqual(sourceCode, subject, other) {
  // typeof Promise === 'undefined'
  if (subject.type === 'UnaryExpression' && subject.operator === 'typeof') {
    const kind = kindOf(sourceCode, subject.argument);
    const named = readString(other);
    return kind === undefined || named === undefined ? undefined : kind === named;
  }
  const isNothing =
    (other.type === 'Identifier' && other.name === 'undefined') ||
    (other.type === 'Literal' && other.value === null && other.raw === 'null') ||
    (other.type === 'UnaryExpression' && other.operator === 'void');
  return isNothing && kindOf(sourceCode, subject) !== undefined ? false : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression} test
 * @returns {boolean} Whether the test hands the native `Promise` to something that judges it:
 *   `isNative(Promise)`, `/native code/.test(Promise)`, `Promise.toString()`.
 */
function asksAboutPromise(sourceCode, test) {
  const { paths } = globalValues(sourceCode);
  for (const call of walk(sourceCode, test)) {
    if (call.type !== 'CallExpression') {
      continue;
    }
    for (const [node, path] of paths) {
      if (path.startsWith('Promise') && isWithin(node, call)) {
        return true;
      }
    }
  }
  return false;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | undefined} expression
 * @returns {boolean} Whether the expression gives the native `Promise` wherever there is one.
 */
export function isNativePromise(sourceCode, expression) {
  if (!expression) {
    return false;
  }
  const node = withoutCasts(expression);
  if (globalValues(sourceCode).paths.get(node) === 'Promise') {
    return true;
  }
  switch (node.type) {
    // global.Promise || require('bluebird')
    case 'LogicalExpression':
      return isNativePromise(sourceCode, node.operator === '&&' ? node.right : node.left);
    case 'ConditionalExpression': {
      const truth = truthWithPromise(sourceCode, node.test);
      if (truth !== undefined) {
        return isNativePromise(sourceCode, truth ? node.consequent : node.alternate);
      }
      return (
        isNativePromise(sourceCode, node.consequent) && isNativePromise(sourceCode, node.alternate)
      );
    }
    case 'MemberExpression':
      return readKey(node) === 'Promise' && globalValues(sourceCode).paths.get(node.object) === '';
    default:
      return false;
  }
}
