import { dirname, exists, join } from '#project-facts';

import { readProject } from '../../analysis/environment/project.js';
import { resolveFile } from '../../codemod/siblings.js';

/**
 * Declarations of types beside JavaScript, which nobody changes along: `load.d.ts` beside `load.js`, and
 * what package.json names as the types of the package.
 */

const TYPES = /\.d\.[cm]?ts$/u;

/**
 * @param {string} path
 * @returns {string[]} The files that say what the file exports.
 */
export function declarationsOf(path) {
  if (!/\.[cm]?jsx?$/u.test(path)) {
    return [];
  }
  const { manifest, types, exports } = readProject(path);
  const entries = textsIn(exports);
  const isEntry =
    manifest !== undefined &&
    ['.', ...entries].some((each) => resolveFile(manifest, each) === path);
  return [
    path.replace(/\.([cm]?)jsx?$/u, '.d.$1ts'),
    ...(isEntry
      ? [...textsIn(types), ...entries.filter((each) => TYPES.test(each))].map((each) =>
          join(dirname(manifest), each),
        )
      : []),
  ].filter((each) => exists(each));
}

/**
 * @param {unknown} value Of JSON.
 * @returns {string[]}
 */
function textsIn(value) {
  return typeof value === 'string'
    ? [value]
    : Object.values(Object(value)).flatMap((each) => textsIn(each));
}
