/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { Printer } from './printer.js' */
/** @import { Destination } from './destinations.js' */
/** @import { Continuation, Wait } from '../build/region.js' */
/** @import { Block } from './blocks.js' */

import { canListComplete, returnsOf } from '../../analysis/flow/completion.js';
import { compilerOption } from '../../analysis/environment/compilers.js';
import { isFunction } from '../../analysis/syntax/functions.js';
import { isGlobal } from '../../analysis/syntax/scopes.js';
import { hasCommentBetween, textOf } from '../../edits/trivia.js';

import { givingReturnsOf, readSettled } from '../build/settled-values.js';

/**
 * @template {Destination} Kind
 * @param {Printer} printer
 * @param {Wait} wait
 * @param {number} count
 * @param {Kind} destination
 * @returns {Kind} Where the chain gives something on one of its ways, and the compiler is told to report
 *   functions that then just end on another.
 */
export function withUndefined({ context }, { steps }, count, destination) {
  const last = steps.slice(0, count).findLastIndex(({ fulfilled }) => fulfilled);
  const gives =
    last < 0 ||
    steps
      .slice(last, count)
      .flatMap(({ fulfilled = [], rejected = [] }) => [fulfilled, rejected].flat())
      .some(
        (handler) =>
          handler.kind !== 'body' ||
          handler.fn.body.type !== 'BlockStatement' ||
          returnsOf(context.sourceCode, handler.fn).some(({ argument }) => argument),
      );
  return gives && destination.kind === 'return' && compilerOption(context, 'noImplicitReturns')
    ? { ...destination, saysUndefined: true }
    : destination;
}

/**
 *     return chain.then(() => undefined);
 *
 * @param {Printer} printer
 * @param {FunctionNode} fn
 * @param {Destination} destination
 * @returns {boolean} Whether the function that is converted just ends there, as it does nowhere else
 *   with a value.
 */
export function endsWithNothing({ context, consumed, root }, fn, destination) {
  const { sourceCode } = context;
  const isLast = destination.kind === 'return' && destination.isTail && !destination.isGuarded;
  const isEnd =
    isLast &&
    fn.body.type === 'Identifier' &&
    isGlobal(sourceCode, fn.body, 'undefined') &&
    !hasCommentBetween(sourceCode, fn.range[0], fn.body.range[0]) &&
    isFunction(root) &&
    // A type other than `void` asks for a `return`.
    (!root.returnType || /<(?:any|void)>$/u.test(textOf(sourceCode, root.returnType))) &&
    returnsOf(sourceCode, root).length < 2;
  if (isEnd) {
    consumed.add(fn);
  }
  return isEnd;
}

/**
 * @param {Printer} printer
 * @param {Continuation | undefined} handler
 * @returns {boolean}
 */
export function alwaysThrows({ context }, handler) {
  if (handler?.kind !== 'body') {
    return false;
  }
  const { body } = handler.fn;
  return body.type === 'BlockStatement'
    ? !canListComplete(context.sourceCode, body.body) &&
        givingReturnsOf(context, handler.fn).length === 0
    : readSettled(context, body)?.kind === 'reject';
}

/**
 * @param {Printer} printer
 * @param {Block} block
 * @returns {boolean} Whether a `finally` may fail after the value is there.
 */
export function hasFinalizer(printer, { items }) {
  return items.some((item) => {
    switch (item.type) {
      case 'try':
        return (
          item.finalizer !== undefined ||
          hasFinalizer(printer, item.block) ||
          (item.handler !== undefined && hasFinalizer(printer, item.handler))
        );
      case 'call':
        return false;
      case 'if':
        return (
          hasFinalizer(printer, item.consequent) ||
          (item.alternate !== undefined && hasFinalizer(printer, item.alternate))
        );
      // The user's statements may hold chains of their own.
      default:
        return (
          item.type === 'source' &&
          printer.context.sourceCode.text.slice(...item.range).includes('finally')
        );
    }
  });
}
