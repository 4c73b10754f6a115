/** @import { RefusalEntry } from './table.js' */

import { freezeTable } from './table.js';

/** Refusals of `async-lib-to-async` alone. */
export const ASYNC_LIB_REFUSALS = freezeTable(
  /** @satisfies {Record<string, RefusalEntry>} */ ({
    'collection-changes': {
      message: '{subject} changes while it is read, and each step sees the changes',
      advice: 'Go through a copy of it if the changes need not be seen, then run again.',
      example: `const async = require('async');
exports.run = function (users, cb) {
  async.eachOfSeries(users, (user, key, next) => { delete users[user.other]; save(user, next); }, cb);
};`,
      given: { options: { accept: 'timing-unobservable' } },
    },
    'flow-iteratee': {
      message: '{subject} cannot be written as an async function',
      advice:
        'Write it as a function that takes its item and a callback, and calls back with an error or nothing first, then run again.',
      example: `const async = require('async');
exports.run = function (items, cb) {
  async.map(items, function* (item) { yield item; }, cb);
};`,
    },
    'flow-typed': {
      message: 'the file has types, and the code in place of {subject} would have none',
      advice: 'Write it as a loop or as `Promise.all`, by hand.',
      example: `import async from 'async';
export function run(files: string[], open: any, done: () => void) {
  async.each(files, (file, next) => setImmediate(next), () => done());
}`,
      given: { file: 'example.ts' },
    },
    'flow-version': {
      message:
        '{subject} differs between the versions of `async`, and the project does not say which one it uses',
      advice: 'Put `async` into package.json with its version, then run again.',
      otherwise: { option: 'async-version', value: '3', where: 'that is the version that runs' },
      example: `const async = require('async');
exports.run = (items, isOld, cb) => { async.filter(items, (item, next) => isOld(item, next), cb); };`,
    },
    'library-copied': {
      message:
        'all that could take the place of {subject} is a copy of that function of the library',
      advice:
        'Write it as a loop or with `Promise.all`, by hand, or have the copy written: `--only=async-lib-to-async`.',
      example: `const async = require('async');
const read = require('read');
async.map(['a', 'b'], read, (err, texts) => { console.log(err || texts); });`,
      given: { options: { copies: 'leave', callbacks: 'read' } },
    },
    'step-ends-at-once': {
      message:
        'a step of {subject} may end the whole call before the next step starts. After the conversion the next step would start',
      advice: 'Call back in `process.nextTick`, or check all items before, then run again.',
      example: `const async = require('async');
const save = require('save');
exports.run = function (items, cb) {
  async.eachLimit(items, 5, (item, next) => {
    if (!item.id) return next(new Error('no id'));
    save(item, next);
  }, (err) => process.nextTick(cb, err));
};`,
      given: { options: { accept: 'timing-unobservable' } },
    },
  }),
);
