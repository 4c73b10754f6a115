/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../analysis/syntax/functions.js' */
/** @import { SourceCodeLike } from '../source/source-code.js' */
/** @import { Edit } from './edit.js' */

import { isPlainReturn } from '../analysis/promises/async-candidates.js';
import { enclosingFunction } from '../analysis/syntax/functions.js';
import { insertAfter, insertBefore } from './edit.js';
import { isParenthesized, needsParenthesesAsOperand, parenthesizedRange } from './parentheses.js';
import { codeOf, findPunctuator } from './trivia.js';

/**
 * A type that goes with the code that declares it, and the expression that has the type:
 *
 *     const user = await new Promise<User>((resolve) => resolve(find(id)));
 *
 * @typedef {object} LostType
 * @property {TSESTree.Node} type `User`
 * @property {TSESTree.Expression} place `await new Promise<User>(…)`
 * @property {boolean} [isPromise] Whether the place is a promise of that type, not a value.
 * @property {TSESTree.Expression | undefined} [value] The expression that takes the place.
 */

/**
 * Declares the type where the value goes. The value had to be assignable to the type, so the type can be declared, or asserted, in the new place as well.
 *
 *     return …;              in a function that declares Promise<User>: nothing has to be written
 *     const user = …;        const user: User = …;
 *     function load() {…}    function load(): Promise<User> {…}, if it does nothing but return the promise
 *     f(…)                   f((…) as User)
 *
 * @param {SourceCodeLike} sourceCode
 * @param {LostType} lost
 * @returns {Edit[] | undefined} Undefined where nothing can declare it: Flow has no `as`.
 */
export function keepDeclaredType(sourceCode, { type, place, isPromise = false, value }) {
  const text = codeOf(sourceCode, type);
  const wanted = isPromise ? `Promise<${text}>` : text;
  const { parent } = place;
  const returned = isReturned(place) ? enclosingFunction(place) : undefined;
  if (returned && codeOfType(sourceCode, returned.returnType) === `Promise<${text}>`) {
    return [];
  }
  if (returned && !returned.returnType && isPlainReturn(returned, place)) {
    const at = resultTypePosition(sourceCode, returned);
    if (at !== undefined) {
      return [insertAfter(at, `: Promise<${text}>`)];
    }
  }
  if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier') {
    const declared = codeOfType(sourceCode, parent.id.typeAnnotation);
    if (declared === wanted) {
      return [];
    }
    // `const x: string | null = null` has the type `null`.
    if (declared === undefined && !isLiteral(value)) {
      return [insertAfter(parent.id.range[1], `: ${wanted}`)];
    }
  }
  if (
    parent?.type === 'PropertyDefinition' &&
    codeOfType(sourceCode, parent.typeAnnotation) === wanted
  ) {
    return [];
  }
  if (!type.type.startsWith('TS')) {
    return undefined;
  }
  const [start, end] = place.range;
  const encloses = !isParenthesized(sourceCode, place) && needsParenthesesAsAssertion(place);
  const isBare = isPromise && value && !needsParenthesesAsOperand(value);
  const [opening, closing] = isBare ? ['', ''] : ['(', ')'];
  return [
    insertBefore(start, encloses ? `(${opening}` : opening),
    insertAfter(end, `${closing} as ${wanted}${encloses ? ')' : ''}`),
  ];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {number | undefined} Where the type of its result goes: behind the parenthesis of the
 *   parameters. Undefined for `id => …`.
 */
export function resultTypePosition(sourceCode, fn) {
  const last = fn.params.at(-1);
  const from = last
    ? parenthesizedRange(sourceCode, last)[1]
    : (fn.typeParameters?.range[1] ?? fn.id?.range[1] ?? fn.range[0]);
  const close = findPunctuator(sourceCode, from, fn.body.range[0], ')');
  return close < 0 ? undefined : close + 1;
}

/**
 * @param {TSESTree.Expression} place
 * @returns {boolean}
 */
function isReturned({ parent, range }) {
  return (
    parent?.type === 'ReturnStatement' ||
    (parent?.type === 'ArrowFunctionExpression' && parent.body.range === range)
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.TSTypeAnnotation | undefined} annotation
 * @returns {string | undefined}
 */
function codeOfType(sourceCode, annotation) {
  return annotation && codeOf(sourceCode, annotation.typeAnnotation);
}

/**
 * @param {TSESTree.Expression | undefined} value
 * @returns {boolean}
 */
function isLiteral(value) {
  return (
    !value ||
    value.type === 'Literal' ||
    value.type === 'TemplateLiteral' ||
    (value.type === 'Identifier' && value.name === 'undefined')
  );
}

/**
 * @param {TSESTree.Expression} place
 * @returns {boolean} Whether `place as Type` needs parentheses where the place stands.
 */
function needsParenthesesAsAssertion(place) {
  const { parent } = place;
  switch (parent?.type) {
    case 'ArrayExpression':
    case 'ArrowFunctionExpression':
    case 'AssignmentPattern':
    case 'ReturnStatement':
    case 'SpreadElement':
    case 'TemplateLiteral':
    case 'ThrowStatement':
    case 'VariableDeclarator':
      return false;
    case 'AssignmentExpression':
      return parent.right !== place;
    case 'CallExpression':
    case 'NewExpression':
      return parent.callee === place;
    case 'Property':
      return parent.value !== place;
    default:
      return true;
  }
}
