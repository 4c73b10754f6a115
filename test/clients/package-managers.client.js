import { describe, expect, it } from 'vitest';

import { findNode } from '../../bench/nodes.js';
import { AFTER, BEFORE, COSTLY, ESLINT, Scratch, TARBALL } from './scratch.js';

const NODES = ['20', '22', '24'];

const PACKAGES = [TARBALL, ESLINT, 'jscodeshift@^17.3.0'];

/** @type {Record<string, string[][]>} */
const MANAGERS = {
  npm: [['npm', 'install', '--silent', '--no-audit', '--no-fund', ...PACKAGES]],
  pnpm: [['npx', '--yes', 'pnpm@10', 'add', '--silent', ...PACKAGES]],
  yarn: [
    [
      'npx',
      '--yes',
      'yarn@1.22.22',
      'add',
      '--silent',
      '--no-progress',
      ...PACKAGES.map((name) => (name === TARBALL ? `file:${TARBALL}` : name)),
    ],
  ],
};

describe.each(Object.keys(MANAGERS))('installed by %s', (manager) => {
  const scratch = new Scratch(manager).write({
    'package.json': '{ "private": true, "engines": { "node": ">=20" } }\n',
    'eslint.config.mjs': `import asyncPerf from 'eslint-plugin-async-perf';

export default [
  { files: ['**/*.js'], languageOptions: { sourceType: 'commonjs' } },
  asyncPerf.configs.recommended,
];
`,
    'costly.cjs.js': COSTLY,
  });

  it('installs', () => {
    for (const [command = '', ...args] of MANAGERS[manager] ?? []) {
      scratch.run(command, args);
    }
    expect(scratch.read('node_modules/eslint-plugin-async-perf/package.json')).toContain('"bin"');
  });

  describe.each(NODES)('on Node %s', (version) => {
    it('gives codemods to jscodeshift, workers and in band', async () => {
      const { execPath: node } = await findNode(version);
      for (const flags of [[], ['--run-in-band'], ['--no-babel']]) {
        scratch.write({ 'src/a.js': BEFORE, 'src/b.js': BEFORE });
        const transform = 'node_modules/eslint-plugin-async-perf/codemods/generator-to-async.js';
        const { output } = scratch.try(
          'node',
          ['node_modules/jscodeshift/bin/jscodeshift.js', '-t', transform, ...flags, 'src'],
          { node },
        );
        expect(output).toContain('0 errors');
        expect(scratch.read('src/a.js')).toBe(AFTER);
        expect(scratch.read('src/b.js')).toBe(AFTER);
      }
    });

    it('gives rules to ESLint', async () => {
      const { execPath: node } = await findNode(version);
      const { status, output } = scratch.try(
        'node',
        ['node_modules/eslint/bin/eslint.js', 'costly.cjs.js'],
        { node },
      );
      expect(output).toContain('async-perf/no-promise-wrapped-await');
      expect(status).toBe(1);
    });

    it('has the command', async () => {
      const { execPath: node } = await findNode(version);
      scratch.write({ 'src/a.js': BEFORE, 'src/b.js': BEFORE });
      const command = 'node_modules/.bin/async-perf';
      const checked = scratch.try(command, ['check', 'costly.cjs.js'], { node });
      expect(checked).toMatchObject({ status: 1 });
      expect(checked.output).toContain('no-promise-wrapped-await  1 finding');
      const explained = scratch.try(command, ['explain', 'no-useless-async'], { node });
      expect(explained.status).toBe(0);
      const migrated = scratch.try(command, ['migrate', 'src', '--force'], { node });
      expect(migrated).toMatchObject({ status: 0 });
      expect(scratch.read('src/a.js')).toBe(AFTER);
    });
  });
});

describe('without installing', () => {
  it('npx runs the command, and brings ESLint along', () => {
    const scratch = new Scratch('npx').write({ 'package.json': '{}\n', 'a.js': COSTLY });
    const { status, output } = scratch.try('npx', [
      '--yes',
      `--package=${TARBALL}`,
      'async-perf',
      'check',
    ]);
    expect(output).toContain('no-promise-wrapped-await  1 finding in 1 file');
    expect(status).toBe(1);
  });
});
