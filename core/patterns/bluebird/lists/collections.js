/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { ObligationId } from '../../../contract/obligations.js' */
/** @import { PatternContext, Refusal } from '../../../contract/pattern.js' */
/** @import { Edit } from '../../../edits/edit.js' */
/** @import { SourceCodeLike } from '../../../source/source-code.js' */
/** @import { StaticResult } from '../statics/results.js' */
/** @import { CallbackInput } from './series.js' */

import { certainValue } from '../../../analysis/values/certain-values.js';
import { readKey } from '../../../analysis/modules/modules.js';
import { runsOn } from '../../../analysis/environment/node-floor.js';
import { readsOf, variableOf } from '../../../analysis/syntax/scopes.js';
import { insertAfter, insertBefore, wrapNode } from '../../../edits/edit.js';
import { nameBeside } from '../../../edits/names.js';
import { awaitAround, parenthesizedRange } from '../../../edits/parentheses.js';
import { textOf } from '../../../edits/trivia.js';
import { renameStatic, replaceCallee } from '../statics/callees.js';
import { refuseErrorTests, refuseListedErrors } from '../errors.js';
import { awaitItem, replaceComma } from '../methods/handlers.js';
import { libraryOf } from '../../../promises/libraries.js';
import { withTypes } from '../helper-types.js';
import { writeLimited } from './limits.js';
import { isPlainList, writeLoop } from './loops.js';
import { refuseUsage, withPromise } from '../statics/results.js';
import { calleeOf, inputOf } from './series.js';
import { writeProps } from './structures.js';
import { isArray, isDefined, isRecord } from '../values.js';

/** Static methods that are given a list, or an object, of promises. */

/**
 * Bluebird.all([…])   ->  Promise.all([…])
 * Bluebird.all(list)  ->  Promise.resolve(list).then((items) => Promise.all(items))
 * await Bluebird.all(list)  ->  await Promise.all(await list)
 *
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @param {string} name
 * @param {string} [then] The text behind the call.
 * @returns {StaticResult}
 */
export function writeCollected(context, call, name, then = '') {
  const rest = then === '' ? [] : [insertAfter(call.range[1], then)];
  const { sourceCode } = context;
  const [list, more] = call.arguments;
  if (!list || more || isUsedLater(sourceCode, call, list)) {
    return refuseUsage(sourceCode, call);
  }
  if (isArray(sourceCode, list)) {
    return withPromise([...renameStatic(call, name), ...rest]);
  }
  if (isMapped(sourceCode, list) && context.options.assumable.has(IS_ARRAY)) {
    return withPromise([...renameStatic(call, name), ...rest], [IS_ARRAY]);
  }
  if (call.parent.type === 'AwaitExpression') {
    const waiting = wrapNode(list, ...awaitAround(list));
    return withPromise([...renameStatic(call, name), ...waiting, ...rest]);
  }
  return withPromise([
    ...renameStatic(call, 'resolve'),
    insertAfter(call.range[1], `.then((items) => Promise.${name}(items))${then}`),
  ]);
}

/** @type {ObligationId} */
export const IS_ARRAY = 'collection-is-array';

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} list
 * @returns {boolean} Whether the list is `files.map(…)`: of a promise, `all` would be of no use there.
 */
export function isMapped(sourceCode, list) {
  const value = certainValue(sourceCode, list) ?? list;
  return (
    value.type === 'CallExpression' &&
    value.callee.type === 'MemberExpression' &&
    readKey(value.callee) === 'map' &&
    /^(?:Identifier|MemberExpression)$/u.test(value.callee.object.type)
  );
}

/**
 * Q puts the values into the list itself.
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {TSESTree.Node} list
 * @returns {boolean} Whether what follows the call may see that.
 */
function isUsedLater(sourceCode, call, list) {
  if (libraryOf(sourceCode)?.name !== 'q' || list.type !== 'Identifier') {
    return false;
  }
  const variable = variableOf(sourceCode, list);
  return (
    !variable || readsOf(variable).some(({ identifier }) => identifier.range[0] >= call.range[1])
  );
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @param {'each' | 'mapSeries' | 'reduce' | 'reduce without a first value'} kind
 * @param {number} count Parameters of the callback before the index.
 * @returns {StaticResult}
 */
export function writeSeries(context, call, kind, count) {
  const { sourceCode } = context;
  const [list, callback, ...more] = call.arguments;
  if (!list || !callback || more.length > (kind === 'reduce' ? 1 : 0)) {
    return refuseUsage(sourceCode, call);
  }
  const loop = kind === 'reduce without a first value' ? undefined : writeLoop(context, call, kind);
  const input = inputOf(sourceCode, callback, count);
  return withPromise(
    loop ?? replaceCallee(context, call, calleeOf(kind, input)),
    isPlainList(list) ? [] : ['rejection-is-handled'],
  );
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
  const items = nameBeside(sourceCode, callback, 'items');
  const [before, after] = start < list.range[0] ? ['await ', ''] : awaitAround(list);
  const [open, close, name] = isArray(sourceCode, list)
    ? [isLoose ? '(' : '', `${isLoose ? ')' : ''}.map(`, 'all']
    : call.parent.type === 'AwaitExpression'
      ? [`[...(${before}`, `${after})].map(`, 'all']
      : ['', `).then((${items}) => Promise.all([...${items}].map(`, 'resolve'];
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
 * await Bluebird.map(files, load, { concurrency: 2 })
 *   ->  await pMap([...(await files)], load, { concurrency: 2 })
 *
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @param {CallbackInput} input
 * @returns {Edit[] | { refusal: Refusal }}
 */
function writeLimitedCall(context, call, input) {
  const { sourceCode } = context;
  const [list, callback, options] = call.arguments;
  if (!list || !callback || !options) {
    return { refusal: { reason: 'concurrency-unknown', subject: '``' } };
  }
  const isAtOnce = input !== 'item' || !isSpreadable(list) || isArray(sourceCode, list);
  const limited = writeLimited(context, options, !isAtOnce);
  if ('refusal' in limited) {
    return limited;
  }
  const changes = limited.edits(callback);
  if (limited.kind === 'mapSeries') {
    const loop = writeLoop(context, call, 'mapSeries');
    if (loop) {
      return loop;
    }
  } else if (input === 'item' && isSpreadable(list)) {
    const { pMap = '' } = limited;
    if (call.parent.type === 'AwaitExpression' || isArray(sourceCode, list)) {
      const isFresh = isArray(sourceCode, list) && list.type !== 'Identifier';
      const [open, close] = isFresh
        ? ['', '']
        : isArray(sourceCode, list)
          ? ['[...', ']']
          : ['[...(await ', ')]'];
      const callee = replaceCallee(context, call, [pMap]);
      return 'refusal' in callee ? callee : [...callee, ...wrapNode(list, open, close), ...changes];
    }
    const [given, more] = [callback, options].map((node) => nameBeside(sourceCode, node, 'items'));
    const items = more === 'items' ? given : more;
    const joint = replaceComma(
      sourceCode,
      list,
      callback,
      `).then((${items}) => ${pMap}([...${items}], `,
    );
    return joint
      ? [...renameStatic(call, 'resolve'), ...joint, ...changes, insertAfter(call.range[1], ')')]
      : { refusal: { reason: 'comment-in-the-way' } };
  }
  const callee = replaceCallee(context, call, calleeOf(limited.kind, input, limited.pMap));
  return 'refusal' in callee ? callee : [...callee, ...changes];
}

/**
 * @param {TSESTree.Node} list
 * @returns {boolean} Whether it needs no parentheses after `...` and `await`.
 */
function isSpreadable(list) {
  return /^(?:ArrayExpression|CallExpression|Identifier|MemberExpression)$/u.test(list.type);
}

/**
 * Bluebird.any([…])  ->  Promise.any([…])
 *
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @param {string} name
 * @returns {StaticResult}
 */
export function writeAny(context, call, name) {
  const refusal = refuseErrorTests(context.sourceCode) ?? refuseListedErrors(context.sourceCode);
  if (refusal) {
    return { refusal };
  }
  if (!runsOn(context, ANY)) {
    return refuseUsage(context.sourceCode, call);
  }
  const written = writeCollected(context, call, name);
  return 'refusal' in written
    ? written
    : { ...written, assumes: [...written.assumes, 'library-errors'] };
}

/**
 * Q.allSettled(list)  ->  Promise.allSettled(list).then((results) => results.map(…))
 *
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @returns {StaticResult} What Q, when and RSVP call `state` is `status`.
 */
export function writeSettled(context, call) {
  if (!runsOn(context, ALL_SETTLED)) {
    return refuseUsage(context.sourceCode, call);
  }
  const [then] = withTypes(context, [
    '.then((results) => results.map(({ status: state, ...rest })‹: any› => ({ state, ...rest })))',
  ]);
  return writeCollected(context, call, 'allSettled', then);
}

/** The first Node that has `Promise.allSettled`. */
const ALL_SETTLED = '12.9.0';

/** The first Node that has `Promise.any`. */
export const ANY = '15.0.0';

/**
 * Bluebird takes an `undefined` first value for none.
 *
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @returns {StaticResult}
 */
export function writeReduce(context, call) {
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
export function writeMapped(context, call, name) {
  const { sourceCode } = context;
  const [list, callback, options, ...more] = call.arguments;
  if (!list || !callback || more.length > 0) {
    return refuseUsage(sourceCode, call);
  }
  const input = inputOf(sourceCode, callback, 1);
  if (options) {
    return withPromise(
      writeLimitedCall(context, call, input),
      isPlainList(list) ? ['map-start-order'] : ['rejection-is-handled', 'map-start-order'],
    );
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
export function writeAnyProps(context, call) {
  const { sourceCode } = context;
  const [object, more] = call.arguments;
  if (!object || more) {
    return refuseUsage(sourceCode, call);
  }
  const edits = writeProps(context, call);
  const assumes = /** @type {ObligationId[]} */ (
    libraryOf(sourceCode)?.name === 'rsvp' ? ['key-order'] : []
  );
  if (edits) {
    return withPromise(edits, assumes);
  }
  if (!isRecord(sourceCode, object)) {
    const subject = `\`${textOf(sourceCode, object)}\``;
    return { refusal: { reason: 'structure-unknown', subject } };
  }
  return withPromise(replaceCallee(context, call, calleeOf('props', 'item')), assumes);
}
