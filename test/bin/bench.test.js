import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, describe, expect, it } from 'vitest';

const COMMAND = fileURLToPath(new URL('../../bin/async-perf.js', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'async-perf-bench-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const BEFORE =
  'exports.run = async () => await new Promise((resolve) => resolve(Promise.resolve(1)));\n';
const AFTER = 'exports.run = async () => await Promise.resolve(1);\n';
writeFileSync(join(directory, 'before.js'), BEFORE);
writeFileSync(join(directory, 'after.js'), AFTER);

/** @param {string[]} args */
function bench(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, 'bench', ...args], {
    cwd: directory,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe('async-perf bench', { timeout: 120_000 }, () => {
  it('measures two files', () => {
    const { status, stdout, stderr } = bench('before.js', 'after.js', '--quick', '--json');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const [figures] = JSON.parse(stdout);
    expect(figures.node).toBe(process.versions.node);
    expect(figures.before.ticks).toBeGreaterThan(figures.after.ticks);
    expect(figures.before.promises).toBeGreaterThan(figures.after.promises);
  });

  it('measures a file and what codemods make of it', () => {
    const { status, stdout } = bench('before.js', '--codemods=unwrap-promises', '--quick');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^After: unwrap-promises$/mu);
    expect(stdout).toMatch(/^ {2}ticks +\d+ → \d+$/mu);
  });

  it.each([
    [['before.js'], /Two files are needed, 1 given/u],
    [['before.js', '--codemods=nothing'], /No codemod nothing/u],
    [['missing.js', 'after.js'], /missing\.js/u],
    [['before.js', 'after.js', '--unknown'], /there is no option '--unknown'/u],
  ])('rejects %j', (args, message) => {
    const { status, stderr } = bench(...args);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
  });
});
