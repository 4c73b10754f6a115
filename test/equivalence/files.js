/**
 * A program of several files is one text, each file below a line with its path:
 *
 *     ==== lib/load.js
 */
const FILE_LINE = /^==== (?<path>\S+)\n/gmu;

/** What a program is called that is one file. */
const ALONE = 'program.js';

/**
 * @typedef {object} FileText
 * @property {string} path
 * @property {string} text
 * @property {number} line Of the whole, before its first one.
 */

/**
 * @param {string} text
 * @returns {FileText[]}
 */
export function filesOf(text) {
  const heads = [...text.matchAll(FILE_LINE)];
  if (heads.length === 0) return [{ path: ALONE, text, line: 0 }];
  return heads.map((head, number) => {
    const start = head.index + head[0].length;
    return {
      path: head.groups?.['path'] ?? '',
      text: text.slice(start, heads[number + 1]?.index),
      line: text.slice(0, start).split('\n').length - 1,
    };
  });
}

/** @param {string} text @returns {boolean} */
export const isProject = (text) => text.startsWith('==== ');

/** @param {string} path */
export const fileLine = (path) => `==== ${path}\n`;

/**
 * @param {readonly { path: string, text: string }[]} files
 * @returns {string}
 */
export const joinFiles = (files) =>
  files.map(({ path, text }) => `${fileLine(path)}${text}`).join('');
