/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { Slot } from './slots.js' */
/** @import { Position, Translator } from './translator.js' */

import { insertAfter, removeBetween, replaceRange } from '../../edits/edit.js';
import { indentUnit } from '../../edits/indentation.js';
import { sliceWithin } from '../../analysis/nodes.js';
import { endOfStatement } from '../../edits/leading-semicolons.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import { findPunctuator, skipWhitespaceBackward } from '../../edits/trivia.js';
import { readErrorTest } from './errors.js';
import { endsFlow } from './flow.js';
import { Refused, quote } from './refused.js';
import { translateStatements } from './statements.js';

/**
 * What a callback does first if there is an error, which is the body of a `catch` now:
 *
 *     if (err && err.code === 'ENOENT') return cb(null, []);
 *     if (err) return cb(err);
 */

/**
 * @param {Translator} translator
 * @param {Variable} error
 * @param {readonly TSESTree.Statement[]} statements Of the callback.
 * @returns {TSESTree.IfStatement[]} Those that come first and ask for the error, where one of them asks
 *   for more; none if the error is looked at later, too.
 */
export function readFilters({ sourceCode }, error, statements) {
  /** @type {TSESTree.IfStatement[]} */
  const branches = [];
  for (const statement of statements) {
    if (statement.type !== 'IfStatement' || statement.alternate) {
      break;
    }
    const test = readErrorTest(sourceCode, certainOf(statement));
    if (test?.variable !== error || test.whenTrue !== 'set' || !test.whenFalse) {
      break;
    }
    branches.push(statement);
    if (!isFilter(statement)) {
      break;
    }
  }
  const last = branches.at(-1);
  const isEnded = last && (isFilter(last) || endsFlow(last.consequent));
  const isOver = error.references.every(({ identifier: { range } }) =>
    branches.some((branch) => range[0] >= branch.range[0] && range[1] <= branch.range[1]),
  );
  return isEnded && isOver && branches.some(isFilter) ? branches : [];
}

/**
 * @param {TSESTree.IfStatement} branch
 * @returns {boolean} Whether it asks for more than the error.
 */
export function isFilter({ test }) {
  return test.type === 'LogicalExpression';
}

/**
 * @param {TSESTree.IfStatement} branch
 * @returns {TSESTree.Expression} What it asks for first.
 */
function certainOf({ test }) {
  let certain = test;
  while (certain.type === 'LogicalExpression' && certain.operator === '&&') {
    certain = certain.left;
  }
  return certain;
}

/**
 * @typedef {object} Handler
 * @property {readonly TSESTree.IfStatement[]} branches
 * @property {Variable} error
 * @property {number} argumentsEnd
 * @property {number} bodyStart
 * @property {string} after What stands behind the arguments: `catch (err) {`.
 * @property {boolean | undefined} goesOn Whether what follows runs behind it, too.
 */

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {Handler} handler
 * @param {Position} outer
 */
export function writeHandler(translator, slot, handler, outer) {
  const { branches, error, argumentsEnd, bodyStart, after } = handler;
  const position = { ...outer, known: new Map(outer.known).set(error, 'set') };
  const [first] = branches;
  if (first && !isFilter(first)) {
    writeBranch(translator, slot, { ...handler, branch: first }, position);
    return;
  }
  translator.gap(slot, argumentsEnd, bodyStart, after);
  let from = bodyStart;
  for (const branch of branches) {
    from = isFilter(branch)
      ? writeFilter(translator, slot, branch, from, position)
      : writeLast(translator, slot, branch, from, position);
  }
  translator.edits.push(insertAfter(from, `\n${slot.indent}}`));
}

/**
 *     if (err) return cb(err);
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {Handler & { branch: TSESTree.IfStatement }} parts
 * @param {Position} position
 */
function writeBranch(
  translator,
  slot,
  { branch, argumentsEnd, bodyStart, after, goesOn },
  position,
) {
  const { sourceCode } = translator;
  const { consequent } = branch;
  const deeper = `${slot.indent}${indentUnit(sourceCode)}`;
  // What is said of the test is said of the branch that is left of it.
  const said = translator
    .commentsBetween(bodyStart, consequent.range[0])
    .map((comment) => `\n${deeper}${comment}`)
    .join('');
  if (consequent.type === 'BlockStatement') {
    const open = consequent.range[0] + 1;
    translator.gap(slot, argumentsEnd, bodyStart, after + said);
    translator.edits.push(removeBetween(bodyStart, open));
    const [first] = consequent.body;
    if (first && !hasNewline(translator, open, first.range[0])) {
      translator.gap(slot, open, first.range[0], `\n${deeper}`);
      const close = consequent.range[1] - 1;
      translator.gap(
        slot,
        skipWhitespaceBackward(sourceCode.text, close),
        close,
        `\n${slot.indent}`,
      );
    }
    translateLast(translator, consequent.body, position, { branch: consequent, goesOn });
    return;
  }
  translator.freed.add(consequent);
  translator.gap(slot, argumentsEnd, bodyStart, `${after}${said}\n${deeper}`);
  translator.edits.push(
    removeBetween(bodyStart, consequent.range[0]),
    insertAfter(consequent.range[1], `\n${slot.indent}}`),
  );
  translator.freed.add(consequent);
  const isOnOwnLine = hasNewline(translator, branch.test.range[1], consequent.range[0]);
  const shift = isOnOwnLine ? position.shift : position.shift + 1;
  if (!isOnOwnLine) {
    translator.indent([consequent.range[0], consequent.range[1]], 1);
  }
  translateLast(translator, [consequent], { ...position, shift }, { branch: consequent, goesOn });
}

/**
 *     if (err && err.code === 'ENOENT') return cb(null, []);
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {TSESTree.IfStatement} branch
 * @param {number} from Where what comes before it ends.
 * @param {Position} position
 * @returns {number} Where it ends, with what is said of it.
 */
function writeFilter(translator, slot, branch, from, position) {
  const { sourceCode } = translator;
  const end = startLine(translator, slot, branch, from);
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
  translateStatements(translator, [branch], { ...inHandler(position), shift: position.shift + 1 });
  return end;
}

/**
 *     if (err) return cb(err);
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {TSESTree.IfStatement} branch Behind others.
 * @param {number} from Where they end.
 * @param {Position} position
 * @returns {number} Where it ends, with what is said of it.
 */
function writeLast(translator, slot, branch, from, position) {
  const { text } = translator.sourceCode;
  const { consequent, range } = branch;
  if (consequent.type !== 'BlockStatement') {
    const end = startLine(translator, slot, branch, from);
    translator.freed.add(consequent);
    const start = startOfComments(translator, range[0], consequent.range[0]);
    translator.edits.push(removeBetween(range[0], start));
    if (hasNewline(translator, start, consequent.range[0])) {
      translator.indent([start, consequent.range[0]], -1);
    }
    translateLast(
      translator,
      [consequent],
      { ...position, shift: position.shift + 1 },
      { branch: consequent },
    );
    return end;
  }
  const [first] = consequent.body;
  const open = consequent.range[0] + 1;
  const before = skipWhitespaceBackward(text, range[0]);
  const isApart = /\n[^\S\n]*\n/u.test(text.slice(before, range[0]));
  translator.indent([from, before], 1);
  const line = `\n${slot.indent}${indentUnit(translator.sourceCode)}`;
  const isInline = first && !hasNewline(translator, open, first.range[0]);
  // What is said behind the brace is not said of what comes before the branch.
  const said = isInline ? undefined : /^[^\S\n]*(?=\/)/u.exec(text.slice(open))?.[0].length;
  const lines = translator.commentsBetween(range[0], open).map((comment) => line + comment);
  translator.edits.push(
    replaceRange(
      [before, open + (said ?? 0)],
      (isApart ? '\n' : '') + lines.join('') + (said === undefined ? '' : line),
    ),
  );
  if (isInline) {
    translator.gap(slot, open, first.range[0], line);
  }
  translateLast(translator, consequent.body, position, { branch: consequent });
  const close = skipWhitespaceBackward(text, consequent.range[1] - 1);
  translator.edits.push(removeBetween(close, consequent.range[1]));
  return behindComment(text, consequent.range[1]);
}

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {TSESTree.Statement} statement Gets a line of its own, a level deeper.
 * @param {number} from Where what comes before it ends.
 * @returns {number} Where it ends, with what is said of it.
 */
function startLine(translator, slot, statement, from) {
  const { sourceCode } = translator;
  const [start] = statement.range;
  const end = behindComment(sourceCode.text, endOfStatement(sourceCode, statement));
  const isOnOwnLine = hasNewline(translator, from, start);
  if (!isOnOwnLine) {
    translator.gap(slot, from, start, `\n${slot.indent}${indentUnit(sourceCode)}`);
  }
  translator.indent([isOnOwnLine ? from : start, end], 1);
  return end;
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
 * @param {string} text
 * @param {number} end Of a statement.
 * @returns {number} Where what is said of it on its line ends.
 */
function behindComment(text, end) {
  return end + (/^[ \t]*\/\/[^\r\n]*/u.exec(text.slice(end))?.[0].length ?? 0);
}

/**
 * @param {Position} position
 * @returns {Position} More of the function stands behind the `catch`.
 */
function inHandler(position) {
  return { ...position, last: false, endsTurn: false, isAhead: true };
}

/**
 * @param {Translator} translator
 * @param {readonly TSESTree.Statement[]} statements
 * @param {Position} position
 * @param {{ branch: TSESTree.Statement, goesOn?: boolean | undefined }} whole What they are.
 */
function translateLast(translator, statements, position, { branch, goesOn }) {
  if (translateStatements(translator, statements, inHandler(position)) && !goesOn) {
    throw new Refused(
      position.followed ? 'falls-through' : 'callback-not-called',
      quote(translator.sourceCode, statements[0] ?? branch),
    );
  }
}
