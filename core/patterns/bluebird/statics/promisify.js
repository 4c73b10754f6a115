/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { ObligationId } from '../../../contract/obligations.js' */
/** @import { PatternContext } from '../../../contract/pattern.js' */
/** @import { Replacement, StaticResult } from './results.js' */

import { isFunction } from '../../../analysis/syntax/functions.js';
import { resolveOrigin } from '../../../analysis/modules/modules.js';
import { insertAfter, replaceRange } from '../../../edits/edit.js';
import { mentionsName } from '../../../edits/names.js';
import { parenthesizedRange } from '../../../edits/parentheses.js';
import { hasCommentBetween, textOf } from '../../../edits/trivia.js';
import { readCustomPromisified } from '../../../promises/custom-promisified.js';
import { replaceCallee } from './callees.js';
import { refuseErrorTests } from '../errors.js';
import { isListener } from '../../../promises/events.js';
import { withTypes } from '../helper-types.js';
import { importedName } from './imports.js';
import { readErrors } from '../primitive-errors.js';
import { refuseUsage, withPromise } from './results.js';
import { layOut } from '../lists/series.js';
import { isFixed } from '../values.js';

/**
 * Bluebird.promisify(fn)                      ->  util.promisify(fn)
 * Bluebird.promisify(fn, { context: object }) ->  util.promisify(fn).bind(object)
 * Bluebird.promisify(fn, { multiArgs: true }) ->  a function that gives a list
 *
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @returns {StaticResult}
 */
export function writePromisify(context, call) {
  const { sourceCode } = context;
  const [fn, options, more] = call.arguments;
  const refusal = refuseErrorTests(sourceCode);
  if (refusal) {
    return { refusal };
  }
  const option = options && readOption(options);
  if (!fn || more || (options && !option)) {
    return refuseUsage(sourceCode, call);
  }
  const { refusal: wrapped, assumes } = readErrors(sourceCode, fn);
  if (wrapped) {
    return { refusal: wrapped };
  }
  const isCustom = readCustomPromisified(resolveOrigin(sourceCode, fn));
  if (option?.name === 'multiArgs' || isCustom !== undefined) {
    return isCustom === false || option?.name === 'context'
      ? refuseUsage(sourceCode, call)
      : writeByHand(context, call, assumes, option ? '...values' : 'value');
  }
  const written = replaceCallee(context, call, [`${importedName(sourceCode, 'util')}.promisify`]);
  if ('refusal' in written || !option) {
    return 'refusal' in written ? written : toFunction(written, assumes);
  }
  const [, end] = parenthesizedRange(sourceCode, fn);
  if (hasCommentBetween(sourceCode, end, call.range[1])) {
    return { refusal: { reason: 'comment-in-the-way' } };
  }
  const bound = [
    replaceRange([end, option.value.range[0]], ').bind('),
    replaceRange([option.value.range[1], call.range[1]], ')'),
  ];
  return toFunction([...written, ...bound], assumes);
}

/**
 * @param {Replacement['edits']} edits
 * @param {ObligationId[]} assumes
 * @returns {Replacement}
 */
function toFunction(edits, assumes) {
  return { edits, assumes: ['library-errors', ...assumes], gives: 'function' };
}

/**
 * @param {TSESTree.Node} options
 * @returns {{ name: 'context' | 'multiArgs', value: TSESTree.Node } | undefined} The only option.
 */
function readOption(options) {
  const [property, more] = options.type === 'ObjectExpression' ? options.properties : [];
  if (property?.type !== 'Property' || property.computed || more) {
    return undefined;
  }
  const { key, value } = property;
  const name = key.type === 'Identifier' ? key.name : undefined;
  if (name === 'multiArgs') {
    return value.type === 'Literal' && value.value === true ? { name, value } : undefined;
  }
  return name === 'context' && value.type !== 'AssignmentPattern' ? { name, value } : undefined;
}

/** Names that the function by hand declares. */
const OWN_NAMES = ['args', 'resolve', 'reject', 'error', 'value', 'values'];

/**
 * Bluebird.promisify(exec)
 *   ->  (...args) => new Promise((resolve, reject) => { exec(...args, (error, value) => …); })
 *
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @param {ObligationId[]} assumes
 * @param {'value' | '...values'} results The results that the callback takes.
 * @returns {StaticResult}
 */
function writeByHand(context, call, assumes, results) {
  const { sourceCode } = context;
  const fn = /** @type {TSESTree.Node} */ (call.arguments[0]);
  const isStanding =
    (fn.type === 'Identifier' && (isFixed(sourceCode, fn) || resolveOrigin(sourceCode, fn))) ||
    (fn.type === 'MemberExpression' && resolveOrigin(sourceCode, fn)?.kind === 'module');
  if (!isStanding || OWN_NAMES.some((name) => mentionsName(sourceCode, fn, name))) {
    return refuseUsage(sourceCode, call);
  }
  const [start, end] = fn.range;
  if (
    hasCommentBetween(sourceCode, call.range[0], start) ||
    hasCommentBetween(sourceCode, end, call.range[1])
  ) {
    return { refusal: { reason: 'comment-in-the-way' } };
  }
  const { parent } = call;
  const isUsedAtOnce =
    (parent.type === 'CallExpression' && parent.callee === call) ||
    parent.type === 'MemberExpression';
  const [open, close] = isUsedAtOnce ? ['(', ')'] : ['', ''];
  const lay = (/** @type {string[]} */ lines) =>
    layOut(sourceCode, call.range[0], withTypes(context, lines));
  const around = [
    replaceRange(
      [call.range[0], start],
      lay([`${open}(...args‹: any›) =>`, '>new Promise‹<any>›((resolve, reject) => {', '>>‹(›']),
    ),
    replaceRange(
      [end, call.range[1]],
      lay([
        `‹ as any)›(...args, (error‹: any›, ${results}‹: any›) => (error ? reject(error) : resolve(${results.replace('...', '')})));`,
        `>})${close}`,
      ]),
    ),
  ];
  return toFunction(around, assumes);
}

/**
 * Bluebird.fromCallback((done) => …)  ->  util.promisify((done) => …)()
 *
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @returns {StaticResult}
 */
export function writeFromCallback(context, call) {
  const { sourceCode } = context;
  const [fn, options] = call.arguments;
  const refusal = refuseErrorTests(sourceCode);
  if (refusal) {
    return { refusal };
  }
  if (!fn || options) {
    return refuseUsage(sourceCode, call);
  }
  if (isForEvent(sourceCode, fn)) {
    return {
      refusal: { reason: 'settled-by-event', subject: `\`${textOf(sourceCode, call.callee)}\`` },
    };
  }
  const { refusal: wrapped, assumes } = readErrors(sourceCode, fn);
  if (wrapped) {
    return { refusal: wrapped };
  }
  const written = replaceCallee(context, call, [`${importedName(sourceCode, 'util')}.promisify`]);
  return 'refusal' in written
    ? written
    : withPromise([...written, insertAfter(call.range[1], '()')], ['library-errors', ...assumes]);
}

/**
 *     (done) => { stream.on('error', done); stream.on('end', () => done()); }
 *
 * Handlers run within the callback's call in bluebird, before further listeners and the events that
 * follow: https://github.com/petkaantonov/bluebird/blob/v3.7.2/src/promise.js, `fromNode`.
 *
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {TSESTree.Node} fn
 * @returns {boolean} Whether an event calls the callback.
 */
function isForEvent(sourceCode, fn) {
  const [done] = isFunction(fn) ? sourceCode.getDeclaredVariables(fn) : [];
  return (done?.references ?? []).some(({ identifier }) => {
    let node = /** @type {TSESTree.Node | undefined} */ (identifier);
    while (node && node !== fn && !isListener(node)) {
      node = node.parent;
    }
    return node !== undefined && node !== fn;
  });
}
