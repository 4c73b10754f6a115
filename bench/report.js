/**
 * `npm run bench:report`: writes the generated documentation from `bench/results/*.json`:
 * `docs/benchmarks.md`, `docs/charts/*.svg`, the measured cost in the pages of rules and codemods
 * and in `bench/costs.json`, the README's figures. With `--check` it writes nothing and fails if they are out of date.
 *
 * @import { Results } from './results.js'
 * @import { Suite } from './suites.js'
 */
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { format, resolveConfig } from 'prettier';
import semver from 'semver';

import { loadCodemods } from '../bin/codemods.js';
import { costSection, OLDEST_ON_PAGES, scenarioRows } from './report/cost-table.js';
import { costsByName } from './report/costs.js';
import { figuresSection } from './report/figures.js';
import { hasMarkers, replaceBetween } from './report/markers.js';
import { benchmarksPage } from './report/page.js';
import { convertedIn, reportedIn } from './report/reported.js';
import { scenarioCharts } from './report/scenario-charts.js';
import { readAllResults, RESULTS_DIRECTORY } from './results.js';
import { loadScenarios } from './scenarios.js';
import { startIfRun } from './start.js';
import { loadSuites } from './suites.js';

const USAGE = `Usage: npm run bench:report -- [--check]

Writes docs/benchmarks.md, docs/charts, the measured cost on the pages of rules and codemods, the
README's figures and bench/costs.json from bench/results/*.json.

  --check  write nothing; exit code 1 if they are not up to date
  --help`;

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PAGE_KINDS = /** @type {const} */ (['rules', 'codemods']);
/** @type {Readonly<Record<string, string>>} */
const PARSERS = { '.json': 'json', '.md': 'markdown' };
const CHARTS = 'docs/charts';
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
 * @throws {Error} if a page with measurements is not there or has no place for them, or has one
 *   without measurements
 */
export async function generateDocs({ root = ROOT, results = RESULTS_DIRECTORY } = {}) {
  const all = await readAllResults(results);
  const suites = await loadSuites();
  /** @type {Map<string, string>} */
  const files = new Map();
  files.set('docs/benchmarks.md', benchmarksPage(all, suites));
  const scenarios = await loadScenarios();
  files.set(
    'bench/costs.json',
    JSON.stringify(
      costsByName(all, reportedIn(scenarios), convertedIn(scenarios, await loadCodemods())),
    ),
  );
  const charts = [scenarioCharts(all), ...suites.map((suite) => suite.charts?.(all) ?? {})];
  for (const [name, svg] of charts.flatMap((named) => Object.entries(named))) {
    files.set(`${CHARTS}/${name}`, svg);
  }
  for (const kind of PAGE_KINDS) {
    for (const [file, text] of await costPages(root, kind, all, suites)) files.set(file, text);
  }
  const readme = await readFile(path.join(root, 'README.md'), 'utf8');
  files.set('README.md', replaceBetween(readme, FIGURES, figuresSection(all), 'README.md'));
  return formatAll(files, root);
}

/**
 * @param {Locations} [locations]
 * @returns {Promise<string[]>} the files that differ from what the results determine, with what to do
 */
export async function checkDocs(locations = {}) {
  const root = locations.root ?? ROOT;
  const files = await generateDocs(locations);
  const generated = [...files];
  const texts = await Promise.all(generated.map(([file]) => readIfThere(path.join(root, file))));
  return [
    ...generated
      .filter(([, text], index) => texts[index] !== text)
      .map(([file]) => `${file} does not show bench/results/*.json: run \`npm run bench:report\``),
    ...(await orphans(root, files)).map(
      (file) => `${file} shows no results: run \`npm run bench:report\`, which removes it`,
    ),
  ];
}

/**
 * @param {string} root
 * @param {ReadonlyMap<string, string>} files that are generated
 * @returns {Promise<string[]>} charts that are not
 */
async function orphans(root, files) {
  const charts = await listIfThere(path.join(root, CHARTS));
  return charts.map((name) => `${CHARTS}/${name}`).filter((file) => !files.has(file));
}

/**
 * @param {Locations} [locations]
 * @returns {Promise<string[]>} the files that were changed or removed
 */
export async function writeDocs(locations = {}) {
  const root = locations.root ?? ROOT;
  const changed = [];
  const files = await generateDocs(locations);
  for (const [file, text] of files) {
    const full = path.join(root, file);
    if ((await readIfThere(full)) === text) continue;
    await mkdir(path.dirname(full), { recursive: true });
    await writeFile(full, text);
    changed.push(file);
  }
  for (const file of await orphans(root, files)) {
    await rm(path.join(root, file), { recursive: true });
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
  const directory = path.join(root, 'docs', kind);
  const names = new Set([
    ...scenarioRows(all).flatMap((row) => row[kind]),
    ...suites.flatMap(({ rules = [] }) => (kind === 'rules' ? rules : [])),
    ...(await listIfThere(directory))
      .filter((entry) => entry.endsWith('.md'))
      .map((entry) => path.basename(entry, '.md')),
  ]);
  for (const name of [...names].sort()) {
    const file = `docs/${kind}/${name}.md`;
    const page = await readIfThere(path.join(root, file));
    const shown = kind === 'rules' ? suites.filter(({ rules }) => rules?.includes(name)) : [];
    const sections = [
      costSection(all, kind, name),
      ...shown.map((suite) => suiteSection(suite, recent)),
    ]
      .filter((section) => section !== undefined)
      .join('\n\n');
    if (sections !== '') {
      if (page === undefined) {
        throw new Error(`${file} is missing: bench/results/*.json has figures for ${name}`);
      }
      pages.push([file, replaceBetween(page, COST, sections, file)]);
    } else if (page !== undefined && hasMarkers(page, COST)) {
      throw new Error(
        `${file} has a place for measured cost, but nothing is measured: run the bench, or take the markers out`,
      );
    }
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
    .replace(
      /^/u,
      `**${suite.title}** ([how it is measured, and more Nodes](../benchmarks.md))\n\n`,
    );
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

/**
 * @param {string[]} argv
 * @returns {Promise<number>} exit code
 */
export async function main(argv) {
  const { values } = parseArgs({
    args: argv,
    options: { check: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  if (values.check) {
    const stale = await checkDocs();
    for (const line of stale) console.error(line);
    return stale.length > 0 ? 1 : 0;
  }
  const changed = await writeDocs();
  console.log(changed.length > 0 ? `Changed ${changed.join(', ')}` : 'Everything is up to date');
  return 0;
}

await startIfRun(import.meta.url, main);
