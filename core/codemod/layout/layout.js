/** @import { TextEdit } from '../../edits/edit.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Style } from './context.js' */
/** @import { Overlap } from './ranges.js' */
/** @import { Unit } from './units.js' */

import { nodesOfType } from '../../analysis/syntax/nodes.js';
import { placeBefore } from '../../edits/origin.js';
import { gapEdits } from './gaps.js';
import { overlapOf, rangesBehind } from './ranges.js';
import { isSplit, opened, spaceEdits, withoutSpace } from './space.js';
import { LEAST_WIDTH, isSpacedOtherwise, othersOf, styleOf } from './style.js';
import { unitOf, unitsOf, writeUnit } from './units.js';

/**
 * Lays out anew what edits have lengthened, shortened or moved, as prettier does, in files that are laid
 * out so. Where something stands in it that is not known here, a comment for one, it stays as it is.
 */

/** The nodes that have a layout of their own, by their type in the file. */
const TYPES = /** @type {const} */ ([
  'ExpressionStatement',
  'FunctionDeclaration',
  'IfStatement',
  'ReturnStatement',
  'ThrowStatement',
  'VariableDeclaration',
  'WhileStatement',
]);

/** So many statements show how a file is laid out, of no more than so many characters each. */
const SAMPLE = 12;
const MOST_TEXT = 800;

/**
 * @typedef {object} Layout
 * @property {TextEdit[]} edits
 * @property {boolean} isNested Whether there is more to lay out behind them.
 * @property {Overlap} [isMoved] Where alone that may be.
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {readonly TextEdit[]} edits
 * @returns {((parsed: { ast: any, text: string }, all: readonly TextEdit[], isChanged: Overlap) => Layout) | undefined}
 *   Lays out the text after the edits, and again the text after that layout, by all edits so far; undefined where
 *   the file itself is not laid out so.
 */
export function layoutOf(sourceCode, edits) {
  const { text } = sourceCode;
  if ((text.includes('\r') && /(?<!\r)\n/u.test(text)) || isSpacedOtherwise(sourceCode)) {
    return undefined;
  }
  const nodes = TYPES.flatMap((type) => nodesOfType(sourceCode, type));
  const unitsWith = (/** @type {(start: number, end: number) => boolean} */ is) =>
    nodes.filter(({ range }) => is(...range)).flatMap((node) => unitOf(node, text));
  const units = unitsWith((start, end) => isSplit(text, start, end));
  const short = units.filter(({ start, end }) => end - start < MOST_TEXT);
  const wide = unitsWith((_, end) => end - text.lastIndexOf('\n', end - 1) > LEAST_WIDTH);
  const style = styleOf(sourceCode, [
    ...everyNth(short, Math.ceil(short.length / SAMPLE)),
    ...wide.slice(0, SAMPLE / 4),
  ]);
  if (!style) {
    return undefined;
  }
  const isEdited = overlapOf(edits.map(({ range }) => range));
  /** @type {Map<string | number, Unit> | undefined} */
  let originals;
  const isOtherwise = (/** @type {string} */ own, /** @type {number | undefined} */ place) => {
    originals ??= new Map(
      units
        .filter(({ start, end }) => isEdited(start, end))
        .flatMap((unit) =>
          [unit.start, withoutSpace(text.slice(unit.start, unit.end))].map(
            (key) => /** @type {const} */ ([key, unit]),
          ),
        ),
    );
    return [place ?? -1, withoutSpace(own)].some((key) => {
      const original = originals?.get(key);
      return original !== undefined && othersOf([original], { text, style }).size > 0;
    });
  };
  return (parsed, all, isChanged) =>
    layOut(parsed, {
      style,
      isOtherwise: (own, start) => isOtherwise(own, placeBefore(all, start)),
      isChanged,
    });
}

/**
 * @param {{ ast: any, text: string }} parsed
 * @param {object} how
 * @param {Style} how.style
 * @param {(own: string, start: number) => boolean} how.isOtherwise Whether it was laid out otherwise, if
 *   not all of the file: it stays so.
 * @param {Overlap} how.isChanged
 * @returns {Layout}
 */
function layOut(parsed, { style, isOtherwise, isChanged }) {
  const gaps = gapEdits(parsed, style, isChanged);
  if (gaps.length > 0) {
    return { edits: gaps, isNested: true };
  }
  /** @type {TextEdit[]} */
  const spaces = [];
  /** @type {TextEdit[]} */
  const whole = [];
  let isNested = false;
  let behind = 0;
  for (const unit of unitsOf(parsed, isChanged)) {
    const { start, end } = unit;
    const own = parsed.text.slice(start, end);
    if (start < behind) {
      isNested = true;
    } else if (!isPlainLine(unit, parsed.text, style)) {
      const written = writeUnit(unit, { text: parsed.text, style }) ?? own;
      if (written !== own && !isOtherwise(own, start)) {
        spaces.push(...spaceEdits(start, own, written));
        whole.push({ range: [start, end], text: written });
        // Where an object has got lines of its own, they are kept, and tell what is around it.
        isNested ||= opened(written) > opened(own);
        behind = end;
      }
    }
  }
  return { edits: spaces, isNested, isMoved: overlapOf(rangesBehind(whole)) };
}

/**
 * @param {Unit} unit
 * @param {string} text
 * @param {Style} style
 * @returns {boolean} Whether it stands on one line, where it fits and has nothing that takes lines of its own.
 */
function isPlainLine({ start, end }, text, { width }) {
  const own = text.slice(start, end);
  return (
    !isSplit(text, start, end) &&
    end - text.lastIndexOf('\n', start) <= width &&
    !/[{,]|^[^)]*\)[^)]*\)[^.]*\./u.test(own)
  );
}

/**
 * @template Item
 * @param {readonly Item[]} items
 * @param {number} step
 * @returns {Item[]}
 */
const everyNth = (items, step) => items.filter((_, index) => index % step === 0);
