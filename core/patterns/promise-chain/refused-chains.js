/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext, Refusal } from '../../contract/pattern.js' */
/** @import { Chain } from './chains.js' */

import { isIdle } from '../../analysis/values/idle-values.js';
import { isSafeToCompute, readHandler, refuseHandler } from './handlers.js';
import { refuseReceiver } from './receivers.js';

/**
 * @param {PatternContext} context
 * @param {Chain} chain
 * @returns {Refusal | undefined} Why the chain has to stay one.
 */
export function refuseChain(context, chain) {
  const refusal = refuseReceiver(context, chain);
  if (refusal) {
    return refusal;
  }
  for (const [index, { call, onFulfilled, onRejected, onFinally }] of chain.links.entries()) {
    const handlers = [onFulfilled, onRejected, onFinally];
    const lost = call.arguments.find(
      (argument) =>
        !handlers.includes(/** @type {any} */ (argument)) && !isIdle(context.sourceCode, argument),
    );
    if (lost) {
      return refuseHandler(context, /** @type {TSESTree.Expression} */ (lost));
    }
    for (const node of handlers) {
      const handler = node && readHandler(context, node, node === onFinally);
      if (handler && 'refusal' in handler) {
        return handler.refusal;
      }
      if (index > 0 && handler?.kind === 'computed' && !isSafeToCompute(context, handler.node)) {
        // The links before it are at work already when it throws.
        return refuseHandler(context, handler.node);
      }
    }
  }
  return undefined;
}
