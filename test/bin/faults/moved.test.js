import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { AFTER, BEFORE, leftovers, makeProject, migrate, read } from './project.js';

/** @type {string[]} */
const made = [];
afterEach(() => made.splice(0).forEach((each) => rmSync(each, { recursive: true, force: true })));

const MANIFEST = '{ "dependencies": { "co": "^4.6.0" } }\n';
const WITHOUT_CO = '{ "dependencies": {} }\n';
const PROJECT = { 'a.js': BEFORE, 'lib/b.js': BEFORE, 'package.json': MANIFEST };
const FLAGS = /** @type {const} */ ([
  ['--resume', { 'a.js': AFTER, 'lib/b.js': AFTER, 'package.json': WITHOUT_CO }],
  ['--undo', PROJECT],
]);

/** What stays after a run, too. */
const OF_JOURNAL = /(?:^|\/)\.async-perf\/(?:\.gitignore$|contents\/|journal\.json$)/u;

/** @param {string} directory @returns {Record<string, string>} The text of all files below but journals. */
function filesOf(directory) {
  const entries = readdirSync(directory, { withFileTypes: true, recursive: true });
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile() && entry.name !== 'lock')
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(directory.length + 1), readFileSync(path, 'utf8')])
      .filter(([name = '']) => !OF_JOURNAL.test(name)),
  );
}

/** @param {string} name @returns {string} Of the file that is renamed to it. */
const temporaryOf = (name) =>
  `.${createHash('sha256').update(name).digest('hex').slice(0, 16)}.tmp`;

/** @type {Map<string, number>} The moment that each list of arguments was killed at. */
const moments = new Map();

/**
 * @param {Record<string, string>} [others] Files beside the project.
 * @param {string[]} [args]
 * @returns {{ base: string, project: string }} Where a migration was killed between the writing of
 *   a.js and that of the next file, whose temporary file is half written.
 */
function cutOff(others = {}, args = []) {
  const inside = Object.entries(PROJECT).map(([name, text]) => [`project/${name}`, text]);
  const all = { ...Object.fromEntries(inside), ...others };
  const base = realpathSync(makeProject(all));
  made.push(base);
  const project = join(base, 'project');
  for (let moment = moments.get(args.join(' ')) ?? 15; ; moment++) {
    expect(migrate(project, args, { fault: `kill:${moment}` }).signal).toBe('SIGKILL');
    const names = Object.keys(filesOf(base)).filter((name) => !name.includes('.async-perf/'));
    if (read(project, 'a.js') === AFTER && names.some((name) => name.endsWith('.tmp'))) {
      moments.set(args.join(' '), moment);
      return { base, project };
    }
    rmSync(join(project, '.async-perf'), { recursive: true, force: true });
    names.filter((name) => name.endsWith('.tmp')).forEach((name) => rmSync(join(base, name)));
    Object.entries(all).forEach(([name, text]) => writeFileSync(join(base, name), text));
  }
}

describe('a migration that was cut off', { timeout: 300_000 }, () => {
  it.each(FLAGS)('in a tree that was copied since: %s settles the copy', (flag, expected) => {
    const { base, project } = cutOff();
    const copy = join(base, 'copy');
    cpSync(project, copy, { recursive: true });
    const original = filesOf(project);
    const { status, stdout, stderr } = migrate(copy, [flag]);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain(
      flag === '--undo' ? 'taken back: 1 file written' : 'finished: 2 files',
    );
    expect(filesOf(copy)).toEqual(expected);
    expect(filesOf(project)).toEqual(original);
    expect(migrate(project, [flag]).status).toBe(0);
    expect(filesOf(project)).toEqual(expected);
  });

  it.each(FLAGS)('in a tree that was moved since: %s settles it', (flag, expected) => {
    const { base, project } = cutOff();
    const moved = join(base, 'other/place');
    mkdirSync(dirname(moved));
    renameSync(project, moved);
    expect(migrate(moved, []).stderr).toContain(`${moved}/.async-perf holds a migration`);
    expect(migrate(moved, [flag])).toMatchObject({ status: 0, stderr: '' });
    expect(filesOf(moved)).toEqual(expected);
    expect(filesOf(base)).not.toHaveProperty('project/a.js');
  });

  it('in a tree that was moved into a git work tree since is found where it lies', () => {
    const { base, project } = cutOff();
    spawnSync('git', ['init'], { cwd: base });
    expect(migrate(project, ['--force']).stderr).toContain('holds a migration that was cut off');
    expect(migrate(project, ['--undo'])).toMatchObject({ status: 0, stderr: '' });
    expect(filesOf(project)).toEqual(PROJECT);
  });

  it('keeps under one name what has no place in a tree that was moved', () => {
    const { base, project } = cutOff();
    writeFileSync(join(project, 'a.js'), '// mine\n');
    const copy = join(base, 'copy');
    cpSync(project, copy, { recursive: true });
    for (const directory of [project, copy]) expect(migrate(directory, ['--undo']).status).toBe(1);
    expect(filesOf(copy)).toEqual(filesOf(project));
    expect(Object.values(filesOf(join(copy, '.async-perf/kept'))).sort()).toEqual(
      [BEFORE, AFTER].sort(),
    );
  });

  it('before its journal was whole leaves nothing in a tree that was moved', () => {
    const base = realpathSync(makeProject({ 'project/a.js': BEFORE }));
    made.push(base);
    const isCutOff = (/** @type {number} */ moment) => {
      migrate(join(base, 'project'), [], { fault: `kill:${moment}` });
      return filesOf(base)[`project/.async-perf/${temporaryOf('journal.json')}`] !== undefined;
    };
    expect(Array.from({ length: 25 }, (_, index) => index + 1).some(isCutOff)).toBe(true);
    renameSync(join(base, 'project'), join(base, 'moved'));
    expect(migrate(join(base, 'moved')).status).toBe(0);
    expect(leftovers(join(base, 'moved'))).toEqual([]);
  });

  it('of a tree that is not here is not taken for settled', () => {
    const { base, project } = cutOff();
    const other = join(base, 'other');
    mkdirSync(other);
    renameSync(join(project, '.async-perf'), join(other, '.async-perf'));
    const { status, stderr } = migrate(other, ['--undo']);
    expect(stderr).toContain(`none of the files that ${other}/.async-perf names is there`);
    expect(status).toBe(2);
    renameSync(join(other, '.async-perf'), join(project, '.async-perf'));
    expect(migrate(project, ['--undo']).status).toBe(0);
    expect(filesOf(project)).toEqual(PROJECT);
  });
});

describe('files outside of the directory of the journal', { timeout: 300_000 }, () => {
  const args = ['.', '../beside', '--only=generator-to-async'];
  const beside = { 'beside/c.js': BEFORE, 'beside/package.json': MANIFEST };

  it.each(FLAGS)('are settled with %s where it was written', (flag, expected) => {
    const { base, project } = cutOff(beside, args);
    const all = filesOf(base);
    const { status, stderr } = migrate(project, [flag]);
    expect(stderr).toMatch(
      /beside\/c\.js may not be written: it lies outside of .*--undo \. \.\.\/other/u,
    );
    expect(status).toBe(2);
    expect(filesOf(base)).toEqual(all);
    expect(migrate(project, [flag, '../beside'])).toMatchObject({ status: 0, stderr: '' });
    expect(filesOf(project)).toEqual(expected);
    expect(filesOf(join(base, 'beside'))).toEqual({
      'c.js': expected['a.js'],
      'package.json': expected['package.json'],
    });
  });

  it.each(FLAGS)('are not touched with %s where it was copied to', (flag) => {
    const { base, project } = cutOff(beside, args);
    const copy = join(base, 'copy');
    cpSync(project, copy, { recursive: true });
    const all = filesOf(base);
    const { status, stdout, stderr } = migrate(copy, [flag, '../beside']);
    expect(stderr).toContain(`${copy}/.async-perf was written in ${project}`);
    expect(stderr).toContain(`${join(base, 'beside/c.js')} lies outside of ${copy}`);
    expect([status, stdout]).toEqual([2, '']);
    expect(filesOf(base)).toEqual(all);
  });

  it('are also those that a link leads to by now', () => {
    const { base, project } = cutOff();
    const copy = join(base, 'copy');
    cpSync(project, copy, { recursive: true });
    rmSync(join(copy, 'lib'), { recursive: true });
    symlinkSync('../project/lib', join(copy, 'lib'));
    const all = filesOf(base);
    const { status, stderr } = migrate(copy, ['--resume']);
    expect(stderr).toContain(`${copy}/lib/b.js lies outside of ${copy}`);
    expect(status).toBe(2);
    expect(filesOf(base)).toEqual(all);
  });

  it('are not written through a link that has the name of a temporary file', () => {
    const base = makeProject({ 'project/a.js': BEFORE, 'mine.txt': 'mine\n' });
    made.push(base);
    symlinkSync('../mine.txt', join(base, 'project', temporaryOf('a.js')));
    expect(migrate(join(base, 'project')).status).toBe(0);
    expect(read(base, 'mine.txt')).toBe('mine\n');
    expect(filesOf(join(base, 'project'))).toEqual({ 'a.js': AFTER });
  });
});
