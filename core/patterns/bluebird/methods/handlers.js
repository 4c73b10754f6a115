/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../../analysis/syntax/functions.js' */
/** @import { PatternContext } from '../../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../../source/source-code.js' */
/** @import { Edit } from '../../../edits/edit.js' */

import {
  frameUses,
  hasDirective,
  ownNodes,
  returnedBy,
} from '../../../analysis/syntax/functions.js';
import { variableOf } from '../../../analysis/syntax/scopes.js';
import { indentLines, insertAfter, insertBefore, replaceRange } from '../../../edits/edit.js';
import { hasBareParameters } from '../../../edits/file-style.js';
import { indentOf, indentUnit, levelsBetween, newlineOf } from '../../../edits/indentation.js';
import { hasSemicolons } from '../../../edits/leading-semicolons.js';
import { mentionsName, nameBeside, takeUniqueName, usesAwaitAsName } from '../../../edits/names.js';
import {
  awaitAround,
  needsParenthesesAsAwait,
  parenthesizedRange,
} from '../../../edits/parentheses.js';
import { mayContinueLine } from '../../../edits/statements.js';
import {
  findPunctuator,
  hasCommentBetween,
  skipBackward,
  skipForward,
  skipWhitespace,
  skipWhitespaceBackward,
  textOf,
} from '../../../edits/trivia.js';
import { isFixed } from '../values.js';

/**
 * Handlers that are written out where they are handed in: what goes around a call of them goes into
 * them instead.
 */

/**
 * @typedef {(TSESTree.ArrowFunctionExpression | TSESTree.FunctionExpression) & { range: [number, number] }} Inline
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | undefined} node
 * @param {number} most Parameters.
 * @returns {Inline | undefined} The function, if code may be added to it: nothing in it depends on how
 *   it is called.
 */
export function readInline(sourceCode, node, most = 1) {
  if (node?.type !== 'ArrowFunctionExpression' && node?.type !== 'FunctionExpression') {
    return undefined;
  }
  const uses = frameUses(sourceCode, node);
  const isArrow = node.type === 'ArrowFunctionExpression';
  const isPlain =
    !node.generator &&
    !node.returnType &&
    !node.typeParameters &&
    node.params.length <= most &&
    !node.params.some(({ type }) => type === 'RestElement' || type === 'AssignmentPattern') &&
    !uses.evaluates &&
    (isArrow || uses.arguments.length === 0) &&
    !usesAwaitAsName(sourceCode, node) &&
    !hasDirective(node);
  return isPlain ? /** @type {Inline} */ (node) : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Inline} fn
 * @param {string} preferred The name of the parameter if there is none.
 * @returns {{ name: string, edits: Edit[] } | undefined} Its only parameter, which keeps its value;
 *   undefined where it is taken apart or assigned.
 */
export function readParameter(sourceCode, fn, preferred) {
  const [parameter] = fn.params;
  if (parameter) {
    return parameter.type === 'Identifier' && isFixed(sourceCode, parameter)
      ? { name: parameter.name, edits: [] }
      : undefined;
  }
  const name = nameBeside(sourceCode, fn, preferred);
  const [start, end] = [fn.id ? fn.id.range[1] : fn.range[0], fn.body.range[0]];
  const open = findPunctuator(sourceCode, start, end, '(');
  const isBare =
    fn.type === 'ArrowFunctionExpression' &&
    hasBareParameters(sourceCode) &&
    sourceCode.text[open + 1] === ')';
  return {
    name,
    edits: [isBare ? replaceRange([open, open + 2], name) : insertAfter(open + 1, name)],
  };
}

/**
 * @param {Inline} fn
 * @returns {Edit[]} Makes it async.
 */
export function makeAsync(fn) {
  return fn.async ? [] : [insertBefore(fn.range[0], 'async ')];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Inline} fn
 * @returns {boolean} Whether the function ends anywhere but at its end.
 */
function hasReturn(sourceCode, fn) {
  return returnedBy(sourceCode, fn).length > 0;
}

/**
 *     if (value.id) { return save(value); }  ->  if (value.id) { await save(value); }
 *
 * @param {SourceCodeLike} sourceCode
 * @param {Inline} fn
 * @returns {Edit[] | undefined} Waits for what the function gives where nothing comes behind that, so
 *   that something may; undefined where it gives something elsewhere.
 */
function awaitReturned(sourceCode, fn) {
  const returns = ownNodes(sourceCode, fn).filter((node) => node.type === 'ReturnStatement');
  /** @type {Edit[]} */
  const edits = [];
  for (const statement of returns) {
    const { argument, range } = statement;
    if (!argument || !isLastOf(statement, fn)) {
      return undefined;
    }
    const isParenthesized = parenthesizedRange(sourceCode, argument)[0] < argument.range[0];
    const [, close] = isParenthesized ? ['', ''] : awaitAround(argument);
    edits.push(
      replaceRange([range[0], range[0] + 'return'.length], 'await'),
      ...(close ? [insertBefore(argument.range[0], '('), insertAfter(argument.range[1], ')')] : []),
    );
  }
  return edits;
}

/**
 * @param {TSESTree.Node} statement
 * @param {Inline} fn
 * @returns {boolean} Whether the function is at its end behind the statement.
 */
function isLastOf(statement, fn) {
  let child = statement;
  for (
    let { parent } = statement;
    parent && child !== fn.body;
    child = parent, { parent } = parent
  ) {
    const isLast =
      parent.type === 'IfStatement' ||
      parent === fn ||
      (parent.type === 'BlockStatement' && parent.body.at(-1) === child);
    if (!isLast) {
      return false;
    }
  }
  return true;
}

/**
 * @param {PatternContext} context
 * @param {Inline} fn
 * @param {{ before?: string[], keyword?: string, after?: string[] }} parts Statements that go to the
 *   top and to the end, and what an expression body, or what the body gives, becomes the operand of.
 * @returns {Edit[] | undefined} Undefined where the body ends in several places and something has to
 *   follow it.
 */
export function surroundBody({ sourceCode }, fn, { before = [], keyword = 'return', after = [] }) {
  const { text } = sourceCode;
  const newline = newlineOf(sourceCode);
  const unit = indentUnit(sourceCode);
  const outer = `${newline}${indentOf(text, fn.range[0])}`;
  const inner = outer + unit;
  const terminator = hasSemicolons(sourceCode) ? ';' : '';
  const write = (/** @type {string[]} */ statements) =>
    statements.map((statement) => `${inner}${statement}${terminator}`).join('');
  const { body } = fn;
  if (body.type !== 'BlockStatement') {
    const [start, end] = parenthesizedRange(sourceCode, body);
    const [from, to] =
      body.type === 'ObjectExpression' && keyword === 'return' ? body.range : [start, end];
    if (hasCommentBetween(sourceCode, start, from) || hasCommentBetween(sourceCode, to, end)) {
      return undefined;
    }
    const [open, close] =
      keyword === 'await' && start === body.range[0] ? awaitAround(body) : [`${keyword} `, ''];
    const arrow = skipBackward(sourceCode, start);
    const behind = skipWhitespaceBackward(text, start);
    const lines = `${write(before)}${inner}${open}`;
    const openings =
      behind > arrow
        ? // A comment behind the arrow stays there.
          [insertAfter(arrow, ' {'), replaceRange([behind, start], lines)]
        : text.slice(arrow, start).includes('\n')
          ? [replaceRange([arrow, start], ` {${lines}`)]
          : [insertAfter(start, `{${lines}`)];
    return [
      ...openings,
      ...(from > start ? [replaceRange([start, from], '')] : []),
      ...(end > to ? [replaceRange([to, end], '')] : []),
      insertAfter(end, `${close}${terminator}${write(after)}${outer}}`),
      indentLines([from, to], 1 - levelsBetween(sourceCode, fn.range[0], from)),
    ];
  }
  const isWaiting = keyword === 'await' && after.length > 0;
  const waits = isWaiting ? awaitReturned(sourceCode, fn) : [];
  if (!waits || (after.length > 0 && !isWaiting && hasReturn(sourceCode, fn))) {
    return undefined;
  }
  const [start, end] = body.range;
  const first = skipWhitespace(text, start + 1);
  if (first === end - 1) {
    return [replaceRange([start + 1, first], `${write(before)}${write(after)}${outer}`)];
  }
  const code = skipForward(sourceCode, first);
  const isGuarded = before.length > 0 && !terminator && mayContinueLine(text, code);
  const last = skipBackward(sourceCode, end - 1);
  const ended =
    after.length > 0 && !';{}'.includes(text[last - 1] ?? '')
      ? [insertAfter(last, terminator)]
      : [];
  // A body on one line gets lines of its own.
  const isOneLine = !text.slice(start, end).includes('\n');
  const close = skipWhitespaceBackward(text, end - 1);
  return [
    ...waits,
    isOneLine
      ? replaceRange([start + 1, first], `${write(before)}${inner}`)
      : insertAfter(start + 1, write(before)),
    ...(isGuarded ? [insertBefore(code, ';')] : []),
    ...ended,
    ...(isOneLine || after.length > 0
      ? [replaceRange([close, end - 1], `${write(after)}${outer}`)]
      : []),
  ];
}

/**
 * (row) => row.name  ->  async (row) => (await row).name
 *
 * @param {PatternContext} context
 * @param {TSESTree.Node} callback
 * @returns {Edit[] | undefined} Makes a callback of `map` wait for the item that it is called with.
 */
export function awaitItem(context, callback) {
  const { sourceCode } = context;
  const fn = readInline(sourceCode, callback);
  const [parameter] = fn?.params ?? [];
  if (!fn || !parameter) {
    return undefined;
  }
  const use = readFirstUse(sourceCode, fn, parameter);
  if (use) {
    const [open, close] = needsParenthesesAsAwait(use) ? ['(', ')'] : ['', ''];
    return [
      ...makeAsync(fn),
      insertBefore(use.range[0], `${open}await `),
      ...(close ? [insertAfter(use.range[1], close)] : []),
    ];
  }
  const variables = sourceCode.getDeclaredVariables(fn);
  const isOwn = variables.every(
    ({ defs, name }) => defs.length === 1 || !textOf(sourceCode, parameter).includes(name),
  );
  const isWritten = variables.some(({ references }) => references.some((each) => each.isWrite()));
  if (!isOwn || hasCommentBetween(sourceCode, ...parameter.range)) {
    return undefined;
  }
  const free = ['item', 'each', 'promise'].find((name) => !mentionsName(sourceCode, fn, name));
  const item = free ?? takeUniqueName(sourceCode, 'item');
  const declaration = `${isWritten ? 'let' : 'const'} ${textOf(sourceCode, parameter)} = await ${item}`;
  const body = surroundBody(context, fn, { before: [declaration] });
  return body && [...makeAsync(fn), replaceRange(parameter.range, item), ...body];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @param {TSESTree.Node} parameter
 * @returns {TSESTree.Node | undefined} The only use of the parameter, where nothing that has an effect
 *   comes before it: `load(item)`, `item.name`.
 */
function readFirstUse(sourceCode, fn, parameter) {
  if (parameter.type !== 'Identifier' || fn.body.type === 'BlockStatement') {
    return undefined;
  }
  const variable = sourceCode.getDeclaredVariables(fn).find(({ name }) => name === parameter.name);
  const [use, ...more] = variable?.references ?? [];
  if (!use || more.length > 0 || use.isWrite()) {
    return undefined;
  }
  const node = /** @type {TSESTree.Node} */ (use.identifier);
  for (
    let child = node, parent = /** @type {TSESTree.Node} */ (node.parent);
    child !== fn.body;
    child = parent, parent = /** @type {TSESTree.Node} */ (parent.parent)
  ) {
    if (!comesFirst(sourceCode, parent, child)) {
      return undefined;
    }
  }
  return node;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} parent
 * @param {TSESTree.Node} child
 * @returns {boolean} Whether the child is always evaluated, and before anything in the parent that
 *   has an effect, or that may give something else later.
 */
function comesFirst(sourceCode, parent, child) {
  const isPlain = (/** @type {TSESTree.Node} */ node) => isLasting(sourceCode, node);
  switch (parent.type) {
    case 'MemberExpression':
      return parent.object === child && !parent.optional;
    case 'CallExpression': {
      if (parent.callee === child) {
        return !parent.optional;
      }
      const index = parent.arguments.indexOf(/** @type {any} */ (child));
      return (
        !parent.optional &&
        isMethod(sourceCode, parent.callee) &&
        parent.arguments.slice(0, index).every(isPlain)
      );
    }
    case 'BinaryExpression':
      return parent.left === child || isPlain(parent.left);
    case 'UnaryExpression':
      return true;
    default:
      return false;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether the expression is a function, or a method, that stays the same.
 */
function isMethod(sourceCode, node) {
  return node.type === 'MemberExpression'
    ? !node.computed && isMethod(sourceCode, node.object)
    : isLasting(sourceCode, node);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether the expression gives the same now and later.
 */
function isLasting(sourceCode, node) {
  switch (node.type) {
    case 'Identifier':
      return !variableOf(sourceCode, node) || isFixed(sourceCode, node);
    case 'Literal':
    case 'ThisExpression':
      return true;
    default:
      return false;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} left
 * @param {TSESTree.Node} right
 * @param {string} text
 * @returns {Edit[] | undefined} Puts the text in the place of the comma between two arguments.
 */
export function replaceComma(sourceCode, left, right, text) {
  const [, end] = parenthesizedRange(sourceCode, left);
  const [start] = parenthesizedRange(sourceCode, right);
  return hasCommentBetween(sourceCode, end, start) ? undefined : [replaceRange([end, start], text)];
}
