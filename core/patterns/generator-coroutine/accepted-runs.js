/** @import { ObligationId } from '../../contract/obligations.js' */
/** @import { PatternContext, Refusal } from '../../contract/pattern.js' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { Coroutine, Run } from './coroutines.js' */

import { isCommented } from './shells.js';
import { quote } from './yields.js';

/**
 * The parts of a coroutine's function and its runner that stay.
 *
 * @typedef {{ edits: Edit[], assumes: ObligationId[] } | { refusal: Refusal }} ShellResult
 */

/**
 * Wrappers call the generator function itself: defaults and destructuring that throw do so in the
 * caller's tick.
 *
 * @param {PatternContext} context
 * @param {Coroutine['fn']} fn
 * @param {Edit[]} edits
 * @returns {ShellResult}
 */
export function withSyncThrows(context, fn, edits) {
  if (fn.params.every(({ type }) => type === 'Identifier')) {
    return { edits, assumes: [] };
  }
  return context.options.assumable.has('throws-late')
    ? { edits, assumes: ['throws-late'] }
    : { refusal: { reason: 'throws-late' } };
}

/**
 * Wrappers have length 0; who looks at it sees the real one afterwards.
 *
 * @param {PatternContext} context
 * @param {Coroutine['fn']} fn
 * @param {Edit[]} edits
 * @returns {ShellResult}
 */
export function withLength(context, fn, edits) {
  const result = withSyncThrows(context, fn, edits);
  if ('refusal' in result || lengthOf(fn) === 0) {
    return result;
  }
  return { edits, assumes: [...result.assumes, 'length-unasked'] };
}

/**
 * @param {Coroutine['fn']} fn
 * @returns {number} The parameters before the first default or rest: ECMA-262, ExpectedArgumentCount.
 */
function lengthOf({ params }) {
  const end = params.findIndex(
    ({ type }) => type === 'AssignmentPattern' || type === 'RestElement',
  );
  return end < 0 ? params.length : end;
}

/**
 * @param {PatternContext} context
 * @param {Run} run
 * @returns {{ refusal: Refusal }}
 */
export function unsupported(context, { runner }) {
  const { call, target } = runner;
  return isCommented(context.sourceCode, call, target)
    ? { refusal: { reason: 'comment-in-the-way' } }
    : { refusal: { reason: 'runner-unsupported', subject: quote(context, call.callee) } };
}
