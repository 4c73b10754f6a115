/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { Edit, TextEdit } from '../../edits/edit.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import {
  indentLines,
  insertAfter,
  insertBefore,
  removeBetween,
  replaceRange,
} from '../../edits/edit.js';
import { spaceBehindName } from '../../edits/file-style.js';
import { indentUnit, newlineOf } from '../../edits/indentation.js';
import { hasSemicolons } from '../../edits/leading-semicolons.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import { quoteMark } from '../../edits/quotes.js';
import { findPunctuator, skipBackward, skipWhitespace } from '../../edits/trivia.js';

/**
 * @typedef {object} Declaration
 * @property {string} name
 * @property {readonly string[]} parameters The parameters that come before the function's own.
 * @property {boolean} strict Whether it has to say that it is strict code.
 * @property {string} indent Of the line that it will begin on.
 */

/** @typedef {{ edits: Edit[], removed: [number, number][] }} Rewrite */

const ASYNC = 'async'.length;
const FUNCTION = 'function'.length;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} node An async function of any form.
 * @param {Declaration} declaration
 * @returns {Rewrite} What makes it `async function name(parameters, …) { … }`, and the text that
 *   goes in doing so.
 */
export function editAsDeclaration(sourceCode, node, declaration) {
  if (node.type !== 'ArrowFunctionExpression') {
    const { edits, removed } = editFunction(sourceCode, node, declaration);
    return { edits: [...edits, ...editDirective(sourceCode, node, declaration)], removed };
  }
  const head = editArrowHead(sourceCode, node, declaration);
  const body = editArrowBody(sourceCode, node, declaration);
  return { edits: [...head.edits, ...body.edits], removed: [...head.removed, ...body.removed] };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} node
 * @param {Declaration} declaration
 * @returns {TextEdit[]} The directive as the first statement of the block that the body is.
 */
function editDirective(sourceCode, { body }, { strict, indent }) {
  if (!strict) {
    return [];
  }
  const index = body.range[0] + 1;
  const isOnLines = /^[^\S\n]*\n/u.test(sourceCode.text.slice(index));
  const lead = isOnLines ? newlineOf(sourceCode) + indent + indentUnit(sourceCode) : ' ';
  return [{ range: [index, index], text: lead + writeDirective(sourceCode) }];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {string}
 */
function writeDirective(sourceCode) {
  const mark = quoteMark(sourceCode);
  return `${mark}use strict${mark}${hasSemicolons(sourceCode) ? ';' : ''}`;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.FunctionDeclaration | TSESTree.FunctionExpression} node
 * @param {Declaration} declaration
 * @returns {Rewrite}
 */
function editFunction(sourceCode, node, { name, parameters }) {
  const keyword =
    findPunctuator(sourceCode, node.range[0] + ASYNC, node.range[1], 'function') + FUNCTION;
  const before = node.typeParameters ?? node.id;
  const opening = findPunctuator(sourceCode, before?.range[1] ?? keyword, node.range[1], '(');
  const list = insertFirst(sourceCode, opening, parameters.join(', '), node.params.length > 0);
  if (node.id) {
    return { edits: [replaceRange(node.id.range, name), ...list], removed: [] };
  }
  /** @type {[number, number]} */
  const gap = [keyword, node.typeParameters?.range[0] ?? opening];
  return { edits: [replaceRange(gap, ` ${name}`), ...list], removed: [gap] };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.ArrowFunctionExpression} node
 * @param {Declaration} declaration
 * @returns {Rewrite}
 */
function editArrowHead(sourceCode, node, { name, parameters }) {
  const start = node.range[0] + ASYNC;
  const [first] = node.params;
  const head = ` function ${name}${spaceBehindName(sourceCode)}`;
  const list = parameters.join(', ');
  const end = first?.range[0] ?? node.body.range[0];
  const opening = findPunctuator(sourceCode, node.typeParameters?.range[1] ?? start, end, '(');
  if (opening === -1 && first) {
    // async value => …
    /** @type {[number, number]} */
    const gap = [start, first.range[0]];
    return {
      edits: [
        replaceRange(gap, `${head}(${list && `${list}, `}`),
        insertAfter(first.range[1], ')'),
      ],
      removed: [gap],
    };
  }
  /** @type {[number, number]} */
  const gap = [start, node.typeParameters?.range[0] ?? opening];
  return {
    edits: [
      replaceRange(gap, head),
      ...insertFirst(sourceCode, opening, list, node.params.length > 0),
    ],
    removed: [gap],
  };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.ArrowFunctionExpression} node
 * @param {Declaration} declaration
 * @returns {Rewrite}
 */
function editArrowBody(sourceCode, node, declaration) {
  const { strict, indent } = declaration;
  const { text } = sourceCode;
  const range =
    node.body.type === 'BlockStatement'
      ? node.body.range
      : parenthesizedRange(sourceCode, node.body);
  const arrow = skipBackward(sourceCode, range[0]) - 2;
  const edits = /** @type {Edit[]} */ ([removeBetween(arrow, skipWhitespace(text, arrow + 2))]);
  if (node.body.type !== 'BlockStatement') {
    const line = newlineOf(sourceCode) + indent;
    const inner = line + indentUnit(sourceCode);
    const semicolon = hasSemicolons(sourceCode) ? ';' : '';
    const directive = strict ? inner + writeDirective(sourceCode) : '';
    edits.push(
      insertBefore(range[0], `{${directive}${inner}return `),
      insertAfter(range[1], `${semicolon}${line}}`),
    );
    if (!text.slice(node.range[0], range[0]).includes('\n')) {
      edits.push(indentLines(range, 1));
    }
  }
  if (node.body.type === 'BlockStatement') {
    edits.push(...editDirective(sourceCode, node, declaration));
  }
  return { edits, removed: [] };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {number} opening Where a list's parenthesis stands.
 * @param {string} items
 * @param {boolean} hasMore
 * @returns {TextEdit[]} What puts the items before those that are in the list already.
 */
export function insertFirst({ text }, opening, items, hasMore) {
  if (items === '') {
    return [];
  }
  const index = opening + 1;
  const comma = hasMore ? (/\s/u.test(text[index] ?? '') ? ',' : ', ') : '';
  return [{ range: [index, index], text: items + comma }];
}
