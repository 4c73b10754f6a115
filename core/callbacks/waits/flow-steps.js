/** @import { FlowSteps } from '../callees/callees.js' */
/** @import { Slot } from './slots.js' */
/** @import { Translator } from '../plan/translator.js' */
/** @import { Range } from '../../regions/build/region.js' */
/** @import { Within } from '../../regions/print/regions.js' */
/** @import { Flow } from '../../regions/build/steps.js' */

import { asPrinted, replaceRange } from '../../edits/edit.js';
import { indentOf, indentUnit, levelsBetween } from '../../edits/indentation.js';
import { skipWhitespaceBackward } from '../../edits/trivia.js';
import { Refused } from '../plan/refused.js';

/**
 * The steps of a library's call, around those parts of its arguments that stay where they are.
 *
 *     async.eachSeries(items, save, cb)  ->  for (const item of items) { await save(item); }
 */

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {ReadonlyMap<Flow, Within>} within What was printed within the calls.
 * @throws {Refused} Where a comment would have to move in front of what stands before it.
 */
export function writeFlows(translator, slot, within) {
  for (const [flow, printed] of within) {
    const { indents, ranges, texts } = printed;
    const levels = levelsOf(translator, slot, printed);
    let [from] = flow.source;
    ranges.forEach(([start, end], index) => {
      if (start < from) {
        throw new Refused('comment-in-the-way');
      }
      const to = writeBetween(translator, [from, start], texts[index - 1] ?? '');
      translator.indent([to, end], levels[index] ?? 0);
      from = end;
    });
    translator.edits.push(asPrinted(replaceRange([from, flow.source[1]], '')));
    const around = levelsFrom(translator, slot.start, indents[0] ?? '');
    const { write } = /** @type {Flow & FlowSteps} */ (flow);
    write((place) => {
      const index = ranges.findIndex(([start, end]) => start <= place && place < end);
      return (levels[index] ?? 0) + around;
    });
  }
}

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {Within} printed
 * @returns {number[]} By how many levels the lines of each piece move within the statement.
 */
function levelsOf(translator, slot, { indents: [outer = '', ...indents], ranges, texts }) {
  const { sourceCode } = translator;
  const around = levelsFrom(translator, slot.start, outer);
  let levels = 0;
  return ranges.map(([start], index) => {
    const [, before = slot.start] = ranges[index - 1] ?? [];
    const isLine = index === 0 || texts[index - 1]?.includes('\n');
    levels = isLine
      ? levelsFrom(translator, start, indents[index - 1] ?? outer) - around
      : levels +
        levelsBetween(sourceCode, start, before) -
        levelsBetween(sourceCode, before, start);
    return levels;
  });
}

/**
 * @param {Translator} translator
 * @param {number} place
 * @param {string} indent
 * @returns {number} By how many levels the line of the place moves that comes to have the indent.
 */
function levelsFrom({ sourceCode }, place, indent) {
  const { text } = sourceCode;
  const levels = (indent.length - indentOf(text, place).length) / indentUnit(sourceCode).length;
  // What stands on the line of its brace is taken for a level deeper than that.
  const before = skipWhitespaceBackward(text, place);
  const isInHead = text[before - 1] === '{' && !text.slice(before, place).includes('\n');
  return Math.round(levels) - (isInHead ? 1 : 0);
}

/**
 * @param {Translator} translator
 * @param {Range} range
 * @param {string} written
 * @returns {number} Where the text in place of the range ends: a line break that is there already stays.
 */
function writeBetween({ edits, sourceCode: { text } }, [from, to], written) {
  const line = startOfLine(text, to);
  const end = startOfLine(written, written.length);
  const isKept = line >= from && end >= 0;
  const range = /** @type {const} */ ([from, isKept ? line : to]);
  const added = isKept ? written.slice(0, end) : written;
  if (range[0] < range[1] || added !== '') {
    edits.push(asPrinted(replaceRange(range, added)));
  }
  return range[1];
}

/**
 * @param {string} text
 * @param {number} place
 * @returns {number} The line break before the place, if nothing but white space stands between; else -1.
 */
function startOfLine(text, place) {
  const start = text.lastIndexOf('\n', place - 1);
  return start >= 0 && text.slice(start, place).trim() === '' ? start : -1;
}
