import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { AFTER, BEFORE, TWO, command, migrate, project, read } from './projects.js';

describe('--interactive', () => {
  /**
   * @param {string} directory
   * @param {string} input
   * @param {...string} args
   */
  function answer(directory, input, ...args) {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [command, 'migrate', '--node=20', '--interactive', ...args],
      { cwd: directory, encoding: 'utf8', input },
    );
    return { status, stdout, stderr };
  }

  it('shows each conversion, and makes those that are wanted', () => {
    const directory = project({ 'a.js': TWO });
    const { status, stdout, stderr } = answer(directory, 'n\nwhat?\nyes\n');
    expect(read(directory, 'a.js')).toBe(
      "const co = require('co');\n\nexports.a = co.wrap(function* () {\n  yield load();\n});\n\nexports.b = async function () {\n  await load();\n};\n",
    );
    expect(stderr).toContain('-exports.a = co.wrap(function* () {');
    expect(stderr).toContain('+exports.b = async function () {');
    expect(stderr).toContain('a.js:3:13 generator-to-async, the operand of `yield`');
    expect(stderr.match(/Convert it\? \[y\]es, \[n\]o, \[a\]ll, \[q\]uit: /gu)).toHaveLength(3);
    expect(stdout).toContain('refused a.js:3:13 not-chosen');
    expect(stdout).toContain('2 sites: 1 converted, 1 refused');
    expect(stdout).toContain('answer yes in `async-perf migrate --interactive`');
    expect(status).toBe(4);
  });

  it('tells places as they are in the file, whatever was converted before', () => {
    const chain =
      'exports.f = () =>\n  fetch("a")\n    .then((x) => x.json())\n    .then((y) => y.z);\n';
    const source = BEFORE + chain;
    const directory = project({ 'a.js': source });
    const { stderr, stdout } = answer(directory, 'y\nn\n', '--dry-run');
    const line = 1 + source.split('\n').findIndex((text) => text.includes('fetch('));
    expect(stderr).toMatch(new RegExp(`^a\\.js:${line}:\\d+ promise-chain-to-async`, 'mu'));
    expect(stdout).toMatch(new RegExp(`^refused a\\.js:${line}:\\d+ not-chosen`, 'mu'));
  });

  it('makes all that are left after all, and none after quit', () => {
    const all = project({ 'a.js': TWO, 'b.js': BEFORE });
    expect(answer(all, 'a\n').status).toBe(0);
    expect(read(all, 'a.js')).not.toContain('co.wrap');
    expect(read(all, 'b.js')).toBe(AFTER);

    const quit = project({ 'a.js': BEFORE, 'b.js': BEFORE });
    expect(answer(quit, 'y\nq\n').status).toBe(4);
    expect(read(quit, 'a.js')).toBe(AFTER);
    expect(read(quit, 'b.js')).toBe(BEFORE);
  });

  it('takes the end of the answers for quit, but needs one', () => {
    const ended = project({ 'a.js': BEFORE, 'b.js': BEFORE });
    expect(answer(ended, 'y\n').status).toBe(4);
    expect([read(ended, 'a.js'), read(ended, 'b.js')]).toEqual([AFTER, BEFORE]);

    const closed = project({ 'a.js': BEFORE });
    const { status, stderr, stdout } = answer(closed, '');
    expect(stderr).toContain('no answer could be read');
    expect([status, stdout]).toEqual([2, '']);
    expect(read(closed, 'a.js')).toBe(BEFORE);
  });

  it('asks once for sites that are converted together', () => {
    const source = `const co = require('co');

function* load() {
  return yield fetch('a');
}

exports.run = co.wrap(function* () {
  return yield load();
});
`;
    const directory = project({ 'a.js': source });
    const whole = JSON.parse(migrate(directory, '--plan-only').stdout);
    expect(whole.sites.map((/** @type {any} */ { status }) => status)).toEqual([
      'converted',
      'converted',
    ]);
    const { stderr, stdout } = answer(directory, 'n\n', '--dry-run');
    expect(stderr.match(/Convert it\?/gu)).toHaveLength(1);
    expect(stderr).toContain('+async function load() {');
    expect(stdout).toContain('2 sites: 0 converted, 2 refused');
  });
});
