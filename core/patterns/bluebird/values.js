/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { certainValue, keepsValue } from '../../analysis/values/certain-values.js';
import { ARRAY_TO_ARRAY } from '../../analysis/values/iterables.js';
import { readKey } from '../../analysis/modules/modules.js';
import { walk } from '../../analysis/syntax/nodes.js';
import { untouchedOrigin } from '../../analysis/modules/replaced-values.js';
import { findVariable, readsOf, variableOf } from '../../analysis/syntax/scopes.js';

/** Members that arrays have, and neither promises, nor sets, nor strings. */
const ARRAY_MEMBERS = new Set(['findIndex', 'pop', 'push', 'shift', 'sort', 'splice', 'unshift']);

const ARRAY_MAKERS = new Set([
  'Array.from',
  'Array.of',
  'Object.entries',
  'Object.keys',
  'Object.values',
]);

/** How many variables are followed. */
const MAX_DEPTH = 6;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | undefined} node
 * @param {number} [depth]
 * @returns {boolean} Whether the expression is certain to give an array, not a promise of one, nor
 *   another iterable.
 */
export function isArray(sourceCode, node, depth = MAX_DEPTH) {
  if (!node || depth === 0) {
    return false;
  }
  switch (node.type) {
    case 'ArrayExpression':
      // Methods of arrays pass over what is not there.
      return !node.elements.includes(null);
    case 'CallExpression':
      return isArrayCall(sourceCode, node, depth);
    case 'Identifier': {
      const variable = variableOf(sourceCode, node);
      if (!variable) {
        return false;
      }
      const uses = readsOf(variable).map(({ identifier }) => identifier);
      return (
        isArray(sourceCode, certainValue(sourceCode, node), depth - 1) ||
        (uses.some(isUsedAsArray) &&
          // Array.isArray(list)
          uses.every(
            ({ parent }) =>
              parent?.type !== 'CallExpression' ||
              parent.callee.type !== 'MemberExpression' ||
              readKey(parent.callee) !== 'isArray',
          ))
      );
    }
    default:
      return false;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {number} depth
 * @returns {boolean}
 */
function isArrayCall(sourceCode, { callee }, depth) {
  if (callee.type !== 'MemberExpression') {
    return false;
  }
  const key = readKey(callee) ?? '';
  const origin = untouchedOrigin(sourceCode, callee);
  if (origin?.kind === 'global' && ARRAY_MAKERS.has([origin.name, ...origin.path].join('.'))) {
    return true;
  }
  return ARRAY_TO_ARRAY.has(key) && isArray(sourceCode, callee.object, depth - 1);
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether the code treats the variable as an array: `list.push(…)`.
 */
function isUsedAsArray({ parent }) {
  return (
    parent?.type === 'MemberExpression' &&
    parent.property.type === 'Identifier' &&
    !parent.computed &&
    ARRAY_MEMBERS.has(parent.property.name) &&
    parent.parent.type === 'CallExpression' &&
    parent.parent.callee === parent
  );
}

/** Types of expressions that do nothing but give a value. */
const STILL = new Set([
  'BinaryExpression',
  'Identifier',
  'Literal',
  'LogicalExpression',
  'MemberExpression',
  'TemplateElement',
  'TemplateLiteral',
  'ThisExpression',
]);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether the expression may be evaluated inside an arrow function in its place.
 */
export function isStill(sourceCode, node) {
  return [...walk(sourceCode, node)].every(({ type }) => STILL.has(type));
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether the expression is certain not to be `undefined`.
 */
export function isDefined(sourceCode, node) {
  switch (node.type) {
    case 'ArrayExpression':
    case 'ArrowFunctionExpression':
    case 'ClassExpression':
    case 'FunctionExpression':
    case 'Literal':
    case 'NewExpression':
    case 'ObjectExpression':
    case 'TemplateLiteral':
      return true;
    case 'Identifier': {
      const init = certainValue(sourceCode, node);
      return init !== undefined && init.type !== 'Identifier' && isDefined(sourceCode, init);
    }
    default:
      return false;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether the expression is certain to be an object other than a `Map`.
 */
export function isRecord(sourceCode, node) {
  return (certainValue(sourceCode, node) ?? node).type === 'ObjectExpression';
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Identifier} name Of a parameter or a constant.
 * @returns {boolean} Whether the variable has one value, from before it is read.
 */
export function isFixed(sourceCode, name) {
  const variable = variableOf(sourceCode, name);
  return variable !== undefined && keepsValue(variable);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether the expression gives the same, and does nothing else, whenever it is
 *   evaluated.
 */
export function isRestful(sourceCode, node) {
  switch (node.type) {
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'Literal':
    case 'ThisExpression':
      return true;
    case 'Identifier':
      return node.name === 'undefined' || isFixed(sourceCode, node);
    case 'UnaryExpression':
      return node.operator === '-' && node.argument.type === 'Literal';
    // new Error('message')
    case 'NewExpression':
      return (
        node.callee.type === 'Identifier' &&
        /Error$/u.test(node.callee.name) &&
        !findVariable(sourceCode, node.callee, node.callee.name) &&
        node.arguments.every((argument) => isRestful(sourceCode, argument))
      );
    default:
      return false;
  }
}

/**
 *     { type: 'create', names: [name] }
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | null} node
 * @returns {boolean} The same, where it is evaluated once at most: also of a new object or list.
 */
export function isRestfulOnce(sourceCode, node) {
  if (!node) {
    return false;
  }
  switch (node.type) {
    case 'ArrayExpression':
      return node.elements.every((element) => isRestfulOnce(sourceCode, element));
    case 'ObjectExpression':
      return node.properties.every(
        (property) =>
          property.type === 'Property' &&
          !property.computed &&
          property.kind === 'init' &&
          isRestfulOnce(sourceCode, property.value),
      );
    default:
      return isRestful(sourceCode, node);
  }
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it is a value, or an empty list or object, that is no promise.
 */
export function isFreshValue(node) {
  return (
    node.type === 'Literal' ||
    (node.type === 'ArrayExpression' && node.elements.length === 0) ||
    (node.type === 'ObjectExpression' && node.properties.length === 0)
  );
}
