import { beforeAll, describe, expect, it } from 'vitest';

import { Scratch } from './scratch.js';

/** Runners that load the files of tests by loaders of their own. */

const STORE = `exports.load = (key, cb) => { setImmediate(cb, null, key); };
exports.use = (key, cb) => {
  exports.load(key, function (err, value) {
    if (err) return cb(err);
    cb(null, value);
  });
};
`;

const MODULE = `export const store = {
  load(key, cb) { setImmediate(cb, null, key); },
  use(key, cb) {
    store.load(key, function (err, value) {
      if (err) return cb(err);
      cb(null, value);
    });
  },
};
`;

/** @param {string} stub Puts one in place of \`load\`. @returns {string} */
const tests = (stub) => `const store = require('../store');
describe('store', () => {
  it('loads', (done) => { store.use(1, (err) => { done(err); }); });
  it('loads once more', (done) => { store.use(2, (err) => { done(err); }); });
  it('is stubbed', (done) => { ${stub}; store.use(3, (err) => { done(err); }); });
});
`;

const USE =
  'const use = (key) => new Promise((resolve) => { store.use(key, (err, value) => { resolve(value); }); });';

const BY_HAND = 'store.load = (key, cb) => { cb(null, 7); };';

const RUNNERS = {
  mocha: {
    packages: ['mocha@11', 'sinon@21'],
    test: tests("require('sinon').stub(store, 'load').yields(null, 1)"),
    command: ['npx', 'mocha', 'test/store.test.js'],
  },
  jest: {
    packages: ['jest@30'],
    test: tests("jest.spyOn(store, 'load').mockImplementation((key, cb) => { cb(null, 1); })"),
    command: ['npx', 'jest'],
  },
  'jest 26': {
    packages: ['jest@26'],
    test: tests("jest.spyOn(store, 'load').mockImplementation((key, cb) => { cb(null, 1); })"),
    command: ['npx', 'jest'],
  },
  // A function of the test itself stands in for the callee.
  ava: {
    packages: ['ava@6'],
    test: `const test = require('ava');
const store = require('../store');
${USE}
test.serial('loads', async (t) => { t.is(await use(1), 1); });
test.serial('loads once more', async (t) => { t.is(await use(2), 2); });
test.serial('is stubbed', async (t) => { ${BY_HAND} t.is(await use(3), 7); });
`,
    command: ['npx', 'ava', 'test/store.test.js'],
  },
  lab: {
    packages: ['@hapi/lab@26'],
    test: `const assert = require('node:assert');
const { it } = (exports.lab = require('@hapi/lab').script());
const store = require('../store');
${USE}
it('loads', async () => { assert.equal(await use(1), 1); });
it('loads once more', async () => { assert.equal(await use(2), 2); });
it('is stubbed', async () => { ${BY_HAND} assert.equal(await use(3), 7); });
`,
    command: ['npx', 'lab', 'test/store.test.js'],
  },
  tape: {
    packages: ['tape@5'],
    test: `const test = require('tape');
const store = require('../store');
test('loads', (t) => { store.use(1, (err, value) => { t.end(err); }); });
test('loads once more', (t) => { store.use(2, (err, value) => { t.end(err); }); });
test('is stubbed', (t) => { ${BY_HAND} store.use(3, (err, value) => { t.equal(value, 7); t.end(); }); });
`,
    command: ['npx', 'tape', 'test/store.test.js'],
  },
  jasmine: {
    packages: ['jasmine@5'],
    test: tests("spyOn(store, 'load').and.callFake((key, cb) => { cb(null, 1); })").replaceAll(
      'done(err)',
      'expect(err).toBeNull(); done()',
    ),
    command: ['npx', 'jasmine', 'test/store.test.js', '--random=false'],
  },
  vitest: {
    store: MODULE,
    place: '4:21',
    packages: ['vitest@3'],
    test: `import { expect, it, vi } from 'vitest';
import { store } from '../store.js';
const use = (key) => new Promise((resolve) => { store.use(key, (err, value) => { resolve(value); }); });
it('loads', async () => { expect(await use(1)).toBe(1); });
it('loads once more', async () => { expect(await use(2)).toBe(2); });
it('is stubbed', async () => {
  vi.spyOn(store, 'load').mockImplementation((key, cb) => { cb(null, 7); });
  expect(await use(3)).toBe(7);
});
`,
    command: ['npx', 'vitest', 'run'],
  },
};

describe.each(Object.entries(RUNNERS))('%s', (name, { packages, test, command, ...own }) => {
  const { store, place } = { store: STORE, place: '3:21', ...own };

  /** @type {Scratch} */
  let scratch;

  beforeAll(() => {
    scratch = new Scratch(`record-${name.replace(' ', '-')}`)
      .write({
        'package.json': '{ "private": true }\n',
        '.gitignore': 'node_modules\n',
        'store.js': store,
        'test/store.test.js': test,
      })
      .install(...packages)
      .commitAll();
  });

  it('is recorded, and its stubs are counted apart', () => {
    const output = scratch.run('npx', ['async-perf', 'record', '--', ...command]);
    expect(output).toContain('2 files of 2 were run');
    const { files } = JSON.parse(scratch.read('.async-perf/record.json'));
    expect(files['store.js'].calls[place]).toMatchObject({
      calls: 2,
      sameTick: 0,
      later: 2,
      stubbed: 1,
      firsts: { null: 2 },
    });
  });
});
