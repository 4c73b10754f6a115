import { readFileSync } from 'node:fs';
import path from 'node:path';

import { convert } from '../../core/codemod/convert.js';
import { listSources } from './migrate.js';

/**
 * @import { Codemod, ProjectFile, SiteResult } from '../../core/codemod/convert.js'
 * @import { Trial } from './trial.js'
 *
 * @typedef {{ file: ProjectFile, sites: readonly SiteResult[] }} ConvertedFile The file as it is then.
 */

/**
 * @param {Trial} trial Of which the source is a checkout.
 * @returns {Promise<ProjectFile[]>} What of it is migrated.
 */
export async function readSources({ source, migrate }) {
  const names = await listSources(source, migrate);
  return names.map((name) => {
    const file = path.join(source, name);
    return { path: file, source: readFileSync(file, 'utf8') };
  });
}

/**
 * As `async-perf migrate` does: with a plan of all files, if the codemod makes one.
 *
 * @param {readonly ProjectFile[]} files
 * @param {Codemod} codemod
 * @param {Readonly<Record<string, unknown>>} options
 * @returns {ConvertedFile[]}
 */
export function convertProject(files, codemod, options) {
  const plan = codemod.planProject?.(files, options);
  return files.map((file) => {
    const { source, sites } = convert(file, codemod, options, plan?.factsFor(file.path));
    return { file: { path: file.path, source }, sites };
  });
}

/**
 * @param {readonly ProjectFile[]} files
 * @param {readonly Codemod[]} codemods One after the other.
 * @param {Readonly<Record<string, unknown>>} options
 * @returns {readonly ProjectFile[]}
 */
export function convertWithAll(files, codemods, options) {
  return codemods.reduce(
    (before, codemod) => convertProject(before, codemod, options).map(({ file }) => file),
    files,
  );
}

/**
 * @param {readonly string[]} reasons
 * @returns {Record<string, number>} The most frequent first.
 */
export function countBy(reasons) {
  const counts = [...new Set(reasons)].map((reason) => ({
    reason,
    count: reasons.filter((each) => each === reason).length,
  }));
  counts.sort((left, right) => right.count - left.count || (left.reason < right.reason ? -1 : 1));
  return Object.fromEntries(counts.map(({ reason, count }) => [reason, count]));
}
