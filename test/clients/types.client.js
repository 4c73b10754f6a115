import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { ESLINT, Scratch, TARBALL } from './scratch.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const ESM = `import asyncPerf, { type RuleEntries } from 'eslint-plugin-async-perf';
import transform, { codemod } from 'eslint-plugin-async-perf/codemods/unwrap-promises.js';
import type { ESLint, Linter, Rule } from 'eslint';

const config: Linter.Config = asyncPerf.configs.recommended;
export default [config, asyncPerf.configs['recommended-json']];

export const plugin: ESLint.Plugin = asyncPerf;
export const names: string[] = [asyncPerf.meta.name, asyncPerf.meta.version, codemod.name];
export const rule: Rule.RuleModule = asyncPerf.rules['no-useless-async'];
export const text: string | undefined = transform({ path: 'a.js', source: '' });

export const entries = {
  'async-perf/no-async-reduce': 'error',
  'async-perf/no-blocking-in-async': ['warn', { checkAsyncFunctions: true, allow: ['fs.readFileSync'] }],
  'async-perf/no-unbounded-threadpool': ['error', { checkFiles: 'many' }],
} satisfies RuleEntries;

// @ts-expect-error The option is a boolean.
export const mistyped: RuleEntries = { 'async-perf/no-blocking-in-async': ['warn', { checkAsyncFunctions: 'yes' }] };
// @ts-expect-error There is no rule of that name.
export const unknown: RuleEntries = { 'async-perf/no-slow-code': 'warn' };

// @ts-expect-error There is no configuration of that name.
export const wrong: Linter.Config = asyncPerf.configs.fastest;
`;

/** ESLint 9.15 has no such function yet. */
const DEFINED = `import asyncPerf from 'eslint-plugin-async-perf';
import { defineConfig } from 'eslint/config';

export default defineConfig({
  plugins: { 'async-perf': asyncPerf },
  extends: ['async-perf/recommended'],
});
export const others = defineConfig([asyncPerf.configs.strict, { extends: [asyncPerf.configs.modernize] }]);
`;

const CJS = `import asyncPerf = require('eslint-plugin-async-perf');
import type { Linter } from 'eslint';

const config: Linter.Config = asyncPerf.configs.strict;
const name: string = asyncPerf.meta.name;
export = [config, { name }];
`;

const CHECKED_CJS = `const asyncPerf = require('eslint-plugin-async-perf');

/** @type {import('eslint').Linter.Config[]} */
module.exports = [asyncPerf.configs.recommended, { name: asyncPerf.meta.name }];
`;

/** The modules that a project may say it has, with what can be required in each. */
const MODULES = [
  { module: 'nodenext', requires: true },
  // TypeScript lets no module of these require one of the other kind.
  { module: 'node16', requires: false },
  { module: 'esnext', moduleResolution: 'bundler', requires: false },
];

const VERSIONS = ['~5.9.3', '~6.0.3'].flatMap((typescript) =>
  ['~9.15.0', '^9.39.0', ESLINT.slice('eslint@'.length)].map((eslint) => ({ typescript, eslint })),
);

describe('the declarations', () => {
  const scratch = new Scratch('types').write({
    'package.json': '{ "private": true, "type": "module" }\n',
    'eslint.config.ts': ESM,
    'eslint.config.mts': ESM,
    'defined.ts': DEFINED,
    'cjs.cts': CJS,
    'checked.cjs': CHECKED_CJS,
  });

  it.each(VERSIONS)(
    'serve consumers of all kinds of modules with TypeScript $typescript and ESLint $eslint',
    ({ typescript, eslint }) => {
      scratch.install(
        `eslint@${eslint}`,
        `typescript@${typescript}`,
        '@types/node@22',
        '@typescript-eslint/types@^8.73.0',
      );
      for (const { requires, ...modules } of MODULES) {
        scratch.write({ 'tsconfig.json': tsconfig(modules, !eslint.includes('9.15'), requires) });
        const { status, output } = scratch.try('node', ['node_modules/typescript/lib/tsc.js']);
        expect({ ...modules, status, output }).toEqual({ ...modules, status: 0, output: '' });
      }
    },
  );
});

/**
 * @param {object} modules
 * @param {boolean} defines Whether ESLint has `defineConfig`.
 * @param {boolean} requires
 * @returns {string}
 */
function tsconfig(modules, defines, requires) {
  return JSON.stringify({
    compilerOptions: {
      ...modules,
      target: 'es2022',
      types: ['node'],
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      allowJs: true,
      checkJs: true,
      noEmit: true,
      skipLibCheck: false,
    },
    files: [
      'eslint.config.ts',
      'eslint.config.mts',
      ...(defines ? ['defined.ts'] : []),
      ...(requires ? ['cjs.cts', 'checked.cjs'] : []),
    ],
  });
}

describe('the package', () => {
  const scratch = new Scratch('lint').write({ 'package.json': '{ "private": true }\n' });

  it('satisfies publint', () => {
    expect(scratch.try('npx', ['--yes', 'publint@0.3', TARBALL, '--trust=strict'])).toMatchObject({
      status: 0,
    });
  });

  it('satisfies Are The Types Wrong', () => {
    const { status, output } = scratch.try('npx', [
      '--yes',
      '@arethetypeswrong/cli@0.18',
      TARBALL,
      '--profile=esm-only',
      '--exclude-entrypoints=package.json',
    ]);
    expect({ status, output }).toMatchObject({ status: 0 });
  });

  it('satisfies knip', () => {
    const { status, output } = new Scratch('knip').try('npx', [
      '--yes',
      'knip@6',
      '--directory',
      path.resolve(ROOT),
    ]);
    expect({ status, output }).toMatchObject({ status: 0 });
  });
});
