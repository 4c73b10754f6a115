import process from 'node:process';
import { expect, it } from 'vitest';

import { drawHandler } from './drawn-handlers.js';
import { HEAD, PROMISIFY, answer } from './handler-run.js';
import { toAsync } from './run.js';

const FIRST = Number(process.env['SEED'] ?? 0);
const SEEDS = Array.from({ length: Number(process.env['RUNS'] ?? 60) }, (_, seed) => FIRST + seed);

it('handlers at random do what they did', { timeout: 600_000 }, async () => {
  let converted = 0;
  for (const seed of SEEDS) {
    const source = `${HEAD}http.createServer((req, res, next) => ${drawHandler(seed)});\n`;
    const { changed, error, source: after } = toAsync(source, PROMISIFY);
    expect(error, source).toBeUndefined();
    converted += changed ? 1 : 0;
    for (const id of changed ? ['a', 'b', 'bad'] : []) {
      const request = () => ({ params: { id } });
      const [before, now] = [await answer(source, request()), await answer(after, request())];
      expect(now, `${seed} ${id}\n${source}\n${after}`).toEqual(before);
    }
  }
  expect(converted).toBeGreaterThan(SEEDS.length / 6);
});
