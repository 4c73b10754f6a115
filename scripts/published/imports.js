import { readFileSync } from 'node:fs';
import path from 'node:path';

import { nodesOfType } from '../../core/analysis/nodes.js';
import { createSourceCode } from '../../core/source/source-code.js';

/**
 * @param {string} file
 * @returns {string[]} The modules that the file imports, exports from, or requires, as they are
 *   written; types in comments and data are none.
 */
export function importsOf(file) {
  const sourceCode = createSourceCode(readFileSync(file, 'utf8'), file);
  const required = nodesOfType(sourceCode, 'CallExpression').flatMap(
    ({ callee, arguments: args }) =>
      callee.type === 'Identifier' && callee.name === 'require' ? args.slice(0, 1) : [],
  );
  const sources = [
    ...nodesOfType(sourceCode, 'ImportDeclaration').map(({ source }) => source),
    ...nodesOfType(sourceCode, 'ImportExpression').map(({ source }) => source),
    ...nodesOfType(sourceCode, 'ExportAllDeclaration').map(({ source }) => source),
    ...nodesOfType(sourceCode, 'ExportNamedDeclaration').map(({ source }) => source),
    ...required,
  ];
  return sources
    .flatMap((source) =>
      source?.type === 'Literal' && typeof source.value === 'string' ? [source.value] : [],
    )
    .filter((specifier) => !specifier.endsWith('.json'));
}

/**
 * @param {readonly string[]} entries
 * @returns {{ files: Set<string>, packages: Set<string> }} The project's own files, and the packages,
 *   that loading the entries loads.
 */
export function reachableFrom(entries) {
  /** @type {Set<string>} */
  const files = new Set();
  /** @type {Set<string>} */
  const packages = new Set();
  const queue = [...entries];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (files.has(file)) {
      continue;
    }
    files.add(file);
    for (const specifier of importsOf(file)) {
      if (specifier.startsWith('.')) {
        queue.push(path.resolve(path.dirname(file), specifier));
      } else if (!specifier.startsWith('node:')) {
        packages.add(specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'));
      }
    }
  }
  return { files, packages };
}
