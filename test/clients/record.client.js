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
