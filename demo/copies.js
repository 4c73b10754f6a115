import { cp, mkdir, mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { installPackage } from '../test/trials/registry.js';

/**
 * @typedef {object} Copies An installed package twice: as published, and to be migrated.
 * @property {string} spec
 * @property {string} name
 * @property {string} before The directory of the package as it was published.
 * @property {string} after The directory of the copy.
 * @property {string} scratch For files of this run; to be removed in the end.
 */

/**
 * Installs a package and copies it out of `node_modules`, where codemods and linters do not go.
 * Both copies find the same dependencies.
 *
 * @param {string} spec E.g. `koa-router@5.4.2`.
 * @param {readonly string[]} [host] What the package expects to find beside it without saying so.
 * @returns {Promise<Copies>}
 * @throws {Error} When the registry does not have it.
 */
export async function copyPackage(spec, host = []) {
  const installed = path.join(await installPackage(spec, host), 'node_modules');
  const name = readName(spec);
  const scratch = await mkdtemp(path.join(tmpdir(), 'async-perf-demo-'));
  const [before, after] = await Promise.all(
    ['before', 'after'].map(async (side) => {
      const directory = path.join(scratch, side, 'package');
      await mkdir(directory, { recursive: true });
      await cp(path.join(installed, name), directory, {
        recursive: true,
        verbatimSymlinks: true,
      });
      await symlink(installed, path.join(scratch, side, 'node_modules'), 'junction');
      return directory;
    }),
  );
  return { spec, name, before: before ?? '', after: after ?? '', scratch };
}

/** @param {string} spec */
function readName(spec) {
  const at = spec.lastIndexOf('@');
  return at > 0 ? spec.slice(0, at) : spec;
}
