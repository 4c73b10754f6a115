/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../../contract/pattern.js' */
/** @import { StaticCall, StaticResult } from './results.js' */

import { Notes } from '../../../analysis/syntax/facts.js';
import { isFunction } from '../../../analysis/syntax/functions.js';
import { resolveOrigin } from '../../../analysis/modules/modules.js';
import { replaceRange } from '../../../edits/edit.js';
import { hasCommentBetween, textOf } from '../../../edits/trivia.js';
import { dropTypes, renameStatic } from './callees.js';
import { writeMethod, writeTry } from './calls.js';
import {
  writeAny,
  writeAnyProps,
  writeCollected,
  writeMapped,
  writeReduce,
  writeSeries,
  writeSettled,
} from '../lists/collections.js';
import { writeDelay } from '../methods/delays.js';
import { replaceComma } from '../methods/handlers.js';
import { writeDenodeify, writeLater, writeNfcall, writeNinvoke } from './node-calls.js';
import { libraryOf } from '../../../promises/libraries.js';
import { refuseChangedList } from '../lists/list-changes.js';
import { writeFromCallback, writePromisify } from './promisify.js';
import { refuseUsage, withPromise } from './results.js';
import { writeSome } from '../lists/some.js';
import { takeApartParameters, writeJoin, writeListOf } from '../lists/structures.js';
import { isArray } from '../values.js';

/** Statics that native promises have too, with the same meaning. */
export const SHARED_STATICS = new Set(['all', 'new', 'promise', 'race', 'reject', 'resolve']);

/** Other names of the same. */
const ALIASES = /** @type {Readonly<Record<string, string>>} */ ({
  Promise: 'resolve',
  attempt: 'try',
  cast: 'resolve',
  fromNode: 'fromCallback',
  fulfilled: 'resolve',
  rejected: 'reject',
});

/** @type {Readonly<Record<string, (context: PatternContext, call: any, name: string) => StaticResult>>} */
const WRITERS = {
  all: writeCollected,
  any: writeAny,
  delay: writeDelay,
  denodeify: writeDenodeify,
  each: (context, call) => writeSeries(context, call, 'each', 1),
  filter: writeMapped,
  fromCallback: writeFromCallback,
  join: (context, call) => withPromise(writeJoin(context, call)),
  later: writeLater,
  list: writeList,
  map: writeMapped,
  mapSeries: (context, call) => writeSeries(context, call, 'mapSeries', 1),
  method: writeMethod,
  new: writeConstructor,
  nfcall: writeNfcall,
  ninvoke: writeNinvoke,
  promise: writeConstructor,
  promisify: writePromisify,
  props: writeAnyProps,
  'q.delay': (context, call) =>
    call.arguments.length === 1 ? writeDelay(context, call) : refuseUsage(context.sourceCode, call),
  race: writeCollected,
  reduce: writeReduce,
  reject: writeSame,
  resolve: writeSame,
  settled: writeSettled,
  some: writeSome,
  spread: writeSpread,
  try: writeTry,
  when: writeWhen,
};

/** The first names of the statics that something native does the same as. */
export const REPLACED_STATICS = Object.keys(WRITERS);

/**
 * @param {string} name As bluebird calls it.
 * @returns {string} Its first name.
 */
export function canonicalStatic(name) {
  return ALIASES[name] ?? name;
}

/**
 * @param {string} name
 * @returns {boolean} Whether something native does the same.
 */
export function hasReplacement(name) {
  return name in WRITERS;
}

/**
 * @param {PatternContext} context
 * @param {StaticCall} call
 * @param {string} name
 * @returns {StaticResult}
 */
export function writeStatic(context, call, name) {
  const known = written.get(context) ?? new Map();
  written.set(context, known);
  const result = known.get(call) ?? writeOnce(context, call, name);
  known.set(call, result);
  return result;
}

/**
 * The names that have been written: a name that is taken for a call stays its own.
 *
 * @type {Notes<PatternContext, Map<StaticCall, StaticResult>>}
 */
const written = new Notes();

/**
 * @param {PatternContext} context
 * @param {StaticCall} call
 * @param {string} name
 * @returns {StaticResult}
 */
function writeOnce(context, call, name) {
  const write = WRITERS[name];
  const spread = call.arguments.find(({ type }) => type === 'SpreadElement');
  if (!write || spread) {
    return {
      refusal: {
        reason: 'library-only',
        subject: `\`${textOf(context.sourceCode, call.callee)}\``,
      },
    };
  }
  const changed = refuseChangedList(context.sourceCode, call, name);
  const result = changed ? { refusal: changed } : write(context, call, name);
  return 'refusal' in result || SAME_TYPES.has(name)
    ? result
    : { ...result, edits: [...result.edits, ...dropTypes(call, result.edits)] };
}

/** Statics that take the types that native ones take. */
const SAME_TYPES = new Set(['new', 'promise', 'reject', 'resolve']);

/**
 * @param {PatternContext} _
 * @param {TSESTree.CallExpression} call
 * @param {string} name
 * @returns {StaticResult}
 */
function writeSame(_, call, name) {
  return withPromise(renameStatic(call, name));
}

/**
 * new Bluebird((resolve, reject) => …)  ->  new Promise((resolve, reject) => …)
 * Q.Promise((resolve, reject) => …)     ->  new Promise((resolve, reject) => …)
 *
 * @param {PatternContext} context
 * @param {StaticCall} call
 * @returns {StaticResult}
 */
function writeConstructor({ sourceCode }, call) {
  const [executor, more] = call.arguments;
  // new Q(value)
  if (
    call.type === 'NewExpression' &&
    libraryOf(sourceCode)?.name === 'q' &&
    resolveOrigin(sourceCode, call.callee)?.path.length === 0
  ) {
    return hasCommentBetween(sourceCode, call.range[0], call.callee.range[1])
      ? { refusal: { reason: 'comment-in-the-way' } }
      : withPromise([replaceRange([call.range[0], call.callee.range[1]], 'Promise.resolve')]);
  }
  const hasHook = isFunction(executor) && executor.params.length > 2;
  return !executor || more || hasHook
    ? refuseUsage(sourceCode, call)
    : withPromise([
        replaceRange(call.callee.range, call.type === 'CallExpression' ? 'new Promise' : 'Promise'),
      ]);
}

/**
 * when(value, fn)  ->  Promise.resolve(value).then(fn)
 *
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @returns {StaticResult}
 */
function writeWhen(context, call) {
  const { sourceCode } = context;
  const [value, first, , more] = call.arguments;
  if (!value || more) {
    return refuseUsage(sourceCode, call);
  }
  const joint = first ? replaceComma(sourceCode, value, first, ').then(') : [];
  return joint
    ? withPromise([...renameStatic(call, 'resolve'), ...joint])
    : { refusal: { reason: 'comment-in-the-way' } };
}

/**
 * when.join(a, b)  ->  Promise.all([a, b])
 *
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @returns {StaticResult}
 */
function writeList({ sourceCode }, call) {
  const [first] = call.arguments;
  const last = call.arguments.at(-1);
  return first && last
    ? withPromise(writeListOf(sourceCode, call, first, last))
    : refuseUsage(sourceCode, call);
}

/**
 * Q.spread([a, b], (x, y) => …)  ->  Promise.all([a, b]).then(([x, y]) => …)
 *
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @returns {StaticResult}
 */
function writeSpread(context, call) {
  const { sourceCode } = context;
  const [list, fn, more] = call.arguments;
  if (!list || !isArray(sourceCode, list) || !isFunction(fn) || more) {
    return refuseUsage(sourceCode, call);
  }
  const joint = replaceComma(sourceCode, list, fn, ').then(');
  return joint
    ? withPromise([...renameStatic(call, 'all'), ...joint, ...takeApartParameters(context, fn)])
    : { refusal: { reason: 'comment-in-the-way' } };
}
