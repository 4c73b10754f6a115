/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { withoutCasts } from './casts.js';
import { readKey, readString } from './modules.js';
import { readConstantInit, variableOf } from './scopes.js';

/**
 * Code that a server runs only while it is worked on:
 *
 *     if (process.env.NODE_ENV !== 'production') {…}    const isDev = …; isDev ? … : …; isDev && …
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether something around the node makes sure of that.
 */
export function runsInDevelopment(sourceCode, node) {
  let inner = node;
  for (let outer = node.parent; outer; inner = outer, outer = outer.parent) {
    switch (outer.type) {
      case 'ConditionalExpression':
      case 'IfStatement':
        if (
          (inner === outer.consequent && tells(sourceCode, outer.test, true)) ||
          (inner === outer.alternate && tells(sourceCode, outer.test, false))
        ) {
          return true;
        }
        break;
      case 'LogicalExpression':
        if (
          inner === outer.right &&
          outer.operator !== '??' &&
          tells(sourceCode, outer.left, outer.operator === '&&')
        ) {
          return true;
        }
        break;
      default:
    }
  }
  return false;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} test
 * @param {boolean} outcome
 * @param {Set<Variable>} [seen] Constants may be read from each other, in a circle.
 * @returns {boolean} Whether the test has that outcome in development alone.
 */
function tells(sourceCode, test, outcome, seen = new Set()) {
  const condition = withoutCasts(test);
  switch (condition.type) {
    case 'BinaryExpression': {
      const { left, operator, right } = condition;
      const name = readString(left) ?? readString(right) ?? '';
      const isEqual = operator === '==' || operator === '===';
      return (
        (isEqual || operator === '!=' || operator === '!==') &&
        (isNodeEnv(sourceCode, left, seen) || isNodeEnv(sourceCode, right, seen)) &&
        (isEqual === outcome ? /^(?:dev|local|test)/u : /^prod/u).test(name)
      );
    }
    case 'Identifier': {
      const constant = readConstant(sourceCode, condition, seen);
      return constant?.keys.length === 0 && tells(sourceCode, constant.init, outcome, seen);
    }
    case 'LogicalExpression':
      return (
        condition.operator === (outcome ? '&&' : '||') &&
        [condition.left, condition.right].some((side) => tells(sourceCode, side, outcome, seen))
      );
    case 'UnaryExpression':
      return condition.operator === '!' && tells(sourceCode, condition.argument, !outcome, seen);
    default:
      return false;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @param {Set<Variable>} seen
 * @returns {boolean} `process.env.NODE_ENV`, `process.env.NODE_ENV || 'development'`, or a constant
 *   that holds it.
 */
function isNodeEnv(sourceCode, node, seen) {
  switch (node.type) {
    case 'Identifier': {
      const constant = readConstant(sourceCode, node, seen);
      return (
        constant?.keys.at(-1) === 'NODE_ENV' ||
        (constant?.keys.length === 0 && isNodeEnv(sourceCode, constant.init, seen))
      );
    }
    case 'LogicalExpression':
      return isNodeEnv(sourceCode, node.left, seen);
    default:
      return node.type === 'MemberExpression' && readKey(node) === 'NODE_ENV';
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Identifier} name
 * @param {Set<Variable>} seen Gets the variable.
 */
function readConstant(sourceCode, name, seen) {
  const variable = variableOf(sourceCode, name);
  if (!variable || seen.has(variable)) {
    return undefined;
  }
  seen.add(variable);
  return readConstantInit(variable);
}
