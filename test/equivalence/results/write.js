import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';

/**
 * What the last runs found, from which `npm run docs` writes `docs/proof.md` and `docs/peers.md`.
 *
 * @typedef {'languages' | 'mutants' | 'peers' | 'peer-flows'} ResultsName
 */

/** @param {ResultsName} name */
const pathOf = (name) => join(import.meta.dirname, `${name}.json`);

/**
 * @param {ResultsName} name
 * @returns {any}
 */
export const readResults = (name) => JSON.parse(readFileSync(pathOf(name), 'utf8'));

/**
 * @param {ResultsName} name
 * @param {unknown} results
 * @returns {Promise<void>}
 */
export async function writeResults(name, results) {
  const json = await format(JSON.stringify(results), { parser: 'json', printWidth: 100 });
  writeFileSync(pathOf(name), json);
}
