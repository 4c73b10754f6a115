import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';

import { codemod } from '../../codemods/callback-to-async.js';
import { planMigration } from '../../core/project/migration.js';

const root = mkdtempSync(join(tmpdir(), 'async-perf-plan-'));
afterAll(() => rmSync(root, { recursive: true }));

const LIBRARY = {
  'package.json': '{ "main": "lib/index.js" }',
  'lib/load.js': `const fs = require('fs');
function load(file, cb) {
  fs.readFile(file, 'utf8', (err, text) => {
    if (err) return cb(err);
    cb(null, text.trim());
  });
}
function size(file, cb) {
  fs.stat(file, (err, stat) => {
    if (err) return cb(err);
    cb(null, stat.size);
  });
}
exports.load = load;
exports.size = size;
exports.twice = function (file, cb) {
  fs.stat(file, (err) => {
    if (err) cb(err);
    cb(null, file);
  });
};
exports.cached = function (file, cb) {
  if (file === 'cached') return cb(null, 'at once');
  load(file, cb);
};
exports.of = function (files, name, cb) {
  files.lookUp(name, (err, file) => {
    if (err) return cb(err);
    cb(null, file);
  });
};
exports.pair = function (file, cb) {
  fs.readFile(file, 'utf8', (err, text) => {
    if (err) return cb(err);
    cb(null, text, text.length);
  });
};
exports.ticket = function (file, cb) {
  fs.stat(file, (err) => {
    if (err) return cb(err);
    cb(null, file);
  });
  return { file };
};
`,
  'lib/index.js': `const lib = require('./load');
const { load } = require('./load');
exports.both = function (file, cb) {
  load(file, (err, next) => {
    if (err) return cb(err);
    lib.load(next, cb);
  });
};
exports.cachedToo = function (file, cb) {
  lib.cached(file, (err, text) => {
    if (err) return cb(err);
    cb(null, text + '!');
  });
};
exports.twiceToo = function (file, cb) {
  lib.twice(file, (err, text) => {
    if (err) return cb(err);
    cb(null, text);
  });
};
exports.pairToo = function (file, cb) {
  load(file, (err, next) => {
    if (err) return cb(err);
    lib.pair(next, cb);
  });
};
exports.ofToo = function (files, cb) {
  lib.of(files, 'first.txt', (err, file) => {
    if (err) return cb(err);
    cb(null, file);
  });
};
exports.sizeToo = function (file, cb) {
  lib.size(file, (err, size) => {
    if (err) return cb(err);
    cb(null, size);
  });
};
exports.ticketToo = function (file, cb) {
  return lib.ticket(file, (err, found) => {
    if (err) return cb(err);
    cb(null, found);
  });
};
`,
  'test/size.js': `const lib = require('../lib/load');
exports.show = (file) => lib.size(file, (err, size) => console.log(size));
`,
  'first.txt': 'second.txt\n',
  'second.txt': 'the end\n',
};

/**
 * @param {Record<string, unknown>} options
 * @returns {{ directory: string, groups: string[][], reasons: Map<string, string | undefined>, read: (name: string) => string, load: (name: string) => any }}
 */
function migrateLibrary(options) {
  const directory = mkdtempSync(join(root, 'project-'));
  const write = (/** @type {string} */ path, /** @type {string | Buffer} */ content) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  };
  for (const [name, text] of Object.entries(LIBRARY)) {
    write(join(directory, name), text);
  }
  const paths = ['lib/index.js', 'lib/load.js'].map((name) => join(directory, name));
  const migration = planMigration(paths, [codemod], { node: '20', ...options });
  const changes = migration.groups.flatMap(({ files }) => files);
  changes.forEach(({ path, after }) => write(path, after));
  return {
    directory,
    groups: migration.groups.map(({ files }) => files.map(({ path }) => path).sort()),
    reasons: new Map(
      migration.sites.map(({ file, line, reason }) => [
        `${file.slice(directory.length + 1)}:${line}`,
        reason,
      ]),
    ),
    read: (name) => String(changes.find(({ path }) => path === join(directory, name))?.after ?? ''),
    load: (name) => createRequire(join(directory, 'package.json'))(join(directory, name)),
  };
}

const started = process.cwd();
afterEach(() => process.chdir(started));

describe('a plan of the project', () => {
  it('knows when functions of other files call back, how often, and with what', () => {
    const { reasons, groups } = migrateLibrary({});
    expect(Object.fromEntries(reasons)).toEqual({
      'lib/index.js:3': undefined,
      'lib/index.js:9': 'timing-unobservable',
      'lib/index.js:15': 'callee-refused',
      'lib/index.js:21': 'several-results',
      'lib/index.js:27': 'timing-unobservable',
      'lib/index.js:33': undefined,
      'lib/index.js:39': 'result-used',
      'lib/load.js:2': undefined,
      'lib/load.js:8': undefined,
      'lib/load.js:16': 'falls-through',
      'lib/load.js:26': 'timing-unobservable',
      'lib/load.js:32': undefined,
      'lib/load.js:38': undefined,
    });
    expect(groups.every((files) => files.length === 1)).toBe(true);
  });

  it('keeps what callers get', async () => {
    const { load, directory } = migrateLibrary({});
    process.chdir(directory);
    const { both, sizeToo } = load('lib/index.js');
    const results = await Promise.all(
      [both, sizeToo].map(
        (fn) =>
          new Promise((resolve) =>
            fn('first.txt', (/** @type {unknown[]} */ ...given) => resolve(given)),
          ),
      ),
    );
    expect(results).toEqual([
      [null, 'the end'],
      [null, 11],
    ]);
  });

  it('takes the callback from functions whose every caller can wait, with --api=async', async () => {
    const { load, read, groups, directory } = migrateLibrary({ api: 'async' });
    const [index, lib] = [read('lib/index.js'), read('lib/load.js')];
    expect(groups).toEqual([[join(directory, 'lib/index.js'), join(directory, 'lib/load.js')]]);
    expect(lib).toContain('async function load(file)');
    expect(index).toContain('await load(file)');
    expect(index).toContain('lib.load(next)');
    process.chdir(directory);
    const { both, cachedToo, sizeToo } = load('lib/index.js');
    expect(await both('first.txt')).toBe('the end');
    expect(await cachedToo('cached')).toBe('at once!');
    expect(await sizeToo('first.txt')).toBe(11);
  });

  it('leaves a callback to functions that others call, tests too', async () => {
    const { load, directory } = migrateLibrary({ api: 'async' });
    process.chdir(directory);
    const { size } = load('lib/load.js');
    const given = await new Promise((resolve) =>
      size('first.txt', (/** @type {unknown[]} */ ...results) => resolve(results)),
    );
    expect(given).toEqual([null, 11]);
  });

  it.each([
    ['throws', "exports.load = function (file, cb) { throw new Error('not here'); };\n"],
    [
      'keeps what it is given',
      'exports.load = (file, cb) => { exports.kept.push(cb); };\nexports.kept = [];\n',
    ],
    [
      'is declared elsewhere',
      'const load = (file) => { file.cb(); };\nmodule.exports = { load };\n',
    ],
  ])('does not wait for a function of another file that %s', (_, text) => {
    const directory = mkdtempSync(join(root, 'plain-'));
    const use = `const { load } = require('./load');
exports.use = function (file, cb) {
  load(file, (err, text) => {
    if (err) return cb(err);
    cb(null, text + '!');
  });
};
`;
    const paths = Object.entries({ 'load.js': text, 'use.js': use }).map(([name, source]) => {
      const path = join(directory, name);
      writeFileSync(path, source);
      return path;
    });
    for (const options of [{ accept: 'timing-unobservable' }, { api: 'async' }]) {
      const { sites } = planMigration(paths, [codemod], { node: '20', ...options });
      expect(sites.map(({ reason }) => reason)).toEqual(['callee-refused']);
    }
  });

  it('knows that callbacks have members', () => {
    const directory = mkdtempSync(join(root, 'members-'));
    const files = {
      'log.js': `exports.log = function (line, cb) { if (cb.log) cb.log(line); setImmediate(cb, null); };\n`,
      'run.js': `const open = require('open');
exports.run = function (file, cb) {
  open(file, (err) => {
    if (err) return cb(err);
    open('x', cb);
  });
};
`,
    };
    const paths = Object.entries(files).map(([name, text]) => {
      const path = join(directory, name);
      writeFileSync(path, text);
      return path;
    });
    const { sites } = planMigration(paths, [codemod], { node: '20' });
    expect(sites.map(({ reason }) => reason)).toContain('callback-members');
  });

  const SIZE = `const fs = require('fs');
exports.size = function (file, cb) {
  fs.stat(file, (err, stat) => {
    if (err) return cb(err);
    cb(null, stat.size);
  });
};
`;
  const TYPES =
    'export function size(file: string, cb: (err: Error | null, n?: number) => void): void;\n';

  it.each([
    ['beside the file', {}, { 'size.d.ts': TYPES }],
    ['of a package', { main: './size.js', types: './types.d.ts' }, { 'types.d.ts': TYPES }],
    [
      'of one entry of a package',
      { exports: { './size': { types: './types/size.d.ts', default: './size.js' } } },
      { 'types/size.d.ts': TYPES },
    ],
    [
      'of what the file hands on',
      { main: './main.js', typings: 'types.d.ts' },
      { 'types.d.ts': TYPES, 'main.js': "exports.size = require('./size').size;\n" },
    ],
  ])('keeps the callback that declarations speak of: those %s', (_, manifest, more) => {
    const directory = mkdtempSync(join(root, 'declared-'));
    const all = { 'package.json': JSON.stringify(manifest), 'size.js': SIZE, ...more };
    const paths = Object.entries(all).map(([name, text]) => {
      const path = join(directory, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      return path;
    });
    const convert = () =>
      planMigration(
        paths.filter((path) => /\w\.js$/u.test(path)),
        [codemod],
        { node: '20', api: 'async' },
      ).groups.flatMap(({ files }) => files.map(({ after }) => String(after)));

    expect(convert().join('')).toContain('exports.size = function (file, cb) {');
    for (const path of paths.filter((each) => each.endsWith('.d.ts'))) rmSync(path);
    expect(convert().join('')).toContain('exports.size = async function (file) {');
  });

  it('keeps the callback that a file still gives which could not be written', () => {
    const directory = mkdtempSync(join(root, 'late-'));
    const all = {
      'package.json': '{}',
      'lib/size.js': `const fs = require('fs')
exports.size = function (file, cb) {
  fs.stat(file, (err, stat) => {
    if (err) return cb(err)
    cb(null, stat.size)
  })
}
`,
      // What begins with a bracket would go on with the line before it.
      'lib/total.mjs': `import lib from './size.js'
const total = (file, cb) => {
  ;[file].forEach((each) => console.log(each))
  function onsize(err, size) {
    if (err) return cb(err)
    cb(null, size + 1)
  }
  lib.size(file, onsize)
}
export { total }
`,
      'bin/use.mjs': "import { total } from '../lib/total.mjs'\ntotal('a', console.log)\n",
    };
    const paths = Object.entries(all).map(([name, text]) => {
      const path = join(directory, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      return path;
    });
    const { groups, sites } = planMigration(
      paths.filter((path) => path.includes('lib')),
      [codemod],
      { node: '20', api: 'async', accept: 'timing-unobservable' },
    );
    const [size = '', ...more] = groups.flatMap(({ files }) =>
      files.map(({ after }) => String(after)),
    );
    expect(sites.map(({ reason }) => reason)).toEqual([undefined, 'output-joins-lines']);
    expect(more).toEqual([]);
    expect(size).toContain('exports.size = function (file, cb) {');
  });

  it.each([
    ['lib.size[util.promisify.custom] = () => Promise.resolve(7);', 7],
    ['', 2],
  ])('leaves promise forms to files that set them: %s', async (set, size) => {
    const directory = mkdtempSync(join(root, 'forms-'));
    const all = {
      'package.json': '{}',
      'size.js': `const fs = require('fs');
exports.size = function (file, cb) {
  fs.stat(file, (err, stat) => {
    if (err) return cb(err);
    cb(null, stat.size);
  });
};
`,
      'use.js': `'use strict';
const util = require('util');
const lib = require('./size');
${set}
exports.size = util.promisify(lib.size);
`,
    };
    const paths = Object.entries(all).map(([name, text]) => {
      writeFileSync(join(directory, name), text);
      return join(directory, name);
    });
    const { groups } = planMigration(paths.slice(1), [codemod], { node: '20' });
    const [written] = groups.flatMap(({ files }) => files);
    writeFileSync(written?.path ?? '', written?.after ?? '');
    expect(String(written?.after).includes('promisify.custom')).toBe(set === '');
    const { size: read } = createRequire(join(directory, 'x.js'))('./use.js');
    expect(await read(join(directory, 'package.json'))).toBe(size);
  });
});

it('a function of another file keeps its callback where a call says its `this`', () => {
  const directory = mkdtempSync(join(root, 'told-'));
  const files = {
    'package.json': '{ "main": "run.js" }',
    'part.js': `const fs = require('fs');
exports.part = function (file, cb) {
  if (!file) return cb(null, file);
  fs.stat(file, (err, stat) => {
    if (err) return cb(err);
    cb(null, stat.size);
  });
};
`,
    'run.js': `const lib = require('./part');
exports.run = function (file, cb) {
  lib.part.call(null, file, cb);
};
exports.more = function (file, cb) {
  lib.part.call(null, file, (err, size) => (err ? cb(err) : cb(null, size + 1)));
};
`,
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(directory, name), text);
  }
  const paths = ['part.js', 'run.js'].map((name) => join(directory, name));
  const { groups } = planMigration(paths, [codemod], { node: '20', api: 'async' });
  const changed = groups.flatMap((group) => group.files);
  const after = String(changed.find(({ path }) => path.endsWith('run.js'))?.after ?? '');
  expect(after).not.toMatch(/part\.call\(null, file\)/u);
});
