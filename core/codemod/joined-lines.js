/** @import { TSESTree } from '@typescript-eslint/types' */

/**
 * What a line may begin with that goes on with a line before it that has no semicolon: the arguments
 * of a call, a computed key, a template of a tag.
 */
const MAY_JOIN = /[\w$)\]}'"`][^\S\n]*(?:\/\/[^\n]*)?\r?\n\s*[([`]/u;

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
  return MAY_JOIN.test(after.text) && countJoined(after) > countJoined(before);
}

/**
 * @param {ParsedText} parsed
 * @returns {number}
 */
function countJoined({ ast, text }) {
  let count = 0;
  /** @type {any[]} */
  const stack = [ast];
  for (let node = stack.pop(); node; node = stack.pop()) {
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
