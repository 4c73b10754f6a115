/** @import { MigrationOptions } from './migrate.js' */
/** @import { Codemod } from '../../core/codemod/convert.js' */
/** @import { Site } from '../../core/contract/pattern.js' */

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { convert } from '../../core/codemod/convert.js';
import { eachSite } from '../../core/contract/pattern.js';

/**
 * @typedef {object} Blame
 * @property {string} codemod
 * @property {string} file
 * @property {number} line Of the site, in the source that the codemod was given.
 * @property {string} kind
 *
 * @typedef {object} Step One conversion of one site, or of a group that goes together.
 * @property {Codemod} codemod
 * @property {string} file
 * @property {string} source What the codemod was given.
 * @property {(site: Site) => boolean} has
 * @property {Blame} blame
 */

/**
 * Finds the conversion after which the tests no longer pass: steps are taken in order, and the
 * first one whose addition turns the tests red is to blame.
 *
 * @param {object} search
 * @param {string} search.root
 * @param {readonly string[]} search.files The files that the migration changed.
 * @param {readonly Codemod[]} search.codemods
 * @param {MigrationOptions} search.options
 * @param {() => Promise<void>} search.restore Puts the sources back.
 * @param {() => Promise<boolean>} search.passes Runs the tests.
 * @returns {Promise<Blame | undefined>} `undefined` when all steps together pass: the failure was
 *   not due to a conversion, or came and went by itself.
 */
export async function findBlame({ root, files, codemods, options, restore, passes }) {
  for (const codemod of codemods) {
    await restore();
    const earlier = codemods.slice(0, codemods.indexOf(codemod));
    const steps = await listSteps(root, files, earlier, codemod, options);
    const write = async (/** @type {number} */ count) => {
      await restore();
      await writeSteps(root, files, earlier, options, steps.slice(0, count));
      return passes();
    };
    if (steps.length === 0 || (await write(steps.length))) {
      continue;
    }
    let [good, bad] = [0, steps.length];
    while (bad - good > 1) {
      const middle = Math.floor((good + bad) / 2);
      if (await write(middle)) {
        good = middle;
      } else {
        bad = middle;
      }
    }
    return steps[bad - 1]?.blame;
  }
  return undefined;
}

/**
 * @param {string} root
 * @param {readonly string[]} files
 * @param {readonly Codemod[]} earlier Codemods that come before and are taken as they are.
 * @param {Codemod} codemod
 * @param {MigrationOptions} options
 * @returns {Promise<Step[]>}
 */
async function listSteps(root, files, earlier, codemod, options) {
  /** @type {Step[]} */
  const steps = [];
  for (const file of files) {
    const source = await convertFile(root, file, earlier, options);
    /** @type {Map<unknown, Site[]>} */
    const groups = new Map();
    restrict(codemod, (site) => {
      if (site.plan) {
        const key = site.plan.group ?? site.node.range.join();
        groups.set(key, [...(groups.get(key) ?? []), site]);
      }
      return true;
    }).run({ path: path.join(root, file), source }, options);
    for (const sites of groups.values()) {
      const places = new Set(sites.map(({ node }) => node.range.join()));
      const [first] = sites;
      if (first) {
        const { kind, node } = first;
        steps.push({
          codemod,
          file,
          source,
          has: (site) => places.has(site.node.range.join()),
          blame: { codemod: codemod.name, file, line: node.loc.start.line, kind },
        });
      }
    }
  }
  return steps;
}

/**
 * @param {string} root
 * @param {readonly string[]} files
 * @param {readonly Codemod[]} earlier
 * @param {MigrationOptions} options
 * @param {readonly Step[]} steps
 */
async function writeSteps(root, files, earlier, options, steps) {
  for (const file of files) {
    const source = await convertFile(root, file, earlier, options);
    const wanted = steps.filter((step) => step.file === file);
    const [first] = wanted;
    const output = first
      ? restrict(first.codemod, (site) => wanted.some(({ has }) => has(site))).run(
          { path: path.join(root, file), source },
          options,
        )
      : source;
    await writeFile(path.join(root, file), output);
  }
}

/**
 * @param {string} root
 * @param {string} file
 * @param {readonly Codemod[]} codemods
 * @param {MigrationOptions} options
 */
async function convertFile(root, file, codemods, options) {
  const target = path.join(root, file);
  const source = await readFile(target, 'utf8');
  return codemods.reduce(
    (text, codemod) => convert({ path: target, source: text }, codemod, options).source,
    source,
  );
}

/**
 * @param {Codemod} codemod
 * @param {(site: Site) => boolean} keep
 * @returns {{ run(file: { path: string, source: string }, options: MigrationOptions): string }} The
 *   codemod, blind to all other sites.
 */
function restrict(codemod, keep) {
  const patterns = codemod.patterns.map((pattern) => {
    const finders = Object.entries(pattern.visit).map(([type, find]) => [
      type,
      (/** @type {Parameters<typeof find>} */ ...args) =>
        [...eachSite(find(...args))].filter((site) => keep(site)),
    ]);
    return { ...pattern, visit: Object.fromEntries(finders) };
  });
  return {
    run: (file, options) => convert(file, { ...codemod, patterns }, options).source,
  };
}
