/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Translator } from './translator.js' */

import { oncePerFile } from '../../analysis/facts.js';
import { asyncFunctions } from '../../analysis/function-kinds.js';
import { functionName, isFunction } from '../../analysis/functions.js';
import { readKey } from '../../analysis/modules.js';
import { classifyPromise } from '../../analysis/promises.js';
import { findVariable, isGlobal, readConstantInit } from '../../analysis/scopes.js';

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it makes no difference when, or whether, the node is evaluated.
 */
export function isSimple(node) {
  return (
    node.type === 'Identifier' ||
    node.type === 'Literal' ||
    node.type === 'ThisExpression' ||
    isFunction(node)
  );
}

/**
 * @param {TSESTree.Property} property
 * @returns {boolean} `{ then() {} }`
 */
function isThen({ key, computed }) {
  return !computed && key.type === 'Identifier' && key.name === 'then';
}

/**
 * @param {Pick<Translator, 'sourceCode'>} translator
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether the result is a promise: an async function would wait for it.
 */
export function isPromise(translator, node) {
  const { sourceCode } = translator;
  if (classifyPromise(sourceCode, node) === 'native') {
    return true;
  }
  switch (node.type) {
    case 'Identifier': {
      const variable = findVariable(sourceCode, node, node.name);
      const constant = variable && readConstantInit(variable);
      return (
        constant?.keys.length === 0 &&
        constant.init.type !== 'Identifier' &&
        isPromise(translator, constant.init)
      );
    }
    case 'ObjectExpression':
      return node.properties.some((each) => each.type === 'Property' && isThen(each));
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].some((each) => isPromise(translator, each));
    case 'LogicalExpression':
      return [node.left, node.right].some((each) => isPromise(translator, each));
    case 'CallExpression': {
      const { callee } = node;
      const key = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
      return (
        callee.type === 'MemberExpression' &&
        key !== undefined &&
        (isGlobal(sourceCode, callee.object, 'Promise') ||
          key === 'then' ||
          asyncNames(sourceCode).has(key))
      );
    }
    default:
      return false;
  }
}

/** @type {(sourceCode: Translator['sourceCode']) => ReadonlySet<string | undefined>} The names of async functions in the file. */
const asyncNames = oncePerFile(
  (sourceCode) => new Set(asyncFunctions(sourceCode).map(functionName)),
);
