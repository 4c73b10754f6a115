/** @import { SourceCodeLike } from '../source/source-code.js' */
/** @import { Edit, IndentEdit, MoveEdit, TextEdit } from './edit.js' */

import { oncePerFile } from '../analysis/syntax/facts.js';
import { countBelow } from '../analysis/syntax/nodes.js';
import { inFileStyle } from './file-style.js';
import { moveTextOf, resolveIndents } from './indentation.js';
import { dropLeadingSemicolons, keepLeadingSemicolons } from './leading-semicolons.js';
import { isRewrite, releaseLiteralLines, renderRewrites } from './rewrite.js';
import { endStatements, markStatementEnds } from './statement-ends.js';

/**
 * Two edits that want the same text. It means that two plans contradict each other: the caller must
 * refuse one of them.
 */
export class EditConflict extends Error {
  /**
   * @param {Edit} left
   * @param {Edit} right
   */
  constructor(left, right) {
    super(`edits overlap: ${JSON.stringify(left)} and ${JSON.stringify(right)}`);
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
  if (edits.length === 0) {
    return [];
  }
  const kept = keepLeadingSemicolons(sourceCode, inFileStyle(sourceCode, edits));
  const lowered = endStatements(sourceCode, lower(sourceCode, markStatementEnds(sourceCode, kept)));
  const resolved = dropLeadingSemicolons(sourceCode, lowered).map((edit) => {
    const text = releaseLiteralLines(edit.text);
    return text === edit.text ? edit : { ...edit, text };
  });
  return hasWindowsLines(sourceCode)
    ? resolved.map((edit) => ({ ...edit, text: withWindowsLines(sourceCode.text, edit) }))
    : resolved;
}

const LONE_LINE_FEED = /(?<!\r)\n/gu;

/**
 * @param {string} source
 * @param {TextEdit} edit It may begin or end between the two characters of a line end.
 * @returns {string}
 */
function withWindowsLines(source, { range: [start, end], text }) {
  const isBehindReturn = source[start - 1] === '\r';
  const lines = text
    .replace(LONE_LINE_FEED, '\r\n')
    .slice(isBehindReturn && text.startsWith('\n') ? 1 : 0);
  const isBeforeFeed = source[end] === '\n' && source[end - 1] === '\r';
  const last = lines.at(-1) ?? source[start - 1];
  return isBeforeFeed && last !== '\r' ? `${lines}\r` : lines;
}

/**
 * Whether each of its lines ends as on Windows. Plans write plain line feeds.
 *
 * @type {(sourceCode: SourceCodeLike) => boolean}
 */
const hasWindowsLines = oncePerFile(
  ({ text }) => text.includes('\r\n') && text.search(LONE_LINE_FEED) < 0,
);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {readonly Edit[]} edits
 * @returns {TextEdit[]} Edits whose text still holds back the line breaks of literals.
 * @throws {EditConflict}
 */
function lower(sourceCode, edits) {
  if (edits.some(isRewrite)) {
    return lower(
      sourceCode,
      renderRewrites(sourceCode, edits, {
        lower: (inner) => lower(sourceCode, inner),
        fail: (left, right) => {
          throw new EditConflict(left, right);
        },
      }),
    );
  }
  const indents = [...new Set(edits.filter(isIndentEdit))];
  const placed = edits.map((edit) =>
    isTextEdit(edit) && edit.isMoved
      ? moveTextOf(sourceCode, edit, levelsAt(indents, edit.range))
      : edit,
  );
  const order = new Map(placed.map((edit, index) => [edit, index]));
  const texts = withoutRepeats(placed.filter(isTextEdit));
  const moves = placed.filter(isMoveEdit);
  const isRemoved = findRemovedLines(sourceCode.text, texts);
  const left = resolveIndents(sourceCode, indents, moves).filter(
    ({ range }) => !isRemoved(range[0]),
  );
  const resolved = [...texts, ...left];
  if (moves.length > 0) {
    resolved.sort((one, other) => one.range[0] - other.range[0]);
    inOrder(moves).forEach((move) => resolveMove(sourceCode, resolved, move, order));
  }
  return flatten(sourceCode, resolved, order);
}

/**
 * @param {readonly MoveEdit[]} moves
 * @returns {MoveEdit[]} What is moved, out of a range or into it, is finished before what holds it.
 */
function inOrder(moves) {
  /** @type {Map<MoveEdit, number>} */
  const depths = new Map();
  const sorted = moves.toSorted((one, other) => one.range[0] - other.range[0]);
  let furthest = -1;
  const ends = sorted.map(({ range }) => (furthest = Math.max(furthest, range[1])));
  const around = (/** @type {number} */ at) => {
    /** @type {MoveEdit[]} */
    const found = [];
    let index = countBelow(sorted, at + 1) - 1;
    // Nothing that begins before reaches further than its end.
    for (; index >= 0 && /** @type {number} */ (ends[index]) >= at; index--) {
      const other = /** @type {MoveEdit} */ (sorted[index]);
      if (other.range[1] >= at) {
        found.push(other);
      }
    }
    return found;
  };
  const depthOf = (/** @type {MoveEdit} */ move) => {
    let depth = depths.get(move);
    if (depth === undefined) {
      depths.set(move, 0);
      const holders = [...around(move.to), ...around(move.range[0])].filter(
        (other) => other !== move,
      );
      depth = Math.max(0, ...holders.map((holder) => depthOf(holder) + 1));
      depths.set(move, depth);
    }
    return depth;
  };
  return moves.toSorted(
    (one, other) => depthOf(other) - depthOf(one) || other.range[0] - one.range[0],
  );
}

/**
 * @param {readonly IndentEdit[]} indents
 * @param {readonly [number, number]} range
 * @returns {number} How far the lines move that begin in what replaces the range: not so what is inserted
 *   before all that moves.
 */
function levelsAt(indents, [from, to]) {
  return indents
    .filter(
      ({ range: [start, end] }) => (start < from || (start === from && from < to)) && from < end,
    )
    .reduce((sum, { levels }) => sum + levels, 0);
}

/**
 * @param {string} text
 * @param {readonly TextEdit[]} edits
 * @returns {(lineStart: number) => boolean} Whether an edit takes out the whole line.
 */
function findRemovedLines(text, edits) {
  const removals = edits
    .filter((edit) => edit.text === '' && text[edit.range[1] - 1] === '\n')
    .sort((left, right) => left.range[0] - right.range[0]);
  let furthest = 0;
  const ends = removals.map(({ range }) => (furthest = Math.max(furthest, range[1])));
  return (lineStart) => {
    const count = countBelow(removals, lineStart + 1);
    return count > 0 && /** @type {number} */ (ends[count - 1]) > lineStart;
  };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TextEdit[]} edits By where they begin. Gets the move as a removal and an insertion, in the
 *   place of the edits within its range.
 * @param {MoveEdit} move
 * @param {Map<Edit, number>} order
 * @throws {EditConflict}
 */
function resolveMove(sourceCode, edits, move, order) {
  const { range, to, before, after, side } = move;
  const [start, end] = range;
  const first = countBelow(edits, start);
  const near = edits.slice(first, countBelow(edits, end + 1));
  const inside = near.filter((edit) => belongsTo(range, edit));
  const moved = applyEdits(
    sourceCode.text.slice(start, end),
    flatten(sourceCode, inside, order).map((edit) => ({
      ...edit,
      range: [edit.range[0] - start, edit.range[1] - start],
    })),
  );
  /** @type {TextEdit} */
  const insertion = {
    range: [to, to],
    text: `${before}${moved}${after}`,
    ...(side && { side }),
  };
  order.set(insertion, order.get(move) ?? 0);
  const left = near.filter((edit) => !belongsTo(range, edit));
  edits.splice(first, near.length, { range, text: '' }, ...left);
  edits.splice(countBelow(edits, to), 0, insertion);
}

/**
 * @param {readonly [number, number]} range
 * @param {TextEdit} edit
 * @returns {boolean} Whether the edit moves with the text of the range. At its ends, an insertion
 *   that belongs to the text beyond, or goes around more than the range, stays with that.
 */
function belongsTo([start, end], { range: [from, to], side, reach }) {
  if (from < start || to > end) {
    return false;
  }
  if (from === to && reach !== undefined && (reach < start || reach > end)) {
    return false;
  }
  return from !== to || ((from > start || side === 'open') && (to < end || side === 'close'));
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TextEdit[]} edits
 * @param {Map<Edit, number>} order Texts at one place, moved there or not, keep the order of their edits.
 * @returns {TextEdit[]}
 * @throws {EditConflict}
 */
function flatten(sourceCode, edits, order) {
  const sorted = [...edits].sort((left, right) => compareEdits(left, right, order));
  /** @type {TextEdit[]} */
  const flat = [];
  for (const edit of sorted) {
    const previous = flat.at(-1);
    if (previous && edit.range[0] < previous.range[1]) {
      if (isWhitespaceOnly(sourceCode.text, edit) && edit.range[1] <= previous.range[1]) {
        // The line is gone with a larger edit, its indentation with it.
        continue;
      }
      if (isBelowRemoval(sourceCode.text, previous, edit)) {
        // Text for the place below the line goes there, above a comment that stays of the line.
        const [start, end] = previous.range;
        const [place] = edit.range;
        const text = edit.text.replace(start === 0 ? /^(?:\r?\n)+/u : /^\r?\n/u, '');
        flat[flat.length - 1] = { ...previous, range: [start, place] };
        if (sourceCode.text.slice(place, end).includes('\n')) {
          flat.push({ ...edit, text });
        } else {
          flat.push({ ...edit, text: `${text}\n` }, { range: [place, end], text: '' });
        }
        continue;
      }
      throw new EditConflict(previous, edit);
    }
    const isFirst = previous?.text === '' && previous.range[0] === 0;
    if (isFirst && previous.range[1] === edit.range[1]) {
      // No blank line begins the file in the place of its first statement.
      flat.push({ ...edit, text: edit.text.replace(/^(?:\r?\n)+/u, '') });
      continue;
    }
    flat.push(edit);
  }
  return flat;
}

/**
 * @param {string} text
 * @param {TextEdit} removal
 * @param {TextEdit} edit
 * @returns {boolean} Whether the edit puts something at the end of a line, or below a statement, that
 *   the removal takes out with the space behind it.
 */
function isBelowRemoval(text, removal, { range: [start, end], text: added }) {
  const rest = text.slice(start, removal.range[1]);
  return (
    removal.text === '' &&
    start === end &&
    rest.trim() === '' &&
    (rest.includes('\n') || added.startsWith('\n'))
  );
}

/**
 * @param {string} text
 * @param {readonly TextEdit[]} edits As `resolveEdits` gives them.
 * @returns {string}
 */
export function applyEdits(text, edits) {
  let written = '';
  let place = 0;
  for (const { range, text: replacement } of edits) {
    const [start, end] = range;
    if (start < place) {
      throw new RangeError(`an edit at ${start} stands behind one that ends at ${place}`);
    }
    written += text.slice(place, start) + replacement;
    place = end;
  }
  return written + text.slice(place);
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
 * @param {Edit} edit
 * @returns {edit is MoveEdit}
 */
function isMoveEdit(edit) {
  return 'to' in edit;
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
 * @param {TextEdit} left
 * @param {TextEdit} right
 * @param {Map<Edit, number>} order
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
  if (left.reach !== undefined && right.reach !== undefined && left.reach !== right.reach) {
    return right.reach - left.reach;
  }
  // Indentation has no place among the edits that were asked for: it belongs to the line behind them.
  const byOrder = (order.get(left) ?? order.size) - (order.get(right) ?? order.size);
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
