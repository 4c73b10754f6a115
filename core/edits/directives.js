/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../source/source-code.js' */
/** @import { TextEdit } from './edit.js' */

/**
 * Comments that speak to a tool of one line: `// @ts-expect-error`, `// eslint-disable-next-line`,
 * `/* istanbul ignore next *\/`. Above another line they silence what nobody meant to silence, and what
 * they were written for is reported.
 */

/** Of the line below. A compiler's counts whatever is on it. */
const OF_TYPES = /^\s*(?:@ts-(?:expect-error|ignore)\b|\$Flow\w)/u;

const OF_NEXT_LINE =
  /^\s*(?:(?:eslint|oxlint)-disable-next-line|tslint:disable-next-line|biome-ignore|prettier-ignore|(?:istanbul|c8|v8|node:coverage)\s+ignore\s+(?:next|if|else))\b/u;

/** Of the line that the comment stands on. */
const OF_OWN_LINE =
  /^\s*(?:(?:eslint|oxlint)-disable-line|tslint:disable-line|jshint ignore:line|jscs:ignore)\b/u;

/**
 *     // istanbul ignore next
 *     if (err) return cb(err);
 *
 * @param {TSESTree.Comment} comment
 * @returns {boolean} Whether it speaks of the statement below and of nothing else: where that is taken out, it goes with it.
 */
export function isOfStatementBelow({ value }) {
  return OF_NEXT_LINE.test(value);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string} output The text after the edits.
 * @param {readonly TextEdit[]} edits As `resolveEdits` gives them.
 * @returns {string | undefined} A directive that would speak of another line than it does.
 */
export function movedDirective({ ast, text }, output, edits) {
  const taking = edits.filter(({ takesComments }) => takesComments);
  /** @type {Map<string, { before: number, after: number }>} */
  const from = new Map();
  for (const { range, value } of ast.comments ?? []) {
    if (taking.some(({ range: [start, end] }) => start <= range[0] && range[1] <= end)) {
      continue;
    }
    const isOwn = OF_OWN_LINE.test(value);
    const isOfTypes = OF_TYPES.test(value);
    if (!isOwn && !isOfTypes && !OF_NEXT_LINE.test(value)) {
      continue;
    }
    const comment = text.slice(...range);
    const seen = from.get(comment) ?? { before: 0, after: 0 };
    const before = text.indexOf(comment, seen.before);
    const after = output.indexOf(comment, seen.after);
    if (before === -1 || after === -1) {
      return comment;
    }
    from.set(comment, { before: before + 1, after: after + 1 });
    const line = isOwn ? lineAround : lineBehind;
    const [meant, found] = [line(text, before, comment), line(output, after, comment)];
    if (!(isOfTypes ? isSame(meant, found) : isAbout(meant, found))) {
      return comment;
    }
  }
  return undefined;
}

/**
 * @param {string} text
 * @param {number} start Of a comment.
 * @param {string} comment
 * @returns {string} The line that the comment stands on, without it.
 */
function lineAround(text, start, comment) {
  const [rest = ''] = text.slice(start + comment.length).split('\n', 1);
  return (text.slice(text.lastIndexOf('\n', start) + 1, start) + rest).trim();
}

/**
 * @param {string} text
 * @param {number} start Of a comment.
 * @param {string} comment
 * @returns {string} The first line with code behind it.
 */
function lineBehind(text, start, comment) {
  let at = start + comment.length;
  for (
    const space = /\s*(?:\/\/[^\n]*|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/)?/uy;
    ;
    at = space.lastIndex
  ) {
    space.lastIndex = at;
    if (!space.test(text) || space.lastIndex === at) {
      break;
    }
  }
  return (text.slice(at).split('\n', 1)[0] ?? '').trim();
}

/**
 * @param {string} meant
 * @param {string} found
 * @returns {boolean}
 */
function isSame(meant, found) {
  return withoutWords(meant) === withoutWords(found);
}

/**
 * @param {string} line
 * @returns {string} Without what makes a call one that is waited for.
 */
function withoutWords(line) {
  return line.replaceAll(/\b(?:async|await|return)\b|[\s;]/gu, '');
}

/** Words of the language. */
const WORDS = /^(?:async|await|const|else|function|if|let|new|return|this|throw|try|var|void)$/u;

/**
 *     fs.stat(file, (err, stats) => {    ->    const stats = await fs.promises.stat(file);
 *
 * @param {string} meant
 * @param {string} found
 * @returns {boolean} Whether the line is the same, or the call on it, where nothing else stood there.
 */
function isAbout(meant, found) {
  if (isSame(meant, found)) {
    return true;
  }
  // .then((value) => {     load(file, (err) => { if (err) return cb(err); cb(); });
  const block = meant.slice(meant.indexOf('{') + 1, meant.lastIndexOf('}'));
  if (
    /^(?:\.|\?\.|\}|if\b)/u.test(meant) ||
    (meant.includes('{') && /\w/u.test(block) && meant.includes('}'))
  ) {
    return false;
  }
  const name = namesIn(meant).find((word) => !WORDS.test(word));
  return name !== undefined && namesIn(found).includes(name);
}

/**
 * @param {string} line
 * @returns {string[]}
 */
function namesIn(line) {
  return [...line.matchAll(/[\w$]+/gu)].map(([word]) => word);
}
