/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../source/source-code.js' */
/** @import { Edit, TextEdit } from './edit.js' */

import { oncePerFile } from '../analysis/syntax/facts.js';
import { nodesOfType } from '../analysis/syntax/nodes.js';
import { insertAfter } from './edit.js';
import { isEndedByBrace } from './leading-semicolons.js';
import { mayContinueLine } from './statements.js';
import { skipForward } from './trivia.js';

/**
 * A brace on its line ends a statement:
 *
 *     await load().then((file) => { show(file) }); next()
 *
 * Where the brace goes, a semicolon has to come if something else follows:
 *
 *     const file = await load()
 *     show(file); next()
 */

/** Stands where such a statement ends until it is known what follows it: noncharacters of Unicode. */
const END = '\uFFFE\uFDD0';

/** For what may be a part of an expression by then. */
const END_OF_VALUE = '\uFFFE\uFDD1';

const ENDS = /\uFFFE[\uFDD0\uFDD1]/gu;

const STATEMENTS = /** @type {const} */ ([
  'BreakStatement',
  'ContinueStatement',
  'DoWhileStatement',
  'ExpressionStatement',
  'ReturnStatement',
  'ThrowStatement',
  'VariableDeclaration',
]);

/** @type {(sourceCode: SourceCodeLike) => readonly { node: TSESTree.Node, brace: number }[]} */
const endedByBraces = oncePerFile((sourceCode) => {
  const ended = [];
  for (const type of STATEMENTS) {
    for (const node of nodesOfType(sourceCode, type)) {
      if (isEndedByBrace(sourceCode, node)) {
        ended.push({ node, brace: skipForward(sourceCode, node.range[1]) });
      }
    }
  }
  return ended;
});

/**
 * @param {SourceCodeLike} sourceCode
 * @param {readonly Edit[]} edits
 * @returns {readonly Edit[]} With marks where statements end that lose their brace.
 */
export function markStatementEnds(sourceCode, edits) {
  const marks = endedByBraces(sourceCode).flatMap(({ node, brace }) => {
    const [start, end] = node.range;
    const isLost = edits.some((edit) => takesAway(edit, end, brace));
    if (!isLost || edits.some((edit) => isReplacedBy(edit, end))) {
      return [];
    }
    const isValue =
      node.type === 'ReturnStatement' && edits.some((edit) => takesAway(edit, start + 1, start));
    return [insertAfter(end, isValue ? END_OF_VALUE : END)];
  });
  // Closers go in the reverse order: these behind all others.
  return marks.length === 0 ? edits : [...marks, ...edits];
}

/**
 * @param {Edit} edit
 * @param {number} end Of a statement.
 * @param {number} index
 * @returns {boolean} Whether the character there does not stay behind the statement.
 */
function takesAway({ range: [start, to], ...edit }, end, index) {
  if ('levels' in edit || start === to) {
    return false;
  }
  return 'to' in edit ? start < end && end <= to && to <= index : start <= index && index < to;
}

/**
 * @param {Edit} edit
 * @param {number} end
 * @returns {boolean} Whether the end of the statement is not there any more.
 */
function isReplacedBy({ range: [start, to], ...edit }, end) {
  if ('pieces' in edit) {
    return (
      start <= end &&
      end <= to &&
      !edit.pieces.some(
        (piece) => typeof piece !== 'string' && piece.range[0] <= end && end <= piece.range[1],
      )
    );
  }
  return 'text' in edit && start < end && end < to;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {readonly TextEdit[]} edits In source order, none overlapping.
 * @returns {readonly TextEdit[]} With semicolons for the marks that need one.
 */
export function endStatements({ text }, edits) {
  if (!edits.some((edit) => edit.text.includes('\uFFFE'))) {
    return edits;
  }
  return edits
    .map((edit, index) => {
      if (!edit.text.includes('\uFFFE')) {
        return edit;
      }
      const follows = (/** @type {number} */ from) => readOn(text, edits, index, from);
      const ended = edit.text.replace(ENDS, (mark, /** @type {number} */ offset) =>
        needsSemicolon(follows(offset + mark.length), mark) ? ';' : '',
      );
      return { ...edit, text: ended };
    })
    .filter(({ range, text: written }) => range[0] !== range[1] || written !== '');
}

/**
 * @param {string} text
 * @param {readonly TextEdit[]} edits
 * @param {number} index
 * @param {number} offset In the text of the edit.
 * @returns {{ written: string, left: string }} What follows there: the text of edits, up to the
 *   first place that stays, and then on to the end of the next line.
 */
function readOn(text, edits, index, offset) {
  const edit = /** @type {TextEdit} */ (edits[index]);
  let written = edit.text.slice(offset);
  let [, place] = edit.range;
  let next = index + 1;
  for (; edits[next]?.range[0] === place; next++) {
    written += edits[next]?.text ?? '';
    place = /** @type {TextEdit} */ (edits[next]).range[1];
  }
  let left = '';
  const clean = () => left.replace(ENDS, '');
  for (; ; next++) {
    const following = edits[next];
    left += text.slice(place, following?.range[0]);
    if (!following || hasCodeOnLine(clean())) {
      return { written: written.replace(ENDS, ''), left: clean() };
    }
    left += following.text;
    [, place] = following.range;
  }
}

/** Comments and space, without line breaks. */
const SPACE = /^(?:[^\S\n]|\/\*[^*\n]*\*\/)*/u;

/** The characters that go on with an expression, or end it. */
const NO_STATEMENT = /^(?:[)\]},;:.?=&|^%*<>]|!=|(?:as|in|instanceof|of|satisfies)\b)/u;

/**
 * @param {{ written: string, left: string }} follows
 * @param {string} mark
 * @returns {boolean}
 */
function needsSemicolon({ written, left }, mark) {
  // Text that an edit writes there belongs to the statement: `.then(…)`, `)`.
  if (/^[^\s/]/u.test(written)) {
    return false;
  }
  const rest = `${written}${left}`.replace(SPACE, '');
  const mayGoOn = mark === END_OF_VALUE;
  if (rest === '' || NO_STATEMENT.test(rest)) {
    return false;
  }
  if (/^(?:\n|\/\/|\/\*)/u.test(rest)) {
    const line = rest.replace(/^(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*/u, '');
    return !mayGoOn && mayContinueLine(line);
  }
  return !(mayGoOn && mayContinueLine(rest));
}

/**
 * @param {string} text
 * @returns {boolean} Whether its first line has code, or a later one that ends.
 */
function hasCodeOnLine(text) {
  const [line = ''] = text.split('\n', 1);
  return line.trim() !== '' || text.trimStart().includes('\n');
}
