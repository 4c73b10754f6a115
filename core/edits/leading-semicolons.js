/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../source/source-code.js' */
/** @import { Edit, TextEdit } from './edit.js' */

import { oncePerFile } from '../analysis/syntax/facts.js';
import { nodesOfType } from '../analysis/syntax/nodes.js';
import { skipBackward, skipForward, skipWhitespaceBackward } from './trivia.js';

/**
 * Code without semicolons has one where a line begins with a parenthesis, a bracket or a template:
 *
 *     await load()
 *     ;[first, second].forEach(show)
 *
 * It belongs to the statement before, and has to stay where that one is replaced, moved or taken out.
 */

const LEADING = /(?:\n|\*\/)[^\S\n]*;(?=[^\S\n]*[^\s;])/gu;

const ENDED = /** @type {const} */ ([
  'BreakStatement',
  'ContinueStatement',
  'DoWhileStatement',
  'ExportAllDeclaration',
  'ExportDefaultDeclaration',
  'ExportNamedDeclaration',
  'ExpressionStatement',
  'ImportDeclaration',
  'PropertyDefinition',
  'ReturnStatement',
  'ThrowStatement',
  'VariableDeclaration',
]);

/**
 * @type {(sourceCode: SourceCodeLike) => ReadonlyMap<number, number>} Where such semicolons end, and
 *   where the statements before them do without.
 */
const leadingSemicolons = oncePerFile((sourceCode) => {
  const { text } = sourceCode;
  const ends = [...text.matchAll(LEADING)].map(({ index, 0: { length } }) => index + length);
  if (ends.length === 0) {
    return new Map();
  }
  const candidates = new Set(ends);
  return new Map(
    ENDED.flatMap((type) => nodesOfType(sourceCode, type))
      .filter(({ range }) => candidates.has(range[1]))
      .map((node) => /** @type {const} */ ([node.range[1], endOfStatement(sourceCode, node)]))
      .filter(([end, own]) => own < end),
  );
});

/**
 * @param {SourceCodeLike} sourceCode
 * @param {{ range: readonly [number, number] }} statement
 * @returns {number} Where it ends with the comments on its last line, without a semicolon that stands
 *   on a later line, in front of the next statement: what is written behind it goes there.
 */
export function endOfStatement(sourceCode, { range: [, end] }) {
  const { text } = sourceCode;
  const last = text[end - 1] === ';' ? skipBackward(sourceCode, end - 1) : end;
  if (!text.slice(last, end).includes('\n')) {
    return end;
  }
  const comments = (sourceCode.ast.comments ?? []).filter(
    ({ range }) => range[0] >= last && range[1] < end,
  );
  let place = last;
  for (const { range } of comments) {
    if (text.slice(place, range[0]).includes('\n')) {
      break;
    }
    [, place] = range;
  }
  // A comment alone may have the line break in it.
  return text.slice(place, end).includes('\n') ? place : end;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {{ range: readonly [number, number] }} statement
 * @returns {boolean} Whether the statement ends in a semicolon of its own.
 */
export function hasOwnSemicolon(sourceCode, { range: [, end] }) {
  return sourceCode.text[end - 1] === ';' && !leadingSemicolons(sourceCode).has(end);
}

/**
 * @type {(sourceCode: SourceCodeLike) => boolean} Whether statements of the file end in semicolons.
 */
export const hasSemicolons = oncePerFile(
  (sourceCode) =>
    areEnded(sourceCode, [
      ...nodesOfType(sourceCode, 'ExpressionStatement'),
      ...nodesOfType(sourceCode, 'ReturnStatement'),
      ...nodesOfType(sourceCode, 'VariableDeclaration').filter(
        ({ parent }) => parent.type === 'BlockStatement' || parent.type === 'Program',
      ),
    ]) ?? true,
);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {readonly TSESTree.Node[]} statements
 * @returns {boolean | undefined} Whether more of them than not end in semicolons; undefined where none
 *   tells. Behind the brace of a function one is forgotten easily.
 */
export function areEnded(sourceCode, statements) {
  const telling = statements.filter(({ range }) => sourceCode.text[range[1] - 1] !== '}');
  const rest = telling.filter((statement) => !isEndedByBrace(sourceCode, statement));
  const ended = rest.filter((statement) => hasOwnSemicolon(sourceCode, statement));
  return rest.length === 0 ? undefined : ended.length * 2 >= rest.length;
}

/**
 *     { load() }
 *
 * @param {SourceCodeLike} sourceCode
 * @param {{ range: readonly [number, number] }} statement
 * @returns {boolean} Whether a brace on its line ends the statement, as it may in each style.
 */
export function isEndedByBrace(sourceCode, { range: [, end] }) {
  const { text } = sourceCode;
  if (text[end - 1] === ';') {
    return false;
  }
  const next = skipForward(sourceCode, end);
  return text[next] === '}' && !text.slice(end, next).includes('\n');
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {readonly Edit[]} edits
 * @returns {readonly Edit[]} The same, of statements without such semicolons.
 */
export function keepLeadingSemicolons(sourceCode, edits) {
  const semicolons = leadingSemicolons(sourceCode);
  if (semicolons.size === 0) {
    return edits;
  }
  const { text } = sourceCode;
  /** @type {(range: readonly [number, number]) => readonly [number, number]} */
  const shorten = ([start, end]) => {
    const last = semicolons.get(skipWhitespaceBackward(text, end));
    return last !== undefined && start < last ? [start, last] : [start, end];
  };
  const before = (/** @type {number} */ index) => semicolons.get(index) ?? index;
  return edits.map((edit) => {
    const [start, end] = edit.range;
    if (start === end) {
      return 'text' in edit && edit.side !== 'open'
        ? { ...edit, range: /** @type {const} */ ([before(start), before(start)]) }
        : edit;
    }
    return {
      ...edit,
      range: shorten(edit.range),
      ...('to' in edit && edit.side !== 'open' && { to: before(edit.to) }),
      ...('pieces' in edit && {
        pieces: edit.pieces.map((piece) =>
          typeof piece === 'string' ? piece : { ...piece, range: shorten(piece.range) },
        ),
      }),
    };
  });
}

/**
 *     ;(function next (i) { … })(0)  ->  for (…) { … }
 *
 * @param {SourceCodeLike} sourceCode
 * @param {readonly TextEdit[]} edits In source order, none overlapping.
 * @returns {readonly TextEdit[]} With edits that take out such semicolons where what stands behind them
 *   now would not continue the line before.
 */
export function dropLeadingSemicolons(sourceCode, edits) {
  const drops = [...leadingSemicolons(sourceCode).keys()]
    .map((end) => dropBefore(sourceCode.text, edits, end))
    .filter((drop) => drop !== undefined);
  return drops.length === 0
    ? edits
    : [...edits, ...drops].sort((left, right) => left.range[0] - right.range[0]);
}

/**
 * @param {string} text
 * @param {readonly TextEdit[]} edits
 * @param {number} end Of a semicolon.
 * @returns {TextEdit | undefined}
 */
function dropBefore(text, edits, end) {
  let place = end;
  for (const { range, text: replacement } of edits) {
    const [start, to] = range;
    if (to < end || (to === end && start < to)) {
      if (to === end) {
        return undefined;
      }
      continue;
    }
    if (start < end || /\S/u.test(text.slice(place, start))) {
      return undefined;
    }
    const next = /\S/u.exec(replacement)?.[0];
    if (next !== undefined) {
      return /[([`/+-]/u.test(next) ? undefined : { range: [end - 1, end], text: '' };
    }
    place = to;
  }
  return undefined;
}
