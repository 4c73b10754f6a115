/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { withoutCasts } from './casts.js';
import { readFunction } from './definitions.js';
import { enclosingFunction } from './functions.js';
import { globalValues } from './global-values.js';
import { readKey } from './modules.js';
import { isWithin, nodesOfType } from './nodes.js';
import { findVariable, readConstantInit, writesOf } from './scopes.js';

const STATICS = /^Promise\.(?:all|allSettled|any|race|reject|resolve|try)$/u;
const METHODS = new Set(['then', 'catch', 'finally']);
const MAX_STEPS = 20;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | null | undefined} expression
 * @param {number} [fuel] Steps left to follow; `const a = b, b = a` ends there.
 * @returns {boolean} Whether the expression is certain to give a native promise: `new Promise(…)`,
 *   what its statics and an async function of the file return, chains on those, constants that hold
 *   them, members that were just given them.
 */
export function isNativeInstance(sourceCode, expression, fuel = MAX_STEPS) {
  if (!expression || fuel === 0) {
    return false;
  }
  const node = withoutCasts(expression);
  switch (node.type) {
    case 'Identifier': {
      const variable = findVariable(sourceCode, node, node.name);
      const constant = variable && readConstantInit(variable);
      return constant?.keys.length === 0 && isNativeInstance(sourceCode, constant.init, fuel - 1);
    }
    case 'MemberExpression':
      return isNativeInstance(sourceCode, readMemberValue(sourceCode, node), fuel - 1);
    case 'NewExpression':
      return globalValues(sourceCode).paths.get(node.callee) === 'Promise';
    case 'CallExpression':
      return isNativeResult(sourceCode, node.callee, fuel - 1);
    default:
      return false;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression} callee
 * @param {number} fuel
 * @returns {boolean}
 */
function isNativeResult(sourceCode, callee, fuel) {
  if (callee.type === 'MemberExpression') {
    return (
      STATICS.test(globalValues(sourceCode).paths.get(callee) ?? '') ||
      (METHODS.has(readKey(callee) ?? '') && isNativeInstance(sourceCode, callee.object, fuel))
    );
  }
  const called = readFunction(sourceCode, callee);
  return called !== undefined && called.async && !called.generator;
}

/**
 *     this.promise = new Promise(…);  …  this.promise
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.MemberExpression} member
 * @returns {TSESTree.Expression | undefined} What it was given on the way there, where the file gives
 *   nothing else to a member of that name.
 */
function readMemberValue(sourceCode, member) {
  const key = readKey(member);
  const [write, ...more] = nodesOfType(sourceCode, 'AssignmentExpression').filter(
    ({ left }) => left.type === 'MemberExpression' && readKey(left) === key,
  );
  if (key === undefined || write?.left.type !== 'MemberExpression' || more.length > 0) {
    return undefined;
  }
  const statement = write.parent;
  const block = statement.parent;
  const isBefore =
    statement.type === 'ExpressionStatement' &&
    (block?.type === 'BlockStatement' || block?.type === 'Program') &&
    isWithin(member, block) &&
    statement.range[1] <= member.range[0] &&
    enclosingFunction(statement) === enclosingFunction(member);
  return isBefore && write.operator === '=' && isSame(sourceCode, write.left.object, member.object)
    ? write.right
    : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression} left
 * @param {TSESTree.Expression} right
 * @returns {boolean} Whether both are the same `this` of a function, or the same constant or
 *   parameter.
 */
function isSame(sourceCode, left, right) {
  if (left.type !== 'Identifier' || right.type !== 'Identifier') {
    return (
      left.type === 'ThisExpression' &&
      right.type === 'ThisExpression' &&
      enclosingFunction(left) !== undefined
    );
  }
  const variable = findVariable(sourceCode, left, left.name);
  return (
    variable !== undefined &&
    variable === findVariable(sourceCode, right, right.name) &&
    writesOf(variable).every(({ init }) => init)
  );
}
