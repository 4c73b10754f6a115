/** @import { Plan } from '../core/contract/pattern.js' */
/** @import { Edit } from '../core/edits/edit.js' */

import { createPatternRule } from './shared/pattern-rule.js';

export default createPatternRule({
  name: 'prefer-async-over-callback',
  pattern: 'callback-function',
  meta: {
    type: 'suggestion',
    docs: {
      description: 'Prefer async functions over functions that take a node-style callback',
    },
    hasSuggestions: true,
    schema: [],
    messages: {
      callback:
        '{{name}} takes a node-style callback: each path has to call it once, and each error has to be handed on by hand. Make it an async function. Clearer, not faster. In bulk: codemod `callback-to-async`.',
      convert: 'Make {{name}} an async function; a wrapper keeps the callback for its callers.',
    },
  },
  // What the codemod refuses stays as it is: the rule asks for nothing that it cannot do.
  messageOf: ({ plan }) => (plan && waits(plan) ? 'callback' : undefined),
  suggestionOf: () => 'convert',
});

/**
 * @param {Plan} plan
 * @returns {boolean} Whether the function awaits something then. One that only puts off its answer,
 *   `process.nextTick(() => cb(null, []))`, has nothing to gain.
 */
function waits({ edits }) {
  return edits.some((edit) =>
    textsOf(edit).some((text) => typeof text === 'string' && /\bawait\b/u.test(text)),
  );
}

/**
 * @param {Edit} edit
 * @returns {readonly unknown[]} What it writes.
 */
function textsOf(edit) {
  if ('text' in edit) {
    return [edit.text];
  }
  return 'pieces' in edit ? edit.pieces : [];
}
