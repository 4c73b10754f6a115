/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { StaticCall } from './statics/results.js' */

import { readFunction } from '../../analysis/syntax/definitions.js';
import {
  enclosingFunction,
  isFunction,
  ownNodes,
  returnedBy,
} from '../../analysis/syntax/functions.js';
import { readKey } from '../../analysis/modules/modules.js';
import { classifyPromise } from '../../analysis/promises/promises.js';
import { constantOf, variableOf } from '../../analysis/syntax/scopes.js';
import { canonicalMethod, libraryOf } from '../../promises/libraries.js';
import { readStatic } from '../../promises/library.js';
import { isNativeLink, isRemakingLink } from './methods/links.js';

/**
 * Rejections that a library would report though they are handled. Bluebird runs what waits for its
 * promises together, in one macrotask, and at its end reports the rejections that nothing handles:
 * https://github.com/petkaantonov/bluebird/blob/v3.7.2/src/async.js (Q does the same:
 * https://github.com/kriskowal/q/blob/v1.5.1/q.js, `trackRejection`). A native promise takes another
 * one over in a microtask, which comes after that. Elsewhere the microtask comes first.
 *
 *     load().then(() => Bluebird.resolve(check().then(fail)).catch(handle))
 */

/** Libraries that report so. */
const REPORTING = new Set(['bluebird', 'q']);

/** Statics that wait for their arguments. */
const TAKING = new Set(['resolve', 'when', 'try', 'later']);

/** Statics that wait for what is in their first argument. */
const TAKING_ITEMS = new Set([
  'all',
  'any',
  'each',
  'filter',
  'map',
  'mapSeries',
  'props',
  'race',
  'reduce',
  'settled',
  'some',
  'spread',
]);

/** Statics that wait for what is in the list of their arguments. */
const TAKING_ALL = new Set(['join', 'list']);

/** Statics that call their callback at once. */
const CALLING_AT_ONCE = new Set(['attempt', 'fcall', 'try']);

/** Methods of promises whose callbacks the promise calls. */
const CALLING = new Set([
  'catch',
  'each',
  'error',
  'filter',
  'finally',
  'map',
  'mapSeries',
  'reduce',
  'spread',
  'tap',
  'tapCatch',
  'then',
]);

/** Methods of arrays that call their callback at once. */
const ARRAY_CALLING = /^(?:every|filter|find|findIndex|flatMap|forEach|map|reduce|some|sort)$/u;

/** How many functions are followed. */
const MAX_DEPTH = 6;

/**
 * @param {PatternContext} context
 * @param {StaticCall | TSESTree.MemberExpression} call
 * @param {string} name The static's first name.
 * @param {(head: TSESTree.Node) => boolean} staysLibrary Whether a static of the library will go on
 *   giving the library's promises.
 * @returns {boolean} Whether a rejection that the call takes over may be reported before it has.
 */
export function isReportedEarly(context, call, name, staysLibrary) {
  const library = libraryOf(context.sourceCode)?.name;
  return (
    library !== undefined &&
    REPORTING.has(library) &&
    call.type === 'CallExpression' &&
    operandsOf(call, name).some((operand) => mayBeForeign(context, operand, staysLibrary)) &&
    runsInLibrary(context, call, staysLibrary)
  );
}

/**
 * @param {TSESTree.CallExpression} call
 * @param {string} name
 * @returns {TSESTree.Node[]} What the native promise of the call takes over at once.
 */
function operandsOf({ arguments: parameters }, name) {
  const [first] = parameters;
  if (!first) {
    return [];
  }
  if (TAKING.has(name)) {
    return isFunction(first) ? valuesOf(first) : [first];
  }
  if (TAKING_ITEMS.has(name)) {
    return itemsOf(first);
  }
  return TAKING_ALL.has(name) ? parameters.filter((each) => !isFunction(each)) : [];
}

/**
 * @param {FunctionNode} fn
 * @returns {TSESTree.Node[]}
 */
function valuesOf(fn) {
  return fn.body.type === 'BlockStatement' || fn.async ? [] : [fn.body];
}

/**
 * @param {TSESTree.Node} list
 * @returns {TSESTree.Node[]}
 */
function itemsOf(list) {
  if (list.type === 'ArrayExpression') {
    return list.elements.filter((element) => element !== null);
  }
  if (list.type === 'ObjectExpression') {
    return list.properties.map((property) =>
      property.type === 'Property' ? property.value : property.argument,
    );
  }
  return [list];
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} node
 * @param {(head: TSESTree.Node) => boolean} staysLibrary
 * @returns {boolean} Whether the value may be a promise of a library.
 */
function mayBeForeign(context, node, staysLibrary) {
  const { sourceCode } = context;
  if (classifyPromise(sourceCode, node) !== 'unknown' || isReceived(context, node)) {
    return false;
  }
  return !isNativeSoon(context, node, staysLibrary);
}

/**
 *     load().then((value) => Bluebird.resolve(value))
 *
 * @param {PatternContext} context
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it is what a promise was fulfilled with: that is no promise.
 */
function isReceived({ sourceCode }, node) {
  if (node.type !== 'Identifier') {
    return false;
  }
  const [definition, more] = variableOf(sourceCode, node)?.defs ?? [];
  const fn = definition?.node;
  if (
    definition?.type !== 'Parameter' ||
    more ||
    !isFunction(fn) ||
    fn.params[0] !== definition.name
  ) {
    return false;
  }
  const call = fn.parent;
  return (
    call.type === 'CallExpression' &&
    call.arguments[0] === fn &&
    call.callee.type === 'MemberExpression' &&
    readKey(call.callee) === 'then'
  );
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} node
 * @param {(head: TSESTree.Node) => boolean} staysLibrary
 * @returns {boolean} Whether something that the library calls runs the node.
 */
function runsInLibrary(context, node, staysLibrary) {
  const { sourceCode } = context;
  for (let fn = enclosingFunction(node); fn; fn = enclosingFunction(fn)) {
    if (fn.generator || (fn.async && hasWaitedBefore(context, fn, node))) {
      return false;
    }
    const call = /** @type {TSESTree.Node} */ (fn.parent);
    if (call.type !== 'CallExpression') {
      return false;
    }
    if (call.callee === fn) {
      continue;
    }
    const name = readStatic(sourceCode, call);
    if (name !== undefined) {
      if (CALLING_AT_ONCE.has(name)) {
        continue;
      }
      return staysLibrary(call);
    }
    const key = call.callee.type === 'MemberExpression' ? (readKey(call.callee) ?? '') : '';
    if (CALLING.has(methodName(context, key)) && isPromiseLink(context, call, key)) {
      const { object } = /** @type {TSESTree.MemberExpression} */ (call.callee);
      return !isNativeSoon(context, object, staysLibrary);
    }
    if (!ARRAY_CALLING.test(key)) {
      return false;
    }
  }
  return false;
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @param {TSESTree.Node} node
 * @returns {boolean}
 */
function hasWaitedBefore({ sourceCode }, fn, node) {
  return [...ownNodes(sourceCode, fn)].some(
    (each) => each.type === 'AwaitExpression' && each.range[1] <= node.range[0],
  );
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @param {string} key
 * @returns {boolean} Whether the method is one of promises, not of arrays.
 */
function isPromiseLink({ sourceCode }, { callee }, key) {
  return (
    !ARRAY_CALLING.test(key) ||
    classifyPromise(sourceCode, /** @type {TSESTree.MemberExpression} */ (callee).object) ===
      'unknown'
  );
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} node
 * @param {(head: TSESTree.Node) => boolean} staysLibrary
 * @param {number} [depth]
 * @returns {boolean} Whether the promise will be a native one.
 */
function isNativeSoon(context, node, staysLibrary, depth = MAX_DEPTH) {
  const { sourceCode } = context;
  if (depth === 0) {
    return false;
  }
  if (classifyPromise(sourceCode, node) === 'native') {
    return true;
  }
  if (node.type === 'NewExpression') {
    return readStatic(sourceCode, node) === 'Promise' && !staysLibrary(node);
  }
  if (node.type === 'Identifier') {
    const init = constantOf(sourceCode, node);
    return init !== undefined && isNativeSoon(context, init, staysLibrary, depth - 1);
  }
  if (node.type !== 'CallExpression') {
    return false;
  }
  if (readStatic(sourceCode, node) !== undefined) {
    return !staysLibrary(node);
  }
  const { callee } = node;
  if (callee.type === 'MemberExpression' && isRemakingLink(context, node)) {
    return true;
  }
  if (callee.type === 'MemberExpression' && isNativeLink(context, node)) {
    return isNativeSoon(context, callee.object, staysLibrary, depth);
  }
  // const read = Bluebird.promisify(fs.readFile)
  const made = constantOf(sourceCode, callee) ?? callee;
  if (made.type === 'CallExpression' && readStatic(sourceCode, made) !== undefined) {
    return !staysLibrary(made);
  }
  const fn = readFunction(sourceCode, callee);
  if (!fn || fn.generator) {
    return false;
  }
  if (fn.async) {
    return true;
  }
  const values = returnedBy(sourceCode, fn).filter((value) => value !== null);
  return (
    values.length > 0 &&
    values.every((value) => isNativeSoon(context, value, staysLibrary, depth - 1))
  );
}

/**
 * @param {PatternContext} context
 * @param {string} key
 * @returns {string} The first name of the method of the library's promises, else ''.
 */
function methodName({ sourceCode }, key) {
  return key === 'then' ? key : canonicalMethod(sourceCode, key);
}
