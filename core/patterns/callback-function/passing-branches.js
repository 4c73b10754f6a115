/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/functions.js' */
/** @import { CallbackBody } from './callback-body.js' */
/** @import { Slot } from './slots.js' */
/** @import { Position, Translator } from './translator.js' */

import { isWithin } from '../../analysis/nodes.js';
import { indentLines, moveRange, removeBetween } from '../../edits/edit.js';
import { indentUnit, levelsBetween } from '../../edits/indentation.js';
import { endOfStatement } from '../../edits/leading-semicolons.js';
import { endOfLineComments, skipWhitespace, skipWhitespaceBackward } from '../../edits/trivia.js';
import { readErrorTest } from './errors.js';
import { endsFlow } from './flow.js';
import { positionWith } from './position.js';
import { Refused, quote } from './refused.js';
import { translateStatements } from './statements.js';

/**
 * Callbacks that go on first, and say what becomes of an error last:
 *
 *     if (!err) { … } else { … }        if (!err) return …; …
 *
 * The end of them is the body of a `catch` now.
 */

/**
 * @typedef {object} PassingFirst
 * @property {TSESTree.IfStatement} guard
 * @property {TSESTree.Statement} passing
 * @property {readonly TSESTree.Statement[]} failing
 */

/**
 * @param {Translator} translator
 * @param {Variable} error
 * @param {readonly TSESTree.Statement[]} statements Of the callback.
 * @returns {PassingFirst | undefined}
 */
export function readPassingFirst({ sourceCode }, error, [guard, ...rest]) {
  if (
    guard?.type !== 'IfStatement' ||
    rest.some(({ type }) => type === 'FunctionDeclaration') ||
    takesSeveral(error)
  ) {
    return undefined;
  }
  const test = readErrorTest(sourceCode, guard.test);
  if (test?.variable !== error || test.whenTrue !== 'null' || test.whenFalse !== 'set') {
    return undefined;
  }
  const { consequent: passing, alternate } = guard;
  const failing = alternate ? [alternate] : rest;
  if (failing.length === 0 || (alternate ? rest.length > 0 : !endsFlow(passing))) {
    return undefined;
  }
  return isKnownToItself(error, passing, failing) ? { guard, passing, failing } : undefined;
}

/**
 * @param {Variable} error
 * @returns {boolean} Whether several results stand beside it: a `catch` is for calls that give one.
 */
export function takesSeveral({ scope: { block } }) {
  return /** @type {FunctionNode} */ (block).params.length > 2;
}

/**
 * @param {Variable} error
 * @param {TSESTree.Statement} passing
 * @param {readonly TSESTree.Statement[]} failing
 * @returns {boolean} Whether what is declared there may be known to a `catch` alone.
 */
function isKnownToItself({ scope }, passing, failing) {
  return scope.variables.every(
    ({ identifiers, references }) =>
      !identifiers.some((name) => failing.some((each) => isWithin(name, each))) ||
      !references.some(({ identifier }) => isWithin(identifier, passing)),
  );
}

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {{ parts: PassingFirst, error: Variable, body: CallbackBody, argumentsEnd: number, after: string }} given
 *   `after`: what stands behind the arguments: `catch (err) {`.
 * @param {Position} position
 */
export function writePassingFirst(translator, slot, given, position) {
  const { sourceCode } = translator;
  const { parts, error, body, argumentsEnd, after } = given;
  const { guard, passing, failing } = parts;
  const own = piecesOf(translator, passing);
  const end = endOfStatement(sourceCode, guard);
  const behind = endOfLineComments(sourceCode, end);
  const ownEnd = own.isBlock ? own.end : Math.max(own.end, guard.alternate ? 0 : behind);
  const other = guard.alternate
    ? piecesOf(translator, guard.alternate)
    : { start: skipWhitespace(sourceCode.text, behind), end: body.end, statements: failing };

  const said = translator.commentsBetween(body.open, own.open);
  const line = `\n${slot.indent}`;
  const isOnLine = own.isBlock && sourceCode.text.slice(own.open, own.start).includes('\n');
  translator.gap(slot, argumentsEnd, body.open, after);
  translator.edits.push(removeBetween(body.open, own.open), {
    ...moveRange(
      [other.start, other.end],
      own.open,
      line + indentUnit(sourceCode),
      [`${line}}`, ...said.map((comment) => line + comment), isOnLine ? '' : line].join(''),
    ),
    side: 'close',
  });
  if (!isOnLine && own.open < own.start) {
    translator.gap(slot, own.open, own.start, '');
  }
  translator.gap(slot, ownEnd, other.start, '');
  if (other.end < guard.range[1]) {
    translator.gap(slot, other.end, guard.range[1], '');
  }

  const levelsOf = (
    /** @type {{ start: number, statements: readonly TSESTree.Statement[] }} */ piece,
  ) => levelsBetween(sourceCode, guard.range[0], piece.statements[0]?.range[0] ?? piece.start);
  const deeper = 1 - levelsOf(other);
  translator.indents.push({ range: [other.start, other.end], levels: deeper });
  translator.edits.push(indentLines([other.start, other.end], position.shift + deeper));
  translateWhole(
    translator,
    other.statements,
    positionWith(position, {
      last: false,
      endsTurn: false,
      isAhead: true,
      shift: position.shift + deeper,
      known: new Map(position.known).set(error, 'set'),
    }),
  );
  const levels = levelsOf(own);
  translator.indent([own.open, ownEnd], -levels);
  translateWhole(
    translator,
    own.statements,
    positionWith(position, {
      last: position.last && isOnLine,
      shift: position.shift - levels,
      known: new Map(position.known).set(error, 'null'),
    }),
  );
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Statement} branch That loses its braces.
 */
function piecesOf({ sourceCode, freed }, branch) {
  const { text } = sourceCode;
  if (branch.type !== 'BlockStatement') {
    freed.add(branch);
    const [start] = branch.range;
    const end = endOfStatement(sourceCode, branch);
    return { isBlock: false, open: start, start, end, statements: [branch] };
  }
  const open = branch.range[0] + 1;
  return {
    isBlock: true,
    open,
    start: skipWhitespace(text, open),
    end: skipWhitespaceBackward(text, branch.range[1] - 1),
    statements: branch.body,
  };
}

/**
 * @param {Translator} translator
 * @param {readonly TSESTree.Statement[]} statements
 * @param {Position} position
 * @throws {Refused} Unless each path of them calls back.
 */
function translateWhole(translator, statements, position) {
  if (translateStatements(translator, statements, position)) {
    throw new Refused(
      'callback-not-called',
      quote(translator.sourceCode, statements.at(-1) ?? translator.target.fn),
    );
  }
}
