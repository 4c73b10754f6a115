import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { findSourceFiles } from './files.js';

/** Packages that a conversion can make useless. */
const FREED_PACKAGES = ['co', 'bluebird', 'q', 'async', 'koa-convert', 'tslib'];

/**
 * @param {string} manifest The path of a package.json.
 * @param {readonly string[]} before What the files that were written held before.
 * @returns {Promise<{ freed: string[], text: string }>} The dependencies that no source file of the
 *   package names any more, though one that was written did, and the package.json without them.
 */
export async function freeDependencies(manifest, before) {
  const text = readFileSync(manifest, 'utf8');
  const { dependencies = {} } = JSON.parse(text);
  const candidates = FREED_PACKAGES.filter(
    (name) => name in dependencies && before.some((source) => names(source, name)),
  );
  const freed = candidates.length > 0 ? await findUnnamed(manifest, candidates) : [];
  return { freed, text: freed.reduce(withoutDependency, text) };
}

/**
 * @param {string} manifest
 * @param {string[]} candidates
 * @returns {Promise<string[]>}
 */
async function findUnnamed(manifest, candidates) {
  const files = await findSourceFiles([], dirname(manifest));
  const texts = files.map((file) => readFileSync(file, 'utf8'));
  return candidates.filter((name) => !texts.some((text) => names(text, name)));
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
 * @returns {string} The package.json without the line of the dependency, all else byte for byte.
 */
function withoutDependency(text, name) {
  const block = /"dependencies"\s*:\s*\{[^}]*\}/u.exec(text);
  if (!block) {
    return text;
  }
  const entry = `"${name}"\\s*:\\s*"[^"]*"`;
  const shorter = block[0]
    .replace(new RegExp(`\\s*${entry}\\s*,`, 'u'), '')
    .replace(new RegExp(`,\\s*${entry}(?=\\s*\\})`, 'u'), '')
    .replace(new RegExp(`\\s*${entry}\\s*(?=\\})`, 'u'), '');
  return text.slice(0, block.index) + shorter + text.slice(block.index + block[0].length);
}
