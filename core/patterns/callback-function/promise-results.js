/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Translator } from './translator.js' */

import { oncePerFile } from '../../analysis/facts.js';
import { readClass } from '../../analysis/definitions.js';
import { asyncFunctions } from '../../analysis/function-kinds.js';
import { functionName, isFunction } from '../../analysis/functions.js';
import { readKey } from '../../analysis/modules.js';
import { classifyPromise, getsProperty } from '../../analysis/promises.js';
import { findVariable, isGlobal, readConstantInit } from '../../analysis/scopes.js';
import { definitionsByName } from './methods.js';

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
 * @param {TSESTree.ObjectLiteralElement | TSESTree.ClassElement} part
 * @returns {boolean} `{ then() {} }`, `{ 'then': … }`
 */
function isThen(part) {
  return (
    'key' in part &&
    !part.computed &&
    ('name' in part.key ? part.key.name : part.key.value) === 'then'
  );
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
        (variable && getsProperty(variable, (key) => key === 'then')) ||
        (constant?.keys.length === 0 &&
          constant.init.type !== 'Identifier' &&
          isPromise(translator, constant.init))
      );
    }
    case 'MemberExpression':
      return (definitionsByName(sourceCode).get(readKey(node) ?? '') ?? []).some(
        ({ value }) => value && classifyPromise(sourceCode, value) === 'native',
      );
    case 'NewExpression':
      return readClass(sourceCode, node.callee)?.body.body.some(isThen) === true;
    case 'ObjectExpression':
      return node.properties.some(isThen);
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
