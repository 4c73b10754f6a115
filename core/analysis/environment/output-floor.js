/** @import { Pattern, PatternContext, Refusal } from '../../contract/pattern.js' */

import { isOlder, readsAsync } from './compilers.js';
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
  if (readsAsync(context)) {
    return undefined;
  }
  const subject = isOlder(context, 'typescript', '2.1.0')
    ? 'async functions (package.json)'
    : 'async functions for ES5 (tsconfig.json: `target`, `lib`)';
  return { reason: 'compiler-too-old', subject };
}
