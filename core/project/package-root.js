import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** @type {Map<string, string>} */
const packageRoots = new Map();

/**
 * @param {string} directory
 * @returns {string} The nearest directory above with a package.json; the topmost if there is none.
 */
export function packageRootOf(directory) {
  const known = packageRoots.get(directory);
  if (known !== undefined) {
    return known;
  }
  const parent = dirname(directory);
  const root =
    parent === directory || existsSync(join(directory, 'package.json'))
      ? directory
      : packageRootOf(parent);
  packageRoots.set(directory, root);
  return root;
}
