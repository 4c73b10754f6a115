/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { CallbackInput } from './lists/series.js' */

import { isOlder } from '../../analysis/environment/compilers.js';
import { quoteMark } from '../../edits/quotes.js';

/**
 * Types of the functions that take the place of the library's: a compiler infers none for their
 * parameters. The text between `‹` and `›` in their lines is there in typed files only. Words in
 * capitals stand for the types below.
 *
 * A function parameter says the type of its arguments, and its result is the type of the helper's result:
 * both are inferred where the helper is called. Within it, values are of any type.
 */

/** @type {Readonly<Record<string, string>>} */
const TYPES = {
  LIST: 'Iterable<T | PromiseLike<T>>',
  PART: 'Iterable<U | PromiseLike<U>>',
  PROPERTIES: 'Promise<{ [K in keyof T]: Awaited<T[K]> }>',
  RESULT: 'U | PromiseLike<U>',
};

/** Types that compilers before TypeScript 4.5 do not all know. */
const NEWER_TYPES = /\bunknown\b|\bAwaited<(?:[^<>]|<[^<>]*>)*>/gu;

/**
 * @param {Pick<PatternContext, 'isTyped' | 'project' | 'sourceCode'>} context
 * @param {readonly string[]} lines Nothing of the file's own may be in them.
 * @returns {string[]}
 */
export function withTypes(context, lines) {
  const { isTyped, sourceCode } = context;
  const tooNew = isOlder(context, 'typescript', '4.5.0') ? NEWER_TYPES : /^$/u;
  return lines.map((line) =>
    line
      .replaceAll("'", quoteMark(sourceCode))
      .replace(/‹([^‹›]*)›/gu, (_, /** @type {string} */ type) =>
        isTyped
          ? type.replace(/\b[A-Z]{4,}\b/gu, (name) => TYPES[name] ?? name).replace(tooNew, 'any')
          : '',
      ),
  );
}

/**
 * The types of a function of `items`, of `fn`, and of what follows.
 *
 * @typedef {object} Signature
 * @property {string} variables
 * @property {string} fn
 * @property {string} more
 * @property {string} gives The type of the promise's value.
 */

/** @type {Signature} */
const EACH = {
  variables: '‹<T = any,>›',
  fn: 'fn‹: (item: T) => unknown›',
  more: '',
  gives: 'T[]',
};
/** @type {Signature} */
const MAP = {
  variables: '‹<T = any, R = any>›',
  fn: 'fn‹: (item: T) => R | PromiseLike<R>›',
  more: '',
  gives: 'R[]',
};
const REDUCER = 'fn‹: (result: U, item: T) => RESULT›';

/** @type {Readonly<Record<string, Signature>>} */
const SIGNATURES = {
  each: EACH,
  filter: EACH,
  map: MAP,
  'map with a limit': { ...MAP, more: ', options‹: { concurrency: number }›' },
  mapSeries: MAP,
  reduce: {
    variables: '‹<T = any, U = any>›',
    fn: REDUCER,
    more: ', initial‹: RESULT›',
    gives: 'U',
  },
  'reduce without a first value': {
    variables: '‹<T = any, U = T>›',
    fn: REDUCER,
    more: '',
    gives: 'U',
  },
};

/**
 * @param {string} kind
 * @param {CallbackInput} input
 * @returns {string} The start of a function of the list and the callback.
 */
export function headOfStatic(kind, input) {
  const { variables, fn, more, gives } = signatureOf(kind, input);
  return `(async ${variables}(items‹: LIST | PromiseLike<LIST>›, ${fn}${more})‹: Promise<${gives}>› => {`;
}

/**
 * @param {string} kind
 * @param {CallbackInput} input
 * @returns {string} The start of a function of the callback, which gives one of the list.
 */
export function headOfMaker(kind, input) {
  const { variables, fn, more, gives } = signatureOf(kind, input);
  const ofList =
    gives === 'T[]'
      ? '‹<U extends T>›(items‹: PART›)‹: Promise<U[]>›'
      : `(items‹: LIST›)‹: Promise<${gives}>›`;
  return `${variables}(${fn}${more}) => async ${ofList} => {`;
}

/**
 * @param {string} kind
 * @returns {string} The start of a function of the list, which knows the callback.
 */
export function headOfHandler(kind) {
  return signatureOf(kind, 'item').gives === 'T[]'
    ? 'async ‹<T,>›(items‹: LIST›)‹: Promise<T[]>› => {'
    : 'async (items) => {';
}

/**
 * @param {string} kind
 * @param {CallbackInput} input
 * @returns {Signature}
 */
function signatureOf(kind, input) {
  const signature = SIGNATURES[kind] ?? MAP;
  return input === 'item'
    ? signature
    : { ...signature, fn: signature.fn.replace('item: T', '$&, index: number, length: number') };
}
