import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
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
      ? convertProject(text, { codemods: [codemod], plan, options })
      : convert({ path: 'program.js', source: text }, codemod, options);
}

/** Libraries whose promises a package may give out, where it depends on them. */
const LIBRARIES = { bluebird: '3.7.2', q: '1.5.1' };

/** @returns {Promise<Converter>} All codemods, as `async-perf migrate` runs them on a package. */
async function loadMigration() {
  const codemods = await loadCodemods();
  const root = join(tmpdir(), `async-perf-programs-${randomUUID()}`);
  return (text, options) => {
    if (isProject(text)) return convertProject(text, { codemods, plan: planMigration, options });
    const path = join(packageFor(text, root), 'program.js');
    writeFileSync(path, text);
    const { errors, groups, sites } = planMigration([path], codemods, options);
    // The process that runs programs may be ended at any time.
    rmSync(root, { recursive: true });
    const [error] = errors;
    const source = groups[0]?.files[0]?.after.toString() ?? text;
    return { source, sites, ...(error && { error }) };
  };
}

/**
 * @param {string} text
 * @param {string} root
 * @returns {string} A package that depends on the libraries of the program; the same for the same
 *   libraries, since what a package.json says is read once.
 */
function packageFor(text, root) {
  const used = Object.entries(LIBRARIES).filter(([name]) => text.includes(`require('${name}')`));
  const directory = join(root, ['package', ...used.map(([name]) => name)].join('-'));
  mkdirSync(directory, { recursive: true });
  // What the program exports is called from outside.
  const manifest = {
    name: 'programs',
    main: 'program.js',
    dependencies: Object.fromEntries(used),
  };
  writeFileSync(join(directory, 'package.json'), JSON.stringify(manifest));
  return directory;
}
