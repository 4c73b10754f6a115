/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { PatternContext } from '../../contract/pattern.js' */

import { enclosingFunction, usesOwnName } from '../../analysis/syntax/functions.js';
import { readKey, resolveOrigin } from '../../analysis/modules/modules.js';
import { readPromiseLibrary } from '../../analysis/promises/promise-libraries.js';
import { isVisibleOutside, readsOf, writesOf } from '../../analysis/syntax/scopes.js';
import { readChain } from './chains.js';
import { tryAround } from '../../analysis/flow/completion.js';
import { libraryOfFile, refuseReceiver } from './receivers.js';

/** Statics of `Promise` that wait for what is in the list they are given. */
const COMBINATORS = new Set(['all', 'allSettled', 'any', 'race']);
const RESOLVE = new Set(['resolve']);

/** Methods of the promises of libraries that wait for what their first argument gives. */
const LIBRARY_METHODS = new Set(['fail', 'fin', 'lastly', 'spread', 'tap', 'tapCatch']);

/** Functions of promise libraries that wait for what a function among their arguments gives. */
const LIBRARY_FUNCTIONS = new Set(['attempt', 'fcall', 'try', 'when']);

/** How many functions that give each other's results are looked into. */
const MAX_FUNCTIONS = 4;

/**
 * promise.then(fn)
 *
 * @param {PatternContext} context
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether the node is a handler of a link: what it gives, or throws, is what the
 *   promise of the link is resolved with, or rejected.
 */
export function isHandler(context, node) {
  const { parent } = node;
  if (parent?.type === 'MemberExpression' && parent.object === node && readKey(parent) === 'bind') {
    const call = parent.parent;
    return call.type === 'CallExpression' && call.callee === parent && isHandler(context, call);
  }
  if (parent?.type !== 'CallExpression' || parent.callee === node) {
    return false;
  }
  const chain = readChain(parent);
  const link = chain?.links.at(-1);
  if (!chain || !link) {
    return isLibraryHandler(context, parent, node);
  }
  const index = parent.arguments.indexOf(/** @type {TSESTree.Expression} */ (node));
  const isPlace = {
    then: index < 2,
    // A filter may stand before the handler.
    catch: index === parent.arguments.length - 1,
    finally: index === 0,
  };
  const reason = refuseReceiver(context, chain)?.reason;
  return isPlace[link.method] && reason !== 'lazy-thenable' && reason !== 'receiver-is-plain';
}

/**
 * promise.spread(fn)    Q.when(value, fn)
 *
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @param {TSESTree.Node} node
 * @returns {boolean}
 */
function isLibraryHandler(context, { arguments: args, callee }, node) {
  const key = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
  if (callee.type !== 'MemberExpression' || key === undefined) {
    return false;
  }
  return LIBRARY_METHODS.has(key)
    ? args[0] === node && libraryOfFile(context.sourceCode) !== undefined
    : LIBRARY_FUNCTIONS.has(key) &&
        readPromiseLibrary(resolveOrigin(context.sourceCode, callee.object)) !== undefined;
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @param {readonly FunctionNode[]} [callers] Functions that give what this one gives.
 * @returns {boolean} Whether everything that the function gives is waited for where it goes, so that
 *   a plain value may as well be a promise.
 */
export function isAdopted(context, fn, callers = []) {
  const { sourceCode } = context;
  // No code may wait for a function that calls itself by its own name.
  if (fn.type === 'FunctionExpression' && usesOwnName(sourceCode, fn)) {
    return false;
  }
  if (isHandler(context, fn) || isMapped(context, fn) || callers.includes(fn)) {
    return true;
  }
  const named = fn.type === 'FunctionDeclaration' ? fn : fn.parent;
  const isNamed =
    named.type === 'FunctionDeclaration' ||
    (named.type === 'VariableDeclarator' && named.id.type === 'Identifier');
  const variable = isNamed ? sourceCode.getDeclaredVariables(named)[0] : undefined;
  if (
    !variable ||
    variable.defs.length !== 1 ||
    isVisibleOutside(variable) ||
    callers.length >= MAX_FUNCTIONS
  ) {
    return false;
  }
  const isConstant = writesOf(variable).every(({ init }) => init);
  const reads = readsOf(variable);
  return (
    isConstant &&
    reads.length > 0 &&
    reads.every(({ identifier }) => {
      const { parent } = identifier;
      return parent?.type === 'CallExpression' && parent.callee === identifier
        ? isWaitedFor(context, parent, [...callers, fn])
        : isHandler(context, identifier) || isMapped(context, identifier);
    })
  );
}

/**
 * Promise.all(values.map(fn))
 *
 * @param {PatternContext} context
 * @param {TSESTree.Node} node
 * @returns {boolean}
 */
function isMapped(context, node) {
  const { parent } = node;
  return (
    parent?.type === 'CallExpression' &&
    parent.callee.type === 'MemberExpression' &&
    parent.arguments[0] === node &&
    readKey(parent.callee) === 'map' &&
    isCombined(context, parent)
  );
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Expression} call
 * @param {readonly FunctionNode[]} callers
 * @returns {boolean} Whether what the call gives is waited for, and what it throws goes the same way.
 */
function isWaitedFor(context, call, callers) {
  let node = /** @type {TSESTree.Node} */ (call);
  for (let parent = node.parent; parent; node = parent, parent = parent.parent) {
    switch (parent.type) {
      case 'AwaitExpression':
        return true;
      case 'ConditionalExpression':
        if (parent.test === node) {
          return false;
        }
        continue;
      case 'TSAsExpression':
      case 'TSNonNullExpression':
      case 'TSSatisfiesExpression':
        continue;
      case 'ReturnStatement':
      case 'ArrowFunctionExpression': {
        const fn = enclosingFunction(node);
        return (
          fn !== undefined &&
          !fn.generator &&
          !tryAround(node, fn) &&
          (fn.async || isAdopted(context, fn, callers))
        );
      }
      case 'ArrayExpression':
        return isCombined(context, parent);
      case 'CallExpression':
        return isCombined(context, node, RESOLVE);
      default:
        return false;
    }
  }
  return false;
}

/**
 * Promise.all(node)
 *
 * @param {PatternContext} context
 * @param {TSESTree.Node} node
 * @param {ReadonlySet<string>} [statics]
 * @returns {boolean} What its operand throws is thrown at once.
 */
function isCombined({ sourceCode }, node, statics = COMBINATORS) {
  const { parent } = node;
  if (parent?.type !== 'CallExpression' || parent.arguments[0] !== node) {
    return false;
  }
  const origin = resolveOrigin(sourceCode, parent.callee);
  const isPromise =
    origin?.kind === 'global'
      ? origin.name === 'Promise'
      : readPromiseLibrary(origin) !== undefined;
  const fn = enclosingFunction(parent);
  return (
    isPromise &&
    origin?.path.length === 1 &&
    statics.has(/** @type {string} */ (origin.path[0])) &&
    !(fn && tryAround(parent, fn))
  );
}
