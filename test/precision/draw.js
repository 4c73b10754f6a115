import { readFile } from 'node:fs/promises';

import { shuffle } from '../../bench/shuffle.js';

/**
 * @typedef {'server' | 'framework' | 'command' | 'library'} PackageKind
 *
 * @typedef {object} DrawnPackage
 * @property {string} spec
 * @property {PackageKind} kind
 *
 * @typedef {object} Draw
 * @property {string} seed
 * @property {number} drawn How many packages are linted for every rule.
 * @property {DrawnPackage[]} packages All, in the order of the draw: those after the drawn ones are
 *   for rules that have few findings. The last were not drawn: they are there for their TypeScript, or
 *   because no rule had been tried on them.
 */

const LIST = new URL('packages.json', import.meta.url);

/** @type {ReadonlySet<PackageKind>} */
const SERVING = new Set(['server', 'framework']);

/** @returns {Promise<Draw>} */
export async function drawPackages() {
  const { seed, drawn, packages, beside } = JSON.parse(await readFile(LIST, 'utf8'));
  const all = Object.entries(packages).flatMap(([kind, specs]) =>
    specs.map((/** @type {string} */ spec) => ({
      spec,
      kind: /** @type {PackageKind} */ (kind),
    })),
  );
  const shuffled = shuffle(all, seed, ({ spec }) => spec);
  const serving = shuffled.filter(({ kind }) => SERVING.has(kind)).slice(0, Math.ceil(drawn / 3));
  const others = shuffled.filter((each) => !serving.includes(each));
  const last = beside.map((/** @type {string} */ spec) => ({
    spec,
    kind: /** @type {const} */ ('library'),
  }));
  return { seed, drawn, packages: [...serving, ...others, ...last] };
}
