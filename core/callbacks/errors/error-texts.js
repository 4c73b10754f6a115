/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { CallbackFunction } from '../functions/functions.js' */
/** @import { Translator } from '../plan/translator.js' */

import { isLastArgument } from '../functions/functions.js';
import { allArguments } from '../functions/given-arguments.js';
import { Refused, quote } from '../plan/refused.js';
import { errorState } from './errors.js';

/**
 * A text in the place of an error:
 *
 *     if (!room) return cb('Room does not exist.');
 *
 * The converted function throws the same text, so that its callers get what they got. A function that says
 * nothing else of its callback may well give the text as its result.
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {CallbackFunction} target
 * @returns {boolean} Whether other paths of the function show that its callback takes an error first: one gives
 *   a result behind the error, or hands the callback on, or there is one with an error and one without.
 */
export function takesErrorFirst(sourceCode, target) {
  const calls = allArguments(sourceCode, target).map(([error, ...results]) => ({
    state: errorState(sourceCode, error, new Map()),
    hasResult: results.length > 0,
  }));
  const isHandedOn = target.callback.references.some(({ identifier }) =>
    isLastArgument(/** @type {TSESTree.Node} */ (identifier)),
  );
  return (
    isHandedOn ||
    calls.some(({ state, hasResult }) => hasResult && (state === 'null' || state === 'unknown')) ||
    (calls.some(({ state }) => state === 'null') &&
      calls.some(({ state }) => state === 'set' || state === 'unknown'))
  );
}

/**
 * @param {Translator} translator Of the function; notes what is assumed.
 * @param {TSESTree.Node} node What gives the text: named where it is refused.
 * @throws {Refused} Where nothing else shows that the callback takes an error first, or that has to be shown.
 */
export function assumeErrorText(translator, node) {
  const { sourceCode, target } = translator;
  if (!takesErrorFirst(sourceCode, target)) {
    throw new Refused('not-error-first', quote(sourceCode, node));
  }
  translator.assume('error-first', quote(sourceCode, target.fn));
}
