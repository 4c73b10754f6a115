import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { beforeAll, describe, expect, it } from 'vitest';

import { INPUTS } from './inputs.js';

/** What is twice as large takes twice the work, and a little more where something is sorted. */
const LINEAR = 2.3;

/**
 * Of a nest, each part may ask once what it stands in. How deep nests are is not up to the size of a file: parsers
 * end at a few thousand levels.
 */
const NESTED = 3.6;

const execute = promisify(execFile);

/** @typedef {import('./count-work.js').Work} Work */

/** @type {Record<string, Record<string, [Work, Work, Work]>>} */
let counts;

beforeAll(async () => {
  const script = new URL('count-work.js', import.meta.url).pathname;
  const { stdout } = await execute(process.execPath, [script], { maxBuffer: 2 ** 28 });
  counts = JSON.parse(stdout);
}, 300_000);

describe.each(['migrate', 'check'])('the work of %s', (run) => {
  it.each(Object.entries(INPUTS))('grows with the size of the file: %s', (name, { isNest }) => {
    const works = counts[name]?.[run] ?? [];
    expect(works).toHaveLength(3);
    const limit = isNest ? NESTED : LINEAR;
    const growth = growthOf(works.map(totalOf));
    // What grows most is what to look at.
    expect(growth > limit ? worstOf(works) : []).toEqual([]);
    expect(growth).toBeLessThan(limit);
  });
});

/**
 * @param {readonly number[]} amounts Of one size, of twice that, and of four times.
 * @returns {number} By how much more the second doubling adds than the first: what does not depend on the size
 *   falls out.
 */
function growthOf([one = 0, two = 0, four = 0]) {
  return (four - two) / Math.max(two - one, 1);
}

/**
 * @param {Work} work
 * @returns {number}
 */
function totalOf(work) {
  return Object.values(work).reduce((sum, amount) => sum + amount, 0);
}

/**
 * @param {readonly Work[]} works
 * @returns {string[]} The places that grow too fast, those first that do the most.
 */
function worstOf(works) {
  const amountsOf = (/** @type {string} */ place) => works.map((work) => work[place] ?? 0);
  return Object.keys(works[2] ?? {})
    .map((place) => ({ place, amounts: amountsOf(place) }))
    .filter(({ amounts }) => growthOf(amounts) > LINEAR)
    .sort((left, right) => (right.amounts[2] ?? 0) - (left.amounts[2] ?? 0))
    .slice(0, 5)
    .map(({ place, amounts }) => `${place}: ${amounts.join(', ')}`);
}
