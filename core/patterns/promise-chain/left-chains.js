/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Chain } from './chains.js' */

import { readExecutor } from '../../analysis/executors.js';
import { isFunction } from '../../analysis/functions.js';
import { readKey } from '../../analysis/modules.js';
import { isGlobal, variableOf } from '../../analysis/scopes.js';

/**
 * Chains that say what they do in fewer words than `await` would.
 *
 * @param {SourceCodeLike} sourceCode
 * @param {Chain} chain
 * @returns {boolean}
 */
export function isPlainest(sourceCode, chain) {
  return (
    ignoresErrors(chain) || settlesAnother(sourceCode, chain) || waitsForTurns(sourceCode, chain)
  );
}

/**
 *     const stat = await fs.promises.stat(link.path).catch(() => {});
 *
 * @param {Chain} chain
 * @returns {boolean} Whether all that is chained to what is awaited is that its errors do not matter:
 *   a `try` would need a variable more, or hide what its arguments throw.
 */
function ignoresErrors({ links, node }) {
  const [link, ...more] = links;
  const handler = link?.method === 'catch' ? link.call.arguments[0] : undefined;
  return node.parent?.type === 'AwaitExpression' && more.length === 0 && isEmpty(handler);
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
 * @returns {boolean}
 */
function isEmpty(node) {
  return (
    node?.type === 'ArrowFunctionExpression' &&
    node.body.type === 'BlockStatement' &&
    node.body.body.length === 0
  );
}
