/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Chain } from './chains.js' */

import { readExecutor } from '../../analysis/promises/executors.js';
import { isFunction } from '../../analysis/syntax/functions.js';
import { readKey } from '../../analysis/modules/modules.js';
import { isGlobal, variableOf } from '../../analysis/syntax/scopes.js';

/**
 * Chains that say what they do in fewer words than `await` would.
 *
 * @param {SourceCodeLike} sourceCode
 * @param {Chain} chain
 * @returns {boolean}
 */
export function isClearerAsChain(sourceCode, chain) {
  return (
    (chain.node.parent?.type === 'AwaitExpression' && hasDefault(chain)) ||
    settlesAnother(sourceCode, chain) ||
    waitsForTurns(sourceCode, chain)
  );
}

/**
 *     const stat = await fs.promises.stat(link.path).catch(() => null);
 *     const text = await read(path).then((data) => data.toString(), () => '');
 *
 * @param {Chain} chain
 * @returns {boolean} Whether all that is chained to what is awaited is a default where it fails: a `try`
 *   would need a variable more, or hide what its arguments throw.
 */
function hasDefault({ links }) {
  const [link, ...more] = links;
  if (!link || more.length > 0) {
    return false;
  }
  const [first, second] = link.call.arguments;
  return link.method === 'then'
    ? first?.type === 'ArrowFunctionExpression' &&
        first.body.type !== 'BlockStatement' &&
        givesConstant(second)
    : link.method === 'catch' && (isEmpty(first) || givesConstant(first));
}

/**
 *     new Promise((resolve, reject) => { setTimeout(() => promise.then(resolve, reject), 10); })
 *
 * @param {SourceCodeLike} sourceCode
 * @param {Chain} chain
 * @returns {boolean} Whether all that is chained is that another promise is settled in the same way.
 */
function settlesAnother(sourceCode, { links }) {
  return links.every(({ call }) =>
    call.arguments.every((argument) => isSettler(sourceCode, argument)),
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it is the name of what `new Promise` calls its executor with.
 */
function isSettler(sourceCode, node) {
  const definition = variableOf(sourceCode, node)?.defs[0];
  const executor = definition?.type === 'Parameter' ? definition.node : undefined;
  return isFunction(executor) && readExecutor(sourceCode, executor.parent)?.fn === executor;
}

/**
 *     await Promise.resolve().then(() => {});
 *
 * @param {SourceCodeLike} sourceCode
 * @param {Chain} chain
 * @returns {boolean} Whether nothing but turns of the microtask queue are waited for, and counted.
 */
function waitsForTurns(sourceCode, { head, links }) {
  return (
    head.type === 'CallExpression' &&
    head.arguments.length === 0 &&
    head.callee.type === 'MemberExpression' &&
    readKey(head.callee) === 'resolve' &&
    isGlobal(sourceCode, head.callee.object, 'Promise') &&
    links.every(
      ({ method, call }) =>
        method === 'then' && call.arguments.every((handler) => isEmpty(handler)),
    )
  );
}

/**
 * @param {TSESTree.Node | undefined} node
 * @returns {boolean} Whether it is a function that does nothing.
 */
function isEmpty(node) {
  return (
    isFunction(node) &&
    !node.generator &&
    node.body.type === 'BlockStatement' &&
    node.body.body.length === 0
  );
}

/**
 * @param {TSESTree.Node | undefined} node
 * @returns {boolean} Whether it is a function that does nothing but give a value that is written out.
 */
function givesConstant(node) {
  if (!isFunction(node) || node.generator || node.params.length > 0) {
    return false;
  }
  const [statement, ...more] = node.body.type === 'BlockStatement' ? node.body.body : [];
  const value =
    node.body.type !== 'BlockStatement'
      ? node.body
      : statement?.type === 'ReturnStatement' && more.length === 0
        ? statement.argument
        : undefined;
  switch (value?.type) {
    case 'ArrayExpression':
      return value.elements.length === 0;
    case 'ObjectExpression':
      return value.properties.length === 0;
    case 'UnaryExpression':
      return value.argument.type === 'Literal';
    case 'Identifier':
      return value.name === 'undefined';
    default:
      return value?.type === 'Literal';
  }
}
