import { readFile } from 'node:fs/promises';

import { describe, expect, it } from 'vitest';

import { countCollectors } from './count-collectors.js';

describe('countCollectors', () => {
  it.each([
    ["s.on('data', (c) => { a += c; }); s.on('end', done);", [{ line: 1, stream: 's' }]],
    ["s.on('data', c => a.push(c)).once('end', done);", [{ line: 1, stream: 's' }]],
    ["a.b.on('end', done);\na.b.on('data', (c) => { n = n + c; });", [{ line: 2, stream: 'a.b' }]],
    [
      "s.on('data', (c) => { all = Buffer.concat([all, c]); }); s.on('end', done);",
      [{ line: 1, stream: 's' }],
    ],
    ["s.on('data', (c) => { write(c); }); s.on('end', done);", []],
    ["s.on('data', (c) => { a += c; }); t.on('end', done);", []],
    ["s.on('data', (c) => { a += c; }); () => s.on('end', done);", []],
    ["s.on('data', collect); s.on('end', done);", []],
    ["on('data', 1)", []],
  ])('%s', (source, found) => {
    expect(countCollectors(source)).toEqual(found);
  });

  it('says of what does not parse that it does not know', () => {
    expect(countCollectors("s.on('data', (c => {")).toBeUndefined();
  });
});

it('no conversion of the corpus that was read is wrong, and most collectors are converted', async () => {
  const { found, converted, results, read } = JSON.parse(
    await readFile(new URL('collectors.json', import.meta.url), 'utf8'),
  );
  expect(results).toHaveLength(found);
  expect(converted / found).toBeGreaterThan(0.6);
  const verdicts = [
    ...results.filter((/** @type {{ outcome: string }} */ { outcome }) => outcome === 'converted'),
    ...read,
  ].map(({ verdict }) => verdict);
  expect(verdicts.length).toBeGreaterThanOrEqual(25);
  expect(new Set(verdicts)).toEqual(new Set(['same']));
});
