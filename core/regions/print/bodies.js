/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { Printer } from './printer.js' */
/** @import { Destination } from './destinations.js' */
/** @import { Block, Item } from './blocks.js' */
/** @import { Restructuring } from '../build/early-returns.js' */

import { canListComplete, isTail, returnsOf, tryAround } from '../../analysis/flow/completion.js';
import { isInLoop } from '../../analysis/flow/control-flow.js';
import { ownNodes } from '../../analysis/syntax/functions.js';
import { isPlain } from '../../analysis/values/plain-values.js';
import { readReturn } from '../../analysis/syntax/returned-declarations.js';
import { isStrict } from '../../analysis/syntax/scopes.js';
import { asPrinted, insertAfter, insertBefore } from '../../edits/edit.js';
import { needsParenthesesAsOperand } from '../../edits/parentheses.js';
import { hasCommentBetween } from '../../edits/trivia.js';
import { restructure } from '../build/early-returns.js';
import { holdsWait } from '../build/region.js';
import { givingReturnsOf, unwrapReturn } from '../build/settled-values.js';
import { line, noNotes } from './blocks.js';
import { UNDEFINED, assignLast, declareFirst, handOn } from './destinations.js';
import { dropElse, moveIntoElse } from './else-branches.js';
import { replaceStatement } from './printer.js';

/**
 * @callback WriteValue
 * @param {Printer} printer
 * @param {TSESTree.Node | null | undefined} node
 * @param {Destination} destination
 * @param {Block} out
 */

/**
 * @param {Printer} printer
 * @param {FunctionNode} fn
 * @param {Destination} destination
 * @returns {boolean} Whether the statements of the handler, put in place of its call, hand the same
 *   value on.
 */
export function fitsInto(printer, fn, destination) {
  const { context, root } = printer;
  const { sourceCode } = context;
  const isPlainReturn = plainReturns(printer);
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
    const returns = givingReturnsOf(context, fn);
    return restructure(sourceCode, fn.body, returns, isPlainReturn) !== undefined;
  }
  return (
    !destination.isGuarded ||
    returnsOf(sourceCode, fn).every(
      (statement) => !tryAround(statement, fn) || isPlainReturn(statement),
    )
  );
}

/**
 * @param {Printer} printer
 * @returns {Restructuring['isPlain']}
 */
function plainReturns({ context, settled }) {
  return ({ argument }) =>
    !argument || isPlain(context.sourceCode, argument, (variable) => settled.has(variable));
}

/**
 * Puts what a function does where it would be called.
 *
 * @param {Printer} printer
 * @param {FunctionNode} fn
 * @param {Destination} destination
 * @param {Block} out
 * @param {WriteValue} writeValue
 */
export function inlineBody(printer, fn, destination, out, writeValue) {
  printer.consumed.add(fn);
  const { body } = fn;
  if (body.type !== 'BlockStatement') {
    writeValue(printer, body, destination, out);
    return;
  }
  const { sourceCode } = printer.context;
  const statements = body.body;
  const all = returnsOf(sourceCode, fn);
  const returns = destination.kind === 'return' ? all : givingReturnsOf(printer.context, fn);
  const last = statements.at(-1);
  const isStraight = returns.length === 0 || (returns.length === 1 && returns[0] === last);
  if (!isStraight && destination.kind === 'declare') {
    declareFirst(printer, destination, out, (inner) =>
      inlineBody(printer, fn, inner, out, writeValue),
    );
    return;
  }
  if (!isStraight && destination.kind === 'assign' && destination.isSet) {
    assignLast(printer, destination, out, (inner) =>
      inlineBody(printer, fn, inner, out, writeValue),
    );
    return;
  }
  const final =
    last?.type === 'ReturnStatement' && (isStraight || destination.kind === 'return')
      ? last
      : undefined;
  const declared = final && declaredWait(printer, statements, final);
  const leading = final ? statements.slice(0, declared ? -2 : -1) : statements;
  const source = leadingSource(printer, body, leading, final === undefined);
  if (source) {
    out.items.push(source);
  }
  for (const statement of all) {
    if (statement !== final && destination.kind === 'return') {
      rewriteReturn(printer, fn, statement, destination, writeValue);
    } else if (statement !== final && !returns.includes(statement)) {
      printer.edits.push(...(unwrapReturn(printer, fn, statement, false) ?? []));
    }
  }
  if (!isStraight && destination.kind !== 'declare' && destination.kind !== 'return') {
    const restructuring = /** @type {Restructuring} */ (
      restructure(sourceCode, body, returns, plainReturns(printer))
    );
    /** @type {Map<TSESTree.Node, Block>} */
    const idle = new Map();
    for (const statement of restructuring.returns) {
      const block = replaceStatement(printer, statement);
      writeValue(printer, statement.argument, destination, block);
      if (restructuring.breaks.has(statement)) {
        block.items.push(line(['break']));
      }
      if (block.items.length === 0) {
        idle.set(statement, block);
      }
    }
    dropElse(printer, idle);
    moveIntoElse(printer, restructuring, idle);
  }
  if (final) {
    const before = out.items.length;
    writeValue(printer, declared ?? final.argument, destination, out);
    const first = out.items[before];
    if (first && leading.length > 0) {
      const between = sourceCode.text.slice(leading.at(-1)?.range[1], final.range[0]);
      first.isApart = /\n[ \t]*\r?\n/u.test(between);
    }
  } else if (canListComplete(sourceCode, statements)) {
    handOn(printer, UNDEFINED, destination, out);
  }
}

/**
 * const promise = chain; return promise;
 *
 * @param {Printer} printer
 * @param {readonly TSESTree.Statement[]} statements
 * @param {TSESTree.ReturnStatement} final The last of them.
 * @returns {TSESTree.Expression | undefined} The wait that the last but one gives a name to, for nothing
 *   but to be returned.
 */
function declaredWait(printer, statements, final) {
  const { sourceCode } = printer.context;
  const declaration = statements.at(-2);
  if (
    declaration?.type !== 'VariableDeclaration' ||
    readReturn(sourceCode, declaration) !== final ||
    hasCommentBetween(sourceCode, declaration.range[0], final.range[1])
  ) {
    return undefined;
  }
  const { init } = /** @type {TSESTree.VariableDeclarator} */ (declaration.declarations[0]);
  return init && holdsWait(printer.lowering, init) ? init : undefined;
}

/**
 * @param {Printer} printer
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
 * @param {Printer} printer
 * @param {FunctionNode} fn
 * @param {TSESTree.ReturnStatement} statement
 * @param {import('./destinations.js').Return} destination
 * @param {WriteValue} writeValue
 */
function rewriteReturn(printer, fn, statement, destination, writeValue) {
  const { argument } = statement;
  if (!argument) {
    if (destination.saysUndefined) {
      printer.edits.push(insertAfter(statement.range[0] + 'return'.length, ' undefined'));
    }
    return;
  }
  const { sourceCode } = printer.context;
  const unwrapped = unwrapReturn(printer, fn, statement, destination.isGuarded);
  if (unwrapped) {
    printer.edits.push(...unwrapped);
  } else if (holdsWait(printer.lowering, argument) && !tryAround(statement, fn)) {
    const isLast = destination.isTail && isTail(statement, fn);
    const block = replaceStatement(printer, statement);
    writeValue(printer, argument, { ...destination, isTail: isLast }, block);
  } else if (
    destination.isGuarded &&
    !isPlain(sourceCode, argument, (variable) => printer.settled.has(variable))
  ) {
    const needsParentheses = needsParenthesesAsOperand(argument);
    printer.edits.push(
      asPrinted(insertBefore(argument.range[0], needsParentheses ? 'await (' : 'await ')),
      ...(needsParentheses ? [insertAfter(argument.range[1], ')')] : []),
    );
  }
}
