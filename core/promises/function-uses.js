/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../analysis/syntax/functions.js' */
/** @import { PatternContext } from '../contract/pattern.js' */

import { readFunction } from '../analysis/syntax/definitions.js';
import { readKey } from '../analysis/modules/modules.js';
import {
  isVisibleOutside,
  readConstantInit,
  readsOf,
  variableOf,
  writesOf,
} from '../analysis/syntax/scopes.js';

/** Where the file calls a function, by whatever name. */

/**
 * @typedef {object} Uses
 * @property {TSESTree.CallExpression[]} calls Those of a function that the file shows.
 * @property {boolean} escapes Whether it also goes where the file cannot follow.
 */

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {Uses | undefined} Undefined for a function without a name.
 */
export function usesOf(context, fn) {
  // (() => …)()
  const call = callOf(fn);
  if (call) {
    return { calls: [call], escapes: false };
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
  const call = callOf(node);
  if (call) {
    return { calls: [call], escapes: false };
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
 * A function may be handed on in a circle, so each variable that it gets is looked at once.
 *
 * @param {PatternContext} context
 * @param {Variable} variable
 * @returns {Uses}
 */
function usesOfVariable(context, variable) {
  return { calls: callsOf(context, [variable]), escapes: isHandedOn(variable) };
}

/**
 * @param {Variable} variable
 * @returns {boolean} Whether it is used for anything but a call in the file.
 */
function isHandedOn(variable) {
  return (
    isVisibleOutside(variable) || readsOf(variable).some(({ identifier }) => !callOf(identifier))
  );
}

/**
 * @param {TSESTree.Node} node
 * @returns {TSESTree.CallExpression | undefined} The call whose callee it is.
 */
function callOf(node) {
  const { parent } = node;
  return parent?.type === 'CallExpression' && parent.callee === node ? parent : undefined;
}

/**
 * @param {TSESTree.Node} node
 * @param {readonly string[]} methods
 * @returns {TSESTree.CallExpression | undefined} The call of such a method of it.
 */
function methodCallOf(node, methods) {
  const { parent } = node;
  return parent?.type === 'MemberExpression' &&
    parent.object === node &&
    methods.includes(readKey(parent) ?? '')
    ? callOf(parent)
    : undefined;
}

/**
 * @param {PatternContext} context
 * @param {readonly Variable[]} variables Those that hold a function.
 * @returns {TSESTree.CallExpression[]} The calls of it by these names, and by those that it gets from them.
 */
function callsOf(context, variables) {
  const names = new Set(variables);
  /** @type {Set<TSESTree.CallExpression>} */
  const calls = new Set();
  // A set is walked to its end, those added on the way included.
  for (const variable of names) {
    for (const { identifier } of readsOf(variable)) {
      const step = nextStep(context, identifier);
      if (step.call) {
        calls.add(step.call);
      } else if (step.name) {
        names.add(step.name);
      }
    }
  }
  return [...calls];
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} node An expression whose value is a function.
 * @returns {TSESTree.CallExpression[]} Calls of it that the file shows, where no constant is declared as it.
 */
function callsElsewhere(context, node) {
  const { call, name } = nextStep(context, node);
  return call ? [call] : name ? callsOf(context, [name]) : [];
}

/**
 *     fn()    fn.call(null)    fn.bind(null)()    const other = fn    other = fn    use(fn)
 *
 * @param {PatternContext} context
 * @param {TSESTree.Node} given An expression whose value is a function.
 * @returns {{ call?: TSESTree.CallExpression, name?: Variable | undefined }} Its call, or the variable that gets it.
 */
function nextStep({ sourceCode }, given) {
  let node = given;
  for (let bound; (bound = methodCallOf(node, ['bind']));) {
    node = bound;
  }
  const { parent } = node;
  const call = callOf(node) ?? methodCallOf(node, ['call', 'apply']);
  if (call) {
    return { call };
  }
  const name =
    parent?.type === 'VariableDeclarator'
      ? parent.id
      : parent?.type === 'AssignmentExpression'
        ? parent.left
        : parent?.type === 'CallExpression'
          ? readFunction(sourceCode, parent.callee)?.params[
              parent.arguments.indexOf(/** @type {TSESTree.Expression} */ (node))
            ]
          : undefined;
  return { name: variableOf(sourceCode, name) };
}
