/** @import { Codemod, SiteResult } from '../../core/codemod/convert.js' */
/** @import { AlsoRefused } from '../../core/codemod/passages.js' */

import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { loadCodemods as loadAllCodemods } from '../../bin/codemods.js';
import { convert } from '../../core/codemod/convert.js';
import { run, runOrThrow } from './command.js';

/**
 * @typedef {SiteResult & { codemod: string, file: string, also?: AlsoRefused[] }} MigratedSite
 *
 * @typedef {'command' | 'jscodeshift'} Way
 *
 * @typedef {{ node: string, api?: string, trust?: string, accept?: string, refuse?: string }} MigrationOptions Of the codemods.
 *
 * @typedef {object} Rewritten
 * @property {MigratedSite[]} sites
 * @property {string[]} unparsed Files that were left alone because they do not parse.
 * @property {string[]} disagreements Files that jscodeshift wrote otherwise than `convert` said.
 *
 * @typedef {object} Migration
 * @property {MigratedSite[]} sites
 * @property {string[]} changed The files that were rewritten, relative.
 * @property {string[]} unparsed Files that were left alone because they do not parse.
 * @property {string[]} disagreements Files that jscodeshift wrote otherwise than `convert` said.
 * @property {number} lines Of all files that were looked at, blank ones and comments not counted.
 * @property {number} seconds
 */

/** Converted, nothing to do, some sites refused. */
const COMMAND_SUCCESS = new Set([0, 3, 4]);

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SOURCE = /\.(?:[cm]?js|jsx|[cm]?ts|tsx)$/u;
const TEST = /(?:^|[\\/])(?:__tests__|tests?|spec)[\\/]|\.(?:test|spec)\.[cm]?[jt]sx?$/u;

/**
 * @param {readonly string[]} [names] Which codemods; all when not given.
 * @returns {Promise<Codemod[]>} In the order to apply them.
 * @throws {Error} When there is none of that name.
 */
export async function loadCodemods(names) {
  const all = await loadAllCodemods();
  const known = all.map(({ name }) => name);
  const unknown = names?.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new Error(`There is no codemod ${unknown}. There are: ${known.join(', ')}.`);
  }
  return all.filter(({ name }) => names?.includes(name) ?? true);
}

/**
 * The sources below the given paths, without what was installed and without tests.
 *
 * @param {string} root
 * @param {readonly string[]} paths Relative files and directories.
 * @returns {Promise<string[]>} Relative files, sorted.
 */
export async function listSources(root, paths) {
  /** @type {string[]} */
  const files = [];
  for (const each of paths) {
    const stats = await stat(path.join(root, each)).catch(() => undefined);
    if (stats?.isDirectory()) {
      const entries = await readdir(path.join(root, each));
      const inner = entries.filter((name) => name !== 'node_modules' && name !== '.git');
      files.push(
        ...(await listSources(
          root,
          inner.map((name) => path.join(each, name)),
        )),
      );
    } else if (stats?.isFile() && SOURCE.test(each) && !TEST.test(each)) {
      files.push(path.normalize(each));
    }
  }
  return [...new Set(files)].sort();
}

/**
 * Rewrites a project's sources in one of the two ways that a user has.
 *
 * @param {string} root
 * @param {readonly string[]} paths
 * @param {readonly Codemod[]} codemods
 * @param {MigrationOptions} options
 * @param {Way} way
 * @returns {Promise<Migration>}
 * @throws {Error} When the tool fails.
 */
export async function migrate(root, paths, codemods, options, way) {
  const started = performance.now();
  const files = await listSources(root, paths);
  const before = await readAll(root, files);
  const rewrite = way === 'command' ? migrateByCommand : migrateByJscodeshift;
  const rewritten = await rewrite(root, files, codemods, options);
  const after = await readAll(root, files);
  return {
    ...rewritten,
    changed: files.filter((file) => before.get(file) !== after.get(file)),
    lines: [...before.values()].reduce((sum, source) => sum + countLines(source), 0),
    seconds: (performance.now() - started) / 1000,
  };
}

/**
 * By `async-perf migrate`, which plans for the whole project.
 *
 * @param {string} root
 * @param {readonly string[]} files
 * @param {readonly Codemod[]} codemods
 * @param {MigrationOptions} options
 * @returns {Promise<Rewritten>}
 */
async function migrateByCommand(root, files, codemods, options) {
  const bin = path.join(ROOT, 'bin', 'async-perf.js');
  const only = `--only=${codemods.map(({ name }) => name).join()}`;
  const args = ['migrate', '--force', '--format=json', ...toFlags(options), only, ...files];
  const { code, output } = await run(process.execPath, [bin, ...args], { cwd: root });
  if (!COMMAND_SUCCESS.has(code)) {
    throw new Error(`async-perf migrate ended with code ${code}:\n${output.slice(-2000)}`);
  }
  const { sites, errors } = JSON.parse(output.slice(output.indexOf('{')));
  return { sites, unparsed: errors.map(readFileName), disagreements: [] };
}

/**
 * @param {Readonly<Record<string, string>>} options
 * @returns {string[]}
 */
export function toFlags(options) {
  return Object.entries(options).map(([name, value]) => `--${name}=${value}`);
}

/** @param {{ file: string }} error */
function readFileName({ file }) {
  return file;
}

/**
 * By `npx jscodeshift -t codemods/NAME.js`, one codemod after the other, held against what
 * `convert` says.
 *
 * @param {string} root
 * @param {readonly string[]} files
 * @param {readonly Codemod[]} codemods
 * @param {MigrationOptions} options
 * @returns {Promise<Rewritten>}
 */
async function migrateByJscodeshift(root, files, codemods, options) {
  /** @type {MigratedSite[]} */
  const sites = [];
  /** @type {Set<string>} */
  const unparsed = new Set();
  /** @type {Set<string>} */
  const disagreements = new Set();
  for (const codemod of codemods) {
    /** @type {Map<string, string>} */
    const expected = new Map();
    for (const [file, source] of await readAll(root, files)) {
      const conversion = convert({ path: path.join(root, file), source }, codemod, options);
      sites.push(...conversion.sites.map((site) => ({ codemod: codemod.name, file, ...site })));
      expected.set(file, conversion.source);
      if (conversion.error) {
        unparsed.add(file);
      }
    }
    await runJscodeshift(root, codemod.name, files, options);
    for (const [file, source] of await readAll(root, files)) {
      if (source !== expected.get(file)) {
        disagreements.add(file);
      }
    }
  }
  return { sites, unparsed: [...unparsed], disagreements: [...disagreements] };
}

/**
 * @param {string} root
 * @param {string} name
 * @param {readonly string[]} files
 * @param {MigrationOptions} options
 */
async function runJscodeshift(root, name, files, options) {
  if (files.length === 0) {
    return;
  }
  const bin = path.join(ROOT, 'node_modules', 'jscodeshift', 'bin', 'jscodeshift.js');
  const transform = path.join(ROOT, 'codemods', `${name}.js`);
  // Node loads the codemods as they are; Babel would compile them anew for each project.
  const flags = ['--run-in-band', '--silent', '--no-babel', ...toFlags(options)];
  const args = ['-t', transform, ...flags, ...files];
  await runOrThrow(process.execPath, [bin, ...args], { cwd: root });
}

/**
 * @param {string} root
 * @param {readonly string[]} files
 * @returns {Promise<Map<string, string>>}
 */
async function readAll(root, files) {
  const texts = await Promise.all(files.map((file) => readFile(path.join(root, file), 'utf8')));
  return new Map(files.map((file, index) => [file, texts[index] ?? '']));
}

/** @param {string} source */
function countLines(source) {
  return source.split('\n').filter((line) => !/^\s*(?:$|\/\/|\/?\*)/u.test(line)).length;
}
