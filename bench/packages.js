/**
 * Packages that only one suite measures: too many and too old to be dependencies of this one. They
 * are fetched into the cache beside the Nodes, in exact versions.
 */
import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { ChildError } from './child.js';
import { cacheDirectory } from './nodes.js';

const run = promisify(execFile);

/**
 * @param {string} name of the set
 * @param {Readonly<Record<string, string>>} packages alias -> `name@version`
 * @returns {Promise<string>} directory from which they are resolved
 * @throws {ChildError} if they cannot be fetched
 */
export async function fetchPackages(name, packages) {
  const directory = path.join(cacheDirectory(), '..', 'packages', name);
  const wanted = Object.entries(packages).map(([alias, spec]) => `${alias}@npm:${spec}`);
  if (await areThere(directory, packages)) return directory;
  await mkdir(directory, { recursive: true });
  const windows = process.platform === 'win32';
  try {
    await run(
      windows ? 'npm.cmd' : 'npm',
      ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', directory, ...wanted],
      { shell: windows },
    );
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    throw new ChildError(
      'failed',
      `${wanted.join(', ')} cannot be fetched: ${message.split('\n')[0]}. Check the network and the registry`,
    );
  }
  return directory;
}

/**
 * @param {string} directory
 * @param {Readonly<Record<string, string>>} packages
 */
async function areThere(directory, packages) {
  for (const [alias, spec] of Object.entries(packages)) {
    try {
      const file = path.join(directory, 'node_modules', alias, 'package.json');
      const { version } = JSON.parse(await readFile(file, 'utf8'));
      if (!spec.endsWith(`@${version}`)) return false;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return false;
      throw error;
    }
  }
  return true;
}
