/** @import { Region } from '../../regions/build/steps.js' */
/** @import { Slot } from '../waits/slots.js' */
/** @import { Translator } from '../plan/translator.js' */

import { indentUnit, levelsBetween } from '../../edits/indentation.js';
import { printAround } from '../../regions/print/print.js';
import { writeFlows } from '../waits/flow-steps.js';

/**
 * Regions in the place of a statement, around expressions of it that stay where they are:
 *
 *     cb(null, v);  ->  return v;        cb(err, v);  ->  if (err) throw err; return v;
 */

/** A `catch` that nobody gives a name to is only lowered where it needs none. */
const MANNER = {
  mayCatchBare: true,
  isFollowed: true,
  takeName: (/** @type {string} */ name) => name,
};

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {Region} region Its pieces of source are in the order of the text.
 */
export function writeInPlace(translator, slot, region) {
  const { sourceCode } = translator;
  const { indents, ranges, texts, within } = printAround(sourceCode, region, slot, MANNER);
  const unit = indentUnit(sourceCode);
  const write = (/** @type {number} */ start, /** @type {number} */ end, text = '') => {
    if (start < end || text !== '') {
      translator.print(slot, start, end, text);
    }
  };
  let from = slot.start;
  for (const [index, range] of ranges.entries()) {
    write(from, range[0], texts[index]);
    [, from] = range;
    const deeper = (indents[index] ?? '').slice(slot.indent.length);
    translator.indent(range, deeper.length / unit.length);
  }
  write(from, slot.end, texts.at(-1));
  writeFlows(translator, slot, within);
}

/**
 * Writes a region of which nothing but a value is left of the source.
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {Region} region
 * @param {readonly [number, number]} value
 */
export function writeAroundValue(translator, slot, region, value) {
  writeInPlace(translator, slot, region);
  dedentValue(translator, slot, value);
}

/**
 * Lines of a value that stood deeper only because it was an argument move back.
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {readonly [number, number]} value
 */
export function dedentValue(translator, slot, [start, end]) {
  const { sourceCode } = translator;
  if (sourceCode.text.slice(slot.start, start).includes('\n')) {
    translator.indent([start, end], -levelsBetween(sourceCode, slot.start, start));
  }
}
