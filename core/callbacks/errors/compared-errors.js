/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { Callee } from '../callees/callees.js' */
/** @import { ErrorPlan } from './error-plans.js' */
/** @import { Translator } from '../plan/translator.js' */

import { callOfCallback } from '../functions/callback-calls.js';
import { callbackFunctionOf, isNullish } from '../functions/functions.js';
import { Refused, quote } from '../plan/refused.js';

/**
 * Errors that are told from nothing by `===`. A promise that is fulfilled has no error, where a callback
 * got `null`, `undefined` or no argument at all: `err !== undefined` is true of one of these.
 */

/**
 * @param {Translator} translator
 * @param {{ call: TSESTree.CallExpression, callee: Callee, callback: FunctionNode, plan: ErrorPlan }} parts
 * @throws {Refused} Where the test would have another answer.
 */
export function checkCompared(translator, { call, callee, callback, plan }) {
  const { sourceCode } = translator;
  const [parameter] = callback.params;
  const error =
    plan.error ??
    sourceCode
      .getDeclaredVariables(callback)
      .find(({ identifiers }) => identifiers.some((name) => name === parameter));
  if (!error || (plan.kind !== 'capture' && !callee.isValueFirst)) {
    return;
  }
  const { null: withNull, undefined: withUndefined } = comparisonsOf(error);
  const odd = callee.isValueFirst
    ? isHandedOn(translator, error) && (withNull ?? withUndefined)
    : withUndefined && withNull
      ? undefined
      : (withUndefined ?? (givesNothing(translator, call) ? withNull : undefined));
  if (odd) {
    throw new Refused('error-compared', quote(sourceCode, odd));
  }
}

/**
 * @param {Variable} error
 * @returns {{ null?: TSESTree.Node, undefined?: TSESTree.Node }} `err !== null` and `err !== undefined`.
 */
function comparisonsOf({ references }) {
  /** @type {ReturnType<typeof comparisonsOf>} */
  const found = {};
  for (const { identifier } of references) {
    const { parent } = /** @type {TSESTree.Node} */ (identifier);
    const isTypeof = parent?.type === 'UnaryExpression' && parent.operator === 'typeof';
    const test = isTypeof ? parent.parent : parent;
    if (test?.type === 'BinaryExpression' && /^[!=]==?$/u.test(test.operator)) {
      const isLoose = test.operator.length === 2;
      const sides = [test.left, test.right];
      if (isTypeof && sides.some((side) => side.type === 'Literal' && side.value === 'undefined')) {
        found.undefined = test;
      } else if (!isTypeof && !isLoose) {
        const other = sides.find((side) => isNullish(side));
        if (other) {
          found[other.type === 'Literal' ? 'null' : 'undefined'] = test;
        }
      }
    }
  }
  return found;
}

/**
 * @param {Translator} translator
 * @param {Variable} error
 * @returns {boolean} `cb(err)`
 */
function isHandedOn(translator, { references }) {
  return references.some(
    ({ identifier }) =>
      translator.exitAround(/** @type {TSESTree.Node} */ (identifier))?.arguments[0] === identifier,
  );
}

/**
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether it is of a function of the file that calls back with `undefined`, or nothing,
 *   where there is no error.
 */
function givesNothing(translator, { callee }) {
  const found =
    callee.type === 'Identifier'
      ? callbackFunctionOf(translator.sourceCode, translator.variableOf(callee))
      : undefined;
  return (
    found?.callback.references.some(({ identifier }) => {
      const given = callOfCallback(/** @type {TSESTree.Node} */ (identifier));
      const [first] = given?.arguments ?? [];
      return given !== null && (!first || (isNullish(first) && first.type !== 'Literal'));
    }) === true
  );
}
