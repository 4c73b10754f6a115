import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

import { codemod } from '../../../codemods/callback-to-async.js';
import { convert } from '../../../core/codemod/convert.js';
import { drawTest } from './drawn-tests.js';
import { runMocha } from './test-runners.js';

const root = mkdtempSync(join(tmpdir(), 'async-perf-drawn-'));
afterAll(() => rmSync(root, { recursive: true }));

const FILE = join(root, 'file.txt');
const HERE = join(root, 'here.txt');
writeFileSync(HERE, 'here');

const SEEDS = Array.from({ length: 100 }, (_, seed) => seed);

/** @param {string} source */
const placed = (source) =>
  source.replaceAll('FILE', JSON.stringify(FILE)).replaceAll('HERE', JSON.stringify(HERE));

it('tests at random pass and fail as they did', async () => {
  const counts = { converted: 0, refused: 0, passed: 0, failed: 0 };
  for (const seed of SEEDS) {
    const source = `const fs = require('fs');\ndescribe('x', () => { it('y', ${drawTest(seed)}); });\n`;
    const {
      changed,
      error,
      source: after,
    } = convert({ path: join(root, 'test', 'drawn.js'), source }, codemod, {
      node: '20',
      tests: true,
    });
    expect(error, source).toBeUndefined();
    counts[changed ? 'converted' : 'refused']++;
    for (const content of changed ? ['expected', 'other', undefined] : []) {
      rmSync(FILE, { force: true });
      if (content !== undefined) {
        writeFileSync(FILE, content);
      }
      const [before] = await runMocha(placed(source));
      const [now] = await runMocha(placed(after));
      expect(now === 'passed', `${before} and ${now}\n${source}\n${after}`).toBe(
        before === 'passed',
      );
      counts[before === 'passed' ? 'passed' : 'failed']++;
    }
  }
  for (const count of Object.values(counts)) {
    expect(count).toBeGreaterThan(20);
  }
}, 30_000);
