import { CODEMOD_ORDER } from '../../bin/order.js';
import { assumedBy } from '../../core/codemod/claims.js';
import { convertAll, createPassage, sitesOf } from '../../core/codemod/passages.js';

/** @import { Codemod } from '../../core/codemod/convert.js' */

/** @type {Codemod[]} Every codemod of the package, in the order to apply them. */
const CODEMODS = Object.entries(import.meta.glob('../../codemods/*.js', { eager: true }))
  .map(([, { codemod }]) => codemod)
  .sort((left, right) => CODEMOD_ORDER.indexOf(left.name) - CODEMOD_ORDER.indexOf(right.name));

/**
 * @typedef {object} Converted
 * @property {string} source The new text.
 * @property {object[]} sites Each with its place in the text that was given.
 * @property {{ message: string, line: number, column: number }[]} errors
 */

/**
 * As `async-perf migrate` of a project that has this file alone, and no package.json.
 *
 * @param {string} source
 * @param {string} path
 * @param {object} how
 * @param {readonly string[]} [how.only] Names of codemods; all of them if there is no list.
 * @param {Record<string, unknown>} [how.options] As on the command line.
 * @returns {Converted}
 */
export function convert(source, path, { only, options = {} }) {
  const passage = createPassage(path, source);
  const { errors } = convertAll(
    [passage],
    CODEMODS.filter(({ name }) => only?.includes(name) ?? true),
    options,
  );
  return {
    source: passage.source,
    sites: sitesOf(passage).map((site) => ({
      codemod: site.codemod,
      line: site.line,
      column: site.column,
      status: site.status,
      reason: site.reason,
      message: site.message,
      advice: site.advice,
      assumed: site.status === 'converted' ? assumedBy(site) : [],
    })),
    errors: errors.map(({ message, line, column }) => ({ message, line, column })),
  };
}
