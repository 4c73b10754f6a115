import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { AFTER, BEFORE, command, migrate, project, read, runCommand } from './projects.js';

const WRAPPED = 'exports.run = async () => {\n  await new Promise((resolve) => resolve(1));\n};\n';

/**
 * @param {string} directory
 * @param {string[]} args
 * @param {string} [input]
 */
function check(directory, args, input = '') {
  if (input === '') {
    return runCommand(directory, ['check', ...args]);
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, 'check', ...args], {
    cwd: directory,
    encoding: 'utf8',
    input,
  });
  return { status, stdout, stderr };
}

/**
 * @param {string} directory
 * @param {...string} args
 */
function places(directory, ...args) {
  const { stdout } = check(directory, ['--format=json', ...args]);
  return JSON.parse(stdout).rules.flatMap((/** @type {any} */ { findings }) =>
    findings.map((/** @type {any} */ { file, line }) => `${file}:${line}`),
  );
}

/**
 * @param {string} directory
 * @param {...string} args
 */
const git = (directory, ...args) =>
  spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: directory });

describe('--since', () => {
  it('tells of what begins on changed lines, committed or not, and of new files', () => {
    const odd = 'ö "quoted"\t.js';
    const directory = project({ 'a.js': WRAPPED, 'b.js': WRAPPED, 'lib/c.js': '', [odd]: WRAPPED });
    git(directory, 'branch', 'base');
    writeFileSync(join(directory, 'a.js'), `${WRAPPED}\n${WRAPPED}`);
    writeFileSync(join(directory, odd), `\n++ x;\n${WRAPPED}`);
    git(directory, 'commit', '-qam', 'more');
    writeFileSync(join(directory, 'lib/c.js'), WRAPPED);
    writeFileSync(join(directory, 'new.js'), WRAPPED);
    expect(places(directory, '--since=base').sort()).toEqual(['a.js:6', 'lib/c.js:2', 'new.js:2']);
    expect(places(directory, '--since=HEAD').sort()).toEqual(['lib/c.js:2', 'new.js:2']);
    expect(places(join(directory, 'lib'), '--since=base')).toEqual(['c.js:2']);
    expect(places(directory, '--since=base', 'lib')).toEqual(['lib/c.js:2']);
    writeFileSync(join(directory, odd), `${WRAPPED}\n${WRAPPED}`);
    expect(places(directory, '--since=base')).toContain(`${odd}:6`);
    expect(check(directory, ['--since=base', 'b.js']).status).toBe(0);
  });

  it('is what annotations and SARIF go by', () => {
    const directory = project({ 'a.js': WRAPPED });
    writeFileSync(join(directory, 'a.js'), `${WRAPPED}\n${WRAPPED}`);
    const annotations = check(directory, ['--since=HEAD', '--format=github']).stdout;
    expect(annotations.match(/^::error file=a\.js,line=6/gmu)).toHaveLength(1);
    expect(annotations).not.toContain('line=2');
    const { runs } = JSON.parse(check(directory, ['--since=HEAD', '--format=sarif']).stdout);
    expect(runs[0].results).toHaveLength(1);
  });

  it('says what is wrong with a reference', () => {
    const directory = project({ 'a.js': WRAPPED });
    expect(check(directory, ['--since=nowhere'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('git has no such commit'),
    });
    expect(check(directory, ['--since=--output=x']).status).toBe(2);
    const outside = project({ 'a.js': WRAPPED }, { git: false });
    expect(check(outside, ['--since=HEAD']).stderr).toContain('is in no git work tree');
  });

  it('converts the files that changed', () => {
    const directory = project({ 'a.js': BEFORE, 'b.js': BEFORE });
    writeFileSync(join(directory, 'a.js'), `// new\n${BEFORE}`);
    git(directory, 'commit', '-qam', 'more');
    migrate(directory, '--since=HEAD~1');
    expect(read(directory, 'a.js')).toContain(AFTER);
    expect(read(directory, 'b.js')).toBe(BEFORE);
  });
});

describe('paths from standard input', () => {
  it.each(['\n', '\0', '\r\n'])('are parted by %j; what is none of ours is passed over', (end) => {
    const directory = project({ 'a.js': WRAPPED, 'b.js': WRAPPED, '(c).js': WRAPPED, 'd.md': '' });
    const names = ['a.js', '(c).js', 'd.md', 'gone.js', ''].join(end);
    const { stdout, stderr } = check(directory, ['-', '--format=json'], names);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout).files).toBe(2);
  });

  it('may be none: nothing is looked at', () => {
    const directory = project({ 'a.js': WRAPPED });
    expect(check(directory, ['-'])).toMatchObject({ status: 0 });
    expect(check(directory, ['-']).stdout).toContain('0 files looked at');
  });
});
