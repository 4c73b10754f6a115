import { expect, it } from 'vitest';

import suite, { measureSizes } from '../../bench/suites/project-size.js';
import { createResults } from '../../bench/results.js';

const CALLBACK = `const fs = require('fs');
exports.size = (file, cb) => {
  fs.stat(file, (err, stat) => {
    if (err) return cb(err);
    cb(null, stat.size);
  });
};
`;

it('measures what a migration of copies of files takes', async () => {
  const sources = new Map([
    ['a.js', CALLBACK],
    ['lib/b.js', 'exports.b = 1;\n'],
  ]);
  const sizes = await measureSizes(sources, [1, 3], { execPath: process.execPath, rounds: 1 });
  expect(sizes.map(({ files, lines }) => [files, lines])).toEqual([
    [1, 8],
    [3, 18],
  ]);
  for (const { seconds, cpu, megabytes, limited } of sizes) {
    expect(seconds).toBeGreaterThan(0);
    expect(cpu).toBeGreaterThan(0);
    // Node alone takes more than this.
    expect(Math.min(megabytes, limited)).toBeGreaterThan(20);
  }
}, 30_000);

it('shows how memory grows with the files', () => {
  const results = createResults({ version: '24.1.0', v8: '13.6' });
  expect(suite.report([results])).toBeUndefined();
  const size = { lines: 1000, seconds: 4, cpu: 5 };
  results.suites['project-size'] = {
    data: {
      sizes: [
        { ...size, files: 100, megabytes: 200, limited: 150 },
        { ...size, files: 1124, megabytes: 300, limited: 151 },
      ],
    },
    load: 1.5,
    date: '2026-01-01T00:00:00.000Z',
  };
  const text = suite.report([results]);
  expect(text).toContain('grows by 1 kB with each file from 100');
  expect(text).toMatch(/\| 1,124 +\| 1,000 +\| 4\.0 +\| 5\.0 +\| 3\.6 +\| 300 +\| 151 /u);
});
