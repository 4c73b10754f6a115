/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { MadePromise } from '../functions/executors.js' */
/** @import { Slot } from '../waits/slots.js' */
/** @import { Position, Translator } from '../plan/translator.js' */

import { readEffects } from '../../analysis/flow/effects.js';
import { enclosingFunction, isFunction } from '../../analysis/syntax/functions.js';
import { isWithin } from '../../analysis/syntax/nodes.js';
import { classifyPromise } from '../../analysis/promises/promises.js';
import { anyCallOf } from '../functions/functions.js';
import { inlineDeferred } from '../waits/inline.js';
import { findUncaught } from '../errors/lost-exceptions.js';
import { positionWith } from '../plan/position.js';
import { acceptTiming } from '../timing/read-at-once.js';
import { Refused, quote } from '../plan/refused.js';

/**
 * Promises that a function makes by hand, as what its callback would be called with.
 */

/** Stand for what the source does not write. */
const NULL = /** @type {any} */ ({ type: 'Literal', value: null, raw: 'null', range: [-1, -1] });
const UNDEFINED = /** @type {any} */ ({ type: 'Identifier', name: 'undefined', range: [-1, -1] });

/**
 *     resolve(value)  as  cb(null, value)        reject(error)  as  cb(error)
 *
 * @param {Translator} translator
 * @param {TSESTree.Node} settler
 * @param {readonly TSESTree.CallExpressionArgument[]} given What it is called with.
 * @returns {TSESTree.CallExpressionArgument[]} What a callback would be called with.
 * @throws {Refused}
 */
export function settlingArguments({ found, sourceCode, target }, settler, given) {
  const [value, ...more] = given;
  if (more.length > 0 || value?.type === 'SpreadElement') {
    throw new Refused('several-results', quote(sourceCode, settler));
  }
  const rejects = target.promises?.some(({ reject }) =>
    reject?.references.some(({ identifier }) => identifier === settler),
  );
  if (!rejects) {
    return value ? [NULL, value] : [];
  }
  const error = value ?? UNDEFINED;
  // Whatever it is, it is thrown.
  found.add(error);
  return [error];
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Node} node An error.
 * @returns {boolean} Whether it is given to the callback, to which `null` says that there is none. A
 *   promise is rejected with `null`, too.
 */
export function standsForNull(translator, node) {
  return !translator.makesPromise && translator.exitAround(node)?.arguments[0] === node;
}

/**
 * @param {TSESTree.Node} error
 * @returns {boolean} Whether `reject()` says nothing of it.
 */
export function isUnsaid(error) {
  return error === UNDEFINED;
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Node} expression
 * @returns {MadePromise | undefined} The promise that it is, or waits for.
 */
export function madePromise({ target }, expression) {
  const node = expression.type === 'AwaitExpression' ? expression.argument : expression;
  return target.promises?.find((each) => each.node === node);
}

/**
 *     return new Promise((resolve, reject) => { … })  ->  …
 *
 * What the executor throws rejects the promise, as in an async function.
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {MadePromise} promise
 * @param {Position} position
 */
export function inlineExecutor(translator, slot, { fn, node, resolve, reject }, position) {
  [resolve, reject].forEach((each) => each && translator.dropped.add(each));
  const { throwsEarly } = translator;
  inlineDeferred(
    translator,
    slot,
    { call: node, callback: fn, wait: undefined },
    positionWith(position, { followed: false, isOver: true, inLoop: false, rejects: true }),
  );
  translator.throwsEarly = throwsEarly;
}

/**
 *     if (cached) return Promise.resolve(cached);
 *
 * @param {Translator} translator
 * @param {TSESTree.ReturnStatement} statement
 * @param {Position} position
 * @returns {boolean} Whether the function gives another promise there, which stays.
 */
export function leavesPromise(translator, statement, position) {
  const { sourceCode, target } = translator;
  const { argument } = statement;
  if (
    !translator.makesPromise ||
    translator.usesCallback(statement) ||
    enclosingFunction(statement) !== target.fn
  ) {
    return false;
  }
  if (!target.fn.async && (!argument || classifyPromise(sourceCode, argument) !== 'native')) {
    const reason = argument ? 'returns-unknown-value' : 'returns-plain-value';
    throw new Refused(reason, quote(sourceCode, argument ?? statement));
  }
  translator.noteEarly(argument, position);
  return true;
}

/**
 * @param {Translator} translator Of a function that is translated.
 * @throws {Refused} When what calls it may see when its callbacks ran.
 */
export function checkPromise(translator) {
  const { assumes, calls, doubted, importedCalls, sourceCode, target } = translator;
  if (!target.isNest && calls.size + importedCalls.size === 0) {
    // It is promisified by hand, which is as good.
    throw new Refused('no-promise-form', quote(sourceCode, target.fn));
  }
  if (doubted) {
    acceptTiming(translator, quote(sourceCode, doubted));
  }
  if (target.fn.async) {
    translator.throwsEarly = false;
  }
  if (findUncaught(translator)) {
    assumes.add('uncaught-error');
  }
}

/**
 *     load(file, (err) => { if (err) { log(err); return reject(err); } … })
 *
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call One that may throw, which rejects the promise.
 * @param {readonly TSESTree.Node[] | undefined} caught What a `catch` holds now.
 * @throws {Refused} Unless the promise is rejected there, too.
 */
export function acceptThrow({ assumes, context, settlers, sourceCode, target }, call, caught) {
  const others = [
    ...(target.promises ?? []).flatMap(({ resolve }) => resolve?.references ?? []),
    ...[...settlers.values()].flatMap(({ variable }) => variable.references),
  ];
  const mayGoOn = others.some(({ identifier }) =>
    caught?.some((each) => isWithin(/** @type {TSESTree.Node} */ (identifier), each)),
  );
  if (!caught || mayGoOn) {
    throw new Refused('executor-throws', quote(sourceCode, call));
  }
  if (!context.options.assumable.has('throws-late')) {
    throw new Refused('throws-late');
  }
  assumes.add('throws-late');
}

/**
 *     get(key, (err, row) => { if (err) return reject(err); resolve(row.value); })
 *
 * @param {Translator} translator
 * @param {TSESTree.Node} callback
 * @returns {boolean} Whether it does nothing but settle the promise: nobody sees when it runs.
 */
export function isQuiet(translator, callback) {
  return isFunction(callback) && onlySettles(translator, [callback.body]);
}

/**
 *     if (err) reject(err);
 *     resolve(text);
 *
 * @param {Translator} translator
 * @param {readonly TSESTree.Node[]} nodes
 * @returns {boolean} Whether they do nothing but settle a promise: behind its end, that is nothing.
 */
export function onlySettles({ makesPromise, sourceCode, target }, nodes) {
  if (!makesPromise) {
    return false;
  }
  const calls = target.callback.references.map(({ identifier }) => anyCallOf(identifier));
  const settles = new Set(calls.filter((call) => call !== null));
  return nodes.every((node) => {
    const owner = enclosingFunction(node) ?? node;
    return readEffects(sourceCode, node, owner, settles)?.reads.length === 0;
  });
}
