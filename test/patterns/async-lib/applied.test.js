import { createRequire } from 'node:module';
import process from 'node:process';
import { compileFunction } from 'node:vm';

import { describe, expect, it } from 'vitest';

import { codemod } from '../../../codemods/async-lib-to-async.js';
import { convert } from '../../../core/codemod/convert.js';

const nodeRequire = createRequire(import.meta.url);

const HEAD = `'use strict';
const async = require('async');
const store = require('store');
function own(first, second, cb) {
  store.get(first + second, (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });
}
`;

/**
 * @param {string} body
 * @param {number} version
 */
const toAsync = (body, version) =>
  convert({ path: '/work/module.js', source: HEAD + body }, codemod, {
    node: '20',
    trust: 'application',
    'async-version': version,
  });

/**
 * @param {string} source
 * @param {number} version Of the library.
 * @param {string | undefined} failing A key that is not there.
 * @returns {Promise<unknown>} What the function calls back with, and the calls that it made.
 */
function run(source, version, failing) {
  /** @type {unknown[][]} */
  const calls = [];
  const answer = (/** @type {string} */ name) =>
    function (/** @type {any[]} */ ...given) {
      const [key] = given;
      const callback = given.pop();
      calls.push([name, ...given]);
      setImmediate(() => {
        if (key === failing) {
          callback(new Error(`no ${key}`));
        } else {
          callback(null, `${name}(${given.map((each) => JSON.stringify(each)).join()})`);
        }
      });
    };
  const store = { get: answer('get'), put: answer('put'), all: answer('all') };
  const module = { exports: /** @type {Record<string, Function>} */ ({}) };
  const load = (/** @type {string} */ id) =>
    id === 'store' ? store : nodeRequire(id === 'async' ? `async-${version}` : id);
  compileFunction(source, ['require', 'exports', 'module', 'process'])(
    load,
    module.exports,
    module,
    process,
  );
  return new Promise((resolve) => {
    module.exports.run?.(
      { id: 'k', more: 1 },
      (/** @type {Error | null} */ err, /** @type {unknown[]} */ ...results) => {
        resolve({
          error: err ? err.message : null,
          results: err ? [] : results.filter((each) => each !== undefined),
          calls,
        });
      },
    );
  });
}

/** @type {[name: string, body: string][]} */
const CASES = [
  [
    'one after another, with what they are given',
    `exports.run = (user, done) => {
      async.series([
        async.apply(store.put, user.id, { a: 1 }),
        async.apply(own, 'x', user.id + '!'),
        async.apply(store.all),
        (next) => store.get('last', next),
      ], (err, results) => { if (err) return done(err); done(null, results); });
    };`,
  ],
  [
    'one after another, for nobody',
    `exports.run = (user, done) => {
      async.series([async.apply(store.put, user.id), async.apply(own, 'x', 'y')], (err) => done(err));
    };`,
  ],
  [
    'by their keys',
    `exports.run = (user, done) => {
      async.series({ put: async.apply(store.put, user.id), own: async.apply(own, 'x', \`y\${user.more}\`) }, done);
    };`,
  ],
  [
    'side by side',
    `exports.run = (user, done) => {
      async.parallel([
        async.apply(store.put, user.id),
        (next) => own('x', 'y', next),
        async.apply(store.get, 'user:' + user.id, [user.more]),
        async.apply(store.all),
      ], (err, results) => { if (err) return done(err); done(null, results); });
    };`,
  ],
  [
    'with what the task before gives, behind their own',
    `exports.run = (user, done) => {
      async.waterfall([
        async.apply(own, user.id, 'first'),
        (value, next) => {
          store.put('x', value, (err, text) => {
            if (err) return next(err);
            next(null, text + '!');
          });
        },
        async.apply(store.get, 'y'),
      ], (err, value) => { if (err) return done(err); done(null, value); });
    };`,
  ],
  [
    'by the name that destructuring gives the function',
    `const { apply, series } = require('async');
    exports.run = (user, done) => {
      series([apply(store.put, user.id), apply(own, 'x', 'y')], (err, results) => done(err, results));
    };`,
  ],
];

describe.each([1, 2, 3])('tasks of apply, with version %i', (version) => {
  it.each(CASES)('%s', async (_, body) => {
    const { source, sites } = toAsync(body, version);
    expect(sites.map(({ reason, status }) => reason ?? status)).toEqual(['converted']);
    expect(source).not.toMatch(/\bapply\(/u);
    for (const failing of [undefined, 'k', 'x', 'xy', 'kfirst', 'last']) {
      expect(await run(source, version, failing)).toEqual(await run(HEAD + body, version, failing));
    }
  });
});

describe('a task of apply stays', () => {
  it.each([
    [
      'that is given another value meanwhile',
      `async.apply(store.get, count)`,
      'let count = 0; const add = () => { count++; };',
    ],
    ['that is given what a call gives', 'async.apply(store.get, next())', 'const next = () => 1;'],
    [
      'that is given a member that the file writes',
      'async.apply(store.get, user.id)',
      'user.id = 2;',
    ],
    ['of a list of arguments', 'async.apply(store.get, ...list)', 'const list = [];'],
    ['of a function that is found out', `async.apply(user.fast ? store.get : own, 'x')`, ''],
  ])('%s', (_, task, before) => {
    const body = `exports.run = (user, done) => {
      ${before}
      async.series([(next) => store.put('x', next), ${task}], (err) => done(err));
    };`;
    expect(toAsync(body, 2).source).toContain(task);
  });

  it('where the task before may give nothing, which it would not be given', () => {
    const task = 'async.apply(store.put)';
    const body = `exports.run = (user, done) => {
      async.waterfall([(next) => store.get('x', next), ${task}], (err) => done(err));
    };`;
    expect(toAsync(body, 2).source).toContain(task);
  });
});
