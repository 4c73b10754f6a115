/**
 * Files of `core/` that only hand on what stands in a chunk cost a header in the archive each, and a
 * file that each start opens: programs import from the chunk itself.
 */

import { readFileSync } from 'node:fs';
import path from 'node:path';

import { parse } from '@babel/parser';
import MagicString from 'magic-string';

import { importsOf } from './imports.js';

/** @typedef {ReturnType<typeof parse>['program']['body'][number]} Statement */

/** @typedef {Extract<Statement, { type: 'ImportDeclaration' }>} ImportDeclaration */

/**
 * @typedef {Map<string, { name: string, file: string }>} HandedOn For each name that a file exports, the
 *   one that it has in which other file.
 */

/**
 * @param {string} root Of the package.
 * @param {readonly string[]} users The programs beside `core/`, relative to the root.
 * @param {Map<string, string>} core The programs in it, as they are published: those that nobody needs
 *   any more are taken out.
 * @returns {Map<string, string>} The users that import otherwise now.
 * @throws {Error} If a file cannot be read or parsed.
 */
export function importDirectly(root, users, core) {
  const handing = new Map(
    [...core].flatMap(([file, program]) => {
      const handedOn = readHandedOn(file, program);
      return handedOn ? [[path.join(file), handedOn]] : [];
    }),
  );
  const importers = users.map((user) => readImporter(root, user));
  // What is required, or imported as a whole or late, is asked for by its own name.
  const kept = new Set(importers.flatMap(({ others }) => others));
  for (const file of handing.keys()) {
    if (!kept.has(file)) core.delete(file);
  }
  return new Map(
    importers.flatMap(({ user, source, named }) => {
      const text = new MagicString(source);
      for (const { node, file } of named) {
        const handedOn = handing.get(file);
        if (handedOn) {
          text.overwrite(Number(node.start), Number(node.end), writeImport(user, node, handedOn));
        }
      }
      return text.hasChanged() ? [[user, text.toString()]] : [];
    }),
  );
}

/**
 * @param {string} file
 * @param {string} program
 * @returns {HandedOn | undefined} What the file hands on, where it does nothing else.
 */
function readHandedOn(file, program) {
  /** @type {HandedOn} */
  const handedOn = new Map();
  for (const statement of parse(program, { sourceType: 'module' }).program.body) {
    if (statement.type !== 'ExportNamedDeclaration' || !statement.source) {
      return undefined;
    }
    const from = path.join(path.dirname(file), statement.source.value);
    for (const specifier of statement.specifiers) {
      if (specifier.type !== 'ExportSpecifier' || specifier.exported.type !== 'Identifier') {
        return undefined;
      }
      handedOn.set(specifier.exported.name, { name: specifier.local.name, file: from });
    }
  }
  return handedOn;
}

/**
 * @param {string} root
 * @param {string} user
 * @returns {{ user: string, source: string, named: { node: ImportDeclaration, file: string }[], others: string[] }}
 *   What it imports by names, and the files of its own package that it loads otherwise.
 */
function readImporter(root, user) {
  const source = readFileSync(path.join(root, user), 'utf8');
  const fileOf = (/** @type {string} */ specifier) => path.join(path.dirname(user), specifier);
  const named = user.endsWith('.cjs')
    ? []
    : parse(source, { sourceType: 'module' }).program.body.flatMap((node) =>
        node.type === 'ImportDeclaration' &&
        node.specifiers.length > 0 &&
        node.specifiers.every(({ type }) => type === 'ImportSpecifier')
          ? [{ node, file: fileOf(node.source.value) }]
          : [],
      );
  const others = importsOf(path.join(root, user)).filter((specifier) => specifier.startsWith('.'));
  for (const { node } of named) {
    const index = others.indexOf(node.source.value);
    if (index >= 0) others.splice(index, 1);
  }
  return { user, source, named, others: others.map(fileOf) };
}

/**
 * @param {string} user
 * @param {ImportDeclaration} node
 * @param {HandedOn} handedOn
 * @returns {string} The import of the same values from where they stand.
 */
function writeImport(user, { specifiers }, handedOn) {
  /** @type {Map<string, string[]>} */
  const byFile = new Map();
  for (const { imported, local } of /** @type {any[]} */ (specifiers)) {
    const { name, file } = /** @type {{ name: string, file: string }} */ (
      handedOn.get(imported.name)
    );
    const specifier = name === local.name ? name : `${name} as ${local.name}`;
    byFile.set(file, [...(byFile.get(file) ?? []), specifier]);
  }
  return [...byFile]
    .map(([file, names]) => {
      const from = path.relative(path.dirname(user), file).replaceAll(path.sep, '/');
      return `import { ${names.join(', ')} } from '${from.startsWith('.') ? from : `./${from}`}';`;
    })
    .join('\n');
}
