/**
 * Forms of sites whose conversion the bench calls over 1.5 times slower, for each item or chunk, on the newest Node. The
 * command converts them only where they are asked for: `--accept=slower`, or the codemod by its name. A test
 * holds the table beside the measurements.
 *
 * @type {Readonly<Record<string, RegExp>>} The kinds of sites, by codemod.
 */
const SLOW_FORMS = Object.freeze({
  'async-lib-to-async': /Limit$/u,
  'stream-events-to-for-await': /^stream$/u,
});

/**
 * @param {string} codemod
 * @param {string} kind Of a site.
 * @returns {boolean}
 */
export function isSlowForm(codemod, kind) {
  return SLOW_FORMS[codemod]?.test(kind) === true;
}
