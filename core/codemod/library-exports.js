/** @import { LibraryValue, PatternContext, Project } from '../contract/pattern.js' */

import { dirname, readText } from '#project-facts';

import { LIBRARIES, PACKAGES } from '../packages/packages.js';
import { readLibraryValue } from '../analysis/values/library-values.js';
import { givenMembers, isGivenMember, mayGiveMembers } from '../analysis/modules/model-members.js';
import { readProject } from '../analysis/environment/project.js';
import { sourceFilesIn } from './kept-generators.js';
import { exportsOf, parseSibling, resolveOwnFile } from './siblings.js';

/**
 * The uses of the things of packages in the other files of a project: whether one exports such a thing,
 * `module.exports = mongoose.model('User', schema)`, and whether any of them, tests included, gives these
 * things members of its own. No conversion changes either, so the answer is the same before and after any
 * of them.
 */

/** How many files that hand on another's exports are followed. */
const MAX_HOPS = 3;

/** @type {Map<string, LibraryValue | undefined>} By file, files to go and keys. */
const known = new Map();

/** @type {Map<string, ReadonlySet<string>>} */
const membersByManifest = new Map();

/**
 * @param {string | undefined} path Of a file.
 * @param {Project} project
 * @returns {Partial<PatternContext>} What its patterns may ask for.
 */
export function libraryFacts(path, { manifest }) {
  return {
    libraryExport: (specifier, keys, isAnyVersion = false) =>
      libraryExport({ path, specifier, keys, isAnyVersion }),
    ...(manifest !== undefined && {
      isModelMemberElsewhere: (name) => {
        const members = membersByManifest.get(manifest) ?? membersIn(dirname(manifest));
        membersByManifest.set(manifest, members);
        return isGivenMember(members, name);
      },
    }),
  };
}

/**
 * @param {string} root
 * @returns {ReadonlySet<string>}
 */
function membersIn(root) {
  return new Set(
    sourceFilesIn(root).flatMap((file) => {
      const text = readText(file);
      const sourceCode = mayGiveMembers(text) ? parseSibling(text, file) : undefined;
      return sourceCode ? [...givenMembers(sourceCode)] : [];
    }),
  );
}

/**
 * @param {object} asked
 * @param {string | undefined} asked.path The file that imports.
 * @param {string} asked.specifier
 * @param {readonly string[]} asked.keys The members that are read from the import; none for itself.
 * @param {boolean} asked.isAnyVersion
 * @param {number} [hops]
 * @returns {LibraryValue | undefined}
 */
function libraryExport({ path, specifier, keys, isAnyVersion }, hops = MAX_HOPS) {
  const file = path === undefined || hops === 0 ? undefined : resolveOwnFile(path, specifier);
  if (file === undefined) {
    return undefined;
  }
  // The answer may be smaller while fewer files are left to look at.
  const id = [file, hops, isAnyVersion, ...keys].join(' ');
  if (!known.has(id)) {
    known.set(id, readExport({ file, keys: keys.join('.'), isAnyVersion }, hops));
  }
  return known.get(id);
}

/**
 * @param {{ file: string, keys: string, isAnyVersion: boolean }} asked
 * @param {number} hops
 * @returns {LibraryValue | undefined}
 */
function readExport({ file, keys, isAnyVersion }, hops) {
  const text = readText(file);
  const isConcerned =
    /\brequire\b|\bimport\b/u.test(text) &&
    (isAnyVersion ? [...PACKAGES.values()] : LIBRARIES).some(({ name }) => text.includes(name));
  const hands = /(?:\brequire\s*\(|\bfrom\s)\s*['"]\./u.test(text);
  const sourceCode = isConcerned || hands ? parseSibling(text, file) : undefined;
  if (!sourceCode) {
    return undefined;
  }
  const project = readProject(file);
  const reading = {
    sourceCode,
    project,
    isAnyVersion,
    ...libraryFacts(file, project),
    libraryExport: (/** @type {string} */ specifier, /** @type {readonly string[]} */ more) =>
      libraryExport({ path: file, specifier, keys: more, isAnyVersion }, hops - 1),
  };
  const values = [...exportsOf(sourceCode)]
    .filter(({ key }) => key === keys)
    .map(({ value }) => readLibraryValue(reading, value));
  const [first] = values;
  return values.every((each) => each?.library === first?.library && each?.kind === first?.kind)
    ? first
    : undefined;
}
