/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/functions.js' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Conversion } from './conversion.js' */
/** @import { Destination } from './destinations.js' */
/** @import { Block, Item } from './layout.js' */
/** @import { Restructuring } from './exits.js' */

import {
  indentLines,
  insertAfter,
  insertBefore,
  removeBetween,
  replaceRange,
  wrapNode,
} from '../../edits/edit.js';
import { isInLoop } from '../../analysis/control-flow.js';
import { ownNodes } from '../../analysis/functions.js';
import { isWithin } from '../../analysis/nodes.js';
import { isStrict } from '../../analysis/scopes.js';
import { indentOf, indentUnit } from '../../edits/indentation.js';
import { needsParenthesesAsOperand } from '../../edits/parentheses.js';
import { findPunctuator, hasCommentBetween, textOf } from '../../edits/trivia.js';
import { holdsChain, replaceStatement } from './conversion.js';
import { UNDEFINED, assignLast, declareFirst, handOn, line } from './destinations.js';
import { canListComplete, isTail, restructure, returnsOf, tryAround } from './exits.js';
import { newlineOf, noNotes } from './layout.js';
import { givingReturnsOf, unwrapReturn } from './settled-returns.js';
import { readReturn } from './uses.js';
import { isPlain } from './values.js';

/**
 * @callback WriteValue
 * @param {Conversion} conversion
 * @param {TSESTree.Node | null | undefined} node
 * @param {Destination} destination
 * @param {Block} out
 */

/**
 * @param {Conversion} conversion
 * @param {FunctionNode} fn
 * @param {Destination} destination
 * @returns {boolean} Whether the statements of the handler, put in place of its call, hand the same
 *   value on.
 */
export function fitsInto({ context, root, settled }, fn, destination) {
  const { sourceCode } = context;
  const scope = sourceCode.scopeManager?.acquire(fn, true);
  const variables = scope?.variables ?? [];
  const isRedeclared = variables.some(
    ({ defs }) => defs.length > 1 && defs.some(({ type }) => type === 'Parameter'),
  );
  const hasVar = variables.some(({ defs }) =>
    defs.some(
      ({ type, parent }) =>
        type === 'Variable' && parent?.type === 'VariableDeclaration' && parent.kind === 'var',
    ),
  );
  if (isRedeclared || (hasVar && isInLoop(fn, /** @type {FunctionNode} */ (root)))) {
    return false;
  }
  if (fn.body.type !== 'BlockStatement') {
    return true;
  }
  for (const node of ownNodes(sourceCode, fn)) {
    // In sloppy code the name reaches out of the block, over all of the function.
    if (
      node.type === 'FunctionDeclaration' &&
      node.parent !== fn.body &&
      !isStrict(sourceCode, node)
    ) {
      return false;
    }
  }
  if (destination.kind !== 'return') {
    return restructure(sourceCode, fn.body, givingReturnsOf(context, fn)) !== undefined;
  }
  return (
    !destination.isGuarded ||
    returnsOf(sourceCode, fn).every(
      (statement) =>
        !statement.argument ||
        !tryAround(statement, fn) ||
        isPlain(sourceCode, statement.argument, (variable) => settled.has(variable)),
    )
  );
}

/**
 * Puts what a function does where it would be called.
 *
 * @param {Conversion} conversion
 * @param {FunctionNode} fn
 * @param {Destination} destination
 * @param {Block} out
 * @param {WriteValue} writeValue
 */
export function inlineBody(conversion, fn, destination, out, writeValue) {
  conversion.consumed.add(fn);
  const { body } = fn;
  if (body.type !== 'BlockStatement') {
    writeValue(conversion, body, destination, out);
    return;
  }
  const { sourceCode } = conversion.context;
  const statements = body.body;
  const all = returnsOf(sourceCode, fn);
  const returns = destination.kind === 'return' ? all : givingReturnsOf(conversion.context, fn);
  const last = statements.at(-1);
  const isStraight = returns.length === 0 || (returns.length === 1 && returns[0] === last);
  if (!isStraight && destination.kind === 'declare') {
    declareFirst(conversion, destination, out, (inner) =>
      inlineBody(conversion, fn, inner, out, writeValue),
    );
    return;
  }
  if (!isStraight && destination.kind === 'assign' && destination.isSet) {
    assignLast(conversion, destination, out, (inner) =>
      inlineBody(conversion, fn, inner, out, writeValue),
    );
    return;
  }
  const final =
    last?.type === 'ReturnStatement' && (isStraight || destination.kind === 'return')
      ? last
      : undefined;
  const declared = final && declaredChain(conversion, statements, final);
  const leading = final ? statements.slice(0, declared ? -2 : -1) : statements;
  const source = leadingSource(conversion, body, leading, final === undefined);
  if (source) {
    out.items.push(source);
  }
  for (const statement of all) {
    if (statement !== final && destination.kind === 'return') {
      rewriteReturn(conversion, fn, statement, destination, writeValue);
    } else if (statement !== final && !returns.includes(statement)) {
      conversion.edits.push(...(unwrapReturn(conversion, fn, statement, false) ?? []));
    }
  }
  if (!isStraight && destination.kind !== 'declare' && destination.kind !== 'return') {
    const restructuring = /** @type {Restructuring} */ (restructure(sourceCode, body, returns));
    /** @type {Map<TSESTree.Node, Block>} */
    const idle = new Map();
    for (const statement of restructuring.returns) {
      const block = replaceStatement(conversion, statement);
      writeValue(conversion, statement.argument, destination, block);
      if (restructuring.breaks.has(statement)) {
        block.items.push(line(['break']));
      }
      if (block.items.length === 0) {
        idle.set(statement, block);
      }
    }
    dropElse(conversion, idle);
    moveIntoElse(conversion, restructuring, idle);
  }
  if (final) {
    const before = out.items.length;
    writeValue(conversion, declared ?? final.argument, destination, out);
    const first = out.items[before];
    if (first && leading.length > 0) {
      const between = sourceCode.text.slice(leading.at(-1)?.range[1], final.range[0]);
      first.isApart = /\n[ \t]*\r?\n/u.test(between);
    }
  } else if (canListComplete(statements)) {
    handOn(conversion, UNDEFINED, destination, out);
  }
}

/**
 * const promise = chain; return promise;
 *
 * @param {Conversion} conversion
 * @param {readonly TSESTree.Statement[]} statements
 * @param {TSESTree.ReturnStatement} final The last of them.
 * @returns {TSESTree.Expression | undefined} The chain that the last but one gives a name to, for nothing
 *   but to be returned.
 */
function declaredChain(conversion, statements, final) {
  const { sourceCode } = conversion.context;
  const declaration = statements.at(-2);
  if (
    declaration?.type !== 'VariableDeclaration' ||
    readReturn(sourceCode, declaration) !== final ||
    hasCommentBetween(sourceCode, declaration.range[0], final.range[1])
  ) {
    return undefined;
  }
  const { init } = /** @type {TSESTree.VariableDeclarator} */ (declaration.declarations[0]);
  return init && holdsChain(conversion, init) ? init : undefined;
}

/**
 * @param {Conversion} conversion
 * @param {TSESTree.BlockStatement} body
 * @param {readonly TSESTree.Statement[]} leading
 * @param {boolean} isWhole Whether nothing follows in the body.
 * @returns {Item | undefined}
 */
function leadingSource({ context }, body, leading, isWhole) {
  const [first] = leading;
  const last = leading.at(-1);
  if (first && last) {
    return { type: 'source', range: [first.range[0], last.range[1]], ...noNotes() };
  }
  const comments = isWhole
    ? (context.sourceCode.ast.comments ?? []).filter(
        ({ range }) => range[0] > body.range[0] && range[1] < body.range[1],
      )
    : [];
  const [opening] = comments;
  const closing = comments.at(-1);
  return opening && closing
    ? { type: 'source', range: [opening.range[0], closing.range[1]], ...noNotes() }
    : undefined;
}

/**
 * @param {Conversion} conversion
 * @param {FunctionNode} fn
 * @param {TSESTree.ReturnStatement} statement
 * @param {import('./destinations.js').Return} destination
 * @param {WriteValue} writeValue
 */
function rewriteReturn(conversion, fn, statement, destination, writeValue) {
  const { argument } = statement;
  if (!argument) {
    if (destination.saysUndefined) {
      conversion.edits.push(insertAfter(statement.range[0] + 'return'.length, ' undefined'));
    }
    return;
  }
  const { sourceCode } = conversion.context;
  const unwrapped = unwrapReturn(conversion, fn, statement, destination.isGuarded);
  if (unwrapped) {
    conversion.edits.push(...unwrapped);
  } else if (holdsChain(conversion, argument) && !tryAround(statement, fn)) {
    const isLast = destination.isTail && isTail(statement, fn);
    const block = replaceStatement(conversion, statement);
    writeValue(conversion, argument, { ...destination, isTail: isLast }, block);
  } else if (
    destination.isGuarded &&
    !isPlain(sourceCode, argument, (variable) => conversion.settled.has(variable))
  ) {
    const needsParentheses = needsParenthesesAsOperand(argument);
    conversion.edits.push(
      insertBefore(argument.range[0], needsParentheses ? 'await (' : 'await '),
      ...(needsParentheses ? [insertAfter(argument.range[1], ')')] : []),
    );
  }
}

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
 * @param {Conversion['frames']} frames
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
 * @param {Conversion} conversion
 * @param {ReadonlyMap<TSESTree.Node, Block>} idle
 */
function dropElse({ context: { sourceCode }, edits, frames }, idle) {
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
 * @param {Conversion} conversion
 * @param {Restructuring} restructuring
 * @param {ReadonlyMap<TSESTree.Node, Block>} idle Returns that nothing is left of.
 */
function moveIntoElse({ context, edits, frames }, restructuring, idle) {
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
