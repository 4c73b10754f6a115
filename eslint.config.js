import js from '@eslint/js';
import eslintPlugin from 'eslint-plugin-eslint-plugin';
import regexp from 'eslint-plugin-regexp';
import { defineConfig } from 'eslint/config';

import asyncPerf from './index.js';

/** What jscodeshift's compiler cannot load, in anything that a codemod reaches. */
const UNLOADABLE_SYNTAX = [
  'MetaProperty[meta.name="import"]',
  'StaticBlock',
  'ExportAllDeclaration[exported]',
  'Decorator',
  'AccessorProperty',
  'VariableDeclaration[kind=/using/]',
  'Program > ExpressionStatement > AwaitExpression',
  'Program > VariableDeclaration > VariableDeclarator > AwaitExpression',
];

const NODE_GLOBALS = {
  Buffer: 'readonly',
  clearTimeout: 'readonly',
  console: 'readonly',
  DOMException: 'readonly',
  global: 'readonly',
  performance: 'readonly',
  process: 'readonly',
  queueMicrotask: 'readonly',
  setImmediate: 'readonly',
  setTimeout: 'readonly',
  structuredClone: 'readonly',
  TextDecoder: 'readonly',
  URL: 'readonly',
};

/** What the site and the page of a review use of a browser beside what Node has too. */
const BROWSER_GLOBALS = [
  'atob',
  'Blob',
  'btoa',
  'CompressionStream',
  'DecompressionStream',
  'document',
  'Event',
  'EventTarget',
  'HTMLInputElement',
  'HTMLSelectElement',
  'HTMLTextAreaElement',
  'IntersectionObserver',
  'localStorage',
  'NodeFilter',
  'Response',
  'self',
  'TextEncoder',
];

/** Those of them that no browser has. */
const NODE_ALONE = ['Buffer', 'global', 'process', 'setImmediate'];

/** What takes longer to load than a codemod may. */
const HEAVY_IMPORTS = [
  'eslint',
  'typescript',
  '@typescript-eslint/parser',
  '@typescript-eslint/utils',
];

export default defineConfig([
  {
    ignores: [
      'types/',
      'coverage/',
      '**/fixtures/',
      'site/.pages/',
      'site/dist/',
      'site/.vitepress/cache/',
    ],
  },
  {
    name: 'async-perf/own-code',
    files: ['**/*.js'],
    plugins: { js, 'async-perf': asyncPerf },
    extends: ['js/recommended'],
    languageOptions: { globals: NODE_GLOBALS },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      ...Object.fromEntries(
        Object.keys(asyncPerf.rules ?? {}).map((name) => [`async-perf/${name}`, 'error']),
      ),
      eqeqeq: 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'object-shorthand': 'error',
      // Generator functions are what this project is about, with or without a `yield`.
      'require-yield': 'off',
    },
  },
  {
    name: 'async-perf/prose',
    files: ['site/prose/rules/*.js'],
    languageOptions: { sourceType: 'commonjs', globals: { module: 'writable' } },
  },
  {
    name: 'async-perf/browser',
    files: ['site/{.vitepress/theme,engine}/**/*.js', 'bin/review/browser/**/*.js'],
    languageOptions: {
      globals: Object.fromEntries(BROWSER_GLOBALS.map((name) => [name, 'readonly'])),
    },
  },
  {
    // Code that the playground shows, with what the rules report.
    name: 'async-perf/examples',
    files: ['site/examples/*.js'],
    languageOptions: { sourceType: 'commonjs', globals: { fetch: 'readonly' } },
    rules: {
      ...Object.fromEntries(
        Object.keys(asyncPerf.rules ?? {}).map((name) => [`async-perf/${name}`, 'off']),
      ),
      'no-redeclare': 'off',
      'no-unused-vars': 'off',
    },
  },
  {
    // Published code reads the code of others, and no text may make it slow.
    name: 'async-perf/regular-expressions',
    files: ['index.js', '{bench,bin,codemods,core,rules}/**/*.js'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { ignorePartial: false, report: 'potential' }],
    },
  },
  {
    name: 'async-perf/rules',
    files: ['rules/**/*.js', 'test/rules/**/*.js'],
    plugins: { 'eslint-plugin': eslintPlugin },
    extends: ['eslint-plugin/recommended'],
  },
  {
    name: 'async-perf/reached-by-codemods',
    files: ['core/**/*.js', 'codemods/**/*.js'],
    // The command alone loads it.
    ignores: ['core/record/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...UNLOADABLE_SYNTAX.map((selector) => ({
          selector,
          message: 'jscodeshift cannot compile this: keep it out of what a codemod loads.',
        })),
      ],
      'no-restricted-imports': ['error', { paths: HEAVY_IMPORTS }],
    },
  },
  {
    // It runs in browsers too, and asks the project through `#project-facts`.
    name: 'async-perf/engine',
    files: ['core/**/*.js'],
    ignores: ['core/project/**', 'core/record/**'],
    languageOptions: { globals: Object.fromEntries(NODE_ALONE.map((name) => [name, 'off'])) },
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: HEAVY_IMPORTS,
          patterns: [{ group: ['node:*'], message: "Ask '#project-facts'." }],
        },
      ],
    },
  },
]);
