import { createHash } from 'node:crypto';
import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

import { unpackPackage } from '../trials/registry.js';

/**
 * @typedef {object} CorpusFile
 * @property {string} name The package's spec and the path in it.
 * @property {string} path
 * @property {boolean} isBundle Megabytes of minified code, which may take its time.
 */

const LIST = new URL('packages.json', import.meta.url);
const SOURCE = /\.(?:[cm]?jsx?|[cm]?tsx?)$/u;
const COMPONENT = /\.(?:svelte|vue)$/u;
const DECLARATIONS = /\.d\.[cm]?ts$/u;
const LARGEST = 1_000_000;

/**
 * @param {string} file
 * @returns {boolean} Whether it holds code in blocks of its own, which the rules read and no codemod.
 */
export function isComponent(file) {
  return COMPONENT.test(file);
}

/**
 * Published files of all dialects and ages, each text once.
 *
 * @param {(spec: string) => boolean} wanted Which packages.
 * @param {{ components?: boolean }} [options] `components`: those of Vue and Svelte too.
 * @returns {Promise<CorpusFile[]>}
 */
export async function listCorpus(wanted, { components = false } = {}) {
  const { packages, components: more, bundle } = JSON.parse(await readFile(LIST, 'utf8'));
  const seen = new Set();
  /** @type {CorpusFile[]} */
  const files = [];
  for (const spec of [...packages, ...(components ? more : [])].filter(wanted)) {
    const directory = await unpackOrSkip(spec);
    const isWanted = more.includes(spec) ? isSourceOrComponent : isSource;
    for (const file of directory ? await listFiles(directory, isWanted) : []) {
      const key = createHash('sha1')
        .update(await readFile(file))
        .digest('base64');
      if (!seen.has(key)) {
        seen.add(key);
        const name = `${spec}/${path.relative(directory ?? '', file)}`;
        files.push({ name, path: file, isBundle: false });
      }
    }
  }
  if (wanted(bundle.package)) {
    const directory = await unpackPackage(bundle.package);
    files.push({
      name: `${bundle.package}/${bundle.file}`,
      path: path.join(directory, bundle.file),
      isBundle: true,
    });
  }
  return files;
}

/** @param {string} spec */
async function unpackOrSkip(spec) {
  try {
    return await unpackPackage(spec);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${spec} is left out: ${reason}\n`);
    return undefined;
  }
}

/**
 * @param {string} name
 * @returns {boolean}
 */
function isSource(name) {
  return SOURCE.test(name) && !DECLARATIONS.test(name);
}

/**
 * @param {string} name
 * @returns {boolean}
 */
function isSourceOrComponent(name) {
  return isSource(name) || isComponent(name);
}

/**
 * @param {string} directory
 * @param {(name: string) => boolean} [isWanted]
 * @returns {Promise<string[]>} Its files of JavaScript and TypeScript, but for declarations and what is too
 *   large to be written by people.
 */
export async function listFiles(directory, isWanted = isSource) {
  /** @type {string[]} */
  const files = [];
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const target = path.join(directory, entry.name);
    if (entry.isDirectory()) {
      files.push(...(await listFiles(target, isWanted)));
    } else if (entry.isFile() && isWanted(entry.name)) {
      const { size } = await stat(target);
      files.push(...(size > 0 && size < LARGEST ? [target] : []));
    }
  }
  return files.sort();
}
