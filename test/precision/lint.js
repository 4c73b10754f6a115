/** @import { Finding } from './findings.js' */
/** @import { LintedPackage } from './sample.js' */

import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { cacheDirectory, once, unpackPackage } from '../trials/registry.js';
import { findInFile } from './findings.js';
import { listSources } from './sources.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** What the findings depend on. */
const CODE = [
  'core',
  'rules',
  'index.js',
  'test/precision/findings.js',
  'test/precision/sources.js',
];

/**
 * @typedef {object} Linted
 * @property {Omit<LintedPackage, 'kind'>} about
 * @property {Finding[]} findings
 */

/**
 * @param {string} spec
 * @param {string} code The digest of the code, by `digestCode`.
 * @returns {Promise<Linted>} What an earlier run of the same code found, if there was one: a run that
 *   was stopped goes on where it was.
 */
export async function lintPackage(spec, code) {
  const name = spec.replace(/[^\w.@-]+/gu, '+');
  const directory = await once(
    path.join(cacheDirectory('precision'), code, name),
    async (temporary) => {
      const linted = await lint(spec);
      await writeFile(path.join(temporary, 'linted.json'), JSON.stringify(linted));
    },
  );
  return JSON.parse(await readFile(path.join(directory, 'linted.json'), 'utf8'));
}

/**
 * @param {readonly { package: string, file: string }[]} places
 * @returns {Promise<Finding[]>} What is found in the files that they are in.
 */
export async function lintFiles(places) {
  /** @type {Finding[]} */
  const findings = [];
  const files = new Map(places.map((place) => [`${place.package}/${place.file}`, place]));
  for (const { package: spec, file: name } of files.values()) {
    const file = path.join(await unpackPackage(spec), name);
    const text = await readFile(file, 'utf8');
    findings.push(...(findInFile(spec, { path: file, name, text }) ?? []));
  }
  return findings;
}

/** @returns {Promise<string>} */
export async function digestCode() {
  const hash = createHash('sha256');
  for (const part of CODE) {
    for (const file of await listCode(path.join(ROOT, part))) {
      hash.update(path.relative(ROOT, file)).update(await readFile(file));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

/**
 * @param {string} target
 * @returns {Promise<string[]>}
 */
async function listCode(target) {
  if (target.endsWith('.js')) {
    return [target];
  }
  const names = await readdir(target, { recursive: true });
  return names
    .filter((name) => name.endsWith('.js'))
    .sort()
    .map((name) => path.join(target, name));
}

/**
 * @param {string} spec
 * @returns {Promise<Linted>}
 */
async function lint(spec) {
  const { files, built } = await listSources(spec);
  const found = files.map((file) => findInFile(spec, file));
  const lines = files.reduce((sum, { text }) => sum + text.split('\n').length, 0);
  const unparsed = found.filter((each) => each === undefined).length;
  return {
    about: { package: spec, files: files.length, lines, built, unparsed },
    findings: found.flatMap((each) => each ?? []),
  };
}
