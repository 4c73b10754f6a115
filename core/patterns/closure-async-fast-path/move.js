/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Declaration } from './declaration.js' */
/** @import { Helper } from './helper.js' */
/** @import { Target } from './target.js' */

import {
  indentLines,
  insertBefore,
  moveRange,
  removeBetween,
  replaceRange,
} from '../../edits/edit.js';
import { indentOf, levelsBetween, newlineOf } from '../../edits/indentation.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import { removeStatement } from '../../edits/statements.js';
import {
  hasCommentBetween,
  rangeWithComments,
  skipBreakBackward,
  skipWhitespace,
} from '../../edits/trivia.js';
import { editAsDeclaration } from './declaration.js';

/**
 * Takes the helper from where it is and writes it as a function declaration below the target's
 * anchor. As a declaration it is there before the first call, wherever that comes from.
 *
 * @param {SourceCodeLike} sourceCode
 * @param {Helper} helper
 * @param {Target} target
 * @param {Omit<Declaration, 'indent'> & { callee: string }} parts `callee` is what a call in its place
 *   calls.
 * @returns {Edit[] | undefined} Undefined where a comment would be lost.
 */
export function editMove(sourceCode, helper, { anchor }, { callee, ...parts }) {
  const { text } = sourceCode;
  const { node } = helper;
  const taken = takeOut(sourceCode, helper, callee);
  const indent = indentOf(sourceCode.text, anchor.range[0]);
  const declaration = editAsDeclaration(sourceCode, node, { ...parts, indent });
  const lost = [...taken.removed, ...declaration.removed];
  if (lost.some(([start, end]) => hasCommentBetween(sourceCode, start, end))) {
    return undefined;
  }
  const levels = levelsBetween(sourceCode, anchor.range[0], node.range[0]);
  const newline = newlineOf(sourceCode);
  const [, below] = rangeWithComments(sourceCode, anchor.range);
  const gap = newline + newline + indent;
  const isFollowedByBlank = /^[ \t]*(?:$|\r?\n[ \t]*(?:$|\r?\n|\}))/u.test(text.slice(below));
  return [
    ...taken.edits,
    ...declaration.edits,
    indentLines(taken.range, -levels),
    moveRange(taken.range, below, gap, isFollowedByBlank ? '' : newline),
  ];
}

/**
 * @typedef {object} Taken
 * @property {[number, number]} range The range that moves: the function, with the comments that belong to it.
 * @property {Edit[]} edits The edits of the rest.
 * @property {[number, number][]} removed The text that is lost by the edits.
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Helper} helper
 * @param {string} name
 * @returns {Taken}
 */
function takeOut(sourceCode, { node, form }, name) {
  switch (form) {
    case 'immediate':
      return takeImmediate(sourceCode, node, name);
    case 'declaration':
      return takeStatement(
        sourceCode,
        node,
        /** @type {TSESTree.FunctionDeclarationWithName} */ (node),
      );
    default: {
      const declarator = /** @type {TSESTree.VariableDeclarator} */ (node.parent);
      const declaration = /** @type {TSESTree.VariableDeclaration} */ (declarator.parent);
      return declaration.declarations.length === 1
        ? takeStatement(sourceCode, node, declaration)
        : takeDeclarator(node, declarator, declaration);
    }
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} node
 * @param {string} name
 * @returns {Taken} `(async () => …)(…)` becomes `name(…)`.
 */
function takeImmediate(sourceCode, node, name) {
  const { text } = sourceCode;
  const [start, end] = parenthesizedRange(sourceCode, node);
  const space = /[\w$]/u.test(text[start - 1] ?? '') ? ' ' : '';
  /** @type {[number, number][]} */
  const removed = [
    [start, node.range[0]],
    [node.range[1], end],
  ];
  return {
    range: node.range,
    edits: [
      replaceRange([start, node.range[0]], `${space}${name}`),
      removeBetween(node.range[1], end),
    ],
    removed,
  };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} node
 * @param {TSESTree.Statement} statement
 * @returns {Taken}
 */
function takeStatement(sourceCode, node, statement) {
  const { text } = sourceCode;
  const range = rangeWithComments(sourceCode, statement.range);
  const whole = removeStatement(sourceCode, { ...statement, range }).range;
  const start =
    text[skipWhitespace(text, whole[1])] === '}' ? skipBlankLine(text, whole[0]) : whole[0];
  const end = whole[1] + spaceBehind(text, start, whole[1], start < range[0]).length;
  const joined = joinedStatement(sourceCode, statement);
  /** @type {[number, number][]} */
  const removed = [
    [statement.range[0], node.range[0]],
    [node.range[1], statement.range[1]],
  ];
  /** @type {[number, number][]} */
  const around = [
    [start, range[0]],
    [range[1], end],
  ];
  return {
    range,
    edits: [
      ...[...removed, ...around]
        .filter(([from, to]) => from < to)
        .map(([from, to]) => removeBetween(from, to)),
      ...(joined ? [insertBefore(joined.range[0], ';')] : []),
    ],
    removed,
  };
}

/**
 * @param {string} text
 * @param {number} start
 * @param {number} end
 * @param {boolean} isLine Whether whole lines are taken out between the two.
 * @returns {string} The space behind that nothing needs any more.
 */
function spaceBehind(text, start, end, isLine) {
  const behind = text.slice(end);
  if (!isLine) {
    return /^ */u.exec(behind)?.[0] ?? '';
  }
  return text[skipBreakBackward(text, start) - 1] === '{' && text[start - 1] === '\n'
    ? (/^(?:[ \t]*\r?\n)*/u.exec(behind)?.[0] ?? '')
    : '';
}

/**
 * @param {string} text
 * @param {number} lineStart
 * @returns {number} Where the lines above begin that are blank.
 */
function skipBlankLine(text, lineStart) {
  let start = lineStart;
  for (;;) {
    const above = text.lastIndexOf('\n', start - 2) + 1;
    if (above === 0 || text.slice(above, start).trim() !== '') {
      return start;
    }
    start = above;
  }
}

/**
 * @param {FunctionNode} node
 * @param {TSESTree.VariableDeclarator} declarator
 * @param {TSESTree.VariableDeclaration} declaration
 * @returns {Taken}
 */
function takeDeclarator(node, declarator, declaration) {
  const declarations = /** @type {TSESTree.VariableDeclarator[]} */ (declaration.declarations);
  const index = declarations.indexOf(declarator);
  const next = declarations[index + 1];
  const previous = declarations[index - 1];
  const start = next ? declarator.range[0] : (previous?.range[1] ?? declarator.range[0]);
  /** @type {[number, number][]} */
  const removed = [
    [start, node.range[0]],
    [node.range[1], next ? next.range[0] : declarator.range[1]],
  ];
  return {
    range: node.range,
    edits: removed.filter(([from, to]) => from < to).map(([from, to]) => removeBetween(from, to)),
    removed,
  };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Statement} statement That is taken out.
 * @returns {TSESTree.Statement | undefined} The next one, if the one before would run on into it.
 */
function joinedStatement({ text }, statement) {
  const { parent } = statement;
  const siblings =
    parent.type === 'SwitchCase'
      ? parent.consequent
      : /** @type {TSESTree.BlockStatement} */ (parent).body;
  const index = siblings.indexOf(statement);
  const previous = siblings[index - 1];
  const next = siblings[index + 1];
  return previous &&
    next &&
    text[previous.range[1] - 1] !== ';' &&
    /^[([`/+-]/u.test(text.slice(...next.range))
    ? next
    : undefined;
}
