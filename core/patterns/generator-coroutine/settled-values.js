/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { readCertainInit } from '../../analysis/values/certain-values.js';
import { isFunction } from '../../analysis/syntax/functions.js';
import { readKey } from '../../analysis/modules/modules.js';
import { variableOf } from '../../analysis/syntax/scopes.js';

/**
 * Names of what promises have been settled with, which is no promise itself:
 *
 *     p.reflect().then((r) => r.isFulfilled())    Promise.all(list).then((all) => all.filter((r) => …))
 */

/** The calls that give a promise of a list of values. */
const LISTS = /^(?:all|allSettled|mapSeries|settle)$/u;

/** Methods that call a function with each of a list. */
const ITERATORS = /^(?:each|every|filter|find|forEach|map|some)$/u;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean}
 */
export function isSettledValue(sourceCode, node) {
  const variable = variableOf(sourceCode, node);
  const taker = variable && takerOf(variable);
  if (!variable || !taker) {
    const value = variable && valueOf(variable);
    return value ? waitedFor(value) !== undefined : isEachOf(sourceCode, variable);
  }
  const key = readKey(taker.callee);
  const { object } = taker.callee;
  return key === 'then' || (ITERATORS.test(key ?? '') && isListOfValues(sourceCode, object));
}

/**
 * @param {Variable} variable
 * @returns {(TSESTree.CallExpression & { callee: TSESTree.MemberExpression }) | undefined} The call that gets
 *   the function first of whose parameters it is.
 */
function takerOf({ defs: [definition] }) {
  const fn = definition?.type === 'Parameter' ? definition.node : undefined;
  const call = fn?.parent;
  const isFirst = isFunction(fn) && fn.params[0] === definition?.name;
  return isFirst &&
    call?.type === 'CallExpression' &&
    call.arguments[0] === fn &&
    call.callee.type === 'MemberExpression'
    ? /** @type {any} */ (call)
    : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} A promise of a list of values, or the list.
 */
function isListOfValues(sourceCode, node) {
  if (isListing(node) || isListing(waitedFor(node))) {
    return true;
  }
  const variable = variableOf(sourceCode, node);
  const taker = variable && takerOf(variable);
  const value = variable && valueOf(variable);
  return taker
    ? readKey(taker.callee) === 'then' && isListing(taker.callee.object)
    : isListing(value && waitedFor(value));
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Variable | undefined} variable
 * @returns {boolean} `for (const r of await Promise.all(list))`
 */
function isEachOf(sourceCode, variable) {
  const declaration = variable?.defs[0]?.parent;
  const loop = declaration?.parent;
  return (
    declaration?.type === 'VariableDeclaration' &&
    declaration.kind === 'const' &&
    declaration.declarations[0]?.id === variable?.defs[0]?.name &&
    loop?.type === 'ForOfStatement' &&
    loop.left === declaration &&
    isListOfValues(sourceCode, loop.right)
  );
}

/**
 * @param {Variable} variable
 * @returns {TSESTree.Expression | undefined} All that it stands for.
 */
function valueOf(variable) {
  const certain = readCertainInit(variable);
  return certain?.keys.length === 0 ? certain.init : undefined;
}

/**
 * @param {TSESTree.Node} node
 * @returns {TSESTree.Expression | undefined} `p` of `await p` and `yield p`.
 */
function waitedFor(node) {
  return node.type === 'AwaitExpression' || (node.type === 'YieldExpression' && !node.delegate)
    ? (node.argument ?? undefined)
    : undefined;
}

/**
 * @param {TSESTree.Node | undefined} node
 * @returns {boolean} `Promise.all(list)`
 */
function isListing(node) {
  return (
    node?.type === 'CallExpression' &&
    node.callee.type === 'MemberExpression' &&
    LISTS.test(readKey(node.callee) ?? '')
  );
}
