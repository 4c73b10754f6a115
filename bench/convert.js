/** @import { ParserOptions } from '@babel/parser' */

import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { parse } from '@babel/parser';

import { codemod } from '../codemods/callback-to-async.js';
import { convert } from '../core/codemod/convert.js';
import { fetchPackages } from './packages.js';
import { markdownTable } from './report/cost-table.js';

/**
 * What the conversion of a file takes beside a bare parse of it into ESTree's nodes, with the same plugins
 * and for the goal that the file has. Both run in turn on one file after the other, as in a migration, and
 * the least time of each counts, since whatever else the machine does only adds to it.
 *
 *     npm run bench:convert [-- --rounds 60 --list]
 *
 * `--list` names the files that convert and take more than four times the parse.
 */

/** How many times a parse a file that converts may take: it is parsed twice. */
const BUDGET = 4;

/** Functions that take callbacks, with and without their tests. */
const CORPUS = Object.freeze({
  'cmd-shim': 'cmd-shim@3.0.3',
  'fs-extra': 'fs-extra@0.30.0',
  hypercore: 'hypercore@7.7.1',
  'merkle-patricia-tree': 'merkle-patricia-tree@2.3.2',
  portfinder: 'portfinder@1.0.37',
  'recursive-readdir': 'recursive-readdir@2.2.3',
  resolve: 'resolve@1.22.1',
  rimraf: 'rimraf@2.7.1',
});

/** Of this checkout's own. */
const INSTALLED = ['async-1', 'async-2', 'graceful-fs', 'q', 'rsvp', 'tmp', 'when'];

const MAX_BYTES = 100_000;

/** @type {NonNullable<ParserOptions['plugins']>} What `core/source/dialects.js` reads plain files with. */
const PLUGINS = [
  ['estree', { classFeatures: true }],
  'decoratorAutoAccessors',
  'explicitResourceManagement',
  'sourcePhaseImports',
  'deferredImportEvaluation',
  'exportDefaultFrom',
  'jsx',
  'decorators',
];

const BY_DEFAULT = { node: '20' };
const ACCEPTING = { ...BY_DEFAULT, accept: 'timing-unobservable' };

/**
 * @typedef {'as it is' | 'with callbackTiming: accept' | 'not'} Outcome How the file converts.
 *
 * @typedef {object} Measured
 * @property {string} name
 * @property {Outcome} outcome
 * @property {() => unknown} parse
 * @property {() => unknown} convert
 * @property {{ parse: number, convert: number }} least Milliseconds.
 */

/**
 * @param {string} directory
 * @returns {string[]} The scripts and modules below it, in the order of their paths.
 */
function filesIn(directory) {
  const entries = readdirSync(directory, { withFileTypes: true });
  return entries
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .flatMap((entry) => {
      const file = join(directory, entry.name);
      if (entry.isDirectory()) {
        return entry.name === 'node_modules' ? [] : filesIn(file);
      }
      return /(?<!\.min)\.[cm]?js$/u.test(entry.name) && statSync(file).size < MAX_BYTES
        ? [file]
        : [];
    });
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {Measured | undefined} Undefined for what holds none of the codemod's words, or does not parse.
 */
function prepare(root, path) {
  const source = readFileSync(path, 'utf8');
  if (!codemod.patterns.some(({ words }) => words.test(source))) {
    return undefined;
  }
  /** @type {ParserOptions} */
  const options = { allowReturnOutsideFunction: true, plugins: PLUGINS };
  const text = source.replace(/^\uFEFF/u, '');
  let sourceType;
  try {
    ({ sourceType } = parse(text, { ...options, sourceType: 'unambiguous' }).program);
    parse(text, { ...options, sourceType });
  } catch {
    return undefined;
  }
  const changes = (/** @type {typeof BY_DEFAULT} */ how) =>
    convert({ path, source }, codemod, how).changed;
  const outcome = changes(BY_DEFAULT)
    ? 'as it is'
    : changes(ACCEPTING)
      ? 'with callbackTiming: accept'
      : 'not';
  const how = outcome === 'as it is' ? BY_DEFAULT : ACCEPTING;
  return {
    name: relative(root, path),
    outcome,
    parse: () => parse(text, { ...options, sourceType }),
    convert: () => convert({ path, source }, codemod, how),
    least: { parse: Infinity, convert: Infinity },
  };
}

/**
 * @param {readonly Measured[]} files
 * @param {number} rounds
 */
function measure(files, rounds) {
  for (let round = -rounds; round < rounds; round++) {
    for (const file of files) {
      /** @type {('parse' | 'convert')[]} */
      const order = round % 2 === 0 ? ['parse', 'convert'] : ['convert', 'parse'];
      for (const task of order) {
        const started = performance.now();
        file[task]();
        const took = performance.now() - started;
        // As many rounds before warm the code up.
        if (round >= 0) {
          file.least[task] = Math.min(file.least[task], took);
        }
      }
    }
  }
}

/**
 * @param {Measured} file
 * @returns {number} How many times the parse its conversion takes.
 */
function ratioOf({ least }) {
  return least.convert / least.parse;
}

/**
 * @param {Outcome} outcome
 * @param {readonly Measured[]} files
 * @returns {string[]}
 */
function rowOf(outcome, files) {
  const ratios = files.map(ratioOf).sort((left, right) => left - right);
  const at = (/** @type {number} */ share) =>
    (ratios[Math.min(ratios.length - 1, Math.floor(share * ratios.length))] ?? 0).toFixed(2);
  const sum = (/** @type {'convert' | 'parse'} */ task) =>
    files.reduce((total, { least }) => total + least[task], 0);
  return [
    outcome,
    `${files.length}`,
    at(0.5),
    at(0.9),
    at(1),
    (sum('convert') / sum('parse')).toFixed(2),
    `${ratios.filter((ratio) => ratio <= BUDGET).length}`,
  ];
}

const at = process.argv.indexOf('--rounds');
const rounds = at === -1 ? 60 : Number(process.argv[at + 1]);
const packages = join(await fetchPackages('convert', CORPUS), 'node_modules');
const own = fileURLToPath(new URL('../node_modules', import.meta.url));
const files = [
  ...Object.keys(CORPUS).map((name) => ({ root: packages, name })),
  ...INSTALLED.map((name) => ({ root: own, name })),
].flatMap(({ root, name }) =>
  filesIn(join(root, name)).flatMap((path) => prepare(root, path) ?? []),
);
const converting = files.filter(({ outcome }) => outcome !== 'not');
// Those that convert first: they share most of the code.
measure(converting, rounds);
measure(
  files.filter(({ outcome }) => outcome === 'not'),
  Math.ceil(rounds / 6),
);

const outcomes = /** @type {const} */ (['as it is', 'with callbackTiming: accept', 'not']);
const rows = outcomes.map((outcome) =>
  rowOf(
    outcome,
    files.filter((file) => file.outcome === outcome),
  ),
);
const heads = ['converts', 'files', 'median', '90 %', 'most', 'all together', `within ${BUDGET}`];
process.stdout.write(`Times a bare parse of the same file:\n\n${markdownTable(heads, rows)}\n`);

if (process.argv.includes('--list')) {
  const over = converting.filter((file) => ratioOf(file) > BUDGET);
  const listed = over
    .sort((left, right) => ratioOf(right) - ratioOf(left))
    .map((file) => [
      file.name,
      file.least.parse.toFixed(2),
      file.least.convert.toFixed(2),
      ratioOf(file).toFixed(2),
    ]);
  process.stdout.write(
    `\n${markdownTable(['file', 'parse, ms', 'convert, ms', 'times'], listed)}\n`,
  );
}
