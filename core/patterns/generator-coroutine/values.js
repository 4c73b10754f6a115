/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { Value } from './value-kinds.js' */

import { readCertainInit } from '../../analysis/values/certain-values.js';
import { readKey } from '../../analysis/modules/modules.js';
import { readConstantInit, variableOf, writesOf } from '../../analysis/syntax/scopes.js';
import { classifyCall, isPromiseConstructor } from './call-results.js';
import { PLAIN, PROMISE, STRUCTURE, UNKNOWN, promiseOr } from './value-kinds.js';

/** How many local functions and variables are followed. */
const MAX_DEPTH = 6;

/**
 * @param {PatternContext} context
 * @param {TSESTree.Expression} node
 * @param {number} [depth]
 * @returns {Value}
 */
export function classifyValue(context, node, depth = MAX_DEPTH) {
  if (depth === 0) {
    return UNKNOWN;
  }
  switch (node.type) {
    case 'BinaryExpression':
    case 'ClassExpression':
    case 'Literal':
    case 'TemplateLiteral':
    case 'UnaryExpression':
    case 'UpdateExpression':
      return PLAIN;
    case 'ArrayExpression':
    case 'ObjectExpression':
      return STRUCTURE;
    case 'ImportExpression':
      return PROMISE;
    case 'AssignmentExpression':
      return node.operator === '='
        ? promiseOr(UNKNOWN, [classifyValue(context, node.right, depth)])
        : UNKNOWN;
    case 'ConditionalExpression':
      return promiseOr(UNKNOWN, [
        classifyValue(context, node.consequent, depth),
        classifyValue(context, node.alternate, depth),
      ]);
    case 'LogicalExpression':
      return promiseOr(UNKNOWN, [
        classifyValue(context, node.left, depth),
        classifyValue(context, node.right, depth),
      ]);
    case 'SequenceExpression':
      return promiseOr(UNKNOWN, [
        classifyValue(context, /** @type {TSESTree.Expression} */ (node.expressions.at(-1)), depth),
      ]);
    case 'NewExpression':
      return isPromiseConstructor(context, node.callee) ? PROMISE : UNKNOWN;
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
    case 'TSTypeAssertion':
      return promiseOr(UNKNOWN, [classifyValue(context, node.expression, depth)]);
    case 'Identifier':
      return classifyVariable(context, node, depth);
    case 'CallExpression':
      return classifyCall(context, node, depth);
    default:
      return UNKNOWN;
  }
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Identifier} node
 * @param {number} depth
 * @returns {Value}
 */
function classifyVariable(context, node, depth) {
  const { sourceCode } = context;
  const variable = variableOf(sourceCode, node);
  if (!variable) {
    return node.name === 'undefined' || node.name === 'NaN' || node.name === 'Infinity'
      ? PLAIN
      : UNKNOWN;
  }
  const [definition] = variable.defs;
  if (definition?.type !== 'Variable' || variable.defs.length > 1 || !definition.node.init) {
    return UNKNOWN;
  }
  const constant = readConstantInit(variable);
  if (constant && !readCertainInit(variable)) {
    return UNKNOWN;
  }
  if (constant && constant.keys.length === 0) {
    const value = classifyValue(context, constant.init, depth - 1);
    if (value.kind === 'promises' && !isOnlyRead(variable)) {
      return UNKNOWN;
    }
    if (constant.init.type === 'ArrayExpression') {
      return classifyFilledArray(context, variable, constant.init, depth);
    }
    return constant.init.type === 'ObjectExpression'
      ? classifyFilledRecord(context, variable, constant.init, depth)
      : value;
  }
  const values = writesOf(variable).map(({ identifier, writeExpr }) =>
    writeExpr && isPlainTarget(identifier)
      ? classifyValue(context, /** @type {TSESTree.Expression} */ (writeExpr), depth - 1)
      : UNKNOWN,
  );
  return promiseOr(UNKNOWN, values);
}

/**
 * @param {TSESTree.Node} target
 * @returns {boolean} Whether the target is the whole left side of `x = …`.
 */
function isPlainTarget(target) {
  const { parent } = target;
  return (
    (parent?.type === 'VariableDeclarator' && parent.id === target && parent.init !== null) ||
    (parent?.type === 'AssignmentExpression' && parent.left === target && parent.operator === '=')
  );
}

/**
 * @param {Variable} variable
 * @returns {boolean} Whether nothing adds to the array: it is only yielded, measured or walked.
 */
function isOnlyRead(variable) {
  return variable.references.every(({ identifier, init }) => {
    const { parent } = identifier;
    return (
      init || parent?.type === 'YieldExpression' || isMemberUse(identifier, ['length', 'forEach'])
    );
  });
}

/**
 * @param {TSESTree.Node} identifier
 * @param {string[]} keys
 * @returns {boolean}
 */
function isMemberUse(identifier, keys) {
  const { parent } = identifier;
  return (
    parent?.type === 'MemberExpression' &&
    parent.object === identifier &&
    keys.includes(readKey(parent) ?? '')
  );
}

/**
 * const promises = []; promises.push(load(1)); yield promises;
 *
 * @param {PatternContext} context
 * @param {Variable} variable
 * @param {TSESTree.ArrayExpression} init
 * @param {number} depth
 * @returns {Value}
 */
function classifyFilledArray(context, variable, init, depth) {
  /** @type {Value[]} */
  const values = [];
  for (const element of init.elements) {
    if (!element || element.type === 'SpreadElement') {
      return STRUCTURE;
    }
    values.push(classifyValue(context, element, depth - 1));
  }
  for (const { identifier, init: isInit } of variable.references) {
    const { parent } = identifier;
    if (isInit || parent?.type === 'YieldExpression' || isMemberUse(identifier, ['length'])) {
      continue;
    }
    const call = isMemberUse(identifier, ['push']) ? parent?.parent : undefined;
    if (call?.type !== 'CallExpression' || call.callee !== parent) {
      return STRUCTURE;
    }
    for (const argument of call.arguments) {
      if (argument.type === 'SpreadElement') {
        return STRUCTURE;
      }
      values.push(classifyValue(context, argument, depth - 1));
    }
  }
  const value = promiseOr(STRUCTURE, values);
  return value.kind === 'promise' ? { kind: 'promises', assumes: value.assumes } : STRUCTURE;
}

/**
 * const promises = { a: load(1) }; if (more) promises.b = load(2); yield promises;
 *
 * @param {PatternContext} context
 * @param {Variable} variable
 * @param {TSESTree.ObjectExpression} init
 * @param {number} depth
 * @returns {Value}
 */
function classifyFilledRecord(context, variable, init, depth) {
  /** @type {TSESTree.Expression[]} */
  const members = [];
  for (const property of init.properties) {
    if (property.type !== 'Property' || property.method || property.kind !== 'init') {
      return STRUCTURE;
    }
    members.push(/** @type {TSESTree.Expression} */ (property.value));
  }
  for (const { identifier, init: isInit } of variable.references) {
    const { parent } = identifier;
    if (isInit || parent?.type === 'YieldExpression') {
      continue;
    }
    const assignment = parent?.type === 'MemberExpression' ? parent.parent : undefined;
    if (
      assignment?.type !== 'AssignmentExpression' ||
      assignment.left !== parent ||
      assignment.operator !== '=' ||
      assignment.parent.type !== 'ExpressionStatement'
    ) {
      return STRUCTURE;
    }
    members.push(assignment.right);
  }
  const values = members
    .map((member) => classifyValue(context, member, depth - 1))
    .filter(({ kind }) => kind !== 'plain');
  const value = promiseOr(STRUCTURE, values);
  return value.kind === 'promise' ? { kind: 'record', assumes: value.assumes } : STRUCTURE;
}
