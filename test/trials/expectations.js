/** @import { GeneratorFound } from './count-coroutines.js' */

import { readFile } from 'node:fs/promises';

import { exists } from './registry.js';

/**
 * What was written down about a project's generators before there was a codemod.
 *
 * - `convert`: must be converted.
 * - `refuse`: must stay.
 * - `either`: both are right, as `why` says.
 * - `plan`: must be converted by what sees the whole project, together with other files, and by nothing else.
 *
 * @typedef {'convert' | 'refuse' | 'either' | 'plan'} Verdict
 *
 * @typedef {object} ExpectedGenerator
 * @property {string} file
 * @property {number} line Of the generator function.
 * @property {string} name
 * @property {Verdict} expect
 * @property {string} [why]
 *
 * @typedef {object} Comparison
 * @property {number} wanted How many should convert.
 * @property {number} converted How many of those did.
 * @property {string[]} missed The places of those that did not.
 * @property {string[]} wrong The places of those that had to stay and did not.
 */

/**
 * Holds what remains of a project's generators against what was expected.
 *
 * @param {string} id
 * @param {readonly GeneratorFound[]} before The generators of the original.
 * @param {readonly GeneratorFound[]} after Those of the migrated project.
 * @param {boolean} seesAll Whether the whole project was migrated at once.
 * @returns {Promise<Comparison | undefined>} Nothing for a project without expectations.
 * @throws {Error} When the expectations are of another version of the project.
 */
export async function compareWithExpectations(id, before, after, seesAll) {
  const file = new URL(`expectations/${id.replace(/-npm$/u, '')}.json`, import.meta.url);
  if (!(await exists(file.pathname))) {
    return undefined;
  }
  /** @type {{ generators: ExpectedGenerator[] }} */
  const { generators } = JSON.parse(await readFile(file, 'utf8'));
  const known = new Set(before.map(toPlace));
  const gone = new Set(listConverted(before, after).map(toPlace));
  /** @type {Comparison} */
  const comparison = { wanted: 0, converted: 0, missed: [], wrong: [] };
  for (const each of generators) {
    const place = toPlace(each);
    if (!known.has(place)) {
      throw new Error(`${id}: there is no generator at ${place}. Is this the version counted?`);
    }
    const isConverted = gone.has(place);
    if (each.expect === 'convert' || (each.expect === 'plan' && seesAll)) {
      comparison.wanted += 1;
      comparison.converted += isConverted ? 1 : 0;
      comparison.missed.push(...(isConverted ? [] : [place]));
    } else if (each.expect !== 'either' && isConverted) {
      comparison.wrong.push(place);
    }
  }
  return comparison;
}

/**
 * @param {readonly GeneratorFound[]} before
 * @param {readonly GeneratorFound[]} after
 * @returns {GeneratorFound[]} The generators of the original that are gone.
 */
export function listConverted(before, after) {
  const left = countFingerprints(after);
  return before.filter((each) => {
    const fingerprint = toFingerprint(each);
    const copies = left.get(fingerprint) ?? 0;
    left.set(fingerprint, copies - 1);
    return copies <= 0;
  });
}

/**
 * @param {{ file: string, line: number }} found
 */
function toPlace({ file, line }) {
  return `${file}:${line}`;
}

/**
 * @param {GeneratorFound} found
 * @returns {string} The same for a generator that was left alone, wherever it now stands.
 */
function toFingerprint({ file, name, yields }) {
  return JSON.stringify([file, name, yields]);
}

/**
 * @param {readonly GeneratorFound[]} generators
 * @returns {Map<string, number>}
 */
function countFingerprints(generators) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const fingerprint of generators.map(toFingerprint)) {
    counts.set(fingerprint, (counts.get(fingerprint) ?? 0) + 1);
  }
  return counts;
}
