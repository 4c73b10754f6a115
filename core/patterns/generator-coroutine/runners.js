/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Origin } from '../../analysis/modules/modules.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { readCompilerHelper } from '../../analysis/environment/compiler-helpers.js';
import { isModuleMember, readKey, resolveOrigin } from '../../analysis/modules/modules.js';
import { variableOf } from '../../analysis/syntax/scopes.js';

/**
 * The runner of a generator decides what a `yield` in it means.
 *
 * - `co`: promises, thunks, generators, arrays and objects of them; anything else throws.
 * - `bluebird`: promises; anything else throws.
 * - `await`: anything, as `await` does it (Q, and the helpers that compilers emit).
 *
 * @typedef {'co' | 'bluebird' | 'await'} Dialect
 */

/**
 * A call that runs a generator function, or wraps it so that each call runs it.
 *
 *     co(fn, ...args)    co.call(ctx, fn, ...args)    co.wrap(fn)    Promise.coroutine(fn)
 *     Q.async(fn)    Q.spawn(fn)    __awaiter(ctx, void 0, void 0, fn)    _asyncToGenerator(fn)
 *     app.use(fn)    convert(fn)
 *
 * @typedef {object} Runner
 * @property {'co' | 'co.wrap' | 'bluebird.coroutine' | 'Q.async' | 'Q.spawn' | '__awaiter' | '_asyncToGenerator' | 'koa'} kind
 * @property {Dialect} dialect
 * @property {TSESTree.CallExpression} call
 * @property {TSESTree.Expression} target The function that is run.
 * @property {TSESTree.CallExpressionArgument[]} args The arguments with which it is run, for `co` only.
 * @property {TSESTree.Identifier | undefined} argumentsObject The `arguments` that are passed on.
 * @property {TSESTree.CallExpressionArgument | undefined} receiver The value of `this` in it; undefined
 *   where the runner passes on its own or none.
 */

const CO_MODULES = new Set(['co']);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {Runner | undefined}
 */
export function readRunner(sourceCode, call) {
  const [first, second] = call.arguments;
  if (!first || call.optional || call.arguments.some(({ type }) => type === 'SpreadElement')) {
    return undefined;
  }
  const target = /** @type {TSESTree.Expression} */ (first);
  const { callee } = call;
  const helper = readCompilerHelper(sourceCode, call);
  if (helper) {
    const { kind, target: run, argumentsObject, receiver } = helper;
    return { kind, dialect: 'await', call, target: run, args: [], argumentsObject, receiver };
  }
  // co.call(ctx, fn, ...args)
  if (callee.type === 'MemberExpression' && readKey(callee) === 'call') {
    return second && isCo(resolveOrigin(sourceCode, callee.object))
      ? {
          kind: 'co',
          dialect: 'co',
          call,
          target: /** @type {TSESTree.Expression} */ (second),
          args: call.arguments.slice(2),
          argumentsObject: undefined,
          receiver: first,
        }
      : undefined;
  }
  const origin = resolveOrigin(sourceCode, callee);
  const common = { call, target, args: [], argumentsObject: undefined, receiver: undefined };
  if (isCo(origin)) {
    return { ...common, kind: 'co', dialect: 'co', args: call.arguments.slice(1) };
  }
  if (isModuleMember(origin, 'co', 'wrap')) {
    return { ...common, kind: 'co.wrap', dialect: 'co' };
  }
  if (
    isModuleMember(origin, 'bluebird', 'coroutine') ||
    isModuleMember(origin, 'bluebird', 'Promise', 'coroutine')
  ) {
    return { ...common, kind: 'bluebird.coroutine', dialect: 'bluebird' };
  }
  if (isModuleMember(origin, 'q', 'async')) {
    return { ...common, kind: 'Q.async', dialect: 'await' };
  }
  if (isModuleMember(origin, 'q', 'spawn')) {
    return { ...common, kind: 'Q.spawn', dialect: 'await' };
  }
  if (isModuleMember(origin, 'koa-convert') || isKoaUse(sourceCode, callee)) {
    return { ...common, kind: 'koa', dialect: 'co' };
  }
  return undefined;
}

/**
 * @param {Origin | undefined} origin
 * @returns {boolean}
 */
function isCo(origin) {
  return (
    origin?.kind === 'module' &&
    CO_MODULES.has(origin.name) &&
    (origin.path.length === 0 || (origin.path.length === 1 && origin.path[0] === 'co'))
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} callee
 * @returns {boolean} Whether it is `app.use` of an application that `new Koa()` or `koa()` made.
 */
function isKoaUse(sourceCode, callee) {
  if (callee.type !== 'MemberExpression' || readKey(callee) !== 'use') {
    return false;
  }
  return isKoaApplication(sourceCode, callee.object);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean}
 */
function isKoaApplication(sourceCode, node) {
  if (node.type === 'NewExpression' || node.type === 'CallExpression') {
    // app.use(…).use(…)
    if (isKoaUse(sourceCode, node.callee)) {
      return true;
    }
    return isModuleMember(resolveOrigin(sourceCode, node.callee), 'koa');
  }
  if (node.type !== 'Identifier') {
    return false;
  }
  const variable = variableOf(sourceCode, node);
  const [definition] = variable?.defs ?? [];
  return (
    definition?.type === 'Variable' &&
    definition.node.init !== null &&
    definition.node.id.type === 'Identifier' &&
    definition.node.init.type !== 'Identifier' &&
    isKoaApplication(sourceCode, definition.node.init)
  );
}
