/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { withoutCasts } from '../syntax/casts.js';
import { readFunction } from '../syntax/definitions.js';
import { enclosingFunction, isFunction } from '../syntax/functions.js';
import { globalValues } from '../modules/global-values.js';
import { readKey } from '../modules/modules.js';
import { nodesOfType } from '../syntax/nodes.js';
import { constantOf, variableOf, writesOf } from '../syntax/scopes.js';

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
      return isNativeInstance(sourceCode, constantOf(sourceCode, node), fuel - 1);
    }
    case 'MemberExpression': {
      const write = readMemberWrite(sourceCode, node);
      return (
        write !== undefined &&
        isNativeInstance(sourceCode, write.right, fuel - 1) &&
        isOnlyWrite(sourceCode, write)
      );
    }
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
 * @returns {TSESTree.AssignmentExpression | undefined} What gave the member its value on the way there.
 */
function readMemberWrite(sourceCode, member) {
  const key = readKey(member);
  for (
    let node = /** @type {TSESTree.Node} */ (member);
    key !== undefined && node.parent && !isFunction(node);
    node = node.parent
  ) {
    const { parent } = node;
    const statements =
      parent.type === 'BlockStatement' || parent.type === 'Program' ? parent.body : [];
    for (const statement of statements) {
      const write = statement.type === 'ExpressionStatement' ? statement.expression : undefined;
      if (
        statement.range[1] <= member.range[0] &&
        write?.type === 'AssignmentExpression' &&
        write.operator === '=' &&
        write.left.type === 'MemberExpression' &&
        readKey(write.left) === key &&
        isSame(sourceCode, write.left.object, member.object)
      ) {
        return write;
      }
    }
  }
  return undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.AssignmentExpression} write Of a member.
 * @returns {boolean} Whether the file gives nothing else to a member of that name.
 */
function isOnlyWrite(sourceCode, write) {
  const key = readKey(/** @type {TSESTree.MemberExpression} */ (write.left));
  return nodesOfType(sourceCode, 'AssignmentExpression').every(
    (other) =>
      other === write || other.left.type !== 'MemberExpression' || readKey(other.left) !== key,
  );
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
    const fn = enclosingFunction(left);
    return (
      left.type === 'ThisExpression' &&
      right.type === 'ThisExpression' &&
      fn !== undefined &&
      fn === enclosingFunction(right)
    );
  }
  const variable = variableOf(sourceCode, left);
  return (
    variable !== undefined &&
    variable === variableOf(sourceCode, right) &&
    writesOf(variable).every(({ init }) => init)
  );
}
