import { diffWordsWithSpace } from 'diff';
import hljs from 'highlight.js/lib/core';
import javascript from 'highlight.js/lib/languages/javascript';
import typescript from 'highlight.js/lib/languages/typescript';

hljs.registerLanguage('javascript', javascript);
hljs.registerLanguage('typescript', typescript);

/**
 * @param {string} file
 * @param {readonly string[]} lines
 * @returns {string[]} Each line as HTML, with colours.
 */
export function highlightLines(file, lines) {
  const language = /\.[cm]?tsx?$/u.test(file) ? 'typescript' : 'javascript';
  const { value } = hljs.highlight(lines.join('\n'), { language, ignoreIllegals: true });
  /** @type {string[]} */
  let open = [];
  return value.split('\n').map((line) => {
    const before = open.join('');
    for (const [tag] of line.matchAll(/<span[^>]*>|<\/span>/gu)) {
      open = tag === '</span>' ? open.slice(0, -1) : [...open, tag];
    }
    return before + line + '</span>'.repeat(open.length);
  });
}

/** Lines that share less than this of their words are not compared word by word. */
const LEAST_COMMON = 0.4;

/**
 * @param {string} before
 * @param {string} after
 * @returns {{ left: [number, number][], right: [number, number][] } | undefined} The ranges in which the lines differ;
 *   undefined if they have little in common.
 */
export function differingWords(before, after) {
  /** @type {[number, number][]} */
  const left = [];
  /** @type {[number, number][]} */
  const right = [];
  let [common, at, to] = [0, 0, 0];
  for (const { added, removed, value } of diffWordsWithSpace(before, after)) {
    const { length } = value;
    if (removed) {
      left.push([at, at + length]);
    } else if (added) {
      right.push([to, to + length]);
    } else {
      common += value.trim().length;
    }
    at += added ? 0 : length;
    to += removed ? 0 : length;
  }
  const longest = Math.max(before.trim().length, after.trim().length);
  return common < longest * LEAST_COMMON ? undefined : { left, right };
}

/**
 * @param {Element} element Its text is that of a line.
 * @param {readonly [number, number][]} ranges Gets a `<mark>` around each of them.
 */
export function markRanges(element, ranges) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  /** @type {{ node: Text, start: number, end: number }[]} */
  const pieces = [];
  let offset = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = node.nodeValue?.length ?? 0;
    for (const [start, end] of ranges) {
      const from = Math.max(start, offset);
      const until = Math.min(end, offset + length);
      if (from < until) {
        pieces.push({
          node: /** @type {Text} */ (node),
          start: from - offset,
          end: until - offset,
        });
      }
    }
    offset += length;
  }
  for (const { node, start, end } of pieces.toReversed()) {
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, end);
    range.surroundContents(document.createElement('mark'));
  }
}
