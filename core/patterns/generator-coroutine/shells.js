/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { Run } from './coroutines.js' */
/** @import { Runner } from './runners.js' */

import { frameUses, hasDirective, usesOwnName } from '../../analysis/syntax/functions.js';
import { sliceWithin } from '../../analysis/syntax/nodes.js';
import {
  indentLines,
  insertAfter,
  insertBefore,
  removeBetween,
  replaceRange,
} from '../../edits/edit.js';
import { levelsBetween } from '../../edits/indentation.js';
import { isParenthesized } from '../../edits/parentheses.js';
import { guardBefore } from '../../edits/statements.js';
import {
  findPunctuator,
  hasCommentBetween,
  skipBackward,
  skipForward,
  skipWhitespace,
  skipWhitespaceBackward,
  textOf,
} from '../../edits/trivia.js';
import { writeResultType } from './result-types.js';

/**
 * function* name(…)  ->  async function name(…)        { *name(…) {} }  ->  { async name(…) {} }
 *
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {Edit[]}
 */
export function writeAsyncFunction(context, fn) {
  const { parent } = fn;
  if (parent?.type === 'MethodDefinition' || (parent?.type === 'Property' && parent.method)) {
    const { sourceCode } = context;
    const star = findPunctuator(sourceCode, parent.range[0], parent.key.range[0], '*');
    return [
      replaceRange([star, skipWhitespace(sourceCode.text, star + 1)], 'async '),
      ...writeResultType(sourceCode, fn),
    ];
  }
  return [
    insertBefore(fn.range[0], 'async '),
    removeStar(context, fn),
    ...writeResultType(context.sourceCode, fn),
  ];
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {Edit} Takes out the star of `function* name` and the space that it does not need.
 */
function removeStar({ sourceCode }, fn) {
  const afterKeyword = fn.range[0] + 'function'.length;
  const end = fn.id ? fn.id.range[0] : parametersStart(sourceCode, fn);
  const star = findPunctuator(sourceCode, afterKeyword, end, '*');
  const { text } = sourceCode;
  const hasSpaceBefore = star > afterKeyword;
  const after = skipWhitespace(text, star + 1);
  if (fn.id) {
    // Exactly one space is left before a name, wherever the star stood.
    return hasSpaceBefore
      ? removeBetween(star, text[star + 1] === ' ' ? star + 2 : star + 1)
      : replaceRange([star, after], ' ');
  }
  if (hasSpaceBefore && after > star + 1) {
    return removeBetween(star, star + 2);
  }
  // `function* () {}` and `function *() {}` keep their one space, `function*() {}` its none.
  return removeBetween(star, star + 1);
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {FunctionNode} fn
 * @returns {number} Where the parenthesis of the parameters stands.
 */
export function parametersStart(sourceCode, fn) {
  const from = fn.id ? fn.id.range[1] : fn.range[0] + 'function'.length;
  const to = fn.params[0]?.range[0] ?? fn.body.range[0];
  const typeParameters = /** @type {TSESTree.Node | undefined} */ (fn.typeParameters);
  return findPunctuator(sourceCode, typeParameters ? typeParameters.range[1] : from, to, '(');
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {TSESTree.Node} target The part of it that stays.
 * @returns {boolean} Whether a comment stands in what goes.
 */
export function isCommented(sourceCode, call, target) {
  return (
    hasCommentBetween(sourceCode, call.range[0], target.range[0]) ||
    hasCommentBetween(sourceCode, target.range[1], call.range[1])
  );
}

/**
 * co.wrap(function* (…) {…})  ->  async function (…) {…}
 *
 * @param {PatternContext} context
 * @param {Runner} runner
 * @param {TSESTree.Node} target The part of the call that stays.
 * @returns {Edit[]}
 */
export function unwrapCall(context, runner, target) {
  const { sourceCode } = context;
  const { call } = runner;
  const [callStart, callEnd] = call.range;
  const [start, end] = target.range;
  if (isCommented(sourceCode, call, target)) {
    // The parentheses keep a line break after a comment from ending a `return`.
    const comma = skipForward(sourceCode, end);
    const open = openingParenthesis(context, call);
    const comments = sliceWithin(sourceCode.ast.comments ?? [], { range: [callStart, open] }).map(
      ({ type, range }) => `${sourceCode.text.slice(...range)}${type === 'Line' ? '\n' : ' '}`,
    );
    return [
      ...(comments.length > 0 ? [insertAfter(open + 1, comments.join(''))] : []),
      replaceRange([callStart, open], guardBefore(sourceCode, call, '(')),
      ...(sourceCode.text[comma] === ',' ? [removeBetween(comma, comma + 1)] : []),
    ];
  }
  const needsParentheses = needsParenthesesInPlaceOf(context, call, target);
  return [
    replaceRange(
      [callStart, start],
      needsParentheses ? `${guardBefore(sourceCode, call, '(')}(` : '',
    ),
    indentLines([start, end], -levelsBetween(sourceCode, callStart, start)),
    replaceRange([end, callEnd], needsParentheses ? ')' : ''),
  ];
}

/** The comment for which bundlers look before a call, and of which they warn elsewhere. */
const PURE_NOTE = /\/\*\s*[#@]__PURE__\s*\*\/\s*$/u;
const PURE_NOTE_LENGTH = 40;

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call One that a function takes the place of.
 * @returns {Edit[]} Takes out a note that the call has no effects.
 */
export function dropPureNote({ sourceCode }, call) {
  const [start] = call.range;
  const before = sourceCode.text.slice(Math.max(0, start - PURE_NOTE_LENGTH), start);
  const [note] = PURE_NOTE.exec(before) ?? [];
  const isCalled = call.parent.type === 'CallExpression' && call.parent.callee === call;
  return note && !isCalled ? [removeBetween(start - note.length, start)] : [];
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @param {TSESTree.Node} target
 * @returns {boolean} Whether a function in place of the call would be read as a declaration, or
 *   needs parentheses to be called.
 */
function needsParenthesesInPlaceOf({ sourceCode }, call, target) {
  if (target.type !== 'FunctionExpression' || isParenthesized(sourceCode, call)) {
    return false;
  }
  if (call.parent.type === 'CallExpression' && call.parent.callee === call) {
    return true;
  }
  if (call.parent.type === 'ExportDefaultDeclaration') {
    return target.id !== null;
  }
  return startsStatement(call);
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether the node's text is the first of a statement or of an arrow's body.
 */
function startsStatement(node) {
  for (let current = node; current.parent; current = current.parent) {
    const { parent } = current;
    if (parent.type === 'ExpressionStatement') {
      return true;
    }
    if (parent.range[0] !== node.range[0]) {
      return false;
    }
  }
  return false;
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @returns {number} Where the parenthesis of the arguments stands.
 */
function openingParenthesis({ sourceCode }, call) {
  const first = /** @type {TSESTree.Node} */ (call.arguments[0]);
  const typeArguments = /** @type {TSESTree.Node | undefined} */ (call.typeArguments);
  const from = typeArguments ? typeArguments.range[1] : call.callee.range[1];
  return findPunctuator(sourceCode, skipClosing(sourceCode, from), first.range[0], '(');
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {number} index
 * @returns {number} After the parentheses that close around a callee, `(0, helper)(…)`.
 */
function skipClosing(sourceCode, index) {
  let position = skipForward(sourceCode, index);
  while (sourceCode.text[position] === ')') {
    position = skipForward(sourceCode, position + 1);
  }
  return position;
}

/**
 * Whether the coroutine's `this` is that of the code around its runner.
 *
 *     co.call(this, function* () {})    co(function* () {}.bind(this))    __awaiter(this, …)
 *
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @param {Run} run
 * @returns {boolean}
 */
export function hasLexicalThis({ sourceCode }, fn, { runner, form }) {
  if (frameUses(sourceCode, fn).this.length === 0) {
    return true;
  }
  const receiver = form === 'bound' ? boundReceiver(fn) : runner.receiver;
  return receiver?.type === 'ThisExpression';
}

/**
 * @param {FunctionNode} fn
 * @returns {TSESTree.Node | undefined} The `ctx` of `function* () {}.bind(ctx)`.
 */
export function boundReceiver(fn) {
  const bind = fn.parent?.parent;
  return bind?.type === 'CallExpression' ? bind.arguments[0] : undefined;
}

/**
 * co(function* () {…})  ->  (async () => {…})()
 *
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @param {Run} run
 * @returns {Edit[] | undefined} Undefined where no call of an async function has the same `this`.
 */
export function writeImmediateCall(context, fn, run) {
  const { sourceCode } = context;
  const { runner } = run;
  const uses = frameUses(sourceCode, fn);
  const receiver = run.form === 'bound' ? boundReceiver(fn) : runner.receiver;
  const isLexical = hasLexicalThis(context, fn, run);
  if (!isLexical && (!receiver || receiver.type === 'UnaryExpression')) {
    return undefined;
  }
  const canBeArrow =
    isLexical &&
    uses.arguments.length === 0 &&
    !uses.evaluates &&
    !uses.others &&
    !usesOwnName(sourceCode, fn) &&
    !hasThisParameter(fn) &&
    !fn.typeParameters &&
    !hasDirective(fn) &&
    !hasCommentBetween(sourceCode, fn.range[0], parametersStart(sourceCode, fn));
  const { call, args, argumentsObject } = runner;
  const target = run.form === 'bound' ? /** @type {TSESTree.Node} */ (runner.target) : fn;
  const [firstArgument] = args;
  const argumentsStart = firstArgument?.range[0] ?? call.range[1] - 1;
  if (
    hasCommentBetween(sourceCode, call.range[0], fn.range[0]) ||
    hasCommentBetween(sourceCode, fn.range[1], argumentsStart)
  ) {
    return undefined;
  }
  const isArrow = canBeArrow && !argumentsObject;
  const receiverText = receiver ? textOf(sourceCode, receiver) : 'this';
  /** @type {string} */
  let callText;
  if (argumentsObject) {
    callText = `).apply(${receiverText}, arguments`;
  } else if (isArrow || (isLexical && uses.this.length === 0)) {
    callText = ')(';
  } else {
    callText = `).call(${receiverText}${firstArgument ? ', ' : ''}`;
  }
  return [
    replaceRange([call.range[0], fn.range[0]], `${guardBefore(sourceCode, call, '(')}(`),
    ...(isArrow ? writeArrowHead(context, fn) : writeAsyncFunction(context, fn)),
    indentLines(fn.range, -levelsBetween(sourceCode, call.range[0], target.range[0])),
    replaceRange([fn.range[1], argumentsStart], callText),
  ];
}

/**
 * @param {FunctionNode} fn
 * @returns {boolean} Whether TypeScript is told what `this` is, which an arrow function cannot be.
 */
function hasThisParameter({ params: [first] }) {
  return first?.type === 'Identifier' && first.name === 'this';
}

/**
 * function* name(a) {  ->  async (a) => {
 *
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {Edit[]}
 */
function writeArrowHead({ sourceCode }, fn) {
  const open = parametersStart(sourceCode, fn);
  const { text } = sourceCode;
  const body = fn.body.range[0];
  const head = skipBackward(sourceCode, body);
  // No line may end before the arrow: a comment that ends one goes behind it.
  const closed = text.slice(head, body).includes('\n') ? head : skipWhitespaceBackward(text, body);
  return [
    replaceRange([fn.range[0], open], 'async '),
    insertAfter(closed, closed === body ? ' => ' : ' =>'),
    ...writeResultType(sourceCode, fn),
  ];
}
