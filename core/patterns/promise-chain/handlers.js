/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { PatternContext, Refusal } from '../../contract/pattern.js' */
/** @import { Continuation, HeldFunction } from '../../regions/build/region.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { readBoundFunction } from '../../analysis/syntax/bound-functions.js';
import { readFunction } from '../../analysis/syntax/definitions.js';
import {
  frameUses,
  hasDirective,
  isFunction,
  usesOwnName,
} from '../../analysis/syntax/functions.js';
import { readKey } from '../../analysis/modules/modules.js';
import { variableOf } from '../../analysis/syntax/scopes.js';
import { mayThrow } from '../../analysis/flow/throwing.js';
import { textOf } from '../../edits/trivia.js';
import {
  isFunctionName,
  isKnownFunction,
  isStableMember,
  needsNoReceiver,
} from '../../promises/references.js';

/**
 * The argument of a link.
 *
 * @typedef {Exclude<Continuation, HeldFunction> | ComputedHandler} Handler
 */

/**
 * @typedef {object} ComputedHandler
 * @property {'computed'} kind An expression that gives a function, evaluated when the chain is made.
 * @property {TSESTree.Expression} node
 */

/**
 * @param {PatternContext} context
 * @param {TSESTree.Expression} node
 * @param {boolean} isFinalizer Whether it is called without an argument.
 * @returns {Handler | { refusal: Refusal }}
 */
export function readHandler(context, node, isFinalizer) {
  if (isFunction(node)) {
    return { kind: canInline(context, node, isFinalizer) ? 'body' : 'function', fn: node };
  }
  const bound = readBound(context, node, isFinalizer);
  if (bound) {
    return { kind: 'body', fn: bound };
  }
  const { sourceCode } = context;
  const named = readBoundFunction(sourceCode, node);
  if (named) {
    return { kind: 'bound', ...named };
  }
  if (node.type === 'Identifier') {
    if (isFunctionName(sourceCode, node) && !(context.isTyped && isUntypedNext(sourceCode, node))) {
      return { kind: 'named', node, isMember: false };
    }
  } else if (node.type === 'MemberExpression') {
    if (isStableMember(sourceCode, node)) {
      return { kind: 'named', node, isMember: !needsNoReceiver(sourceCode, node) };
    }
    if (isKnownFunction(sourceCode, node)) {
      return { kind: 'computed', node };
    }
  } else if (isKnownFunction(sourceCode, node)) {
    return { kind: 'computed', node };
  }
  return { refusal: refuseHandler(context, node) };
}

/**
 *     server.use((request, next) => load(request).then(next))
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Identifier} node
 * @returns {boolean} Whether it has its type from elsewhere, which may know of no argument.
 */
function isUntypedNext(sourceCode, node) {
  const name = variableOf(sourceCode, node)?.defs[0]?.name;
  return node.name === 'next' && name?.type === 'Identifier' && !name.typeAnnotation;
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Expression} node
 * @returns {Refusal}
 */
export function refuseHandler({ sourceCode }, node) {
  const subject = `\`${textOf(sourceCode, node).split('\n')[0] ?? ''}\``;
  return { reason: 'handler-unknown', subject };
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} node An expression that gives a handler.
 * @returns {boolean} Whether evaluating it cannot throw.
 */
export function isSafeToCompute(context, node) {
  const { sourceCode } = context;
  switch (node.type) {
    case 'ConditionalExpression':
      return [node.test, node.consequent, node.alternate].every((part) =>
        isSafeToCompute(context, part),
      );
    case 'MemberExpression':
      return isKnownFunction(sourceCode, node);
    case 'CallExpression': {
      const { callee } = node;
      const isBind = callee.type === 'MemberExpression' && readKey(callee) === 'bind';
      const target = readFunction(sourceCode, callee);
      return (
        node.arguments.every((argument) => isSafeToCompute(context, argument)) &&
        (isBind
          ? isLookedUp(sourceCode, callee.object)
          : target !== undefined && target.params.every(({ type }) => type === 'Identifier'))
      );
    }
    default:
      return !mayThrow(sourceCode, node);
  }
}

/**
 * this.store.save
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node The object on which `bind` is called.
 * @returns {boolean} Whether it is there as long as the code makes any sense: `bind` would fail on
 *   every call.
 */
function isLookedUp(sourceCode, node) {
  switch (node.type) {
    case 'MemberExpression':
      return !node.computed && !node.optional && isLookedUp(sourceCode, node.object);
    case 'ThisExpression':
      return true;
    case 'FunctionExpression':
      return true;
    default:
      return node.type === 'Identifier' && !mayThrow(sourceCode, node);
  }
}

/**
 * function (value) {…}.bind(this)
 *
 * @param {PatternContext} context
 * @param {TSESTree.Expression} node
 * @param {boolean} isFinalizer
 * @returns {FunctionNode | undefined} The function, if its statements mean the same where it is bound.
 */
function readBound(context, node, isFinalizer) {
  if (
    node.type !== 'CallExpression' ||
    node.optional ||
    node.arguments.length !== 1 ||
    node.arguments[0]?.type !== 'ThisExpression' ||
    node.callee.type !== 'MemberExpression' ||
    node.callee.optional ||
    readKey(node.callee) !== 'bind'
  ) {
    return undefined;
  }
  const fn = node.callee.object;
  return isFunction(fn) && canInline(context, fn, isFinalizer, true) ? fn : undefined;
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @param {boolean} isFinalizer
 * @param {boolean} [isBound] Whether its `this` is the one around it.
 * @returns {boolean} Whether the function's statements mean the same outside of it, returns apart.
 */
function canInline({ sourceCode }, fn, isFinalizer, isBound = false) {
  const [parameter, ...more] = fn.params;
  if (
    fn.generator ||
    more.length > 0 ||
    (isFinalizer && parameter) ||
    (parameter && !isPlainParameter(parameter)) ||
    fn.returnType ||
    fn.typeParameters ||
    hasDirective(fn)
  ) {
    return false;
  }
  const uses = frameUses(sourceCode, fn);
  if (uses.evaluates) {
    return false;
  }
  return (
    fn.type === 'ArrowFunctionExpression' ||
    ((isBound || uses.this.length === 0) &&
      uses.arguments.length === 0 &&
      !uses.others &&
      !usesOwnName(sourceCode, fn))
  );
}

/**
 * @param {TSESTree.Parameter} parameter
 * @returns {boolean}
 */
function isPlainParameter(parameter) {
  switch (parameter.type) {
    case 'Identifier':
      return !parameter.optional;
    case 'ArrayPattern':
    case 'ObjectPattern':
      return true;
    case 'AssignmentPattern':
      // An element of a list has no type of its own.
      return !parameter.left.typeAnnotation;
    default:
      return false;
  }
}
