/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext, Plan, Refusal } from '../../contract/pattern.js' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { Edit } from '../../edits/edit.js' */

import { outermostCast, withoutCasts } from '../../analysis/syntax/casts.js';
import { frameUses, isFunction, ownNodes, usesOwnName } from '../../analysis/syntax/functions.js';
import { isDirective } from '../../analysis/syntax/nodes.js';
import { isStrict } from '../../analysis/syntax/scopes.js';
import { indentLines, insertAfter, insertBefore, replaceRange } from '../../edits/edit.js';
import { levelsBetween } from '../../edits/indentation.js';
import { hasOwnSemicolon } from '../../edits/leading-semicolons.js';
import { mentionsName } from '../../edits/names.js';
import { isParenthesized, needsParenthesesAsOperand } from '../../edits/parentheses.js';
import { needsSemicolonBefore } from '../../edits/statements.js';
import { hasCommentBetween, skipWhitespace } from '../../edits/trivia.js';
import { isImmediate } from '../../promises/layers.js';

/**
 *     await (async () => { const a = await f(); await g(a); })();  ->  { const a = await f(); await g(a); }
 *
 * Statements whose result nobody looks at run the same in a block: names stay in it, errors surface
 * at the same place.
 *
 * @param {PatternContext} context
 * @param {TSESTree.AwaitExpression} awaiting
 * @returns {{ plan: Plan } | { refusal: Refusal } | undefined} Undefined where the function is more
 *   than a block: it returns early, declares what a block does not hold, has a `this` of its own.
 */
export function planBlock(context, awaiting) {
  const { sourceCode } = context;
  const statement = /** @type {TSESTree.Node} */ (outermostCast(awaiting).parent);
  const call = withoutCasts(awaiting.argument);
  const fn = call.type === 'CallExpression' ? withoutCasts(call.callee) : undefined;
  if (
    statement.type !== 'ExpressionStatement' ||
    call.type !== 'CallExpression' ||
    call.optional ||
    call.arguments.length > 0 ||
    !isFunction(fn) ||
    !isImmediate(fn) ||
    !isBlockLike(context, fn)
  ) {
    return undefined;
  }
  const body = /** @type {TSESTree.BlockStatement} */ (fn.body);
  const [only, ...more] = body.body;
  const kept = more.length === 0 && only?.type === 'ExpressionStatement' ? only : body;
  const [start, end] = kept.range;
  const [isEnded, wasEnded] = [kept, statement].map((each) => hasOwnSemicolon(sourceCode, each));
  const ending = kept !== body && wasEnded && !isEnded ? ';' : '';
  const gaps = [
    [statement.range[0], start],
    [end, statement.range[1]],
  ];
  if (gaps.some(([from = 0, to = 0]) => hasCommentBetween(sourceCode, from, to))) {
    return { refusal: { reason: 'comment-in-the-way' } };
  }
  const guard = needsSemicolonBefore(sourceCode, statement, sourceCode.text.slice(start, end));
  return {
    plan: {
      edits: [
        replaceRange([statement.range[0], start], guard ? ';' : ''),
        indentLines([start, end], -levelsBetween(sourceCode, statement.range[0], start)),
        replaceRange([end, statement.range[1]], ending),
        ...unwrapResult(context, body),
      ],
      safe: false,
      assumes: [],
    },
  };
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {boolean}
 */
export function isBlockLike({ sourceCode }, fn) {
  if (fn.body.type !== 'BlockStatement' || fn.returnType) {
    return false;
  }
  const [first] = fn.body.body;
  if (!first || (first.type === 'ReturnStatement' && fn.body.body.length === 1)) {
    return false;
  }
  const uses = frameUses(sourceCode, fn);
  const ownsFrame = fn.type !== 'ArrowFunctionExpression';
  if (
    uses.evaluates ||
    (ownsFrame && (uses.this.length > 0 || uses.arguments.length > 0 || uses.others)) ||
    usesOwnName(sourceCode, fn) ||
    mentionsName(sourceCode, fn.body, 'yield')
  ) {
    return false;
  }
  const last = fn.body.body.at(-1);
  for (const node of ownNodes(sourceCode, fn)) {
    const isHeld =
      (node.type === 'ReturnStatement' && (node !== last || !node.argument)) ||
      node.type === 'LabeledStatement' ||
      (node.type === 'VariableDeclaration' && node.kind === 'var') ||
      (node.type === 'FunctionDeclaration' && !isStrict(sourceCode, node)) ||
      isDirective(node);
    if (isHeld) {
      return false;
    }
  }
  return true;
}

/**
 *     return result;  ->  await result;
 *
 * @param {PatternContext} context
 * @param {TSESTree.BlockStatement} body
 * @returns {Edit[]} For the last statement: its result is waited for.
 */
function unwrapResult({ sourceCode }, body) {
  const last = body.body.at(-1);
  if (last?.type !== 'ReturnStatement' || !last.argument) {
    return [];
  }
  const value = last.argument;
  const [start] = last.range;
  const end = start + 'return'.length;
  if (value.type === 'AwaitExpression') {
    return [replaceRange([start, skipWhitespace(sourceCode.text, end)], '')];
  }
  const encloses = needsParenthesesAsOperand(value) && !isParenthesized(sourceCode, value);
  return [
    replaceRange([start, end], 'await'),
    ...(encloses ? [insertBefore(value.range[0], '('), insertAfter(value.range[1], ')')] : []),
  ];
}
