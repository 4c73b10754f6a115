import { dirname } from 'node:path';

import { isObject, readJson } from '../analysis/json.js';
import { readProject } from '../analysis/project.js';

/**
 * What a project is, which decides how much may be assumed of it: an application runs its own code, and its
 * tests and its users find what a conversion broke; a library is run by code that nobody here sees.
 *
 * @typedef {object} ProjectKind
 * @property {'application' | 'library'} kind
 * @property {string} because What says so.
 * @property {boolean} isSure Whether something says so; unclear is a library.
 */

/** What a package.json has where the package is made to be published. */
const PUBLISHED = ['files', 'publishConfig', 'types', 'typings'];

/**
 * @param {readonly string[]} files Absolute.
 * @returns {ProjectKind} Of all packages together: one that is a library makes a library of them.
 */
export function projectKindOf(files) {
  const manifests = new Set(
    [...new Set(files.map((file) => dirname(file)))].flatMap(
      (directory) => readProject(`${directory}/package.json`).manifest ?? [],
    ),
  );
  const kinds = [...manifests].map((manifest) => kindOf(readJson(manifest)));
  return (
    kinds.find(({ kind, isSure }) => kind === 'library' && isSure) ??
    kinds.find(({ kind }) => kind === 'library') ??
    kinds[0] ?? { kind: 'library', because: 'there is no package.json', isSure: false }
  );
}

/**
 * @param {unknown} content Of a package.json.
 * @returns {ProjectKind}
 */
export function kindOf(content) {
  if (!isObject(content)) {
    return { kind: 'library', because: 'there is no package.json that can be read', isSure: false };
  }
  const published = PUBLISHED.find((key) => content[key] !== undefined);
  if (published !== undefined && content['private'] !== true) {
    return { kind: 'library', because: `package.json has \`${published}\``, isSure: true };
  }
  if (content['private'] === true) {
    return { kind: 'application', because: 'package.json has `"private": true`', isSure: true };
  }
  const scripts = isObject(content['scripts']) ? content['scripts'] : {};
  if (typeof scripts['start'] === 'string') {
    return { kind: 'application', because: 'package.json has a `start` script', isSure: true };
  }
  if (content['bin'] !== undefined) {
    return { kind: 'application', because: 'package.json has a `bin`', isSure: true };
  }
  return {
    kind: 'library',
    because: 'package.json neither starts anything nor is private',
    isSure: false,
  };
}
