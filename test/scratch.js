import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Gives a run of the tests a directory for all that they write.
 *
 * @returns {() => void} Removes it.
 */
export default function setup() {
  const directory = mkdtempSync(join(tmpdir(), 'async-perf-tests-'));
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) {
    process.env[name] = directory;
  }
  return () => rmSync(directory, { recursive: true, force: true });
}
