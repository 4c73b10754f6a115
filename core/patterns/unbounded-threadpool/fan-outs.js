/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { enclosingFunction } from '../../analysis/syntax/functions.js';
import { readKey, resolveOrigin } from '../../analysis/modules/modules.js';
import { isWithin } from '../../analysis/syntax/nodes.js';
import { isGlobal, readConstantInit, variableOf } from '../../analysis/syntax/scopes.js';
import { isBounded, isBoundedLength } from '../../analysis/values/list-bounds.js';

/**
 * A call that starts something for each element of a list, and for all of them at once.
 *
 * @typedef {object} FanOut
 * @property {TSESTree.Node} list
 * @property {TSESTree.Node} each The code that runs for each: a function, its name, or the expression that is pushed.
 */

const COMBINATORS = new Set(['all', 'allSettled', 'any', 'race']);

/** Methods that keep the promises of the array they are called on. */
const KEEPING = new Set(['concat', 'filter', 'flat']);

/** Of packages: without a limit unless their last argument gives one. */
const MAPPERS = /^(?:(?:bluebird|bluebird\.Promise)\.(?:filter|map)|p-map|p-filter)$/u;

/** caolan's `async`, whose limited forms have other names. */
const ASYNC_LIBRARY =
  /^async\.(?:concat|each|eachOf|every|filter|forEach|forEachOf|map|mapValues|reject|some)$/u;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {FanOut | undefined}
 */
export function readFanOut(sourceCode, call) {
  const { callee, arguments: args } = call;
  const [first, second] = args;
  if (!first) {
    return undefined;
  }
  const key = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
  if (callee.type === 'MemberExpression' && key !== undefined && args.length <= 2) {
    const { object } = callee;
    switch (key) {
      case 'flatMap':
      case 'map':
        if (second === undefined && isAwaitedTogether(sourceCode, call)) {
          return whenUnbounded(isBounded(sourceCode, object), object, first);
        }
        break;
      case 'forEach':
        return whenUnbounded(isBounded(sourceCode, object), object, first);
      case 'from':
        if (
          second &&
          isGlobal(sourceCode, object, 'Array') &&
          isAwaitedTogether(sourceCode, call)
        ) {
          return whenUnbounded(isBoundedLength(sourceCode, first), first, second);
        }
        break;
      case 'push':
        return args.length === 1 ? readPushes(sourceCode, call, object, first) : undefined;
      default:
    }
  }
  return second ? readLibraryFanOut(sourceCode, call, first, second) : undefined;
}

/**
 * @param {boolean} isListBounded
 * @param {TSESTree.Node} list
 * @param {TSESTree.Node} each
 * @returns {FanOut | undefined}
 */
function whenUnbounded(isListBounded, list, each) {
  return isListBounded ? undefined : { list, each };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {TSESTree.Node} list
 * @param {TSESTree.Node} each
 * @returns {FanOut | undefined}
 */
function readLibraryFanOut(sourceCode, { callee, arguments: args }, list, each) {
  const origin = resolveOrigin(sourceCode, callee);
  const name = origin?.kind === 'module' ? [origin.name, ...origin.path].join('.') : '';
  const [, , options] = args;
  const isLimited =
    options?.type === 'ObjectExpression' &&
    options.properties.some(
      (property) =>
        property.type !== 'Property' ||
        (property.key.type === 'Identifier' && property.key.name === 'concurrency'),
    );
  const isFanOut =
    ASYNC_LIBRARY.test(name) ||
    (MAPPERS.test(name) && !isLimited && args.length === (options ? 3 : 2));
  return isFanOut &&
    (options === undefined || options.type === 'ObjectExpression' || ASYNC_LIBRARY.test(name))
    ? whenUnbounded(isBounded(sourceCode, list), list, each)
    : undefined;
}

/**
 *     for (const file of files) jobs.push(load(file));    await Promise.all(jobs);
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {TSESTree.Node} array
 * @param {TSESTree.Node} pushed
 * @returns {FanOut | undefined}
 */
function readPushes(sourceCode, call, array, pushed) {
  const variable = variableOf(sourceCode, array);
  const constant = variable && readConstantInit(variable);
  const loop = constant?.init.type === 'ArrayExpression' ? loopAround(call) : undefined;
  if (!variable || !constant || !loop || isWithin(constant.init, loop)) {
    return undefined;
  }
  const uses = variable.references.map(({ identifier }) => identifier);
  const isReset = uses.some(
    ({ parent }) => parent?.type === 'MemberExpression' && readKey(parent) === 'length',
  );
  const isAwaited = uses.some(
    (use) => !isWithin(/** @type {TSESTree.Node} */ (use), loop) && isCombined(sourceCode, use),
  );
  const isAwaitedInside = uses.some(
    (use) => isWithin(/** @type {TSESTree.Node} */ (use), loop) && isCombined(sourceCode, use),
  );
  const list = listOf(loop);
  return list && isAwaited && !isAwaitedInside && !isReset
    ? whenUnbounded(isBounded(sourceCode, list), list, pushed)
    : undefined;
}

/**
 * @param {TSESTree.ForOfStatement | TSESTree.ForStatement} loop
 * @returns {TSESTree.Node | undefined} What it goes through: `list` of `for (…; i < list.length; i++)`.
 */
function listOf(loop) {
  if (loop.type === 'ForOfStatement') {
    return loop.right;
  }
  const limit = loop.test?.type === 'BinaryExpression' ? loop.test.right : undefined;
  return limit?.type === 'MemberExpression' && readKey(limit) === 'length'
    ? limit.object
    : undefined;
}

/**
 * @param {TSESTree.Node} node
 * @returns {TSESTree.ForOfStatement | TSESTree.ForStatement | undefined} The loop over a list that the
 *   node runs in.
 */
export function loopAround(node) {
  const fn = enclosingFunction(node);
  for (let current = node.parent; current && current !== fn; current = current.parent) {
    if (current.type === 'ForOfStatement' || current.type === 'ForStatement') {
      return current;
    }
  }
  return undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node An array of promises.
 * @returns {boolean} Whether it is waited for as a whole, at once or through a constant.
 */
function isAwaitedTogether(sourceCode, node) {
  if (isCombined(sourceCode, node)) {
    return true;
  }
  const { parent } = node;
  switch (parent?.type) {
    case 'ArrayExpression':
    case 'ChainExpression':
    case 'LogicalExpression':
    case 'SpreadElement':
      return isAwaitedTogether(sourceCode, parent);
    case 'MemberExpression':
      return (
        parent.object === node &&
        KEEPING.has(readKey(parent) ?? '') &&
        parent.parent.type === 'CallExpression' &&
        isAwaitedTogether(sourceCode, parent.parent)
      );
    case 'VariableDeclarator': {
      const variable = variableOf(sourceCode, parent.id);
      return (
        variable?.references.some(({ identifier }) => isCombined(sourceCode, identifier)) ?? false
      );
    }
    default:
      return false;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {{ parent?: unknown }} node
 * @returns {boolean} Whether it is given to `Promise.all` or the like, of the language or a library.
 */
function isCombined(sourceCode, node) {
  const parent = /** @type {TSESTree.Node | undefined} */ (node.parent);
  if (parent?.type !== 'CallExpression' || parent.arguments[0] !== node) {
    return false;
  }
  const { callee } = parent;
  if (callee.type !== 'MemberExpression' || !COMBINATORS.has(readKey(callee) ?? '')) {
    return false;
  }
  const origin = resolveOrigin(sourceCode, callee.object);
  return origin?.kind === 'global'
    ? origin.name === 'Promise' && origin.path.length === 0
    : /^(?:bluebird|q|rsvp|when)$/u.test(origin?.name ?? '');
}
