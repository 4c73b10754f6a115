/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { Printer } from '../../regions/print/printer.js' */
/** @import { ChainUse } from './uses.js' */
/** @import { Conversion } from './lowering.js' */

import { isTail, returnsOf } from '../../analysis/flow/completion.js';
import { compilerOption } from '../../analysis/environment/compilers.js';
import { isInLoop } from '../../analysis/flow/control-flow.js';
import { isFunction } from '../../analysis/syntax/functions.js';
import { isWithin } from '../../analysis/syntax/nodes.js';
import { readReturn } from '../../analysis/syntax/returned-declarations.js';
import { readsOf, variableOf, writesOf } from '../../analysis/syntax/scopes.js';
import { removeBetween } from '../../edits/edit.js';
import { hasCommentBetween, skipBackward } from '../../edits/trivia.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import { replaceStatement, writeValue } from '../../regions/print/print.js';

/**
 * @param {Conversion} conversion
 * @param {ChainUse[]} uses
 */
export function convertUses(conversion, uses) {
  /** @type {Set<TSESTree.Node>} */
  const statements = new Set();
  for (const { statement, use } of uses) {
    if (!statements.has(statement)) {
      statements.add(statement);
      convertStatement(conversion, statement, use);
    }
  }
}

/**
 * @param {Conversion} conversion
 * @param {TSESTree.Node} statement One that hands on a chain, or the body of an arrow function.
 * @param {ChainUse['use']} use
 */
function convertStatement(conversion, statement, use) {
  const { printer } = conversion;
  const { sourceCode } = printer.context;
  switch (statement.type) {
    case 'ReturnStatement':
      convertReturn(printer, statement, statement);
      return;
    case 'ExpressionStatement': {
      const block = replaceStatement(printer, statement);
      const expression = withoutVoid(statement.expression);
      if (expression.type === 'AssignmentExpression') {
        const { left, right } = expression;
        const variable = variableOf(sourceCode, left);
        const target = [left.range];
        writeValue(
          printer,
          right,
          { kind: 'assign', target, isSet: true, ...(variable && { variable }) },
          block,
        );
      } else if (use === 'last') {
        // A compiler may ask that either each end gives something or none does.
        const isUnused = compilerOption(printer.context, 'noImplicitReturns') !== true;
        const destination = /** @type {const} */ ({
          kind: 'return',
          isGuarded: false,
          isTail: true,
        });
        writeValue(printer, expression, { ...destination, isUnused }, block);
      } else {
        writeValue(printer, expression, { kind: 'drop' }, block);
      }
      return;
    }
    case 'VariableDeclaration': {
      const declared = readReturn(sourceCode, statement);
      if (declared) {
        convertReturn(printer, statement, declared);
        return;
      }
      const block = replaceStatement(printer, statement);
      const { id, init } = /** @type {TSESTree.VariableDeclarator} */ (statement.declarations[0]);
      const variable = variableOf(sourceCode, id);
      writeValue(
        printer,
        init,
        {
          kind: 'declare',
          keyword: /** @type {'const' | 'let' | 'var'} */ (statement.kind),
          pattern: [id.range],
          ...(id.type === 'Identifier' && { name: [id.name] }),
          ...(variable && { variable }),
          isSet: statement.kind === 'var' && mayBeSet(printer, variable, statement),
          isWrapped: false,
        },
        block,
      );
      return;
    }
    default:
      convertArrow(printer, statement, /** @type {FunctionNode} */ (statement.parent));
  }
}

/**
 * @param {TSESTree.Expression} expression
 * @returns {TSESTree.Expression} The chain of `void chain`.
 */
function withoutVoid(expression) {
  return expression.type === 'UnaryExpression' && expression.operator === 'void'
    ? expression.argument
    : expression;
}

/**
 * @param {Printer} printer
 * @param {Variable | undefined} variable
 * @param {TSESTree.VariableDeclaration} statement One that declares it with `var`.
 * @returns {boolean} Whether it may have another value before, or is looked at within the statement.
 */
function mayBeSet({ root }, variable, statement) {
  return (
    isInLoop(statement, /** @type {FunctionNode} */ (root)) ||
    variable?.defs.length !== 1 ||
    writesOf(variable).length > 1 ||
    readsOf(variable).some(({ identifier }) => isWithin(identifier, statement))
  );
}

/**
 * @param {Printer} printer
 * @param {TSESTree.ReturnStatement | TSESTree.VariableDeclaration} statement
 * @param {TSESTree.ReturnStatement} last The statement, or the next, which returns the variable.
 */
function convertReturn(printer, statement, last) {
  const { context, root } = printer;
  const value =
    statement.type === 'ReturnStatement' ? statement.argument : statement.declarations[0].init;
  const isLast = root.type !== 'Program' && isTail(last, root);
  const block = replaceStatement(printer, statement, last);
  const saysUndefined =
    isFunction(root) &&
    returnsOf(context.sourceCode, root).length > 1 &&
    compilerOption(context, 'noImplicitReturns') === true;
  writeValue(
    printer,
    value,
    { kind: 'return', isGuarded: false, isTail: isLast, saysUndefined },
    block,
  );
}

/**
 * (id) => chain  ->  (id) => {…}
 *
 * @param {Printer} printer
 * @param {TSESTree.Node} body
 * @param {FunctionNode} fn
 */
function convertArrow(printer, body, fn) {
  const { context, edits, frames, names } = printer;
  const { sourceCode } = context;
  const { text } = sourceCode;
  const [start, end] = parenthesizedRange(sourceCode, body);
  const arrow = skipBackward(sourceCode, start);
  const block = { items: [], home: names.homeOf(sourceCode.getScope(fn.body)) };
  let anchor = arrow - 1;
  // f(\n  (id) => chain,\n)  ->  f((id) => {…})
  const { parent } = fn;
  if (parent?.type === 'CallExpression' && parent.arguments.at(-1) === fn) {
    const open = skipBackward(sourceCode, fn.range[0]);
    const close = parent.range[1] - 1;
    const isOnOneLine = !text.slice(fn.range[0], arrow).includes('\n');
    const isApart =
      isOnOneLine && text[open - 1] === '(' && text.slice(open, fn.range[0]).includes('\n');
    const isBeside = isOnOneLine && !text.slice(parent.callee.range[1], fn.range[0]).includes('\n');
    if (
      (isApart || isBeside) &&
      text.slice(end, close).includes('\n') &&
      !hasCommentBetween(sourceCode, open, fn.range[0]) &&
      !hasCommentBetween(sourceCode, end, close)
    ) {
      edits.push(removeBetween(end, close));
      if (isApart) {
        edits.push(removeBetween(open, fn.range[0]));
        anchor = open - 1;
      }
    }
  }
  frames.push({ range: [arrow, end], block, form: 'arrow', anchor });
  writeValue(printer, body, { kind: 'return', isGuarded: false, isTail: true }, block);
}
