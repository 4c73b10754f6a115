/**
 * Faults in what the files of a project know of each other.
 *
 * @import { Mutant } from './plant.js'
 */

const STRICT = ['callback-modules'];
const ASYNC = ['callback-modules --api=async'];

/** @type {readonly Mutant[]} */
export const PLAN_MUTANTS = [
  {
    fault: 'callers that still give a callback are forgotten',
    file: 'codemods/callbacks.js',
    from: 'if (call === undefined || !waiting.has(call)) {',
    to: 'if (call === undefined) {',
    languages: ASYNC,
  },
  {
    fault: 'uses as a value are forgotten',
    file: 'codemods/callbacks.js',
    from: 'if (call === undefined || !waiting.has(call)) {',
    to: 'if (call !== undefined && !waiting.has(call)) {',
    languages: ASYNC,
  },
  {
    fault: 'files that change together are taken back alone',
    file: 'codemods/callbacks.js',
    from: 'factsFor: (path) => index.factsFor(path), together }',
    to: 'factsFor: (path) => index.factsFor(path), together: [] }',
    languages: ASYNC,
  },
  {
    fault: 'functions of other files never call back at once',
    file: 'codemods/callbacks.js',
    from: 'maySync: maySync && this.callsLater?.(context, exported) !== true,',
    to: 'maySync: false,',
    languages: STRICT,
  },
  {
    fault: 'functions of other files call back once',
    file: 'codemods/callbacks.js',
    from: 'breaks: registry.breaks(exported) ? ',
    to: 'breaks: false ? ',
    languages: STRICT,
  },
  {
    fault: 'functions of other files have one result',
    file: 'codemods/callbacks.js',
    from: 'index: exported.index,\n          results,',
    to: "index: exported.index,\n          results: 'one',",
    languages: STRICT,
  },
  {
    fault: 'what is put in the place of a function is overlooked',
    file: 'files/put-aside.js',
    from: "found.has(each.join(' '))",
    to: "found.has('')",
    languages: STRICT,
  },
  {
    fault: 'what a file hands on is taken for its own',
    file: 'exports/re-exports.js',
    from: 'const next = this.#next(found.file, found.keys);',
    to: 'const next = hops < 0 ? this.#next(found.file, found.keys) : undefined;',
    languages: ASYNC,
  },
  {
    fault: 'names of files that are put together name nothing',
    file: 'files/named-files.js',
    from: 'patterns.some((pattern) =>',
    to: 'patterns.slice(patterns.length).some((pattern) =>',
    languages: ASYNC,
  },
];
