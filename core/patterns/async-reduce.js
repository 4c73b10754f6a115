/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../analysis/syntax/functions.js' */
/** @import { Pattern, PatternContext, Site } from '../contract/pattern.js' */

import { withoutCasts } from '../analysis/syntax/casts.js';
import { readFunction } from '../analysis/syntax/definitions.js';
import { isFunction } from '../analysis/syntax/functions.js';
import { readSyncIterable } from '../analysis/values/iterables.js';
import { readKey } from '../analysis/modules/modules.js';
import { classifyPromise } from '../analysis/promises/promises.js';
import { readsOf } from '../analysis/syntax/scopes.js';
import { planLoop } from './async-reduce/loop.js';

/**
 * A chain of promises made with `reduce`:
 *
 *     await xs.reduce(async (before, x) => { await before; … }, Promise.resolve())
 *
 * All callbacks are called at once, each waits for the promise of the one before it, and what stands
 * before that first `await` runs for all elements before anything is waited for.
 *
 * @type {Pattern}
 */
export const asyncReduce = {
  name: 'async-reduce',
  words: /\breduce(?:Right)?\b/u,
  visit: { CallExpression: findSite },
};

/**
 * @param {TSESTree.CallExpression} node
 * @param {PatternContext} context
 * @returns {Site | undefined}
 */
function findSite(node, { sourceCode, isAside }) {
  const { callee } = node;
  if (callee.type !== 'MemberExpression') {
    return undefined;
  }
  const method = readKey(callee);
  const [first] = node.arguments;
  const given = first && withoutCasts(first);
  const callback = given?.type === 'Identifier' ? readFunction(sourceCode, given) : given;
  if (
    (method !== 'reduce' && method !== 'reduceRight') ||
    !isFunction(callback) ||
    !callback.async ||
    callback.generator ||
    takesValue(sourceCode, callback) ||
    !isArrays(sourceCode, node, callback) ||
    isAside?.()
  ) {
    return undefined;
  }
  const plan =
    method === 'reduce' && callback === first ? planLoop(sourceCode, node, callback) : undefined;
  return {
    node: callee.property,
    kind: 'chain',
    data: { method },
    ...(plan && { plan }),
  };
}

/**
 *     createReadStream(file).reduce(async (size, chunk) => size + (await sizeOf(chunk)), 0)
 *
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {FunctionNode} callback
 * @returns {boolean} Whether it takes the value that the previous callback gave, not the promise of it: `reduce`
 *   of a stream and of an async iterator waits for that itself.
 */
function takesValue(sourceCode, callback) {
  const [before] = callback.params;
  const variable = sourceCode
    .getDeclaredVariables(callback)
    .find(({ identifiers: [name] }) => name === before);
  const uses = variable ? readsOf(variable).map(({ identifier: { parent } }) => parent) : [];
  return (
    before?.type === 'ArrayPattern' ||
    before?.type === 'ObjectPattern' ||
    (uses.some(isOfValue) && uses.every((use) => use.type === 'ReturnStatement' || isOfValue(use)))
  );
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {TSESTree.CallExpression} node
 * @param {FunctionNode} callback
 * @returns {boolean} Whether it is the `reduce` of an array: it is called on one, begins with a promise, or its
 *   callback takes what came before for the promise that only an array's gives it.
 */
function isArrays(sourceCode, { callee, arguments: [, initial] }, callback) {
  const object = /** @type {TSESTree.MemberExpression} */ (callee).object;
  const [before] = callback.params;
  const variable = sourceCode
    .getDeclaredVariables(callback)
    .find(({ identifiers: [name] }) => name === before);
  return (
    (initial !== undefined && classifyPromise(sourceCode, initial) === 'native') ||
    readSyncIterable(sourceCode, object) !== undefined ||
    (variable !== undefined &&
      readsOf(variable).some(({ identifier: { parent } }) => takesPromise(parent)))
  );
}

/**
 * @param {TSESTree.Node} use The node around a name.
 * @returns {boolean} `await before`, `before.then(…)`
 */
function takesPromise(use) {
  return (
    use.type === 'AwaitExpression' ||
    (use.type === 'MemberExpression' && /^(?:catch|finally|then)$/u.test(readKey(use) ?? ''))
  );
}

/**
 * @param {TSESTree.Node} use The node around a name.
 * @returns {boolean} Whether a promise would be of no use there: `name + 1`, `name.push(x)`, `...name`
 */
function isOfValue(use) {
  return (
    use.type === 'BinaryExpression' ||
    use.type === 'SpreadElement' ||
    (use.type === 'MemberExpression' && !/^(?:catch|finally|then)$/u.test(readKey(use) ?? ''))
  );
}
