/** @import { RefusalEntry } from './table.js' */

import { freezeTable } from './table.js';

/** Refusals of the codemods for needless promises alone. */
export const NEEDLESS_PROMISE_REFUSALS = freezeTable(
  /** @satisfies {Record<string, RefusalEntry>} */ ({
    'awaited-later': {
      message:
        '{subject} is awaited later: it might throw, or be a thenable that starts when asked',
      advice: 'Write the value in the place of the promise yourself if it is a promise or plain.',
      example:
        'async function run(query) { const found = Promise.resolve(query); prepare(); return await found; }',
    },
    'scope-of-wrapper': {
      message: '{subject} means something else outside the function that it stands in',
      advice:
        'Make that function an arrow function if it should mean the outer one, then run again.',
      example:
        'async function run() { await new Promise(function (resolve) { resolve(this.x); }); }',
    },
  }),
);
