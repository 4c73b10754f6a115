import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { command, runCommand } from './command.js';

export { command, runCommand };

/** `test/scratch.js` removes it. */
const root = mkdtempSync(join(tmpdir(), 'async-perf-migrate-'));

export const BEFORE =
  "const co = require('co');\n\nexports.run = co.wrap(function* () {\n  yield load();\n});\n";
export const AFTER = 'exports.run = async function () {\n  await load();\n};\n';

/**
 * @param {Record<string, string>} files
 * @param {{ git?: boolean }} [options]
 * @returns {string} A directory with the files, committed to git.
 */
export function project(files, { git = true } = {}) {
  const directory = mkdtempSync(join(root, 'project '));
  for (const [name, text] of Object.entries({ 'package.json': '{}\n', ...files })) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
  if (git) {
    for (const args of [
      ['init', '-q'],
      ['add', '-A'],
      ['-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-qm', 'start'],
    ]) {
      spawnSync('git', args, { cwd: directory });
    }
  }
  return directory;
}

/** With both of these given, nothing is decided, and the first line of a run does not speak of it. */
export const AS_LIBRARY = ['--trust=library', '--api=keep'];

/**
 * @param {string} directory
 * @param {...string} args
 */
export function migrate(directory, ...args) {
  const node = args.some((arg) => arg.startsWith('--node=')) ? [] : ['--node=20'];
  return runCommand(directory, ['migrate', ...node, ...args]);
}

/**
 * @param {string} directory
 * @param {string} name
 */
export const read = (directory, name) => readFileSync(join(directory, name), 'utf8');

export const TWO =
  "const co = require('co');\n\nexports.a = co.wrap(function* () {\n  yield load();\n});\n\nexports.b = co.wrap(function* () {\n  yield load();\n});\n";
