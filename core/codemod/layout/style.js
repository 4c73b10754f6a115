/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Context, Style } from './context.js' */
/** @import { Unit } from './units.js' */

import { nodesOfType } from '../../analysis/syntax/nodes.js';
import {
  commaBehindArguments,
  commaBehindElements,
  lineWidth,
  spaceBehindName,
} from '../../edits/file-style.js';
import { indentUnit, newlineOf } from '../../edits/indentation.js';
import { hasSemicolons } from '../../edits/leading-semicolons.js';
import { isSplit, withoutSpace } from './space.js';
import { writeUnit } from './units.js';

/** How a file is laid out, and what of it is not laid out so. */

/** One in so many may be laid out otherwise. */
const MOST_OTHERS = 10;

export const LEAST_WIDTH = 80;

/**
 *     function(…) {…}    function name (…) {…}    if(…) {…}    (…){…}    { return; }
 *
 * @param {SourceCodeLike} sourceCode
 * @returns {boolean} Whether it shows at a glance that the file is laid out otherwise.
 */
export function isSpacedOtherwise(sourceCode) {
  const { text } = sourceCode;
  const blocks = nodesOfType(sourceCode, 'BlockStatement').filter(({ body }) => body.length > 0);
  const odd = [
    ...blocks.filter(
      ({ range: [start, end] }) => text[start - 1] === ')' || !isSplit(text, start, end),
    ),
    ...nodesOfType(sourceCode, 'IfStatement').filter(({ range }) => text[range[0] + 2] === '('),
    ...nodesOfType(sourceCode, 'FunctionExpression').filter(({ range }) =>
      text.startsWith('function(', range[0]),
    ),
  ];
  return odd.length * MOST_OTHERS > blocks.length || spaceBehindName(sourceCode) !== '';
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {readonly Unit[]} units Some of its own.
 * @returns {Style | undefined} In which nearly all are laid out.
 */
export function styleOf(sourceCode, units) {
  const { text } = sourceCode;
  const common = {
    unit: indentUnit(sourceCode),
    newline: newlineOf(sourceCode),
    tab: 2,
    call: commaBehindArguments(sourceCode),
    list: commaBehindElements(sourceCode),
    guards: !hasSemicolons(sourceCode),
  };
  let most = Math.ceil(units.length / MOST_OTHERS) - 1;
  /** @type {Style | undefined} */
  let best;
  for (const width of new Set([lineWidth(sourceCode), LEAST_WIDTH, 100, 120])) {
    const style = { ...common, width };
    const count = othersOf(units, { text, style }, most + 1).size;
    if (count <= most) {
      best = style;
      most = count - 1;
    }
  }
  return best;
}

/**
 * @param {readonly Unit[]} units
 * @param {Omit<Context, 'print'>} file
 * @param {number} [most] So many are enough.
 * @returns {Set<string>} Those, without spaces, that are laid out otherwise.
 */
export function othersOf(units, file, most = Infinity) {
  /** @type {Set<string>} */
  const others = new Set();
  for (const unit of units) {
    if (others.size >= most) {
      break;
    }
    const own = file.text.slice(unit.start, unit.end);
    const written = writeUnit(unit, file);
    if (written !== undefined && written !== own) {
      others.add(withoutSpace(own));
    }
  }
  return others;
}
