/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../analysis/syntax/functions.js' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { PLAIN_NAMESPACES } from '../packages/language.js';
import { certainValue } from '../analysis/values/certain-values.js';
import { readFunction } from '../analysis/syntax/definitions.js';
import { enclosingFunction, isFunction, returnedBy } from '../analysis/syntax/functions.js';
import { readKey, resolveOrigin } from '../analysis/modules/modules.js';
import { untouchedOrigin } from '../analysis/modules/replaced-values.js';
import { isGlobal, readConstantInit, readsOf, variableOf } from '../analysis/syntax/scopes.js';
import { definitionsByName } from '../callbacks/functions/methods.js';
import { canComplete } from '../analysis/flow/completion.js';
import { isPlain } from '../analysis/values/plain-values.js';
import { isKeptValue } from './kept-values.js';
import { functionsMadeAs } from './made-functions.js';

/** Synchronous functions, and what promises of libraries tell of themselves. */
const PLAIN_NAMES = /Sync$|^is(?:Cancelled|Fulfilled|Pending|Rejected)$/u;

/** Functions that give what they gave before: the same promise, or a value at once. */
const KEPT_NAMES = /^(?:get)?(?:cached|memoi[sz]ed|shared)|(?:Cached|Memoi[sz]ed|Once)$/iu;

/** Functions that make such functions. */
const KEEPERS = /^(?:cache|coalesce|debounce|dedupe|keep|memo|once|throttle)|memoi[sz]e|once$/iu;

const PROMISE_STATICS = new Set(['all', 'allSettled', 'any', 'race', 'reject', 'resolve']);

/**
 * What a function gives at one of its ends.
 *
 * @typedef {'promise' | 'call' | 'plain' | 'unknown'} ResultKind `call`: of a function that nothing
 *   is known of.
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | null | undefined} node
 * @param {readonly FunctionNode[]} [callers] Functions whose results are being asked for.
 * @returns {ResultKind}
 */
export function resultKind(sourceCode, node, callers = []) {
  if (!node || isPlain(sourceCode, node)) {
    return 'plain';
  }
  /** @param {TSESTree.Node} inner */
  const kindOf = (inner) => resultKind(sourceCode, inner, callers);
  switch (node.type) {
    case 'ConditionalExpression':
      return weakest(kindOf(node.consequent), kindOf(node.alternate));
    case 'SequenceExpression':
      return kindOf(/** @type {TSESTree.Node} */ (node.expressions.at(-1)));
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
      return kindOf(node.expression);
    case 'ImportExpression':
      return 'promise';
    case 'NewExpression':
      return isGlobal(sourceCode, node.callee, 'Promise') ? 'promise' : 'unknown';
    case 'CallExpression':
      return callKind(sourceCode, node, callers);
    case 'Identifier': {
      // Whoever asks for one that was there before gets the same one.
      const init = isFromOutside(sourceCode, node) ? undefined : certainValue(sourceCode, node);
      return init && /^(?:Call|Import|New)Expression$/u.test(init.type) ? kindOf(init) : 'unknown';
    }
    default:
      return 'unknown';
  }
}

/**
 * @param {ResultKind} left
 * @param {ResultKind} right
 * @returns {ResultKind}
 */
function weakest(left, right) {
  const order = /** @type {const} */ (['plain', 'unknown', 'call', 'promise']);
  return order.find((kind) => kind === left || kind === right) ?? 'unknown';
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} node
 * @param {readonly FunctionNode[]} callers
 * @returns {ResultKind}
 */
function callKind(sourceCode, node, callers) {
  const { callee } = node;
  if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier') {
    const method = callee.property.name;
    if (method === 'then' || method === 'catch' || method === 'finally') {
      return 'promise';
    }
  }
  const target = readFunction(sourceCode, callee);
  if (target) {
    return functionKind(sourceCode, target, callers);
  }
  if (PLAIN_NAMES.test(calledName(callee) ?? '')) {
    return 'plain';
  }
  if (isKeptValue(sourceCode, node) || KEPT_NAMES.test(calledName(callee) ?? '')) {
    return 'unknown';
  }
  const made = madeKind(sourceCode, isPassedOn(callee) ? callee.object : callee, callers);
  if (made && (callee.type !== 'MemberExpression' || isPassedOn(callee))) {
    return made;
  }
  const origin = resolveOrigin(sourceCode, callee);
  if (origin?.kind === 'global') {
    if (!untouchedOrigin(sourceCode, callee)) {
      return 'unknown';
    }
    if (origin.name === 'Promise' && origin.path[0] && PROMISE_STATICS.has(origin.path[0])) {
      // Promise.resolve(ready)
      const isSame = origin.path[0] === 'resolve' && isKeptPromise(sourceCode, node.arguments[0]);
      return isSame ? 'unknown' : 'promise';
    }
    if (
      PLAIN_NAMESPACES.has(origin.name) ||
      /^(?:set|clear)(?:Timeout|Interval|Immediate)$/u.test(origin.name)
    ) {
      return 'plain';
    }
    return origin.name === 'fetch' ? 'promise' : 'call';
  }
  if (callee.type === 'Identifier') {
    const variable = variableOf(sourceCode, callee);
    const isParameter = variable?.defs.some(({ type }) => type === 'Parameter');
    return isParameter ? 'unknown' : 'call';
  }
  if (callee.type !== 'MemberExpression' || isResponse(callee)) {
    return 'unknown';
  }
  const methods = definitionsByName(sourceCode).get(readKey(callee) ?? '') ?? [];
  // One of the methods of that name in the file is taken for the one that is called.
  const kinds = methods.map(({ value }) =>
    isFunction(value)
      ? weakest('call', functionKind(sourceCode, value, callers))
      : (madeKind(sourceCode, value, callers) ?? 'call'),
  );
  return kinds.includes('call') ? 'call' : kinds.reduce(weakest, 'call');
}

/**
 * @param {TSESTree.Node} callee
 * @returns {callee is TSESTree.MemberExpression} `load.call`, `load.apply`
 */
function isPassedOn(callee) {
  return callee.type === 'MemberExpression' && /^(?:apply|call)$/u.test(readKey(callee) ?? '');
}

/**
 *     const load = memoize((id) => read(id));
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | null} value What is called.
 * @param {readonly FunctionNode[]} callers
 * @returns {ResultKind | undefined} What is known of the results of the functions that it may be;
 *   undefined if the file has none of them.
 */
function madeKind(sourceCode, value, callers) {
  const variable = variableOf(sourceCode, value);
  const init = (variable && readConstantInit(variable)?.init) ?? value;
  if (init?.type === 'CallExpression' && KEEPERS.test(calledName(init.callee) ?? '')) {
    return 'unknown';
  }
  const kinds = functionsMadeAs(sourceCode, value).map((fn) =>
    functionKind(sourceCode, fn, callers),
  );
  return kinds.length > 0 ? kinds.reduce(weakest, 'call') : undefined;
}

/**
 *     const ready = new Promise(…);    function load() { return ready; }
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | undefined} node
 * @returns {boolean} Whether it is a promise that is there before the function is called: the same one for
 *   all its callers.
 */
function isKeptPromise(sourceCode, node) {
  const init = node && isFromOutside(sourceCode, node) ? certainValue(sourceCode, node) : undefined;
  if (!init) {
    return false;
  }
  const kind = resultKind(sourceCode, init);
  const uses = readsOf(/** @type {Variable} */ (variableOf(sourceCode, node)));
  return (
    kind === 'promise' ||
    (kind === 'call' && uses.some(({ identifier: { parent } }) => isWaitedFor(parent)))
  );
}

/**
 * @param {TSESTree.Node | undefined} parent Of a name.
 * @returns {boolean} `await ready`, `ready.then`
 */
function isWaitedFor(parent) {
  return (
    parent?.type === 'AwaitExpression' ||
    (parent?.type === 'MemberExpression' && /^(?:catch|then)$/u.test(readKey(parent) ?? ''))
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it is the name of a variable of another function, or of none.
 */
function isFromOutside(sourceCode, node) {
  const name = variableOf(sourceCode, node)?.defs[0]?.name;
  return name !== undefined && enclosingFunction(name) !== enclosingFunction(node);
}

/**
 * @param {TSESTree.Node} callee
 * @returns {string | undefined} The last name of `name` and `a.b.name`.
 */
export function calledName(callee) {
  if (callee.type === 'Identifier') {
    return callee.name;
  }
  return callee.type === 'MemberExpression' ? readKey(callee) : undefined;
}

/** How many functions that call each other are looked into. */
const MAX_CALLS = 4;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @param {readonly FunctionNode[]} [callers] Whose results are being asked for.
 * @returns {ResultKind} What is known of all of the function's results.
 */
export function functionKind(sourceCode, fn, callers = []) {
  if (fn.generator) {
    return 'plain';
  }
  // What calls itself gives nothing more than its other results.
  if (fn.async || callers.includes(fn)) {
    return 'promise';
  }
  if (callers.length >= MAX_CALLS) {
    return 'call';
  }
  return resultsOf(sourceCode, fn)
    .map((result) => resultKind(sourceCode, result, [...callers, fn]))
    .reduce(weakest, 'promise');
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {readonly (TSESTree.Expression | null)[]} What the function gives, wherever it ends.
 */
export function resultsOf(sourceCode, fn) {
  const returned = returnedBy(sourceCode, fn);
  return fn.body.type === 'BlockStatement' && canComplete(sourceCode, fn.body)
    ? [...returned, null]
    : returned;
}

/**
 * @param {TSESTree.MemberExpression} callee
 * @returns {boolean} Whether the receiver is the response of a server by its name: its methods give
 *   the response.
 */
function isResponse(callee) {
  let node = /** @type {TSESTree.Node} */ (callee);
  while (node.type === 'MemberExpression' || node.type === 'CallExpression') {
    node = node.type === 'MemberExpression' ? node.object : node.callee;
  }
  return node.type === 'Identifier' && /^(?:res|response|reply)$/u.test(node.name);
}
