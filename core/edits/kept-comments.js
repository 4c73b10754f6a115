/** @import { SourceCodeLike } from '../source/source-code.js' */
/** @import { TextEdit } from './edit.js' */

import { skipWhitespace, skipWhitespaceBackward } from './trivia.js';

/**
 * @param {SourceCodeLike} sourceCode
 * @param {readonly TextEdit[]} all As `resolveEdits` gives them.
 * @returns {boolean} Whether what they take out and what they write has each comment as often: none is
 *   lost, none doubled.
 */
export function keepsComments({ ast, text }, all) {
  const edits = all.filter(({ takesComments }) => !takesComments);
  const comments = (ast.comments ?? []).filter(({ value }) => !SAYS_NOTHING.test(value));
  if (comments.length === 0 || edits.length === 0) {
    return true;
  }
  const before = collapse(edits.map(({ range }) => text.slice(...range)).join('\n'));
  const after = collapse(edits.map((edit) => edit.text).join('\n'));
  if (!MAY_HOLD_COMMENT.test(before) && !MAY_HOLD_COMMENT.test(after)) {
    return true;
  }
  const texts = new Set(comments.map(({ range }) => collapse(text.slice(...range))));
  return [...texts].every((comment) => countOf(before, comment) === countOf(after, comment));
}

/** Empty ones, and the notes of compilers for each other. */
const SAYS_NOTHING = /^\s*(?:[#@]__PURE__\s*)?$/u;

const MAY_HOLD_COMMENT = /\/[/*]/u;

/**
 * @param {string} text
 * @returns {string} The same however the lines of a comment are indented.
 */
function collapse(text) {
  return text.replaceAll(/\s+/gu, ' ');
}

/**
 * @param {string} text
 * @param {string} part
 * @returns {number}
 */
function countOf(text, part) {
  return text.split(part).length - 1;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {readonly TextEdit[]} edits
 * @returns {boolean} Whether one of them has a comment within it, or right beside it.
 */
export function touchComment({ ast, text }, edits) {
  const starts = new Set((ast.comments ?? []).map(({ range }) => range[0]));
  const ends = new Set((ast.comments ?? []).map(({ range }) => range[1]));
  return edits.some(
    ({ range: [start, end] }) =>
      ends.has(skipWhitespaceBackward(text, start)) ||
      starts.has(skipWhitespace(text, end)) ||
      [...starts].some((place) => start <= place && place < end),
  );
}
