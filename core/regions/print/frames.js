/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { RewriteEdit } from '../../edits/edit.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Range } from '../build/region.js' */
/** @import { Block } from './blocks.js' */

import { rewriteRange } from '../../edits/edit.js';
import { indentOf, indentUnit } from '../../edits/indentation.js';
import { endsLineComment, skipWhitespaceBackward } from '../../edits/trivia.js';
import { assertOwners, placeComments } from './comments.js';
import { createWriter, readConcise } from './writer.js';

/**
 * @typedef {object} Frame
 * @property {Range} range What is rewritten.
 * @property {Block} block
 * @property {'statements' | 'braces' | 'arrow'} form `braces` where a single statement stood without a
 *   block; `arrow` for the body of an arrow function.
 * @property {boolean} [isMoved] Whether the statement stands in a body that loses its braces.
 * @property {boolean} [isFirst] Of such a body.
 * @property {boolean} [isLast] Of such a body.
 * @property {boolean} [sharesLine] Whether the body that it stands in begins on its line.
 * @property {number} anchor An index on the line whose indentation the frame has.
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Frame} frame
 * @param {(variable: Variable) => string} nameOf
 * @returns {RewriteEdit}
 */
export function layOut(sourceCode, frame, nameOf) {
  const { text } = sourceCode;
  placeComments(sourceCode, frame);
  assertOwners(sourceCode, frame);
  const outer = indentOf(text, frame.anchor);
  const unit = indentUnit(sourceCode);
  const [start, end] = frame.range;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const isAlone = text.slice(lineStart, start).trim() === '';
  const writer = createWriter(sourceCode, unit, nameOf);
  const concise = frame.form === 'arrow' ? readConcise(sourceCode, frame.block) : undefined;
  if (concise) {
    writer.add(' ');
    writer.pieces.push(...writer.at(concise, outer));
  } else if (frame.form === 'arrow') {
    writer.add(' {');
    writer.block(frame.block, outer + unit);
    writer.add(`${frame.block.items.length > 0 ? writer.newline + outer : ''}}`);
  } else if (frame.form === 'braces') {
    writer.add(' {');
    writer.block(frame.block, outer + unit);
    writer.add(`${frame.block.items.length > 0 ? writer.newline + outer : ''}}`);
  } else if (isAlone) {
    if (frame.block.items.length === 0) {
      const lineBreak = lineStart - (text[lineStart - 2] === '\r' ? 2 : 1);
      const isNeeded =
        endsLineComment(sourceCode, lineBreak) && !/^[ \t]*[\r\n]/u.test(text.slice(end));
      return rewriteRange([isNeeded ? start : lineBreak, end], []);
    }
    writer.block(frame.block, outer, true);
  } else if (
    frame.block.items.length < 2 &&
    frame.block.items.every(({ type }) => type === 'line')
  ) {
    writer.block(frame.block, outer, true);
  } else {
    const open = frame.isFirst ? start : skipWhitespaceBackward(text, start);
    writer.block(frame.block, frame.sharesLine ? outer + unit : outer, frame.isFirst);
    const close = frame.isLast
      ? end
      : end + (/^[ \t]*(?=\})/u.exec(text.slice(end))?.[0].length ?? 0);
    if (!frame.isLast && text[close] === '}') {
      writer.add(writer.newline + outer);
    }
    return rewriteRange([open, close], writer.pieces);
  }
  const last = writer.pieces.at(-1);
  const isSaid = last && typeof last !== 'string' && endsLineComment(sourceCode, last.range[1]);
  if (isSaid && !/^[ \t]*(?:\r?\n|$)/u.test(text.slice(end))) {
    writer.add(writer.newline + outer);
  }
  return rewriteRange(frame.range, writer.pieces);
}
