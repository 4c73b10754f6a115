import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { codemod } from '../../../codemods/async-lib-to-async.js';
import { convert } from '../../../core/codemod/convert.js';

/**
 * What is known to call back in a later tick, so that a call of `async` over it converts though
 * something may run behind the call.
 */

const root = mkdtempSync(join(tmpdir(), 'async-lib-later-'));
afterAll(() => {
  rmSync(root, { recursive: true });
});
writeFileSync(join(root, 'package.json'), '{ "dependencies": { "async": "^2.6.0" } }');

const HEAD = `const fs = require('fs');
const async = require('async');
const redis = require('redis');
const _ = require('lodash');
const other = require('./other');
`;

/**
 * @param {string} step What the iteratee is.
 * @param {{ before?: string, others?: Record<string, string>, hasPlan?: boolean, options?: object }} [how]
 */
function judge(step, { before = '', others = {}, hasPlan = true, options = {} } = {}) {
  const path = join(root, 'module.js');
  const source = `${HEAD}${before}
module.exports = function (items, store) {
  async.eachSeries(items, ${step}, store.done);
};
`;
  const files = [
    { path, source },
    ...Object.entries(others).map(([name, text]) => ({ path: join(root, name), source: text })),
  ];
  for (const file of files) writeFileSync(file.path, file.source);
  const given = { node: '20', ...options };
  const facts = hasPlan ? codemod.planProject?.(files, given).factsFor(path) : {};
  const [site] = convert({ path, source }, codemod, given, facts).sites;
  for (const file of files) rmSync(file.path);
  return site?.reason ?? site?.status;
}

describe('a step that is later', () => {
  it.each([
    ["Node's own function", '(item, next) => fs.stat(item, next)'],
    ['one that is not error-first', '(item, next) => fs.exists(item, (is) => next(null, is))'],
    [
      'a callback in a loop',
      '(item, next) => { for (const each of item) return fs.stat(each, () => next()); }',
    ],
    [
      'a function with a name, given to what is later',
      `(item, next) => { function finish(err) { console.log(err); next(err); } fs.stat(item, finish); }`,
    ],
    ['a callback that may be missing', '(item, next) => fs.stat(item, (e) => next && next(e))'],
    ['a bound function', 'load.bind(null, 1)', 'function load(a, b, cb) { fs.stat(b, cb); }'],
    ['what lodash binds', '_.partial(load, 1)', 'function load(a, b, cb) { fs.stat(b, cb); }'],
    ['what async binds', "async.apply(fs.writeFile, 'name')"],
    [
      'a function that is called with an object',
      '(item, next) => { load.call(this, item, next); }',
      'function load(a, cb) { fs.stat(a, cb); }',
    ],
    ['what a package made', '(item, next) => { redis.createClient().get(item, next); }'],
    [
      'what a package made, by a name',
      '(item, next) => { client.get(item, next); }',
      'const client = redis.createClient();',
    ],
    ['a method that the project does not define', '(item, next) => { store.get(item, next); }'],
    [
      'a method of the file',
      '(item, next) => { module.exports.load(item, next); }',
      'exports.load = function (a, cb) { fs.stat(a, cb); };',
    ],
  ])('%s', (_name, step, before = '') => {
    expect(judge(step, { before })).toBe('converted');
  });

  it.each([
    '(item, next) => { for (const each of item) fs.stat(each, () => next()); }',
    '(item, next) => { item.forEach((each) => fs.stat(each, next)); }',
  ])('calls back once: %s', (step) => {
    expect(judge(step)).toBe('flow-iteratee');
  });

  it('a method that another file defines so', () => {
    const others = { 'other.js': 'exports.get = function (key, cb) { setImmediate(cb, null); };' };
    expect(judge('(item, next) => { store.get(item, next); }', { others })).toBe('converted');
  });

  it.each([
    ['a text of that name', "exports.words = { get: 'Holen', set: 'Setzen' };"],
    ['a number of that name', 'exports.counts = { "get": 1, set: 2 };'],
    ['what is compared with it', "exports.is = (method) => method === 'get';"],
    ['a test of that name', "it('get', () => {});"],
    [
      'a script for browsers',
      'Store.prototype.get = function (key, cb) { cb(); }; window.store = new Store();',
    ],
  ])('a method, beside %s', (_name, text) => {
    const others = { 'other.js': text };
    expect(judge('(item, next) => { store.get(item, next); }', { others })).toBe('converted');
  });

  it('a function of another file, over `async` itself', () => {
    const others = {
      'other.js': `const async = require('async');
exports.load = function (key, cb) {
  async.series([(next) => setImmediate(next)], (err) => cb(err));
};`,
    };
    expect(judge('(item, next) => { other.load(item, next); }', { others })).toBe('converted');
  });
});

describe('a step that may call back at once', () => {
  it.each([
    ['it calls back itself', '(item, next) => { if (!item) return next(); fs.stat(item, next); }'],
    [
      'a function with a name is called, too',
      '(item, next) => { function finish() { next(); } if (!item) return finish(); fs.stat(item, finish); }',
    ],
    ['a library that runs at once', '(item, next) => { _.each([item], () => next()); }'],
    ['what such a library made', '(item, next) => { _.chain(item).tap(next); }'],
    [
      "a bound function's own text",
      'load.bind(null, 1)',
      'function load(a, b, cb) { if (!b) return cb(); fs.stat(b, cb); }',
    ],
    [
      'a function of the file that a library calls at once',
      '(item, next) => { load(item, next); }',
      'function load(a, cb) { _.each([a], () => { cb(null); }); }',
    ],
    [
      'what lodash binds calls back in its own text',
      '_.partial(load, 1)',
      'function load(a, b, cb) { if (!b) return cb(); fs.stat(b, cb); }',
    ],
    ['what lodash binds behind a gap', '_.partial(fs.stat, _)'],
    ['a parameter', '(item, next) => { items(item, next); }'],
    ['a function that is no callback', '(item, next) => { store.walk(item, () => next()); }'],
  ])('%s', (_name, step, before = '') => {
    expect(judge(step, { before })).toBe('timing-unobservable');
  });

  it('a method of another file', () => {
    const others = { 'other.js': 'exports.get = function (key, cb) { cb(null); };' };
    expect(judge('(item, next) => { store.get(item, next); }', { others })).toBe(
      'timing-unobservable',
    );
  });

  it('a method with other arguments', () => {
    const others = {
      'other.js': 'exports.get = function (key, more, cb) { setImmediate(cb, null); };',
    };
    expect(judge('(item, next) => { store.get(item, next); }', { others })).toBe(
      'timing-unobservable',
    );
  });

  it.each([
    ['in a list', "for (const name of ['get', 'set']) exports[name] = make(name);"],
    ['that a text is asked for', "exports.words = { get: 'a'.concat, set: 1 };"],
    ['of a module that knows browsers', 'exports.get = make(); window.store = exports;'],
  ])('a member %s', (_name, text) => {
    const others = { 'other.js': text };
    expect(judge('(item, next) => { store.get(item, next); }', { others })).toBe(
      'timing-unobservable',
    );
  });

  it('a member that only its name tells of', () => {
    const others = { 'other.js': "exports['get'] = make();" };
    expect(judge('(item, next) => { store.get(item, next); }', { others })).toBe(
      'timing-unobservable',
    );
  });

  it('a method, without a plan of the project', () => {
    expect(judge('(item, next) => { store.get(item, next); }', { hasPlan: false })).toBe(
      'timing-unobservable',
    );
  });

  it('a method, where nothing is assumed', () => {
    const options = { trust: 'strict' };
    expect(judge('(item, next) => { store.get(item, next); }', { options })).not.toBe('converted');
  });
});

describe('nothing runs behind', () => {
  it.each([
    ['a route', "app.post('/', ROUTE);", 'converted'],
    ['a route of its own kind', "self.apiRoute('post', 'save', ROUTE);", 'converted'],
    ['a server', 'http.createServer(ROUTE).listen();', 'converted'],
    ['what is kept', 'exports.save = ROUTE;', 'timing-unobservable'],
    ['what is wrapped', "app.post('/', wrap(ROUTE));", 'timing-unobservable'],
    ['what something calls at once', 'withSession(ROUTE);', 'timing-unobservable'],
  ])('%s', (_name, text, outcome) => {
    const route = `function (req, res) {
  async.each(req.items, (item, next) => next(), (err) => { res.end(String(err)); });
}`;
    const source = `${HEAD}${text.replace('ROUTE', route)}\n`;
    const [site] = convert({ path: join(root, 'a.js'), source }, codemod, { node: '20' }).sites;
    expect(site?.reason ?? site?.status).toBe(outcome);
  });

  it('a function that a test runner gets by its name', () => {
    const source = `${HEAD}beforeEach(seed);
function seed(done) {
  async.each([1], (item, next) => { if (item) return next(); fs.stat(item, next); }, done);
}
`;
    const path = join(root, 'seed.test.js');
    const [site] = convert({ path, source }, codemod, { node: '20' }).sites;
    expect(site).toMatchObject({ status: 'converted' });
  });
});
