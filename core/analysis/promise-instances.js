/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { withoutCasts } from './casts.js';
import { readFunction } from './definitions.js';
import { globalValues } from './global-values.js';
import { readKey } from './modules.js';
import { findVariable, readConstantInit } from './scopes.js';

const STATICS = /^Promise\.(?:all|allSettled|any|race|reject|resolve|try)$/u;
const METHODS = new Set(['then', 'catch', 'finally']);
const MAX_STEPS = 20;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | null | undefined} expression
 * @param {number} [fuel] Steps left to follow; `const a = b, b = a` ends there.
 * @returns {boolean} Whether the expression is certain to give a native promise: `new Promise(…)`,
 *   what its statics and an async function of the file return, chains on those, constants that hold
 *   them.
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
