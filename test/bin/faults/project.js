import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const COMMAND = fileURLToPath(new URL('../../../bin/async-perf.js', import.meta.url));
const FAULT = new URL('fs-fault.js', import.meta.url).href;

export const BEFORE =
  "const co = require('co');\n\nexports.run = co.wrap(function* () {\n  yield load();\n});\n";
export const AFTER = 'exports.run = async function () {\n  await load();\n};\n';

/**
 * @param {Record<string, string>} files
 * @returns {string} A directory of their own, outside of git.
 */
export function makeProject(files) {
  const directory = mkdtempSync(join(tmpdir(), 'async-perf-faults-'));
  for (const [name, text] of Object.entries({ 'package.json': '{}\n', ...files })) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
  return directory;
}

/** @param {readonly string[]} args */
const outsideOfGit = (args) => (args.includes('--force') ? args : [...args, '--force']);

/**
 * @param {string} directory
 * @param {readonly string[]} args Of `migrate`.
 * @param {{ fault?: string, node?: readonly string[], user?: { uid: number, gid: number } | undefined }} [how]
 */
export function migrate(directory, args = [], { fault, node = [], user } = {}) {
  const withFault = fault === undefined ? [] : [`--import=${FAULT}`];
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    [...node, ...withFault, COMMAND, 'migrate', '--node=20', ...outsideOfGit(args)],
    { cwd: directory, encoding: 'utf8', env: { ...process.env, FS_FAULT: fault }, ...user },
  );
  return { status, signal, stdout, stderr };
}

/**
 * @param {string} directory
 * @param {string} name
 */
export const read = (directory, name) => readFileSync(join(directory, name), 'utf8');

/** @param {string} directory */
export const hasJournal = (directory) => existsSync(join(directory, '.async-perf/journal.json'));

/**
 * @param {string} directory
 * @returns {boolean} Whether a migration was cut off there.
 */
export const isCutOff = (directory) =>
  hasJournal(directory) &&
  JSON.parse(read(directory, '.async-perf/journal.json')).state !== 'written';

/**
 * @param {string} directory
 * @returns {string[]} What a migration has left behind beside the journal of one that came to its end.
 */
export function leftovers(directory) {
  const journal = join(directory, '.async-perf');
  const names = readdirSync(directory).filter((name) => /^\..*\.tmp$/u.test(name));
  if (!existsSync(journal)) {
    return names;
  }
  const expected =
    hasJournal(directory) && !isCutOff(directory) ? ['.gitignore', 'contents', 'journal.json'] : [];
  return [...names, ...readdirSync(journal).filter((name) => !expected.includes(name))];
}
