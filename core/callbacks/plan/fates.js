/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { CallbackFunction } from '../functions/functions.js' */
/** @import { Planned } from './plan.js' */
/** @import { Fate, Registry } from './registry.js' */

import { breaksContract } from './breaches.js';

/**
 * @param {PatternContext} context
 * @param {CallbackFunction} found
 * @param {Registry} registry
 * @param {Planned} planned
 * @param {Fate} before What was hoped for.
 * @returns {Fate} What callers have to know of a function that the plan is carried out for.
 */
export function fateOfPlanned(context, found, registry, planned, before) {
  const { kind, asyncName } = planned.fate;
  const { exits, failsEarly, throwsEarly } = planned.translator;
  const breaks =
    before.breaks === true ||
    (kind === 'kept' &&
      asyncName === undefined &&
      (() => breaksContract(context, found, registry)));
  return {
    ...planned.fate,
    maySync: planned.callsEarly || failsEarly || exits.some(({ later }) => !later),
    mayThrow: before.mayThrow,
    // Of what a wrapper does first the plan says nothing.
    throwsEarly: asyncName === undefined || throwsEarly,
    breaks,
  };
}

/**
 * @param {Fate} left
 * @param {Fate} right
 * @returns {boolean} Whether callers would be written alike.
 */
export function isSameFate(left, right) {
  return (
    left.kind === right.kind &&
    left.asyncName === right.asyncName &&
    left.results === right.results &&
    left.maySync === right.maySync &&
    left.throwsEarly === right.throwsEarly &&
    (left.breaks === true) === (right.breaks === true)
  );
}
