/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/functions.js' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Translator } from './translator.js' */

import { oncePerFile } from '../../analysis/facts.js';
import { nodesOfType } from '../../analysis/nodes.js';
import { insertAfter, replaceRange } from '../../edits/edit.js';
import { findPunctuator, textOf } from '../../edits/trivia.js';
import { Refused, quote } from './refused.js';

/**
 * What TypeScript asks of converted functions, so that it finds no error that it did not find before.
 */

/** @type {(sourceCode: SourceCodeLike) => boolean} Whether the file has types of TypeScript. */
export const isTyped = oncePerFile(
  (sourceCode) => nodesOfType(sourceCode, 'TSTypeAnnotation').length > 0,
);

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {string} The annotation of a caught error: the parameter of a callback has a type, what
 *   is caught is `unknown` in the strict mode.
 */
export function caughtType(sourceCode) {
  return isTyped(sourceCode) ? ': any' : '';
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn A function inside that is async now: TypeScript cannot tell what it gives if
 *   it calls itself.
 * @returns {Edit[]}
 */
export function writeInnerType(sourceCode, fn) {
  if (!isTyped(sourceCode)) {
    return [];
  }
  if (fn.returnType) {
    return [replaceRange(fn.returnType.typeAnnotation.range, 'Promise<any>')];
  }
  const [from] = fn.range;
  const last = fn.params.at(-1) ?? fn.id;
  const close = findPunctuator(sourceCode, last?.range[1] ?? from, fn.body.range[0], ')');
  return close < 0 ? [] : [insertAfter(close + 1, ': Promise<any>')];
}

/**
 *     (id: string, cb: (err: Error | null, size?: number) => void): void
 *     ->  (id: string): Promise<number | undefined>
 *
 * @param {Translator} translator
 * @returns {Edit[]} The type of the promise that the function returns in its callback's stead.
 * @throws {Refused} When the types do not show it.
 */
export function writePromiseType({ sourceCode, target, test }) {
  const { fn, index } = target;
  const parameter = /** @type {TSESTree.Identifier} */ (fn.params[index]);
  const type = parameter.typeAnnotation?.typeAnnotation;
  if (isDeclaredElsewhere(fn)) {
    throw new Refused('callback-parameters', quote(sourceCode, parameter));
  }
  if (!type && !fn.returnType) {
    return [];
  }
  const returned = fn.returnType?.typeAnnotation;
  // What the runner calls a callback, it has a type of its own for.
  const isFunctionType = type?.type === 'TSFunctionType';
  const result = test ? 'void' : isFunctionType ? readResultType(sourceCode, type) : undefined;
  if (result === undefined || (returned && returned.type !== 'TSVoidKeyword')) {
    throw new Refused('callback-parameters', quote(sourceCode, parameter));
  }
  const promise = `Promise<${result}>`;
  if (returned) {
    return [replaceRange(returned.range, promise)];
  }
  if (test) {
    return [];
  }
  const close = findPunctuator(sourceCode, parameter.range[1], fn.body.range[0], ')');
  return [insertAfter(close + 1, `: ${promise}`)];
}

/**
 * @param {FunctionNode} fn
 * @returns {boolean} `const load: Loader = …`: the type of the variable speaks of a callback, too.
 */
function isDeclaredElsewhere({ parent }) {
  return (
    parent.type === 'TSAsExpression' ||
    parent.type === 'TSSatisfiesExpression' ||
    (parent.type === 'VariableDeclarator' && Boolean(parent.id.typeAnnotation))
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.TSFunctionType} type
 * @returns {string | undefined}
 */
function readResultType(sourceCode, { params: [, result, ...more] }) {
  if (!result) {
    return 'void';
  }
  if (result.type !== 'Identifier' || !result.typeAnnotation || more.length > 0) {
    return undefined;
  }
  const text = textOf(sourceCode, result.typeAnnotation.typeAnnotation);
  return result.optional ? `${text} | undefined` : text;
}
