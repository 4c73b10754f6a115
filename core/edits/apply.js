/** @import { SourceCodeLike } from '../source/source-code.js' */
/** @import { Edit, IndentEdit, TextEdit } from './edit.js' */

import MagicString from 'magic-string';

import { resolveIndents } from './indentation.js';

/**
 * Two edits that want the same text. It means that two plans contradict each other: the caller must
 * refuse one of them.
 */
export class EditConflict extends Error {
  /**
   * @param {TextEdit} left
   * @param {TextEdit} right
   */
  constructor(left, right) {
    super(
      `edits overlap: ${left.range.join('-')} ${JSON.stringify(left.text)} and ${right.range.join('-')} ${JSON.stringify(right.text)}`,
    );
    this.name = 'EditConflict';
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {readonly Edit[]} edits In the order of their sites, the outermost first.
 * @returns {TextEdit[]} Text edits in source order, none twice, none overlapping.
 * @throws {EditConflict}
 */
export function resolveEdits(sourceCode, edits) {
  const texts = withoutRepeats(edits.filter(isTextEdit));
  const resolved = [
    ...texts,
    ...resolveIndents(sourceCode, removeCovered(edits.filter(isIndentEdit))),
  ];
  const order = new Map(resolved.map((edit, index) => [edit, index]));
  const sorted = resolved.sort((left, right) => compareEdits(left, right, order));
  /** @type {TextEdit[]} */
  const flat = [];
  for (const edit of sorted) {
    const previous = flat.at(-1);
    if (previous && edit.range[0] < previous.range[1]) {
      if (isWhitespaceOnly(sourceCode.text, edit) && edit.range[1] <= previous.range[1]) {
        // The line is gone with a larger edit, its indentation with it.
        continue;
      }
      throw new EditConflict(previous, edit);
    }
    flat.push(edit);
  }
  return flat;
}

/**
 * @param {string} text
 * @param {readonly TextEdit[]} edits As `resolveEdits` gives them.
 * @returns {string}
 */
export function applyEdits(text, edits) {
  const result = new MagicString(text);
  for (const { range, text: replacement } of edits) {
    const [start, end] = range;
    if (start === end) {
      result.appendLeft(start, replacement);
    } else {
      result.update(start, end, replacement);
    }
  }
  return result.toString();
}

/**
 * @param {Edit} edit
 * @returns {edit is TextEdit}
 */
function isTextEdit(edit) {
  return 'text' in edit;
}

/**
 * @param {Edit} edit
 * @returns {edit is IndentEdit}
 */
function isIndentEdit(edit) {
  return 'levels' in edit;
}

/**
 * Two sites may share an edit (two runners of one coroutine); it is made once.
 *
 * @param {TextEdit[]} edits
 * @returns {TextEdit[]}
 */
function withoutRepeats(edits) {
  const seen = new Set();
  return edits.filter((edit) => {
    const [start, end] = edit.range;
    if (start === end) {
      return true;
    }
    const key = `${start} ${end} ${edit.text}`;
    return !seen.has(key) && seen.add(key);
  });
}

/**
 * @param {IndentEdit[]} edits
 * @returns {IndentEdit[]}
 */
function removeCovered(edits) {
  return edits.filter((edit, index) => edits.indexOf(edit) === index);
}

/**
 * @param {TextEdit} left
 * @param {TextEdit} right
 * @param {Map<TextEdit, number>} order
 * @returns {number}
 */
function compareEdits(left, right, order) {
  const byStart = left.range[0] - right.range[0];
  if (byStart !== 0) {
    return byStart;
  }
  const byRank = rankOf(left) - rankOf(right);
  if (byRank !== 0) {
    return byRank;
  }
  const byOrder = (order.get(left) ?? 0) - (order.get(right) ?? 0);
  return left.side === 'close' ? -byOrder : byOrder;
}

/**
 * @param {TextEdit} edit
 * @returns {number} At one place: closers, plain insertions, openers, then what replaces text.
 */
function rankOf({ range, side }) {
  if (range[0] !== range[1]) {
    return 3;
  }
  return side === 'close' ? 0 : side === 'open' ? 2 : 1;
}

/**
 * @param {string} text
 * @param {TextEdit} edit
 * @returns {boolean}
 */
function isWhitespaceOnly(text, edit) {
  return edit.text.trim() === '' && text.slice(...edit.range).trim() === '';
}
