/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { Translator } from '../plan/translator.js' */

import { readGlobalPath } from '../../analysis/modules/global-values.js';
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
 *   the parameters of a callback, as it came, or is made of such a one.
 */
export function comesWith(translator, result, error) {
  if (result.type !== 'Identifier' || isNullish(result)) {
    const known = valueBeside(translator, result, error);
    return known !== undefined && (known.value === undefined || known.value === null);
  }
  const [own, other] = variablesOf(translator, result, error);
  return (
    own !== undefined &&
    other !== undefined &&
    (isBeside(own, other) || isTakenFrom(translator, own, other))
  );
}

/**
 * @param {Pick<Translator, 'variableOf'>} translator
 * @param {...TSESTree.Node} nodes
 * @returns {(Variable | undefined)[]}
 */
function variablesOf(translator, ...nodes) {
  return nodes.map((node) =>
    node.type === 'Identifier' ? translator.variableOf(node) : undefined,
  );
}

/** An error, as far as a test of it goes. */
const ERROR = {};

/**
 *     data && data.map(parse)        err ? null : parse(text)        Array.isArray(list) ? sort(list) : null
 *
 * @param {Pick<Translator, 'sourceCode' | 'variableOf'>} translator
 * @param {TSESTree.Node} node
 * @param {TSESTree.Node} error
 * @returns {{ value: unknown } | undefined} What the expression gives where there is an error, and so nothing beside it;
 *   undefined where that is not known, or something else than a test would run.
 */
function valueBeside(translator, node, error) {
  const read = (/** @type {TSESTree.Node} */ part) => valueBeside(translator, part, error);
  switch (node.type) {
    case 'Literal':
      return { value: node.value };
    case 'Identifier': {
      const [own, other] = variablesOf(translator, node, error);
      return isNullish(node)
        ? { value: undefined }
        : own && own === other
          ? { value: ERROR }
          : own && other && isBeside(own, other)
            ? { value: undefined }
            : undefined;
    }
    case 'UnaryExpression': {
      const known = node.operator === '!' ? read(node.argument) : undefined;
      return isNullish(node) ? { value: undefined } : known && { value: !known.value };
    }
    case 'LogicalExpression': {
      const left = read(node.left);
      const isLeft =
        node.operator === '??'
          ? left?.value !== undefined && left.value !== null
          : Boolean(left?.value) === (node.operator === '||');
      return left && (isLeft ? left : read(node.right));
    }
    case 'ConditionalExpression': {
      const test = read(node.test);
      return test && read(test.value ? node.consequent : node.alternate);
    }
    case 'BinaryExpression': {
      const [left, right] = /^[!=]==?$/u.test(node.operator)
        ? [read(node.left), read(node.right)]
        : [];
      return left && right && { value: isEqual(node.operator, left.value, right.value) };
    }
    case 'CallExpression':
      return isArrayTest(translator, node)
        ? read(/** @type {TSESTree.Node} */ (node.arguments[0])) && { value: false }
        : undefined;
    default:
      return undefined;
  }
}

/**
 * @param {string} operator `==`, `!=`, `===` or `!==`
 * @param {unknown} left
 * @param {unknown} right
 * @returns {boolean} What it gives.
 */
function isEqual(operator, left, right) {
  // Only `undefined` and `null` are the same to `==` and not to `===`, of what is known here.
  const isNothing = (/** @type {unknown} */ value) => value === undefined || value === null;
  const isSame = left === right || (operator.length === 2 && isNothing(left) && isNothing(right));
  return operator.startsWith('!') ? !isSame : isSame;
}

/**
 * @param {Pick<Translator, 'sourceCode'>} translator
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} `Array.isArray(list)`
 */
function isArrayTest({ sourceCode }, { callee, arguments: given }) {
  return given.length === 1 && readGlobalPath(sourceCode, callee) === 'Array.isArray';
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
