/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { oncePerFile } from '../analysis/syntax/facts.js';
import { sliceWithin } from '../analysis/syntax/nodes.js';

/**
 * Reads the text between nodes. There are only comments, white space and punctuators, so no
 * tokeniser is needed: a character that is neither comment nor white space begins or ends a token.
 */

/** @type {(sourceCode: SourceCodeLike) => ReadonlyMap<number, number>} */
const commentEndByStart = oncePerFile(
  ({ ast }) => new Map((ast.comments ?? []).map(({ range }) => range)),
);

/** @type {(sourceCode: SourceCodeLike) => ReadonlyMap<number, number>} */
const commentStartByEnd = oncePerFile(
  ({ ast }) => new Map((ast.comments ?? []).map(({ range: [start, end] }) => [end, start])),
);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {number} index
 * @returns {number} Where the first token at or after the index begins.
 */
export function skipForward(sourceCode, index) {
  const { text } = sourceCode;
  const comments = commentEndByStart(sourceCode);
  for (let position = index; position < text.length;) {
    const commentEnd = comments.get(position);
    if (commentEnd !== undefined) {
      position = commentEnd;
    } else if (isWhitespace(text, position)) {
      position++;
    } else {
      return position;
    }
  }
  return text.length;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {number} index
 * @returns {number} Where the last token before the index ends.
 */
export function skipBackward(sourceCode, index) {
  const { text } = sourceCode;
  const comments = commentStartByEnd(sourceCode);
  for (let position = index; position > 0;) {
    const commentStart = comments.get(position);
    if (commentStart !== undefined) {
      position = commentStart;
    } else if (isWhitespace(text, position - 1)) {
      position--;
    } else {
      return position;
    }
  }
  return 0;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {number} start
 * @param {number} end
 * @param {string} punctuator
 * @returns {number} Where the punctuator stands between two nodes, comments left out; -1 if it does
 *   not.
 */
export function findPunctuator(sourceCode, start, end, punctuator) {
  for (let index = skipForward(sourceCode, start); index < end;) {
    if (sourceCode.text.startsWith(punctuator, index)) {
      return index;
    }
    index = skipForward(sourceCode, index + 1);
  }
  return -1;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {number} end Of the last item of a list.
 * @returns {number} Where a comma ends that follows it, if one does.
 */
export function endWithComma(sourceCode, end) {
  const next = skipForward(sourceCode, end);
  return sourceCode.text[next] === ',' ? next + 1 : end;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {number} start
 * @param {number} end
 * @returns {TSESTree.Comment[]} Those that lie between the two, in source order.
 */
export function commentsWithin({ ast }, start, end) {
  return sliceWithin(ast.comments ?? [], { range: [start, end] });
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {number} start
 * @param {number} end
 * @returns {boolean}
 */
export function hasCommentBetween(sourceCode, start, end) {
  return commentsWithin(sourceCode, start, end).length > 0;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {number} index
 * @returns {boolean} Whether a comment ends there that takes in all that follows on its line.
 */
export function endsLineComment(sourceCode, index) {
  const start = commentStartByEnd(sourceCode).get(index);
  return start !== undefined && sourceCode.text[start + 1] !== '*';
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {readonly [number, number]} range Of a statement.
 * @returns {[number, number]} The range with the comments that belong to the statement: those on
 *   lines of their own right above it, and one behind it on its last line.
 */
export function rangeWithComments(sourceCode, [start, end]) {
  const { text } = sourceCode;
  let first = start;
  for (;;) {
    const before = skipWhitespaceBackward(text, first);
    const commentStart = commentStartByEnd(sourceCode).get(before);
    if (
      commentStart === undefined ||
      text.slice(before, first).split('\n').length !== 2 ||
      !beginsLine(text, commentStart)
    ) {
      break;
    }
    first = commentStart;
  }
  const after = end + (/^[ \t]*/u.exec(text.slice(end))?.[0].length ?? 0);
  const commentEnd = commentEndByStart(sourceCode).get(after);
  const endsLine =
    commentEnd !== undefined &&
    !text.slice(after, commentEnd).includes('\n') &&
    /^[ \t]*(?:\r?\n|$)/u.test(text.slice(commentEnd));
  return [first, endsLine ? commentEnd : end];
}

/**
 * @param {string} text
 * @param {number} index
 * @returns {number} The index, moved over white space that follows it.
 */
export function skipWhitespace(text, index) {
  let position = index;
  while (isWhitespace(text, position)) {
    position++;
  }
  return position;
}

/**
 * @param {string} text
 * @param {number} index
 * @returns {number} The index, moved back over white space that precedes it.
 */
export function skipWhitespaceBackward(text, index) {
  let position = index;
  while (isWhitespace(text, position - 1)) {
    position--;
  }
  return position;
}

/**
 * @param {string} text
 * @param {number} index
 * @returns {number} The index, moved back over the spaces and tabs that precede it on its line.
 */
export function skipBlanksBackward(text, index) {
  let position = index;
  while (text[position - 1] === ' ' || text[position - 1] === '\t') {
    position--;
  }
  return position;
}

/**
 * @param {string} text
 * @param {number} index
 * @returns {boolean} Whether only spaces and tabs come before it on its line.
 */
export function beginsLine(text, index) {
  const start = skipBlanksBackward(text, index);
  return start === 0 || text[start - 1] === '\n';
}

/**
 * @param {string} text
 * @param {number} index
 * @returns {number} The index, moved back over a line break that ends there.
 */
export function skipBreakBackward(text, index) {
  return text[index - 1] !== '\n' ? index : text[index - 2] === '\r' ? index - 2 : index - 1;
}

/**
 * @param {string} text
 * @param {number} index
 * @returns {boolean} False beyond the text. The ASCII characters of `\s`, without a regular expression.
 */
function isWhitespace(text, index) {
  const code = text.charCodeAt(index);
  return code === 32 || (code >= 9 && code <= 13) || (code > 127 && /\s/u.test(text.charAt(index)));
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {string}
 */
export function textOf({ text }, node) {
  return text.slice(...node.range);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node An expression, a parameter or a type.
 * @returns {string} Its text without comments, to be written where the node stays as well.
 */
export function codeOf(sourceCode, { range: [start, end] }) {
  const { text } = sourceCode;
  let code = '';
  let position = start;
  for (const { range } of commentsWithin(sourceCode, start, end)) {
    code = join(code, text.slice(position, range[0]));
    [, position] = range;
  }
  return position === start ? text.slice(start, end) : join(code, text.slice(position, end));
}

/**
 * @param {string} left
 * @param {string} right
 * @returns {string} Both, with a space between them if it takes one.
 */
function join(left, right) {
  const [before, behind] = [left.trimEnd(), right.trim()];
  const isApart = /[^([{.!~]$/u.test(before) && /^[^.,;)\]}([]/u.test(behind);
  return `${before}${isApart ? ' ' : ''}${behind}`;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {number} index
 * @returns {number} The index, moved behind the comments that end on its line.
 */
export function endOfLineComments(sourceCode, index) {
  const { text } = sourceCode;
  const next = skipWhitespace(text, index);
  const end = commentEndByStart(sourceCode).get(next);
  return end === undefined || text.slice(index, end).includes('\n')
    ? index
    : endOfLineComments(sourceCode, end);
}

/**
 * @param {string} text
 * @returns {string} Its first line, cut short for a message.
 */
export function firstLine(text) {
  const [line = ''] = text.split('\n');
  return line.length > 40 ? `${line.slice(0, 40)}…` : line;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.BlockStatement} block
 * @returns {number} Where the last of its statements ends, or the last comment behind that.
 */
export function endOfBlock(sourceCode, { body, range }) {
  const end = body.at(-1)?.range[1] ?? range[0] + 1;
  return commentsWithin(sourceCode, end, range[1] - 1).at(-1)?.range[1] ?? end;
}
