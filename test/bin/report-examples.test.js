import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { command, project } from './projects.js';

const page = readFileSync(new URL('../../docs/reports.md', import.meta.url), 'utf8');
const [planner, task, checker] = [...page.matchAll(/^```js\n(.*?)^```$/gmsu)].map(
  ([, code = '']) => code,
);

/** The callee comes from a package that says nothing of itself. */
const REFUSED = `exports.load = function (id, cb) {
  log(id);
  this.store.fetch(id, function (err, value) {
    if (err) return cb(err);
    cb(null, value.name);
  });
};
`;

const CONVERTED = `const co = require('co');
exports.wait = co.wrap(function* () {
  yield Promise.resolve(1);
});
`;

/**
 * @param {string} directory
 * @param {string | undefined} code Of an example.
 * @returns {string} What it prints.
 */
function run(directory, code = '') {
  const bin = join(directory, '.bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(
    join(bin, 'npx'),
    `#!/bin/sh\nshift\nexec '${process.execPath}' '${command}' "$@"\n`,
    { mode: 0o755 },
  );
  writeFileSync(join(directory, 'example.mjs'), code);
  const { status, stdout, stderr } = spawnSync(process.execPath, ['example.mjs'], {
    cwd: directory,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH']}` },
  });
  expect(status, stderr).toBe(0);
  return stdout;
}

/** @param {Record<string, string>} files */
const library = (files) =>
  project({
    'package.json': '{ "name": "a", "files": ["src"], "engines": { "node": ">=20" } }\n',
    ...files,
  });

describe('the programs in docs/reports.md', () => {
  it('plan from `migrate`', () => {
    const directory = library({ 'src/left.js': REFUSED, 'src/wait.js': CONVERTED });
    const output = run(directory, planner);
    expect(output).toMatch(/^1 sites: the callback may be called before the function returns/u);
    expect(output).toContain("Begin with [ 'src/wait.js' ]");
  });

  it('give an agent its next task', () => {
    const directory = library({ 'src/left.js': REFUSED, 'src/wait.js': CONVERTED });
    const first = run(directory, task);
    expect(first).toMatch(/^Freed or rewritten: 0 sites\.\nNext: the callback may be called/u);
    expect(first).toContain('\n- src/left.js:1\n');
    writeFileSync(join(directory, 'src/left.js'), 'exports.load = async () => {};\n');
    expect(run(directory, task)).toBe('Freed or rewritten: 1 sites.\n');
  });

  it('plan from `check`', () => {
    const directory = library({ 'src/wait.js': CONVERTED, 'src/none.js': 'exports.a = 1;\n' });
    expect(run(directory, checker)).toMatch(/^\[ \[ 'src\/wait\.js', [\d.]+ \] \]\n$/u);
  });
});
