/** @import { Project } from '../contract/pattern.js' */

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { NO_PROJECT } from '../contract/pattern.js';

const PRODUCTION_KINDS = ['peerDependencies', 'optionalDependencies', 'dependencies'];

const DEPENDENCY_KINDS = [
  'peerDependencies',
  'optionalDependencies',
  'devDependencies',
  'dependencies',
];

/** @type {Map<string, Project>} */
const projectsByDirectory = new Map();

/**
 * The one neighbour that a file's conversion may depend on, so that the output does not depend on
 * the order in which files are visited.
 *
 * @param {string | undefined} path
 * @returns {Project} What the nearest package.json says.
 * @throws {Error} Naming the package.json if it is not JSON.
 */
export function readProject(path) {
  return path === undefined ? NO_PROJECT : projectOf(dirname(resolve(path)));
}

/**
 * @param {string} directory
 * @returns {Project}
 */
function projectOf(directory) {
  const known = projectsByDirectory.get(directory);
  if (known) {
    return known;
  }
  const manifest = join(directory, 'package.json');
  const parent = dirname(directory);
  const project = existsSync(manifest)
    ? readManifest(manifest)
    : parent === directory
      ? NO_PROJECT
      : projectOf(parent);
  projectsByDirectory.set(directory, project);
  return project;
}

/** A package.json that says nothing: what it says of Node and of dependencies decides conversions. */
export class ManifestError extends Error {
  name = 'ManifestError';
}

/**
 * @param {string} manifest
 * @param {string} text What it holds.
 * @returns {any} An object; its parts may be of any kind.
 * @throws {ManifestError} If it is no JSON, or no object.
 */
export function parseManifest(manifest, text) {
  let content;
  try {
    content = JSON.parse(text.replace(/^\uFEFF/u, ''));
  } catch (error) {
    throw new ManifestError(`${manifest} cannot be read as JSON: mend it, then run again`, {
      cause: error,
    });
  }
  if (!isRecord(content)) {
    throw new ManifestError(`${manifest} holds no object: mend it, then run again`);
  }
  return content;
}

/** @param {unknown} value */
function isRecord(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * @param {any} content
 * @param {string} part Such as `dependencies`.
 * @returns {Record<string, string>} Its entries that are texts; none where it is no object.
 */
export function textsOf(content, part) {
  const entries = isRecord(content[part]) ? Object.entries(content[part]) : [];
  return Object.fromEntries(entries.filter(([, value]) => typeof value === 'string'));
}

/**
 * @param {string} manifest
 * @returns {Project}
 * @throws {ManifestError}
 */
function readManifest(manifest) {
  const content = parseManifest(manifest, readFileSync(manifest, 'utf8'));
  return {
    manifest,
    engines: textsOf(content, 'engines')['node'],
    dependencies: rangesOf(content, DEPENDENCY_KINDS),
    production: rangesOf(content, PRODUCTION_KINDS),
    scripts: textsOf(content, 'scripts'),
    isBundled: content.browser !== undefined,
  };
}

/**
 * @param {any} content Of a package.json.
 * @param {readonly string[]} kinds Where a package is of several kinds, the last one counts.
 * @returns {Record<string, string>}
 */
function rangesOf(content, kinds) {
  return Object.assign({}, ...kinds.map((kind) => textsOf(content, kind)));
}
