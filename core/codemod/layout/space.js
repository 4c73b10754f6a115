/** @import { TextEdit } from '../../edits/edit.js' */

import { walk } from './walk.js';

/** Texts that are the same but for what stands between their words. */

/**
 * @param {string} text
 * @param {number} start
 * @param {number} end
 * @returns {boolean} Whether it stands on several lines there.
 */
export function isSplit(text, start, end) {
  const line = text.indexOf('\n', start);
  return line !== -1 && line < end;
}

/**
 * @param {any} node
 * @param {string} text
 * @returns {boolean} Whether a line begins within a string in it, which would be another with more space.
 */
export function isFixed(node, text) {
  let holds = false;
  if (/[`<]|\\\r?\n/u.test(text.slice(node.start, node.end))) {
    walk(
      node,
      () => !holds,
      ({ type, start, end }) => {
        holds ||=
          /^(?:Directive|String|Template)?Literal$/u.test(type) && isSplit(text, start, end);
      },
    );
  }
  return holds;
}

/**
 * @param {string} text
 * @returns {number} How many objects and blocks take several lines.
 */
export function opened(text) {
  return text.split(/\{\r?\n/u).length;
}

/**
 * @param {string} text
 * @returns {string}
 */
export function withoutSpace(text) {
  return text.replaceAll(/[\s,()]+/gu, '');
}

/**
 * @param {number} start Of the text.
 * @param {string} before
 * @param {string} after The same but for space, and for commas and parentheses.
 * @returns {TextEdit[]} One for each place in which they differ.
 */
export function spaceEdits(start, before, after) {
  /** @type {TextEdit[]} */
  const edits = [];
  let at = 0;
  let behind = 0;
  while (at <= before.length) {
    const from = /^[\s,()]*/u.exec(before.slice(at))?.[0] ?? '';
    const to = /^[\s,()]*/u.exec(after.slice(behind))?.[0] ?? '';
    if (from !== to) {
      edits.push({ range: [start + at, start + at + from.length], text: to });
    }
    at += from.length + 1;
    behind += to.length + 1;
  }
  return edits;
}
