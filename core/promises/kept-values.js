/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { readKey } from '../analysis/modules/modules.js';
import { methodCallOn, nodesOfType } from '../analysis/syntax/nodes.js';
import { constantOf, isGlobal, readsOf } from '../analysis/syntax/scopes.js';
import { textOf } from '../edits/trivia.js';

/**
 * Values that were kept and are asked for again. Who gets one at once does not wait for it, and one that
 * is a promise is the same for all who ask: an async function would give each of them another.
 *
 *     if (cache.has(key)) return cache.get(key);
 *     const hit = cache.get(key); if (hit !== undefined) return hit;
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether the call gives what was kept, at once: a client of a store gives a promise of
 *   it.
 */
export function isKeptValue(sourceCode, call) {
  const { callee } = call;
  if (callee.type !== 'MemberExpression' || isTestedResult(sourceCode, call)) {
    return callee.type === 'MemberExpression';
  }
  const { object } = callee;
  const cache = textOf(sourceCode, object);
  const key = readKey(callee) ?? '';
  return key === 'get'
    ? isMap(sourceCode, cache) || isAskedFirst(sourceCode, cache)
    : TEXT_METHODS.test(key) || isList(sourceCode, object);
}

/** Methods that give texts, whatever has them. */
const TEXT_METHODS = /^(?:substr|to(?:Lower|Upper)Case$|trim)/u;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} `list` of `const list = [];`.
 */
function isList(sourceCode, node) {
  return constantOf(sourceCode, node)?.type === 'ArrayExpression';
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string} cache
 * @returns {boolean} Whether something depends on what it says to have.
 */
function isAskedFirst(sourceCode, cache) {
  return nodesOfType(sourceCode, 'MemberExpression').some((member) => {
    const call = methodCallOn(member.object);
    return (
      call?.callee === member &&
      readKey(member) === 'has' &&
      textOf(sourceCode, member.object) === cache &&
      isTested(call)
    );
  });
}

/**
 *     const cache = new Map();    this.cache = new Map();    class { cache = new WeakMap(); }
 *
 * @param {SourceCodeLike} sourceCode
 * @param {string} cache
 * @returns {boolean}
 */
function isMap(sourceCode, cache) {
  return nodesOfType(sourceCode, 'NewExpression').some(({ callee, parent }) => {
    if (!['Map', 'WeakMap'].some((name) => isGlobal(sourceCode, callee, name))) {
      return false;
    }
    switch (parent.type) {
      case 'VariableDeclarator':
        return textOf(sourceCode, parent.id) === cache;
      case 'AssignmentExpression':
        return textOf(sourceCode, parent.left) === cache;
      case 'PropertyDefinition':
        return `this.${textOf(sourceCode, parent.key)}` === cache;
      default:
        return false;
    }
  });
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether the variable that gets the result is tested: a promise is always there.
 */
function isTestedResult(sourceCode, { parent }) {
  return (
    parent.type === 'VariableDeclarator' &&
    parent.id.type === 'Identifier' &&
    sourceCode
      .getDeclaredVariables(parent)
      .some((variable) =>
        readsOf(variable).some(({ identifier }) =>
          isTested(/** @type {TSESTree.Node} */ (identifier)),
        ),
      )
  );
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether something depends on whether it is there.
 */
function isTested(node) {
  const parent = /** @type {TSESTree.Node} */ (node.parent);
  switch (parent.type) {
    case 'ConditionalExpression':
    case 'IfStatement':
      return parent.test === node;
    case 'BinaryExpression':
      return /^[!=]==?$/u.test(parent.operator);
    case 'LogicalExpression':
      return parent.left === node;
    case 'UnaryExpression':
      return parent.operator === '!';
    default:
      return false;
  }
}
