/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { Range } from '../../regions/build/region.js' */
/** @import { Region, Run, Step } from '../../regions/build/steps.js' */
/** @import { Slot } from '../waits/slots.js' */
/** @import { Position, Translator } from '../plan/translator.js' */

import { sliceWithin } from '../../analysis/syntax/nodes.js';
import { endOfStatement } from '../../edits/leading-semicolons.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import {
  endOfLineComments,
  findPunctuator,
  skipWhitespace,
  skipWhitespaceBackward,
} from '../../edits/trivia.js';
import { printEdges } from '../../regions/print/print.js';
import { translateConsequent } from '../statements/branches.js';
import { certainOf, isFilter } from './error-filters.js';
import { positionWith } from '../plan/position.js';
import { Refused, quote } from '../plan/refused.js';
import { indentAt, indentBefore } from '../waits/slots.js';
import { translateStatements } from '../statements/statements.js';

/**
 * What a callback does with an error, as the region that runs on the error edge of its wait.
 */

/**
 * @typedef {object} ErrorBranches
 * @property {readonly TSESTree.IfStatement[]} branches
 * @property {Variable} error
 * @property {boolean | undefined} [goesOn] Whether what follows runs behind it, too.
 * @property {boolean | undefined} [isChain] Whether each `else` stays.
 * @property {boolean | undefined} [rethrows] Whether what follows hands the error on.
 * @property {boolean} [isEnd] Whether nothing of the function stands behind the `catch`.
 */

/**
 * @param {Translator} translator
 * @param {ErrorBranches} handler
 * @param {Position} outer
 * @returns {Region}
 */
export function lowerBranches(translator, handler, outer) {
  const { branches, error, goesOn, isChain, isEnd = false, rethrows } = handler;
  const position = positionWith(outer, {
    known: new Map(outer.known).set(error, 'set'),
    last: false,
    // Another branch, or the error that is thrown on, stands behind.
    endsTurn: isEnd && !rethrows && branches.length === 1 && outer.endsTurn === true,
    isAhead: true,
  });
  const [first, ...more] = branches;
  /** @type {Step[]} */
  const region = [];
  if (first && isChain) {
    region.push(lowerChain(translator, first, branches, position));
  } else if (first) {
    const mayGoOn = goesOn === true || rethrows === true;
    for (const branch of [first, ...more]) {
      if (branch.alternate) {
        translator.freed.add(branch.alternate);
      }
      region.push(
        ...(isFilter(branch)
          ? lowerFilter(translator, branch, position)
          : lowerBranch(translator, branch.consequent, mayGoOn && more.length === 0, position)),
      );
    }
  }
  if (rethrows) {
    translator.failsEarly ||= !outer.later;
    region.push({ type: 'exit', how: 'throw', value: [error.name] });
  }
  return region;
}

/**
 *     if (err) return cb(err);
 *
 * @param {Translator} translator
 * @param {TSESTree.Statement} branch That loses its braces.
 * @param {boolean} mayGoOn Whether what follows may run behind it.
 * @param {Position} position
 * @returns {Step[]}
 */
export function lowerBranch(translator, branch, mayGoOn, position) {
  const range = rangeWithin(translator, branch);
  if (branch.type === 'BlockStatement') {
    return lowerList(translator, branch.body, range, mayGoOn, position);
  }
  translator.freed.add(branch);
  return lowerList(translator, [branch], range, mayGoOn, position);
}

/**
 * @param {Translator} translator
 * @param {readonly TSESTree.Statement[]} statements
 * @param {Range} range Of them, comments included.
 * @param {boolean} mayGoOn Whether what follows may run behind them.
 * @param {Position} position
 * @returns {Step[]}
 */
export function lowerList(translator, statements, range, mayGoOn, position) {
  const run = runOf(translator, range);
  if (translateStatements(translator, statements, position) && !mayGoOn) {
    throw new Refused(
      position.followed ? 'falls-through' : 'callback-not-called',
      quote(translator.sourceCode, statements[0] ?? translator.target.fn),
    );
  }
  return run;
}

/**
 *     if (err && err.code === 'ENOENT') return cb(null, []);
 *
 * @param {Translator} translator
 * @param {TSESTree.IfStatement} branch
 * @param {Position} position
 * @returns {Step[]}
 */
function lowerFilter(translator, branch, position) {
  const end = branch.alternate ? branch.consequent.range[1] : endOf(translator, branch);
  const run = runOf(translator, [branch.range[0], end]);
  dropCertain(translator, branch);
  if (!branch.alternate && !isElse(branch)) {
    translateStatements(translator, [branch], position);
  } else if (translateConsequent(translator, branch, position) && branch.alternate) {
    throw new Refused('callback-not-called', quote(translator.sourceCode, branch.consequent));
  }
  return run;
}

/**
 *     if (err && err.code === 'ENOENT') text = ''; else if (err) return cb(err);
 *
 * @param {Translator} translator
 * @param {TSESTree.IfStatement} first
 * @param {readonly TSESTree.IfStatement[]} branches
 * @param {Position} position
 * @returns {Step}
 */
function lowerChain(translator, first, branches, position) {
  const [run] = runOf(translator, [first.range[0], endOf(translator, first)]);
  for (const branch of branches) {
    if (isFilter(branch)) {
      dropCertain(translator, branch);
    } else {
      translator.drop(branch.range[0], startOfBranch(translator, branch));
    }
    translateConsequent(translator, branch, position);
  }
  return /** @type {Step} */ (run);
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Statement} statement
 * @returns {Range} Of its own text, or what stands within its braces, comments included.
 */
function rangeWithin(translator, statement) {
  const { text } = translator.sourceCode;
  if (statement.type !== 'BlockStatement') {
    return [statement.range[0], endOf(translator, statement)];
  }
  const open = statement.range[0] + 1;
  const end = skipWhitespaceBackward(text, statement.range[1] - 1);
  // What is said behind the brace is not on a line of the statements.
  const behind = endOfLineComments(translator.sourceCode, open);
  return [skipWhitespace(text, behind < end ? behind : open), end];
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Statement} statement
 * @returns {number} Where it ends.
 */
function endOf({ sourceCode }, statement) {
  return Math.max(statement.range[1], endOfStatement(sourceCode, statement));
}

/**
 * @param {Translator} translator
 * @param {Range} range
 * @returns {Run[]} Nothing for what is empty.
 */
export function runOf(translator, range) {
  if (range[0] >= range[1]) {
    return [];
  }
  translator.runs.push(range);
  return [{ type: 'run', range }];
}

/**
 * Writes both edges of a wait: the body of its `catch`, and what stands behind that.
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {{ range: Range, argumentsEnd: number, after: string, failed: Region, rest?: Region }} parts `range`: of
 *   the source that they take the place of; `after`: what stands behind the arguments: `catch (err) {`.
 * @param {number} shift By how many levels the lines of the source move.
 */
export function writeEdges(translator, slot, { range, argumentsEnd, after, failed, rest }, shift) {
  const { sourceCode } = translator;
  const place = {
    indent: indentBefore(translator, slot, shift),
    semicolon: slot.semicolon,
    indentOf: (/** @type {number} */ start) => indentAt(translator, start, 0),
  };
  translator.print(slot, argumentsEnd, range[0], after);
  translator.edits.push(printEdges(sourceCode, range, { failed, rest: rest ?? [] }, place));
}

/**
 *     err && err.code === 'ENOENT'  ->  err.code === 'ENOENT'
 *
 * @param {Translator} translator
 * @param {TSESTree.IfStatement} branch
 */
function dropCertain(translator, branch) {
  const { sourceCode } = translator;
  const certain = certainOf(branch);
  const { parent } = certain;
  const { right } = /** @type {TSESTree.LogicalExpression} */ (parent);
  const [open, close] = parenthesizedRange(sourceCode, right);
  const [start, last] = parenthesizedRange(sourceCode, certain);
  const operator = findPunctuator(sourceCode, last, open, '&&');
  // Two pairs of parentheses say that these are meant.
  const isAll = parent === branch.test && !/^(?:Assignment|Sequence)Expression$/u.test(right.type);
  translator.drop(start, startOfComments(translator, operator, open));
  if (isAll && open < right.range[0]) {
    translator.drop(open, right.range[0]);
    translator.drop(right.range[1], close);
    if (hasNewline(translator, operator, open)) {
      translator.indent(right.range, -1);
    }
  }
}

/**
 * @param {TSESTree.IfStatement} branch
 * @returns {boolean} Whether it is that of the branch before it. What that does ends the function: the
 *   word goes.
 */
function isElse({ parent, range }) {
  return parent.type === 'IfStatement' && parent.alternate?.range === range;
}

/**
 * @param {Translator} translator
 * @param {number} from
 * @param {number} to
 * @returns {boolean}
 */
function hasNewline({ sourceCode }, from, to) {
  return sourceCode.text.slice(from, to).includes('\n');
}

/**
 * @param {Translator} translator
 * @param {number} from
 * @param {number} to
 * @returns {number} Where the first comment begins, or else what comes behind it.
 */
function startOfComments({ sourceCode }, from, to) {
  const [first] = sliceWithin(sourceCode.ast.comments ?? [], { range: [from, to] });
  return first?.range[0] ?? to;
}

/**
 * @param {Translator} translator
 * @param {TSESTree.IfStatement} branch
 * @returns {number} Where that begins which stands behind the test, with what is said of it.
 */
function startOfBranch(translator, { test, consequent }) {
  const [start] = consequent.range;
  const close = findPunctuator(translator.sourceCode, test.range[1], start, ')');
  return startOfComments(translator, close, start);
}
