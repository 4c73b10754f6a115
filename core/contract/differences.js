/**
 * How converted code may differ from the original. The list is closed: the comparator of the
 * equivalence tests reads it, and a difference that is not in it is a bug.
 *
 * @typedef {'microticks' | 'sync-throw' | 'promise-identity' | 'callback-timing' | 'callback-arguments' | 'premature-close' | 'pipe-destroys' | 'uncaught-error' | 'chunk-boundaries' | 'module-waits' | 'empty-collection' | 'partial-results' | 'map-start-order' | 'library-errors' | 'early-rejection' | 'function-length' | 'key-order'} DifferenceId
 *
 * @typedef {object} AcceptedDifference
 * @property {string} difference What an observer may notice.
 * @property {string} where The conversions it belongs to.
 * @property {'accepted' | 'reported' | 'refused'} byDefault `accepted`: silently; `reported`: named
 *   for each site; `refused`: a site that would show it is left alone.
 * @property {string} [flag] The option that turns `reported` into a refusal.
 */

/** @type {Readonly<Record<DifferenceId, AcceptedDifference>>} */
export const DIFFERENCES = Object.freeze({
  microticks: {
    difference:
      'the order between unrelated promises, and between what is put off to the end of one tick, and which of those that settle in one turn is the first of `race` or `some`, or the error of `all`',
    where: 'all codemods',
    byDefault: 'accepted',
  },
  'sync-throw': {
    difference: 'a synchronous throw before the first await becomes a rejection',
    where:
      'functions that already returned a promise, which what a call throws may reject as the error of its callback does; functions that take a callback, which hears of what an expression throws where no `throw` says so, or does not where what is called first ignores its error',
    byDefault: 'reported',
    flag: '--sync-throws=refuse',
  },
  'promise-identity': {
    difference: 'the same promise object returned twice, or properties set on it',
    where: 'all codemods',
    byDefault: 'refused',
  },
  'callback-timing': {
    difference:
      'a callback called in the same tick is called in a later one, behind a `try` around the call, and after others that wait for the same thing; a list of results that it gets beside an error has by then what came in between',
    where: 'callbacks',
    byDefault: 'refused',
    flag: '--callback-timing=accept',
  },
  'callback-arguments': {
    difference:
      'a callback gets `null` for a missing error, `undefined` for a missing result where it got fewer arguments, none for one that is `undefined` where another path gives none, no result beside an error that is only handed on, and the error of a command with what that has written on it',
    where: 'callbacks',
    byDefault: 'reported',
  },
  'premature-close': {
    difference:
      'an aborted or destroyed stream ends in an error instead of silence, and the end of a stream is seen when it has closed',
    where: 'streams',
    byDefault: 'reported',
  },
  'pipe-destroys': {
    difference:
      'files that are piped are closed when one of them fails, without what waits to be written; the end is seen when all have closed, as is a failure to close; a throw while one is made leaves those before it unheard',
    where: 'streams',
    byDefault: 'reported',
  },
  'uncaught-error': {
    difference:
      'an error that nothing listened for, or that a listener or the callback of a call threw, rejects the promise or is answered as a failed request instead of ending the process; what a callback throws in a function that nobody waits for ends it as an unhandled rejection, and an exception behind a wait is heard by nobody where an optional callback is left out, which `--strict` refuses',
    where: 'streams, callbacks',
    byDefault: 'reported',
  },
  'chunk-boundaries': {
    difference:
      'chunks of bytes or text that wait together arrive as one, or each by itself where `read()` joined them',
    where: 'streams',
    byDefault: 'reported',
  },
  'module-waits': {
    difference: 'whoever imports the module, for its effects, waits until the stream has been read',
    where: 'streams',
    byDefault: 'reported',
  },
  'empty-collection': {
    difference:
      'a collection that turns out to be empty, or a loop that ends before its first turn, calls back in a later tick',
    where: 'async',
    byDefault: 'reported',
  },
  'partial-results': {
    difference: 'an error comes alone, without the results that were there before it',
    where: 'async',
    byDefault: 'reported',
  },
  'map-start-order': {
    difference:
      'bluebird starts `map({ concurrency })` from both ends or with what is there first, and none of a `map` once one has failed: of several failures another may be the one that is seen',
    where: 'bluebird',
    byDefault: 'reported',
  },
  'library-errors': {
    difference:
      'errors that bluebird makes are plain ones: those of callbacks are not in an `OperationalError`, those of `any`, `some` and `timeout` are none of its classes, what `done` throws ends the process as an unhandled rejection, and where one is asked for its `cause` any other is its own',
    where: 'bluebird',
    byDefault: 'reported',
  },
  'early-rejection': {
    difference:
      'a promise of a library that rejects before anything waits for it is an unhandled rejection of a native one, which ends the process: one in a list that is gone through item by item, or that is shorter than `some` asks for, with `--api=async` one that nobody waits for',
    where: 'bluebird, chains',
    byDefault: 'reported',
  },
  'function-length': {
    difference:
      'a function that a library wraps tells how many parameters it has, where the wrapper told 0',
    where: 'coroutines',
    byDefault: 'reported',
  },
  'key-order': {
    difference:
      'the keys of what `RSVP.hash` gives are in the order of the source, not in that of settling',
    where: 'bluebird',
    byDefault: 'reported',
  },
});
