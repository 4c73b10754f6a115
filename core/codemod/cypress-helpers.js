import { readText } from '#project-facts';

import { resolveFile } from './siblings.js';

/** @type {Map<string, boolean>} */
const known = new Map();

/** `cy.get(…)`, `Cypress.env(…)`: commands, or what belongs to them. */
const NAMED = /(?<![\w$.])(?:cy|Cypress)\s*\./u;

/**
 * Whether a relative import gives helpers of Cypress. No conversion changes what such a file names, so the
 * answer does not depend on which file was converted first.
 *
 * @param {string | undefined} path The file that imports.
 * @param {string} specifier
 * @returns {boolean}
 */
export function namesCypress(path, specifier) {
  const file =
    path === undefined || !specifier.startsWith('.') ? undefined : resolveFile(path, specifier);
  if (file === undefined) {
    return false;
  }
  let found = known.get(file);
  if (found === undefined) {
    found = NAMED.test(readText(file));
    known.set(file, found);
  }
  return found;
}
