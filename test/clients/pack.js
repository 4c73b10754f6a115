/** @import { TestProject } from 'vitest/node' */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Packs the package once, for all tests of its clients.
 *
 * @param {TestProject} project
 * @returns {() => void}
 */
export default function setup(project) {
  const directory = mkdtempSync(path.join(tmpdir(), 'async-perf-pack-'));
  execFileSync('npm', ['pack', '--silent', `--pack-destination=${directory}`], { cwd: ROOT });
  const [name = ''] = readdirSync(directory);
  /** @type {any} */ (project).provide('tarball', path.join(directory, name));
  return () => rmSync(directory, { recursive: true, force: true });
}
