/** @import { Project } from '../../contract/pattern.js' */

import { basename, dirname, exists, join, relative, resolve, sep } from '#project-facts';

import { ManifestError, readManifestFile, textsOf } from '../../contract/manifest.js';
import { NO_PROJECT } from '../../contract/pattern.js';
import { linkedPackages, packageOf } from './linked-packages.js';
import { readCompiler } from './tsconfig.js';

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
 * @param {string | undefined} path Of a file to convert.
 * @returns {Project} What the nearest package.json says.
 * @throws {ManifestError} Naming the package.json if it is not JSON.
 */
export function requireProject(path) {
  return path === undefined ? NO_PROJECT : projectOf(dirname(resolve(path)));
}

/**
 * @param {string | undefined} path Of a file that others are read with.
 * @returns {Project} What the nearest package.json says; nothing where it cannot be read, which is a
 *   fault of its own files alone.
 */
export function readProject(path) {
  try {
    return requireProject(path);
  } catch (error) {
    if (error instanceof ManifestError) {
      return NO_PROJECT;
    }
    throw error;
  }
}

/**
 * @param {string} path
 * @returns {string} The path from the nearest package.json, with slashes, as messages name files; the name alone
 *   where there is none.
 */
export function pathInProject(path) {
  const { manifest } = readProject(path);
  return manifest === undefined
    ? basename(path)
    : relative(dirname(manifest), resolve(path)).split(sep).join('/');
}

/** Paths, and the short forms of them that package.json and bundlers know. */
const OWN_MODULE = /^(?:[./#~]|@\/)/u;

/**
 * @param {{ name: string }} module As it is imported.
 * @param {Pick<Project, 'name' | 'links'>} project
 * @returns {boolean} Whether it is of the project, or of its workspace, and no package from elsewhere.
 */
export function isOwnModule({ name }, project) {
  const { name: own } = project;
  return (
    OWN_MODULE.test(name) ||
    (own !== undefined && (name === own || name.startsWith(`${own}/`))) ||
    project.links?.has(packageOf(name)) === true
  );
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
  const project = exists(manifest)
    ? readManifest(manifest, parent === directory ? NO_PROJECT : readProject(directory))
    : parent === directory
      ? NO_PROJECT
      : projectOf(parent);
  projectsByDirectory.set(directory, project);
  return project;
}

/**
 * @param {string} manifest
 * @param {Project} above
 * @returns {Project}
 * @throws {ManifestError}
 */
function readManifest(manifest, above) {
  const content = readManifestFile(manifest);
  const dependencies = rangesOf(content, DEPENDENCY_KINDS);
  return {
    manifest,
    ...(typeof content.name === 'string' && { name: content.name }),
    ...(typeof content.main === 'string' && { main: content.main }),
    otherEntries: [content['module'], content['jsnext:main'], content.browser].filter(
      (each) => typeof each === 'string',
    ),
    types: content.types ?? content.typings,
    exports: content.exports,
    imports: content.imports,
    engines: textsOf(content, 'engines')['node'],
    dependencies,
    tools: { ...above.tools, ...dependencies },
    compiler: readCompiler(dirname(manifest)) ?? above.compiler,
    production: rangesOf(content, PRODUCTION_KINDS),
    scripts: textsOf(content, 'scripts'),
    isModule: content.type === 'module',
    // A package without a name is a part of the one above.
    hasCommand:
      content.bin !== undefined || (content.name === undefined && above.hasCommand === true),
    get links() {
      return linkedPackages(dirname(manifest));
    },
    isBundled: content.browser !== undefined,
    browserFiles: textsIn(content.browser).map((each) => resolve(dirname(manifest), each)),
  };
}

/**
 *     "browser": "lib/browser.js"        "browser": { "./lib/node.js": "./lib/browser.js" }
 *
 * @param {unknown} field
 * @returns {string[]} What it says that browsers get.
 */
function textsIn(field) {
  const values = typeof field === 'object' && field !== null ? Object.values(field) : [field];
  return values.filter((each) => typeof each === 'string');
}

/**
 * @param {any} content Of a package.json.
 * @param {readonly string[]} kinds Where a package is of several kinds, the last one counts.
 * @returns {Record<string, string>}
 */
function rangesOf(content, kinds) {
  return Object.assign({}, ...kinds.map((kind) => textsOf(content, kind)));
}
