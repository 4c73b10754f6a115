/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Pattern, PatternContext, Plan, Site } from '../contract/pattern.js' */
/** @import { Edit } from '../edits/edit.js' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { readDataList } from './for-await-of-sync/data-lists.js';
import { readSyncIterable } from '../analysis/values/iterables.js';
import { isInTest } from '../analysis/flow/repetition.js';
import { insertAfter, insertBefore, removeBetween, replaceRange } from '../edits/edit.js';
import { indentOf, indentUnit, newlineOf } from '../edits/indentation.js';
import { takeUniqueName } from '../edits/names.js';
import { findPunctuator, skipWhitespace, textOf } from '../edits/trivia.js';

/**
 *     for await (const x of [a, b]) …
 *
 * A synchronous iterable has no async iterator, so the language wraps its iterator in one that makes
 * a promise for each step and awaits each value: https://tc39.es/ecma262/#sec-async-from-sync-iterator-objects.
 *
 * Kinds: `plain`, if no element is a promise; `promises`, if an element may be one.
 *
 * @type {Pattern}
 */
export const forAwaitOfSync = {
  name: 'for-await-of-sync',
  words: /\bfor\s*(?:\/|await\b)/u,
  visit: { ForOfStatement: findSite },
};

/**
 * @param {TSESTree.ForOfStatement} node
 * @param {PatternContext} context
 * @returns {Site | undefined}
 */
function findSite(node, { sourceCode, isAside, isCommand }) {
  const iterable = node.await
    ? (readSyncIterable(sourceCode, node.right) ?? readDataList(sourceCode, node.right))
    : undefined;
  if (!iterable || isInTest(node) || isAside?.() || isCommand?.()) {
    return undefined;
  }
  const isPlain = iterable.elements === 'plain';
  // When a promise that a generator yields is rejected, engines differ in whether they close it.
  const edits =
    isPlain || iterable.kind !== 'generator'
      ? [...dropAwait(sourceCode, node), ...(isPlain ? [] : awaitInside(sourceCode, node))]
      : [];
  const isWhole = isPlain || edits.length > 1;
  return {
    node: node.right,
    kind: isPlain ? 'plain' : 'promises',
    ...(isWhole && { plan: planOf(edits) }),
  };
}

/**
 * @param {Edit[]} edits
 * @returns {Plan}
 */
function planOf(edits) {
  return { edits, safe: false, assumes: [] };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.ForOfStatement} node
 * @returns {Edit[]}
 */
function dropAwait(sourceCode, node) {
  const keyword = findPunctuator(
    sourceCode,
    node.range[0] + 'for'.length,
    node.left.range[0],
    'await',
  );
  const end = skipWhitespace(sourceCode.text, keyword + 'await'.length);
  return [removeBetween(keyword, end)];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.ForOfStatement} node
 * @returns {Edit[]} What awaits each element first thing in the body; none where its names would
 *   clash with the body's own.
 */
function awaitInside(sourceCode, node) {
  const { left, body } = node;
  const target = left.type === 'VariableDeclaration' ? left.declarations[0]?.id : left;
  const isDeclared = left.type === 'VariableDeclaration';
  if (!target || (isDeclared ? /using/u.test(left.kind) : target.type !== 'Identifier')) {
    return [];
  }
  const names = new Set(sourceCode.getDeclaredVariables(left).map((variable) => variable.name));
  const inner = body.type === 'BlockStatement' ? sourceCode.getScope(body) : undefined;
  if (inner?.block === body && [...inner.set.keys()].some((name) => names.has(name))) {
    return [];
  }
  const element = takeUniqueName(sourceCode, 'promise');
  const declaration = isDeclared ? `${left.kind} ` : '';
  const statement = `${declaration}${textOf(sourceCode, target)} = await ${element};`;
  return [
    replaceRange(left.range, `const ${element}`),
    ...insertFirst(sourceCode, node, statement),
  ];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.ForOfStatement} loop
 * @param {string} statement
 * @returns {Edit[]} What makes it the first statement of the loop's body.
 */
function insertFirst(sourceCode, loop, statement) {
  const { body } = loop;
  const { text } = sourceCode;
  if (body.type !== 'BlockStatement') {
    return [insertBefore(body.range[0], `{ ${statement} `), insertAfter(body.range[1], ' }')];
  }
  const start = body.range[0] + 1;
  const isOnLines = /^[^\S\n]*\n/u.test(text.slice(start));
  const indent = indentOf(text, loop.range[0]) + indentUnit(sourceCode);
  const lead = isOnLines ? newlineOf(sourceCode) + indent : ' ';
  return [{ range: [start, start], text: lead + statement }];
}
