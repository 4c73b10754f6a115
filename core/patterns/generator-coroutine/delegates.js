/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { Delegation } from './coroutines.js' */

import { isFunction } from '../../analysis/syntax/functions.js';
import { classifyPromise } from '../../analysis/promises/promises.js';
import { findVariable, writesOf } from '../../analysis/syntax/scopes.js';
import { mayThrow } from '../../analysis/flow/throwing.js';
import { importedCoroutineOf } from './imported-coroutines.js';
import { classifyValue } from './values.js';

/**
 * A generator that is called within a yielded literal, and a thunk that is written into it, start
 * when the whole literal is made; an async function starts at its call. `co` waits for its parts
 * then, too, and `Promise.all` at once. No code that can tell the difference may come after it.
 *
 *     yield [list(a), fetch(b)]            // `fetch` is called before `list` starts
 *     yield [[load(a), load(b)], open()]   // nobody hears of either failure when `open` throws
 *
 * @param {PatternContext} context
 * @param {TSESTree.YieldExpression} node
 * @param {Delegation[]} delegations
 * @returns {TSESTree.Node | undefined} What would start too early.
 */
export function findStartedTooEarly(context, node, delegations) {
  const elements = node.argument ? leavesOf(node.argument) : [];
  const calls = delegations.map(({ call }) => call);
  const gathered = node.argument
    ? partsOf(node.argument).find(
        (part) =>
          elements.some(
            (other) => other.range[0] >= part.range[1] && mayThrow(context.sourceCode, other),
          ) && gathersSeveral(context, part),
      )
    : undefined;
  if (gathered) {
    return gathered;
  }
  const isDelegation = (/** @type {TSESTree.Expression} */ element) =>
    element.type === 'CallExpression' &&
    (calls.includes(element) || importedCoroutineOf(context, element.callee) !== undefined);
  return elements.find((element, index) => {
    const isLate = isFunction(element) || isDelegation(element);
    return (
      isLate &&
      elements
        .slice(index + 1)
        .some((other) =>
          other.type === 'CallExpression' && isDelegation(other)
            ? !other.arguments.every((argument) => isInert(context, argument))
            : !isInert(context, other),
        )
    );
  });
}

/**
 * @param {TSESTree.Node} node
 * @returns {TSESTree.Expression[]} What stands in a yielded literal, at any depth.
 */
function partsOf(node) {
  switch (node.type) {
    case 'ArrayExpression':
      return node.elements.flatMap((element) =>
        element ? [/** @type {TSESTree.Expression} */ (element), ...partsOf(element)] : [],
      );
    case 'ObjectExpression':
      return node.properties.flatMap((property) =>
        property.type === 'Property'
          ? [/** @type {TSESTree.Expression} */ (property.value), ...partsOf(property.value)]
          : [],
      );
    case 'ConditionalExpression':
      return [...partsOf(node.consequent), ...partsOf(node.alternate)];
    default:
      return [];
  }
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Expression} part
 * @returns {boolean} Whether it becomes a `Promise.all` of more than one promise.
 */
function gathersSeveral(context, part) {
  if (part.type === 'ArrayExpression' || part.type === 'ObjectExpression') {
    return leavesOf(part).filter((leaf) => !isInert(context, leaf)).length > 1;
  }
  const { kind } = classifyValue(context, part);
  return kind === 'promises' || kind === 'record';
}

/**
 * @param {TSESTree.Expression} node
 * @returns {TSESTree.Expression[]} The values that a yielded literal is made of, in order.
 */
function leavesOf(node) {
  switch (node.type) {
    case 'ArrayExpression':
      return node.elements.flatMap((element) =>
        element ? leavesOf(/** @type {TSESTree.Expression} */ (element)) : [],
      );
    case 'ObjectExpression':
      return node.properties.flatMap((property) =>
        property.type === 'Property'
          ? leavesOf(/** @type {TSESTree.Expression} */ (property.value))
          : [],
      );
    case 'ConditionalExpression':
      return [node.test, ...leavesOf(node.consequent), ...leavesOf(node.alternate)];
    default:
      return [node];
  }
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether evaluating it runs no user code and depends on none that ran before.
 */
function isInert({ sourceCode }, node) {
  if (node.type === 'Identifier') {
    const variable = findVariable(sourceCode, node, node.name);
    return variable !== undefined && writesOf(variable).every(({ init }) => init);
  }
  return (
    node.type === 'Literal' ||
    node.type === 'FunctionExpression' ||
    node.type === 'ArrowFunctionExpression' ||
    node.type === 'ThisExpression'
  );
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Expression} node
 * @returns {boolean} Whether the value certainly has no `then`, so that an async function that
 *   returns it gives just that value.
 */
export function isNeverPromise({ sourceCode }, node) {
  // A runner hands back a fulfilled value.
  return (
    classifyPromise(sourceCode, node, (inner) =>
      inner.type === 'YieldExpression' && !inner.delegate ? 'plain' : undefined,
    ) === 'plain'
  );
}
