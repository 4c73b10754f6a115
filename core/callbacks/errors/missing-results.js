/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { Translator } from '../plan/translator.js' */

import { isFunction } from '../../analysis/syntax/functions.js';
import { findVariable, writesOf } from '../../analysis/syntax/scopes.js';
import { isNullish } from '../functions/functions.js';

/**
 * Results beside an error that are nothing where there is one, so that nobody misses them:
 *
 *     (err, value) => cb(err, value)
 *
 * @param {Pick<Translator, 'sourceCode' | 'variableOf'>} translator
 * @param {TSESTree.Node} result
 * @param {TSESTree.Node} error
 * @returns {boolean} Whether the result is nothing where there is an error: it stands beside it among
 *   the parameters of a callback, as it came.
 */
export function comesWith(translator, result, error) {
  if (result.type !== 'Identifier' || isNullish(result)) {
    return result.type === 'Literal' ? result.value === null : isNullish(result);
  }
  const [own, other] = [result, error].map((node) =>
    node.type === 'Identifier' ? translator.variableOf(node) : undefined,
  );
  return (
    own !== undefined &&
    other !== undefined &&
    (isBeside(own, other) || isTakenFrom(translator, own, other))
  );
}

/**
 * @param {Variable} own
 * @param {Variable} error
 * @returns {boolean} Whether it came with the error, as it is.
 */
function isBeside(own, error) {
  return (
    own.defs[0]?.type === 'Parameter' && own.scope === error.scope && writesOf(own).length === 0
  );
}

/**
 *     (err, node) => { let value = null; if (node && …) value = node.value; cb(err, value); }
 *
 * @param {Pick<Translator, 'sourceCode'>} translator
 * @param {Variable} own
 * @param {Variable} error
 * @returns {boolean} Whether it is nothing, unless there is something beside the error.
 */
function isTakenFrom({ sourceCode }, own, error) {
  return (
    own.defs[0]?.type === 'Variable' &&
    own.defs.length === 1 &&
    writesOf(own).every(({ identifier, init, writeExpr }) =>
      init
        ? writeExpr && isNullish(/** @type {TSESTree.Node} */ (writeExpr))
        : asksFor(sourceCode, /** @type {TSESTree.Node} */ (identifier), error),
    )
  );
}

/**
 * @param {Translator['sourceCode']} sourceCode
 * @param {TSESTree.Node} node
 * @param {Variable} error
 * @returns {boolean} Whether the node is reached only if something beside the error is there.
 */
function asksFor(sourceCode, node, error) {
  /** @type {(test: TSESTree.Expression) => boolean} */
  const shows = (test) => {
    if (test.type === 'LogicalExpression' && test.operator === '&&') {
      return shows(test.left) || shows(test.right);
    }
    const variable = test.type === 'Identifier' && findVariable(sourceCode, test, test.name);
    return (
      Boolean(variable) && variable !== error && isBeside(/** @type {Variable} */ (variable), error)
    );
  };
  let child = node;
  for (let { parent } = node; parent && parent !== error.scope.block; { parent } = parent) {
    if (isFunction(parent)) {
      return false;
    }
    if (parent.type === 'IfStatement' && parent.consequent === child && shows(parent.test)) {
      return true;
    }
    child = parent;
  }
  return false;
}
