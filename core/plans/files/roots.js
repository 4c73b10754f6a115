import { pathInProject } from '../../analysis/environment/project.js';

/**
 * @param {string} file
 * @param {string} root Where a function of that file is, and what is the matter with it, as the file itself
 *   says it: `line 12: falls-through`.
 * @returns {string} The same for other files: `lib/store.js:12: falls-through`.
 */
export function rootIn(file, root) {
  return root.replace(/^line /u, `${pathInProject(file)}:`);
}
