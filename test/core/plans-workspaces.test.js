import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

import { codemod } from '../../codemods/callback-to-async.js';
import { planMigration } from '../../core/project/migration.js';

/**
 * Packages of a workspace, which find each other by name.
 */

const root = mkdtempSync(join(tmpdir(), 'async-perf-workspace-'));
afterAll(() => rmSync(root, { recursive: true }));

const LOAD = `const fs = require('fs');
exports.size = function (file, cb) {
  fs.stat(file, (err, stats) => {
    if (err) return cb(err);
    cb(null, stats.size > 0);
  });
};
exports.atOnce = (file, cb) => cb(null, file.length > 0);
exports.often = (file, cb) => {
  for (let turn = 1; turn <= 3; turn += 1) setTimeout(cb, turn, null, turn);
};
`;

const FILES = {
  'package.json': '{ "private": true, "workspaces": ["packages/*"] }',
  'packages/load/package.json': '{ "name": "@own/load", "main": "lib.js" }',
  'packages/load/lib.js': LOAD,
  'packages/exported/package.json':
    '{ "name": "exported", "exports": { ".": "./lib.js", "./more": { "default": "./lib.js" } } }',
  'packages/exported/lib.js': LOAD,
  'packages/user/package.json': '{ "name": "user" }',
};

/**
 * @param {string} specifier
 * @param {string} key
 */
const main = (specifier, key) => `const load = require('${specifier}');
let isLater = false;
function show(file, cb) {
  load.${key}(file, (err, value) => {
    if (err) return cb(err);
    cb(null, 'value ' + value);
  });
}
show(__filename, (err, text) => console.log(err, text, isLater));
isLater = true;
`;

/**
 * @param {string} text Of the file that uses a package.
 * @param {Record<string, unknown>} options
 * @returns {{ before: string, after: string, written: string }}
 */
function migrate(text, options) {
  const directory = mkdtempSync(join(root, 'project-'));
  const files = { ...FILES, 'packages/user/main.js': text };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), content);
  }
  mkdirSync(join(directory, 'node_modules/@own'), { recursive: true });
  for (const [name, folder] of [
    ['@own/load', 'load'],
    ['exported', 'exported'],
  ]) {
    symlinkSync(
      join(directory, `packages/${folder}`),
      join(directory, `node_modules/${name}`),
      'junction',
    );
  }
  const entry = join(directory, 'packages/user/main.js');
  const run = () => execFileSync(process.execPath, [entry], { encoding: 'utf8' });
  const before = run();
  const paths = Object.keys(files)
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(directory, name));
  const { groups } = planMigration(paths, [codemod], { node: '20', ...options });
  const changes = groups.flatMap((group) => group.files);
  changes.forEach(({ path, after }) => writeFileSync(path, after));
  const written = String(changes.find(({ path }) => path === entry)?.after ?? text);
  return { before, after: run(), written };
}

describe('a package of the workspace', () => {
  it.each(['@own/load', '@own/load/lib.js', 'exported', 'exported/more'])(
    'loses its callbacks with those who use it: %s',
    (specifier) => {
      const { before, after, written } = migrate(main(specifier, 'size'), { api: 'async' });
      expect(after).toBe(before);
      expect(written).toContain('await load.size(file)');
    },
  );

  it.each([
    'const { size } = load;\nsize(__filename, console.log);',
    'exports.both = [load.size];',
  ])('keeps a callback that somebody gives: %s', (use) => {
    const text = `${main('@own/load', 'size')}${use}\n`;
    const { before, after, written } = migrate(text, { api: 'async' });
    // Two reads of the disk race.
    expect(after.split('\n').sort()).toEqual(before.split('\n').sort());
    expect(written).toContain('sizeAsync(load');
  });

  it.each(['atOnce', 'often'])('is known for when it calls back, and how often: %s', (key) => {
    const text = main('@own/load', key);
    const { before, after, written } = migrate(text, {});
    expect(after).toBe(before);
    expect(written).toBe(text);
  });
});
