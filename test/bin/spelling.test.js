import { describe, expect, it } from 'vitest';
import { closeNames } from '../../bin/terminal/spelling.js';
import { readOptions } from '../../core/contract/options.js';
import { BEFORE, migrate, project, runCommand } from './projects.js';

describe('closeNames', () => {
  it.each([
    ['no-useles-async', ['no-async-reduce', 'no-useless-async'], 'no-useless-async'],
    ['chek', ['bench', 'check', 'explain'], 'check'],
    ['strct', ['recommended', 'strict', 'all'], 'strict'],
    ['Promise-Wrapped', ['no-promise-wrapped-await', 'xyz'], 'no-promise-wrapped-await'],
  ])('of %s are the nearest first', (word, names, expected) => {
    expect(closeNames(word, names)[0]).toBe(expected);
  });

  it('are none of what is far from all', () => {
    expect(closeNames('xyz', ['check', 'migrate'])).toEqual([]);
  });
});

describe('what is misspelt is asked for', () => {
  it.each([
    [['chek'], "there is no command 'chek': is it check?"],
    [['check', '--confg=all'], "no option '--confg': is it --config?"],
    [['check', '--xyz'], "no option '--xyz': see `async-perf check --help`"],
    [['check', '--config=strct'], '--config=strct: is it strict?'],
    [['migrate', '--onyl=x'], "no option '--onyl': is it --only?"],
    [['migrate', '--dryrun'], "no option '--dryrun': is it --dry-run?"],
    [['bench', 'a.js', '--codemodes'], "no option '--codemodes': is it --codemods?"],
    [['migrate', '--only=generator-to-asinc'], 'is it generator-to-async'],
  ])('%j', (args, message) => {
    const { status, stdout, stderr } = runCommand(project({}), args);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect([status, stdout]).toEqual([2, '']);
  });
});

describe('an option of an earlier version', () => {
  it.each([
    ['--strict', '--strict was replaced: write --trust=strict'],
    ['--callback-timing=accept', 'write --accept=timing-unobservable'],
    ['--sync-throws=refuse', 'write --refuse=throws-late'],
    ['--promisify=db.get', 'write --callbacks=NAME,…'],
    ['--floating=iife', '--floating was replaced: leave it out'],
    ['--no-collection-is-array', 'write --refuse=collection-is-array'],
    ['--no-callee-is-error-first', 'write --refuse=error-first'],
  ])('is named with what took its place: %s', (option, message) => {
    const { status, stderr } = runCommand(project({ 'a.js': BEFORE }), ['migrate', option]);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(status).toBe(2);
    const [, name = '', value = true] = /^--([\w-]+)(?:=(.*))?$/u.exec(option) ?? [];
    // jscodeshift hands on `--no-once` as `once`, which is false.
    const raw = name.startsWith('no-') ? { [name.slice(3)]: false } : { [name]: value };
    expect(() => readOptions(raw)).toThrow(message);
  });
});

describe('a value of an option', () => {
  it.each([
    [
      ['migrate', '--verify'],
      '--verify needs a value, after a `=`: see `async-perf migrate --help`',
    ],
    [['migrate', '--verify', '--dry-run'], '--verify needs a value'],
    [['check', '--config'], '--config needs a value'],
    [['migrate', '--dry-run=yes'], '--dry-run takes no value: see `async-perf migrate --help`'],
  ])('is asked for, or found too many: %j', (args, message) => {
    const { status, stdout, stderr } = runCommand(project({}), args);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect([status, stdout]).toEqual([2, '']);
  });
});

describe('--timing', () => {
  const files = { 'a.js': BEFORE };
  const PHASES = ['read', 'pretest', 'parse', 'scopes', 'analysis', 'edits', 'verification'];

  it('tells what took how long', () => {
    const { stdout } = migrate(project(files), '--timing', '--verify=true');
    for (const phase of [...PHASES, 'command', 'write']) {
      expect(stdout).toMatch(new RegExp(`^${phase} +\\d+ ms$`, 'mu'));
    }
  });

  it('tells it to programs, and counts nothing twice', () => {
    const { stdout } = migrate(project(files), '--timing', '--dry-run', '--format=json');
    const { seconds, timing } = JSON.parse(stdout);
    expect(Object.keys(timing).sort()).toEqual([...PHASES].sort());
    const times = /** @type {number[]} */ (Object.values(timing));
    expect(times.reduce((sum, time) => sum + time, 0)).toBeLessThan(1000 * (seconds + 0.01));
    expect(JSON.parse(migrate(project(files), '--plan-only').stdout).timing).toBe(undefined);
  });
});
