/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Blame, PatternContext, Refusal } from '../contract/pattern.js' */

import { isFile, readText } from '#project-facts';

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
  const { text } = context.sourceCode;
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
  return placeOfQuoted(text, node, quotedCode(subject ?? '', reason));
}

/**
 * @param {string} text Of the file.
 * @param {TSESTree.Node} node The site.
 * @param {readonly string[]} quoted Code that a message quotes.
 * @returns {{ line: number, column: number }} Where the first that is found stands, within the site if it is there;
 *   the site, if none is.
 */
export function placeOfQuoted(text, node, quoted) {
  for (const code of quoted) {
    const offset = offsetOf(text, code, node.range);
    if (offset !== undefined) {
      return positionAt(text, offset);
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
  return at === -1 ? undefined : { file: manifest, ...positionAt(text, at) };
}

/**
 * @param {string} text
 * @param {string} code
 * @param {readonly [number, number]} range Where it is looked for first.
 * @returns {number | undefined}
 */
function offsetOf(text, code, [start, end]) {
  const inside = findCode(text, code, start);
  if (inside !== undefined && inside < end) {
    return inside;
  }
  return findCode(text, code, 0);
}

/**
 * @param {string} text
 * @param {string} code
 * @param {number} from
 * @returns {number | undefined} Where the code stands, and not as a part of a longer name.
 */
function findCode(text, code, from) {
  for (let at = text.indexOf(code, from); at !== -1; at = text.indexOf(code, at + 1)) {
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
 * @param {string} text
 * @param {number} offset
 * @returns {{ line: number, column: number }} 1-based.
 */
function positionAt(text, offset) {
  const before = text.slice(0, offset).split(/\r\n|[\n\r\u2028\u2029]/u);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
