/** @import { Site } from '../core/contract/pattern.js' */

import { createPatternRule } from './shared/pattern-rule.js';
import { INNER_FUNCTION, writtenBy } from './shared/written.js';

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
  messageOf: (site) => (gains(site) ? 'callback' : undefined),
  suggestionOf: () => 'convert',
});

/** What only puts off an answer: `process.nextTick(() => cb(null, []))` has nothing to gain. */
const DEFERRAL =
  /\bawait new Promise\(\(\w+\) => (?:process\.nextTick|queueMicrotask|setImmediate)\(\w+\)\)/gu;

/** What calls back otherwise than error-first is no clearer behind a promise made for it. */
const BY_HAND = 'await new Promise(';

/** `await load()`, `return fs.promises.readFile(file)` */
const WAIT = /\bawait\b|\breturn\s+(?=[\w.]*promis)/gu;

/**
 * @param {Site} site
 * @returns {boolean} Whether the function gains by it. Where a wrapper has to keep the callback, that
 *   takes an async function of its own with several waits in it: anything less is shorter as it is.
 */
function gains({ kind, plan }) {
  const written = writtenBy(plan).replaceAll(DEFERRAL, '');
  const waits = written.match(WAIT)?.length ?? 0;
  return kind === 'callback function'
    ? waits > 1 && ![BY_HAND, INNER_FUNCTION].some((text) => written.includes(text))
    : waits > 0;
}
