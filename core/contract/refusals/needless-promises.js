/** @import { RefusalEntry } from './table.js' */

import { freezeTable } from './table.js';

/** Refusals of the codemods for needless promises alone. */
export const NEEDLESS_PROMISE_REFUSALS = freezeTable(
  /** @satisfies {Record<string, RefusalEntry>} */ ({
    'awaited-later': {
      message:
        '{subject} is awaited later: it might throw, or be a thenable that starts when it is asked',
      advice: 'If it is a promise or a plain value, write it in place of the promise yourself.',
      example:
        'async function run(query) { const found = Promise.resolve(query); prepare(); return await found; }',
    },
    'scope-of-wrapper': {
      message: '{subject} has another meaning outside the function around it',
      advice:
        'If it should have the outer meaning, make that function an arrow function, then run again.',
      example:
        'async function run() { await new Promise(function (resolve) { resolve(this.x); }); }',
    },
  }),
);
