/**
 * `npm run bench:report`: writes the generated documentation from `bench/results/*.json`:
 * `docs/benchmarks.md`, `docs/charts/*.svg`, the measured cost in the pages of rules and codemods
 * and in `bench/costs.json`, the README's figures. With `--check` it writes nothing and fails if they are out of date.
 *
 * @import { Results } from './results.js'
 * @import { Suite } from './suites.js'
 */
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { format, resolveConfig } from 'prettier';
import semver from 'semver';

import { costSection, OLDEST_ON_PAGES } from './report/cost-table.js';
import { costsByRule } from './report/costs.js';
import { figuresSection } from './report/figures.js';
import { hasMarkers, replaceBetween } from './report/markers.js';
import { benchmarksPage } from './report/page.js';
import { scenarioCharts } from './report/scenario-charts.js';
import { readAllResults, RESULTS_DIRECTORY } from './results.js';
import { loadSuites } from './suites.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PAGE_KINDS = /** @type {const} */ (['rules', 'codemods']);
/** @type {Readonly<Record<string, string>>} */
const PARSERS = { '.json': 'json', '.md': 'markdown' };
const COST = 'measured cost';
const FIGURES = 'figures';

/**
 * @typedef {object} Locations
 * @property {string} [root] of the repository
 * @property {string} [results]
 */

/**
 * Everything that the results determine.
 *
 * @param {Locations} [locations]
 * @returns {Promise<Map<string, string>>} file, relative to the root -> text
 * @throws {Error} if a page with measurements has no place for them
 */
export async function generateDocs({ root = ROOT, results = RESULTS_DIRECTORY } = {}) {
  const all = await readAllResults(results);
  const suites = await loadSuites();
  /** @type {Map<string, string>} */
  const files = new Map();
  files.set('docs/benchmarks.md', benchmarksPage(all, suites));
  files.set('bench/costs.json', JSON.stringify(costsByRule(all)));
  const charts = [scenarioCharts(all), ...suites.map((suite) => suite.charts?.(all) ?? {})];
  for (const [name, svg] of charts.flatMap((named) => Object.entries(named))) {
    files.set(`docs/charts/${name}`, svg);
  }
  for (const kind of PAGE_KINDS) {
    for (const [file, text] of await costPages(root, kind, all, suites)) files.set(file, text);
  }
  const readme = await readIfThere(path.join(root, 'README.md'));
  if (readme !== undefined && hasMarkers(readme, FIGURES)) {
    files.set('README.md', replaceBetween(readme, FIGURES, figuresSection(all), 'README.md'));
  }
  return formatAll(files, root);
}

/**
 * @param {Locations} [locations]
 * @returns {Promise<string[]>} the files that differ from what the results determine, with what to do
 */
export async function checkDocs(locations = {}) {
  const root = locations.root ?? ROOT;
  const generated = [...(await generateDocs(locations))];
  const texts = await Promise.all(generated.map(([file]) => readIfThere(path.join(root, file))));
  return generated
    .filter(([, text], index) => texts[index] !== text)
    .map(([file]) => `${file} does not show bench/results/*.json: run \`npm run bench:report\``);
}

/**
 * @param {Locations} [locations]
 * @returns {Promise<string[]>} the files that were changed
 */
export async function writeDocs(locations = {}) {
  const root = locations.root ?? ROOT;
  const changed = [];
  for (const [file, text] of await generateDocs(locations)) {
    const full = path.join(root, file);
    if ((await readIfThere(full)) === text) continue;
    await mkdir(path.dirname(full), { recursive: true });
    await writeFile(full, text);
    changed.push(file);
  }
  return changed;
}

/**
 * @param {string} root
 * @param {'rules' | 'codemods'} kind
 * @param {Results[]} all
 * @param {readonly Suite[]} suites
 * @returns {Promise<Array<[string, string]>>}
 */
async function costPages(root, kind, all, suites) {
  /** @type {Array<[string, string]>} */
  const pages = [];
  const recent = all.filter(({ node }) => semver.gte(node, OLDEST_ON_PAGES));
  for (const entry of await listIfThere(path.join(root, 'docs', kind))) {
    if (!entry.endsWith('.md')) continue;
    const file = `docs/${kind}/${entry}`;
    const page = await readFile(path.join(root, file), 'utf8');
    const name = path.basename(entry, '.md');
    const shown = kind === 'rules' ? suites.filter(({ rules }) => rules?.includes(name)) : [];
    const sections = [
      costSection(all, kind, name),
      ...shown.map((suite) => suiteSection(suite, recent)),
    ]
      .filter((section) => section !== undefined)
      .join('\n\n');
    if (sections !== '') pages.push([file, replaceBetween(page, COST, sections, file)]);
  }
  return pages;
}

/**
 * @param {Suite} suite
 * @param {Results[]} all
 * @returns {string | undefined} Its report, as a part of another page.
 */
function suiteSection(suite, all) {
  const report = suite.report(all);
  return report
    ?.replaceAll('](charts/', '](../charts/')
    .replace(/^/u, `**${suite.title}** ([how it is measured, and more Nodes](../benchmarks.md))\n\n`);
}

/**
 * @param {Map<string, string>} files
 * @param {string} root
 */
async function formatAll(files, root) {
  const config = await resolveConfig(path.join(root, 'docs/benchmarks.md'));
  for (const [file, text] of files) {
    const parser = PARSERS[path.extname(file)];
    if (parser) files.set(file, await format(text, { ...config, parser }));
  }
  return files;
}

/** @param {string} file */
async function readIfThere(file) {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** @param {string} directory */
async function listIfThere(directory) {
  try {
    return await readdir(directory);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return [];
    throw error;
  }
}

/** @param {string[]} argv */
async function main(argv) {
  if (argv.includes('--check')) {
    const stale = await checkDocs();
    for (const line of stale) console.error(line);
    return stale.length > 0 ? 1 : 0;
  }
  const changed = await writeDocs();
  console.log(changed.length > 0 ? `Wrote ${changed.join(', ')}` : 'Everything is up to date');
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(process.argv.slice(2)).then(
    (code) => {
      process.exitCode = code;
    },
    (error) => {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 2;
    },
  );
}
