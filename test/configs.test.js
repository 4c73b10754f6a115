/** @import { Linter as LinterTypes } from 'eslint' */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import json from '@eslint/json';
import * as parser from '@typescript-eslint/parser';
import { ESLint } from 'eslint';
import { ESLint as NewestNine } from 'eslint-9';
import { ESLint as Oldest } from 'eslint-9.15';
import { defineConfig } from 'eslint/config';
import { describe, expect, it } from 'vitest';

import { SOURCE_EXTENSIONS } from '../core/project/files.js';
import plugin from '../index.js';

const CWD = fileURLToPath(new URL('rules/fixtures/no-downleveled-async/', import.meta.url));

const OVERRIDE = "global.Promise = require('bluebird');\n";
const WRAPPED = 'async () => { await new Promise((resolve) => resolve(1)); };\n';
const OLD_TARGET = '{"compilerOptions": {"target": "ES2015"}}';

/** The edges of what is supported. */
const VERSIONS = /** @type {[string, typeof ESLint][]} */ (
  /** @type {unknown} */ ([
    ['9.15', Oldest],
    ['9', NewestNine],
    ['10', ESLint],
  ])
);

/**
 * @param {typeof ESLint} Version
 * @param {unknown[]} config
 * @param {string} file
 * @param {string} text
 * @returns {Promise<(string | null)[]>} The rules that report something.
 */
async function lint(Version, config, file, text) {
  const eslint = new Version({
    cwd: CWD,
    overrideConfigFile: true,
    overrideConfig: /** @type {LinterTypes.Config[]} */ (config),
  });
  const [result] = await eslint.lintText(text, { filePath: path.join(CWD, file) });
  return result?.messages.map(({ ruleId, message }) => ruleId ?? message) ?? [];
}

describe.each(VERSIONS)('in ESLint %s', (version, Version) => {
  const plugins = { json, 'async-perf': plugin };

  it('is what it says', () => {
    expect(`${Version.version}.`.startsWith(`${version}.`)).toBe(true);
  });

  it('recommended-json is for JSON beside recommended for everything', async () => {
    const config = defineConfig([
      { plugins, extends: ['async-perf/recommended'] },
      { plugins, extends: ['async-perf/recommended-json'] },
    ]);
    expect(await lint(Version, config, 'a.js', OVERRIDE)).toEqual([
      'async-perf/no-global-promise-override',
    ]);
    for (const file of ['tsconfig.json', 'sub/tsconfig.build.json']) {
      expect(await lint(Version, config, file, OLD_TARGET)).toEqual([
        'async-perf/no-downleveled-async',
      ]);
    }
    const babel = '{"presets": [["env", {"targets": "ie 11"}]]}';
    for (const file of ['.babelrc', '.babelrc.json', 'babel.config.json']) {
      expect(await lint(Version, config, file, babel)).toEqual(['async-perf/no-downleveled-async']);
    }
  });

  it('recommended-json has the rule for JSON alone', () => {
    expect(plugin.configs['recommended-json'].rules).toEqual({
      'async-perf/no-downleveled-async': 'error',
    });
  });

  it.each(['modernize', 'strict', 'all'])(
    '%s leaves the files of recommended-json out',
    async (name) => {
      const config = defineConfig([
        { plugins, extends: [`async-perf/${name}`] },
        { plugins, extends: ['async-perf/recommended-json'] },
      ]);
      expect(await lint(Version, config, 'tsconfig.json', OLD_TARGET)).toEqual([
        'async-perf/no-downleveled-async',
      ]);
      expect(await lint(Version, config, 'a.js', OVERRIDE)).not.toEqual([]);
    },
  );

  it('compat needs none of the plugins that it is about', async () => {
    const config = defineConfig([
      { plugins, extends: ['async-perf/recommended', 'async-perf/compat'] },
    ]);
    expect(await lint(Version, config, 'a.js', OVERRIDE)).toEqual([
      'async-perf/no-global-promise-override',
    ]);
  });

  it('compat switches off what pulls the other way, and leaves what finds faults', async () => {
    const rule = {
      create: (/** @type {any} */ context) => ({
        Program: (/** @type {any} */ node) => context.report({ node, message: 'Add async' }),
      }),
    };
    const peer = {
      plugins: {
        '@typescript-eslint': { rules: { 'promise-function-async': rule, 'return-await': rule } },
      },
      rules: {
        '@typescript-eslint/promise-function-async': 'error',
        '@typescript-eslint/return-await': ['error', 'in-try-catch'],
      },
    };
    const { compat } = /** @type {Record<string, LinterTypes.Config>} */ (plugin.configs);
    peer.plugins['@typescript-eslint'].rules['return-await'] = /** @type {any} */ ({
      ...rule,
      meta: { schema: [{ enum: ['in-try-catch'] }] },
    });
    expect(await lint(Version, [peer], 'a.js', 'go();')).toHaveLength(2);
    expect(await lint(Version, [peer, compat], 'a.js', 'go();')).toEqual([
      '@typescript-eslint/return-await',
    ]);
  });

  it('the configurations of the documents report in files of every extension', async () => {
    const pages = ['README.md', 'docs/rules/no-downleveled-async.md'];
    const globs = pages.map((page) => {
      const text = readFileSync(new URL(`../${page}`, import.meta.url), 'utf8');
      return /files: \['([^']+)'\],\s+plugins: \{ 'async-perf'/u.exec(text)?.[1] ?? '';
    });
    for (const glob of globs) {
      const config = defineConfig([
        { files: ['**/*.{ts,cts,mts,tsx}'], languageOptions: { parser } },
        { files: [glob], plugins, extends: ['async-perf/recommended'] },
      ]);
      for (const extension of SOURCE_EXTENSIONS) {
        expect(await lint(Version, config, `a.${extension}`, WRAPPED), extension).toEqual([
          'async-perf/no-promise-wrapped-await',
        ]);
      }
    }
  });

  it('a wrong option is an error of the schema', async () => {
    const config = [
      { plugins, rules: { 'async-perf/no-promisify-in-function': ['error', { check: true }] } },
    ];
    await expect(lint(Version, config, 'a.js', 'go();')).rejects.toThrow(
      /no-promisify-in-function[\s\S]*Unexpected property "check"/u,
    );
  });
});
