/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext, Plan } from '../../contract/pattern.js' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { Edit } from '../../edits/edit.js' */

import { keepsValue } from '../../analysis/values/certain-values.js';
import { enclosingFunction, isFunction } from '../../analysis/syntax/functions.js';
import { isWithin, nodesWithin } from '../../analysis/syntax/nodes.js';
import { variableOf, writesOf } from '../../analysis/syntax/scopes.js';
import { indentLines, insertAfter, insertBefore, replaceRange } from '../../edits/edit.js';
import { levelsBetween } from '../../edits/indentation.js';
import { identifiersWithin, isMemberName } from '../../edits/names.js';
import {
  isParenthesized,
  needsParenthesesAsInitialiser,
  needsParenthesesAsOperand,
} from '../../edits/parentheses.js';
import { needsSemicolonBefore } from '../../edits/statements.js';
import { hasCommentBetween } from '../../edits/trivia.js';
import { isPlain } from '../../analysis/values/plain-values.js';
import { isBlockLike } from './blocks.js';

/**
 *     const lines = await (async (text) => {       const parts = text.split(',');
 *       const parts = text.split(',');         ->  const lines = await parse(parts);
 *       return parse(parts);
 *     })(text);
 *
 * Statements of a function that is called on the spot, with what its parameters are called as, run the
 * same among those around it where no name of theirs is used there.
 *
 * @param {PatternContext} context
 * @param {TSESTree.AwaitExpression} awaiting
 * @returns {Plan | undefined}
 */
export function planStatements(context, awaiting) {
  const { sourceCode } = context;
  const call = awaiting.argument;
  const statement = statementOf(awaiting);
  const fn = call.type === 'CallExpression' ? call.callee : undefined;
  if (
    !statement ||
    call.type !== 'CallExpression' ||
    call.optional ||
    !isFunction(fn) ||
    !fn.async ||
    fn.generator ||
    !isBlockLike(context, fn) ||
    !isGivenItsNames(context, fn, call.arguments)
  ) {
    return undefined;
  }
  const { body } = /** @type {TSESTree.BlockStatement} */ (fn.body);
  const [first, last] = [body[0], body.at(-1)];
  if (
    !first ||
    last?.type !== 'ReturnStatement' ||
    !last.argument ||
    hasCommentBetween(sourceCode, statement.range[0], first.range[0]) ||
    hasCommentBetween(sourceCode, last.range[1], statement.range[1])
  ) {
    return undefined;
  }
  const own = nameOfResult(statement);
  const previous = body.at(-2);
  const isOwn =
    own !== undefined &&
    previous !== undefined &&
    last.argument.type === 'Identifier' &&
    last.argument.name === own &&
    declaredNames(context, fn).includes(own) &&
    isPlain(sourceCode, last.argument) &&
    !hasCommentBetween(sourceCode, previous.range[1], last.range[0]);
  if (!areFree(context, fn, statement, isOwn ? own : undefined)) {
    return undefined;
  }
  const kept = isOwn ? previous : last;
  const [, end] = kept.range;
  const guard = needsSemicolonBefore(
    sourceCode,
    statement,
    sourceCode.text.slice(first.range[0], end),
  );
  const [isEnded, wasEnded] = [end, statement.range[1]].map(
    (at) => sourceCode.text[at - 1] === ';',
  );
  const takesSemicolon = /^(?:(?:Expression|Return|Throw)Statement|VariableDeclaration)$/u.test(
    kept.type,
  );
  const ending = wasEnded && !isEnded && takesSemicolon ? ';' : '';
  return {
    edits: [
      replaceRange([statement.range[0], first.range[0]], guard ? ';' : ''),
      indentLines(
        [first.range[0], end],
        -levelsBetween(sourceCode, statement.range[0], first.range[0]),
      ),
      ...(isOwn ? [] : writeResult(context, statement, last)),
      replaceRange([end, statement.range[1]], ending),
    ],
    safe: false,
    assumes: [],
  };
}

/**
 * @param {TSESTree.AwaitExpression} awaiting
 * @returns {TSESTree.VariableDeclaration | TSESTree.ReturnStatement | undefined} The statement of a list
 *   that is there for the value.
 */
function statementOf({ parent }) {
  const declaration = parent.type === 'VariableDeclarator' ? parent.parent : undefined;
  const statement =
    declaration?.declarations.length === 1 && declaration.kind !== 'var' ? declaration : parent;
  const isListed =
    statement.parent?.type === 'BlockStatement' || statement.parent?.type === 'Program';
  return isListed &&
    (statement.type === 'ReturnStatement' || statement.type === 'VariableDeclaration')
    ? statement
    : undefined;
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @param {readonly TSESTree.CallExpressionArgument[]} given
 * @returns {boolean} Whether each parameter stands for a constant of the same name.
 */
function isGivenItsNames({ sourceCode }, fn, given) {
  const parameters = sourceCode.getDeclaredVariables(fn);
  return (
    fn.params.length === given.length &&
    fn.params.every((parameter, index) => {
      const argument = given[index];
      const variable = variableOf(sourceCode, argument);
      return (
        parameter.type === 'Identifier' &&
        !parameter.typeAnnotation &&
        argument?.type === 'Identifier' &&
        argument.name === parameter.name &&
        variable !== undefined &&
        keepsValue(variable)
      );
    }) &&
    parameters.every((variable) => writesOf(variable).length === 0)
  );
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {string[]} What its body declares.
 */
function declaredNames({ sourceCode }, fn) {
  const scope = sourceCode.scopeManager?.acquire(fn, true);
  return (scope?.variables ?? [])
    .filter(({ defs: [definition] }) => definition && definition.type !== 'Parameter')
    .map(({ name }) => name);
}

/**
 * @param {TSESTree.VariableDeclaration | TSESTree.ReturnStatement} statement
 * @returns {string | undefined} `lines` of `const lines = …`.
 */
function nameOfResult(statement) {
  const id = statement.type === 'VariableDeclaration' ? statement.declarations[0].id : undefined;
  return statement.type === 'VariableDeclaration' &&
    statement.kind === 'const' &&
    id?.type === 'Identifier' &&
    !id.typeAnnotation
    ? id.name
    : undefined;
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @param {TSESTree.Node} statement
 * @param {string | undefined} own The name that stays the result's.
 * @returns {boolean} Whether nothing around the function is called as what its body declares.
 */
function areFree(context, fn, statement, own) {
  const { sourceCode } = context;
  const around = enclosingFunction(statement) ?? sourceCode.ast;
  return (
    // eval('typeof lines')
    identifiersWithin(sourceCode, around, 'eval').length === 0 &&
    declaredNames(context, fn).every(
      (name) =>
        name === own ||
        (identifiersWithin(sourceCode, around, name).every(
          (node) => isWithin(node, fn.body) || isMemberName(node),
        ) &&
          nodesWithin(sourceCode, 'JSXIdentifier', around).every(
            (node) => node.name !== name || isWithin(node, fn.body),
          )),
    )
  );
}

/**
 *     return parse(parts);  ->  const lines = await parse(parts);
 *
 * @param {PatternContext} context
 * @param {TSESTree.VariableDeclaration | TSESTree.ReturnStatement} statement
 * @param {TSESTree.ReturnStatement} last
 * @returns {Edit[]}
 */
function writeResult({ sourceCode }, statement, last) {
  const value = /** @type {TSESTree.Expression} */ (last.argument);
  const id = statement.type === 'VariableDeclaration' ? statement.declarations[0].id : undefined;
  const binding = id ? `${sourceCode.text.slice(statement.range[0], id.range[1])} =` : 'return';
  const [start] = last.range;
  const end = start + 'return'.length;
  const isThere = isPlain(sourceCode, value) && !(id?.type === 'Identifier' && takesName(value));
  // let v = log(), w  would declare another variable.
  const isTornApart = isThere
    ? id !== undefined && needsParenthesesAsInitialiser(value)
    : needsParenthesesAsOperand(value);
  const encloses = isTornApart && !isParenthesized(sourceCode, value);
  return [
    replaceRange([start, end], isThere ? binding : `${binding} await`),
    ...(encloses ? [insertBefore(value.range[0], '('), insertAfter(value.range[1], ')')] : []),
  ];
}

/**
 * @param {TSESTree.Expression} value
 * @returns {boolean} Whether it would be called as the variable is that it initialises.
 */
function takesName(value) {
  switch (value.type) {
    case 'ArrowFunctionExpression':
      return true;
    case 'ClassExpression':
    case 'FunctionExpression':
      return !value.id;
    default:
      return false;
  }
}
