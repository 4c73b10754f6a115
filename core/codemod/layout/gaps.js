/** @import { TextEdit } from '../../edits/edit.js' */
/** @import { Style } from './context.js' */
/** @import { Overlap } from './ranges.js' */

import { indentOf } from '../../edits/indentation.js';
import { isFixed } from './space.js';
import { endOf } from './statements.js';
import { walk } from './walk.js';

/** With these a line goes on with the one before, if that has no semicolon. */
const GOES_ON = /^(?:[([`/<]|([+-])(?!\1))/u;

/**
 * @param {{ ast: any, text: string }} parsed
 * @param {Style} style
 * @param {Overlap} isChanged
 * @returns {TextEdit[]} What stands between statements: where they begin, at most one blank line, and a
 *   semicolon where the file has those in front of lines alone.
 */
export function gapEdits({ ast, text }, { guards, newline, unit }, isChanged) {
  /** @type {Map<number, TextEdit>} */
  const edits = new Map();
  const bodies = new Set();
  walk(ast, isChanged, (node) => {
    const { body, end, start, type } = node;
    if (/Function|Method/u.test(type)) {
      bodies.add(body);
    }
    const isBlock = type === 'BlockStatement';
    if (!isBlock && type !== 'Program') {
      return;
    }
    // The call whose argument a function is may stand before it, and go on behind it.
    const isBody = bodies.has(node);
    const outer = isBlock ? indentOf(text, isBody ? end - 1 : start) : '';
    const inner = isBlock ? outer + unit : '';
    /** @type {any[]} */
    const statements = body.filter((/** @type {any} */ each) => each.type !== 'EmptyStatement');
    const isPartlyRight =
      isChanged(start, end) &&
      ((isBlock && !isBody) || statements.some((each) => indentOf(text, each.start) === inner));
    let from = start + 1;
    let isFirst = true;
    for (const each of statements) {
      const to = each.start;
      const gap = text.slice(from, to);
      const indent = indentOf(text, to);
      const isOff = indent !== inner && isPartlyRight && !isFixed(each, text);
      const isPlain =
        ['', ';'].includes(gap.trim()) && gap.includes('\n') && (isOff || isChanged(from, to));
      const statement = text.slice(to, each.end);
      const guard =
        guards && each.type === 'ExpressionStatement' && GOES_ON.test(statement) ? ';' : '';
      // Behind a comment.
      if (guard && isBlock && !isPlain && /\n[ \t]*$/u.test(gap) && isChanged(from, to)) {
        edits.set(to, { range: [to, to], text: guard });
      }
      if (isPlain && (isBlock || !isFirst) && (guards || !gap.includes(';'))) {
        const isBlank = !isFirst && /\n\s*\n/u.test(gap);
        edits.set(from, {
          range: [from, to],
          text: `${isBlank ? newline : ''}${newline}${isOff ? inner : indent}${guard}`,
        });
        for (let line = text.indexOf('\n', to) + 1; isOff && line > 0 && line < each.end;) {
          if (text.startsWith(indent, line) && !edits.has(line)) {
            edits.set(line, { range: [line, line + indent.length], text: inner });
          }
          line = text.indexOf('\n', line) + 1;
        }
      }
      const blank = isFirst && !isPlain ? /^\s*\n(?=[^\S\n]*\n)/u.exec(gap)?.[0] : undefined;
      if (isBlock && blank !== undefined && isChanged(from, from + blank.length)) {
        edits.set(from, { range: [from, from + blank.length], text: '' });
      }
      isFirst = false;
      from = endOf(each, text);
    }
    const gap = text.slice(from, end - 1);
    if (
      isBlock &&
      !isFirst &&
      gap.trim() === '' &&
      gap.includes('\n') &&
      isChanged(from, end - 1)
    ) {
      edits.set(from, { range: [from, end - 1], text: `${newline}${outer}` });
    }
  });
  let behind = 0;
  return [...edits.values()]
    .filter(({ range, text: own }) => text.slice(...range) !== own)
    .sort((left, right) => left.range[0] - right.range[0])
    .filter(({ range: [from, to] }) => {
      const isFree = from >= behind;
      behind = Math.max(behind, to);
      return isFree;
    });
}
