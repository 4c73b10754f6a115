import { spawnSync } from 'node:child_process';
import { realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AFTER, AS_LIBRARY, BEFORE, command, migrate, project, read } from './projects.js';

describe('files that git does not hold', () => {
  it('are not changed unless told to', () => {
    const directory = project({ 'a.js': BEFORE });
    for (const name of ['b.js', 'c.js', 'd.js', 'e.js']) {
      writeFileSync(join(directory, name), BEFORE);
    }
    const { status, stderr } = migrate(directory);
    expect(stderr).toContain('git does not hold b.js, c.js, d.js and 1 more');
    expect(status).toBe(2);
    expect([read(directory, 'a.js'), read(directory, 'b.js')]).toEqual([BEFORE, BEFORE]);
    expect(migrate(directory, '--dry-run').status).toBe(0);
    expect(migrate(directory, '--force').status).toBe(0);
    expect(read(directory, 'b.js')).toBe(AFTER);
  });

  it('may lie beside those that are changed', () => {
    const directory = project({ 'sub/a.js': BEFORE });
    writeFileSync(join(directory, 'sub/b.js'), 'exports.b = 1;\n');
    const { status, stderr } = migrate(directory, 'sub', ...AS_LIBRARY);
    expect([status, stderr]).toEqual([0, '']);
    expect(read(directory, 'sub/a.js')).toBe(AFTER);
  });

  it('may be a package.json', () => {
    const manifest = '{ "dependencies": { "co": "^4.6.0" } }\n';
    const directory = project({ '.gitignore': 'package.json\n', 'a.js': BEFORE });
    writeFileSync(join(directory, 'package.json'), manifest);
    const { status, stderr } = migrate(directory);
    expect(stderr).toContain('git does not hold package.json');
    expect(status).toBe(2);
    expect(read(directory, 'a.js')).toBe(BEFORE);
  });
});

describe('a repository that is not that of the directory', () => {
  /** @param {string} directory */
  const dirty = (directory) => {
    writeFileSync(join(directory, 'a.js'), `${BEFORE}// mine\n`);
    return realpathSync(directory);
  };

  it('has uncommitted changes', () => {
    const inner = dirty(project({ 'a.js': BEFORE }));
    const { status, stderr } = migrate(dirname(inner), basename(inner));
    expect(stderr).toContain('there are uncommitted changes');
    expect(status).toBe(2);
    expect(read(inner, 'a.js')).not.toContain('async');
    expect(migrate(dirname(inner), basename(inner), '--force').status).toBe(0);
  });

  it('is a submodule whose changes are not told', () => {
    const inner = project({ 'a.js': BEFORE });
    const outer = project({ 'b.js': BEFORE });
    const git = (/** @type {string[]} */ ...args) =>
      spawnSync('git', ['-c', 'protocol.file.allow=always', ...args], { cwd: outer });
    git('submodule', 'add', '-q', inner, 'sub');
    git('config', '-f', '.gitmodules', 'submodule.sub.ignore', 'all');
    git('add', '-A');
    git('-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-qm', 'sub');
    dirty(join(outer, 'sub'));
    const { status, stderr } = migrate(outer);
    expect(stderr).toContain('there are uncommitted changes');
    expect(status).toBe(2);
    expect(read(outer, 'b.js')).toBe(BEFORE);
  });
});

describe('a linked directory', () => {
  /** @returns {{ directory: string, outside: string }} */
  function linked() {
    const directory = project({ 'in/a.js': BEFORE });
    const outside = project({ 'o.js': BEFORE }, { git: false });
    symlinkSync(outside, join(directory, 'link'));
    return { directory, outside };
  }

  it.each(['link', 'link/', 'link/*.js', 'link/o.js'])('is not followed: %s', (path) => {
    const { directory, outside } = linked();
    for (const args of [
      ['check', '--no-ignore'],
      ['migrate', '--force'],
    ]) {
      const { stdout, stderr } = spawnSync(process.execPath, [command, ...args, path], {
        cwd: directory,
        encoding: 'utf8',
      });
      expect(stderr).toMatch(/links are not followed: give what it leads to, \.\.\/project/u);
      expect(stdout).not.toContain('o.js');
    }
    expect(read(outside, 'o.js')).toBe(BEFORE);
  });

  it('may be another name of the project', () => {
    const { directory } = linked();
    const alias = join(project({}, { git: false }), 'alias');
    symlinkSync(directory, alias);
    expect(migrate(directory, join(alias, 'in'), '--force').status).toBe(0);
    expect(read(directory, 'in/a.js')).toBe(AFTER);
  });
});

describe('a package.json that is odd', () => {
  it.each([
    ['a byte order mark', '\uFEFF{ "dependencies": { "co": "^4.6.0" } }\n'],
    ['no dependencies', '{ "dependencies": null, "bin": null, "scripts": null }\n'],
    ['dependencies that are no object', '{ "dependencies": "x", "peerDependencies": 1 }\n'],
    ['dependencies that are lists', '{ "dependencies": ["co"], "engines": ["node"] }\n'],
    ['ranges that are no text', '{ "dependencies": { "co": 4, "koa": null } }\n'],
  ])('with %s is read all the same', (_, manifest) => {
    const directory = project({ 'a.js': BEFORE, 'package.json': manifest });
    const dry = migrate(directory, '--dry-run', ...AS_LIBRARY);
    expect([dry.status, dry.stderr]).toEqual([0, '']);
    expect(migrate(directory).status).toBe(0);
    expect(read(directory, 'a.js')).toBe(AFTER);
    const mark = manifest.startsWith('\uFEFF');
    expect(read(directory, 'package.json').startsWith('\uFEFF')).toBe(mark);
  });

  it.each(['null\n', '[]\n', '"co"\n'])('is named where it is no object: %s', (manifest) => {
    const directory = project({ 'a.js': BEFORE, 'package.json': manifest });
    const { status, stderr } = migrate(directory);
    expect(stderr).toMatch(/^async-perf: .*package\.json holds no object: mend it.*\n$/u);
    expect(status).toBe(2);
  });
});

it('a verification command that is empty is wrong use', () => {
  const { status, stderr } = migrate(project({ 'a.js': BEFORE }), '--verify=');
  expect(stderr).toBe('async-perf: --verify=: give a command, such as --verify="npm test"\n');
  expect(status).toBe(2);
});

it('a package.json that is written is named by its path', () => {
  const directory = project({
    'packages/a/package.json': '{ "dependencies": { "co": "^4.6.0" } }\n',
    'packages/a/index.js': BEFORE,
  });
  const { stderr } = migrate(directory, ...AS_LIBRARY);
  const path = join('packages', 'a', 'package.json');
  expect(stderr).toBe(`${path}: co taken out, nothing uses it any more\n`);
});

describe('options that would do nothing', () => {
  it.each([
    [['--dry-run', '--verify=true'], '--verify: with --dry-run nothing is written'],
    [['--plan-only', '--verify=true'], '--verify: with --plan-only nothing is written'],
    [['--undo', '--resume'], '--undo: it settles what was cut off'],
    [['--undo', '--dry-run'], '--undo: it settles what was cut off'],
    [['--resume', '--plan-only'], '--resume: it settles what was cut off'],
    [['--skip=unwrap-promises', '--skip=generator-to-async'], '--skip is there twice'],
    [['--merge', 'a.json', '--api=async'], '--api: what is merged is planned'],
    [['--merge', 'a.json', '--only=unwrap-promises'], '--only: what is merged is planned'],
    [['--merge', 'a.json', '--refuse=receiver-is-promise'], '--refuse: what is merged is planned'],
  ])('are wrong use: %j', (args, message) => {
    const { status, stderr } = migrate(project({ 'a.js': BEFORE }), ...args);
    expect(stderr).toContain(message);
    expect(status).toBe(2);
  });
});
