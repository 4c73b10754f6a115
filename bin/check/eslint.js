import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import semver from 'semver';

import { OptionError } from '../../core/contract/options.js';

const OWN = createRequire(import.meta.url);

/**
 * @typedef {object} HostESLint
 * @property {typeof import('eslint').Linter} Linter
 * @property {typeof import('eslint').ESLint} ESLint
 * @property {string} version
 */

/**
 * The project's own ESLint reads the project's own configuration best. Where it has none, or one
 * that is too old for the rules, the one that came with this package does.
 *
 * @param {string} root
 * @param {readonly NodeJS.Require[]} [places] Where to look for one, in order.
 * @returns {Promise<HostESLint>}
 * @throws {OptionError} If there is none, saying how to get it.
 */
export async function loadESLint(root, places = [createRequire(join(root, 'package.json')), OWN]) {
  const range = OWN('../../package.json').peerDependencies.eslint;
  /** @type {string[]} */
  const tooOld = [];
  for (const place of places) {
    const version = versionIn(place);
    if (version !== undefined && semver.satisfies(version, range)) {
      return { ...(await importFrom(place)), version };
    }
    if (version !== undefined && !tooOld.includes(version)) {
      tooOld.push(version);
    }
  }
  const found = tooOld.length > 0 ? `only eslint ${tooOld.join(', ')}` : 'no eslint';
  throw new OptionError(
    `the rules run in eslint ${range}, and there is ${found} here: run \`npm install --save-dev eslint\`, or without installing \`npx --package=eslint@latest --package=eslint-plugin-async-perf async-perf check\``,
  );
}

/**
 * @param {NodeJS.Require} place
 * @returns {Promise<Pick<HostESLint, 'Linter' | 'ESLint'>>}
 * @throws {OptionError} If it is none that can be loaded.
 */
async function importFrom(place) {
  const manifest = place.resolve('eslint/package.json');
  try {
    const { ESLint, Linter } = await import(pathToFileURL(place.resolve('eslint')).href);
    if (typeof Linter === 'function' && typeof ESLint === 'function') {
      return { ESLint, Linter };
    }
  } catch (error) {
    const { message } = error instanceof Error ? error : new Error(String(error));
    throw new OptionError(
      `the eslint of ${manifest} cannot be loaded (${message.split('\n', 1)[0]}): install it again`,
    );
  }
  throw new OptionError(`${manifest} is of no eslint that can be used: install it again`);
}

/**
 * @param {NodeJS.Require} place
 * @returns {string | undefined}
 */
function versionIn(place) {
  try {
    return place('eslint/package.json').version;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'MODULE_NOT_FOUND') {
      return undefined;
    }
    throw error;
  }
}
