/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../../analysis/syntax/functions.js' */
/** @import { SourceCodeLike } from '../../../source/source-code.js' */

import { readFunction } from '../../../analysis/syntax/definitions.js';
import { frameUses } from '../../../analysis/syntax/functions.js';
import { indentOf, indentUnit, newlineOf } from '../../../edits/indentation.js';
import { hasSemicolons } from '../../../edits/leading-semicolons.js';
import { headOfStatic } from '../helper-types.js';

/**
 * The loop over a list, as a function that is called in place of the static method, with the
 * same arguments: they are evaluated when and where they were, whatever they are.
 *
 * Bluebird waits for the list, for each item before it calls the callback with it, and for what the
 * callback gives: https://github.com/petkaantonov/bluebird/blob/v3.7.2/src/reduce.js and `map.js`.
 */

/**
 * The arguments of a callback: `(item)`, or all that bluebird hands in.
 *
 * @typedef {'item' | 'all'} CallbackInput
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} callback
 * @param {number} count Parameters before the index.
 * @returns {CallbackInput} `item` if the callback cannot see an index and a length.
 */
export function inputOf(sourceCode, callback, count) {
  const fn = readFunction(sourceCode, callback);
  if (!fn) {
    return 'all';
  }
  const { params } = fn;
  const sees =
    params.length > count ||
    params.some(({ type }) => type === 'RestElement') ||
    usesArguments(sourceCode, fn);
  return sees ? 'all' : 'item';
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} callback
 * @returns {boolean}
 */
function usesArguments(sourceCode, callback) {
  const uses = frameUses(sourceCode, callback);
  return (
    callback.type !== 'ArrowFunctionExpression' && (uses.arguments.length > 0 || uses.evaluates)
  );
}

/**
 * Bodies of async functions of `items`, `fn` and `initial`, for `withTypes`.
 *
 * @type {Readonly<Record<string, (input: CallbackInput) => string[]>>}
 */
export const SERIES_BODIES = Object.freeze({
  each: (input) => [
    '>const list‹: any[]› = [...items];',
    ...loop(input, (args) => `await fn(${args});`),
    '>return Promise.all(list);',
  ],
  mapSeries: (input) => [
    '>const list‹: any[]› = [...items];',
    '>const results = [];',
    ...loop(input, (args) => `results.push(await fn(${args}));`),
    '>return results;',
  ],
  reduce: (input) => [
    '>const list‹: any[]› = [...items];',
    '>let result‹: any› = await initial;',
    ...loop(input, (args) => `result = await fn(result, ${args});`),
    '>return result;',
  ],
  'reduce without a first value': (input) => [
    '>const [first, ...rest] = items‹ as any›;',
    '>let result = await first;',
    ...(input === 'item'
      ? ['>for (const item of rest) {', '>>result = await fn(result, await item);', '>}']
      : [
          '>for (const [index, item] of rest.entries()) {',
          '>>result = await fn(result, await item, index + 1, rest.length + 1);',
          '>}',
        ]),
    '>return result;',
  ],
  map: (input) =>
    input === 'item'
      ? ['>return Promise.all([...items].map(async (item‹: any›) => fn(await item)));']
      : [
          '>const list‹: any[]› = [...items];',
          '>return Promise.all(',
          '>>list.map(async (item, index) => fn(await item, index, list.length)),',
          '>);',
        ],
  'map with a limit': (input) =>
    input === 'item'
      ? ['>return pMap([...items], (item‹: any›)‹: any› => fn(item), options);']
      : [
          '>const list‹: any[]› = [...items];',
          '>return pMap(list, (item, index)‹: any› => fn(item, index, list.length), options);',
        ],
  filter: (input) => [
    '>const list‹: any[]› = [...items];',
    `>const kept = list.map(async (item${input === 'item' ? '' : ', index'}) => {`,
    '>>const value = await item;',
    `>>return (await fn(value${input === 'item' ? '' : ', index, list.length'})) ? [value] : [];`,
    '>});',
    '>return ‹(›[]‹ as any[])›.concat(...(await Promise.all(kept)));',
  ],
});

/** @type {Readonly<Record<string, (input: CallbackInput) => string[]>>} */
const OTHERS = Object.freeze({
  props: () => [
    '(async ‹<T extends object>›(object‹: T | PromiseLike<T>›)‹: PROPERTIES› => {',
    '>const values = Object.entries(await object).map(async ([key, value]) => ({ [key]: await value }));',
    '>return Object.assign({}, ...(await Promise.all(values)));',
    '})',
  ],
  try: () => ['(async ‹<R = any,>›(fn‹: () => R›) => fn())'],
});

/**
 * @param {string} kind
 * @param {CallbackInput} input
 * @param {string} [pMap] The name of p-map.
 * @returns {string[]} The function that takes the place of the static method.
 */
export function calleeOf(kind, input, pMap = 'pMap') {
  const body = SERIES_BODIES[kind]?.(input).map((line) => line.replace('pMap', () => pMap));
  if (!body) {
    return OTHERS[kind]?.(input) ?? [];
  }
  const waiting = body.map((line) =>
    line.replace('[...items]', '[...(await items)]').replace('= items', '= await items'),
  );
  return [headOfStatic(kind, input), ...waiting, '})'];
}

/**
 * @param {CallbackInput} input
 * @param {(args: string) => string} write The statement that calls the callback.
 * @returns {string[]}
 */
function loop(input, write) {
  return input === 'item'
    ? ['>for (const item of list) {', `>>${write('await item')}`, '>}']
    : [
        '>for (const [index, item] of list.entries()) {',
        `>>${write('await item, index, list.length')}`,
        '>}',
      ];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {number} at Where the text goes.
 * @param {readonly string[]} lines Each `>` at the start is a level of indentation, and a semicolon at the
 *   end is there in files that have some.
 * @returns {string}
 */
export function layOut(sourceCode, at, lines) {
  const indent = indentOf(sourceCode.text, at);
  const unit = indentUnit(sourceCode);
  const ended = hasSemicolons(sourceCode);
  return lines
    .map((line) => (ended ? line : line.replace(/;$/u, '')))
    .map((line) => line.replace(/^>*/u, ({ length }) => unit.repeat(length)))
    .join(`${newlineOf(sourceCode)}${indent}`);
}
