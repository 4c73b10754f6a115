/** @import { TSESTree } from '@typescript-eslint/types' */

import { methodCallOn } from '../../analysis/syntax/nodes.js';

/**
 * head.then(ok).catch(failed).finally(cleanUp)
 *
 * @typedef {object} Chain
 * @property {TSESTree.Expression} node The whole expression.
 * @property {TSESTree.Expression} head The object on which the first link is called.
 * @property {Link[]} links In source order; at least one.
 */

/**
 * @typedef {object} Link
 * @property {'then' | 'catch' | 'finally'} method
 * @property {TSESTree.CallExpression} call
 * @property {TSESTree.Expression | undefined} onFulfilled Undefined where the value passes through.
 * @property {TSESTree.Expression | undefined} onRejected Undefined where the rejection passes through.
 * @property {TSESTree.Expression | undefined} onFinally
 * @property {boolean} isUnusual Whether it has arguments that native promises have no use for.
 */

/**
 * @param {TSESTree.Node | null | undefined} node
 * @returns {Chain | undefined}
 */
export function readChain(node) {
  /** @type {Link[]} */
  const links = [];
  let head = node;
  for (let link = readLink(head); link; link = readLink(head)) {
    links.unshift(link);
    head = /** @type {TSESTree.MemberExpression} */ (link.call.callee).object;
  }
  return links.length > 0
    ? {
        node: /** @type {TSESTree.Expression} */ (node),
        head: /** @type {TSESTree.Expression} */ (head),
        links,
      }
    : undefined;
}

/**
 * object.then(onFulfilled, onRejected)    object.catch(onRejected)    object.finally(onFinally)
 *
 * @param {TSESTree.Node | null | undefined} node
 * @returns {Link | undefined}
 */
function readLink(node) {
  if (node?.type !== 'CallExpression' || node.optional) {
    return undefined;
  }
  const { callee } = node;
  if (
    callee.type !== 'MemberExpression' ||
    callee.computed ||
    callee.optional ||
    callee.object.type === 'Super' ||
    callee.property.type !== 'Identifier'
  ) {
    return undefined;
  }
  const method = callee.property.name;
  if (method !== 'then' && method !== 'catch' && method !== 'finally') {
    return undefined;
  }
  const [first, second, ...more] = node.arguments;
  const isUnusual =
    node.arguments.some(({ type }) => type === 'SpreadElement') ||
    more.length > 0 ||
    (method !== 'then' && second !== undefined) ||
    Boolean(node.typeArguments);
  const handler = readHandler(first);
  return {
    method,
    call: node,
    onFulfilled: method === 'then' ? handler : undefined,
    onRejected: method === 'then' ? readHandler(second) : method === 'catch' ? handler : undefined,
    onFinally: method === 'finally' ? handler : undefined,
    isUnusual,
  };
}

/**
 * @param {TSESTree.CallExpressionArgument | undefined} argument
 * @returns {TSESTree.Expression | undefined} Undefined for what is no function: `then` passes over it.
 */
function readHandler(argument) {
  if (
    !argument ||
    argument.type === 'SpreadElement' ||
    argument.type === 'Literal' ||
    argument.type === 'TemplateLiteral' ||
    argument.type === 'ArrayExpression' ||
    argument.type === 'ObjectExpression' ||
    (argument.type === 'Identifier' && argument.name === 'undefined') ||
    (argument.type === 'UnaryExpression' && argument.operator === 'void')
  ) {
    return undefined;
  }
  return argument;
}

/**
 * @param {Chain} chain
 * @returns {boolean} Whether a link has a handler; `schema.catch('')` has none, and is no promise.
 */
export function hasHandlers({ links }) {
  return links.some(({ onFinally, onFulfilled, onRejected }) =>
    Boolean(onFulfilled ?? onRejected ?? onFinally),
  );
}

/**
 * @param {TSESTree.Node} node A chain's node.
 * @returns {boolean} Whether more links follow.
 */
export function isInnerLink(node) {
  const call = methodCallOn(node);
  return call !== undefined && readLink(call) !== undefined;
}
