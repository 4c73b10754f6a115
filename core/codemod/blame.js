/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Blame, PatternContext, Refusal } from '../contract/pattern.js' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { isFile, readText } from '#project-facts';

import { oncePerFile } from '../analysis/syntax/facts.js';
import { lowerBound } from '../analysis/syntax/cover.js';
import { lineStarts } from './places.js';
import { quotedCode } from './quoted-code.js';

/** `lib/store.js:12`: a place in another file, behind a space, a bracket or a backtick. */
const PLACE = /(?<![^\s(`])(?<file>[^\s(`:]+\.[cm]?[jt]sx?):(?<line>\d+)/u;

/** `line 12`, of the file itself. */
const LINE = /\bline (?<line>\d+)\b/u;

/**
 * Where to look for the cause of a refusal.
 *
 * @param {Pick<PatternContext, 'options' | 'project' | 'sourceCode'>} context
 * @param {TSESTree.Node} node The site.
 * @param {Refusal} refusal
 * @returns {Blame} The place that the refusal names; else that of the code which it quotes, within the site if it
 *   is there and in the file otherwise; else the site.
 */
export function placeToBlame(context, node, { at, reason, subject }) {
  const engines = /^engines-/u.test(reason) ? placeOfEngines(context) : undefined;
  if (at ?? engines) {
    return /** @type {Blame} */ (at ?? engines);
  }
  const place = PLACE.exec(subject ?? '')?.groups;
  if (place) {
    return { file: String(place['file']), line: Number(place['line']), column: 1 };
  }
  const named = LINE.exec(subject ?? '')?.groups;
  if (named) {
    return { line: Number(named['line']), column: 1 };
  }
  return placeOfQuoted(context.sourceCode, node, quotedCode(subject ?? '', reason));
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node The site.
 * @param {readonly string[]} quoted Code that a message quotes.
 * @returns {{ line: number, column: number }} Where the first that is found stands, within the site if it is there;
 *   the site, if none is.
 */
export function placeOfQuoted(sourceCode, node, quoted) {
  for (const code of quoted) {
    const offset = offsetOf(sourceCode, code, node.range);
    if (offset !== undefined) {
      return positionAt(indexOf(sourceCode).starts, offset);
    }
  }
  const { line, column } = node.loc.start;
  return { line, column: column + 1 };
}

/**
 * @param {Pick<PatternContext, 'options' | 'project'>} context
 * @returns {Blame | undefined} `engines.node` of the package.json, unless the option `node` took its place.
 */
function placeOfEngines({ options, project: { engines, manifest } }) {
  if (options.node !== undefined || engines === undefined || !manifest || !isFile(manifest)) {
    return undefined;
  }
  const text = readText(manifest);
  const at = text.indexOf('"node"', Math.max(0, text.indexOf('"engines"')));
  return at === -1 ? undefined : { file: manifest, ...positionAt(lineStarts(text), at) };
}

/** @type {(sourceCode: SourceCodeLike) => { starts: readonly number[], found: Map<string, number | undefined> }} */
const indexOf = oncePerFile(({ text }) => ({ starts: lineStarts(text), found: new Map() }));

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string} code
 * @param {readonly [number, number]} range Where it is looked for first.
 * @returns {number | undefined}
 */
function offsetOf(sourceCode, code, [start, end]) {
  const { text } = sourceCode;
  const inside = findCode(text.slice(start, end), code);
  if (inside !== undefined) {
    return start + inside;
  }
  const { found } = indexOf(sourceCode);
  if (!found.has(code)) {
    found.set(code, findCode(text, code));
  }
  return found.get(code);
}

/**
 * @param {string} text
 * @param {string} code
 * @returns {number | undefined} Where the code stands, and not as a part of a longer name.
 */
function findCode(text, code) {
  for (let at = text.indexOf(code); at !== -1; at = text.indexOf(code, at + 1)) {
    const isWhole =
      !(isNamePart(code[0]) && isNamePart(text[at - 1])) &&
      !(isNamePart(code.at(-1)) && isNamePart(text[at + code.length]));
    if (isWhole) {
      return at;
    }
  }
  return undefined;
}

/** @param {string | undefined} character */
function isNamePart(character) {
  return character !== undefined && /[\w$]/u.test(character);
}

/**
 * @param {readonly number[]} starts Of the lines.
 * @param {number} offset
 * @returns {{ line: number, column: number }} 1-based.
 */
function positionAt(starts, offset) {
  const line = Math.max(
    lowerBound(starts, (start) => start > offset),
    1,
  );
  return { line, column: offset - (starts[line - 1] ?? 0) + 1 };
}
