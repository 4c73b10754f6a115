/**
 * Forms that convert only where they are asked for, by `--accept=slower` or by the name of the codemod: each chunk of a
 * stream, or each item of a list that may be long, takes over 1.5 times as long on the newest Node.
 *
 * Statements in place of `waterfall`, `parallel` or `whilst` are slower as well, by microseconds for a call. They are
 * what a person writes and what `migrate` is run for, so they convert, and the summary gives the loss. A test holds
 * both beside the measurements.
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
