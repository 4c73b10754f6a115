/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Edit } from '../../edits/edit.js' */

import { findVariable } from '../../analysis/syntax/scopes.js';
import { resultTypePosition } from '../../edits/declared-types.js';
import { insertAfter, replaceRange } from '../../edits/edit.js';
import { codeOf } from '../../edits/trivia.js';

/** The types of the language that a generator function may declare, by what they yield and return. */
const GENERATOR_TYPES = new Set([
  'Generator',
  'Iterable',
  'IterableIterator',
  'Iterator',
  'IteratorObject',
]);

/**
 * The type of an async function in place of that of a generator function:
 *
 *     Generator<Promise<User>, User, any>  ->  Promise<User>
 *     IterableIterator<any>                ->  Promise<any>, which is its type under `co`
 *
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn A generator function with a declared result.
 * @returns {string | undefined} Undefined for types that are not the language's, such as an alias.
 */
export function promiseTypeOf(sourceCode, fn) {
  const type = /** @type {any} */ (fn.returnType)?.typeAnnotation;
  if (findVariable(sourceCode, fn, 'Promise')) {
    return undefined;
  }
  if (type?.type === 'TSAnyKeyword') {
    return 'Promise<any>';
  }
  const { name, argumentsOf } = readReference(type);
  if (!name || !GENERATOR_TYPES.has(name) || findVariable(sourceCode, fn, name)) {
    return undefined;
  }
  const [, result] = argumentsOf;
  if (!result) {
    return 'Promise<any>';
  }
  // A coroutine waits for the value that it returns, as an async function does.
  const text = codeOf(sourceCode, result);
  return readReference(result).name === 'Promise' ? text : `Promise<${text}>`;
}

/**
 * @param {any} type TypeScript's or Flow's reference to a type.
 * @returns {{ name?: string, argumentsOf: readonly TSESTree.TypeNode[] }}
 */
function readReference(type) {
  const { typeArguments, typeName, typeParameters, id } = type ?? {};
  return {
    name: (typeName ?? id)?.name,
    argumentsOf: (typeArguments ?? typeParameters)?.params ?? [],
  };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn A generator function that becomes async.
 * @returns {Edit[]}
 */
export function writeResultType(sourceCode, fn) {
  const type = promiseTypeOf(sourceCode, fn);
  return fn.returnType && type ? [replaceRange(fn.returnType.typeAnnotation.range, type)] : [];
}

/**
 *     (id: number) => co(function* (): Generator<…, User, any> {…})
 *       ->  async (id: number): Promise<User> => {…}
 *
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} outer The function that runs the coroutine and becomes async in its place.
 * @param {FunctionNode} fn
 * @returns {Edit[]}
 */
export function moveResultType(sourceCode, outer, fn) {
  const type = outer.returnType ? undefined : promiseTypeOf(sourceCode, fn);
  const position = type && resultTypePosition(sourceCode, outer);
  return position ? [insertAfter(position, `: ${type}`)] : [];
}
