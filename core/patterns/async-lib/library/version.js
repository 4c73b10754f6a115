/** @import { PatternContext } from '../../../contract/pattern.js' */

import { dirname, exists, join, readText } from '#project-facts';

import { dependencyMajor } from '../../../analysis/environment/node-floor.js';

/**
 * @param {PatternContext} context
 * @returns {number | undefined} The major version of `async` that the code runs on: `--async-version`,
 *   else what is locked, else what package.json asks for. Before 1.0 it is like 1.
 */
export function asyncVersion(context) {
  const { options, project } = context;
  const major =
    options.asyncVersion ?? lockedMajor(project.manifest) ?? dependencyMajor(context, 'async');
  return major === undefined ? undefined : Math.max(1, major);
}

/** @type {Map<string, number | undefined>} */
const majorByManifest = new Map();

/**
 * @param {string | undefined} manifest
 * @returns {number | undefined}
 */
function lockedMajor(manifest) {
  if (manifest === undefined) {
    return undefined;
  }
  if (!majorByManifest.has(manifest)) {
    majorByManifest.set(manifest, readLock(dirname(manifest)));
  }
  return majorByManifest.get(manifest);
}

/**
 * @param {string} directory
 * @returns {number | undefined} What npm's lock file says; those of others say it in ways of their own.
 */
function readLock(directory) {
  for (const name of ['npm-shrinkwrap.json', 'package-lock.json']) {
    const path = join(directory, name);
    if (exists(path)) {
      const lock = parseLock(path);
      const entry = lock?.packages?.['node_modules/async'] ?? lock?.dependencies?.async;
      const major = Number.parseInt(entry?.version ?? '', 10);
      return Number.isNaN(major) ? undefined : major;
    }
  }
  return undefined;
}

/**
 * @param {string} path
 * @returns {any}
 * @throws {Error} Naming the lock file if it is not JSON.
 */
function parseLock(path) {
  try {
    return JSON.parse(readText(path).replace(/^\uFEFF/u, ''));
  } catch (error) {
    throw new Error(`${path} cannot be read as JSON: mend it, then run again`, { cause: error });
  }
}
