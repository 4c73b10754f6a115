/** @import { FileList } from './file-list.js' */

import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { addProbes } from './probed-text.js';

/**
 * @typedef {object} Loaded
 * @property {string | null | undefined} [format]
 * @property {unknown} [source]
 */

/**
 * @param {string} url
 * @param {Loaded} loaded
 * @param {FileList} files
 * @returns {Loaded} An ES module gets its probes; code that is required passes through the hook of `require`.
 */
export function withProbes(url, loaded, files) {
  if (!loaded.format?.startsWith('module') || !url.startsWith('file:') || !loaded.source) {
    return loaded;
  }
  const path = fileURLToPath(url);
  const number = files.numbers.get(realPathOf(path));
  if (number === undefined) {
    return loaded;
  }
  const { source } = loaded;
  const text =
    typeof source === 'string' ? source : Buffer.from(/** @type {any} */ (source)).toString();
  return { ...loaded, source: addProbes(text, path, number, files) };
}

/**
 * @param {string} path
 * @returns {string} Where the file is, whatever links lead to it.
 */
export function realPathOf(path) {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
