/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext, Refusal } from '../../contract/pattern.js' */
/** @import { Chain } from './chains.js' */

import { readFunction } from '../../analysis/definitions.js';
import { oncePerFile } from '../../analysis/facts.js';
import { frameUses } from '../../analysis/functions.js';
import { readKey, resolveOrigin } from '../../analysis/modules.js';
import { nodesOfType } from '../../analysis/nodes.js';
import { isPromiseLibrary, mayBeNative } from '../../analysis/promise-libraries.js';
import { findVariable, readConstantInit } from '../../analysis/scopes.js';
import { readPromiseType } from '../../analysis/types.js';
import { textOf } from '../../edits/trivia.js';
import { isBoundTo } from '../bluebird/bindings.js';
import { isOwnThenable } from './own-thenables.js';
import { functionKind } from './values.js';

/**
 * Modules whose `then` starts the work, or that only look like promises: awaiting what they give is
 * not the same as calling its `then`.
 */
const LAZY_MODULES = new Set([
  '@prisma/client',
  'bookshelf',
  'cypress',
  'drizzle-orm',
  'jquery',
  'knex',
  'kysely',
  'mongoose',
  'mquery',
  'objection',
  'protractor',
  'selenium-webdriver',
  'supertest',
  'superagent',
  'webdriverio',
  'zod',
]);

/** Names that stand for such receivers wherever they come from. */
const LAZY_NAMES = new Set([
  '$',
  '$http',
  '$interval',
  '$q',
  '$resource',
  '$timeout',
  'browser',
  'cy',
  'Cypress',
  'element',
  'jQuery',
  'knex',
  'mongoose',
  'protractor',
]);

/** Names of variables that are such a receiver by convention. */
const LAZY_NAME_PATTERN = /^(?:knex|trx|deferred|dfd)$|(?:Query|QueryBuilder|Deferred)$/u;

/** Packages that are no promise library, but whose promises are those of one. */
const LIBRARY_USERS = new Set(['request-promise']);

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
    return { reason: 'promise-library-method', subject: linkName(context, unusual.call) };
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
 * @param {TSESTree.Node} head
 * @returns {string | undefined} The module or name that makes the receiver a lazy one.
 */
function lazyNameOf({ sourceCode }, head) {
  let node = head;
  for (;;) {
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      node = node.callee;
    } else if (node.type === 'MemberExpression') {
      const key = readKey(node);
      if (key !== undefined && /^\$(?:http|q|timeout|interval|resource)$/u.test(key)) {
        return key;
      }
      node = node.object;
    } else if (node.type === 'TSNonNullExpression' || node.type === 'ChainExpression') {
      node = node.expression;
    } else {
      break;
    }
  }
  if (node === head && isThis(sourceCode, node)) {
    return 'this';
  }
  const origin = resolveOrigin(sourceCode, node);
  if (origin?.kind === 'module') {
    return LAZY_MODULES.has(origin.name) ? origin.name : undefined;
  }
  if (node.type !== 'Identifier') {
    return undefined;
  }
  const isLazy = LAZY_NAMES.has(node.name) || LAZY_NAME_PATTERN.test(node.name);
  return isLazy || (origin?.kind === 'global' && LAZY_NAMES.has(origin.name))
    ? node.name
    : (lazyTypeOf(sourceCode, node) ?? lazyInitOf(sourceCode, node));
}

/** What AngularJS gives the functions of an application. */
const INJECTED = ['$http', '$interval', '$q', '$resource', '$rootScope', '$scope', '$timeout'];

/**
 *     angular.module('app')    function ($scope, api) {…}
 *
 * @type {(sourceCode: PatternContext['sourceCode']) => boolean} Whether the file is one of AngularJS: it
 *   shows what its own promises brought when they call their handlers, but not what follows an `await`.
 */
const isAngularJs = oncePerFile(
  (sourceCode) =>
    (sourceCode.scopeManager?.scopes.some(({ set }) =>
      INJECTED.some((name) => set.get(name)?.defs[0]?.type === 'Parameter'),
    ) ??
      false) ||
    nodesOfType(sourceCode, 'MemberExpression').some(
      (member) =>
        readKey(member) === 'module' && resolveOrigin(sourceCode, member)?.name === 'angular',
    ),
);

/**
 *     Query.prototype.catch = function (onError) { return this.then(null, onError); };
 *
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it is the object whose method the chain is in: that object has a `then` of
 *   its own, which has to go on giving what it gives.
 */
function isThis(sourceCode, node) {
  if (node.type === 'Identifier') {
    const variable = findVariable(sourceCode, node, node.name);
    const constant = variable && readConstantInit(variable);
    return constant?.init.type === 'ThisExpression' && constant.keys.length === 0;
  }
  return node.type === 'ThisExpression';
}

/** Namespaces and types of such receivers, where no import says whose they are. */
const LAZY_TYPES = new Set(['Cypress', 'JQuery', 'JQueryXHR', 'Knex', 'angular', 'ng']);

/**
 * function find(query: Knex.QueryBuilder) {…}
 *
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {TSESTree.Identifier} node
 * @returns {string | undefined} The module or namespace of a lazy type that the variable is declared
 *   with.
 */
function lazyTypeOf(sourceCode, node) {
  const [definition] = findVariable(sourceCode, node, node.name)?.defs ?? [];
  const declared = definition?.name;
  const type =
    declared?.type === 'Identifier' ? declared.typeAnnotation?.typeAnnotation : undefined;
  if (type?.type !== 'TSTypeReference') {
    return undefined;
  }
  let root = /** @type {TSESTree.Node} */ (type.typeName);
  while (root.type === 'TSQualifiedName') {
    root = root.left;
  }
  const origin = resolveOrigin(sourceCode, root);
  if (origin?.kind === 'module') {
    return LAZY_MODULES.has(origin.name) ? origin.name : undefined;
  }
  return root.type === 'Identifier' && LAZY_TYPES.has(root.name) ? root.name : undefined;
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {TSESTree.Identifier} node
 * @returns {string | undefined} The lazy module that a variable was made by: `const db = knex({…})`.
 */
function lazyInitOf(sourceCode, node) {
  for (const declarator of nodesOfType(sourceCode, 'VariableDeclarator')) {
    if (
      declarator.id.type === 'Identifier' &&
      declarator.id.name === node.name &&
      declarator.init
    ) {
      let callee = /** @type {TSESTree.Node} */ (declarator.init);
      while (
        callee.type === 'CallExpression' ||
        callee.type === 'NewExpression' ||
        callee.type === 'MemberExpression'
      ) {
        const origin = resolveOrigin(sourceCode, callee);
        if (origin?.kind === 'module' && LAZY_MODULES.has(origin.name)) {
          return origin.name;
        }
        callee = callee.type === 'MemberExpression' ? callee.object : callee.callee;
      }
      const origin = resolveOrigin(sourceCode, callee);
      if (origin?.kind === 'module' && LAZY_MODULES.has(origin.name)) {
        return origin.name;
      }
    }
  }
  return undefined;
}

/**
 * @param {PatternContext} context
 * @returns {string | undefined} The promise library that the file, or its project, takes promises
 *   from.
 */
function libraryOf({ project, sourceCode }) {
  return (
    libraryOfFile(sourceCode) ??
    (isPromiseShadowed(sourceCode) ? '`Promise`' : undefined) ??
    Object.keys(project.production).find(isLibrary)
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
    case 'NewExpression': {
      const origin = resolveOrigin(sourceCode, head.callee);
      return origin?.kind === 'global' && origin.name === 'Promise' && origin.path.length === 0;
    }
    case 'CallExpression': {
      const origin = resolveOrigin(sourceCode, head.callee);
      if (origin?.kind === 'global') {
        return origin.name === 'Promise' || (origin.name === 'fetch' && origin.path.length === 0);
      }
      return (
        origin?.kind === 'module' &&
        /^(?:fs|timers|stream|dns|readline)\/promises$/u.test(origin.name)
      );
    }
    default:
      return false;
  }
}
