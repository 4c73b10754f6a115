/** @import { Translator } from './translator.js' */

import { isReadAtOnce } from './read-at-once.js';
import { Refused } from './refused.js';

/**
 * @param {Translator} translator
 * @param {string} subject What may call back in the caller's tick.
 * @throws {Refused} Unless callers do not mind.
 */
export function acceptTiming(translator, subject) {
  if (!mayCallLater(translator)) {
    throw new Refused('callback-timing', subject);
  }
  translator.accepts.add('callback-timing');
}

/**
 * @param {Translator} translator
 * @returns {boolean} Whether callers do not mind when their callback is called: the user says so, and
 *   none is seen that does.
 */
export function mayCallLater({ context, target }) {
  return context.options.differences.has('callback-timing') && !isReadAtOnce(context, target.name);
}
