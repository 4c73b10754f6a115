/** @import { ConversionOptions } from '../../core/contract/options.js' */
/** @import { WrittenFiles } from '../../core/project/manifest.js' */
/** @import { Migration } from '../../core/project/migration.js' */

import { realpathSync } from 'node:fs';

import { runsOn } from '../../core/analysis/environment/node-floor.js';
import { readProject } from '../../core/analysis/environment/project.js';
import { updateDependencies } from '../../core/project/manifest.js';

/**
 * The changes of a package.json.
 *
 * @typedef {object} ManifestChange
 * @property {string} path Absolute.
 * @property {string} before
 * @property {string} after
 * @property {string} changes In words.
 */

/**
 * @param {Migration} migration
 * @param {ConversionOptions} options
 * @returns {Promise<ManifestChange[]>} Of each package.json whose files need something else once the
 *   migration is written, whether it is or not.
 */
export async function planManifests({ groups }, options) {
  /** @type {Map<string, WrittenFiles>} */
  const written = new Map();
  /** @type {Map<string, string>} */
  const texts = new Map();
  for (const { path, before, after } of groups.flatMap(({ files }) => files)) {
    const { manifest } = readProject(path);
    texts.set(path, after.toString());
    if (manifest !== undefined) {
      const pair = { before: before.toString(), after: after.toString() };
      written.set(manifest, [...(written.get(manifest) ?? []), pair]);
    }
  }
  /** @type {ManifestChange[]} */
  const planned = [];
  for (const [path, files] of written) {
    const context = { options, project: readProject(path) };
    const { freed, added, before, after } = await updateDependencies(
      path,
      files,
      (version) => runsOn(context, version),
      texts,
    );
    const changes = [
      ...(freed.length > 0 ? [`${freed.join(', ')} taken out, nothing uses it any more`] : []),
      ...(added.length > 0 ? [`${added.join(', ')} added: install it before the next run`] : []),
    ];
    if (changes.length > 0) {
      // Replacing a file would replace a link to it, too.
      planned.push({ path: realpathSync(path), before, after, changes: changes.join('; ') });
    }
  }
  return planned;
}
