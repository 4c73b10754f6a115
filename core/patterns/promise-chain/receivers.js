/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext, Refusal } from '../../contract/pattern.js' */
/** @import { Chain } from './chains.js' */

import { cypressSign } from '../../analysis/environment/cypress.js';
import { readFunction } from '../../analysis/syntax/definitions.js';
import { oncePerFile } from '../../analysis/syntax/facts.js';
import { frameUses } from '../../analysis/syntax/functions.js';
import { readKey, resolveOrigin } from '../../analysis/modules/modules.js';
import { nodesOfType } from '../../analysis/syntax/nodes.js';
import { isPromiseLibrary, mayBeNative } from '../../analysis/promises/promise-libraries.js';
import { classifyPromise, isPromiseReplaced } from '../../analysis/promises/promises.js';
import { isPromisifiedCore } from '../../analysis/promises/promisified-core.js';
import { readPromiseType } from '../../analysis/environment/types.js';
import { textOf } from '../../edits/trivia.js';
import { isBoundTo } from '../../promises/bindings.js';
import { isOwnThenable } from '../../analysis/values/own-thenables.js';
import { functionKind } from '../../promises/values.js';
import { lazyNameOf, isAngularJs } from '../../promises/lazy-receivers.js';

/** Packages that are no promise library, but whose promises are those of one. */
const LIBRARY_USERS = new Set(['request-promise']);

/** `require('fs/promises')` and `require('fs').promises`, with a member of it or without. */
const PROMISE_MODULES = /^(?:node:)?(?:fs|timers|stream|dns|readline)\/promises(?:\/|$)/u;

/** A file of the project that hands out the promises of a library. */
const LOCAL_LIBRARY = /^\.{1,2}\/(?:.*\/)?(?:bluebird|deferred|promises?|q)(?:\.[cm]?[jt]s)?$/iu;

/** Methods that only the promises of libraries have, where they are called on a chain. */
const LIBRARY_METHODS = new Set([
  'asCallback',
  'delay',
  'done',
  'each',
  'error',
  'fail',
  'filter',
  'fin',
  'lastly',
  'map',
  'mapSeries',
  'nodeify',
  'progress',
  'props',
  'reduce',
  'reflect',
  'return',
  'spread',
  'tap',
  'tapCatch',
  'thenReturn',
  'timeout',
]);

/**
 * @param {PatternContext} context
 * @param {Chain} chain
 * @returns {Refusal | undefined} Why nothing says that the chain is one of native-like promises.
 */
export function refuseReceiver(context, chain) {
  const { options } = context;
  const unusual = chain.links.find(({ isUnusual }) => isUnusual);
  if (unusual) {
    const { typeArguments } = unusual.call;
    return typeArguments
      ? { reason: 'type-lost', subject: `\`${textOf(context.sourceCode, typeArguments)}\`` }
      : { reason: 'promise-library-method', subject: linkName(context, unusual.call) };
  }
  for (const call of callsOf(chain.head)) {
    const key = call.callee.type === 'MemberExpression' ? readKey(call.callee) : undefined;
    if (key !== undefined && LIBRARY_METHODS.has(key) && !isArrayOf(call)) {
      return { reason: 'promise-library-method', subject: linkName(context, call) };
    }
  }
  // .bind(o) on a promise: the handlers get another `this`.
  if (
    chain.head.type === 'CallExpression' &&
    chain.head.callee.type === 'MemberExpression' &&
    readKey(chain.head.callee) === 'bind'
  ) {
    return { reason: 'promise-library-method', subject: linkName(context, chain.head) };
  }
  if (libraryOfFile(context.sourceCode) !== undefined && callsOnBinding(context, chain)) {
    return { reason: 'promise-library-method', subject: '`bind`' };
  }
  const typed = readPromiseType(context.sourceCode, chain.head);
  if (typed === 'native') {
    return undefined;
  }
  if (typed !== undefined) {
    const subject = `\`${textOf(context.sourceCode, chain.head)}\``;
    return { reason: typed === 'plain' ? 'receiver-is-plain' : 'lazy-thenable', subject };
  }
  const lazy = lazyNameOf(context, chain.head);
  if (lazy !== undefined && !options.thenables.has(lazy)) {
    return { reason: 'lazy-thenable', subject: `\`${lazy}\`` };
  }
  const isShown =
    isNative(context, chain.head) || classifyPromise(context.sourceCode, chain.head) === 'native';
  const cypress = isShown ? undefined : cypressSign(context);
  if (cypress !== undefined) {
    return { reason: 'cypress-file', subject: cypress };
  }
  if (
    isAngularJs(context.sourceCode) &&
    !options.thenables.has('angular') &&
    !isNative(context, chain.head)
  ) {
    return { reason: 'lazy-thenable', subject: '`angular`' };
  }
  if (isOwnThenable(context.sourceCode, chain.head)) {
    const subject = textOf(context.sourceCode, chain.head);
    if (!options.thenables.has(subject)) {
      return { reason: 'lazy-thenable', subject: `\`${subject}\`` };
    }
  }
  if (chain.head.type === 'CallExpression') {
    const target = readFunction(context.sourceCode, chain.head.callee);
    if (target && functionKind(context.sourceCode, target) === 'plain') {
      return { reason: 'receiver-is-plain', subject: linkName(context, chain.head) };
    }
  }
  const library = libraryOf(context);
  if (library !== undefined && options.api !== 'async' && !isNative(context, chain.head)) {
    return { reason: 'promise-library-result', subject: library };
  }
  return undefined;
}

/**
 *     const rows = load().bind(this); return rows.then(function () { return this.name; });
 *
 * @param {PatternContext} context
 * @param {Chain} chain
 * @returns {boolean} Whether the handlers see what the promise is bound to.
 */
function callsOnBinding({ sourceCode }, { head, links }) {
  const isBound = isBoundTo(sourceCode, head);
  return (
    isBound ??
    links.some(({ call }) =>
      call.arguments.some(
        (argument) =>
          // A method of the class that is handed over without a receiver makes sense only there.
          (argument.type === 'MemberExpression' && argument.object.type === 'ThisExpression') ||
          (argument.type === 'FunctionExpression' &&
            frameUses(sourceCode, argument).this.length > 0),
      ),
    )
  );
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @returns {string}
 */
function linkName({ sourceCode }, { callee }) {
  const named = callee.type === 'MemberExpression' ? callee.property : callee;
  return `\`${textOf(sourceCode, named)}\``;
}

/**
 * @param {TSESTree.Expression} head
 * @returns {Generator<TSESTree.CallExpression, void, undefined>} The calls that the head is chained of.
 */
function* callsOf(head) {
  for (let node = /** @type {TSESTree.Node} */ (head); ;) {
    if (node.type === 'CallExpression') {
      yield node;
      node = node.callee;
    } else if (node.type === 'MemberExpression') {
      node = node.object;
    } else {
      return;
    }
  }
}

/**
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether `map`, `filter`, … belong to a module or a namespace, `Promise.map(…)`
 *   apart, not to a value.
 */
function isArrayOf({ callee }) {
  return callee.type === 'MemberExpression' && callee.object.type === 'ThisExpression';
}

/**
 * @param {PatternContext} context
 * @returns {string | undefined} The promise library that the file, or its project, takes promises
 *   from.
 */
function libraryOf({ isLibraryUsed = () => true, project, sourceCode }) {
  return (
    libraryOfFile(sourceCode) ??
    (isPromiseShadowed(sourceCode) ? '`Promise`' : undefined) ??
    Object.keys(project.production).find((name) => isLibrary(name) && isLibraryUsed(name))
  );
}

/**
 * @type {(sourceCode: PatternContext['sourceCode']) => string | undefined} The promise library that
 *   the file itself loads.
 */
export const libraryOfFile = oncePerFile((sourceCode) => {
  const required = nodesOfType(sourceCode, 'CallExpression').map((call) => {
    const isRequire = call.callee.type === 'Identifier' && call.callee.name === 'require';
    return isRequire ? resolveOrigin(sourceCode, call)?.name : undefined;
  });
  const imported = nodesOfType(sourceCode, 'ImportDeclaration').map(({ source }) => source.value);
  return [...required, ...imported].find(
    (name) => name !== undefined && (LOCAL_LIBRARY.test(name) || isLibrary(name)),
  );
});

/**
 * const Promise = options.Promise;    function setUp(Promise) {…}
 *
 * @type {(sourceCode: PatternContext['sourceCode']) => boolean} Whether the file has a `Promise` that
 *   may not be the native one.
 */
const isPromiseShadowed = oncePerFile(
  (sourceCode) =>
    sourceCode.scopeManager?.scopes.some((scope) => {
      const [definition] = scope.set.get('Promise')?.defs ?? [];
      return (
        definition !== undefined &&
        definition.type !== 'Type' &&
        !mayBeNative(resolveOrigin(sourceCode, definition.name))
      );
    }) ?? false,
);

/**
 * @param {string} specifier
 * @returns {boolean}
 */
function isLibrary(specifier) {
  return LIBRARY_USERS.has(specifier) || isPromiseLibrary(specifier);
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} head
 * @returns {boolean} Whether the head gives a native promise for sure.
 */
export function isNative({ sourceCode }, head) {
  switch (head.type) {
    case 'ImportExpression':
      return true;
    case 'NewExpression':
    case 'CallExpression': {
      const origin = resolveOrigin(sourceCode, head.callee);
      if (origin?.kind === 'global') {
        return origin.name === 'Promise'
          ? !isPromiseReplaced(sourceCode)
          : origin.name === 'fetch' && origin.path.length === 0;
      }
      return (
        (origin?.kind === 'module' &&
          PROMISE_MODULES.test([origin.name, origin.path[0]].join('/'))) ||
        isPromisifiedCore(sourceCode, head.callee)
      );
    }
    default:
      return false;
  }
}
