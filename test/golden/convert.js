/** @import { Codemod } from '../../core/codemod/convert.js' */
/** @import { GoldenInput } from './inputs.js' */

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

import { convert } from '../../core/codemod/convert.js';
import { cacheDirectory } from '../trials/registry.js';
import { OPTION_SETS } from './option-sets.js';

/**
 * What one codemod makes of one file with one set of options.
 *
 * @typedef {object} GoldenResult
 * @property {string} output The hash of the text, or of the message where the codemod failed.
 * @property {number} converted Sites.
 * @property {Record<string, number>} refused Sites by reason.
 */

/** The outputs of all checkouts and commits, by their hashes. */
const OUTPUTS = cacheDirectory('golden');

/**
 * @param {GoldenInput} input
 * @param {ReadonlyMap<string, Codemod>} codemods
 * @returns {Record<string, GoldenResult>} By `CODEMOD SET`, for those that have something to say of the file.
 */
export function convertInput(input, codemods) {
  const source = readFileSync(input.path, 'utf8');
  /** @type {Record<string, GoldenResult>} */
  const results = {};
  for (const name of input.codemods ?? codemods.keys()) {
    const codemod = codemods.get(name);
    for (const [set, options] of Object.entries(codemod ? OPTION_SETS : {})) {
      const result = convertOnce({ path: input.path, source }, /** @type {Codemod} */ (codemod), {
        ...options,
        ...input.options,
      });
      if (result) {
        results[`${name} ${set}`] = result;
      }
    }
  }
  return results;
}

/**
 * @param {{ path: string, source: string }} file
 * @param {Codemod} codemod
 * @param {Readonly<Record<string, unknown>>} options
 * @returns {GoldenResult | undefined}
 */
function convertOnce(file, codemod, options) {
  try {
    const { source, sites, error } = convert(file, codemod, options);
    if (sites.length === 0 && source === file.source) {
      return error && { output: keep(`${error.message}\n`), converted: 0, refused: {} };
    }
    /** @type {Record<string, number>} */
    const refused = {};
    for (const { reason } of sites) {
      if (reason !== undefined) {
        refused[reason] = (refused[reason] ?? 0) + 1;
      }
    }
    const converted = sites.filter(({ status }) => status === 'converted').length;
    return { output: keep(source), converted, refused: sorted(refused) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { output: keep(`crashed: ${message}\n`), converted: 0, refused: {} };
  }
}

/**
 * @param {Record<string, number>} counts
 * @returns {Record<string, number>}
 */
function sorted(counts) {
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * @param {string} text
 * @returns {string} Its hash, by which it is found again.
 */
function keep(text) {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const file = fileOf(hash);
  if (!existsSync(file)) {
    mkdirSync(OUTPUTS, { recursive: true });
    const beside = `${file}.${process.pid}`;
    writeFileSync(beside, text);
    renameSync(beside, file);
  }
  return hash;
}

/**
 * @param {string} hash
 * @returns {string | undefined} The text, if a run on this machine has made it.
 */
export function readOutput(hash) {
  return existsSync(fileOf(hash)) ? readFileSync(fileOf(hash), 'utf8') : undefined;
}

/**
 * @param {string} hash
 * @returns {string}
 */
function fileOf(hash) {
  return path.join(OUTPUTS, hash);
}
