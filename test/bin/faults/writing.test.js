import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import {
  AFTER,
  BEFORE,
  COMMAND,
  hasJournal,
  isCutOff,
  leftovers,
  makeProject,
  migrate,
  read,
} from './project.js';

/** @type {string[]} */
const made = [];
afterEach(() => made.splice(0).forEach((each) => rmSync(each, { recursive: true, force: true })));

/** @param {Record<string, string>} files */
function project(files) {
  const directory = makeProject(files);
  made.push(directory);
  return directory;
}

const LOCK = '.async-perf/lock';
const TWO = { 'a.js': BEFORE, 'b.js': BEFORE };
const MANIFEST = '{ "dependencies": { "co": "^4.6.0" } }\n';
const WITHOUT_CO = '{ "dependencies": {} }\n';

/** @param {string} directory @returns {boolean} Whether its lock names a process, or is not there. */
const isWhole = (directory) =>
  !existsSync(join(directory, LOCK)) || read(directory, LOCK).endsWith('\n');

/** @param {string} directory */
const texts = (directory) => [read(directory, 'a.js'), read(directory, 'b.js')];

describe('a migration whose process is killed', { timeout: 300_000 }, () => {
  it('leaves every file old or new at every moment, and can be finished or taken back', async () => {
    let moment = 0;
    let withJournal = 0;
    for (let killed = true; killed;) {
      moment += 1;
      const directory = project({ ...TWO, 'package.json': MANIFEST });
      const { signal } = migrate(directory, [], { fault: `kill:${moment}` });
      killed = signal === 'SIGKILL';
      for (const text of texts(directory)) {
        expect([BEFORE, AFTER]).toContain(text);
      }
      if (killed && hasJournal(directory)) {
        withJournal += 1;
        const [flag, text] =
          isCutOff(directory) && moment % 2 === 0 ? ['--resume', AFTER] : ['--undo', BEFORE];
        expect(migrate(directory, [flag]).status).toBe(0);
        expect(texts(directory)).toEqual([text, text]);
      } else if (killed) {
        // A lock without a number could be of a process that is about to write it.
        if (!isWhole(directory)) await sleep(1000);
        expect(texts(directory)[0]).toBe(texts(directory)[1]);
        expect([0, 3]).toContain(migrate(directory).status);
        expect(texts(directory)).toEqual([AFTER, AFTER]);
      }
      const [manifest, code] = ['package.json', 'a.js'].map((name) => read(directory, name));
      expect(manifest).toBe(code === AFTER ? WITHOUT_CO : MANIFEST);
      expect(leftovers(directory)).toEqual([]);
    }
    expect(moment).toBeGreaterThan(10);
    expect(withJournal).toBeGreaterThan(4);
  });
});

describe('a migration that is cut off while its command judges it', { timeout: 120_000 }, () => {
  it.each([
    ['all files', 'grep -q co.wrap a.js || kill -9 $PPID'],
    ['some of them', 'grep -q co.wrap a.js && exit; grep -q co.wrap b.js && kill -9 $PPID; false'],
  ])('is taken back: %s are new', (_, command) => {
    const directory = project({ ...TWO, 'package.json': MANIFEST });
    expect(migrate(directory, [`--verify=${command}`]).signal).toBe('SIGKILL');
    expect(read(directory, 'a.js')).toBe(AFTER);
    for (const args of [[], ['--force'], ['--resume']]) {
      const { status, stderr } = migrate(directory, args);
      expect(stderr).toContain('--undo');
      expect(status).toBe(2);
      expect(read(directory, 'a.js')).toBe(AFTER);
    }
    expect(migrate(directory, ['--undo']).status).toBe(0);
    expect(texts(directory)).toEqual([BEFORE, BEFORE]);
    expect(read(directory, 'package.json')).toBe(MANIFEST);
    expect(leftovers(directory)).toEqual([]);
  });

  it('is not written over by another one', () => {
    const directory = project(TWO);
    const other = `${process.execPath} ${COMMAND} migrate --node=20 --force > other.log 2>&1`;
    const { status } = migrate(directory, [`--verify=grep -q co.wrap a.js || { ${other}; true; }`]);
    expect(read(directory, 'other.log')).toContain('another migration is being written here');
    expect(status).toBe(0);
    expect(texts(directory)).toEqual([AFTER, AFTER]);
    expect(leftovers(directory)).toEqual([]);
  });

  it('has changed a file itself: that one stays, the others are taken back', () => {
    const directory = project(TWO);
    const command = 'grep -q co.wrap a.js || { echo "// more" > a.js; false; }';
    const { status, stderr } = migrate(directory, [`--verify=${command}`]);
    expect(stderr).toMatch(/a\.js was changed or taken away by someone else/u);
    expect(status).toBe(1);
    expect(migrate(directory, ['--undo']).stderr).toContain('a.js was changed or taken away since');
    expect(texts(directory)).toEqual(['// more\n', BEFORE]);
  });
});

describe('a full disk', { timeout: 300_000 }, () => {
  it('leaves all files as they were, or a journal, and is named', () => {
    let last = 0;
    for (let isFull = true; isFull;) {
      last += 1;
      const directory = project(TWO);
      const { status, stderr } = migrate(directory, [], { fault: `full:${last}` });
      isFull = status !== 0;
      if (isFull) {
        expect(status).toBe(2);
        expect(stderr).toMatch(/cannot be written \(ENOSPC\).*run again/u);
      }
      if (isCutOff(directory)) {
        expect(stderr).toContain('--resume or --undo');
        expect(migrate(directory, ['--undo']).status).toBe(0);
      }
      expect(texts(directory)).toEqual(isFull ? [BEFORE, BEFORE] : [AFTER, AFTER]);
      expect(leftovers(directory)).toEqual([]);
    }
    expect(last).toBeGreaterThan(6);
  });

  it('is a limit of the system, too', () => {
    const large = `${BEFORE}${'// what is long\n'.repeat(5000)}`;
    const directory = project({ 'a.js': BEFORE, 'b.js': large });
    const { status, stderr } = spawnSync(
      'sh',
      [
        '-c',
        'ulimit -f 8; exec "$0" "$@"',
        process.execPath,
        COMMAND,
        'migrate',
        '--node=20',
        '--force',
      ],
      { cwd: directory, encoding: 'utf8' },
    );
    expect(stderr).toMatch(/cannot be written \(EFBIG\): nothing was changed/u);
    expect(status).toBe(2);
    expect(texts(directory)).toEqual([BEFORE, large]);
    expect(leftovers(directory)).toEqual([]);
  });
});

describe('what may not be written', () => {
  const isRoot = process.getuid?.() === 0;
  // Nothing is read-only to root.
  const user = isRoot ? { uid: 65_534, gid: 65_534 } : undefined;

  /**
   * @param {string} directory
   * @param {string} name
   * @param {number} mode
   */
  function own(directory, name, mode) {
    if (user) chownSync(join(directory, name), user.uid, user.gid);
    chmodSync(join(directory, name), mode);
  }

  it('a read-only file: nothing is changed', () => {
    const directory = project(TWO);
    for (const name of ['.', 'a.js', 'package.json']) own(directory, name, 0o755);
    own(directory, 'b.js', 0o444);
    const { status, stderr } = migrate(directory, [], { user });
    expect(stderr).toMatch(/b\.js cannot be written \(EACCES\): all files are as they were/u);
    expect(status).toBe(2);
    expect(texts(directory)).toEqual([BEFORE, BEFORE]);
    expect(leftovers(directory)).toEqual([]);
  });

  it.each([
    ['nothing is changed', [], 'all files are as they were', BEFORE],
    ['what was verified stays', ['--verify=true'], 'what is left to do: co taken out', AFTER],
  ])('a read-only package.json: %s', (_, args, message, text) => {
    const directory = project({ ...TWO, 'package.json': MANIFEST });
    for (const name of ['.', 'a.js', 'b.js']) own(directory, name, 0o755);
    own(directory, 'package.json', 0o444);
    const { status, stderr } = migrate(directory, args, { user });
    expect(stderr).toContain('package.json cannot be written (EACCES): ');
    expect(stderr).toContain(message);
    expect(status).toBe(2);
    expect(texts(directory)).toEqual([text, text]);
    expect(leftovers(directory)).toEqual([]);
  });

  it('a read-only directory: what was written is taken back', () => {
    const directory = project({ 'a.js': BEFORE, 'sub/b.js': BEFORE });
    for (const name of ['.', 'a.js', 'package.json', 'sub/b.js']) own(directory, name, 0o755);
    own(directory, 'sub', 0o555);
    const { status, stderr } = migrate(directory, [], { user });
    chmodSync(join(directory, 'sub'), 0o755);
    expect(stderr).toMatch(/b\.js cannot be written \(EACCES\): all files are as they were/u);
    expect(status).toBe(2);
    expect([read(directory, 'a.js'), read(directory, 'sub/b.js')]).toEqual([BEFORE, BEFORE]);
    expect(leftovers(directory)).toEqual([]);
  });
});

describe('files that others change meanwhile', { timeout: 120_000 }, () => {
  it.each([
    ['are gone', 'rm -f b.js'],
    ['have another text', 'echo "// more" > b.js'],
  ])('%s: nothing is written', (_, command) => {
    const directory = project(TWO);
    const { status, stderr } = migrate(directory, [`--verify=${command}`]);
    expect(stderr).toMatch(/b\.js was changed or taken away by someone else/u);
    expect(status).toBe(1);
    expect(read(directory, 'a.js')).toBe(BEFORE);
    expect(leftovers(directory)).toEqual([]);
  });

  it('by another migration: one writes, the other says so', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `file${index}.js`);
    const directory = project(Object.fromEntries(names.map((name) => [name, BEFORE])));
    const runs = await Promise.all(
      [1, 2, 3].map(async () => {
        const child = spawn(process.execPath, [COMMAND, 'migrate', '--node=20', '--force'], {
          cwd: directory,
        });
        let stderr = '';
        child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
        const [status] = await new Promise((resolve) =>
          child.once('close', (...args) => resolve(args)),
        );
        return { status, stderr };
      }),
    );
    expect(runs.map(({ status }) => status)).toContain(0);
    for (const { status, stderr } of runs.filter((run) => [1, 2].includes(run.status))) {
      expect([status, stderr]).toEqual([
        expect.any(Number),
        expect.stringMatching(/another migration|was changed|was cut off/u),
      ]);
    }
    expect(new Set(names.map((name) => read(directory, name)))).toEqual(new Set([AFTER]));
    expect(leftovers(directory)).toEqual([]);
  });

  it.each([
    ['--resume', AFTER],
    ['--undo', BEFORE],
  ])('while a migration is cut off: the others are settled with %s', (flag, text) => {
    const directory = project(TWO);
    expect(migrate(directory, [], { fault: 'kill:15' }).signal).toBe('SIGKILL');
    writeFileSync(join(directory, 'a.js'), '// mine\n');
    const { status, stdout, stderr } = migrate(directory, [flag]);
    expect(stdout).toMatch(/^The migration is (?:finished|taken back): \d files? written\.\n$/u);
    expect(stderr).toContain('a.js was changed or taken away since, and stays as it is');
    const [, before = '', after = ''] =
      /What it held: (.*)\. What was made of it: (.*)\n/u.exec(stderr) ?? [];
    expect(readFileSync(before, 'utf8')).toBe(BEFORE);
    expect(readFileSync(after, 'utf8')).toBe(AFTER);
    expect(status).toBe(1);
    expect(texts(directory)).toEqual(['// mine\n', text]);
    expect(migrate(directory, [flag]).status).toBe(3);
  });

  it('by a migration that is still running: neither finished nor taken back', () => {
    const directory = project(TWO);
    expect(migrate(directory, [], { fault: 'kill:15' }).signal).toBe('SIGKILL');
    expect(hasJournal(directory)).toBe(true);
    writeFileSync(join(directory, LOCK), `${process.pid}\n`);
    for (const args of [[], ['--resume'], ['--undo']]) {
      const { status, stderr } = migrate(directory, args);
      expect(stderr).toContain('another migration is being written here');
      expect(status).toBe(2);
    }
  });

  it('by a migration whose number is that of this one, in another container', () => {
    const directory = project(TWO);
    mkdirSync(join(directory, '.async-perf'));
    const lockAndRun = `echo $$ > ${LOCK}; exec "$0" "$@"`;
    const { status } = spawnSync(
      'sh',
      ['-c', lockAndRun, process.execPath, COMMAND, 'migrate', '--node=20', '--force'],
      { cwd: directory },
    );
    expect(status).toBe(0);
    expect(leftovers(directory)).toEqual([]);
  });
});

describe('a file that is replaced', () => {
  it('keeps its mode, whatever new files get', () => {
    const directory = project(TWO);
    chmodSync(join(directory, 'a.js'), 0o666);
    chmodSync(join(directory, 'b.js'), 0o775);
    expect(migrate(directory).status).toBe(0);
    const modes = ['a.js', 'b.js'].map((name) => statSync(join(directory, name)).mode & 0o777);
    expect(modes).toEqual([0o666, 0o775]);
  });

  it('may be a package.json that a link leads to', () => {
    const directory = project({ ...TWO, 'package.json': MANIFEST });
    mkdirSync(join(directory, 'shared'));
    renameSync(join(directory, 'package.json'), join(directory, 'shared/package.json'));
    symlinkSync('shared/package.json', join(directory, 'package.json'));
    expect(migrate(directory).status).toBe(0);
    expect(lstatSync(join(directory, 'package.json')).isSymbolicLink()).toBe(true);
    expect(read(directory, 'package.json')).toBe(WITHOUT_CO);
  });
});
