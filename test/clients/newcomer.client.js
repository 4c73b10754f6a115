import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { COSTLY, Scratch, TARBALL } from './scratch.js';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/**
 * The path of someone who has the README and an old project: warnings, a migrated project whose tests
 * pass, and a commit that is stopped.
 */
it('a newcomer gets from nothing to warnings, a migrated project and a stopped commit', () => {
  const started = performance.now();
  // A published package from before promises, with its own tests.
  const scratch = new Scratch('newcomer');
  scratch.run('npm', ['pack', '--silent', 'prompt@1.0.0']);
  scratch.run('tar', ['xzf', 'prompt-1.0.0.tgz', '--strip-components=1']);
  const manifest = JSON.parse(scratch.read('package.json'));
  manifest.engines = { node: '>=20' };
  manifest.scripts.test = 'vows test/prompt-test.js --spec';
  manifest.devDependencies = { vows: '0.8.2' };
  scratch.write({
    'package.json': JSON.stringify(manifest, null, 2),
    '.gitignore': 'node_modules/\n*.tgz\n',
  });
  const lines = (/** @type {RegExp} */ pattern) => pattern.exec(README)?.[1] ?? '';

  // (a) `npm install` and the configuration of the README.
  const install = lines(/^(npm install --save-dev .*)$/mu);
  const [npm = '', ...args] = install.replace('eslint-plugin-async-perf', TARBALL).split(' ');
  scratch.run(npm, [...args, '--silent', '--no-audit', '--no-fund']);
  scratch.write({
    // The README's own name: `npm init` of today makes a package of CommonJS.
    [lines(/```js\n\/\/ (eslint\.config\.\w+)\n/u)]: lines(/```js\n(\/\/ eslint.*?)```/su),
    'costly.js': COSTLY,
  });
  const linted = scratch.try('npx', ['eslint', 'costly.js']);
  expect(linted.output).toContain('async-perf/no-promise-wrapped-await');
  scratch.run('node', ['-e', "require('node:fs').rmSync('costly.js')"]);

  // (b) The migration of the README, which runs the project's tests before and after.
  scratch.commitAll();
  const [, verify = ''] = /migrate src --verify="([^"]+)"/u.exec(README) ?? [];
  const migrated = scratch.try('npx', [
    'async-perf',
    'migrate',
    'lib',
    // What the refusals of the first try advise: `prompt` calls back when it likes.
    '--accept=timing-unobservable',
    `--verify=${verify}`,
  ]);
  expect(migrated.output).toMatch(/[1-9]\d* converted/u);
  expect(migrated.output).not.toContain('verification-failed');
  expect(scratch.run('git', ['diff', '--', 'lib'])).toMatch(/^\+.*\basync\b/mu);
  expect(scratch.run('npm', ['test'])).toMatch(/✓ OK|honored/u);

  // (c) A commit with what the rules report is stopped.
  scratch.write({
    '.git/hooks/pre-commit': '#!/bin/sh\nnpx async-perf check $(git diff --cached --name-only)\n',
  });
  scratch.run('chmod', ['+x', '.git/hooks/pre-commit']);
  const { status, output } = scratch.tryCommit('costly.js', COSTLY);
  expect(output).toContain('no-promise-wrapped-await  1 finding');
  expect(status).not.toBe(0);

  expect((performance.now() - started) / 60_000).toBeLessThan(10);
});
