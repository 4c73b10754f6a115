import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { listCorpus } from '../corpus/files.js';

/**
 * @typedef {object} GoldenInput
 * @property {string} name In the record.
 * @property {string} path
 * @property {readonly string[]} [codemods] Those that it is for; all where it is not given.
 * @property {Record<string, unknown>} [options] The fixture's own, beside those of the set.
 */

const CORPUS = new URL('../corpus/packages.json', import.meta.url);
const FIXTURES = fileURLToPath(new URL('../codemods/fixtures/', import.meta.url));

/** Draws the same files each time; another seed draws others. */
const SEED = 'golden-1';

/** @returns {GoldenInput[]} The input of every fixture, for its codemod. */
export function listFixtures() {
  return readdirSync(FIXTURES).flatMap((codemod) =>
    readdirSync(path.join(FIXTURES, codemod)).flatMap((name) => {
      const directory = path.join(FIXTURES, codemod, name);
      const files = readdirSync(directory);
      const input = files.find((file) => file.startsWith('input.'));
      if (input === undefined) {
        return [];
      }
      const options = files.includes('options.json')
        ? JSON.parse(readFileSync(path.join(directory, 'options.json'), 'utf8'))
        : {};
      const fixture = path.join(directory, input);
      return [{ name: `${codemod}/${name}`, path: fixture, codemods: [codemod], options }];
    }),
  );
}

/** Packages of the corpus that files are drawn from, and files of one package. */
const PACKAGES = 60;
const FILES = 60;

/**
 * @returns {Promise<GoldenInput[]>} Files of published packages, in an order that the seed gives: whoever wants
 *   so many with a site takes the first.
 */
export async function listDrawn() {
  const { packages } = JSON.parse(readFileSync(CORPUS, 'utf8'));
  const drawn = new Set(byRank(packages, (spec) => spec).slice(0, PACKAGES));
  const files = (await listCorpus((spec) => drawn.has(spec))).filter(({ isBundle }) => !isBundle);
  /** @type {Map<string, number>} */
  const counts = new Map();
  return byRank(files, ({ name }) => name)
    .filter(({ name }) => {
      const spec = [...drawn].find((each) => name.startsWith(`${each}/`)) ?? '';
      const count = (counts.get(spec) ?? 0) + 1;
      counts.set(spec, count);
      return count <= FILES;
    })
    .map(({ name, path: file }) => ({ name, path: file }));
}

/**
 * @template T
 * @param {readonly T[]} items
 * @param {(item: T) => string} nameOf
 * @returns {T[]} In the order of the draw.
 */
function byRank(items, nameOf) {
  const ranks = new Map(
    items.map((item) => [
      item,
      createHash('sha256')
        .update(`${SEED}\n${nameOf(item)}`)
        .digest('hex'),
    ]),
  );
  return items.toSorted((left, right) =>
    String(ranks.get(left)).localeCompare(String(ranks.get(right))),
  );
}
