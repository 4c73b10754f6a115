/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { ObligationId } from '../../contract/obligations.js' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { Run } from './coroutines.js' */

import {
  canBeAsync,
  hasPromiseType,
  isPlainReturn,
} from '../../analysis/promises/async-candidates.js';
import {
  enclosingFunction,
  frameUses,
  hasDirective,
  usesOwnName,
} from '../../analysis/syntax/functions.js';
import { wouldLoseCallback } from '../../analysis/handlers/withheld-callbacks.js';
import { asyncPosition } from '../../edits/async-position.js';
import { indentLines, insertBefore, removeBetween, replaceRange } from '../../edits/edit.js';
import { levelsBetween } from '../../edits/indentation.js';
import { usesAwaitAsName } from '../../edits/names.js';
import { isParenthesized } from '../../edits/parentheses.js';
import { hasCommentBetween, skipWhitespace, skipWhitespaceBackward } from '../../edits/trivia.js';
import { moveResultType } from './result-types.js';
import { hasLexicalThis, parametersStart } from './shells.js';

/**
 * A function that does nothing but run a coroutine becomes the async function itself.
 *
 *     function load(id) { return co(function* () {…}); }  ->  async function load(id) {…}
 *
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @param {Run} run
 * @returns {{ edits: Edit[], assumes: ObligationId[] } | undefined} Undefined where the two functions
 *   cannot be one.
 */
export function collapseIntoFunction(context, fn, run) {
  const { sourceCode } = context;
  const { argumentsObject, call, args } = run.runner;
  const outer = enclosingFunction(call);
  if (
    !outer ||
    outer.generator ||
    (fn.params.length > 0 && !argumentsObject) ||
    args.length > 0 ||
    fn.body.type !== 'BlockStatement' ||
    usesOwnName(sourceCode, fn) ||
    !isPlainReturn(outer, call) ||
    !canBeAsync(outer, sourceCode) ||
    usesAwaitAsName(sourceCode, outer) ||
    wouldLoseCallback(context, outer) ||
    !hasPromiseType(outer)
  ) {
    return undefined;
  }
  const uses = frameUses(sourceCode, fn);
  if (
    uses.arguments.length > 0 ||
    uses.evaluates ||
    uses.others ||
    !hasLexicalThis(context, fn, run) ||
    (hasDirective(fn) && !hasDirective(outer)) ||
    (argumentsObject ? !standsFor(context, outer, fn) : sharesNames(context, outer, fn))
  ) {
    return undefined;
  }
  /** @type {ObligationId[]} */
  const assumes = (argumentsObject ? fn : outer).params.some(
    (parameter) => parameter.type !== 'Identifier',
  )
    ? ['throws-late']
    : [];
  if (assumes.some((id) => !context.options.assumable.has(id))) {
    return undefined;
  }
  const edits = writeCollapsed(context, outer, fn, call);
  if (edits && argumentsObject) {
    edits.push(moveParameters(context, outer, fn));
  }
  edits?.push(...moveResultType(sourceCode, outer, fn));
  return edits && { edits, assumes };
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} outer
 * @param {FunctionNode} fn
 * @returns {boolean} Whether a name of the inner function is also one of the outer's.
 */
function sharesNames({ sourceCode }, outer, fn) {
  const outerNames = declaredNames(sourceCode, outer);
  return declaredNames(sourceCode, fn).some((name) => outerNames.includes(name));
}

/**
 * function f(a_1) { return __awaiter(this, arguments, void 0, function* (a, b = 2) {…}); }
 *
 * @param {PatternContext} context
 * @param {FunctionNode} outer
 * @param {FunctionNode} fn
 * @returns {boolean} Whether the outer parameters only stand for the inner ones.
 */
function standsFor({ sourceCode }, outer, fn) {
  const isPlain = outer.params.every(
    (parameter) =>
      parameter.type === 'Identifier' ||
      (parameter.type === 'RestElement' && parameter.argument.type === 'Identifier'),
  );
  const variables = sourceCode.scopeManager?.acquire(outer, true)?.variables ?? [];
  return (
    isPlain &&
    outer.type !== 'ArrowFunctionExpression' &&
    fn.params.length > 0 &&
    variables.every(({ name, references }) => name === 'arguments' || references.length === 0)
  );
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} outer
 * @param {FunctionNode} fn
 * @returns {Edit}
 */
function moveParameters({ sourceCode }, outer, fn) {
  const [first] = fn.params;
  const last = fn.params.at(-1);
  const parameters = sourceCode.text.slice(first?.range[0], last?.range[1]);
  const open = parametersStart(sourceCode, outer) + 1;
  const end = outer.params.at(-1)?.range[1] ?? open;
  return replaceRange([outer.params[0]?.range[0] ?? open, end], parameters);
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {FunctionNode} fn
 * @returns {string[]} The parameters and what the body declares at its top.
 */
function declaredNames({ scopeManager }, fn) {
  const variables = scopeManager?.acquire(fn, true)?.variables ?? [];
  return variables.filter(({ defs }) => defs.length > 0).map(({ name }) => name);
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} outer
 * @param {FunctionNode} fn
 * @param {TSESTree.CallExpression} call
 * @returns {Edit[] | undefined} Undefined where a comment stands in what goes.
 */
function writeCollapsed({ sourceCode }, outer, fn, call) {
  const { text } = sourceCode;
  const bodyStart = fn.body.range[0] + 1;
  const bodyEnd = fn.body.range[1] - 1;
  const asyncEdit = outer.async ? [] : [insertBefore(asyncPosition(outer, sourceCode), 'async ')];

  if (outer.body === call) {
    // () => co(function* () {…})
    const arrow = skipWhitespaceBackward(text, call.range[0]);
    if (
      hasCommentBetween(sourceCode, arrow, bodyStart) ||
      hasCommentBetween(sourceCode, bodyEnd, call.range[1]) ||
      isParenthesized(sourceCode, call)
    ) {
      return undefined;
    }
    return [
      ...asyncEdit,
      replaceRange([arrow, fn.body.range[0]], ' '),
      indentLines(fn.body.range, -levelsBetween(sourceCode, arrow, fn.body.range[0])),
      removeBetween(fn.body.range[1], call.range[1]),
    ];
  }
  const statement = /** @type {TSESTree.ReturnStatement} */ (call.parent);
  const start = skipWhitespaceBackward(text, statement.range[0]);
  const end = skipWhitespaceBackward(text, bodyEnd);
  const isEmpty = end <= bodyStart;
  const isMultiline = text.slice(bodyStart, bodyEnd).includes('\n');
  if (
    hasCommentBetween(sourceCode, statement.range[0], bodyStart) ||
    hasCommentBetween(sourceCode, fn.body.range[1], statement.range[1]) ||
    (isMultiline && !text.slice(start, statement.range[0]).includes('\n'))
  ) {
    return undefined;
  }
  const firstInBody = skipWhitespace(text, bodyStart);
  return [
    ...asyncEdit,
    // Code on the line of the brace must not get onto the line of a comment above.
    text.slice(bodyStart, firstInBody).includes('\n')
      ? removeBetween(start, bodyStart)
      : removeBetween(statement.range[0], Math.min(firstInBody, end)),
    ...(isEmpty
      ? []
      : [
          indentLines(
            [bodyStart, end],
            -levelsBetween(sourceCode, statement.range[0], firstInBody),
          ),
        ]),
    removeBetween(end, statement.range[1]),
  ];
}
