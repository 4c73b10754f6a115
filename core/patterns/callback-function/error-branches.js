/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { Slot } from './slots.js' */
/** @import { Position, Translator } from './translator.js' */

import { sliceWithin } from '../../analysis/nodes.js';
import { insertAfter, removeBetween, replaceRange } from '../../edits/edit.js';
import { indentUnit } from '../../edits/indentation.js';
import { endOfStatement } from '../../edits/leading-semicolons.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import { findPunctuator, skipWhitespaceBackward } from '../../edits/trivia.js';
import { translateConsequent } from './branches.js';
import { certainOf, isFilter } from './error-filters.js';
import { positionWith } from './position.js';
import { Refused, quote } from './refused.js';
import { translateStatements } from './statements.js';

/**
 * How what a callback does with an error is written as the body of a `catch`.
 */

/**
 * @typedef {object} Handler
 * @property {readonly TSESTree.IfStatement[]} branches
 * @property {Variable} error
 * @property {number} argumentsEnd
 * @property {number} bodyStart
 * @property {string} after What stands behind the arguments: `catch (err) {`.
 * @property {boolean | undefined} [goesOn] Whether what follows runs behind it, too.
 * @property {boolean | undefined} [isChain] Whether each `else` stays.
 * @property {boolean | undefined} [rethrows] Whether what follows hands the error on.
 */

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {Handler} handler
 * @param {Position} outer
 */
export function writeHandler(translator, slot, handler, outer) {
  const { branches, error, argumentsEnd, bodyStart, after, isChain, rethrows } = handler;
  const position = { ...outer, known: new Map(outer.known).set(error, 'set') };
  const [first] = branches;
  if (first && !isFilter(first)) {
    writeBranch(translator, slot, { ...handler, branch: first }, position);
    return;
  }
  translator.gap(slot, argumentsEnd, bodyStart, after);
  const last = isChain ? first : branches.at(-1);
  if (!first || !last) {
    return;
  }
  const end = isChain
    ? behindComment(translator.sourceCode.text, endOfStatement(translator.sourceCode, first))
    : endOfBranch(translator, last);
  const thrown = rethrows ? throwText(translator, slot, error, outer) : '';
  // In front of what closes there inside.
  translator.edits.push(insertAfter(end, `${thrown}\n${slot.indent}}`));
  if (isChain) {
    writeChain(translator, slot, { branches, range: [bodyStart, end] }, position);
    return;
  }
  for (const { alternate } of branches) {
    if (alternate) {
      translator.freed.add(alternate);
    }
  }
  let from = bodyStart;
  for (const branch of branches) {
    from = isFilter(branch)
      ? writeFilter(translator, slot, branch, from, position)
      : writeLast(translator, slot, branch, from, position);
  }
}

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {Variable} error
 * @param {Position} position
 * @returns {string} What hands it on at the end of the `catch`.
 */
function throwText(translator, { indent, semicolon }, error, { later }) {
  translator.failsEarly ||= !later;
  return `\n${indent}${indentUnit(translator.sourceCode)}throw ${error.name}${semicolon}`;
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
  { branch, error, argumentsEnd, bodyStart, after, goesOn = false, rethrows = false },
  position,
) {
  const { sourceCode } = translator;
  const { consequent } = branch;
  const deeper = `${slot.indent}${indentUnit(sourceCode)}`;
  const thrown = rethrows ? throwText(translator, slot, error, position) : '';
  const last = { branch: consequent, goesOn: goesOn || rethrows };
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
    translateLast(translator, consequent.body, position, last);
    const end = skipWhitespaceBackward(sourceCode.text, consequent.range[1] - 1);
    translator.edits.push(insertAfter(end, thrown));
    return;
  }
  translator.freed.add(consequent);
  translator.gap(slot, argumentsEnd, bodyStart, `${after}${said}\n${deeper}`);
  translator.edits.push(
    removeBetween(bodyStart, consequent.range[0]),
    insertAfter(consequent.range[1], `${thrown}\n${slot.indent}}`),
  );
  translator.freed.add(consequent);
  const isOnOwnLine = hasNewline(translator, branch.test.range[1], consequent.range[0]);
  const shift = isOnOwnLine ? position.shift : position.shift + 1;
  if (!isOnOwnLine) {
    translator.indent([consequent.range[0], consequent.range[1]], 1);
  }
  translateLast(translator, [consequent], positionWith(position, { shift }), last);
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
  const end = endOfBranch(translator, branch);
  startBranch(translator, slot, branch, [from, end]);
  dropCertain(translator, branch);
  const inner = { ...inHandler(position), shift: position.shift + 1 };
  if (!branch.alternate && !isElse(branch)) {
    translateStatements(translator, [branch], inner);
  } else if (translateConsequent(translator, branch, inner) && branch.alternate) {
    throw new Refused('callback-not-called', quote(translator.sourceCode, branch.consequent));
  }
  return end;
}

/**
 *     if (err && err.code === 'ENOENT') text = ''; else if (err) return cb(err);
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {{ branches: readonly TSESTree.IfStatement[], range: readonly [number, number] }} parts `range`:
 *   where what comes before it ends, and where it ends itself, with what is said of it.
 * @param {Position} position
 */
function writeChain(translator, slot, { branches, range: whole }, position) {
  const inner = { ...inHandler(position), shift: position.shift + 1 };
  for (const branch of branches) {
    const { range } = branch;
    if (!isElse(branch)) {
      startBranch(translator, slot, branch, whole);
    }
    if (isFilter(branch)) {
      dropCertain(translator, branch);
    } else {
      translator.drop(range[0], startOfBranch(translator, branch));
    }
    translateConsequent(translator, branch, inner);
  }
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
    const end = endOfBranch(translator, branch);
    startBranch(translator, slot, branch, [from, end]);
    translator.freed.add(consequent);
    const start = startOfBranch(translator, branch);
    translator.drop(range[0], start);
    const isOnOwnLine = hasNewline(translator, range[0], consequent.range[0]);
    if (isOnOwnLine) {
      translator.indent([start, end], -1);
    }
    const shift = isOnOwnLine ? position.shift : position.shift + 1;
    translateLast(translator, [consequent], positionWith(position, { shift }), {
      branch: consequent,
    });
    return end;
  }
  const [first] = consequent.body;
  const open = consequent.range[0] + 1;
  const before = isElse(branch)
    ? behindComment(text, from)
    : skipWhitespaceBackward(text, range[0]);
  const isApart = !isElse(branch) && /\n[^\S\n]*\n/u.test(text.slice(before, range[0]));
  translator.indent([from, before], 1);
  const line = `\n${slot.indent}${indentUnit(translator.sourceCode)}`;
  const isInline = first && !hasNewline(translator, open, first.range[0]);
  // What is said behind the brace is not said of what comes before the branch.
  const said = isInline ? undefined : /^[^\S\n]*(?=\/)/u.exec(text.slice(open))?.[0].length;
  const lines = translator.commentsBetween(before, open).map((comment) => line + comment);
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
  return endOfBranch(translator, branch);
}

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {TSESTree.IfStatement} branch Gets a line of its own, a level deeper.
 * @param {readonly [number, number]} range Where what comes before it ends, and where it ends itself.
 */
function startBranch(translator, slot, branch, [from, end]) {
  const { sourceCode } = translator;
  const [start] = branch.range;
  const line = `\n${slot.indent}${indentUnit(sourceCode)}`;
  if (isElse(branch)) {
    const before = behindComment(sourceCode.text, from);
    const said = translator.commentsBetween(before, start).map((comment) => line + comment);
    translator.edits.push(replaceRange([before, start], said.join('') + line));
    translator.indent([start, end], 1);
    return;
  }
  const isOnOwnLine = hasNewline(translator, from, start);
  if (!isOnOwnLine) {
    translator.gap(slot, from, start, line);
  }
  translator.indent([isOnOwnLine ? from : start, end], 1);
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
 * @param {TSESTree.IfStatement} branch
 * @returns {number} Where it ends, with what is said of it if no `else` follows.
 */
function endOfBranch({ sourceCode }, branch) {
  return branch.alternate
    ? branch.consequent.range[1]
    : behindComment(sourceCode.text, endOfStatement(sourceCode, branch));
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

/**
 * @param {Position} position
 * @returns {Position} More of the function stands behind the `catch`.
 */
function inHandler(position) {
  return positionWith(position, { last: false, endsTurn: false, isAhead: true });
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
