/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../source/source-code.js' */
/** @import { Edit } from './edit.js' */

import { indentLines, insertAfter, insertBefore, replaceRange } from './edit.js';
import { levelsBetween } from './indentation.js';
import { isParenthesized, needsParenthesesAsOperand, parenthesizedRange } from './parentheses.js';

const WORD = /[\w$\u0080-\uFFFF]/u;

/**
 * Leaves a value in the place of the promise around it.
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression} node The promise.
 * @param {TSESTree.Expression | undefined} value
 * @param {(value: TSESTree.Expression) => boolean} [needsParentheses] Whether the value needs
 *   parentheses there; as an operand of `await` if not told.
 * @returns {Edit[]}
 */
export function leaveValue(sourceCode, node, value, needsParentheses = needsParenthesesAsOperand) {
  if (!value) {
    return [replaceRange(node.range, 'undefined')];
  }
  const { text } = sourceCode;
  const [before, after] = /** @type {[[number, number], [number, number]]} */ (
    gapsAround(sourceCode, node, value)
  );
  const [start, end] = [before[1], after[0]];
  const encloses =
    !isParenthesized(sourceCode, value) &&
    !isParenthesized(sourceCode, node) &&
    needsParentheses(value);
  const space = !encloses && touches(text, before[0], start) ? ' ' : '';
  const spaceAfter = !encloses && touches(text, end, after[1]) ? ' ' : '';
  const levels = levelsBetween(sourceCode, before[0], start);
  return [
    replaceRange(before, space),
    replaceRange(after, spaceAfter),
    ...(encloses ? [insertBefore(start, '('), insertAfter(end, ')')] : []),
    ...(levels > 0 ? [indentLines([start, end], -levels)] : []),
  ];
}

/**
 * @param {string} text
 * @param {number} left
 * @param {number} right
 * @returns {boolean} Whether what ends at the one index and what begins at the other would be read
 *   as one word.
 */
function touches(text, left, right) {
  return WORD.test(text[left - 1] ?? '') && WORD.test(text[right] ?? '');
}

/**
 *     await new Promise((_, reject) => reject(error));  ->  throw error;
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.ExpressionStatement | TSESTree.ReturnStatement} statement
 * @param {TSESTree.Expression} promise That the statement throws the rejection of.
 * @param {TSESTree.Expression | undefined} value
 * @returns {{ edits: Edit[], gaps: [number, number][] }}
 */
export function throwValue(sourceCode, statement, promise, value) {
  const start = statement.range[0];
  const [, end] = parenthesizedRange(sourceCode, promise);
  if (!value) {
    return { edits: [replaceRange([start, end], 'throw undefined')], gaps: [[start, end]] };
  }
  const [valueStart, valueEnd] = parenthesizedRange(sourceCode, value);
  const levels = levelsBetween(sourceCode, start, valueStart);
  return {
    edits: [
      replaceRange([start, valueStart], 'throw '),
      replaceRange([valueEnd, end], ''),
      ...(levels > 0 ? [indentLines([valueStart, valueEnd], -levels)] : []),
    ],
    gaps: [
      [start, valueStart],
      [valueEnd, end],
    ],
  };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @param {TSESTree.Expression} value
 * @returns {[number, number][]} The text of the node before and after the value in its parentheses: an
 *   object that is waited for needs none.
 */
export function gapsAround(sourceCode, node, value) {
  const { text } = sourceCode;
  const [from, to] = value.range;
  const isBare =
    value.type === 'ObjectExpression' &&
    node.parent?.type === 'AwaitExpression' &&
    text[from - 1] === '(' &&
    text[to] === ')';
  const [start, end] = isBare ? value.range : parenthesizedRange(sourceCode, value);
  return [
    [node.range[0], start],
    [end, node.range[1]],
  ];
}
