/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Restructuring } from '../build/early-returns.js' */
/** @import { Block } from './blocks.js' */
/** @import { Printer } from './printer.js' */

import { isWithin } from '../../analysis/syntax/nodes.js';
import { indentLines, removeBetween, replaceRange, wrapNode } from '../../edits/edit.js';
import { indentOf, indentUnit, newlineOf } from '../../edits/indentation.js';
import { needsParenthesesAsOperand } from '../../edits/parentheses.js';
import { findPunctuator, hasCommentBetween, textOf } from '../../edits/trivia.js';

/**
 *     if (done) return;    if (done) { return; }
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Statement} branch
 * @param {TSESTree.Node} before What stands before it in its statement.
 * @param {ReadonlyMap<TSESTree.Node, Block>} idle
 * @returns {Block | undefined} What is left of the branch, if that is nothing.
 */
function readIdle(sourceCode, branch, before, idle) {
  const [statement = branch] =
    branch.type === 'BlockStatement' && branch.body.length === 1 ? branch.body : [];
  if (statement.type !== 'ReturnStatement' || !idle.has(statement)) {
    return undefined;
  }
  const { argument } = statement;
  return (
    // Names in it may get new ones.
    (!argument ||
      argument.type === 'Literal' ||
      /^(?:[[{]\s*[\]}]|undefined|Promise\.resolve\(\))$/u.test(textOf(sourceCode, argument))) &&
      !hasCommentBetween(sourceCode, before.range[1], branch.range[1])
      ? idle.get(statement)
      : undefined
  );
}

/**
 * @param {Printer['frames']} frames
 * @param {Block} block Whose text goes with what is around it.
 */
function forget(frames, block) {
  frames.splice(
    frames.findIndex((frame) => frame.block === block),
    1,
  );
}

/**
 *     if (found) { use(found); } else { return; }
 *
 * @param {Printer} printer
 * @param {ReadonlyMap<TSESTree.Node, Block>} idle
 */
export function dropElse({ context: { sourceCode }, edits, frames }, idle) {
  for (const { parent } of idle.keys()) {
    const branch = parent?.type === 'BlockStatement' ? parent.parent : parent;
    const { alternate, consequent } = branch?.type === 'IfStatement' ? branch : {};
    const block =
      alternate && consequent && branch?.parent?.type === 'BlockStatement'
        ? readIdle(sourceCode, alternate, consequent, idle)
        : undefined;
    if (block && alternate && consequent && frames.some((frame) => frame.block === block)) {
      forget(frames, block);
      edits.push(removeBetween(consequent.range[1], alternate.range[1]));
    }
  }
}

/**
 * @param {Printer} printer
 * @param {Restructuring} restructuring
 * @param {ReadonlyMap<TSESTree.Node, Block>} idle Returns that nothing is left of.
 */
export function moveIntoElse({ context, edits, frames }, restructuring, idle) {
  const { sourceCode } = context;
  const { text } = sourceCode;
  const branches = restructuring.branches.filter(
    ({ rest }) => !rest.every((statement) => idle.has(statement)),
  );
  // An inner branch ends before the one that holds it.
  for (const { after, rest } of [...branches].reverse()) {
    const depth = branches.filter((other) =>
      other.rest.some((statement) => isWithin(after, statement)),
    ).length;
    const first = /** @type {TSESTree.Statement} */ (rest[0]);
    const end = /** @type {TSESTree.Statement} */ (rest.at(-1)).range[1];
    const lineIndent = indentOf(text, after.range[0]) + indentUnit(sourceCode).repeat(depth);
    const { consequent, test } = after;
    const block = readIdle(sourceCode, consequent, test, idle);
    const isIdle = block !== undefined;
    if (isIdle) {
      forget(frames, block);
    }
    const from = isIdle ? text.lastIndexOf(')', consequent.range[0]) + 1 : after.range[1];
    // No blank line begins a block.
    const blank = /^\s*(?=\r?\n)/u.exec(text.slice(after.range[1], first.range[0]))?.[0] ?? '';
    edits.push(
      ...(isIdle ? negate(sourceCode, test) : []),
      replaceRange([from, after.range[1] + blank.length], isIdle ? ' {' : ' else {'),
      indentLines([after.range[1] + blank.length, first.range[0]], 1),
      indentLines([first.range[0], end], 1),
      replaceRange([end, end], `${newlineOf(sourceCode)}${lineIndent}}`),
    );
  }
}

/** Comparisons that are the opposite of each other. */
const OPPOSITES = new Map([
  ['==', '!='],
  ['===', '!=='],
  ['!=', '=='],
  ['!==', '==='],
]);

/**
 * done  ->  !done    !done  ->  done    a === b  ->  a !== b
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression} test
 * @returns {Edit[]}
 */
export function negate(sourceCode, test) {
  const { range } = test;
  if (test.type === 'BinaryExpression') {
    const { left, operator, right } = test;
    const opposite = OPPOSITES.get(operator);
    const at = findPunctuator(sourceCode, left.range[1], right.range[0], operator);
    if (opposite && at >= 0) {
      return [replaceRange([at, at + operator.length], opposite)];
    }
  }
  if (test.type === 'UnaryExpression' && test.operator === '!') {
    const [start, end] = test.argument.range;
    if (
      !hasCommentBetween(sourceCode, range[0], start) &&
      !hasCommentBetween(sourceCode, end, range[1])
    ) {
      return [
        removeBetween(range[0], start),
        ...(end < range[1] ? [removeBetween(end, range[1])] : []),
      ];
    }
  }
  return needsParenthesesAsOperand(test) ? wrapNode(test, '!(', ')') : wrapNode(test, '!', '');
}
