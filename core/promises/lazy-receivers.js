/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../contract/pattern.js' */

import { oncePerFile } from '../analysis/syntax/facts.js';
import { readKey, resolveOrigin } from '../analysis/modules/modules.js';
import { nodesOfType } from '../analysis/syntax/nodes.js';
import { constantOf, variableOf } from '../analysis/syntax/scopes.js';

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

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} head
 * @returns {string | undefined} The module or name that makes the receiver a lazy one.
 */
export function lazyNameOf({ sourceCode }, head) {
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

/**
 *     Query.prototype.catch = function (onError) { return this.then(null, onError); };
 *
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it is the object whose method the chain is in: that object has a `then` of
 *   its own, which has to go on giving what it gives.
 */
function isThis(sourceCode, node) {
  return (constantOf(sourceCode, node) ?? node).type === 'ThisExpression';
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
  const [definition] = variableOf(sourceCode, node)?.defs ?? [];
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

/** What AngularJS gives the functions of an application. */
const INJECTED = ['$http', '$interval', '$q', '$resource', '$rootScope', '$scope', '$timeout'];

/**
 *     angular.module('app')    function ($scope, api) {…}
 *
 * @type {(sourceCode: PatternContext['sourceCode']) => boolean} Whether the file is one of AngularJS: it
 *   shows what its own promises brought when they call their handlers, but not what follows an `await`.
 */
export const isAngularJs = oncePerFile(
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
