/** @import { Codemod } from '../../core/codemod/convert.js' */

import { ManifestError } from '../../core/contract/manifest.js';
import { planMigration } from '../../core/project/migration.js';

/**
 * What `migrate` would do with the files that were checked.
 *
 * @typedef {object} Outlook
 * @property {number} sites
 * @property {number} converted How many of them it would convert.
 */

/**
 * @param {readonly string[]} files
 * @param {readonly Codemod[]} codemods
 * @param {(done: number) => void} [onProgress]
 * @returns {Outlook | undefined} Undefined if a package.json cannot be read: the check names it.
 */
export function lookAhead(files, codemods, onProgress) {
  try {
    const { sites } = planMigration(files, codemods, {}, onProgress);
    const converted = sites.filter(({ status }) => status === 'converted').length;
    return { sites: sites.length, converted };
  } catch (error) {
    if (error instanceof ManifestError) {
      return undefined;
    }
    throw error;
  }
}
