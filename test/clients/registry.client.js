import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { CLEAN, COSTLY, ESLINT, Scratch } from './scratch.js';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** The command of the registry, as of the version that the files were written for. */
const CODEMOD = 'codemod@1.18.3';

describe('the package in the codemod registry', () => {
  it('has a workflow that the command of the registry finds valid', () => {
    const args = ['--yes', CODEMOD, '--disable-analytics', 'workflow', 'validate'];
    const { status, stdout } = spawnSync('npx', [...args, '-w', 'workflow.yaml'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(stdout).toContain('Package validation successful');
    expect(status).toBe(0);
  });

  it('has the version and the license of package.json', () => {
    const manifest = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
    const text = readFileSync(path.join(ROOT, 'codemod.yaml'), 'utf8');
    for (const key of ['name', 'version', 'license']) {
      expect(text).toContain(`\n${key}: ${manifest[key]}\n`);
    }
  });
});

describe('a baseline of old findings', () => {
  it('lets old findings pass, and no new one', () => {
    const scratch = new Scratch('baseline').write({
      'package.json': '{ "private": true, "type": "commonjs" }\n',
      'eslint.config.mjs': `import asyncPerf from 'eslint-plugin-async-perf';

export default [asyncPerf.configs.recommended];
`,
      'old.js': COSTLY,
    });
    scratch.install(ESLINT);
    const lint = (/** @type {string[]} */ ...args) => scratch.try('npx', ['eslint', '.', ...args]);
    expect(lint().status).toBe(1);
    expect(lint('--suppress-all').status).toBe(0);
    expect(lint().status).toBe(0);
    scratch.write({ 'new.js': COSTLY });
    const { output, status } = lint();
    expect(status).toBe(1);
    expect(output).toContain('new.js');
    expect(output).not.toContain('old.js');
    scratch.write({ 'new.js': CLEAN, 'old.js': CLEAN });
    expect(lint('--prune-suppressions').status).toBe(0);
    expect(scratch.read('eslint-suppressions.json')).not.toContain('async-perf/');
  });
});
