import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadCodemods } from '../../bin/codemods.js';
import { planMigration } from '../../core/project/migration.js';
import { convertProject } from './convert-project.js';
import { isProject } from './files.js';
import { MIGRATE } from './languages.js';

/** @import { Converter } from './examine.js' */
/** @import { Language } from './grammar/arbitrary.js' */

/** The checkout that this file belongs to. */
export const ROOT = join(import.meta.dirname, '../..');

/**
 * @param {Language} language
 * @returns {Promise<Converter>} What converts its programs.
 */
export function loadConverter({ codemod }) {
  return codemod === MIGRATE ? loadMigration() : loadCodemod(codemod);
}

/**
 * @param {string} name
 * @param {string} [root] Another copy of the project.
 * @returns {Promise<Converter>}
 */
export async function loadCodemod(name, root = ROOT) {
  const urlOf = (/** @type {string} */ path) => pathToFileURL(join(root, path)).href;
  const [{ convert }, { planMigration: plan }, { codemod }] = await Promise.all([
    import(urlOf('core/codemod/convert.js')),
    import(urlOf('core/project/migration.js')),
    import(urlOf(`codemods/${name}.js`)),
  ]);
  return (text, options) =>
    isProject(text)
      ? convertProject(text, { codemod, plan, options })
      : convert({ path: 'program.js', source: text }, codemod, options);
}

/** Libraries whose promises a package may give out, where it depends on them. */
const LIBRARIES = { bluebird: '3.7.2', q: '1.5.1' };

/** @returns {Promise<Converter>} All codemods, as `async-perf migrate` runs them on a package. */
async function loadMigration() {
  const codemods = await loadCodemods();
  const root = mkdtempSync(join(tmpdir(), 'async-perf-programs-'));
  process.once('exit', () => rmSync(root, { recursive: true, force: true }));
  /** @type {Map<string, string>} */
  const packages = new Map();
  return (text, options) => {
    const directory = packageFor(text, root, packages);
    const path = join(directory, 'program.js');
    writeFileSync(path, text);
    const { errors, groups, sites } = planMigration([path], codemods, options);
    const [error] = errors;
    const source = groups[0]?.files[0]?.after.toString() ?? text;
    return { source, sites, ...(error && { error }) };
  };
}

/**
 * @param {string} text
 * @param {string} root
 * @param {Map<string, string>} packages Those there are, by what they depend on.
 * @returns {string} A package that depends on the libraries of the program.
 */
function packageFor(text, root, packages) {
  const used = Object.entries(LIBRARIES).filter(([name]) => text.includes(`require('${name}')`));
  const manifest = JSON.stringify({ name: 'programs', dependencies: Object.fromEntries(used) });
  let directory = packages.get(manifest);
  if (directory === undefined) {
    directory = mkdtempSync(join(root, 'package-'));
    writeFileSync(join(directory, 'package.json'), manifest);
    packages.set(manifest, directory);
  }
  return directory;
}
