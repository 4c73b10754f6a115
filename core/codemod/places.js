/** @import { TextEdit } from '../edits/edit.js' */

import { lowerBound } from '../analysis/syntax/cover.js';
import { findOrigin, isWritten } from '../edits/origin.js';

/**
 * @typedef {object} Place
 * @property {number} line 1-based.
 * @property {number} column 1-based.
 */

/**
 * Codemods see what those before them made of a file; whoever reads of a place looks for it in the
 * file as it is on the disk.
 */
export class Places {
  /** @type {{ text: string, edits: readonly TextEdit[] }[]} */
  #stages = [];
  /** Where the lines of each of the texts start. @type {Map<string, readonly number[]>} */
  #lineStarts = new Map();

  /**
   * @param {string} source The text before the edits.
   * @param {readonly TextEdit[]} edits
   */
  add(source, edits) {
    if (edits.length > 0) {
      this.#stages.push({ text: withoutMark(source), edits });
    }
  }

  /**
   * @param {string} source As the edits so far have made it.
   * @param {Place} place In it.
   * @returns {boolean} Whether the edits wrote what is there: no reader of the file can see it.
   */
  isWritten(source, place) {
    return this.#isWrittenAt(this.#offsetOf(withoutMark(source), place));
  }

  /**
   * @param {string} source As the edits so far have made it.
   * @param {Place} start In it.
   * @param {Place} end Behind the last character.
   * @returns {boolean} Whether the edits wrote it from its beginning to its end; what is between may be
   *   the file's.
   */
  isWrittenThroughout(source, start, end) {
    const text = withoutMark(source);
    return this.#isSpanWritten(text, this.#offsetOf(text, start), this.#offsetOf(text, end));
  }

  /**
   * @param {string} source As the edits so far have made it.
   * @param {string} code
   * @param {Place} place
   * @returns {boolean} Whether the code stands there or behind, and the edits wrote it.
   */
  isCodeWritten(source, code, place) {
    const text = withoutMark(source);
    const start = text.indexOf(code, this.#offsetOf(text, place));
    return start !== -1 && this.#isSpanWritten(text, start, start + code.length);
  }

  /**
   * @param {string} text
   * @param {number} start
   * @param {number} end
   * @returns {boolean}
   */
  #isSpanWritten(text, start, end) {
    return [start, startOfLastWord(text, start, end), end - 1].every((at) => this.#isWrittenAt(at));
  }

  /**
   * @param {number} offset
   * @returns {boolean}
   */
  #isWrittenAt(offset) {
    let at = offset;
    return this.#stages.toReversed().some(({ text, edits }) => {
      const isNew = isWritten(text, edits, at);
      at = findOrigin(text, edits, at);
      return isNew;
    });
  }

  /**
   * @param {string} source As the edits so far have made it.
   * @param {Place & { end: Place }} range In it; `end` is behind the last character.
   * @returns {Place & { endLine: number, endColumn: number }} In the text before all edits. A node whose end an edit wrote
   *   ends where that edit begins.
   */
  originOfRange(source, { line, column, end }) {
    const start = this.origin(source, { line, column });
    const isLineStart = end.column === 1;
    const last = this.origin(source, isLineStart ? end : { ...end, column: end.column - 1 });
    const isBehind = last.line > start.line || last.column >= start.column;
    const { line: endLine, column: before } = last.line >= start.line && isBehind ? last : start;
    return { ...start, endLine, endColumn: isLineStart ? before : before + 1 };
  }

  /**
   * @param {string} source As the edits so far have made it.
   * @param {Place} place In it.
   * @returns {Place} In the text before all edits.
   */
  origin(source, place) {
    const [first] = this.#stages;
    if (!first) {
      return { line: place.line, column: place.column };
    }
    const offset = this.#stages.reduceRight(
      (at, { text, edits }) => findOrigin(text, edits, at),
      this.#offsetOf(withoutMark(source), place),
    );
    return this.#placeOf(first.text, offset);
  }

  /**
   * @param {string} text
   * @param {Place} place
   * @returns {number}
   */
  #offsetOf(text, { line, column }) {
    return (this.#lineStartsOf(text)[line - 1] ?? 0) + column - 1;
  }

  /**
   * @param {string} text
   * @param {number} offset
   * @returns {Place}
   */
  #placeOf(text, offset) {
    const starts = this.#lineStartsOf(text);
    const line = Math.max(
      lowerBound(starts, (start) => start > offset),
      1,
    );
    return { line, column: offset - (starts[line - 1] ?? 0) + 1 };
  }

  /**
   * @param {string} text Before or behind one of the stages.
   * @returns {readonly number[]}
   */
  #lineStartsOf(text) {
    const known = this.#lineStarts.get(text) ?? lineStarts(text);
    this.#lineStarts.set(text, known);
    return known;
  }
}

/**
 * @param {string} source
 * @returns {string}
 */
function withoutMark(source) {
  return source.startsWith('\uFEFF') ? source.slice(1) : source;
}

/** As the language has them. */
const LINE_BREAKS = /\r\n|[\n\r\u2028\u2029]/gu;

/**
 * @param {string} text
 * @returns {number[]} Where each line starts.
 */
export function lineStarts(text) {
  return [0, ...[...text.matchAll(LINE_BREAKS)].map(({ 0: { length }, index }) => index + length)];
}

/**
 * @param {string} text
 * @param {number} start
 * @param {number} end
 * @returns {number} Where the last word between the two begins; the start if there is none.
 */
function startOfLastWord(text, start, end) {
  const isInWord = (/** @type {number} */ index) => /[\w$]/u.test(text.charAt(index));
  let index = end;
  while (index > start && !isInWord(index - 1)) {
    index--;
  }
  while (index > start && isInWord(index - 1)) {
    index--;
  }
  return index;
}
