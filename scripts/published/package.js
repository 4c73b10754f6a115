/**
 * Before packing and after it: programs and pages go out as their users need them, without what is for
 * those who read or change them.
 *
 * npm packs the working tree itself, so the originals wait in `.cache/pack/` meanwhile. What an
 * interrupted `npm pack` left there is put back by the next one, or by `npm run pack:restore`.
 */

import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

import { bundleCore } from './core.js';
import { importDirectly } from './direct-imports.js';
import { onlyPublishedCosts, onlyPublishedPage, onlyPublishedReadme } from './pages.js';
import { onlyProgram } from './program.js';

const KEPT = '.cache/pack';
const WRITTEN = '.cache/packed';

const CORE = 'core';
const README = 'README.md';

const COSTS = path.join('bench', 'costs.json');
const MANIFEST = 'package.json';

/** What npm asks the package.json for while it packs, and whoever repairs a `npm pack` that was killed. */
const PACKING = /^(?:prepack|postpack|pack:restore)$/u;

/**
 * @param {string} manifest A package.json.
 * @returns {string} What is published of it: nothing for who works on the repository.
 */
export function onlyPublishedManifest(manifest) {
  const content = JSON.parse(manifest);
  const packing = Object.entries(content.scripts ?? {}).filter(([name]) => PACKING.test(name));
  const published = {
    ...content,
    devDependencies: undefined,
    scripts: Object.fromEntries(packing),
  };
  return JSON.stringify(published);
}

/**
 * @param {string} root With the `package.json` whose `files` are published.
 * @throws {Error} If a file cannot be read, parsed or written; what was changed can be restored.
 */
export async function stripPublishedCode(root) {
  restorePublishedCode(root);
  const files = publishedTexts(root);
  const others = files.filter((file) => !isInCore(file));
  /** @type {Map<string, string>} */
  let direct = new Map();
  if (others.length < files.length) {
    const programs = others.filter((file) => /\.[cm]?js$/u.test(file));
    direct = await writeCore(root, programs);
    exchange(root, CORE);
  }
  for (const file of others) {
    const full = path.join(root, file);
    const kept = path.join(root, KEPT, file);
    mkdirSync(path.dirname(kept), { recursive: true });
    const source = readFileSync(full, 'utf8');
    const { mode } = statSync(full);
    replaceFile(kept, source, mode);
    replaceFile(full, publishedText(file, direct.get(file) ?? source), mode);
  }
}

/**
 * @param {string} root
 * @param {readonly string[]} users The other programs, which say what of `core/` has to be found.
 * @returns {Promise<Map<string, string>>} Those of them that find it elsewhere now.
 */
async function writeCore(root, users) {
  const directory = path.join(root, WRITTEN);
  rmSync(directory, { recursive: true, force: true });
  const bundled = await bundleCore(root, users);
  const programs = new Map(
    [...bundled].map(([file, program]) => [file, onlyProgram(file, program)]),
  );
  const direct = importDirectly(root, users, programs);
  for (const [file, program] of programs) {
    const full = path.join(directory, file);
    mkdirSync(path.dirname(full), { recursive: true });
    writeFileSync(full, program);
  }
  return direct;
}

/**
 * Puts the directory that was written in the place of the original one: whatever interrupts it, one of
 * them is whole.
 *
 * @param {string} root
 * @param {string} directory
 */
function exchange(root, directory) {
  mkdirSync(path.join(root, KEPT), { recursive: true });
  renameSync(path.join(root, directory), path.join(root, KEPT, directory));
  renameSync(path.join(root, WRITTEN, directory), path.join(root, directory));
  rmSync(path.join(root, WRITTEN), { recursive: true });
}

/** @param {string} root */
export function restorePublishedCode(root) {
  const kept = path.join(root, KEPT);
  if (!existsSync(kept)) return;
  const core = path.join(kept, CORE);
  if (existsSync(core)) {
    rmSync(path.join(root, CORE), { recursive: true, force: true });
    renameSync(core, path.join(root, CORE));
  }
  for (const entry of readdirSync(kept, { recursive: true, withFileTypes: true })) {
    const from = path.join(entry.parentPath, entry.name);
    if (entry.isFile()) renameSync(from, path.join(root, path.relative(kept, from)));
  }
  rmSync(kept, { recursive: true });
  rmSync(path.join(root, WRITTEN), { recursive: true, force: true });
}

/**
 * @param {string} file
 * @param {string} source
 * @returns {string}
 */
function publishedText(file, source) {
  switch (path.extname(file)) {
    case '.md':
      return file === README ? onlyPublishedReadme(source) : onlyPublishedPage(source);
    case '.json':
      if (file === MANIFEST) return onlyPublishedManifest(source);
      if (file === COSTS) return onlyPublishedCosts(source);
      return JSON.stringify(JSON.parse(source));
    default:
      return onlyProgram(file, source);
  }
}

/**
 * @param {string} root
 * @returns {string[]} Relative to it.
 */
function publishedTexts(root) {
  const { files } = JSON.parse(readFileSync(path.join(root, MANIFEST), 'utf8'));
  /** @type {string[]} */
  const found = [MANIFEST, ...(existsSync(path.join(root, README)) ? [README] : [])];
  for (const entry of files.filter((/** @type {string} */ name) => name !== 'types')) {
    const full = path.join(root, entry);
    const below = statSync(full).isDirectory()
      ? readdirSync(full, { recursive: true, withFileTypes: true })
          .filter((item) => item.isFile())
          .map((item) => path.relative(root, path.join(item.parentPath, item.name)))
      : [entry];
    found.push(...below.filter((name) => /\.(?:[cm]?js|json|md)$/u.test(name)));
  }
  return found;
}

/**
 * @param {string} file Relative to the root.
 * @returns {boolean}
 */
function isInCore(file) {
  return file.startsWith(`${CORE}${path.sep}`);
}

/**
 * Whole or not at all: the file may be read, or this process killed, at any time.
 *
 * @param {string} file
 * @param {string} text
 * @param {number} mode
 */
function replaceFile(file, text, mode) {
  const beside = `${file}.packing`;
  writeFileSync(beside, text, { mode });
  renameSync(beside, file);
}
