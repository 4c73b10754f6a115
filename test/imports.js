import { readFileSync } from 'node:fs';
import path from 'node:path';

import { parse } from '@babel/parser';

const ROOT = path.resolve(import.meta.dirname, '..');

/** @type {Record<string, Record<string, string>>} Names of the package's own, and their files by condition. */
const OWN_IMPORTS = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')).imports;

/**
 * @param {string} file
 * @returns {string[]} The modules that the file imports, exports from, or requires, as they are
 *   written; types in comments and data are none.
 */
export function importsOf(file) {
  const { program } = parse(readFileSync(file, 'utf8'), {
    sourceType: 'unambiguous',
    createImportExpressions: true,
  });
  return [...sourcesIn(program)].flatMap((source) =>
    source?.type === 'StringLiteral' && !source.value.endsWith('.json') ? [source.value] : [],
  );
}

/**
 * @param {any} node
 * @returns {Generator<any>} What stands where modules are named.
 */
function* sourcesIn(node) {
  const nodes = Object.values(node)
    .flat()
    .filter((each) => typeof each?.type === 'string' && each.type !== 'CommentBlock');
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ImportExpression':
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
      yield node.source;
      break;
    case 'CallExpression':
      if (node.callee.name === 'require') yield node.arguments[0];
      break;
  }
  for (const each of nodes) yield* sourcesIn(each);
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
      } else if (specifier.startsWith('#')) {
        const targets = Object.values(OWN_IMPORTS[specifier] ?? {});
        queue.push(...targets.map((target) => path.join(ROOT, target)));
      } else if (!specifier.startsWith('node:')) {
        packages.add(specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'));
      }
    }
  }
  return { files, packages };
}
