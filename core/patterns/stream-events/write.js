/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { Handler } from './handlers.js' */
/** @import { Rescue } from './handler-place.js' */
/** @import { Consumer } from './consumers.js' */
/** @import { Collector, ListenerStatement } from './listeners.js' */

import { caughtType, readsBareCatch } from '../../analysis/environment/compilers.js';
import { enclosingFunction, isFunction, ownNodes } from '../../analysis/syntax/functions.js';
import { walk } from '../../analysis/syntax/nodes.js';
import { isPlainText } from '../../callbacks/callees/core-callees.js';
import { findThrowing } from '../../callbacks/errors/exceptions.js';
import { indentLines, insertBefore, removeBetween, replaceRange } from '../../edits/edit.js';
import { indentOf, indentUnit, newlineOf } from '../../edits/indentation.js';
import { hasSemicolons } from '../../edits/leading-semicolons.js';
import { mentionsName, takeLocalName, takeUniqueName } from '../../edits/names.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import {
  beginsLine,
  hasCommentBetween,
  rangeWithComments,
  skipBlanksBackward,
  skipBreakBackward,
  skipWhitespace,
  skipWhitespaceBackward,
  textOf,
} from '../../edits/trivia.js';
import { castOfChunks } from './chunk-types.js';
import { codeOf, isKept } from './handlers.js';
import { Writer, contentsOf, isMoved, shift } from './writer.js';

/**
 * The code to be written, once everything is decided.
 *
 * @typedef {object} Writing
 * @property {Collector} collector
 * @property {Handler} data
 * @property {Handler} end
 * @property {Handler | undefined} error Undefined where an error just goes up.
 * @property {boolean} returnsAfterError Whether the `catch` clause has to leave the function.
 * @property {boolean} keepsBlock Whether the last listener's names need a block of their own.
 * @property {Rescue | undefined} rescue Around everything.
 * @property {number} levels By which the code moves to the left.
 * @property {ReadonlySet<TSESTree.Node>} dropped Listeners of whose code nothing is left.
 * @property {TSESTree.Node} [first] The statement that the code begins with, if it is not all of the
 *   block.
 * @property {Consumer} [consumer] The call in place of the loop.
 * @property {boolean} [isBroken] Whether somebody else breaks the line that the block ends on.
 */

/**
 * @param {PatternContext} context
 * @param {Writing} writing
 * @returns {Edit[] | undefined} Undefined where a comment stands in what goes.
 */
export function writeLoop(context, writing) {
  const { sourceCode } = context;
  const { text } = sourceCode;
  const { block } = writing.collector;
  const statements = [...(writing.consumer?.gone ?? []), ...writing.collector.statements];
  const cuts = statements
    .map((each) => cutStatement(context, each, writing))
    .filter((cut) => cut !== undefined);
  if (cuts.length < statements.length) {
    return undefined;
  }
  const [first] = /** @type {[ListenerStatement]} */ (statements);
  const unit = indentUnit(sourceCode);
  const newline = newlineOf(sourceCode);
  const ending = hasSemicolons(sourceCode) ? ';' : '';
  const own = indentOf(text, first.statement.range[0]);
  const isOneLine = !text.slice(block.range[0], first.statement.range[0]).includes('\n');
  const depth = (writing.rescue ? 1 : 0) + (isOneLine ? 1 : 0) - writing.levels;
  const base = shift(own, depth, unit);
  const [, to] = rangeWithComments(sourceCode, findAnchor(block, statements).range);
  const from = Math.max(0, block.body.indexOf(/** @type {any} */ (writing.first)));
  const isAlone = block.body.length - from === statements.length;
  const writer = new Writer(context, {
    to,
    base,
    unit,
    newline,
    ending,
    isStarted: !isAlone || isOneLine,
  });

  writeParts(
    writer,
    writing,
    cuts.flatMap(({ comments }) => comments),
  );
  const isClosedOnLine = !writing.isBroken && !text.slice(to, block.range[1]).includes('\n');
  return [
    ...cuts.flatMap(({ gaps }) => gaps.map((gap) => removeBetween(...gap))),
    ...spacesAround(context, block.body.slice(from), statements).map((gap) =>
      removeBetween(...gap),
    ),
    ...writer.edits,
    ...(writing.consumer?.edits ?? []),
    ...(isClosedOnLine ? [replaceRange([to, to], newline + shift(base, -1, unit))] : []),
    ...(writing.rescue ? openRescue(context, writing) : []),
  ];
}

/**
 * @param {PatternContext} context
 * @param {readonly TSESTree.Statement[]} body
 * @param {readonly ListenerStatement[]} statements
 * @returns {[number, number][]} The white space that goes with the statements: behind those that it
 *   begins with, before the others.
 */
function spacesAround({ sourceCode }, body, statements) {
  const { text } = sourceCode;
  const own = statements.map(({ statement }) => statement);
  const isLeading = (/** @type {TSESTree.Statement} */ statement) =>
    body.slice(0, body.indexOf(statement)).every((each) => own.includes(/** @type {any} */ (each)));
  return own.flatMap((statement) => {
    const [start, end] = rangeWithComments(sourceCode, statement.range);
    if (!isLeading(statement)) {
      const before = skipLineBackward(text, start);
      const isBlankAround =
        before > 0 && beginsLine(text, before) && /^[ \t]*\r?\n[ \t]*\r?\n/u.test(text.slice(end));
      return [
        /** @type {[number, number]} */ ([
          isBlankAround ? skipLineBackward(text, before) : before,
          start,
        ]),
      ];
    }
    const isLast = statement === own.at(-1) && body.at(-1) === statement;
    return isLast ? [] : [/** @type {[number, number]} */ ([end, skipWhitespace(text, end)])];
  });
}

/**
 * @param {string} text
 * @param {number} index
 * @returns {number} The index, moved back over the indentation and the line break before it.
 */
function skipLineBackward(text, index) {
  return skipBreakBackward(text, skipBlanksBackward(text, index));
}

/**
 * @param {Writer} writer
 * @param {Writing} writing
 * @param {readonly string[]} comments Of the statements that go.
 */
function writeParts(writer, writing, comments) {
  const { end, error, collector } = writing;
  const inner = error ? 1 : 0;
  for (const comment of comments) {
    writer.line(0, comment);
  }
  const { ending } = writer.place;
  const { before = undefined, after = '' } = writing.consumer ?? {};
  const isHeld = error !== undefined && before !== '' && mayThrow(writer.context, collector.stream);
  const held = isHeld ? heldName(writer.context, collector) : undefined;
  if (held !== undefined) {
    // What it throws is no error of the stream.
    writer.stream(0, `const ${held} = `, collector.stream, ending);
  }
  if (error) {
    writer.line(0, 'try {');
  }
  if (before === undefined) {
    writeChunks(writer, writing, inner, held);
  } else if (before !== '') {
    writeStream(writer, inner, { before, stream: held ?? collector.stream, after: after + ending });
  }
  if (error) {
    const parameter = error.parameter && asCaught(writer.context, error.parameter);
    const name =
      parameter ??
      (error.fn && readsBareCatch(writer.context)
        ? undefined
        : freeName(writer.context, 'error', [], error.name));
    writer.line(0, name ? `} catch (${name}) {` : '} catch {');
    writer.handler(1, error, name ?? '');
    if (writing.returnsAfterError) {
      writer.line(1, `return${writer.place.ending}`);
    }
    writer.line(0, '}');
  }
  if (writing.keepsBlock) {
    writer.line(0, '{');
  }
  writer.handler(writing.keepsBlock ? 1 : 0, end, '');
  if (writing.keepsBlock) {
    writer.line(0, '}');
  }
  if (writing.rescue) {
    const { parameter, lines } = writing.rescue;
    writer.line(-1, `} catch ${parameter === '' ? '' : `(${parameter}) `}{`);
    for (const line of lines) {
      writer.line(0, line + writer.place.ending);
    }
    writer.line(-1, '}');
  }
}

/**
 * @param {Writer} writer
 * @param {Writing} writing
 * @param {number} inner How deep the loop stands.
 * @param {string | undefined} held The name of the stream, where it is a variable now.
 */
function writeChunks(writer, { data, collector }, inner, held) {
  const chunk = data.parameter
    ? withoutType(writer.context, data.parameter)
    : freeName(
        writer.context,
        collector.data.event === 'line' ? 'line' : 'chunk',
        [data.fn, collector.stream],
        data.name,
      );
  const keyword = data.isParameterWritten ? 'let' : 'const';
  const code = codeOf(data);
  const isEmpty = code && !contentsOf(writer.context, code);
  const opening = `for await (${keyword} ${chunk} of `;
  const cast = castOfChunks(writer.context, collector.stream, data);
  writeStream(writer, inner, {
    before: opening,
    stream: held ?? collector.stream,
    after: `${cast}${isEmpty ? ') {}' : ') {'}`,
  });
  writer.handler(inner + 1, data, chunk);
  for (const edit of data.fn && !data.body ? asLoopBody(writer.context, data.fn) : []) {
    writer.edits.push(edit);
  }
  if (!isEmpty) {
    writer.line(inner, '}');
  }
}

/**
 * @param {Writer} writer
 * @param {number} depth
 * @param {{ before: string, stream: TSESTree.Expression | string, after: string }} parts `stream`: it, or its name.
 */
function writeStream(writer, depth, { before, stream, after }) {
  if (typeof stream === 'string') {
    writer.line(depth, before + stream + after);
  } else {
    writer.stream(depth, before, stream, after);
  }
}

/**
 *     fs.createReadStream(options.file)    response.body
 *
 * @param {PatternContext} context
 * @param {TSESTree.Expression} stream
 * @returns {boolean} Whether its evaluation may throw.
 */
function mayThrow({ sourceCode }, stream) {
  const own = walk(sourceCode, stream, (node) => !isFunction(node));
  const thrown = findThrowing(
    sourceCode,
    own,
    (node) =>
      isFunction(node) ||
      (node.type === 'CallExpression' &&
        CORE_STREAMS.test(textOf(sourceCode, node.callee)) &&
        node.arguments.every(isPlainText)),
  );
  return thrown?.throwing === 'may';
}

/** Functions of Node that give a stream, and throw only at what they are given. */
const CORE_STREAMS = /^(?:fs\.)?createReadStream$/u;

/**
 * @param {PatternContext} context
 * @param {Collector} collector
 * @returns {string} A name for its stream.
 */
function heldName({ sourceCode }, { block, data, stream }) {
  const wish = data.event === 'line' ? 'lines' : 'stream';
  const fn = enclosingFunction(block);
  return fn ? takeLocalName(sourceCode, fn, stream, wish) : takeUniqueName(sourceCode, wish);
}

/**
 * @param {PatternContext} context
 * @param {string} wish
 * @param {readonly (TSESTree.Node | undefined)[]} nodes
 * @param {string | undefined} callee
 * @returns {string} The name, or another that neither the nodes nor the callee mention.
 */
function freeName({ sourceCode }, wish, nodes, callee) {
  const isTaken =
    nodes.some((node) => node && mentionsName(sourceCode, node, wish)) ||
    callee?.split('.').includes(wish);
  return isTaken ? takeUniqueName(sourceCode, wish) : wish;
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Parameter} parameter
 * @returns {string} The parameter as the variable of a loop, which takes no type.
 */
function withoutType({ sourceCode }, parameter) {
  const { typeAnnotation } = /** @type {TSESTree.Identifier} */ (parameter);
  return sourceCode.text.slice(
    parameter.range[0],
    typeAnnotation
      ? skipWhitespaceBackward(sourceCode.text, typeAnnotation.range[0])
      : parameter.range[1],
  );
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Parameter} parameter
 * @returns {string} The parameter as that of a `catch` clause, whose type is `any` or `unknown`.
 */
function asCaught(context, parameter) {
  const isTyped = Boolean(/** @type {TSESTree.Identifier} */ (parameter).typeAnnotation);
  return withoutType(context, parameter) + (isTyped ? caughtType(context) : '');
}

/**
 *     return;  ->  continue;        return done;  ->  done;
 *
 * @param {PatternContext} context
 * @param {import('../../analysis/syntax/functions.js').FunctionNode} fn
 * @returns {Edit[]} Among them those that give each turn variables of its own, where functions keep
 *   them.
 */
function asLoopBody({ sourceCode }, fn) {
  /** @type {Edit[]} */
  const edits = [];
  for (const node of ownNodes(sourceCode, fn)) {
    const [start] = node.range;
    if (node.type === 'VariableDeclaration' && node.kind === 'var' && isKept(sourceCode, node)) {
      edits.push(replaceRange([start, start + 'var'.length], 'let'));
    } else if (node.type === 'ReturnStatement') {
      const end = node.range[0] + 'return'.length;
      edits.push(
        node.argument
          ? removeBetween(node.range[0], parenthesizedRange(sourceCode, node.argument)[0])
          : replaceRange([node.range[0], end], 'continue'),
      );
    }
  }
  return edits;
}

/**
 * @typedef {object} Cut
 * @property {[number, number][]} gaps The ranges of the statement that go.
 * @property {string[]} comments
 */

/**
 * @param {PatternContext} context
 * @param {ListenerStatement} each
 * @param {Writing} writing
 * @returns {Cut | undefined} What is left of a statement when the code of its listeners has moved out;
 *   undefined where a comment stands there.
 */
function cutStatement(
  context,
  { statement, stream, listeners },
  { dropped, data, first, consumer },
) {
  const { sourceCode } = context;
  const [before, end] = rangeWithComments(sourceCode, statement.range);
  // Code above the first one stays there.
  const start = statement === first ? statement.range[0] : before;
  const kept = [
    ...(isMoved(context, stream) ? [stream.range] : []),
    ...listeners.map(({ handler }) =>
      isFunction(handler) && !dropped.has(handler) && !(consumer && handler === data.fn)
        ? contentsOf(context, (handler === data.fn && data.body) || handler.body)
        : undefined,
    ),
  ].filter((range) => range !== undefined);
  /** @type {[number, number][]} */
  const gaps = [];
  let from = start;
  for (const [keptStart, keptEnd] of kept) {
    gaps.push([from, keptStart]);
    from = keptEnd;
  }
  gaps.push([from, end]);
  const [, ...inner] = gaps;
  const isCommented =
    hasCommentBetween(
      sourceCode,
      statement.range[0],
      Math.min(gaps[0]?.[1] ?? 0, statement.range[1]),
    ) || inner.some(([a, b]) => hasCommentBetween(sourceCode, a, Math.min(b, statement.range[1])));
  if (isCommented) {
    return undefined;
  }
  const comments = [
    sourceCode.text.slice(start, statement.range[0]).trim(),
    sourceCode.text.slice(statement.range[1], end).trim(),
  ].flatMap((text) =>
    text === '' ? [] : text.split(/\r?\n/u).map((line) => line.trim().replace(/^\*/u, ' *')),
  );
  return { gaps, comments };
}

/**
 * @param {Collector['block']} block
 * @param {readonly ListenerStatement[]} statements
 * @returns {TSESTree.Statement} The statement after which the loop goes: the last, but for a `return`.
 */
function findAnchor(block, statements) {
  const last = /** @type {TSESTree.Statement} */ (block.body.at(-1));
  const own = /** @type {ListenerStatement} */ (statements.at(-1)).statement;
  if (last.type !== 'ReturnStatement') {
    return last;
  }
  return block.body.at(-2) ?? own;
}

/**
 * @param {PatternContext} context
 * @param {Writing} writing
 * @returns {Edit[]} `try {` before everything in the block of the listeners.
 */
function openRescue({ sourceCode }, { collector: { block } }) {
  const { text } = sourceCode;
  const start = skipWhitespace(text, block.range[0] + 1);
  const end = skipWhitespaceBackward(text, block.range[1] - 1);
  const gap = text.slice(block.range[0] + 1, start);
  const indent = /\n([ \t]*)$/u.exec(gap)?.[1];
  const opening = indent === undefined ? ' try {' : `${newlineOf(sourceCode)}${indent}try {`;
  return [insertBefore(block.range[0] + 1, opening), indentLines([block.range[0] + 1, end], 1)];
}
