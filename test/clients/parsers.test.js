/** @import { Linter as LinterTypes } from 'eslint' */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import * as typescriptParser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import { Linter as NewestNine } from 'eslint-9';
import { Linter as Oldest } from 'eslint-9.15';
import * as svelteParser from 'svelte-eslint-parser';
import { afterAll, describe, expect, it, vi } from 'vitest';
import * as vueParser from 'vue-eslint-parser';

import plugin from '../../index.js';
import { readRuleFixtures } from './rule-fixtures.js';

vi.setConfig({ testTimeout: 120_000 });

const CACHE = fileURLToPath(new URL('../../.cache/', import.meta.url));
mkdirSync(CACHE, { recursive: true });

/** Below the root, where type information finds the libraries of TypeScript. */
const FOLDER = mkdtempSync(path.join(CACHE, 'parsers-'));
// This package is a command, which some rules leave alone.
writeFileSync(path.join(FOLDER, 'package.json'), '{ "name": "example", "private": true }\n');
afterAll(() => rmSync(FOLDER, { recursive: true }));

const VERSIONS = /** @type {[string, typeof Linter][]} */ (
  /** @type {unknown} */ ([
    ['9.15', Oldest],
    ['9', NewestNine],
    ['10', Linter],
  ])
);

/** Every rule, each with what it reports. */
const fixtures = readRuleFixtures();
const modules = fixtures.filter(({ file }) => file.endsWith('.mjs'));

const { all } = /** @type {{ all: LinterTypes.Config & { rules: LinterTypes.RulesRecord } }} */ (
  plugin.configs
);

/**
 * @typedef {object} Dialect
 * @property {string} name
 * @property {string} extension
 * @property {LinterTypes.LanguageOptions} languageOptions
 * @property {(code: string) => string} wrap
 * @property {number} above How many lines come before the code.
 */

/** @type {Dialect[]} */
const DIALECTS = [
  {
    name: 'Vue',
    extension: '.vue',
    languageOptions: { parser: vueParser },
    wrap: (code) =>
      `<script>\n${code}</script>\n<template><p>{{ name.then(use) }}</p></template>\n`,
    above: 1,
  },
  {
    name: 'Vue with setup and TypeScript',
    extension: '.vue',
    languageOptions: { parser: vueParser, parserOptions: { parser: typescriptParser } },
    wrap: (code) => `<script setup lang="ts">\n${code}</script>\n<template><p /></template>\n`,
    above: 1,
  },
  {
    name: 'Svelte',
    extension: '.svelte',
    languageOptions: { parser: svelteParser },
    wrap: (code) =>
      `<script>\n${code}</script>\n{#await load()}<p />{:then value}{value}{/await}\n`,
    above: 1,
  },
  {
    name: 'Svelte with TypeScript',
    extension: '.svelte',
    languageOptions: { parser: svelteParser, parserOptions: { parser: typescriptParser } },
    wrap: (code) =>
      `<script lang="ts">\n${code}</script>\n<button onclick={() => go()}>x</button>\n`,
    above: 1,
  },
  {
    name: 'TypeScript',
    extension: '.ts',
    languageOptions: { parser: typescriptParser },
    wrap: (code) => code,
    above: 0,
  },
];

/**
 * @param {typeof Linter} Version
 * @param {string} file
 * @param {LinterTypes.LanguageOptions} languageOptions
 * @param {string} text
 * @returns {LinterTypes.LintMessage[]}
 * @throws {Error} If it does not parse.
 */
function lint(Version, file, languageOptions, text) {
  const messages = new Version({ cwd: FOLDER }).verify(
    text,
    /** @type {LinterTypes.Config} */ ({
      files: [`**/*${path.extname(file)}`],
      plugins: { 'async-perf': plugin },
      languageOptions,
      rules: all.rules,
    }),
    path.join(FOLDER, file),
  );
  const [fatal] = messages.filter(({ ruleId }) => ruleId === null);
  if (fatal) {
    throw new Error(`${file}:${fatal.line} ${fatal.message}\n${text}`);
  }
  return messages;
}

/**
 * @param {LinterTypes.LintMessage[]} messages
 * @returns {{ range: [number, number], text: string }[]} What may be applied.
 */
function fixesOf(messages) {
  return messages.flatMap(({ fix, suggestions = [] }) => [
    ...(fix ? [fix] : []),
    ...suggestions.map((suggestion) => suggestion.fix),
  ]);
}

/** Code whose repair wants something at the top of its file, or beside a statement of it. */
const AT_THE_TOP = [
  "import { readFile } from 'fs/promises';\nasync function f(names) { const all = []; for (const n of names) { all.push(await readFile(n)); } return all; }\n",
  'const cache = new Map();\nfunction get(id) {\n  const load = async () => { const v = await fetch(id); cache.set(id, v); return v; };\n  if (cache.has(id)) return cache.get(id);\n  return load();\n}\n',
  "import { promisify } from 'util';\nimport fs from 'fs';\nasync function read(p) { return promisify(fs.readFile)(p); }\n",
  "import fs from 'fs';\nfunction read(p, cb) { fs.readFile(p, 'utf8', (err, data) => { if (err) return cb(err); cb(null, data); }); }\nread('a', console.log);\n",
];

/** Of that, what is made once instead of on every call. */
const TO_THE_TOP = AT_THE_TOP.slice(1, 3);

describe.each(VERSIONS)('in ESLint %s', (_, Version) => {
  it.each(DIALECTS)('what $name is repaired to can be read', (dialect) => {
    const { extension, languageOptions, wrap } = dialect;
    const file = `example${extension}`;
    for (const code of [...AT_THE_TOP, ...modules.map(({ text }) => text)]) {
      const text = wrap(code);
      for (const fix of fixesOf(lint(Version, file, languageOptions, text))) {
        const [start, end] = fix.range;
        lint(Version, file, languageOptions, text.slice(0, start) + fix.text + text.slice(end));
      }
    }
  });

  it.each(DIALECTS)('what goes to the top in $name stays in its script', (dialect) => {
    const { extension, languageOptions, wrap } = dialect;
    for (const code of TO_THE_TOP) {
      const text = wrap(code);
      const fixes = fixesOf(lint(Version, `example${extension}`, languageOptions, text));
      expect(fixes, text).not.toEqual([]);
      for (const { range } of fixes) {
        expect(range[0], text).toBeGreaterThanOrEqual(text.indexOf(code));
      }
    }
  });

  it.each(DIALECTS)('$name is read as JavaScript is', (dialect) => {
    const { extension, languageOptions, wrap, above } = dialect;
    for (const { rule, file, text, lines } of modules) {
      const messages = lint(Version, `example${extension}`, languageOptions, wrap(text));
      const own = messages.filter(({ ruleId }) => ruleId === `async-perf/${rule}`);
      expect([...new Set(own.map(({ line }) => line - above))], file).toEqual(lines);
    }
  });

  it('TypeScript with type information is read as without', () => {
    writeFileSync(
      path.join(FOLDER, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: { strict: true, target: 'es2022', types: [] },
        include: ['*.ts'],
      }),
    );
    // Each in a block of its own, so that names do not meet.
    const code = modules
      .filter(({ text }) => !/^(?:import|export) /mu.test(text))
      .map(({ text }) => `{\n${text}}\n`);
    const text = `${code.join('')}export {};\n`;
    writeFileSync(path.join(FOLDER, 'typed.ts'), text);
    const typed = { parser: typescriptParser, parserOptions: { projectService: true } };
    const withTypes = lint(Version, 'typed.ts', typed, text);
    expect(withTypes.length).toBeGreaterThan(0);
    expect(withTypes).toEqual(lint(Version, 'typed.ts', { parser: typescriptParser }, text));
  });
});
