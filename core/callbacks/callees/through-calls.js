/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Callee } from './callees.js' */
/** @import { Translator } from '../plan/translator.js' */

import { readKey, resolveOrigin } from '../../analysis/modules/modules.js';
import { readImported } from './imported-callees.js';
import { readMethod } from './method-callees.js';
import { readOwnCallee } from './own-callees.js';
import { callGivesValue } from '../functions/returned-values.js';

/**
 *     load.call(this, id, cb)  ->  loadAsync.call(this, id)
 *
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @returns {Callee | undefined} A function of the project that is told its `this`.
 */
export function readThroughCall(translator, call) {
  const { context, sourceCode } = translator;
  const { callee, arguments: given } = call;
  if (
    callee.type !== 'MemberExpression' ||
    readKey(callee) !== 'call' ||
    !given[0] ||
    given[0].type === 'SpreadElement'
  ) {
    return undefined;
  }
  const { object } = callee;
  const own = /** @type {TSESTree.CallExpression} */ ({
    ...call,
    callee: object,
    arguments: given.slice(1),
  });
  const origin = resolveOrigin(sourceCode, object);
  const found =
    (object.type === 'Identifier' && readOwnCallee(translator, own, object)) ||
    (origin?.kind === 'module'
      ? // With `--api=async` such a use keeps its callback.
        context.options.api !== 'async' && readImported(translator, own, origin)
      : readMethod(translator, own));
  return found && (found.isKnown || found.ownsWait || given.length > 2)
    ? { ...found, returns: found.returns === true || callGivesValue(sourceCode, own) }
    : undefined;
}
