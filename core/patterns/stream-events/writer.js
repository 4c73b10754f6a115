/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { Handler } from './handlers.js' */

import { indentLines, moveRange, replaceRange } from '../../edits/edit.js';
import { indentOf } from '../../edits/indentation.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import { codeOf } from './handlers.js';
import { skipWhitespace, skipWhitespaceBackward, textOf } from '../../edits/trivia.js';

/** Writes lines and moved code to one place. */
export class Writer {
  /** @type {Edit[]} */
  edits = [];

  /** Whether what is written next has to begin a line. */
  #isStarted;

  /**
   * @param {PatternContext} context
   * @param {{ to: number, base: string, unit: string, newline: string, ending: string, isStarted: boolean }} place
   */
  constructor(context, place) {
    this.context = context;
    this.place = place;
    this.#isStarted = place.isStarted;
  }

  /**
   * @param {number} depth
   * @returns {string} What a new line begins with.
   */
  #begin(depth) {
    const { base, unit, newline } = this.place;
    const beginning = this.#isStarted ? newline + shift(base, depth, unit) : '';
    this.#isStarted = true;
    return beginning;
  }

  /**
   * @param {number} depth
   * @param {string} text
   */
  line(depth, text) {
    const { to } = this.place;
    this.edits.push(replaceRange([to, to], this.#begin(depth) + text));
  }

  /**
   * @param {number} depth
   * @param {string} before
   * @param {TSESTree.Expression} stream
   * @param {string} after
   */
  stream(depth, before, stream, after) {
    if (isMoved(this.context, stream)) {
      this.#move(stream.range, depth, before, after);
    } else {
      this.line(depth, `${before}${textOf(this.context.sourceCode, stream)}${after}`);
    }
  }

  /**
   * @param {number} depth
   * @param {Handler} handler
   * @param {string} argument The argument of a named handler.
   */
  handler(depth, handler, argument) {
    const { name } = handler;
    const code = codeOf(handler);
    if (!code) {
      if (name) {
        this.line(depth, `${name}(${argument})${this.place.ending}`);
      }
      return;
    }
    const range = contentsOf(this.context, code);
    if (range) {
      this.#move(range, depth, '', code.type === 'BlockStatement' ? '' : this.place.ending);
    }
  }

  /**
   * @param {readonly [number, number]} range
   * @param {number} depth
   * @param {string} before
   * @param {string} after
   */
  #move(range, depth, before, after) {
    const { to, base, unit } = this.place;
    const { text } = this.context.sourceCode;
    const now = indentOf(text, range[0]).length;
    const wanted = (base + unit.repeat(depth)).length;
    const levels = Math.round((wanted - now) / unit.length);
    this.edits.push(
      moveRange(range, to, this.#begin(depth) + before, after),
      ...(levels === 0 ? [] : [indentLines(range, levels)]),
    );
  }
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Expression} stream
 * @returns {boolean} Whether it is more than a line that can be written again: code in it may change,
 *   too.
 */
export function isMoved({ sourceCode }, stream) {
  const text = textOf(sourceCode, stream);
  return /\n|=>|function|\/[/*]/u.test(text);
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} body
 * @returns {[number, number] | undefined} The code in a body, with the comments in it; undefined for
 *   none.
 */
export function contentsOf({ sourceCode }, body) {
  if (body.type !== 'BlockStatement') {
    const isAmbiguous = /^(?:\{|function\b|class\b|async\b|let\b)/u.test(textOf(sourceCode, body));
    return isAmbiguous ? parenthesizedRange(sourceCode, body) : [...body.range];
  }
  const start = skipWhitespace(sourceCode.text, body.range[0] + 1);
  const end = skipWhitespaceBackward(sourceCode.text, body.range[1] - 1);
  return start < end ? [start, end] : undefined;
}

/**
 * @param {string} indent
 * @param {number} levels
 * @param {string} unit
 * @returns {string}
 */
export function shift(indent, levels, unit) {
  return levels >= 0
    ? indent + unit.repeat(levels)
    : indent.slice(0, Math.max(0, indent.length + levels * unit.length));
}
