import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

import { convert } from '../../../core/codemod/convert.js';
import { codemod } from '../../../codemods/async-lib-to-async.js';

const directory = mkdtempSync(join(tmpdir(), 'async-perf-async-'));
writeFileSync(
  join(directory, 'package.json'),
  JSON.stringify({ dependencies: { async: '^3.2.0' } }),
);
afterAll(() => rmSync(directory, { recursive: true }));

/** @param {string} text @param {Record<string, unknown>} [options] */
const reasonsOf = (text, options = { accept: 'timing-unobservable' }) =>
  convert(
    {
      path: join(directory, 'flow.js'),
      source: `const async = require('async');\nconst fs = require('fs');\n${text}\n`,
    },
    codemod,
    { node: '20', ...options },
  ).sites.map(({ reason }) => reason);

describe('a collection whose places get other values on the way', () => {
  it.each([
    "exports.run = (o, done) => { async.eachOfSeries(o, (v, k, next) => { if (k === 'a') o.c = 3; save(v, next); }, done); };",
    'exports.run = (o, done) => { async.eachOfSeries(o, (v, k, next) => { delete o.b; save(v, next); }, done); };',
    'exports.run = (o, done) => { async.eachOfLimit(o, 2, (v, k, next) => { o[k] = 0; save(v, next); }, done); };',
    'exports.run = (o, done) => { async.eachOf(o, (v, k, next) => { o.c = 9; save(v, next); }, done); };',
    'exports.run = (o, done) => { async.eachSeries(o, (v, next) => { o.c = 9; save(v, next); }, done); };',
    'exports.run = (o, done) => { async.mapSeries(o, (v, next) => { change(); save(v, next); }, done); function change() { o.c = 9; } };',
    'exports.run = (o, done) => { async.reduce(o, 0, (memo, v, next) => { o.c = 9; save(v, next); }, done); };',
    'exports.run = (o, done) => { async.filterSeries(o, (v, next) => { o.c = 9; save(v, next); }, done); };',
    'exports.run = (done) => { const tasks = { a: (next) => { tasks.b = (n) => save(2, n); save(1, next); }, b: (next) => save(0, next) }; async.series(tasks, done); };',
  ])('is left alone: %s', (text) => {
    expect(reasonsOf(text)).toEqual(['collection-changes']);
  });

  it.each([
    'exports.run = (done) => { const o = { a: 1, b: 2 }; async.eachOfSeries(o, (v, k, next) => { o.b = 7; save(v, next); }, done); };',
    'exports.run = (done) => { const o = { a: 1 }; o.b = 2; async.eachSeries(o, (v, next) => { save(v, next); }, done); };',
  ])('is converted where each is read in its turn, or nothing changes any more: %s', (text) => {
    expect(reasonsOf(text)).toEqual([undefined]);
  });
});

describe('a function that the file replaces is not known to call back later', () => {
  it.each([
    "fs.readFile = (path, cb) => cb(null, 'x');\nexports.run = (done) => { async.parallel([(next) => fs.readFile('a', next)], done); log('after'); };",
    "Object.assign(fs, { readFile: (path, cb) => cb(null, 'x') });\nexports.run = (done) => { async.parallel([(next) => fs.readFile('a', next)], done); log('after'); };",
    "exports.run = (done) => { setImmediate = (fn) => fn(); async.parallel([(next) => setImmediate(next)], done); log('after'); };",
    "exports.run = (done) => { process.nextTick = (fn) => fn(); async.parallel([(next) => process.nextTick(next)], done); log('after'); };",
  ])('%s', (text) => {
    expect(reasonsOf(text, {})).toEqual(['timing-unobservable']);
  });
});

it.each([
  ['1', true],
  ['2', false],
  ['3', false],
])(
  'takes no function of another file for one with a callback that version %s may wait for as an async one',
  (version, isConverted) => {
    const source = `const async = require('async');
const steps = require('./steps');
exports.run = (items, cb) => { async.eachSeries(items, steps.visit, cb); };
`;
    const { changed, sites } = convert({ path: 'program.js', source }, codemod, {
      node: '20',
      'async-version': version,
      accept: 'timing-unobservable',
    });
    expect(changed, JSON.stringify(sites)).toBe(isConverted);
  },
);

it.each([
  ['2', ''],
  ['3', 'ENOENT'],
])(
  'ends the process with an error that no callback gets where version %s does',
  (version, code) => {
    const source = `const async = require('async');
const fs = require('fs');
function sizes(files, cb) { async.mapSeries(files, (file, next) => fs.stat(file, next), cb); }
sizes(['/nowhere/at/all']);
`;
    const converted = convert({ path: 'program.js', source }, codemod, {
      node: '20',
      'async-version': version,
    });
    expect(converted.changed).toBe(true);
    for (const text of [source.replace("'async'", `'async-${version}'`), converted.source]) {
      const { stderr, status } = spawnSync(process.execPath, ['-e', text], { encoding: 'utf8' });
      expect(stderr, text).toContain(code);
      expect(status, text).toBe(code === '' ? 0 : 1);
    }
  },
);

it.each([
  "async.waterfall([(next) => fs.open(path, 'r', next), (file, next) => fs.readFile(file, 'utf8', next)], done);",
  "async.waterfall([(next) => fs.open(path, 'r', (err, file) => next(err, { file })), (o, next) => fs.readFile(o.file, 'utf8', next)], done);",
  "let file;\nasync.series([(next) => fs.open(path, 'r', (err, opened) => { if (err) return next(err); file = opened; next(); }), (next) => fs.readFile(file, 'utf8', next)], (err, all) => done(err, all[1]));",
  "async.waterfall([(next) => fs.open(path, 'r', next), (file, next) => async.map([file], (one, n) => fs.readFile(one, 'utf8', n), next)], (err, all) => done(err, all[0]));",
])('reads a file by the descriptor of the step before: %s', (body) => {
  const source = `const async = require('async');
const fs = require('fs');
function run(path, done) {
${body}
}
run('package.json', (err, text) => { console.log(err ? err.code : text.length); });
`;
  const options = { node: '20', 'async-version': '3', accept: 'timing-unobservable' };
  const converted = convert({ path: 'program.js', source }, codemod, options);
  expect(converted.changed).toBe(true);
  const [before, after] = [source.replace("'async'", "'async-3'"), converted.source].map(
    (text) => spawnSync(process.execPath, ['-e', text], { encoding: 'utf8' }).stdout,
  );
  expect(before).toMatch(/^\d+\n$/u);
  expect(after, converted.source).toBe(before);
});

it.each([
  'setImmediate(next, false)',
  'process.nextTick(next, false)',
  'setTimeout(next, 1, !item)',
])('leaves what version 3 ends without a word: %s', (cancel) => {
  const source = `const async = require('async');
exports.run = (items, cb) => { async.eachSeries(items, (item, next) => { ${cancel}; }, cb); };
`;
  const options = { node: '20', accept: 'timing-unobservable' };
  const [two, three] = ['2', '3'].map((version) =>
    convert({ path: 'program.js', source }, codemod, { ...options, 'async-version': version }),
  );
  expect(two?.changed).toBe(true);
  expect(three?.changed).toBe(false);
});

describe('async functions', () => {
  const SOURCES = [
    'exports.run = (xs, done) => { async.map(xs, async (x) => x, done); };',
    'exports.run = (xs, done) => { async.series([async () => 1], done); };',
    'exports.run = (xs, done) => { async.eachLimit(xs, 2, async (x) => { note(x); }, done); };',
    'const fn = async (x) => x; async.map([1], fn, (err, all) => { note(all); });',
  ];

  it.each(SOURCES)('get a callback of version 1, which they do not call: %s', (text) => {
    const options = { accept: 'timing-unobservable' };
    expect(reasonsOf(text, { ...options, 'async-version': '1' })).toEqual(['flow-iteratee']);
    expect(reasonsOf(text, { ...options, 'async-version': '3' })).toEqual([undefined]);
  });

  it('rest on what others fail with', () => {
    const text =
      'exports.run = (xs, done) => { async.each(xs, async (x) => { await load(x); }, done); };';
    expect(reasonsOf(text)).toEqual([undefined]);
    expect(reasonsOf(text, { refuse: 'error-first' })).toEqual(['evidence-missing']);
  });
});

describe('functions that are handed in may be async ones, which get no callback', () => {
  it.each([
    'exports.run = (tasks, done) => { async.series(tasks, done); };',
    'exports.run = (tasks, done) => { async.parallel(tasks, (err, all) => { if (err) return done(err); done(null, all); }); };',
    'exports.run = (tasks, done) => { async.parallelLimit(tasks.slice(1), 2, done); };',
    'exports.run = (tasks, done) => { async.waterfall(tasks, done); };',
    'exports.run = ({ tasks }, done) => { async.series(tasks, done); };',
    'exports.run = (how, done) => { async.series(how.tasks, done); };',
    'exports.run = (how, done) => { const { tasks } = how; const all = how.tasks; async.series(all, done); };',
    'exports.run = (list, fn, done) => { async.map(list, fn, done); };',
    'exports.run = (list, fn, done) => { async.eachSeries(list, fn, done); };',
    'exports.run = (task, done) => { async.retry(3, task, done); };',
    'exports.run = (fn, done) => { async.parallel([fn, (next) => save(1, next)], done); };',
    'exports.run = (fn, done) => { async.timesSeries(3, fn, done); };',
    'exports.run = (fn, done) => { async.reduce([1], 0, fn, done); };',
  ])('%s', (text) => {
    expect(reasonsOf(text)).toEqual(['flow-iteratee']);
  });

  it('but not where the file makes them, gives them their callback, or has version 1', () => {
    const made =
      'exports.run = (ids, done) => { const tasks = ids.map((id) => (next) => save(id, next)); async.series(tasks, done); };';
    const called =
      'exports.run = (list, fn, done) => { async.map(list, (item, next) => { fn(item, next); }, done); };';
    const old = 'exports.run = (tasks, done) => { async.series(tasks, done); };';
    expect(reasonsOf(made)).toEqual([undefined]);
    expect(reasonsOf(called)).toEqual([undefined]);
    expect(reasonsOf(old, { accept: 'timing-unobservable', 'async-version': '1' })).toEqual([
      undefined,
    ]);
  });
});
