/**
 * `npm run types:emit`, and before packing: writes `types/`, the declarations of what the package
 * exports. TypeScript emits them for all files that it read; those that no export reaches are taken
 * out again.
 */

import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { ruleOptionsTypes } from './types/rule-options.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const TYPES = path.join(ROOT, 'types');
const COMPILER = path.join(ROOT, 'node_modules/typescript/lib/tsc.js');

/** @returns {number} The exit code. */
function main() {
  rmSync(TYPES, { recursive: true, force: true });
  const project = path.join(ROOT, 'tsconfig.types.json');
  const { status } = spawnSync(process.execPath, [COMPILER, '--project', project], {
    stdio: 'inherit',
  });
  if (status !== 0) {
    return 1;
  }
  quoteExportName(path.join(TYPES, 'index.d.ts'));
  writeFileSync(path.join(TYPES, 'rule-options.d.ts'), ruleOptionsTypes());
  appendFileSync(
    path.join(TYPES, 'index.d.ts'),
    "export type { RuleEntries, RuleOptions } from './rule-options.js';\n",
  );
  const closed = readdirSync(path.join(TYPES, 'codemods')).map((file) =>
    closedCodemod(path.join(TYPES, 'codemods', file)),
  );
  writeFileSync(path.join(TYPES, 'codemod.d.ts'), closed[0] ?? '');
  const entries = ['index.d.ts', 'codemod.d.ts'].map((file) => path.join(TYPES, file));
  const needed = reachableFrom(entries);
  for (const entry of readdirSync(TYPES, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && !needed.has(file)) {
      rmSync(file);
    }
  }
  return 0;
}

/**
 * What a codemod is made of is no part of what the package exports: of the types of `core/`, its
 * declaration takes that of the transform along. So one declaration is that of all codemods.
 *
 * @param {string} file
 * @returns {string}
 * @throws {Error} When the declarations are no longer those that this knows.
 */
function closedCodemod(file) {
  const core = readFileSync(path.join(TYPES, 'core/codemod/transform.d.ts'), 'utf8');
  const [transform] = /export type Transform = .*?;\n(?=import|export|$)/su.exec(core) ?? [];
  const [exported] = /^declare const _default: .*$/mu.exec(readFileSync(file, 'utf8')) ?? [];
  if (transform === undefined || !exported?.endsWith('.Transform;')) {
    throw new Error(`${file} does not export a transform as scripts/types.js expects it`);
  }
  return `${transform}export const codemod: { readonly name: string; readonly patterns: readonly object[] };
declare const transform: Transform;
export default transform;
`;
}

/**
 * TypeScript 5.9 and 6.0 write the name that `require` looks for without its quotes, which is no
 * TypeScript.
 *
 * @param {string} file
 */
function quoteExportName(file) {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(/ as module\.exports\b/u, ' as "module.exports"'));
}

/**
 * @param {readonly string[]} entries
 * @returns {Set<string>}
 */
function reachableFrom(entries) {
  /** @type {Set<string>} */
  const reached = new Set();
  const queue = [...entries];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (reached.has(file)) {
      continue;
    }
    reached.add(file);
    const text = readFileSync(file, 'utf8').replaceAll(/\/\*.*?\*\//gsu, '');
    for (const [, specifier = ''] of text.matchAll(
      /(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/gu,
    )) {
      const target = path.resolve(path.dirname(file), specifier.replace(/\.js$/u, '.d.ts'));
      if (!existsSync(target)) {
        throw new Error(`${file} imports ${specifier}, which was not emitted`);
      }
      queue.push(target);
    }
  }
  return reached;
}

process.exitCode = main();
