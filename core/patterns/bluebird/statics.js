/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { DifferenceId } from '../../contract/differences.js' */
/** @import { PatternContext, Refusal } from '../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Edit } from '../../edits/edit.js' */

import { isFunction } from '../../analysis/functions.js';
import { resolveOrigin } from '../../analysis/modules.js';
import { runsOn } from '../../analysis/node-floor.js';
import { findVariable } from '../../analysis/scopes.js';
import { insertAfter, insertBefore, replaceRange } from '../../edits/edit.js';
import { mentionsName, takeUniqueName, usesAwaitAsName } from '../../edits/names.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import { hasCommentBetween, textOf } from '../../edits/trivia.js';
import { renameStatic, replaceCallee } from './callees.js';
import { writeLimited } from './limits.js';
import { calleeOf, inputOf } from './series.js';
import { writeJoin, writeProps } from './structures.js';
import { findErrorTest } from './errors.js';
import { awaitItem, replaceComma } from './handlers.js';
import { importedName } from './imports.js';
import { isArray, isDefined, isRecord, isStill } from './values.js';

/**
 * A static method of bluebird's and what stands for it without bluebird.
 *
 * - `promise`: the call gives a promise.
 * - `function`: the call gives a function that gives promises.
 *
 * @typedef {object} Replacement
 * @property {Edit[]} edits
 * @property {DifferenceId[]} accepts
 * @property {'promise' | 'function'} gives
 */

/** @typedef {Replacement | { refusal: Refusal }} StaticResult */

/** @typedef {TSESTree.CallExpression | TSESTree.NewExpression} StaticCall */

/** Statics that native promises have too, with the same meaning. */
export const SHARED_STATICS = new Set(['all', 'new', 'race', 'reject', 'resolve']);

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
  each: (context, call) => writeSeries(context, call, 'each', 1),
  filter: writeMapped,
  fromCallback: writeFromCallback,
  join: (context, call) => withPromise(writeJoin(context, call)),
  map: writeMapped,
  mapSeries: (context, call) => writeSeries(context, call, 'mapSeries', 1),
  method: writeMethod,
  new: writeConstructor,
  promisify: writePromisify,
  props: writeAnyProps,
  race: writeCollected,
  reduce: writeReduce,
  reject: writeSame,
  resolve: writeSame,
  try: writeTry,
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
  return write(context, call, name);
}

/**
 * @param {Edit[] | { refusal: Refusal }} written
 * @param {DifferenceId[]} [accepts]
 * @returns {StaticResult}
 */
function withPromise(written, accepts = []) {
  return 'refusal' in written ? written : { edits: written, accepts, gives: 'promise' };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {StaticCall} call
 * @returns {{ refusal: Refusal }}
 */
function refuseUsage(sourceCode, call) {
  return {
    refusal: { reason: 'library-usage', subject: `\`${textOf(sourceCode, call.callee)}\`` },
  };
}

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
 * @param {PatternContext} context
 * @param {TSESTree.NewExpression} call
 * @returns {StaticResult}
 */
function writeConstructor({ sourceCode }, call) {
  const [executor, more] = call.arguments;
  const hasHook = isFunction(executor) && executor.params.length > 2;
  return !executor || more || hasHook
    ? refuseUsage(sourceCode, call)
    : withPromise([replaceRange(call.callee.range, 'Promise')]);
}

/**
 * Bluebird.all([…])   ->  Promise.all([…])
 * Bluebird.all(list)  ->  Promise.resolve(list).then((items) => Promise.all(items))
 *
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @param {string} name
 * @returns {StaticResult}
 */
function writeCollected(context, call, name) {
  const { sourceCode } = context;
  const [list, more] = call.arguments;
  if (!list || more) {
    return refuseUsage(sourceCode, call);
  }
  if (isArray(sourceCode, list)) {
    return withPromise(renameStatic(call, name));
  }
  return withPromise([
    ...renameStatic(call, 'resolve'),
    insertAfter(call.range[1], `.then((items) => Promise.${name}(items))`),
  ]);
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @param {'each' | 'mapSeries' | 'reduce' | 'reduce without a first value'} kind
 * @param {number} count Parameters of the callback before the index.
 * @returns {StaticResult}
 */
function writeSeries(context, call, kind, count) {
  const { sourceCode } = context;
  const [list, callback, ...more] = call.arguments;
  if (!list || !callback || more.length > (kind === 'reduce' ? 1 : 0)) {
    return refuseUsage(sourceCode, call);
  }
  const input = inputOf(sourceCode, callback, count);
  return withPromise(replaceCallee(context, call, calleeOf(kind, input)));
}

/**
 * await Bluebird.map(files, (file) => load(file))
 *   ->  await Promise.all([...(await files)].map(async (file) => load(await file)))
 *
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @param {TSESTree.Node} list
 * @param {TSESTree.Node} callback
 * @returns {Edit[] | undefined} Undefined where the callback is not written out.
 */
function writeInlineMap({ sourceCode, ...context }, call, list, callback) {
  const mapper = awaitItem({ sourceCode, ...context }, callback);
  if (!mapper) {
    return undefined;
  }
  const [start] = parenthesizedRange(sourceCode, list);
  const isLoose = !['ArrayExpression', 'CallExpression', 'Identifier'].includes(list.type);
  const [open, close, name] = isArray(sourceCode, list)
    ? [isLoose ? '(' : '', `${isLoose ? ')' : ''}.map(`, 'all']
    : call.parent.type === 'AwaitExpression'
      ? ['[...(await ', ')].map(', 'all']
      : ['', ').then((items) => Promise.all([...items].map(', 'resolve'];
  const joint = replaceComma(sourceCode, list, callback, close);
  return (
    joint && [
      ...renameStatic(call, name),
      ...(open ? [insertBefore(start, open)] : []),
      ...joint,
      insertAfter(callback.range[1], name === 'all' ? ')' : '))'),
      ...mapper,
    ]
  );
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @param {import('./series.js').CallbackInput} input
 * @returns {Edit[] | { refusal: Refusal }}
 */
function writeLimitedCall(context, call, input) {
  const { sourceCode } = context;
  const [, callback, options] = call.arguments;
  const limited = options && writeLimited(context, options);
  if (!callback || !limited) {
    const subject = `\`${options ? textOf(sourceCode, options) : ''}\``;
    return { refusal: { reason: 'concurrency-unknown', subject } };
  }
  const callee = replaceCallee(context, call, calleeOf(limited.kind, input, limited.pMap));
  return 'refusal' in callee ? callee : [...callee, ...limited.edits(callback)];
}

/**
 * Bluebird.any([…])  ->  Promise.any([…])
 *
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @param {string} name
 * @returns {StaticResult}
 */
function writeAny(context, call, name) {
  const refusal = refuseErrorTests(context.sourceCode);
  if (refusal) {
    return { refusal };
  }
  if (!runsOn(context, ANY)) {
    return refuseUsage(context.sourceCode, call);
  }
  const written = writeCollected(context, call, name);
  return 'refusal' in written ? written : { ...written, accepts: ['library-errors'] };
}

/** The first Node that has `Promise.any`. */
const ANY = '15.0.0';

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {Refusal | undefined}
 */
function refuseErrorTests(sourceCode) {
  const test = findErrorTest(sourceCode);
  return test === undefined
    ? undefined
    : { reason: 'library-errors-tested', subject: `\`${test}\`` };
}

/**
 * Bluebird takes an `undefined` first value for none.
 *
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @returns {StaticResult}
 */
function writeReduce(context, call) {
  const { sourceCode } = context;
  const initial = call.arguments[2];
  if (!initial) {
    return writeSeries(context, call, 'reduce without a first value', 2);
  }
  if (!isDefined(sourceCode, initial)) {
    const subject = `\`${textOf(sourceCode, initial)}\``;
    return { refusal: { reason: 'first-value-unknown', subject } };
  }
  return writeSeries(context, call, 'reduce', 2);
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @param {string} name
 * @returns {StaticResult}
 */
function writeMapped(context, call, name) {
  const { sourceCode } = context;
  const [list, callback, options, ...more] = call.arguments;
  if (!list || !callback || more.length > 0) {
    return refuseUsage(sourceCode, call);
  }
  const input = inputOf(sourceCode, callback, 1);
  if (options) {
    return withPromise(writeLimitedCall(context, call, input), ['map-start-order']);
  }
  const written = name === 'map' ? writeInlineMap(context, call, list, callback) : undefined;
  return withPromise(written ?? replaceCallee(context, call, calleeOf(name, input)), [
    'map-start-order',
  ]);
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @returns {StaticResult}
 */
function writeAnyProps(context, call) {
  const { sourceCode } = context;
  const [object, more] = call.arguments;
  if (!object || more) {
    return refuseUsage(sourceCode, call);
  }
  const edits = writeProps(context, call);
  if (edits) {
    return withPromise(edits);
  }
  if (!isRecord(sourceCode, object)) {
    const subject = `\`${textOf(sourceCode, object)}\``;
    return { refusal: { reason: 'structure-unknown', subject } };
  }
  return withPromise(replaceCallee(context, call, calleeOf('props', 'item')));
}

/**
 * Bluebird.try(() => …)  ->  (async () => …)()
 *
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @returns {StaticResult}
 */
function writeTry(context, call) {
  const { sourceCode } = context;
  const [fn, more] = call.arguments;
  if (!fn || more) {
    return refuseUsage(sourceCode, call);
  }
  if (!isFunction(fn)) {
    return withPromise(replaceCallee(context, call, calleeOf('try', 'item')));
  }
  const [start, end] = parenthesizedRange(sourceCode, fn);
  const gaps = /** @type {[number, number][]} */ ([
    [call.range[0], start],
    [end, call.range[1]],
  ]);
  if (fn.generator || gaps.some((gap) => hasCommentBetween(sourceCode, ...gap))) {
    return fn.generator
      ? refuseUsage(sourceCode, call)
      : { refusal: { reason: 'comment-in-the-way' } };
  }
  const asynchronous = writeAsync(context, fn);
  if ('refusal' in asynchronous) {
    return asynchronous;
  }
  const [before, after] = /** @type {[[number, number], [number, number]]} */ (gaps);
  return withPromise([replaceRange(before, '('), ...asynchronous, replaceRange(after, ')()')]);
}

/**
 * @param {PatternContext} context
 * @param {import('../../analysis/functions.js').FunctionNode} fn
 * @returns {Edit[] | { refusal: Refusal }} Makes the function async.
 */
function writeAsync({ sourceCode }, fn) {
  if (fn.async) {
    return [];
  }
  if (usesAwaitAsName(sourceCode, fn)) {
    return { refusal: { reason: 'await-as-name' } };
  }
  return [insertBefore(fn.range[0], 'async ')];
}

/**
 * Bluebird.method(function () {…})  ->  async function () {…}
 *
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @returns {StaticResult}
 */
function writeMethod(context, call) {
  const { sourceCode } = context;
  const [fn, more] = call.arguments;
  if (!isFunction(fn) || more || fn.generator) {
    return refuseUsage(sourceCode, call);
  }
  const gaps = /** @type {[[number, number], [number, number]]} */ ([
    [call.range[0], fn.range[0]],
    [fn.range[1], call.range[1]],
  ]);
  if (gaps.some((gap) => hasCommentBetween(sourceCode, ...gap))) {
    return { refusal: { reason: 'comment-in-the-way' } };
  }
  const asynchronous = writeAsync(context, fn);
  if ('refusal' in asynchronous) {
    return asynchronous;
  }
  const isCalled = call.parent.type === 'CallExpression' && call.parent.callee === call;
  const [open, close] = isCalled || call.parent.type === 'MemberExpression' ? ['(', ')'] : ['', ''];
  return {
    edits: [replaceRange(gaps[0], open), ...asynchronous, replaceRange(gaps[1], close)],
    accepts: [],
    gives: 'function',
  };
}

/** Functions of Node whose `util.promisify` gives something else than their callback gets first. */
const CUSTOM_PROMISIFIED = new Set([
  'child_process.exec',
  'child_process.execFile',
  'dns.lookup',
  'dns.lookupService',
  'fs.exists',
  'fs.read',
  'fs.readv',
  'fs.write',
  'fs.writev',
  'timers.setImmediate',
  'timers.setTimeout',
]);

/**
 * Bluebird.promisify(fn)  ->  util.promisify(fn)
 *
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @returns {StaticResult}
 */
function writePromisify(context, call) {
  const { sourceCode } = context;
  const [fn, options] = call.arguments;
  const refusal = refuseErrorTests(sourceCode);
  if (refusal) {
    return { refusal };
  }
  if (!fn || options) {
    return refuseUsage(sourceCode, call);
  }
  const origin = resolveOrigin(sourceCode, fn);
  const path = origin && [origin.name, ...origin.path].join('.');
  if (
    (origin?.kind === 'module' && CUSTOM_PROMISIFIED.has(path ?? '')) ||
    (origin?.kind === 'global' && CUSTOM_PROMISIFIED.has(`timers.${path}`))
  ) {
    return refuseUsage(sourceCode, call);
  }
  const written = replaceCallee(context, call, [`${importedName(sourceCode, 'util')}.promisify`]);
  return 'refusal' in written
    ? written
    : { edits: written, accepts: ['library-errors'], gives: 'function' };
}

/**
 * Bluebird.fromCallback((done) => …)  ->  util.promisify((done) => …)()
 *
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @returns {StaticResult}
 */
function writeFromCallback(context, call) {
  const { sourceCode } = context;
  const [fn, options] = call.arguments;
  const refusal = refuseErrorTests(sourceCode);
  if (refusal) {
    return { refusal };
  }
  if (!fn || options) {
    return refuseUsage(sourceCode, call);
  }
  const written = replaceCallee(context, call, [`${importedName(sourceCode, 'util')}.promisify`]);
  return 'refusal' in written
    ? written
    : withPromise([...written, insertAfter(call.range[1], '()')], ['library-errors']);
}

/**
 * Bluebird.delay(ms)  ->  new Promise((resolve) => setTimeout(resolve, ms))
 *
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @returns {StaticResult}
 */
function writeDelay(context, call) {
  const { sourceCode } = context;
  const [ms, value, more] = call.arguments;
  if (!ms || more || findVariable(sourceCode, call, 'setTimeout')) {
    return refuseUsage(sourceCode, call);
  }
  if (value || !isStill(sourceCode, ms)) {
    return withPromise(
      replaceCallee(
        context,
        call,
        value
          ? [
              '(async (ms, value) => {',
              '>const result = await value;',
              '>return new Promise((resolve) => setTimeout(resolve, ms, result));',
              '})',
            ]
          : ['((ms) => new Promise((resolve) => setTimeout(resolve, ms)))'],
      ),
    );
  }
  const resolve = mentionsName(sourceCode, ms, 'resolve')
    ? takeUniqueName(sourceCode, 'resolve')
    : 'resolve';
  const callee = replaceCallee(context, call, ['new Promise']);
  return 'refusal' in callee
    ? callee
    : withPromise([
        ...callee,
        insertBefore(ms.range[0], `(${resolve}) => setTimeout(${resolve}, `),
        insertAfter(ms.range[1], ')'),
      ]);
}
