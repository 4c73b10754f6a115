import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

/** @import { Converter } from './examine.js' */

/** The checkout that this file belongs to. */
export const ROOT = join(import.meta.dirname, '../..');

/**
 * @param {string} name
 * @param {string} [root] Another copy of the project.
 * @returns {Promise<Converter>}
 */
export async function loadCodemod(name, root = ROOT) {
  const urlOf = (/** @type {string} */ path) => pathToFileURL(join(root, path)).href;
  const [{ convert }, { codemod }] = await Promise.all([
    import(urlOf('core/codemod/convert.js')),
    import(urlOf(`codemods/${name}.js`)),
  ]);
  return (text, options) => convert({ path: 'program.js', source: text }, codemod, options);
}
