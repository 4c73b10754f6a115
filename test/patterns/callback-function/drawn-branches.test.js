import { expect, it } from 'vitest';

import { drawBranches } from './drawn-branches.js';
import { HEAD, run, toAsync } from './run.js';

const SEEDS = Array.from({ length: 40 }, (_, seed) => seed);

const HELPERS = [
  'function helper(key, cb) { if (!key) return cb(new Error("none")); store(key, cb); }',
  `function helper(key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });
  return key;
}`,
];

it('functions of branches at random do what they did', async () => {
  let converted = 0;
  for (const seed of SEEDS) {
    const body = `${HELPERS[seed % 2]}\nexports.run = function (key, cb) ${drawBranches(seed)};`;
    const source = `${HEAD}${body}\n`;
    const { changed, source: after } = toAsync(source, { api: seed % 3 === 0 ? 'dual' : 'keep' });
    converted += changed ? 1 : 0;
    for (const key of changed ? ['a', 'b', 'bad'] : []) {
      const [before, now] = [await seen(source, key), await seen(after, key)];
      expect(now, `${key}\n${source}\n${after}`).toEqual(before);
    }
  }
  expect(converted).toBeGreaterThan(SEEDS.length / 4);
});

/**
 * @param {string} source
 * @param {string} key
 * @returns What the caller sees, but for what `callback-arguments` lets differ.
 */
async function seen(source, key) {
  const { calls, ...others } = await run(source, { args: [key] });
  return { ...others, calls: calls.map(([error = null, value]) => [error, value]) };
}
