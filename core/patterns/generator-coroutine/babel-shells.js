/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { Runner } from './runners.js' */

import { isFunction } from '../../analysis/syntax/functions.js';
import { readKey } from '../../analysis/modules/modules.js';
import { indentLines, removeBetween, replaceRange } from '../../edits/edit.js';
import { spaceBehindName } from '../../edits/file-style.js';
import { levelsBetween } from '../../edits/indentation.js';
import { hasCommentBetween } from '../../edits/trivia.js';
import { dropPureNote, parametersStart } from './shells.js';

/**
 * The shell that Babel, SWC and the like put around `_asyncToGenerator(function* () {…})` to keep the
 * function's name and length, in place of the async function that it was.
 *
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @param {Runner} runner
 * @returns {Edit[] | undefined} Undefined where the helper stands alone.
 */
export function removeCompilerShell(context, fn, runner) {
  if (runner.kind !== '_asyncToGenerator') {
    return undefined;
  }
  return removeExpressionShell(context, fn, runner) ?? removeDeclarationShell(context, fn, runner);
}

/**
 * (function () {
 *   var _ref = _asyncToGenerator(function* (a) {…});
 *   return function name(_x) { return _ref.apply(this, arguments); };
 * })()
 *
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @param {Runner} runner
 * @returns {Edit[] | undefined}
 */
function removeExpressionShell(context, fn, runner) {
  const declarator = runner.call.parent;
  if (declarator.type !== 'VariableDeclarator' || declarator.id.type !== 'Identifier') {
    return undefined;
  }
  const block = declarator.parent.parent;
  const outer = block.parent;
  const [, returned] = block.type === 'BlockStatement' ? block.body : [];
  if (
    block.type !== 'BlockStatement' ||
    !isFunction(outer) ||
    block.body.length !== 2 ||
    block.body[0] !== declarator.parent ||
    returned?.type !== 'ReturnStatement' ||
    !isFunction(returned.argument) ||
    !forwardsTo(returned.argument, declarator.id.name)
  ) {
    return undefined;
  }
  const call = outer.parent;
  if (call?.type !== 'CallExpression' || call.callee !== outer || call.arguments.length > 0) {
    return undefined;
  }
  const edits = replaceShell(context, fn, call, returned.argument.id?.name);
  return edits && [...dropPureNote(context, call), ...edits];
}

/**
 * function name(_x) { return _name.apply(this, arguments); }
 * function _name() {
 *   _name = _asyncToGenerator(function* (a) {…});
 *   return _name.apply(this, arguments);
 * }
 *
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @param {Runner} runner
 * @returns {Edit[] | undefined}
 */
function removeDeclarationShell(context, fn, runner) {
  const assignment = runner.call.parent;
  if (assignment.type !== 'AssignmentExpression' || assignment.left.type !== 'Identifier') {
    return undefined;
  }
  const { name } = assignment.left;
  const block = assignment.parent.parent;
  const inner = block?.parent;
  if (
    block?.type !== 'BlockStatement' ||
    inner?.type !== 'FunctionDeclaration' ||
    inner.id?.name !== name ||
    block.body.length !== 2
  ) {
    return undefined;
  }
  const siblings = /** @type {{ body?: TSESTree.Node[] }} */ (inner.parent).body ?? [];
  const previous = siblings[siblings.indexOf(inner) - 1];
  const outer = previous && declarationIn(previous);
  if (!outer?.id || !forwardsTo(outer, name) || !isUsedOnlyHere(context, inner, 4)) {
    return undefined;
  }
  return replaceShell(context, fn, { range: [outer.range[0], inner.range[1]] }, outer.id.name);
}

/**
 * @param {TSESTree.Node} statement
 * @returns {TSESTree.FunctionDeclaration | undefined} The function that the statement declares or
 *   exports.
 */
function declarationIn(statement) {
  const declaration =
    statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration'
      ? statement.declaration
      : statement;
  return declaration?.type === 'FunctionDeclaration' ? declaration : undefined;
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.FunctionDeclaration} inner
 * @param {number} uses
 * @returns {boolean} Whether the compiler's name is used in the shell only: it is forwarded to twice
 *   and assigned once.
 */
function isUsedOnlyHere({ sourceCode }, inner, uses) {
  const variable = sourceCode.getDeclaredVariables(inner)[0];
  return variable !== undefined && variable.references.length < uses;
}

/**
 * @param {FunctionNode} fn
 * @param {string} name
 * @returns {boolean} Whether the body is `return name.apply(this, arguments)`.
 */
function forwardsTo(fn, name) {
  const [only, ...more] = fn.body.type === 'BlockStatement' ? fn.body.body : [];
  const call = only?.type === 'ReturnStatement' ? only.argument : undefined;
  if (more.length > 0 || call?.type !== 'CallExpression') {
    return false;
  }
  const { callee } = call;
  return (
    callee.type === 'MemberExpression' &&
    readKey(callee) === 'apply' &&
    callee.object.type === 'Identifier' &&
    callee.object.name === name
  );
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @param {{ range: readonly [number, number] }} shell
 * @param {string | undefined} name
 * @returns {Edit[] | undefined}
 */
function replaceShell({ sourceCode }, fn, shell, name) {
  const [start, end] = shell.range;
  const head = parametersStart(sourceCode, fn);
  if (
    hasCommentBetween(sourceCode, start, head) ||
    hasCommentBetween(sourceCode, fn.range[1], end)
  ) {
    return undefined;
  }
  return [
    replaceRange(
      [start, head],
      `async function ${name ? `${name}${spaceBehindName(sourceCode)}` : ''}`,
    ),
    indentLines([fn.body.range[0], fn.range[1]], -levelsBetween(sourceCode, start, fn.range[0])),
    removeBetween(fn.range[1], end),
  ];
}
