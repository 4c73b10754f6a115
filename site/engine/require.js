/**
 * In place of `rules/shared/require.js`, which asks Node: what rules load when they need it is in the bundle.
 */

import manifest from '../../package.json';

/** @type {Record<string, unknown>} By the path from the root of the package. */
const MODULES = {
  '/package.json': { repository: manifest.repository, version: manifest.version },
};

/**
 * @param {Record<string, unknown>} modules By the path from the root of the package.
 */
export function addModules(modules) {
  Object.assign(MODULES, modules);
}

/**
 * @returns {(specifier: string) => any} Gives a module of the bundle by a relative specifier: the end of its path
 *   says which one it is, as no two that are loaded so have the same.
 */
export function createLoader() {
  return (specifier) => {
    const end = specifier.replace(/^(?:\.{1,2}\/)+/u, '/');
    const path = Object.keys(MODULES).find((each) => each.endsWith(end));
    if (path === undefined) {
      throw new Error(`${specifier} is not in the bundle of the playground`);
    }
    return MODULES[path];
  };
}
