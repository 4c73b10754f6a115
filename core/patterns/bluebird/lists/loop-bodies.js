/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../../source/source-code.js' */
/** @import { Edit } from '../../../edits/edit.js' */
/** @import { Loop, Piece } from './loops.js' */

import { isFunction } from '../../../analysis/syntax/functions.js';
import { replaceRange } from '../../../edits/edit.js';
import { hasSemicolons } from '../../../edits/leading-semicolons.js';
import { awaitAround, parenthesizedRange } from '../../../edits/parentheses.js';
import {
  hasCommentBetween,
  skipWhitespace,
  skipWhitespaceBackward,
} from '../../../edits/trivia.js';
import { isPlain } from '../../../analysis/values/plain-values.js';

/** The body of a callback as the body of a loop. */

/**
 * The text around the result of the callback: `results.push(` and `)`.
 *
 * @typedef {{ before: string, after: string } | undefined} Sink
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Loop} loop
 * @param {{ sink: Sink, item: string }} names Where what it gives goes to, and what it is called with.
 * @param {string} indent
 * @returns {{ pieces: Piece[], edits: Edit[], holds: (node: TSESTree.Node) => boolean } | undefined} Undefined where the callback ends in several
 *   places, or in none and has to give something.
 */
export function writeBody(sourceCode, { accumulator, callback, returns }, { sink, item }, indent) {
  const { text } = sourceCode;
  const semicolon = hasSemicolons(sourceCode) ? ';' : '';
  if (callback.type === 'Identifier') {
    const [before, after] = aroundValue(sourceCode, callback, sink);
    const piece = { range: callback.range, indent };
    return {
      pieces: [before, piece, `(await ${item})${after}${semicolon}`],
      edits: [],
      holds: () => true,
    };
  }
  const { body } = callback;
  if (body.type !== 'BlockStatement') {
    const [before, after] = aroundValue(sourceCode, body, sink);
    const range = parenthesizedRange(sourceCode, body);
    const isBare = body.type === 'ObjectExpression' && sink;
    return hasCommentBetween(sourceCode, range[0], body.range[0])
      ? undefined
      : {
          pieces: [before, { range: isBare ? body.range : range, indent }, `${after}${semicolon}`],
          edits: [],
          holds: () => true,
        };
  }
  const last = body.body.at(-1);
  const early = sink ? [] : returns.filter((each) => canContinue(each, body));
  const [first, ...more] = returns.filter((each) => !early.includes(each));
  const start = skipWhitespace(text, body.range[0] + 1);
  const end = skipWhitespaceBackward(text, body.range[1] - 1);
  const isUneven =
    text.slice(start, end).includes('\n') && !text.slice(body.range[0], start).includes('\n');
  if (
    isUneven ||
    start >= end ||
    more.length > 0 ||
    (first && (first !== last || !first.argument)) ||
    (sink && !first)
  ) {
    return undefined;
  }
  const previous = body.body.at(-2);
  const isSame =
    accumulator &&
    first?.argument?.type === 'Identifier' &&
    first.argument.name === accumulator.name;
  // A variable that has the value already is not assigned again.
  if (isSame && previous && !hasCommentBetween(sourceCode, previous.range[1], body.range[1])) {
    return {
      pieces: [{ range: [start, previous.range[1]], indent }],
      edits: [],
      holds: (node) => node.range[1] <= previous.range[1],
    };
  }
  const piece = { range: /** @type {[number, number]} */ ([start, end]), indent };
  return {
    pieces: [piece],
    edits: [
      ...(first?.argument ? writeReturn(sourceCode, first, first.argument, sink) : []),
      ...early.map(({ range }) => replaceRange([range[0], range[0] + 'return'.length], 'continue')),
    ],
    holds: () => true,
  };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.ReturnStatement} statement
 * @param {TSESTree.Expression} argument
 * @param {Sink} sink
 * @returns {Edit[]}
 */
function writeReturn(sourceCode, { range }, argument, sink) {
  const [before, after] = aroundValue(sourceCode, argument, sink);
  const [start, end] = parenthesizedRange(sourceCode, argument);
  const isCommented = hasCommentBetween(sourceCode, range[0], start);
  return [
    isCommented
      ? replaceRange([range[0], range[0] + 'return'.length], before.trimEnd())
      : replaceRange([range[0], start], before),
    { range: [end, end], text: after, side: 'close' },
  ];
}

/** Types of expressions whose value is no promise. */
const PLAIN_VALUES = new Set([
  'ArrayExpression',
  'AwaitExpression',
  'BinaryExpression',
  'Literal',
  'TemplateLiteral',
  'UnaryExpression',
]);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression} value
 * @param {Sink} sink
 * @returns {[string, string]} What goes before and after it.
 */
function aroundValue(sourceCode, value, sink) {
  const isDone =
    PLAIN_VALUES.has(value.type) ||
    isFunction(value) ||
    (value.type === 'ObjectExpression' && isPlain(sourceCode, value));
  const [before = '', after = ''] = isDone ? [] : awaitAround(value);
  return sink ? [`${sink.before}${before}`, `${after}${sink.after}`] : [before, after];
}

/**
 * @param {TSESTree.ReturnStatement} statement
 * @param {TSESTree.BlockStatement} body
 * @returns {boolean} Whether it only ends the callback, from where a loop of its own does not hide the
 *   new one.
 */
function canContinue({ argument, parent }, body) {
  let outer = /** @type {TSESTree.Node} */ (parent);
  while (
    /^(?:BlockStatement|CatchClause|IfStatement|TryStatement)$/u.test(outer.type) &&
    outer !== body
  ) {
    outer = /** @type {TSESTree.Node} */ (outer.parent);
  }
  return !argument && outer === body;
}
