/** @import { Codemod } from '../../core/codemod/convert.js' */

import { ManifestError } from '../../core/contract/manifest.js';
import { projectKindOf } from '../../core/config/project-kind.js';
import { planMigration } from '../../core/project/migration.js';
import { decide } from '../migration/decision.js';

/**
 * The result of `migrate` on the files that were checked, with the options that it decides on.
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
    const kind = projectKindOf(files);
    const { api, trust } = kind === undefined ? {} : decide(files, kind);
    const { sites } = planMigration(files, codemods, { api, trust }, onProgress);
    const converted = sites.filter(({ status }) => status === 'converted').length;
    return { sites: sites.length, converted };
  } catch (error) {
    if (error instanceof ManifestError) {
      return undefined;
    }
    throw error;
  }
}
