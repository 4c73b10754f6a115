/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Reference, Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/functions.js' */
/** @import { Collector } from './calls.js' */

import { frameUses, isFunction } from '../../analysis/functions.js';
import { findVariable, writesOf } from '../../analysis/scopes.js';
import { callOf, isTestCallback } from '../callback-function/functions.js';
import { mentionsName } from '../../edits/names.js';
import { Refused, quote } from '../callback-function/refused.js';
import { endsFlow } from '../callback-function/flow.js';
import { isStepOfFlow } from './timing.js';
import { readLocal } from './steps.js';

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
  const fn = readLocal(collector, node);
  if (fn) {
    return {
      isUncertain: false,
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
 *     (err, results) => { if (err) return cb(err); … }
 *
 * @param {Collector} collector
 * @param {FunctionNode} fn
 * @returns {boolean} Whether it ends with an error before it looks at results.
 */
function leavesFirst({ sourceCode }, { params: [error, results], body }) {
  const [first] = body.type === 'BlockStatement' ? body.body : [];
  return (
    error?.type === 'Identifier' &&
    results?.type === 'Identifier' &&
    first?.type === 'IfStatement' &&
    first.test.type === 'Identifier' &&
    first.test.name === error.name &&
    endsFlow(first.consequent) &&
    !mentionsName(sourceCode, first.consequent, results.name)
  );
}

/**
 * @param {Collector} collector
 * @param {TSESTree.Identifier} node
 * @returns {boolean} Whether the code relies on its being a function.
 */
function isSurelyFunction(collector, node) {
  const { sourceCode } = collector;
  const variable = findVariable(sourceCode, node, node.name);
  const [definition] = variable?.defs ?? [];
  if (!variable || definition?.type !== 'Parameter') {
    return false;
  }
  const fn = /** @type {FunctionNode} */ (definition.node);
  if (writesOf(variable).length > 0 || fn.params.at(-1) !== definition.name) {
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
