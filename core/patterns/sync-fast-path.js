/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Pattern, PatternContext, Site } from '../contract/pattern.js' */
/** @import { FunctionNode } from '../analysis/syntax/functions.js' */
/** @import { SourceCodeLike } from '../source/source-code.js' */
/** @import { Hit, Store } from './sync-fast-path/cache.js' */

import { classAround } from '../analysis/syntax/callees.js';
import { functionName, namedNode, ownNodes } from '../analysis/syntax/functions.js';
import { classifyPromise } from '../analysis/promises/promises.js';
import { isEnd, isInTest } from '../analysis/flow/repetition.js';
import { constantOf, readsOf, variableOf } from '../analysis/syntax/scopes.js';
import { textOf } from '../edits/trivia.js';
import { readHit, readStore } from './sync-fast-path/cache.js';
import { planPromiseCache } from './sync-fast-path/promise-cache.js';

/**
 * An async function that often has its answer before it waits for anything:
 *
 *     async function get(id) {
 *       if (users.has(id)) return users.get(id);
 *       const user = await fetchUser(id);
 *       users.set(id, user);
 *       return user;
 *     }
 *
 * Kinds: `value-cache`, where what was awaited is kept; `promise-cache`, where promises are kept and
 * the function gives out a new one for each.
 *
 * @type {Pattern}
 */
export const syncFastPath = {
  name: 'sync-fast-path',
  words: /\basync\b/u,
  visit: {
    ArrowFunctionExpression: findSite,
    FunctionDeclaration: findSite,
    FunctionExpression: findSite,
  },
};

/**
 * @param {FunctionNode} node
 * @param {PatternContext} context
 * @returns {Site | undefined}
 */
function findSite(node, { sourceCode, isAside, isCommand, isInBrowser }) {
  if (!node.async || node.generator || node.body.type !== 'BlockStatement') {
    return undefined;
  }
  const hit = readHit(sourceCode, node.body);
  const store = hit && readStore(sourceCode, node, hit);
  if (!hit || !store) {
    return undefined;
  }
  const isPromise = classifyPromise(sourceCode, store.value) === 'native';
  if (!isPromise && isConditional(node, store.node)) {
    return undefined;
  }
  if (checksFirst(node.body, hit)) {
    return undefined;
  }
  let waits = false;
  for (const inner of ownNodes(sourceCode, node)) {
    // An exception before it is a rejection in an async function only.
    const throwsFirst = inner.type === 'ThrowStatement' && inner.range[0] < hit.statement.range[0];
    const isFound =
      inner.type === 'AwaitExpression' &&
      (isKept(sourceCode, inner.argument, hit, store) ||
        isShared(sourceCode, node, inner.argument) ||
        // The promise that an object has been given: this.client = await this.connecting;
        (store.value === inner && inner.argument.type === 'MemberExpression'));
    // A value that it returns before it keeps anything, or instead, is not to be kept: the promise would be.
    const isNotKept =
      waits &&
      inner.type === 'ReturnStatement' &&
      (inner.range[1] < store.node.range[0] || isConditional(node, inner));
    // A plain function would have to make a promise of it.
    const isValue =
      isPromise &&
      inner.type === 'ReturnStatement' &&
      (!inner.argument || classifyPromise(sourceCode, inner.argument) === 'plain');
    if (throwsFirst || isFound || isNotKept || isValue) {
      return undefined;
    }
    waits ||= inner.type === 'AwaitExpression' || (inner.type === 'ForOfStatement' && inner.await);
  }
  if (isPromise === waits) {
    // Neither a value that was awaited nor a promise that was not.
    return undefined;
  }
  if (isKindAsked(sourceCode, node)) {
    return undefined;
  }
  if (
    isEnd(node) ||
    isInTest(node) ||
    isAside?.() ||
    (!isPromise &&
      (isCommand?.() ||
        isInBrowser?.() ||
        isOfOneRequest(node) ||
        importsAlone(sourceCode, node) ||
        cannotShare(sourceCode, node, hit)))
  ) {
    return undefined;
  }
  const name = functionName(node);
  const plan = isPromise ? undefined : planPromiseCache(sourceCode, node, hit, store);
  return {
    node: namedNode(node),
    kind: isPromise ? 'promise-cache' : 'value-cache',
    data: { name: name ? `'${name}'` : 'This function' },
    ...(plan && { plan }),
  };
}

/** The parameters that hold one request, by their names. */
const REQUEST = /^_?(?:c|context|ctx|req|request)$/u;

/**
 *     class Interaction { constructor(private readonly ctx: Context) {} }
 *
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it belongs to an object that is made for one request, which asks by itself.
 */
function isOfOneRequest(node) {
  return (classAround(node)?.body.body ?? []).some(
    (part) =>
      part.type === 'MethodDefinition' &&
      part.kind === 'constructor' &&
      part.value.params.some((param) => namesIn(param).some((name) => REQUEST.test(name))),
  );
}

/**
 * @param {TSESTree.Parameter} param
 * @returns {string[]} `ctx`, `private readonly ctx`, `{ queries, ctx }`
 */
function namesIn(param) {
  const name = param.type === 'TSParameterProperty' ? param.parameter : param;
  return name.type === 'Identifier'
    ? [name.name]
    : name.type === 'ObjectPattern'
      ? name.properties.flatMap((property) =>
          property.type === 'Property' && property.key.type === 'Identifier'
            ? [property.key.name]
            : [],
        )
      : [];
}

/**
 *     if (schema) return schema; schema = (await import('./schema.js')).schema; return schema;
 *
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {boolean} Whether it waits for modules alone, which are loaded once.
 */
function importsAlone(sourceCode, fn) {
  const waits = [...ownNodes(sourceCode, fn)].filter(({ type }) => type === 'AwaitExpression');
  return waits.every(
    (wait) => wait.type === 'AwaitExpression' && wait.argument.type === 'ImportExpression',
  );
}

/** The signs by which code tells an async function from another. */
const ASKS_FOR_KIND = /\bAsyncFunction\b|\bisAsyncFunction\b|\bconstructor\.name\b/u;

/**
 *     module.exports = (Groups) => { Groups.isMember = async (id) => {…}; };    promisify(Groups);
 *
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {boolean} Whether somebody may look at what kind of function it is, and a plain one may be taken for
 *   one with a callback: the file asks for kinds, or hands the object that the function is put on to a call.
 */
function isKindAsked(sourceCode, { parent }) {
  const target = parent.type === 'AssignmentExpression' ? parent.left : undefined;
  const object = target?.type === 'MemberExpression' ? target.object : undefined;
  const variable = object?.type === 'Identifier' ? variableOf(sourceCode, object) : undefined;
  return (
    ASKS_FOR_KIND.test(sourceCode.text) ||
    variable?.defs[0]?.type === 'Parameter' ||
    (variable !== undefined &&
      readsOf(variable).some(
        ({ identifier }) =>
          identifier.parent.type === 'CallExpression' && identifier.parent.callee !== identifier,
      ))
  );
}

/**
 *     const users = new LRUCache({ ttl }); …    await fetch(url, { signal })
 *
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @param {Hit} hit
 * @returns {boolean} Whether the cache lets go of values by their size or age, which a promise does not have,
 *   or one caller may break off what the others would wait for.
 */
function cannotShare(sourceCode, fn, { slot: { cache } }) {
  const made = constantOf(sourceCode, cache);
  return [fn, made].some((node) => node && /lru|ttl\b|\bsignal\b/iu.test(textOf(sourceCode, node)));
}

/**
 *     this.checkCycle(name); if (this.visited[name]) return this.visited[name];
 *
 * @param {TSESTree.BlockStatement} body
 * @param {Hit} hit
 * @returns {boolean} Whether something is done first that gives nothing: what it throws is a rejection of
 *   an async function only.
 */
function checksFirst({ body }, { statement }) {
  return body
    .slice(0, body.indexOf(statement))
    .some(
      (first) => first.type === 'ExpressionStatement' && first.expression.type === 'CallExpression',
    );
}

/**
 *     if (!cached.promise) cached.promise = load(); cached.value = await cached.promise;
 *
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @param {TSESTree.Expression} awaited
 * @returns {boolean} Whether the function keeps the promise that it awaits, for calls that come meanwhile.
 */
function isShared(sourceCode, fn, awaited) {
  const text = textOf(sourceCode, awaited);
  return (
    awaited.type === 'MemberExpression' &&
    [...ownNodes(sourceCode, fn)].some(
      (inner) => inner.type === 'AssignmentExpression' && textOf(sourceCode, inner.left) === text,
    )
  );
}

/**
 *     if (user) users.set(id, user);
 *
 * @param {FunctionNode} fn
 * @param {TSESTree.Node} node The node that keeps a value, or returns it.
 * @returns {boolean} Whether it does so with some of what it finds only.
 */
function isConditional(fn, node) {
  for (let outer = node.parent; outer && outer !== fn; outer = outer.parent) {
    if (
      /^(?:CatchClause|ConditionalExpression|IfStatement|LogicalExpression|SwitchCase)$/u.test(
        outer.type,
      )
    ) {
      return true;
    }
  }
  return false;
}

/**
 *     this.loading = load(); await this.loading;
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression} awaited
 * @param {Hit} hit
 * @param {Store} store
 * @returns {boolean} Whether what is awaited is in the cache: then calls that come meanwhile find it.
 */
function isKept(sourceCode, awaited, hit, { node, value }) {
  const text = textOf(sourceCode, awaited);
  return (
    node.range[0] < awaited.range[0] &&
    (text === textOf(sourceCode, value) ||
      (hit.slot.key === undefined && text === textOf(sourceCode, hit.slot.cache)))
  );
}
