/** @import { Codemod, SiteResult } from '../codemod/convert.js' */

import { readFileSync } from 'node:fs';

import { convert } from '../codemod/convert.js';

/**
 * What a migration does to one file.
 *
 * @typedef {object} FileChange
 * @property {string} path Absolute.
 * @property {Buffer} before
 * @property {Buffer} after
 */

/**
 * Files that change together or not at all.
 *
 * @typedef {object} ChangeGroup
 * @property {string} id
 * @property {FileChange[]} files
 */

/**
 * @typedef {SiteResult & { codemod: string, file: string }} PlannedSite
 */

/**
 * @typedef {object} FileError
 * @property {string} file
 * @property {string} message
 * @property {number} line
 * @property {number} column
 */

/**
 * @typedef {object} Migration
 * @property {ChangeGroup[]} groups
 * @property {PlannedSite[]} sites
 * @property {FileError[]} errors Files that could not be read, or not as code; they stay as they are.
 * @property {number} files How many were looked at.
 */

/**
 * Plans the whole before anything is written. Each codemod sees what those before it made.
 *
 * @param {readonly string[]} paths
 * @param {readonly Codemod[]} codemods
 * @param {Readonly<Record<string, unknown>>} options
 * @param {(done: number) => void} [onProgress]
 * @returns {Migration}
 * @throws {import('../contract/options.js').OptionError}
 */
export function planMigration(paths, codemods, options, onProgress) {
  /** @type {Migration} */
  const migration = { groups: [], sites: [], errors: [], files: paths.length };
  paths.forEach((path, index) => {
    planFile(migration, path, codemods, options);
    onProgress?.(index + 1);
  });
  return migration;
}

/**
 * @param {Migration} migration
 * @param {string} path
 * @param {readonly Codemod[]} codemods
 * @param {Readonly<Record<string, unknown>>} options
 */
function planFile(migration, path, codemods, options) {
  const before = readBytes(migration, path);
  const text = before && decode(migration, path, before);
  if (before === undefined || text === undefined) {
    return;
  }
  let source = text;
  for (const codemod of codemods) {
    const conversion = convert({ path, source }, codemod, options);
    if (conversion.error) {
      migration.errors.push({ file: path, ...conversion.error });
      return;
    }
    migration.sites.push(
      ...conversion.sites.map((site) => ({ ...site, codemod: codemod.name, file: path })),
    );
    source = conversion.source;
  }
  if (source !== text) {
    migration.groups.push({ id: path, files: [{ path, before, after: Buffer.from(source) }] });
  }
}

/**
 * @param {Migration} migration
 * @param {string} path
 * @returns {Buffer | undefined}
 */
function readBytes(migration, path) {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    migration.errors.push({ file: path, message: `cannot be read (${code})`, line: 1, column: 1 });
    return undefined;
  }
}

/**
 * @param {Migration} migration
 * @param {string} path
 * @param {Buffer} bytes
 * @returns {string | undefined}
 */
function decode(migration, path, bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // The only error of a fatal decoder: the bytes would not survive a round trip.
    migration.errors.push({ file: path, message: 'is not UTF-8 text', line: 1, column: 1 });
    return undefined;
  }
}
