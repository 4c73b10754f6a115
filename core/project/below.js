import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/**
 * @param {string} top
 * @param {string} path
 * @returns {boolean} Whether it is that, or something in it.
 */
export function isBelow(top, path) {
  const name = relative(top, path);
  return name.split(sep)[0] !== '..' && !isAbsolute(name);
}

/**
 * @param {string} path
 * @returns {string} Of the file itself or the link of that name, whatever links lead to its directory.
 */
export function realPathOf(path) {
  const absolute = resolve(path);
  if (existsSync(absolute) && statSync(absolute).isDirectory()) {
    return realpathSync(absolute);
  }
  const parent = dirname(absolute);
  return parent === absolute ? absolute : join(realPathOf(parent), basename(absolute));
}
