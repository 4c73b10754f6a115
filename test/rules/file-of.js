import { fileURLToPath } from 'node:url';

/**
 * @param {string} folder One in `fixtures` that has a package.json.
 * @returns {string} A file there, which need not exist.
 */
export const fileOf = (folder) =>
  fileURLToPath(new URL(`fixtures/${folder}/file.js`, import.meta.url));
