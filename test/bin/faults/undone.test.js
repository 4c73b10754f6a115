import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { AFTER, BEFORE, leftovers, makeProject, migrate, read } from './project.js';

/** @type {string[]} */
const made = [];
afterEach(() => made.splice(0).forEach((each) => rmSync(each, { recursive: true, force: true })));

const MANIFEST = '{ "dependencies": { "co": "^4.6.0" } }\n';
const FILES = { 'a.js': BEFORE, 'lib/b.js': BEFORE, 'package.json': MANIFEST };

/** @param {string} directory */
const textsOf = (directory) => Object.keys(FILES).map((name) => read(directory, name));

function project() {
  const directory = makeProject(FILES);
  made.push(directory);
  return directory;
}

describe('a migration that came to its end', { timeout: 120_000 }, () => {
  it.each([
    ['at once', []],
    ['when its command had passed', ['--verify=true']],
  ])('is taken back, with its package.json: written %s', (_, args) => {
    const directory = project();
    expect(migrate(directory, args).status).toBe(0);
    expect(textsOf(directory)).toEqual([AFTER, AFTER, '{ "dependencies": {} }\n']);
    expect(read(directory, '.async-perf/.gitignore')).toBe('*\n');
    expect(leftovers(directory)).toEqual([]);
    const { status, stdout, stderr } = migrate(directory, ['--undo']);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toBe('The migration is taken back: 3 files written.\n');
    expect(textsOf(directory)).toEqual(Object.values(FILES));
    expect(existsSync(join(directory, '.async-perf'))).toBe(false);
    expect(migrate(directory, ['--undo']).status).toBe(3);
  });

  it('holds what its command failed for as little as what it kept', () => {
    const directory = project();
    migrate(directory, ['--verify=grep -q co.wrap a.js']);
    expect(textsOf(directory)).toEqual([BEFORE, AFTER, MANIFEST]);
    writeFileSync(join(directory, 'a.js'), '// mine\n');
    expect(migrate(directory, ['--undo'])).toMatchObject({ status: 0, stderr: '' });
    expect(textsOf(directory)).toEqual(['// mine\n', BEFORE, MANIFEST]);
  });

  it('is not finished by --resume, which says what it could do', () => {
    const directory = project();
    migrate(directory);
    const { status, stdout } = migrate(directory, ['--resume']);
    expect(stdout).toContain('--undo takes it back');
    expect(status).toBe(3);
    expect(read(directory, 'a.js')).toBe(AFTER);
  });

  it('leaves what was edited since, names it, and fails', () => {
    const directory = project();
    migrate(directory);
    writeFileSync(join(directory, 'a.js'), `${AFTER}// mine\n`);
    const { status, stdout, stderr } = migrate(directory, ['--undo']);
    expect(stdout).toBe('The migration is taken back: 2 files written.\n');
    expect(stderr).toContain('a.js was changed or taken away since, and stays as it is');
    expect(status).toBe(1);
    expect(textsOf(directory)).toEqual([`${AFTER}// mine\n`, BEFORE, MANIFEST]);
  });

  it('can be taken back until the next one has written', () => {
    const directory = project();
    migrate(directory, ['a.js']);
    migrate(directory, ['--dry-run']);
    expect(migrate(directory, ['a.js']).status).toBe(3);
    migrate(directory, ['lib']);
    expect(readdirSync(join(directory, '.async-perf/contents'))).toHaveLength(4);
    migrate(directory, ['--undo']);
    expect(textsOf(directory)).toEqual([AFTER, BEFORE, MANIFEST]);
  });

  it('can still be taken back when the next one was cut off before it changed a file', () => {
    const directory = project();
    migrate(directory, ['a.js']);
    expect(migrate(directory, ['lib'], { fault: 'kill:6' }).signal).toBe('SIGKILL');
    expect(read(directory, 'lib/b.js')).toBe(BEFORE);
    expect(migrate(directory, ['--undo']).status).toBe(0);
    expect(textsOf(directory)).toEqual(Object.values(FILES));
    expect(leftovers(directory)).toEqual([]);
  });

  it('was cut off before it changed a file: --resume and --undo clean up and say so', () => {
    for (const flag of ['--resume', '--undo']) {
      const directory = project();
      expect(migrate(directory, [], { fault: 'kill:8' }).signal).toBe('SIGKILL');
      expect(readdirSync(join(directory, '.async-perf'))).toContain('contents');
      const { status, stdout } = migrate(directory, [flag]);
      expect(stdout).toContain('cut off before it changed a file');
      expect(status).toBe(3);
      expect(existsSync(join(directory, '.async-perf'))).toBe(false);
      expect(textsOf(directory)).toEqual(Object.values(FILES));
    }
  });
});
