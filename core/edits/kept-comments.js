/** @import { SourceCodeLike } from '../source/source-code.js' */
/** @import { TextEdit } from './edit.js' */

import { lowerBound } from '../analysis/syntax/cover.js';
import { oncePerFile } from '../analysis/syntax/facts.js';
import { countBelow } from '../analysis/syntax/nodes.js';
import { skipWhitespace, skipWhitespaceBackward } from './trivia.js';

/**
 * @param {SourceCodeLike} sourceCode
 * @param {readonly TextEdit[]} all As `resolveEdits` gives them.
 * @returns {boolean} Whether what they take out and what they write has each comment as often: none is
 *   lost, none doubled.
 */
export function keepsComments(sourceCode, all) {
  const edits = all.filter(({ takesComments }) => !takesComments);
  const { text } = sourceCode;
  const before = collapse(edits.map(({ range }) => text.slice(...range)).join('\n'));
  const after = collapse(edits.map((edit) => edit.text).join('\n'));
  if (!MAY_HOLD_COMMENT.test(before) && !MAY_HOLD_COMMENT.test(after)) {
    return true;
  }
  const comments = commentTexts(sourceCode);
  const counts = countEach(comments, before);
  const countsAfter = countEach(comments, after);
  return [...counts, ...countsAfter].every(
    ([index]) => counts.get(index) === countsAfter.get(index),
  );
}

/** Empty ones, and the notes of compilers for each other. */
const SAYS_NOTHING = /^\s*(?:[#@]__PURE__\s*)?$/u;

const MAY_HOLD_COMMENT = /\/[/*]|<!--|-->|#!/u;

/** Comments of HTML, too, and a hashbang. All of them, where they lie in one another. */
const COMMENT_STARTS = /(?=\/[/*]|<!--|-->|#!)/gu;

/**
 * @param {string} text
 * @returns {string} The same however the lines of a comment are indented.
 */
function collapse(text) {
  return text.replaceAll(/\s+/gu, ' ');
}

/**
 * @typedef {object} CommentText
 * @property {string} text
 * @property {number} shorter The index of the longest other one that it begins with; -1 if there is none.
 */

/**
 * The texts of a file's comments, each once, in the order of their characters: whatever begins with a comment
 * stands behind it, with nothing between the two but what begins with it too.
 *
 * @type {(sourceCode: SourceCodeLike) => readonly CommentText[]}
 */
const commentTexts = oncePerFile(({ ast, text }) => {
  const comments = (ast.comments ?? []).filter(({ value }) => !SAYS_NOTHING.test(value));
  const texts = [...new Set(comments.map(({ range }) => collapse(text.slice(...range))))].sort();
  /** @type {CommentText[]} */
  const all = [];
  for (const each of texts) {
    all.push({ text: each, shorter: longestStart(all, all.length - 1, each) });
  }
  return all;
});

/**
 * @param {readonly CommentText[]} comments
 * @param {number} last The index of the last one in front of the text, in the order of characters.
 * @param {string} text
 * @returns {number} The index of the longest comment that the text begins with; -1 if there is none.
 */
function longestStart(comments, last, text) {
  let index = last;
  while (index >= 0 && !text.startsWith(/** @type {CommentText} */ (comments[index]).text)) {
    index = /** @type {CommentText} */ (comments[index]).shorter;
  }
  return index;
}

/**
 * @param {readonly CommentText[]} comments
 * @param {string} text
 * @returns {Map<number, number>} How often each of them is in the text, by its index: in one pass, however many
 *   there are.
 */
function countEach(comments, text) {
  /** @type {Map<number, { count: number, end: number }>} */
  const found = new Map();
  for (const { index: start } of text.matchAll(COMMENT_STARTS)) {
    const rest = text.slice(start);
    const last = lowerBound(comments, (each) => each.text > rest) - 1;
    let index = longestStart(comments, last, rest);
    for (; index >= 0; index = /** @type {CommentText} */ (comments[index]).shorter) {
      const { length } = /** @type {CommentText} */ (comments[index]).text;
      const { count, end } = found.get(index) ?? { count: 0, end: 0 };
      if (start >= end) {
        found.set(index, { count: count + 1, end: start + length });
      }
    }
  }
  return new Map([...found].map(([index, { count }]) => [index, count]));
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {readonly TextEdit[]} edits
 * @returns {boolean} Whether one of them has a comment within it, or right beside it.
 */
export function touchComment({ ast, text }, edits) {
  const comments = ast.comments ?? [];
  const starts = new Set(comments.map(({ range }) => range[0]));
  const ends = new Set(comments.map(({ range }) => range[1]));
  return edits.some(
    ({ range: [start, end] }) =>
      ends.has(skipWhitespaceBackward(text, start)) ||
      starts.has(skipWhitespace(text, end)) ||
      countBelow(comments, start) < countBelow(comments, end),
  );
}
