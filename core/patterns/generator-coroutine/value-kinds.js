/** @import { ObligationId } from '../../contract/obligations.js' */
/** @import { RefusalReason } from '../../contract/refusals.js' */

/**
 * The kind of a yielded value, as far as the file shows it.
 *
 * @typedef {{ kind: 'promise', assumes: readonly ObligationId[] }
 *   | { kind: 'promises' | 'record', assumes: readonly ObligationId[] }
 *   | { kind: 'plain' }
 *   | { kind: 'unknown', reason: RefusalReason }} Value `promises` is an array of promises, `record`
 *   an object with promises for values.
 */

/** @type {Value} */
export const PROMISE = { kind: 'promise', assumes: [] };

/** @type {Value} */
export const ASSUMED_PROMISE = { kind: 'promise', assumes: ['yield-operand-is-promise'] };

/** @type {Value} */
export const PLAIN = { kind: 'plain' };

/** @type {Value} */
export const UNKNOWN = { kind: 'unknown', reason: 'yield-operand-unknown' };

/** @type {Value} */
export const STRUCTURE = { kind: 'unknown', reason: 'yield-operand-is-structure' };

/** @type {Value} */
export const GENERATOR = { kind: 'unknown', reason: 'yield-of-generator' };

/** @type {Value} */
export const THUNK = { kind: 'unknown', reason: 'yield-of-thunk' };

/**
 * @param {Value} otherwise
 * @param {Value[]} values
 * @returns {Value} A promise if all are; the first that says why it is none, else what is given.
 */
export function promiseOr(otherwise, values) {
  /** @type {ObligationId[]} */
  const assumes = [];
  for (const value of values) {
    if (value.kind !== 'promise') {
      return value.kind === 'unknown' ? value : otherwise;
    }
    assumes.push(...value.assumes);
  }
  return { kind: 'promise', assumes };
}
