/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Pattern, PatternContext, Site } from '../contract/pattern.js' */
/** @import { FunctionNode } from '../analysis/syntax/functions.js' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { outermostCast } from '../analysis/syntax/casts.js';
import { readFunction } from '../analysis/syntax/definitions.js';
import { traceExits } from '../analysis/flow/control-flow.js';
import { oncePerFile } from '../analysis/syntax/facts.js';
import { asyncFunctions } from '../analysis/syntax/function-kinds.js';
import { frameUses, functionName, isFunction, namedNode } from '../analysis/syntax/functions.js';
import { isModuleMember, readKey, resolveOrigin } from '../analysis/modules/modules.js';
import { isDirective, walk } from '../analysis/syntax/nodes.js';
import { classifyPromise, isNativeClass } from '../analysis/promises/promises.js';
import { findVariable } from '../analysis/syntax/scopes.js';
import { mayThrow } from '../analysis/flow/throwing.js';
import { isImportedAsync, readPromiseType } from '../analysis/environment/types.js';
import { removeBetween } from '../edits/edit.js';
import { findPunctuator, skipWhitespace, textOf } from '../edits/trivia.js';

/**
 * A function that is async only to hand on a promise that it is given:
 *
 *     async function load(id) { return fetchUser(id); }    // async function fetchUser
 *
 * The promise of an async function is resolved with the promise that it returns by a job of its own
 * and a reaction to that promise, so it settles two microticks later than the promise itself:
 * https://tc39.es/ecma262/#sec-newpromiseresolvethenablejob. Nothing but the engine's own promise
 * may take its place: a library's has other methods, and other values would have none.
 *
 * Kinds: `handed-on`; `constructed` for a promise that it makes itself.
 *
 * @type {Pattern}
 */
export const uselessAsync = {
  name: 'useless-async',
  words: /\basync\b/u,
  visit: {
    Program: (/** @type {TSESTree.Program} */ _, /** @type {PatternContext} */ context) =>
      asyncFunctions(context.sourceCode).flatMap((node) => findSite(node, context) ?? []),
  },
};

/** Methods whose callbacks are only called, and whose results are taken as they are. */
const CALLING_METHODS = new Set(['catch', 'finally', 'flatMap', 'map', 'then']);

/**
 * @param {FunctionNode} node
 * @param {PatternContext} context
 * @returns {Site | undefined}
 */
function findSite(node, { sourceCode, isAside, isInBrowser }) {
  if (
    !node.async ||
    node.generator ||
    !isReplaceable(sourceCode, node) ||
    !node.params.every(isPlainParameter) ||
    hasDirective(sourceCode, node)
  ) {
    return undefined;
  }
  if (!handsOn(sourceCode, node) || isHandedOut(sourceCode, node)) {
    return undefined;
  }
  const uses = frameUses(sourceCode, node);
  if (uses.arguments.length > 0 || uses.evaluates || isAside?.() || isInBrowser?.()) {
    return undefined;
  }
  const name = functionName(node);
  const start = asyncKeyword(sourceCode, node);
  const end = skipWhitespace(sourceCode.text, start + 'async'.length);
  return {
    node: namedNode(node),
    kind: makesPromise(sourceCode, node) ? 'constructed' : 'handed-on',
    data: { name: name ? `'${name}'` : 'This function' },
    plan: { edits: [removeBetween(start, end)], safe: false, assumes: [] },
  };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} node
 * @returns {boolean} Whether nothing but its callers relies on the function: no method of a class or
 *   an object that others may extend or expect to be async, no callback of who knows whom.
 */
function isReplaceable(sourceCode, node) {
  const value = outermostCast(node);
  const parent = /** @type {TSESTree.Node} */ (value.parent);
  switch (parent.type) {
    case 'MethodDefinition':
      return parent.key.type === 'PrivateIdentifier' && !parent.decorators?.length;
    case 'PropertyDefinition':
      return parent.key.type === 'PrivateIdentifier' && parent.value === value;
    case 'VariableDeclarator':
      return parent.init === value && parent.id.type === 'Identifier';
    case 'CallExpression':
      return parent.callee !== value && isOnlyCalled(parent, value);
    case 'AssignmentExpression':
      return parent.right === value && EXPORTED.test(textOf(sourceCode, parent.left));
    default:
      return node.type === 'FunctionDeclaration';
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} node
 * @returns {boolean} Whether it makes the promise itself, for a timer, a stream or the like, which takes its time.
 */
function makesPromise(sourceCode, node) {
  return [...walk(sourceCode, node.body, (inner) => !isFunction(inner))].some(
    ({ type }) => type === 'NewExpression',
  );
}

/** The form of `export const load = …` in a module that is required. */
const EXPORTED = /^(?:module\.)?exports\.\w+$/u;

/**
 * @param {TSESTree.CallExpression} call
 * @param {TSESTree.Node} argument
 * @returns {boolean} Whether a method calls what it is given; `async.map(list, argument)` first looks
 *   whether it is async.
 */
function isOnlyCalled({ callee, arguments: [first] }, argument) {
  const key = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
  return key === 'then' || (first === argument && CALLING_METHODS.has(key ?? ''));
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} node
 * @returns {boolean} Whether the file hands the function on by its name.
 */
function isHandedOut(sourceCode, node) {
  const name = namedNode(node);
  const variable =
    name.type === 'Identifier' ? findVariable(sourceCode, name, name.name) : undefined;
  return Boolean(
    variable?.references.some(({ identifier }) =>
      isArgument(/** @type {TSESTree.Node} */ (identifier)),
    ),
  );
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether a call is given it, as it is or in a literal.
 */
function isArgument(node) {
  const value = outermostCast(node);
  const parent = /** @type {TSESTree.Node} */ (value.parent);
  switch (parent.type) {
    case 'ArrayExpression':
    case 'ObjectExpression':
    case 'Property':
      return isArgument(parent);
    case 'CallExpression':
      return parent.callee !== value && !isOnlyCalled(parent, value);
    case 'NewExpression':
      return parent.callee !== value;
    default:
      return false;
  }
}

/**
 * @param {TSESTree.Parameter} parameter
 * @returns {boolean} Whether binding it runs no code: where that throws, an async function rejects.
 */
function isPlainParameter(parameter) {
  const target = parameter.type === 'RestElement' ? parameter.argument : parameter;
  return target.type === 'Identifier' && target.name !== 'arguments';
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} node
 * @returns {boolean} Whether the function, or its file, says that it must be async: `'use server'`,
 *   `'use cache'`.
 */
function hasDirective(sourceCode, node) {
  return (
    fileHasDirective(sourceCode) ||
    (node.body.type === 'BlockStatement' && node.body.body.some(isServerDirective))
  );
}

const fileHasDirective = oncePerFile(({ ast }) => ast.body.some(isServerDirective));

/**
 * @param {TSESTree.Node} statement
 * @returns {boolean}
 */
function isServerDirective(statement) {
  return (
    isDirective(statement) &&
    statement.directive !== 'use strict' &&
    statement.directive !== 'use client'
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} node
 * @returns {boolean} Whether every call of the function ends in handing on a promise, and does
 *   nothing before that could throw.
 */
function handsOn(sourceCode, node) {
  if (node.body.type !== 'BlockStatement') {
    return isSafePromise(sourceCode, node, node.body);
  }
  return (
    isHarmless(sourceCode, node, node.body) &&
    traceExits(sourceCode, node, { initial: 1 }).every(({ kind }) => kind === 'return')
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @param {TSESTree.Statement} statement
 * @returns {boolean} Whether the statement cannot throw, and returns nothing but promises.
 */
function isHarmless(sourceCode, fn, statement) {
  /** @param {TSESTree.Statement} inner */
  const harmless = (inner) => isHarmless(sourceCode, fn, inner);
  switch (statement.type) {
    case 'BlockStatement':
      return statement.body.every(harmless);
    case 'IfStatement':
      return (
        !mayThrow(sourceCode, statement.test) &&
        harmless(statement.consequent) &&
        (!statement.alternate || harmless(statement.alternate))
      );
    case 'VariableDeclaration':
      return (
        /^(?:const|let|var)$/u.test(statement.kind) &&
        statement.declarations.every(
          ({ id, init }) => id.type === 'Identifier' && !mayThrow(sourceCode, init),
        )
      );
    case 'ReturnStatement':
      return statement.argument !== null && isSafePromise(sourceCode, fn, statement.argument);
    case 'ExpressionStatement':
      return isDirective(statement);
    case 'EmptyStatement':
    case 'FunctionDeclaration':
      return true;
    default:
      return false;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @param {TSESTree.Expression} node
 * @returns {boolean} Whether the expression makes a promise of the engine's own class, a new one each
 *   time, and cannot throw instead. The promise of `import()` is not meant: to load a module costs so much that it
 *   hides any promise.
 */
function isSafePromise(sourceCode, fn, node) {
  switch (node.type) {
    case 'CallExpression':
      return isSafeCall(sourceCode, fn, node);
    case 'ConditionalExpression':
      return (
        !mayThrow(sourceCode, node.test) &&
        isSafePromise(sourceCode, fn, node.consequent) &&
        isSafePromise(sourceCode, fn, node.alternate)
      );
    case 'NewExpression':
      // An exception of an executor becomes a rejection.
      return (
        isNativeClass(sourceCode, node.callee) &&
        node.arguments.length === 1 &&
        isFunction(node.arguments[0])
      );
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
    case 'TSTypeAssertion':
      return isSafePromise(sourceCode, fn, node.expression);
    default:
      return false;
  }
}

/** Static methods that make a promise of their own from any argument. */
const COMBINATORS = new Set(['all', 'allSettled', 'any', 'race']);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @param {TSESTree.CallExpression} call
 * @returns {boolean}
 */
function isSafeCall(sourceCode, fn, call) {
  const { callee } = call;
  if (callee.type === 'Identifier' && readFunction(sourceCode, callee) === fn) {
    return false;
  }
  const isStatic = callee.type === 'MemberExpression' && isNativeClass(sourceCode, callee.object);
  if (isStatic && !COMBINATORS.has(readKey(callee) ?? '')) {
    // The other static methods may give back the promise that they are given.
    return false;
  }
  if ((readPromiseType(sourceCode, call) ?? 'native') !== 'native') {
    return false;
  }
  if (isAsyncOfNode(sourceCode, callee) || isImportedAsync(sourceCode, callee)) {
    return !call.optional && !call.arguments.some((argument) => mayThrow(sourceCode, argument));
  }
  return classifyPromise(sourceCode, call) === 'native' && !mayThrow(sourceCode, call);
}

/** Functions of `timers/promises` that check their arguments and reject. */
const TIMERS = ['setImmediate', 'setTimeout'];

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} callee
 * @returns {boolean} Whether it is a function of Node that gives a new promise and never throws: all
 *   of `fs/promises` but the few that give iterators are async functions.
 */
function isAsyncOfNode(sourceCode, callee) {
  const origin = resolveOrigin(sourceCode, callee);
  if (TIMERS.some((name) => isModuleMember(origin, 'timers/promises', name))) {
    return true;
  }
  const path = origin?.kind === 'module' ? [origin.name, ...origin.path].join('.') : '';
  const name = /^(?:fs\.promises|fs\/promises)\.(\w+)$/u.exec(path)?.[1];
  return name !== undefined && name !== 'watch' && name !== 'glob' && name !== 'constants';
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} node
 * @returns {number} Where its `async` stands: before the name of a method, else at its start.
 */
function asyncKeyword(sourceCode, { parent, range }) {
  return parent.type === 'MethodDefinition'
    ? findPunctuator(sourceCode, parent.range[0], parent.key.range[0], 'async')
    : range[0];
}
