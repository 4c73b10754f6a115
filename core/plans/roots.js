import { basename, dirname } from '#project-facts';

/**
 * @param {string} file
 * @param {string} root Where a function of that file is, and what is the matter with it, as the file itself
 *   says it: `line 12: falls-through`.
 * @returns {string} The same for other files: `store.js:12: falls-through`, `store/index.js:12: falls-through`.
 */
export function rootIn(file, root) {
  const name = basename(file);
  const short = name.startsWith('index.') ? `${basename(dirname(file))}/${name}` : name;
  return root.replace(/^line /u, `${short}:`);
}
