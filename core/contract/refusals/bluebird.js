/** @import { RefusalEntry } from './table.js' */

import { freezeTable } from './table.js';

/** Refusals of `bluebird-to-native` alone. */
export const BLUEBIRD_REFUSALS = freezeTable(
  /** @satisfies {Record<string, RefusalEntry>} */ ({
    'callback-unknown': {
      message: '{subject} does not show which values it takes',
      advice: 'Write the function in place, then run again.',
      example:
        "const Bluebird = require('bluebird'); exports.run = async (a, b, fn) => { await Bluebird.join(a, b, fn); };",
    },
    'concurrency-unknown': {
      message: 'nothing shows that {subject} is a limit of at least one',
      advice:
        'Write `{ concurrency: LIMIT }` in the call, with a constant of the file that is a whole number from 1 on, or `Math.max(1, os.cpus().length)`, then run again.',
      example:
        "const Bluebird = require('bluebird'); async function run(list, fn, options) { await Bluebird.map(list, fn, options); }",
    },
    'dependency-version': {
      message: 'package.json has a version of {subject} that cannot be used here',
      advice:
        'Use the last version that can be required, p-map 4 or p-some 2. Or make the package an ES module and use the newest. Then run again.',
      example:
        "const Bluebird = require('bluebird'); async function run(list, fn) { await Bluebird.map(list, fn, { concurrency: 2 }); }",
      given: { manifest: { dependencies: { 'p-map': '^7.0.0' } } },
    },
    'first-value-unknown': {
      message:
        'bluebird takes an `undefined` first value for a missing one, and {subject} may be `undefined`',
      advice: 'Write the first value as a literal, then run again.',
      example:
        "const Bluebird = require('bluebird'); async function run(list, fn, start) { await Bluebird.reduce(list, fn, start); }",
    },
    'kept-at-boundary': {
      message: 'callers of {subject} may use methods of the library on its promises',
      advice: 'Change the callers to `then`, `catch` and `finally` alone, by hand.',
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
      message: 'the file tells errors of the library from other errors: {subject}',
      advice: 'Tell them apart by their `code` or `name`, then run again.',
      example:
        "const Bluebird = require('bluebird'); async function run(load) { await Bluebird.fromCallback(load).error((error) => error); }",
    },
    'library-method': {
      message: 'native promises have no method that does the same as {subject} here',
      advice: 'Write it with `then(ok)` and `catch(fail)` alone, then run again.',
      example:
        "const Bluebird = require('bluebird'); async function run(list) { await Bluebird.all(list).bind(this); }",
    },
    'library-only': {
      message: 'native promises have nothing like {subject}',
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
      message: '{subject} gives this another meaning',
      advice: 'Move to bluebird 3 first.',
      example:
        "const Bluebird = require('bluebird'); async function run(list) { await Bluebird.each(list, load); }",
      given: { manifest: { dependencies: { bluebird: '^2.0.0' } } },
    },
    'list-changes': {
      message:
        '{subject} is changed after the call, and only some versions of the library see that',
      advice: 'Hand in a copy, `[...list]`, then run again.',
      example:
        "const Bluebird = require('bluebird'); async function run(queue) { const done = Bluebird.all(queue); queue.length = 0; await done; }",
    },
    'name-travels': {
      message:
        'a function that runs from its source text uses {subject}, where the name means the global one',
      advice: 'Name the library differently, for example Bluebird, then run again.',
      example:
        "const Promise = require('bluebird'); exports.run = async (page) => { await Promise.delay(1); await page.evaluate(() => Promise.all([fetch('/')])); };",
    },
    'promisified-outside': {
      message: 'the file does not show who calls the methods that {subject} adds',
      advice:
        'Promisify the methods that are called by hand, `util.promisify(object.method)`, then run again.',
      example:
        "const Bluebird = require('bluebird'); function Client() {} Client.prototype.get = load; Bluebird.promisifyAll(Client.prototype);",
    },
    'rejection-reported-early': {
      message:
        '{subject} takes a promise inside a callback of the library, which would report its rejection as unhandled before a native promise handles it',
      advice: 'Make that promise a native one, by hand.',
      otherwise: { option: 'api', value: 'async', where: 'it is a native one' },
      example:
        "const Bluebird = require('bluebird'); exports.run = (store) => store.open().then(() => Bluebird.props({ size: store.size() }).then(use));",
    },
    'structure-unknown': {
      message: '{subject} may be a `Map`, and bluebird makes a `Map` of it',
      advice: 'Write the object out, then run again.',
      example:
        "const Bluebird = require('bluebird'); async function run(loads) { await Bluebird.props(loads); }",
    },
  }),
);
