/** @import { SourceCodeLike } from '../source/source-code.js' */
/** @import { Edit, IndentEdit, MoveEdit, RewriteEdit, SourcePiece, TextEdit } from './edit.js' */

import { countBelow } from '../analysis/syntax/nodes.js';
import { indentOf, literalRanges, moveTextOf } from './indentation.js';

/**
 * Stands for a line break within a literal while lines are still being moved: what follows it is a
 * value. Both characters are noncharacters of Unicode.
 */
const LITERAL_LINE = '\uFFFE\uFFFF';

/**
 * @typedef {object} Resolver
 * @property {(edits: readonly Edit[]) => TextEdit[]} lower
 * @property {(left: Edit, right: Edit) => never} fail
 */

/**
 * @param {Edit} edit
 * @returns {edit is RewriteEdit}
 */
export function isRewrite(edit) {
  return 'pieces' in edit;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {readonly Edit[]} edits
 * @param {Resolver} resolver
 * @returns {Edit[]} The edits without rewrites: the outermost ones are plain replacements that hold
 *   what the edits within them make of their pieces.
 */
export function renderRewrites(sourceCode, edits, resolver) {
  const rewrites = edits.filter(isRewrite);
  const sorted = outermostOf(rewrites);
  const outermost = new Set(sorted);
  /** @type {Map<RewriteEdit, Edit[]>} */
  const innerByRewrite = new Map(
    rewrites.filter((edit) => outermost.has(edit)).map((edit) => [edit, []]),
  );
  const rest = edits.filter((edit) => {
    const owner = ownerOf(edit, sorted);
    if (owner) {
      innerByRewrite.get(owner)?.push(edit);
    }
    return !owner && !outermost.has(/** @type {RewriteEdit} */ (edit));
  });
  const movers = {
    moves: rangesAround(edits.filter((edit) => 'to' in edit)),
    indents: rangesAround(edits.filter((edit) => 'levels' in edit)),
  };
  for (const [rewrite, inner] of innerByRewrite) {
    const text = renderPieces(sourceCode, rewrite, inner, resolver);
    rest.push(moveTextOf(sourceCode, { range: rewrite.range, text }, levelsOf(rewrite, movers)));
  }
  return rest;
}

/**
 * @param {readonly RewriteEdit[]} rewrites
 * @returns {RewriteEdit[]} Those that lie in no other, by where they begin; of several with one range the first.
 */
function outermostOf(rewrites) {
  /** @type {RewriteEdit[]} */
  const outermost = [];
  let end = -1;
  // The sort is stable.
  for (const edit of rewrites.toSorted(
    ({ range: left }, { range: right }) => left[0] - right[0] || right[1] - left[1],
  )) {
    if (edit.range[1] > end) {
      outermost.push(edit);
      [, end] = edit.range;
    }
  }
  return outermost;
}

/**
 * @param {Edit} edit
 * @param {readonly RewriteEdit[]} outermost By where they begin.
 * @returns {RewriteEdit | undefined} The first in whose range the edit is: what is put between two may be in
 *   both.
 */
function ownerOf(edit, outermost) {
  const [start, end] = edit.range;
  let owner;
  for (let index = countBelow(outermost, start + 1) - 1; index >= 0; index--) {
    const other = /** @type {RewriteEdit} */ (outermost[index]);
    if (other.range[1] < end) {
      break;
    }
    if (other !== edit && !isAround(edit, other)) {
      owner = other;
    }
  }
  return owner;
}

/**
 * @param {RewriteEdit} rewrite
 * @param {object} movers The moves and the indents of the file, by the range they lie around.
 * @param {(range: readonly [number, number]) => MoveEdit[]} movers.moves
 * @param {(range: readonly [number, number]) => IndentEdit[]} movers.indents
 * @returns {number} How far the lines around it move, and its own with them.
 */
function levelsOf({ range, pieces }, movers) {
  const moves = movers.moves(range);
  return movers
    .indents(range)
    .filter(
      (edit) =>
        // Text that goes elsewhere does not follow the lines around it.
        moves.every((move) => isInside(edit.range, move.range)) &&
        !pieces.some((piece) => typeof piece !== 'string' && isInside(edit.range, piece.range)),
    )
    .reduce((sum, { levels }) => sum + levels, 0);
}

/**
 * @param {string} text
 * @returns {string}
 */
export function releaseLiteralLines(text) {
  return text.replaceAll(LITERAL_LINE, '\n');
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {RewriteEdit} rewrite
 * @param {Edit[]} edits The edits within the rewrite's range.
 * @param {Resolver} resolver
 * @returns {string}
 */
function renderPieces(sourceCode, rewrite, edits, resolver) {
  const sources = rewrite.pieces.filter((piece) => typeof piece !== 'string');
  /** @type {Map<SourcePiece, Edit[]>} */
  const editsByPiece = new Map(sources.map((piece) => [piece, []]));
  const around = rangesAround(sources);
  for (const edit of edits) {
    // A name may be written more than once.
    const homes = around(edit.range).filter(
      ({ range }) => !('to' in edit) || isInside([edit.to, edit.to], range),
    );
    homes.forEach((home) => editsByPiece.get(home)?.push(edit));
    if (homes.length > 0) {
      continue;
    }
    if (!('levels' in edit)) {
      resolver.fail(rewrite, edit);
    }
  }
  return rewrite.pieces
    .map((piece) =>
      typeof piece === 'string'
        ? piece
        : renderPiece(sourceCode, piece, resolver.lower(editsByPiece.get(piece) ?? [])),
    )
    .join('');
}

/**
 * @template {{ range: readonly [number, number] }} Ranged
 * @param {readonly Ranged[]} all
 * @returns {(range: readonly [number, number]) => Ranged[]} Those that hold a range.
 */
function rangesAround(all) {
  const sorted = all.toSorted(({ range: left }, { range: right }) => left[0] - right[0]);
  let furthest = -1;
  const ends = sorted.map(({ range }) => (furthest = Math.max(furthest, range[1])));
  return (range) => {
    /** @type {Ranged[]} */
    const found = [];
    let index = countBelow(sorted, range[0] + 1) - 1;
    // Nothing that begins before reaches further than its end.
    for (; index >= 0 && /** @type {number} */ (ends[index]) >= range[1]; index--) {
      const each = /** @type {Ranged} */ (sorted[index]);
      if (isInside(range, each.range)) {
        found.push(each);
      }
    }
    return found;
  };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {SourcePiece} piece
 * @param {TextEdit[]} edits In source order.
 * @returns {string}
 */
function renderPiece(sourceCode, { range: [start, end], indent, from: written }, edits) {
  let text = '';
  let position = start;
  for (const edit of edits) {
    text += holdLiteralLines(sourceCode, position, edit.range[0]) + edit.text;
    position = edit.range[1];
  }
  text += holdLiteralLines(sourceCode, position, end);
  const from = written ?? indentOf(sourceCode.text, start);
  return from === indent
    ? text
    : text.replaceAll(/\n([ \t]*)(?=\S)/gu, (line, /** @type {string} */ own) =>
        own.startsWith(from) ? `\n${indent}${own.slice(from.length)}` : line,
      );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {number} start
 * @param {number} end
 * @returns {string} The text, the line breaks in literals held back from being indented.
 */
function holdLiteralLines(sourceCode, start, end) {
  const text = sourceCode.text.slice(start, end);
  if (!text.includes('\n')) {
    return text;
  }
  const literals = literalRanges(sourceCode).filter(([from, to]) => from < end && to > start);
  return text.replaceAll('\n', (newline, /** @type {number} */ offset) =>
    literals.some(([from, to]) => from <= start + offset && start + offset < to)
      ? LITERAL_LINE
      : newline,
  );
}

/**
 * @param {readonly [number, number]} inner
 * @param {readonly [number, number]} outer
 * @returns {boolean}
 */
function isInside(inner, outer) {
  return inner[0] >= outer[0] && inner[1] <= outer[1];
}

/**
 * @param {Edit} edit
 * @param {RewriteEdit} rewrite
 * @returns {boolean} Whether the edit is an insertion at the rewrite's edge, for what stands around it.
 */
function isAround(edit, rewrite) {
  const [start, end] = edit.range;
  if (start !== end || !('text' in edit)) {
    return false;
  }
  const isHeld = rewrite.pieces.some(
    (piece) =>
      typeof piece !== 'string' &&
      ((edit.side === 'open' && piece.range[0] === start) ||
        (edit.side === 'close' && piece.range[1] === end)),
  );
  return !isHeld && (start === rewrite.range[0] || end === rewrite.range[1]);
}
