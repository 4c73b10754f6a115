/**
 * What a plan may rest on that the code itself cannot show. The list is closed: a plan that needs
 * anything else is refused. Every entry is printed for each site that rests on it, and is switched
 * off by `--no-<id>`, or all at once by `--strict`.
 *
 * @typedef {'yield-operand-is-promise' | 'callee-is-error-first' | 'receiver-is-promise' | 'emitter-is-readable' | 'collection-is-array' | 'promisified-for-itself' | 'result-is-no-promise'} AssumptionId
 *
 * @typedef {object} Assumption
 * @property {string} assumes What is taken for granted.
 * @property {string} byDefault When it is on without a flag.
 */

/** @type {Readonly<Record<AssumptionId, Assumption>>} */
export const ASSUMPTIONS = Object.freeze({
  'yield-operand-is-promise': {
    assumes:
      'a yielded call of unknown origin returns a promise, not a thunk, an array or a generator object',
    byDefault:
      'on; off for names known to give those (thunkify, co-fs-extra, unyield). Literals are decided, not assumed',
  },
  'callee-is-error-first': {
    assumes:
      'a function of a package, or a method of what one has made, whose last argument is `(err, …) =>`, tested or forwarded as an error, is error-first and calls back once, in a later tick unless it is given functions to run, with no more results than its callbacks in the file take; one that is given a callback which takes nothing, or an error that it does not look at, calls back once, as that goes on to; and a method is what the files of the project that define it say it is, or that of a package where none does; and what a function that the file does not show fails with, by its callback or its promise, is an error where a library would make one of anything else',
    byDefault: 'on where every use in the project agrees',
  },
  'receiver-is-promise': {
    assumes: 'the head of a `.then` chain is a native-like promise, not a lazy thenable',
    byDefault: 'on; off for known lazy ones (query builders, `cy`, `$q`, Deferred)',
  },
  'emitter-is-readable': {
    assumes:
      "a parameter named `stream` or `readable` in a file that uses streams of Node's own, the `req` of `(req, res)` and `ctx.req` are such streams, not another emitter with `data` and `end` events",
    byDefault: 'on',
  },
  'collection-is-array': {
    assumes:
      'the collection that a function of `async` is given is an array, not an object or nothing, and so is what `list.map()` gives to `all` of a promise library, or to `yield`',
    byDefault: 'on',
  },
  'promisified-for-itself': {
    assumes:
      'the `…Async` methods that a file adds to an object with `promisifyAll` are called by that file alone',
    byDefault: 'on',
  },
  'result-is-no-promise': {
    assumes:
      'the result of an unknown call, or a member that other code fills, is no promise and no lazy thenable where it is handed to a callback, or is a chunk of a stream in object mode: an async function would wait for it',
    byDefault:
      'on; off for known promises and lazy thenables (by a table, by the file or by the project), which are refused. Literals, parameters of callbacks and results of known plain functions are shown to be none',
  },
});
