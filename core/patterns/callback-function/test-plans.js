/** @import { Planned } from './plan.js' */
/** @import { Translator } from './translator.js' */

import { insertBefore } from '../../edits/edit.js';
import { becomeAsync } from './boundary.js';
import { translateBody } from './expression-bodies.js';
import { Refused, quote } from './refused.js';

/**
 * A test that says when it is done becomes an async function, which its runner waits for.
 *
 * @param {Translator} translator
 * @returns {Planned}
 * @throws {Refused}
 */
export function planTest(translator) {
  const { sourceCode, target, test } = translator;
  const { fn } = target;
  const braces = translateBody(translator);
  if (!translator.edits.some((edit) => 'text' in edit && /\bawait\b/u.test(edit.text))) {
    // There is nothing to wait for.
    throw new Refused('test-callback', quote(sourceCode, fn));
  }
  return {
    translator,
    callsEarly: false,
    boundary: [
      ...(test?.form === 'end' ? [insertBefore(fn.range[0], 'async ')] : becomeAsync(translator)),
      ...braces,
    ],
    fate: { kind: 'inside', results: 'none' },
  };
}
