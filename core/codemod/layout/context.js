/** @import { Doc } from './doc.js' */

import { UNKNOWN } from './doc.js';

/**
 * The context in which all files of this folder lay out expressions and statements. The code that prints expressions
 * is handed over with it: these hold each other, and so would the files.
 *
 * @typedef {object} Style
 * @property {string} unit
 * @property {string} newline
 * @property {number} width
 * @property {number} tab
 * @property {string} call The text behind the last of arguments on lines of their own.
 * @property {string} list
 * @property {boolean} guards Whether a semicolon stands only before what would go on with a line.
 *
 * @typedef {object} Context
 * @property {string} text
 * @property {Style} style
 * @property {Print} print
 * @property {Map<any, Doc>[]} [docs] The documents that were printed, as the last argument or otherwise.
 *
 * @callback Print
 * @param {any} node
 * @param {any} parent
 * @param {Context} context
 * @param {boolean} [isLast] Whether it is the last argument and begins on the line of the call.
 * @returns {Doc} What an expression is made of.
 */

/**
 * @param {string} raw
 * @returns {Doc} It, on one line.
 */
export function plain(raw) {
  return raw.includes('\n') ? UNKNOWN : raw;
}
