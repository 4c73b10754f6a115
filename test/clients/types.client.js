import { statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { ESLINT, Scratch, TARBALL } from './scratch.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const ESM = `import asyncPerf from 'eslint-plugin-async-perf';
import transform, { codemod } from 'eslint-plugin-async-perf/codemods/unwrap-promises.js';
import { defineConfig } from 'eslint/config';
import type { Linter } from 'eslint';

export default defineConfig([{ plugins: { 'async-perf': asyncPerf }, extends: ['async-perf/recommended'] }]);

export const config: Linter.Config = asyncPerf.configs.recommended;
export const text: string | undefined = transform({ path: 'a.js', source: '' });
export const name: string = codemod.name;

// @ts-expect-error There is no configuration of that name.
export const wrong: Linter.Config = asyncPerf.configs.fastest;
`;

const CJS = `import asyncPerf = require('eslint-plugin-async-perf');
import type { Linter } from 'eslint';

const config: Linter.Config = asyncPerf.configs.strict;
export = [config];
`;

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    module: 'nodenext',
    target: 'es2022',
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: false,
  },
  files: ['esm.mts', 'cjs.cts'],
});

describe('the declarations', () => {
  const scratch = new Scratch('types').write({
    'package.json': '{ "private": true }\n',
    'esm.mts': ESM,
    'cjs.cts': CJS,
    'tsconfig.json': TSCONFIG,
  });

  it.each(['~5.9.3', '~6.0.3'])(
    'serve consumers of both module systems with TypeScript %s',
    (version) => {
      scratch.install(
        ESLINT,
        `typescript@${version}`,
        '@types/node@22',
        '@typescript-eslint/types@^8.73.0',
      );
      const { status, output } = scratch.try('node', ['node_modules/typescript/lib/tsc.js']);
      expect(output).toBe('');
      expect(status).toBe(0);
    },
  );
});

describe('the package', () => {
  const scratch = new Scratch('lint').write({ 'package.json': '{ "private": true }\n' });

  it('is smaller than 400 kB', () => {
    expect(statSync(TARBALL).size).toBeLessThan(400_000);
  });

  it('satisfies publint', () => {
    expect(scratch.try('npx', ['--yes', 'publint@0.3', TARBALL, '--strict'])).toMatchObject({
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
