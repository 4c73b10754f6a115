/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/functions.js' */
/** @import { PatternContext, Refusal } from '../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { enclosingFunction, frameUses, isFunction } from '../../analysis/functions.js';
import { readKey, resolveOrigin } from '../../analysis/modules.js';
import { isDirective } from '../../analysis/nodes.js';
import { findVariable, readConstantInit, readsOf, writesOf } from '../../analysis/scopes.js';
import { mentionsName } from '../../edits/names.js';
import { textOf } from '../../edits/trivia.js';
import { calledFunction, cannotThrow } from './values.js';

/**
 * What a link is given.
 *
 * @typedef {InlineHandler | KeptHandler | NamedHandler | ComputedHandler} Handler
 */

/**
 * @typedef {object} InlineHandler
 * @property {'inline'} kind A function whose statements can stand in place of the call.
 * @property {FunctionNode} fn
 */

/**
 * @typedef {object} KeptHandler
 * @property {'kept'} kind A function that has to stay one, and is called.
 * @property {FunctionNode} fn
 */

/**
 * @typedef {object} NamedHandler
 * @property {'named'} kind A name that means the same function whenever it is looked up.
 * @property {TSESTree.Expression} node
 * @property {boolean} isMember Whether a call has to lose the receiver, as `then` loses it.
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
    return { kind: canInline(context, node, isFinalizer) ? 'inline' : 'kept', fn: node };
  }
  const { sourceCode } = context;
  if (node.type === 'Identifier') {
    if (isFunctionName(sourceCode, node)) {
      return { kind: 'named', node, isMember: false };
    }
  } else if (node.type === 'MemberExpression') {
    if (isStableMember(sourceCode, node)) {
      return { kind: 'named', node, isMember: !isUnboundNamespace(sourceCode, node) };
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
      const target = calledFunction(sourceCode, callee);
      return (
        node.arguments.every((argument) => cannotThrow(sourceCode, argument)) &&
        (isBind
          ? isKnownFunction(sourceCode, callee.object)
          : target !== undefined && target.params.every(({ type }) => type === 'Identifier'))
      );
    }
    default:
      return cannotThrow(sourceCode, node);
  }
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @param {boolean} isFinalizer
 * @returns {boolean} Whether the function's statements mean the same outside of it, returns apart.
 */
function canInline({ sourceCode }, fn, isFinalizer) {
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
    (uses.this.length === 0 &&
      uses.arguments.length === 0 &&
      !uses.others &&
      !(fn.id && mentionsName(sourceCode, fn.body, fn.id.name)))
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
    case 'AssignmentPattern':
      return true;
    default:
      return false;
  }
}

/**
 * @param {FunctionNode} fn
 * @returns {boolean}
 */
function hasDirective({ body }) {
  const [first] = body.type === 'BlockStatement' ? body.body : [];
  return isDirective(first);
}

/** Parameters that are functions wherever they have these names. */
const FUNCTION_NAMES = new Set(['next', 'reject', 'resolve']);

/** Globals that are functions and do not care for their receiver. */
const GLOBAL_FUNCTIONS = new Set([
  'Boolean',
  'Number',
  'String',
  'decodeURIComponent',
  'encodeURIComponent',
  'fetch',
  'isNaN',
  'parseFloat',
  'parseInt',
]);

const GLOBAL_NAMESPACES = new Set(['JSON', 'Math', 'Number', 'Object', 'String', 'console']);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Identifier} node
 * @returns {boolean} Whether the name is one function, now and when the handler is called.
 */
function isFunctionName(sourceCode, node) {
  const variable = findVariable(sourceCode, node, node.name);
  if (!variable) {
    return GLOBAL_FUNCTIONS.has(node.name);
  }
  if (calledFunction(sourceCode, node)) {
    return true;
  }
  const [definition] = variable.defs;
  if (definition?.type === 'ImportBinding') {
    return true;
  }
  if (definition?.type === 'Parameter') {
    return (
      writesOf(variable).length === 0 &&
      enclosingFunction(definition.name) !== undefined &&
      (FUNCTION_NAMES.has(node.name) || isAlwaysCalled(variable))
    );
  }
  const constant = readConstantInit(variable);
  if (!constant) {
    return false;
  }
  const origin = resolveOrigin(sourceCode, node);
  return (
    origin?.kind === 'module' ||
    (constant.keys.length === 0 && isKnownFunction(sourceCode, constant.init))
  );
}

/**
 * @param {NonNullable<ReturnType<typeof findVariable>>} variable
 * @returns {boolean} Whether the code calls the parameter, and never asks whether it is there.
 */
function isAlwaysCalled(variable) {
  const reads = readsOf(variable).map(({ identifier }) => identifier);
  return (
    reads.some(
      ({ parent }) =>
        parent?.type === 'CallExpression' && reads.includes(/** @type {any} */ (parent.callee)),
    ) && reads.every(({ parent }) => parent?.type === 'CallExpression')
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.MemberExpression} node
 * @returns {boolean} Whether the member is a function that is looked up without effects: of a module,
 *   of an object literal of the file, of the class.
 */
function isStableMember(sourceCode, node) {
  const key = readKey(node);
  if (key === undefined || node.optional) {
    return false;
  }
  const origin = resolveOrigin(sourceCode, node);
  if (origin) {
    return (
      origin.kind === 'module' || (GLOBAL_NAMESPACES.has(origin.name) && origin.path.length === 1)
    );
  }
  if (node.object.type === 'ThisExpression') {
    return isMethodOfThis(node, key);
  }
  if (node.object.type !== 'Identifier') {
    return false;
  }
  const variable = findVariable(sourceCode, node.object, node.object.name);
  const constant = variable && readConstantInit(variable);
  return (
    constant?.keys.length === 0 &&
    constant.init.type === 'ObjectExpression' &&
    constant.init.properties.some(
      (property) =>
        property.type === 'Property' &&
        property.kind === 'init' &&
        !property.computed &&
        property.key.type === 'Identifier' &&
        property.key.name === key &&
        isFunction(property.value),
    )
  );
}

/**
 * @param {TSESTree.Node} node `this.key`.
 * @param {string} key
 * @returns {boolean} Whether the class around declares the method.
 */
function isMethodOfThis(node, key) {
  for (let parent = node.parent; parent; parent = parent.parent) {
    if (parent.type === 'ClassBody') {
      return parent.body.some(
        (member) =>
          member.type === 'MethodDefinition' &&
          member.kind === 'method' &&
          !member.computed &&
          member.key.type === 'Identifier' &&
          member.key.name === key,
      );
    }
    if (
      (parent.type === 'FunctionExpression' && parent.parent.type !== 'MethodDefinition') ||
      parent.type === 'FunctionDeclaration'
    ) {
      return false;
    }
  }
  return false;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.MemberExpression} node
 * @returns {boolean} Whether the member does the same with its receiver as without: `JSON.parse`.
 */
function isUnboundNamespace(sourceCode, node) {
  const origin = resolveOrigin(sourceCode, node);
  return origin?.kind === 'global' && GLOBAL_NAMESPACES.has(origin.name);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether the expression gives a function, whatever else evaluating it does.
 */
function isKnownFunction(sourceCode, node) {
  switch (node.type) {
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return true;
    case 'Identifier':
      return isFunctionName(sourceCode, node);
    case 'MemberExpression':
      return isStableMember(sourceCode, node);
    case 'ConditionalExpression':
      return (
        isKnownFunction(sourceCode, node.consequent) && isKnownFunction(sourceCode, node.alternate)
      );
    case 'CallExpression': {
      // `bind` throws for what is no function.
      if (node.callee.type === 'MemberExpression' && readKey(node.callee) === 'bind') {
        return true;
      }
      const target = calledFunction(sourceCode, node.callee);
      return (
        target !== undefined &&
        !target.async &&
        !target.generator &&
        target.type === 'ArrowFunctionExpression' &&
        isFunction(target.body)
      );
    }
    default:
      return false;
  }
}
