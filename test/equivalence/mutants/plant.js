import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../converters.js';

/**
 * @typedef {object} Mutant
 * @property {string} fault What is broken, in words.
 * @property {string} file Relative to the folder of the pattern.
 * @property {string} from The text that goes; it occurs once in the file.
 * @property {string} to
 * @property {readonly string[]} languages Those whose programs should find it.
 */

/** Where the planner of a codemod is, by the codemod's name. @type {Record<string, string>} */
export const PLANNERS = {
  'generator-to-async': 'core/patterns/generator-coroutine',
  'promise-chain-to-async': 'core/patterns/promise-chain',
  'callback-to-async': 'core/plans',
};

/**
 * @param {Mutant} mutant
 * @param {string} folder
 * @param {string} [root]
 * @returns {{ path: string, text: string }} The file as the fault leaves it.
 * @throws {Error} If the text to change is not there exactly once: the mutant is out of date.
 */
export function mutate({ fault, file, from, to }, folder, root = ROOT) {
  const path = join(folder, file);
  const text = readFileSync(join(root, path), 'utf8');
  const count = text.split(from).length - 1;
  if (count !== 1) {
    throw new Error(
      `${path} holds "${from}" ${count} times, not once: bring "${fault}" up to date`,
    );
  }
  return { path, text: text.replace(from, () => to) };
}

/**
 * @template T
 * @param {Mutant} mutant
 * @param {string} folder
 * @param {(root: string) => Promise<T>} use
 * @returns {Promise<T>} What `use` makes of a copy of the project that has the fault.
 */
export async function withFault(mutant, folder, use) {
  const root = mkdtempSync(join(tmpdir(), 'async-perf-mutant-'));
  try {
    for (const name of ['core', 'codemods', 'package.json']) {
      cpSync(join(ROOT, name), join(root, name), { recursive: true });
    }
    symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
    const { path, text } = mutate(mutant, folder);
    writeFileSync(join(root, path), text);
    return await use(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
