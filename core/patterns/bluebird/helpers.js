/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext, Refusal } from '../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Edit, TextEdit } from '../../edits/edit.js' */
/** @import { HeaderNeed } from '../../callbacks/boundary/header.js' */

import { oncePerFile } from '../../analysis/syntax/facts.js';
import { replaceRange } from '../../edits/edit.js';
import { hasCommentBetween } from '../../edits/trivia.js';
import { constantName, writeHeader } from '../../callbacks/boundary/header.js';
import { withTypes } from './helper-types.js';
import { layOut } from './lists/series.js';

/**
 * Functions that take the place of the library's and are too long to stand in each call: they are
 * written once, at the top of the file.
 */

/** @type {(sourceCode: SourceCodeLike) => Set<HeaderNeed>} */
const helpersOf = oncePerFile(() => new Set());

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @param {{ name: string, lines: readonly string[] }} helper Its name, and its lines for
 *   `withTypes`.
 * @returns {Edit[] | { refusal: Refusal }}
 */
export function callHelper(context, { callee }, { name, lines }) {
  const { sourceCode } = context;
  if (hasCommentBetween(sourceCode, ...callee.range)) {
    return { refusal: { reason: 'comment-in-the-way' } };
  }
  const value = layOut(sourceCode, 0, withTypes(context, lines));
  const needs = helpersOf(sourceCode);
  return [replaceRange(callee.range, constantName(sourceCode, value, name, needs, callee))];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {readonly TextEdit[]} edits The edits of the conversion.
 * @returns {TextEdit[]} Declares the functions that they call.
 */
export function writeHelpers(sourceCode, edits) {
  const used = [...helpersOf(sourceCode)].filter(({ name }) =>
    edits.some(({ text }) => text === name),
  );
  return writeHeader(sourceCode, new Set(used));
}
