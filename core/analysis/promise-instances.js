/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { isFunction } from './functions.js';
import { globalValues } from './global-values.js';
import { readKey } from './modules.js';
import { findVariable, readConstantInit, writesOf } from './scopes.js';

const STATICS = /^Promise\.(?:all|allSettled|any|race|reject|resolve|try)$/u;
const METHODS = new Set(['then', 'catch', 'finally']);
const MAX_STEPS = 20;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | null | undefined} node
 * @param {number} [fuel] Steps left to follow; `const a = b, b = a` ends there.
 * @returns {boolean} Whether the expression is certain to give a native promise: `new Promise(…)`,
 *   what its statics and an async function of the file return, chains on those, constants that hold
 *   them.
 */
export function isNativeInstance(sourceCode, node, fuel = MAX_STEPS) {
  if (!node || fuel === 0) {
    return false;
  }
  switch (node.type) {
    case 'ChainExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
    case 'TSTypeAssertion':
      return isNativeInstance(sourceCode, node.expression, fuel);
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
  return isAsyncFunction(sourceCode, callee);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression} node
 * @returns {boolean} Whether the expression is an async function of the file, and no generator.
 */
function isAsyncFunction(sourceCode, node) {
  if (isFunction(node)) {
    return node.async && !node.generator;
  }
  const variable =
    node.type === 'Identifier' ? findVariable(sourceCode, node, node.name) : undefined;
  const [definition, ...more] = variable?.defs ?? [];
  if (!variable || more.length > 0) {
    return false;
  }
  if (definition?.type === 'FunctionName') {
    const declaration = /** @type {TSESTree.FunctionDeclaration} */ (definition.node);
    return declaration.async && !declaration.generator && writesOf(variable).length === 0;
  }
  const constant = readConstantInit(variable);
  return Boolean(
    constant?.keys.length === 0 &&
    isFunction(constant.init) &&
    constant.init.async &&
    !constant.init.generator,
  );
}
