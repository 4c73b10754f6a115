/** @import { RefusalEntry } from './table.js' */

import { freezeTable } from './table.js';

/** Refusals of `bluebird-to-native` alone. */
export const BLUEBIRD_REFUSALS = freezeTable(
  /** @satisfies {Record<string, RefusalEntry>} */ ({
    'callback-unknown': {
      message: '{subject} does not show which values it takes',
      advice: 'Write the function out where it is handed in, then run again.',
      example:
        "const Bluebird = require('bluebird'); exports.run = async (a, b, fn) => { await Bluebird.join(a, b, fn); };",
    },
    'concurrency-unknown': {
      message: 'nothing shows that {subject} lets a whole number run at once, from 1 on',
      advice:
        'Write `{ concurrency: LIMIT }` where it is handed in, with a constant of the file that is a whole number from 1 on, or `Math.max(1, os.cpus().length)`, then run again.',
      example:
        "const Bluebird = require('bluebird'); async function run(list, fn, options) { await Bluebird.map(list, fn, options); }",
    },
    'dependency-version': {
      message: 'package.json asks for a version of {subject} that cannot be used here',
      advice:
        'Ask for the last that can be required, p-map 4 or p-some 2, or make the package one of modules and ask for the newest, then run again.',
      example:
        "const Bluebird = require('bluebird'); async function run(list, fn) { await Bluebird.map(list, fn, { concurrency: 2 }); }",
      given: { manifest: { dependencies: { 'p-map': '^7.0.0' } } },
    },
    'first-value-unknown': {
      message:
        'bluebird takes an `undefined` first value for none, and {subject} may be `undefined`',
      advice: 'Write the first value as a literal, then run again.',
      example:
        "const Bluebird = require('bluebird'); async function run(list, fn, start) { await Bluebird.reduce(list, fn, start); }",
    },
    'kept-at-boundary': {
      message: "{subject} goes to callers that may use the library's methods on its promises",
      advice: 'Let callers use `then`, `catch` and `finally` alone, by hand.',
      otherwise: { option: 'api', value: 'async', where: 'they do so already' },
      example:
        "const Bluebird = require('bluebird'); const fs = require('fs'); exports.readFile = Bluebird.promisify(fs.readFile);",
    },
    'library-configured': {
      message: "the file's promises can be cancelled: {subject}",
      advice: 'Replace cancellation by an AbortSignal first.',
      example:
        "const Bluebird = require('bluebird'); async function run(list) { const all = Bluebird.all(list); all.cancel(); await all; }",
    },
    'library-errors-tested': {
      message: 'the file tells errors that the library makes from others: {subject}',
      advice: 'Tell them by their `code` or `name`, then run again.',
      example:
        "const Bluebird = require('bluebird'); async function run(load) { await Bluebird.fromCallback(load).error((error) => error); }",
    },
    'library-method': {
      message: 'no method of native promises does what {subject} does here',
      advice: 'Write it with `then(ok)` and `catch(fail)` alone, then run again.',
      example:
        "const Bluebird = require('bluebird'); async function run(list) { await Bluebird.all(list).bind(this); }",
    },
    'library-only': {
      message: 'nothing native does what {subject} does',
      advice: 'Rewrite it by hand as the page of bluebird-to-native shows, then run again.',
      example:
        "const Bluebird = require('bluebird'); async function run(open, use) { await Bluebird.using(open(), use); }",
    },
    'library-usage': {
      message: '{subject} is called in a way that has no native form',
      advice: 'Write it as the page of bluebird-to-native shows, then run again.',
      example:
        "const Bluebird = require('bluebird'); const fs = require('fs'); const exists = Bluebird.promisify(fs.exists); async function run() { await exists('a'); }",
    },
    'library-version': {
      message: '{subject} means something else by it',
      advice: 'Move to bluebird 3 first.',
      example:
        "const Bluebird = require('bluebird'); async function run(list) { await Bluebird.each(list, load); }",
      given: { manifest: { dependencies: { bluebird: '^2.0.0' } } },
    },
    'list-changes': {
      message: '{subject} is changed after it is handed in, which the library sees, or does not',
      advice: 'Hand in a copy, `[...list]`, then run again.',
      example:
        "const Bluebird = require('bluebird'); async function run(queue) { const done = Bluebird.all(queue); queue.length = 0; await done; }",
    },
    'name-travels': {
      message:
        '{subject} also stands in a function that is run from its text, where it is the global one',
      advice: 'Name the library differently, for example Bluebird, then run again.',
      example:
        "const Promise = require('bluebird'); exports.run = async (page) => { await Promise.delay(1); await page.evaluate(() => Promise.all([fetch('/')])); };",
    },
    'promisified-outside': {
      message: 'the file does not show who calls the methods that {subject} adds',
      advice: 'Promisify by hand, `util.promisify(object.method)`, what is called, then run again.',
      example:
        "const Bluebird = require('bluebird'); function Client() {} Client.prototype.get = load; Bluebird.promisifyAll(Client.prototype);",
    },
    'rejection-reported-early': {
      message:
        '{subject} takes over a promise within a callback of the library, which would report its rejection as unhandled before a native promise has it',
      advice: 'Make that promise a native one, by hand.',
      otherwise: { option: 'api', value: 'async', where: 'it is a native one' },
      example:
        "const Bluebird = require('bluebird'); exports.run = (store) => store.open().then(() => Bluebird.props({ size: store.size() }).then(use));",
    },
    'structure-unknown': {
      message: '{subject} may be a `Map`, of which bluebird makes a `Map` again',
      advice: 'Write the object out, then run again.',
      example:
        "const Bluebird = require('bluebird'); async function run(loads) { await Bluebird.props(loads); }",
    },
  }),
);
