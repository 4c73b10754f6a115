/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Reference, Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../../analysis/syntax/functions.js' */
/** @import { Collector } from '../calls/calls.js' */

import { readFunction } from '../../../analysis/syntax/definitions.js';
import { frameUses, isFunction } from '../../../analysis/syntax/functions.js';
import { keepsArgument } from '../../../analysis/values/mapped-arguments.js';
import { variableOf } from '../../../analysis/syntax/scopes.js';
import { callOf, isTestCallback } from '../../../callbacks/functions/functions.js';
import { mentionsName } from '../../../edits/names.js';
import { Refused, quote } from '../../../callbacks/plan/refused.js';
import { endsFlow } from '../../../callbacks/statements/flow.js';
import { isKnownFunction } from '../../../promises/references.js';
import { isStepOfFlow } from './timing.js';

/**
 * The callback that a call of `async` ends with.
 *
 * @typedef {object} Final
 * @property {boolean} isUncertain Whether there may be none when the code runs.
 * @property {number} takes How many arguments it looks at.
 * @property {boolean} takesBoth Whether it may look at results that come with an error.
 */

/**
 * @param {Collector} collector
 * @param {TSESTree.CallExpression} call
 * @param {TSESTree.Expression | undefined} node
 * @returns {Final}
 */
export function readFinal(collector, call, node) {
  if (!node) {
    return { isUncertain: false, takes: 0, takesBoth: false };
  }
  const fn = readFunction(collector.sourceCode, node);
  if (fn) {
    return {
      isUncertain: node.type === 'Identifier' && !isKnownFunction(collector.sourceCode, node),
      takes: takenBy(collector, fn),
      takesBoth: !leavesFirst(collector, fn),
    };
  }
  if (/^(?:ObjectExpression|ArrayExpression|Literal|TemplateLiteral)$/u.test(node.type)) {
    throw new Refused('flow-unsupported', quote(collector.sourceCode, call.callee));
  }
  const isUncertain =
    node.type === 'Identifier'
      ? !isSurelyFunction(collector, node)
      : node.type !== 'CallExpression';
  return { isUncertain, takes: Infinity, takesBoth: true };
}

/**
 * @param {Collector} collector
 * @param {FunctionNode} fn
 * @returns {number}
 */
function takenBy({ sourceCode }, fn) {
  const isRest = fn.params.at(-1)?.type === 'RestElement';
  const usesArguments =
    fn.type !== 'ArrowFunctionExpression' && frameUses(sourceCode, fn).arguments.length > 0;
  return isRest || usesArguments ? Infinity : fn.params.length;
}

/**
 *     (err, results) => { if (err) return cb(err); … }    (err, results) => (err ? cb(err) : …)
 *
 * @param {Collector} collector
 * @param {FunctionNode} fn
 * @returns {boolean} Whether it ends with an error before it looks at results.
 */
function leavesFirst({ sourceCode }, { params: [error, results], body }) {
  const [first, ...more] = body.type === 'BlockStatement' ? body.body : [body];
  const choice = first && choiceOf(first);
  return (
    error?.type === 'Identifier' &&
    results?.type === 'Identifier' &&
    choice?.test.type === 'Identifier' &&
    choice.test.name === error.name &&
    (more.length === 0 ||
      first?.type === 'ReturnStatement' ||
      (choice.type === 'IfStatement' && endsFlow(choice.consequent))) &&
    !mentionsName(sourceCode, choice.consequent, results.name)
  );
}

/**
 * @param {TSESTree.Node} node
 * @returns {TSESTree.IfStatement | TSESTree.ConditionalExpression | undefined} What the statement, or the
 *   body of an arrow function, chooses with.
 */
function choiceOf(node) {
  switch (node.type) {
    case 'ConditionalExpression':
    case 'IfStatement':
      return node;
    case 'ExpressionStatement':
      return choiceOf(node.expression);
    case 'ReturnStatement':
      return node.argument ? choiceOf(node.argument) : undefined;
    default:
      return undefined;
  }
}

/**
 * @param {Collector} collector
 * @param {TSESTree.Identifier} node
 * @returns {boolean} Whether the code relies on its being a function.
 */
function isSurelyFunction(collector, node) {
  const { sourceCode } = collector;
  const variable = variableOf(sourceCode, node);
  const [definition] = variable?.defs ?? [];
  if (!variable || definition?.type !== 'Parameter') {
    return false;
  }
  const fn = /** @type {FunctionNode} */ (definition.node);
  if (!keepsArgument(variable) || fn.params.at(-1) !== definition.name) {
    return false;
  }
  return (
    isTestCallback(/** @type {any} */ ({ fn })) ||
    isStepOfFlow(collector, fn) ||
    isRequired(variable, fn)
  );
}

/**
 * @param {Variable} variable
 * @param {FunctionNode} fn
 * @returns {boolean} Whether it is called without asking first.
 */
function isRequired({ references }, fn) {
  const isAsked = references.some(({ identifier }) => isTest(identifier));
  return !isAsked && isFunction(fn) && references.some(({ identifier }) => callOf(identifier));
}

/**
 * @param {Reference['identifier']} node
 * @returns {boolean}
 */
function isTest({ parent }) {
  return /^(?:BinaryExpression|ConditionalExpression|IfStatement|LogicalExpression|UnaryExpression)$/u.test(
    parent?.type ?? '',
  );
}
