/** @import { RefusalEntry } from './table.js' */

import { freezeTable } from './table.js';

/** Refusals of `unwrap-promise-constructor` alone. */
export const EXECUTOR_REFUSALS = freezeTable(
  /** @satisfies {Record<string, RefusalEntry>} */ ({
    'executor-declares': {
      message: 'the executor of the promise declares variables first',
      advice:
        'Declare them in front of the `new Promise`, or write an async function in its place, then run again.',
      example:
        'exports.load = (options) => new Promise((resolve, reject) => { const client = connect(options); client.load().then(resolve, reject); });',
    },
    'rejection-would-throw': {
      message: 'an error thrown while {subject} is evaluated would no longer reject the promise',
      advice: 'Make the function around it async, or give the promise a function of its own.',
      example:
        'function run(url) { log(url); return new Promise((resolve, reject) => load(url).then(resolve, reject)); }',
    },
  }),
);
