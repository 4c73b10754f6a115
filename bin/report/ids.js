import { createHash } from 'node:crypto';
import { relative, sep } from 'node:path';

/**
 * @typedef {object} Identified A place of the report: a site, a finding.
 * @property {string} [id] Given to those that have none.
 * @property {string} file Absolute.
 * @property {number} line 1-based, as are all.
 * @property {number} column
 * @property {number} endLine
 * @property {number} endColumn Behind the last character.
 */

/** Hexadecimal digits. The chance that two of 5,000 sites have the same ones is one in twenty million. */
const DIGITS = 12;

/**
 * Gives each place an id by what it is about: the file, the code and what is done with it. So the id is the same in
 * every run, and after an edit elsewhere in the file. Places that are about equal code are told apart by their order.
 *
 * @param {readonly Identified[]} places
 * @param {object} how
 * @param {string} how.top The directory that the paths of files are relative to.
 * @param {(place: any) => string} how.nameOf The codemod or the rule that the code is for.
 * @param {(file: string) => string} how.textOf The text that the places are in.
 */
export function identify(places, { top, nameOf, textOf }) {
  /** @type {Map<string, Identified[]>} */
  const byFile = new Map();
  for (const place of places.filter(({ id }) => id === undefined)) {
    const known = byFile.get(place.file);
    if (known) {
      known.push(place);
    } else {
      byFile.set(place.file, [place]);
    }
  }
  for (const [file, own] of byFile) {
    const name = relative(top, file).split(sep).join('/');
    const codeOf = createReader(textOf(file));
    /** @type {Map<string, number>} */
    const seen = new Map();
    for (const place of own.toSorted((left, right) => byPosition(left, right))) {
      const content = [name, nameOf(place), codeOf(place)].join('\0');
      const number = seen.get(content) ?? 0;
      seen.set(content, number + 1);
      place.id = createHash('sha256')
        .update(`${content}\0${number}`)
        .digest('hex')
        .slice(0, DIGITS);
    }
  }
}

/**
 * @param {Identified} left
 * @param {Identified} right
 */
function byPosition(left, right) {
  return left.line - right.line || left.column - right.column || left.endLine - right.endLine;
}

/**
 * @param {string} text
 * @returns {(place: Identified) => string} The code at a place, with one space for each run of white space: what
 *   moves it to another level of indentation leaves it the same.
 */
function createReader(text) {
  const lines = text.replace(/^\uFEFF/u, '').split(/\r\n|[\n\r\u2028\u2029]/u);
  return ({ line, column, endLine, endColumn }) => {
    const [first = '', ...others] = lines.slice(line - 1, endLine);
    const last = others.pop();
    const code =
      last === undefined
        ? first.slice(column - 1, endColumn - 1)
        : [first.slice(column - 1), ...others, last.slice(0, endColumn - 1)].join('\n');
    return code.replaceAll(/\s+/gu, ' ').trim();
  };
}
