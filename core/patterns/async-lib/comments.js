/** @import { Edit } from '../../edits/edit.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { hasCommentBetween } from '../../edits/trivia.js';
import { Refused } from '../callback-function/refused.js';

/**
 * @param {SourceCodeLike} sourceCode
 * @param {readonly Edit[]} edits
 * @throws {Refused} Where they take out a comment and write it nowhere.
 */
export function keepComments(sourceCode, edits) {
  const texts = edits.filter((edit) => 'text' in edit);
  const written = texts.map(({ text }) => text).join('\n');
  const cut = texts.filter(
    ({ range: [start, end] }) => start < end && hasCommentBetween(sourceCode, start, end),
  );
  const isLost = (sourceCode.ast.comments ?? []).some(
    ({ range: [start, end] }) =>
      cut.some(({ range }) => range[0] <= start && end <= range[1]) &&
      !written.includes(sourceCode.text.slice(start, end)),
  );
  if (isLost) {
    throw new Refused('comment-in-the-way');
  }
}
