/** @import { TSESTree } from '@typescript-eslint/types' */

import { countBelow } from '../analysis/syntax/nodes.js';
import { skipWhitespace } from '../edits/trivia.js';

/**
 * The characters with which a line goes on with the line before it, if that has no semicolon: the arguments
 * of a call, a computed key, a template of a tag.
 */
const OPENING = /[([`]/u;

/** Lines before it that may be complete: no expression ends in these, but a comment may. */
const MAY_BE_COMPLETE = /[^\s,;:?=&|({[]\s*$|\/\//u;

/**
 * @typedef {object} ParsedText
 * @property {TSESTree.Program} ast
 * @property {string} text
 *
 * @param {ParsedText} before
 * @param {ParsedText} after
 * @returns {boolean} Whether more lines of the second text than of the first go on with a line before
 *   that looks complete: statements that were two have become one.
 */
export function joinsLines(before, after) {
  const count = countJoined(after);
  return count > 0 && count > countJoined(before);
}

/**
 * @param {string} text
 * @returns {{ range: readonly [number, number] }[]} Where lines begin that may go on with the one before.
 */
function openingsOf(text) {
  /** @type {{ range: readonly [number, number] }[]} */
  const openings = [];
  for (let index = text.indexOf('\n'); index !== -1;) {
    const start = skipWhitespace(text, index);
    if (OPENING.test(text[start] ?? '')) {
      const line = text.slice(text.lastIndexOf('\n', index - 1) + 1, index);
      if (MAY_BE_COMPLETE.test(line)) {
        openings.push({ range: [start, start] });
      }
    }
    index = text.indexOf('\n', start);
  }
  return openings;
}

/**
 * @param {ParsedText} parsed
 * @returns {number}
 */
function countJoined({ ast, text }) {
  const openings = openingsOf(text);
  if (openings.length === 0) {
    return 0;
  }
  let count = 0;
  /** @type {any[]} */
  const stack = [ast];
  for (let node = stack.pop(); node; node = stack.pop()) {
    // A line that goes on with the one before has an opening character; a few nodes of TypeScript's have no place.
    const opening = openings[countBelow(openings, node.start ?? 0)];
    if (!opening || opening.range[0] >= (node.end ?? Infinity)) {
      continue;
    }
    const end = joinOf(node);
    if (end !== undefined && isJoin(text, end)) {
      count++;
    }
    for (const key in node) {
      const child = node[key];
      if (child && typeof child === 'object' && key !== 'parent' && key !== 'loc') {
        for (const each of Array.isArray(child) ? child : [child]) {
          if (typeof each?.type === 'string') {
            stack.push(each);
          }
        }
      }
    }
  }
  return count;
}

/**
 * @param {any} node
 * @returns {number | undefined} The end of what the node goes on with.
 */
function joinOf(node) {
  switch (node.type) {
    case 'CallExpression':
    case 'OptionalCallExpression':
      return node.callee.end;
    case 'MemberExpression':
    case 'OptionalMemberExpression':
      return node.computed ? node.object.end : undefined;
    case 'TaggedTemplateExpression':
      return node.tag.end;
    default:
      return undefined;
  }
}

/**
 * @param {string} text
 * @param {number} end
 * @returns {boolean} Whether what goes on with the text up to there stands on a line of its own.
 */
function isJoin(text, end) {
  return /^(?:[^\S\n]|\)|\/\*[^*]*\*\/)*(?:\/\/[^\n]*)?\r?\n\s*[([`]/u.test(
    text.slice(end, end + 200),
  );
}
