/** @import { PlannedSite } from '../../core/codemod/passages.js' */

import { count } from '../terminal/count.js';

/**
 * The sites, counted by their outcome.
 *
 * @typedef {object} Outcome
 * @property {number} converted The sites that wait now, or have lost their callback.
 * @property {number} kept The converted sites whose function still takes a callback, for callers that are not
 *   converted.
 * @property {number} libraryCalls Calls of a library that are left.
 * @property {number} left All that are left, these calls among them.
 */

/** The codemods whose sites are calls of a library. */
const OF_LIBRARIES = new Set(['async-lib-to-async', 'bluebird-to-native']);

/** The kind of a function that keeps its callback; without it, it is an `internal function`. */
const KEEPS_CALLBACK = 'callback function';

/**
 * @param {readonly PlannedSite[]} sites
 * @returns {Outcome}
 */
export function outcomeOf(sites) {
  const converted = sites.filter(({ status }) => status === 'converted');
  const left = sites.filter(({ status }) => status === 'refused');
  return {
    converted: converted.length,
    kept: converted.filter(({ kind }) => kind === KEEPS_CALLBACK).length,
    libraryCalls: left.filter(({ codemod }) => OF_LIBRARIES.has(codemod)).length,
    left: left.length,
  };
}

/**
 * @param {Outcome} outcome
 * @returns {string[]} What a count of sites alone does not say.
 */
export function formatOutcome({ kept, libraryCalls }) {
  return [
    ...(kept > 0
      ? [`  ${count(kept, 'converted function')} with a callback for callers outside`]
      : []),
    ...(libraryCalls > 0 ? [`  ${count(libraryCalls, 'call')} of libraries left`] : []),
  ];
}
