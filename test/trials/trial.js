import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';

/**
 * A real project with tests of its own, to be migrated.
 *
 * @typedef {object} Trial
 * @property {string} id
 * @property {string} source `npm` and a spec, or the path of a checkout.
 * @property {string} origin Where anyone can find it: a spec, or a repository and its tag.
 * @property {boolean} isPublished Whether the source is a spec for the registry.
 * @property {string} style What dominates: callback, chain, generator, bluebird, async or stream.
 * @property {string[]} migrate The files and directories to convert, relative.
 * @property {string} node The major version of Node that its tests need.
 * @property {TrialInstall} install
 * @property {string[]} first Shell commands before the first test run.
 * @property {string} test A shell command.
 * @property {number} passes How many tests must pass, before and after.
 *
 * @typedef {object} TrialInstall
 * @property {string[]} [devDependencies] The ones to keep; all when not given.
 * @property {string[]} also Specs to add.
 * @property {string[]} overrides Specs that npm must use wherever the package is needed.
 *
 * @typedef {object} ListedTrial One entry of a list file.
 * @property {string} id
 * @property {string} [package]
 * @property {string} [repository]
 * @property {string} [ref]
 * @property {string} [style]
 * @property {string[]} migrate
 * @property {string} [node]
 * @property {{ devDependencies?: string, also?: string, overrides?: string }} [install]
 * @property {string[]} [first]
 * @property {string} test
 * @property {number} [passes]
 */

/**
 * Reads a list of trials: an array, or an object with `published` and `repositories`.
 *
 * @param {string} file
 * @param {string} [checkouts] The directory that holds a checkout for each id without a package.
 * @returns {Promise<Trial[]>}
 * @throws {Error} When an entry has neither a package nor a checkout to look for.
 */
export async function readTrials(file, checkouts) {
  const content = JSON.parse(await readFile(file, 'utf8'));
  /** @type {ListedTrial[]} */
  const listed = Array.isArray(content)
    ? content
    : [...(content.published ?? []), ...(checkouts ? (content.repositories ?? []) : [])];
  return listed.map((each) => {
    if (each.package === undefined && checkouts === undefined) {
      throw new Error(
        `${file}: ${each.id} has no package. Name the directory of its checkout with --checkouts.`,
      );
    }
    return readTrial(each, each.package ?? path.resolve(checkouts ?? '.', each.id));
  });
}

/**
 * @param {readonly string[]} args `--list FILE --checkouts DIRECTORY [--only ID,…]`
 * @returns {Promise<Trial[]>} Those of the list that are repositories.
 * @throws {Error} When the list or its checkouts are not named.
 */
export async function readCheckouts(args) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      list: { type: 'string' },
      checkouts: { type: 'string' },
      only: { type: 'string' },
    },
  });
  if (!values.list || !values.checkouts) {
    throw new Error('Name the list of trials with --list and their checkouts with --checkouts.');
  }
  const wanted = values.only?.split(',');
  return (await readTrials(values.list, values.checkouts)).filter(
    ({ id, isPublished }) => !isPublished && (!wanted || wanted.includes(id)),
  );
}

/**
 * @param {ListedTrial} listed
 * @param {string} source
 * @returns {Trial}
 */
function readTrial(listed, source) {
  const { install = {} } = listed;
  return {
    id: listed.id,
    source,
    origin: listed.package ?? [listed.repository, listed.ref].filter(Boolean).join('@'),
    isPublished: listed.package !== undefined,
    style: listed.style ?? '',
    migrate: listed.migrate,
    node: listed.node ?? '20',
    install: {
      ...(install.devDependencies === undefined
        ? {}
        : { devDependencies: splitList(install.devDependencies) }),
      also: splitList(install.also),
      overrides: splitList(install.overrides),
    },
    first: listed.first ?? [],
    test: listed.test,
    passes: listed.passes ?? 1,
  };
}

/** @param {string | undefined} text */
function splitList(text) {
  return text ? text.split(',').map((each) => each.trim()) : [];
}
