/** @import { Project } from '../contract/pattern.js' */

import { basename, dirname, readRegularText, relative } from '#project-facts';

import { isObject } from '../analysis/environment/json.js';
import { requireProject } from '../analysis/environment/project.js';
import { ManifestError, readManifestFile, textsOf } from '../contract/manifest.js';
import { UnreadableError } from '../contract/unreadable-error.js';

/**
 * It decides how much may be assumed: an application runs its own code, and its tests and its users find what a
 * conversion broke; a library is run by code that nobody here sees.
 *
 * @typedef {object} ProjectKind
 * @property {'application' | 'library'} kind
 * @property {string} because The sign of it.
 * @property {boolean} isSure Whether there is such a sign; without one, a project counts as a library.
 */

/** The fields of a package.json by which a package is made to be published. */
const PUBLISHED = ['files', 'publishConfig', 'types', 'typings'];

/** `app.listen(process.env.PORT)`, `server.listen(3000, …)` */
const STARTS_SERVER =
  /\.listen\s*\(\s*(?:process\.env\b|[\w.$]*port\b|\d{2,5}\b|["']\d{2,5}["'])/iu;

/** Folders of a package that hold what it starts with, relative to its package.json. */
const STARTING_FOLDERS = new Set(['', 'bin', 'server', 'src']);

/**
 * @param {readonly string[]} files Absolute.
 * @returns {ProjectKind | undefined} Of all packages together: if one of them is a library, they count as
 *   libraries. Undefined if no package.json of theirs can be read; their files are not converted.
 */
export function projectKindOf(files) {
  /** @type {Map<string | undefined, string[]>} */
  const packages = new Map();
  for (const file of files) {
    const project = readableProject(file);
    if (project === undefined) {
      continue;
    }
    const { manifest } = project;
    const known = packages.get(manifest);
    if (known) {
      known.push(file);
    } else {
      packages.set(manifest, [file]);
    }
  }
  const kinds = [...packages].map(([manifest, own]) => kindOf(manifest, own));
  return (
    kinds.find(({ kind, isSure }) => kind === 'library' && isSure) ??
    kinds.find(({ kind }) => kind === 'library') ??
    kinds[0]
  );
}

/**
 * @param {string} file
 * @returns {Project | undefined} Undefined if its package.json cannot be read.
 */
function readableProject(file) {
  try {
    return requireProject(file);
  } catch (error) {
    if (error instanceof ManifestError) {
      return undefined;
    }
    throw error;
  }
}

/**
 * @param {string | undefined} manifest The package.json; undefined if there is none.
 * @param {readonly string[]} files The files of the package that were given.
 * @returns {ProjectKind}
 */
function kindOf(manifest, files) {
  const content = manifest === undefined ? {} : readManifestFile(manifest);
  const published = signOfPublishing(content);
  if (published !== undefined) {
    return { kind: 'library', because: `package.json has \`${published}\``, isSure: true };
  }
  const sign = signOfApplication(content, manifest, files);
  return sign === undefined
    ? {
        kind: 'library',
        because:
          manifest === undefined
            ? 'there is no package.json'
            : 'package.json neither starts anything nor is private',
        isSure: false,
      }
    : { kind: 'application', because: sign, isSure: true };
}

/**
 * @param {any} content Of a package.json.
 * @returns {string | undefined} The key that says that the package is made to be published.
 */
function signOfPublishing(content) {
  return content.private === true ? undefined : PUBLISHED.find((key) => content[key] !== undefined);
}

/**
 * @param {string} manifest The path of a package.json.
 * @returns {boolean}
 */
export function isPublished(manifest) {
  return signOfPublishing(readManifestFile(manifest)) !== undefined;
}

/**
 * @param {any} content Of a package.json.
 * @param {string | undefined} manifest
 * @param {readonly string[]} files
 * @returns {string | undefined}
 */
function signOfApplication(content, manifest, files) {
  if (content.private === true) {
    return 'package.json has `"private": true`';
  }
  if (textsOf(content, 'scripts')['start'] !== undefined) {
    return 'package.json has a `start` script';
  }
  if (typeof content.bin === 'string' || isObject(content.bin)) {
    return 'package.json has a `bin`';
  }
  const root = manifest === undefined ? undefined : dirname(manifest);
  const starting = files.find(
    (file) =>
      root !== undefined &&
      STARTING_FOLDERS.has(relative(root, dirname(file))) &&
      STARTS_SERVER.test(readSource(file)),
  );
  return starting && `${basename(starting)} starts a server`;
}

/** Bytes; longer files are bundles. */
const MOST_READ = 2_000_000;

/**
 * @param {string} file
 * @returns {string} Empty for a file that cannot be read: whoever converts it names the error.
 */
export function readSource(file) {
  try {
    return readRegularText(file, MOST_READ);
  } catch (error) {
    if (error instanceof UnreadableError) {
      return '';
    }
    throw error;
  }
}
