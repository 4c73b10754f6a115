/** @import { Pattern, PatternContext, Refusal } from '../contract/pattern.js' */

import { readsAsync } from './compilers.js';
import { FIRST_ASYNC_NODE, reaches } from './node-floor.js';

/**
 * @param {PatternContext} context
 * @param {Pick<Pattern, 'since'>} pattern
 * @returns {Refusal | undefined} Why nothing that the pattern is rewritten to would run in the project.
 */
export function refuseByProject(context, { since = FIRST_ASYNC_NODE }) {
  if (!reaches(context, since)) {
    return { reason: 'engines-too-old', subject: since };
  }
  return readsAsync(context)
    ? undefined
    : { reason: 'compiler-too-old', subject: 'async functions for ES5' };
}
