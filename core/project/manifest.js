import { dirname } from 'node:path';

import { globby } from 'globby';

import { parseManifest, readManifestText, textsOf } from '../contract/manifest.js';
import { readText } from './disk.js';
import { SOURCE_EXTENSIONS } from './files.js';
import { withDependency, withoutDependency } from './manifest-text.js';

/** Packages that a conversion can make useless. */
const FREED_PACKAGES = [
  'any-promise',
  'async',
  'bluebird',
  'co',
  'es6-promise',
  'koa-convert',
  'native-promise-only',
  'pinkie-promise',
  'q',
  'rsvp',
  'tslib',
  'when',
];

/**
 * Packages that converted code calls, each with its ranges from the newest on: what the range needs
 * of Node, and whether it can be required.
 *
 * @type {Readonly<Record<string, readonly { range: string, node: string, isModule: boolean }[]>>}
 */
const ADDED_PACKAGES = {
  'p-map': [
    { range: '^7.0.0', node: '18.0.0', isModule: true },
    { range: '^5.5.0', node: '12.20.0', isModule: true },
    { range: '^4.0.0', node: '10.0.0', isModule: false },
  ],
  // 4 to 6 throw where the list holds `null`.
  'p-some': [
    { range: '^7.0.0', node: '20.0.0', isModule: true },
    { range: '^2.0.1', node: '4.0.0', isModule: false },
  ],
};

/**
 * The texts of a package's files before and after the run.
 *
 * @typedef {{ before: string, after: string }[]} WrittenFiles
 */

/**
 * @param {string} manifest The path of a package.json.
 * @param {WrittenFiles} written
 * @param {(version: string) => boolean} runsOn Whether what came with that version of Node may be used.
 * @param {ReadonlyMap<string, string>} texts The present or future texts of files, by their absolute paths, whatever
 *   is on the disk.
 * @throws {import('../contract/manifest.js').ManifestError}
 * @returns {Promise<{ freed: string[], added: string[], before: string, after: string }>} The dependencies that no
 *   source file of the package names any more, though one that was written did; those that one names
 *   now and package.json lacks; and the package.json without and with them.
 */
export async function updateDependencies(manifest, written, runsOn, texts) {
  const text = readManifestText(manifest);
  const content = parseManifest(manifest, text);
  const dependencies = textsOf(content, 'dependencies');
  const peerDependencies = textsOf(content, 'peerDependencies');
  const candidates = FREED_PACKAGES.filter(
    (name) => name in dependencies && written.some(({ before }) => names(before, name)),
  );
  const freed = candidates.length > 0 ? await findUnnamed(manifest, candidates, texts) : [];
  const added = Object.entries(ADDED_PACKAGES).flatMap(([name, ranges]) => {
    const users = written.filter(({ before, after }) => names(after, name) && !names(before, name));
    // The compiled form of a module may require it.
    const isRequired =
      content.type !== 'module' || users.some(({ after }) => isRequiredIn(after, name));
    const fitting = ranges.find(({ node, isModule }) => runsOn(node) && !(isModule && isRequired));
    return users.length > 0 && !(name in dependencies) && !(name in peerDependencies) && fitting
      ? [{ name, range: fitting.range }]
      : [];
  });
  return {
    freed,
    added: added.map(({ name, range }) => `${name}@${range}`),
    before: text,
    after: added.reduce(withDependency, freed.reduce(withoutDependency, text)),
  };
}

/** Programs without an extension, configurations and declarations use packages, too. */
const USERS = `**/{!(*.*),.*,*.{${SOURCE_EXTENSIONS.join(',')},vue,svelte,coffee}}`;

/**
 * @param {string} manifest
 * @param {string[]} candidates
 * @param {ReadonlyMap<string, string>} known
 * @returns {Promise<string[]>}
 */
async function findUnnamed(manifest, candidates, known) {
  const files = await globby(USERS, {
    cwd: dirname(manifest),
    absolute: true,
    dot: true,
    followSymbolicLinks: false,
    gitignore: true,
    ignore: ['**/node_modules/**', '**/.{git,yarn,async-perf}/**', '**/.pnp.*'],
    suppressErrors: true,
  });
  try {
    const texts = files.map((file) => known.get(file) ?? readText(file));
    return candidates.filter((name) => !texts.some((text) => names(text, name)));
  } catch {
    // A file that cannot be read may use all of them.
    return [];
  }
}

/**
 * @param {string} text
 * @param {string} name
 * @returns {boolean} Whether a string in the text is the package or a file of it.
 */
function names(text, name) {
  return new RegExp(`['"\`]${name}(?:/[^'"\`]*)?['"\`]`, 'u').test(text);
}

/**
 * @param {string} text
 * @param {string} name
 * @returns {boolean}
 */
function isRequiredIn(text, name) {
  return new RegExp(`\\brequire\\(['"\`]${name}['"\`]\\)`, 'u').test(text);
}
