/**
 * The observations of recorded runs, for a plan of a conversion. A place is one of the text that is planned,
 * which earlier codemods may have changed: it is led back to the text that was run.
 *
 * @typedef {object} RecordFacts
 * @property {(path: string, text: string, place: RecordedPlace) => CallRecord | undefined} callAt The place is that
 *   of the last argument.
 * @property {(path: string, text: string, place: RecordedPlace) => Counts | undefined} kindsAt
 * @property {number} enough How many observations show something; the table of obligations says so where it is 0.
 *
 * @typedef {object} RecordedPlace
 * @property {number} line 1-based.
 * @property {number} column 0-based, as in ESTree.
 */

/** The kind of a value. @typedef {'absent' | 'undefined' | 'null' | 'error' | 'promise' | 'thenable' | 'function' | 'generator' | 'array' | 'proxy' | 'plain'} Kind */

/** How often something was seen. @typedef {Record<string, number>} Counts */

/**
 * The observations of a call with a callback.
 *
 * @typedef {object} CallRecord
 * @property {number} calls
 * @property {number} places From how many places, at most 20.
 * @property {number} sameTick Callbacks that ran while the call was active.
 * @property {number} later Callbacks that ran behind it.
 * @property {number} again Calls whose callback ran more than once.
 * @property {number} never Calls whose callback could be seen and never ran.
 * @property {number} unsure Runs that may have been of another call that got the same function.
 * @property {number} unseen Calls with a function whose runs no probe sees.
 * @property {number} threw Calls that threw.
 * @property {Counts} firsts Kinds of the first argument of the callback.
 * @property {Counts} results Kinds of the arguments behind it.
 * @property {Counts} numbers How many arguments there were; -1 where an arrow function does not tell.
 * @property {Counts} returns Kinds of what the call gave.
 * @property {Counts} callees Where its callees are defined: `native`, `unknown`, or a file and function number.
 * @property {number} stubbed Calls of a stub, a mock or a function of a test: nothing of them is counted above.
 */

export {};
