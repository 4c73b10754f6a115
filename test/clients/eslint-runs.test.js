import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { ESLint } from 'eslint';
import { ESLint as NewestNine } from 'eslint-9';
import { ESLint as Oldest } from 'eslint-9.15';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { FIXTURES, readRuleFixtures } from './rule-fixtures.js';

vi.setConfig({ testTimeout: 120_000 });

const PLUGIN = new URL('../../index.js', import.meta.url).href;

/** With what came since 9.15. */
const VERSIONS = /** @type {[string, typeof ESLint, boolean][]} */ (
  /** @type {unknown} */ ([
    ['9.15', Oldest, false],
    ['9', NewestNine, true],
    ['10', ESLint, true],
  ])
);

const fixtures = readRuleFixtures();

/** @type {string[]} */
const folders = [];

afterEach(() => {
  for (const folder of folders.splice(0)) {
    rmSync(folder, { recursive: true });
  }
});

/** @returns {string} A project with the fixtures, each with the rule that it is about. */
function makeProject() {
  const folder = mkdtempSync(path.join(tmpdir(), 'async-perf-runs-'));
  folders.push(folder);
  cpSync(FIXTURES, folder, { recursive: true });
  const rules = [...new Set(fixtures.map(({ rule }) => rule))];
  writeFileSync(
    path.join(folder, 'eslint.config.mjs'),
    `import asyncPerf from '${PLUGIN}';
     export default ${JSON.stringify(rules)}.map((rule) => ({
       files: [rule + '/**'],
       plugins: { 'async-perf': asyncPerf },
       rules: { ['async-perf/' + rule]: 'error' },
     }));`,
  );
  return folder;
}

/**
 * @param {typeof ESLint} Version
 * @param {string} folder
 * @param {object} [options]
 * @returns {Promise<Record<string, unknown[]>>} What is reported, by file.
 */
async function lint(Version, folder, options = {}) {
  const eslint = new Version({ cwd: folder, ...options });
  const results = await eslint.lintFiles(fixtures.map(({ file }) => file));
  if ('fix' in options) {
    await Version.outputFixes(results);
  }
  return Object.fromEntries(
    results.map(({ filePath, messages }) => [
      path.relative(folder, filePath).replaceAll(path.sep, '/'),
      messages.map(({ line, message }) => ({ line, message })),
    ]),
  );
}

describe.each(VERSIONS)('in ESLint %s', (_, Version, hasConcurrency) => {
  it('a cached run reports what the first one did', async () => {
    const folder = makeProject();
    const options = { cache: true, cacheLocation: path.join(folder, '.eslintcache') };
    const first = await lint(Version, folder, options);
    expect(Object.values(first).flat().length).toBeGreaterThan(0);
    expect(readFileSync(options.cacheLocation, 'utf8')).toContain('async-perf/');
    expect(await lint(Version, folder, options)).toEqual(first);
    expect(first).toEqual(await lint(Version, folder));
  });

  it.runIf(hasConcurrency)('several threads report what one does', async () => {
    const folder = makeProject();
    expect(await lint(Version, folder, { concurrency: 2 })).toEqual(await lint(Version, folder));
  });

  it('what is fixed is not reported again, the rest is', async () => {
    const folder = makeProject();
    const before = await lint(Version, folder);
    const left = await lint(Version, folder, { fix: true });
    expect(await lint(Version, folder)).toEqual(left);
    const fixed = Object.keys(before).filter((file) => before[file]?.length && !left[file]?.length);
    expect(fixed.length).toBeGreaterThan(0);
    for (const { file, text } of fixtures) {
      const changed = readFileSync(path.join(folder, file), 'utf8') !== text;
      expect(changed, file).toBe(before[file]?.length !== left[file]?.length);
    }
  });
});

it('the oldest ESLint takes the configuration that the README has for it', async () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const [, code = ''] = /Before ESLint 9\.22.*?`(export default [^`]+)`/u.exec(readme) ?? [];
  const folder = mkdtempSync(path.join(tmpdir(), 'async-perf-runs-'));
  folders.push(folder);
  writeFileSync(
    path.join(folder, 'eslint.config.mjs'),
    `import asyncPerf from '${PLUGIN}';\n${code}`,
  );
  const costly = path.join(folder, 'a.js');
  writeFileSync(costly, 'export const get = async (p) => await new Promise((r) => r(p));\n');
  const [result] = await new Oldest({ cwd: folder }).lintFiles([costly]);
  expect(result?.messages.map(({ ruleId }) => ruleId)).toEqual([
    'async-perf/no-promise-wrapped-await',
  ]);
});
