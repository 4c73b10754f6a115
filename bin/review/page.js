import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { hashOf } from '../../core/project/replace.js';
import { excerptsOf } from './excerpts.js';

const require = createRequire(import.meta.url);

/** Modules of CommonJS that the page imports, with the names that it takes from them. */
const LIBRARIES = Object.freeze({
  diff: {
    file: join(dirname(require.resolve('diff/package.json')), 'dist/diff.min.js'),
    names: ['diffArrays', 'diffWordsWithSpace'],
  },
  'highlight.js/lib/core': { file: 'highlight.js/lib/core', names: [] },
  'highlight.js/lib/languages/javascript': {
    file: 'highlight.js/lib/languages/javascript',
    names: [],
  },
  'highlight.js/lib/languages/typescript': {
    file: 'highlight.js/lib/languages/typescript',
    names: [],
  },
});

/**
 * A page for people who review a migration: one file, that asks no network for anything.
 *
 * @param {Record<string, any>} report As `migrationReport` gives it.
 * @param {object} project
 * @param {string} project.name
 * @param {Readonly<Record<string, string>>} project.sources The texts before of the files that change.
 * @param {(file: string) => string | undefined} project.textOf Of another file, if it can be read.
 * @returns {string} HTML.
 */
export function formatPage(report, { name, sources, textOf }) {
  const { causes, costs, edits, files, node, questions, sites } = report;
  const data = {
    title: `Review of the migration of ${name}`,
    of: reviewOf(report),
    report: { causes, costs, edits, files, node, questions, sites },
    sources,
    excerpts: excerptsOf(sites, sources, textOf),
  };
  return read('page.html')
    .replace('/*STYLE*/', () => read('page.css'))
    .replace('/*IMPORTS*/', () => inScript(JSON.stringify({ imports: importMap() })))
    .replace('/*DATA*/', () => inScript(JSON.stringify(data)));
}

/**
 * @param {Record<string, any>} report
 * @returns {string} What marks are about: the same for every report of the same conversions.
 */
export function reviewOf({ sites }) {
  const converted = sites.filter((/** @type {any} */ { status }) => status === 'converted');
  return hashOf(JSON.stringify(converted.map((/** @type {any} */ { id }) => id).sort())).slice(
    0,
    12,
  );
}

/** @param {string} name */
function read(name) {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}

/**
 * @param {string} json
 * @returns {string} What ends no script, wherever `</script>` or `<!--` is in a text.
 */
function inScript(json) {
  return json.replaceAll('<', String.raw`\u003C`);
}

/** @returns {Record<string, string>} The page's own modules and the libraries, by the names that import them. */
function importMap() {
  const own = readdirSync(new URL('browser/', import.meta.url)).map((file) => [
    `#review/${file}`,
    addressOf(read(`browser/${file}`)),
  ]);
  const libraries = Object.entries(LIBRARIES).map(([name, { file, names }]) => {
    const text = readFileSync(require.resolve(file), 'utf8');
    const named = names.map((each) => `export const ${each} = module.exports.${each};`);
    return [
      name,
      addressOf(
        `const module = { exports: {} }; const { exports } = module;\n${text}\nexport default module.exports;\n${named.join('\n')}`,
      ),
    ];
  });
  return Object.fromEntries([...own, ...libraries]);
}

/**
 * @param {string} code Of a module.
 * @returns {string} An address that holds it.
 */
function addressOf(code) {
  return `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
}
