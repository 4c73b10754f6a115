import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { commandsOf, filesOfPage } from './blocks.js';
import { CLEAN, COSTLY, Scratch, TARBALL } from './scratch.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const files = filesOfPage('hooks.md');

/**
 * @param {string} name
 * @returns {string} The file as the documentation shows it.
 */
function shown(name) {
  return files.get(name) ?? '';
}

/**
 * @param {string} name
 * @returns {Scratch}
 */
function repository(name) {
  return new Scratch(name)
    .write({
      'package.json': '{ "private": true }\n',
      '.gitignore': 'node_modules/\n',
      'old.js': COSTLY,
    })
    .commitAll();
}

/**
 * @param {Scratch} scratch
 * @param {string} heading Of the section with the commands to set it up.
 */
function setUp(scratch, heading) {
  for (const line of commandsOf('hooks.md', heading)) {
    // The package as it would be published, in place of the published one.
    const [command = '', ...args] = line.replace('eslint-plugin-async-perf', TARBALL).split(' ');
    scratch.run(command, args);
  }
}

/**
 * @param {Scratch} scratch
 * @param {Record<string, string>} [env]
 */
function expectToStop(scratch, env) {
  const bad = scratch.tryCommit('bad.js', COSTLY, env);
  expect(bad.output).toContain('no-promise-wrapped-await  1 finding in 1 file');
  expect(bad.status).not.toBe(0);
  scratch.run('git', ['rm', '-q', '--cached', 'bad.js']);
  const good = scratch.tryCommit('good.js', CLEAN, env);
  expect({ ...good }).toMatchObject({ status: 0 });
  expect(scratch.run('git', ['log', '--format=%s', '-1', '--', 'good.js']).trim()).toBe('Change');
}

describe('a commit with a costly pattern is stopped, a clean one passes, with', () => {
  it('husky and lint-staged', () => {
    const scratch = repository('husky').write({
      '.husky/pre-commit': shown('.husky/pre-commit'),
      '.lintstagedrc.json': shown('.lintstagedrc.json'),
    });
    setUp(scratch, 'husky and lint-staged');
    expectToStop(scratch);
  });

  it('lefthook', () => {
    const scratch = repository('lefthook').write({ 'lefthook.yml': shown('lefthook.yml') });
    setUp(scratch, 'lefthook');
    expectToStop(scratch);
  });

  it('pre-commit', () => {
    const scratch = repository('pre-commit');
    const source = publishedRepository();
    const rev = source.run('git', ['rev-parse', 'HEAD']).trim();
    scratch.write({
      '.pre-commit-config.yaml': shown('.pre-commit-config.yaml')
        .replace(/repo: .*/u, `repo: ${source.directory}`)
        .replace(/rev: .*/u, `rev: ${rev}`),
    });
    scratch.run('python3', ['-m', 'venv', '.venv']);
    scratch.run('.venv/bin/pip', ['install', '--quiet', 'pre-commit']);
    const env = { PRE_COMMIT_HOME: path.join(scratch.directory, '.cache') };
    scratch.run('.venv/bin/pre-commit', ['install', '--install-hooks'], { env });
    expectToStop(scratch, env);
  });
});

it('the workflow writes SARIF for code scanning, whatever is found', () => {
  const workflow = shown('.github/workflows/async-perf.yml');
  const [, command = ''] = /run: (npx async-perf check .*)/u.exec(workflow) ?? [];
  const [, name = ''] = /sarif_file: (.*)/u.exec(workflow) ?? [];
  const scratch = repository('workflow').install();
  scratch.run('sh', ['-ec', command]);
  const log = JSON.parse(scratch.read(name));
  expect(log.runs[0].results).toHaveLength(1);
  scratch.write({ 'old.js': CLEAN });
  scratch.run('sh', ['-ec', command]);
  expect(JSON.parse(scratch.read(name)).runs[0].results).toEqual([]);
  // What is no finding is a failure.
  expect(
    scratch.try('sh', ['-ec', command.replace('check', 'check --config=none')]).status,
  ).not.toBe(0);
});

/** @returns {Scratch} What is tracked here, as a repository of its own. */
function publishedRepository() {
  const source = new Scratch('repository');
  const tracked = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: ROOT, encoding: 'utf8' },
  );
  for (const file of tracked.split('\0').filter(Boolean)) {
    cpSync(path.join(ROOT, file), path.join(source.directory, file));
  }
  return source.commitAll();
}
