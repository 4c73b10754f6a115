/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/functions.js' */
/** @import { PatternContext } from '../../contract/pattern.js' */

import { readFunction } from '../../analysis/definitions.js';
import { readKey } from '../../analysis/modules.js';
import {
  isVisibleOutside,
  readConstantInit,
  readsOf,
  variableOf,
  writesOf,
} from '../../analysis/scopes.js';

/** Where the file calls a function, by whatever name. */

/**
 * @typedef {object} Uses
 * @property {TSESTree.CallExpression[]} calls Those of a function that the file shows.
 * @property {boolean} escapes Whether it also goes where the file cannot follow.
 */

/** How many other names of a function are followed. */
const MAX_NAMES = 4;

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {Uses | undefined} Undefined for a function without a name.
 */
export function usesOf(context, fn) {
  const { parent } = fn;
  // (() => …)()
  if (parent.type === 'CallExpression' && parent.callee === fn) {
    return { calls: [parent], escapes: false };
  }
  const variable = variableHolding(context, fn);
  if (variable) {
    return usesOfVariable(context, variable);
  }
  const calls = callsElsewhere(context, fn);
  return calls.length > 0 ? { calls, escapes: true } : undefined;
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} node An expression whose value is a function.
 * @returns {Uses}
 */
export function usesOfValue(context, node) {
  const { sourceCode } = context;
  const { parent } = node;
  if (parent?.type === 'CallExpression' && parent.callee === node) {
    return { calls: [parent], escapes: false };
  }
  const variable = constantOf(sourceCode, node);
  return variable ? usesOfVariable(context, variable) : { calls: [], escapes: true };
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {Variable | undefined} The variable that always holds the function.
 */
function variableHolding({ sourceCode }, fn) {
  if (fn.type === 'FunctionDeclaration') {
    const variable = fn.id
      ? sourceCode.getDeclaredVariables(fn).find(({ name }) => name === fn.id?.name)
      : undefined;
    return variable && variable.defs.length === 1 && writesOf(variable).length === 0
      ? variable
      : undefined;
  }
  return constantOf(sourceCode, fn);
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {TSESTree.Node} value
 * @returns {Variable | undefined} The constant that is declared as the value.
 */
function constantOf(sourceCode, value) {
  const { parent } = value;
  if (parent?.type !== 'VariableDeclarator' || parent.id.type !== 'Identifier') {
    return undefined;
  }
  const variable = variableOf(sourceCode, parent.id);
  return variable && readConstantInit(variable)?.init === value ? variable : undefined;
}

/**
 * @param {PatternContext} context
 * @param {Variable} variable
 * @param {number} [depth]
 * @returns {Uses}
 */
function usesOfVariable(context, variable, depth = MAX_NAMES) {
  /** @type {Uses} */
  const uses = { calls: [], escapes: isVisibleOutside(variable) };
  for (const { identifier } of readsOf(variable)) {
    const { parent } = identifier;
    if (parent?.type === 'CallExpression' && parent.callee === identifier) {
      uses.calls.push(parent);
    } else {
      uses.escapes = true;
      uses.calls.push(
        ...callsElsewhere(context, /** @type {TSESTree.Node} */ (identifier), depth - 1),
      );
    }
  }
  return uses;
}

/**
 *     const other = fn;    other = fn;    use(fn)    fn.call(null)    fn.bind(null)
 *
 * @param {PatternContext} context
 * @param {TSESTree.Node} node A function that goes on.
 * @param {number} [depth]
 * @returns {TSESTree.CallExpression[]} Calls of it that the file shows.
 */
function callsElsewhere(context, node, depth = MAX_NAMES) {
  const { sourceCode } = context;
  const parent = /** @type {TSESTree.Node} */ (node.parent);
  if (depth === 0) {
    return [];
  }
  if (parent.type === 'MemberExpression' && parent.parent.type === 'CallExpression') {
    const call = parent.parent;
    const key = parent.object === node && call.callee === parent ? readKey(parent) : undefined;
    if (key === 'bind') {
      return call.parent.type === 'CallExpression' && call.parent.callee === call
        ? [call.parent]
        : callsElsewhere(context, call, depth - 1);
    }
    return key === 'call' || key === 'apply' ? [call] : [];
  }
  const index =
    parent.type === 'CallExpression'
      ? parent.arguments.indexOf(/** @type {TSESTree.Expression} */ (node))
      : -1;
  const name =
    parent.type === 'VariableDeclarator'
      ? parent.id
      : parent.type === 'AssignmentExpression'
        ? parent.left
        : parent.type === 'CallExpression'
          ? readFunction(sourceCode, parent.callee)?.params[index]
          : undefined;
  const variable = variableOf(sourceCode, name);
  return variable ? usesOfVariable(context, variable, depth - 1).calls : [];
}
