import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { AFTER, BEFORE, COMMAND, makeProject, migrate, read } from './project.js';

/** @type {string[]} */
const made = [];
afterEach(() => made.splice(0).forEach((each) => rmSync(each, { recursive: true, force: true })));

/** @param {Record<string, string>} [files] */
function project(files = { 'a.js': BEFORE }) {
  const directory = makeProject(files);
  made.push(directory);
  return directory;
}

/** @param {string} directory */
const check = (directory) =>
  spawnSync(process.execPath, [COMMAND, 'check', '--no-ignore', '.'], {
    cwd: directory,
    encoding: 'utf8',
    timeout: 30_000,
  });

const isRoot = process.getuid?.() === 0;

describe('a package.json that is no file', { timeout: 120_000 }, () => {
  /** @type {[string, (path: string) => void, string][]} */
  const KINDS = [
    ['a FIFO', (path) => execFileSync('mkfifo', [path]), 'is a FIFO'],
    ['a device', (path) => symlinkSync('/dev/zero', path), 'is a device'],
    ['a directory', (path) => mkdirSync(path), 'is a directory'],
    ['a list', (path) => writeFileSync(path, '[]'), 'holds no object'],
    ['null', (path) => writeFileSync(path, 'null'), 'holds no object'],
  ];

  it.each(KINDS)('is named by migrate and check: %s', (_, make, message) => {
    const directory = project();
    const path = join(directory, 'package.json');
    rmSync(path);
    make(path);
    for (const { status, stderr } of [migrate(directory), check(directory)]) {
      expect(stderr).toContain(`package.json ${message}`);
      expect(stderr.split('\n')).toHaveLength(2);
      expect(status).toBe(2);
    }
    expect(read(directory, 'a.js')).toBe(BEFORE);
  });

  it('is a fault of its own files alone, in check too', () => {
    const directory = project({ 'a.js': BEFORE, 'sub/b.js': BEFORE });
    execFileSync('mkfifo', [join(directory, 'sub/package.json')]);
    const checked = check(directory);
    expect(checked.stdout).toContain('2 findings in 2 files');
    expect(checked.status).toBe(1);
    expect(migrate(directory).status).toBe(1);
    expect([read(directory, 'a.js'), read(directory, 'sub/b.js')]).toEqual([AFTER, BEFORE]);
  });
});

describe('files that are left out are named', { timeout: 120_000 }, () => {
  it('whose names are odd', () => {
    const directory = project({ 'a.js': BEFORE, 'x\\..\\b.js': BEFORE, '.dot.js': BEFORE });
    const bytes = [Buffer.from(`${directory}/`), Buffer.from([0xff]), Buffer.from('.js')];
    writeFileSync(Buffer.concat(bytes), BEFORE);
    const { status, stderr } = migrate(directory);
    expect(stderr).toContain('x\\..\\b.js is not looked at: its name holds a backslash');
    expect(stderr).toContain('.dot.js is not looked at: its name begins with a dot');
    expect(stderr).toContain('.js is not looked at: its name is not UTF-8');
    expect(status).toBe(0);
    expect(migrate(directory, ['.dot.js']).status).toBe(0);
    expect(read(directory, '.dot.js')).toBe(AFTER);
  });

  it('in a directory that cannot be read', () => {
    const directory = project({ 'a.js': BEFORE, 'secret/b.js': BEFORE });
    const user = isRoot ? { uid: 65_534, gid: 65_534 } : undefined;
    if (user) {
      for (const name of ['.', 'a.js', 'package.json']) {
        chownSync(join(directory, name), user.uid, user.gid);
      }
    }
    chmodSync(join(directory, 'secret'), 0);
    const { status, stderr } = migrate(directory, [], { user });
    chmodSync(join(directory, 'secret'), 0o755);
    expect(stderr).toContain('secret is not looked at: the directory cannot be read (EACCES)');
    expect(status).toBe(0);
  });

  it('that are UTF-16 without a mark, or have hard links', () => {
    const directory = project({ 'a.js': BEFORE, 'one.js': BEFORE });
    writeFileSync(join(directory, 'wide.js'), Buffer.from(BEFORE, 'utf16le'));
    linkSync(join(directory, 'one.js'), join(directory, 'other.js'));
    const { status, stdout } = migrate(directory);
    expect(stdout).toContain('wide.js:1:1 is not UTF-8 text');
    expect(stdout).toMatch(/one\.js:1:1 has 2 hard links/u);
    expect(status).toBe(0);
    expect(read(directory, 'one.js')).toBe(BEFORE);
    expect(statSync(join(directory, 'other.js')).nlink).toBe(2);
  });

  it('that are larger than 10 MB, in check too', () => {
    const directory = project({ 'a.js': 'x();\n', 'large.js': `//${'x'.repeat(10_000_001)}` });
    const { status, stderr } = check(directory);
    expect(stderr).toContain('large.js is not looked at: it is larger than 10 MB');
    expect(status).toBe(0);
  });
});

it('lines that end with carriage returns alone stay so', () => {
  const directory = project({ 'a.js': BEFORE.replaceAll('\n', '\r') });
  expect(migrate(directory).status).toBe(0);
  expect(read(directory, 'a.js')).toBe(AFTER.replaceAll('\n', '\r'));
});

it.runIf(isRoot)('a file that is replaced keeps its owner', () => {
  const directory = project();
  chownSync(join(directory, 'a.js'), 1234, 2345);
  expect(migrate(directory).status).toBe(0);
  expect(read(directory, 'a.js')).toBe(AFTER);
  const { gid, uid } = statSync(join(directory, 'a.js'));
  expect([uid, gid]).toEqual([1234, 2345]);
});

describe('a .async-perf that no run made', () => {
  it.each([
    ['a link', (/** @type {string} */ path) => symlinkSync('.', path), 'is a symbolic link'],
    ['a file', (/** @type {string} */ path) => writeFileSync(path, ''), 'is no directory'],
  ])('is refused: %s', (_, make, message) => {
    const directory = project();
    make(join(directory, '.async-perf'));
    for (const args of [[], ['--undo']]) {
      const { status, stderr } = migrate(directory, args);
      expect(stderr).toContain(message);
      expect(status).toBe(2);
    }
    expect(read(directory, 'a.js')).toBe(BEFORE);
  });

  it('is refused where it came with the repository', () => {
    const directory = project();
    mkdirSync(join(directory, '.async-perf'));
    writeFileSync(join(directory, '.async-perf/journal.json'), '{}');
    for (const args of [
      ['init', '-q'],
      ['add', '-A', '-f'],
    ]) {
      execFileSync('git', args, { cwd: directory });
    }
    const { status, stderr } = migrate(directory, ['--undo']);
    expect(stderr).toContain('came with the repository');
    expect(status).toBe(2);
  });
});

it('an eslint that cannot be loaded is named', () => {
  const directory = project({
    'a.js': 'x();\n',
    'node_modules/eslint/package.json': '{ "version": "9.39.0", "main": "index.js" }',
    'node_modules/eslint/index.js': 'throw new Error("broken");\n',
  });
  const { status, stderr } = check(directory);
  expect(stderr).toMatch(/node_modules\/eslint\/package\.json cannot be loaded \(broken\)/u);
  expect(stderr).not.toMatch(/^ {4}at /mu);
  expect(status).toBe(2);
  expect(readFileSync(join(directory, 'a.js'), 'utf8')).toBe('x();\n');
});
