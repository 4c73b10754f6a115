/** @import { Position, Translator } from '../plan/translator.js' */
/** @import { WaitParts } from '../waits/waits.js' */

import { isWithin } from '../../analysis/syntax/nodes.js';
import { valueOf } from './flow.js';
import { isNullish } from '../functions/functions.js';

/**
 *     load(x, (err, v) => { if (err) { log(err); return cb(null, []); } cb(null, v); })
 *
 * @param {Translator} translator
 * @param {WaitParts} parts
 * @param {Position} position
 * @returns {boolean} Whether all that follows a wait with a `catch` is that the function gives the result: the
 *   `try` returns it.
 */
export function returnsResult(translator, { call, callee, callback, plan, result }, position) {
  const { branches, error, goesOn, kind, rest } = plan;
  const { sourceCode, target, test } = translator;
  const { body } = callback;
  if (
    kind !== 'handle' ||
    !branches ||
    !error ||
    goesOn ||
    rest ||
    test ||
    target.isTurn ||
    translator.isHandler ||
    translator.placed.has(callback) ||
    callee.flow ||
    body.type !== 'BlockStatement' ||
    position.openTry?.next === call ||
    !result.isName ||
    result.isWritten
  ) {
    return false;
  }
  const guards = body.body.filter((each) => branches.some((branch) => isWithin(branch, each)));
  const [only, ...more] = body.body.filter((each) => !guards.includes(each));
  const exit = only && more.length === 0 ? translator.exitOf(valueOf(only)) : undefined;
  const [none, value, ...others] = exit?.arguments ?? [];
  const [variable] = sourceCode
    .getDeclaredVariables(callback)
    .filter(({ identifiers: [name] }) => name === callback.params[1]);
  const end = guards.at(-1)?.range[1] ?? 0;
  return (
    none !== undefined &&
    isNullish(none) &&
    others.length === 0 &&
    value?.type === 'Identifier' &&
    variable?.references.length === 1 &&
    variable.references[0]?.identifier === value &&
    translator.commentsBetween(end, body.range[1]).length === 0
  );
}
