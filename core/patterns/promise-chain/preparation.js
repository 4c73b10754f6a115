/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Chain } from './chains.js' */
/** @import { Conversion } from './conversion.js' */
/** @import { Handler } from './handlers.js' */
/** @import { Pieces, SetUp } from './layout.js' */

import { joinShortChain } from '../../edits/member-chains.js';
import { textOf } from '../../edits/trivia.js';
import { handlerOf } from './conversion.js';
import { operandOf } from './destinations.js';
import { cannotThrow } from './values.js';

/**
 * A link that does something.
 *
 * @typedef {object} Step
 * @property {Handler | undefined} fulfilled
 * @property {Handler | undefined} rejected
 * @property {Handler | undefined} finalizer
 */

/**
 * @typedef {object} Plan
 * @property {Step[]} steps
 * @property {Pieces} head What is waited for first, fit for `await`.
 * @property {Map<TSESTree.Node, string>} computed The names of handlers that are evaluated first.
 */

/**
 * @param {Conversion} conversion
 * @param {Chain} chain
 * @param {boolean} isApart Whether the steps run in a function of their own: what throws must not.
 * @returns {{ plan: Plan, setUp: SetUp[] }} And what is evaluated when the chain is made, in order.
 */
export function prepareChain(conversion, chain, isApart) {
  const { context, edits, names } = conversion;
  const { sourceCode } = context;
  conversion.chains.push(chain);
  const steps = chain.links.map(({ onFulfilled, onRejected, onFinally }) => ({
    fulfilled: onFulfilled && handlerOf(conversion, onFulfilled),
    rejected: onRejected && handlerOf(conversion, onRejected),
    finalizer: onFinally && handlerOf(conversion, onFinally, true),
  }));
  conversion.dissolved += steps.filter(({ fulfilled, rejected, finalizer }) =>
    [fulfilled, rejected, finalizer].every((handler) => handler?.kind !== 'kept'),
  ).length;
  const active = steps.filter((step) => Object.values(step).some(Boolean));
  const computed = active
    .flatMap(({ fulfilled, rejected, finalizer }) => [fulfilled, rejected, finalizer])
    .filter((handler) => handler?.kind === 'computed');
  const isGuarded = active.some(({ rejected, finalizer }) => rejected ?? finalizer);
  const { head } = chain;
  /** @type {Plan} */
  const plan = { steps: active, head: operandOf(head), computed: new Map() };
  /** @type {SetUp[]} */
  const setUp = [];
  // A throw of the head itself is no rejection: no handler of the chain sees it.
  if (
    head.type !== 'Identifier' &&
    (computed.length > 0 || ((isGuarded || isApart) && !cannotThrow(sourceCode, head)))
  ) {
    const name = names.take('promise');
    setUp.push({ name, value: head.range });
    plan.head = [name];
  }
  edits.push(...joinShortChain(sourceCode, head, textBefore(sourceCode, plan)));
  for (const { node } of computed) {
    const name = names.take('handler');
    setUp.push({ name, value: node.range });
    plan.computed.set(node, name);
  }
  return { plan, setUp };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Plan} plan
 * @returns {string} What is written before the head of a chain, in most places.
 */
function textBefore(sourceCode, { head: [first], steps: [step] }) {
  if (typeof first === 'string') {
    return `const ${first} = `;
  }
  const handler = step?.fulfilled;
  const [parameter] = handler?.kind === 'inline' ? handler.fn.params : [];
  return parameter ? `const ${textOf(sourceCode, parameter)} = await ` : 'await ';
}
