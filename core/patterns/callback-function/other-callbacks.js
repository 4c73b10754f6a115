/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { isAsyncKind } from '../../analysis/promises/async-candidates.js';
import { enclosingFunction } from '../../analysis/syntax/functions.js';
import { isWithin, nodesOfType } from '../../analysis/syntax/nodes.js';
import { variableOf, writesOf } from '../../analysis/syntax/scopes.js';
import { callOfCallback } from '../../callbacks/functions/callback-calls.js';
import { calledName } from '../../callbacks/functions/calls-around.js';
import {
  CALLBACK_NAME,
  isErrorLike,
  isExecutor,
  isNullish,
} from '../../callbacks/functions/functions.js';
import { definitionsByName } from '../../callbacks/functions/methods.js';

/**
 * Functions that get an error-first callback otherwise than as a last parameter with a name:
 *
 *     (file, cb, options) => …    (file, { cb }) => …    (file, ...rest) => { const cb = rest.pop(); … }
 *     (options) => { … options.cb(null, text); … }    (file, cb = null) => …
 *
 * or keep it where others call it: `this.#cb = cb`. They are not converted, and said to be there.
 *
 * @typedef {object} OtherCallback
 * @property {FunctionNode} fn
 * @property {TSESTree.Node} node Where the callback comes from.
 * @property {boolean} [isKept] Whether that is where it is put.
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {ReadonlySet<FunctionNode>} known The functions with a callback in the usual place.
 * @returns {OtherCallback[]} One for each function at most, in source order.
 */
export function otherCallbacksOf(sourceCode, known) {
  /** @type {Map<FunctionNode, OtherCallback>} */
  const found = new Map();
  for (const call of nodesOfType(sourceCode, 'CallExpression')) {
    const first = call.arguments[0];
    if (!first || !(isNullish(first) || isErrorLike(first))) {
      continue;
    }
    const source = sourceOf(sourceCode, call);
    const { fn } = source ?? {};
    if (
      source &&
      fn &&
      !known.has(fn) &&
      !found.has(fn) &&
      !fn.async &&
      !fn.generator &&
      !isExecutor(fn) &&
      (source.isKept || isAsyncKind(fn, sourceCode)) &&
      !isLastName(fn, source.node) &&
      // A function that is called at once is no callback, and a parameter of another function is that one's.
      enclosingFunction(call) !== fn
    ) {
      found.set(fn, source);
    }
  }
  return [...found.values()].sort((left, right) => left.fn.range[0] - right.fn.range[0]);
}

/**
 * @param {FunctionNode} fn
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it is the usual place: what is not converted then has other reasons.
 */
function isLastName({ params }, node) {
  return node.type === 'Identifier' && params.at(-1) === node;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call With no error, or with one.
 * @returns {OtherCallback | undefined}
 */
function sourceOf(sourceCode, call) {
  const { callee } = call;
  if (callee.type === 'Identifier') {
    const variable = variableOf(sourceCode, callee);
    return variable && isCallback(variable) ? originOf(sourceCode, variable) : undefined;
  }
  if (
    callee.type !== 'MemberExpression' ||
    callee.computed ||
    !('name' in callee.property) ||
    !CALLBACK_NAME.test(callee.property.name)
  ) {
    return undefined;
  }
  if (callee.object.type === 'ThisExpression') {
    return keptAs(sourceCode, calledName(call));
  }
  if (callee.object.type !== 'Identifier') {
    return undefined;
  }
  const variable = variableOf(sourceCode, callee.object);
  const parameter = variable && parameterOf(variable);
  return parameter?.node.type === 'Identifier' ? { fn: parameter.fn, node: callee } : undefined;
}

/**
 *     constructor(cb) { this.#cb = cb; }
 *
 * @param {SourceCodeLike} sourceCode
 * @param {string} key
 * @returns {OtherCallback | undefined} The function that puts its parameter there.
 */
function keptAs(sourceCode, key) {
  const [kept] = (definitionsByName(sourceCode).get(key) ?? []).flatMap(({ value }) => {
    const variable = value ? variableOf(sourceCode, value) : undefined;
    const parameter = variable && parameterOf(variable);
    return parameter && value?.parent?.type === 'AssignmentExpression'
      ? [{ fn: parameter.fn, node: value.parent, isKept: true }]
      : [];
  });
  return kept;
}

/**
 * @param {Variable} variable
 * @returns {boolean} Whether its name says so, or it is called with no error somewhere: `fail(err)` alone
 *   may be one of two functions.
 */
function isCallback({ name, references }) {
  return (
    CALLBACK_NAME.test(name) ||
    references.some(({ identifier }) => {
      const [first] = callOfCallback(/** @type {TSESTree.Node} */ (identifier))?.arguments ?? [];
      return first && isNullish(first);
    })
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Variable} variable
 * @returns {OtherCallback | undefined} The function that gets it, as a parameter or as what a variable in it
 *   is made from.
 */
function originOf(sourceCode, variable) {
  const parameter = parameterOf(variable);
  if (parameter) {
    return parameter;
  }
  const [definition, ...more] = variable.defs;
  const declarator = definition?.type === 'Variable' ? definition.node : undefined;
  const init = declarator?.id.type === 'Identifier' ? declarator.init : undefined;
  if (!declarator || !init || more.length > 0 || writesOf(variable).length > 1) {
    return undefined;
  }
  const fn = enclosingFunction(declarator);
  const source = readSource(init);
  if (!fn || source?.type !== 'Identifier') {
    return undefined;
  }
  const from = variableOf(sourceCode, source);
  const isOwn =
    source.name === 'arguments' ? from?.defs.length === 0 : from && parameterOf(from)?.fn === fn;
  return isOwn ? { fn, node: init } : undefined;
}

/**
 * @param {TSESTree.Expression} init
 * @returns {TSESTree.Node | undefined} `rest` of `rest.pop()` and `rest[rest.length - 1]`, `cb` of `cb || noop`.
 */
function readSource(init) {
  switch (init.type) {
    case 'CallExpression':
      return init.callee.type === 'MemberExpression' &&
        init.callee.property.type === 'Identifier' &&
        /^(?:at|pop)$/u.test(init.callee.property.name)
        ? init.callee.object
        : undefined;
    case 'ConditionalExpression':
      return [init.consequent, init.alternate].find(({ type }) => type === 'Identifier');
    case 'LogicalExpression':
      return init.left;
    case 'MemberExpression':
      return init.object;
    default:
      return undefined;
  }
}

/**
 * @param {Variable} variable
 * @returns {OtherCallback | undefined} The function that has it as a parameter, or as a part of one.
 */
function parameterOf({ defs }) {
  const [definition] = defs;
  if (definition?.type !== 'Parameter') {
    return undefined;
  }
  const fn = /** @type {FunctionNode} */ (definition.node);
  const name = /** @type {TSESTree.Node} */ (definition.name);
  const node = fn.params.find((each) => isWithin(name, each));
  return node && fn.body ? { fn, node } : undefined;
}
