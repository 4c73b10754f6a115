/** @import { RefusalEntry } from './table.js' */

import { freezeTable } from './table.js';

/** Refusals of `then-to-async` alone. */
export const CHAIN_REFUSALS = freezeTable(
  /** @satisfies {Record<string, RefusalEntry>} */ ({
    'chain-as-operand': {
      message: 'the chain is part of an expression that does not wait for it',
      advice: 'Move it into a function of its own that returns it, then run again.',
      example: 'function load() { return Promise.all([one().then((value) => value.id), two()]); }',
    },
    'chain-floating': {
      message: 'nothing waits for the chain, and somebody may notice if the function did',
      advice:
        'Return it or await it if callers should wait, or make it the last statement of a handler or a listener, then run again.',
      example: 'function start() { load().then((value) => { use(value); }); next(); }',
    },
    'chain-in-try': {
      message:
        'the `try` around the chain does not see its rejection today, and would see it after the conversion',
      advice: 'Move the chain out of the `try`. If the `try` is meant for it, await it there.',
      example:
        'function load() { try { return get().then((value) => value.id); } catch (error) { return Promise.reject(error); } }',
    },
    'chain-stored': {
      message: 'the promise is kept, and what follows runs before it is settled',
      advice: 'Await it where its value is needed, then run again.',
      example: 'function load() { const p = get().then((value) => value.id); note(p); return p; }',
    },
    'handler-keeps-frame': {
      message:
        'a handler uses its own `this`, its `arguments` or several parameters, and so has to stay a function',
      advice: 'Write the handlers as arrow functions with one parameter, then run again.',
      example: 'function load() { return get().then(function () { return arguments.length; }); }',
    },
    'handler-unknown': {
      message: 'nothing shows that {subject} is a function, and `then` ignores everything else',
      advice: 'If it always is one, write an arrow function that calls it, then run again.',
      example: 'function load(parse) { return get().then(parse); }',
    },
    'promise-library-kept': {
      message: 'other code calls methods of a promise library on the result: {subject}',
      advice:
        'Change its users to `then`, `catch` and `finally` alone, or to `await`, then run again.',
      example:
        "const Bluebird = require('bluebird'); function load(id) { return open(id).then((file) => file.id); } exports.load = (id, cb) => load(id).asCallback(cb);",
      given: { options: { api: 'async' } },
    },
    'promise-library-method': {
      message: 'native promises have no {subject} of this form',
      advice: 'Run bluebird-to-native first. Write the rest with `then` and `catch` by hand.',
      example: 'function load() { return get().spread(join).then((value) => value.id); }',
    },
    'promise-library-result': {
      message: 'the promise may be one of {subject}, and callers may use its methods',
      advice: 'Run bluebird-to-native first.',
      otherwise: {
        option: 'api',
        value: 'async',
        where: 'no caller uses more than `then`, `catch` and `finally`',
      },
      example:
        "const Bluebird = require('bluebird'); function load() { return Bluebird.resolve(1).then((value) => value + 1); }",
    },
    'receiver-is-plain': {
      message:
        '{subject} also gives plain values. They have no `then`, and after `await` the code would go on',
      advice: 'Let it give promises only, then run again.',
      example:
        'function get(id) { if (!id) return null; return fetch(id); } function load(id) { return get(id).then((value) => value.id); }',
    },
    'result-type': {
      message: 'an async function can only have the type `Promise<…>`, and another one is declared',
      advice: 'Declare `Promise<…>`, then run again.',
      example: 'function load(): PromiseLike<string> { return get().then((value) => value.id); } ',
      given: { file: 'example.ts' },
    },
    'value-maybe-unset': {
      message: 'TypeScript would not see that the variable has a value after the error is handled',
      advice: 'Write `try` and `catch` around the `await` yourself, with the type of the value.',
      example:
        'function load(id: string) { return get(id).then((user) => user.id, () => 0).then((id) => id + 1); }',
      given: { file: 'example.ts' },
    },
  }),
);
