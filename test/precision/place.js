/**
 * Where a rule reports.
 *
 * @typedef {object} Place
 * @property {string} package Its name and version.
 * @property {string} file
 * @property {number} line
 * @property {number} column
 * @property {string} rule
 */

/**
 * @param {Place} place
 * @returns {string}
 */
export function keyOf({ package: spec, file, line, column, rule }) {
  return `${spec}/${file}:${line}:${column} ${rule}`;
}
