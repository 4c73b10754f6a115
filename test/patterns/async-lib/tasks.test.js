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

/** Tasks that are written in the function around them. @type {[name: string, body: string][]} */
const WITHOUT_FUNCTIONS = [
  [
    'the last task, whose statements end the function',
    `exports.run = (user, done) => {
      async.waterfall([
        (next) => store.get(user.id, next),
        function (text, next) {
          if (text === 'x') return next(new Error('x'));
          const parts = text.split('(');
          store.put(parts[0], (err, made) => {
            if (err) return next(err);
            next(null, made + parts.length);
          });
        },
      ], done);
    };`,
  ],
  [
    'the last task, by a name that means something else before it',
    `const list = [1, 2];
    exports.run = (user, done) => {
      async.waterfall([
        (next) => store.get(list.join(), next),
        function (list, next) {
          const more = { list, own: { list: 1 }.list };
          list = list + '!';
          next(null, [list, more.list, more.own]);
        },
      ], done);
    };`,
  ],
  [
    'the last task, with an error that has the name of another',
    `exports.run = (user, done) => {
      if (!user.id) return done(null, 'none');
      async.waterfall([
        (next) => {
          store.get(user.id, (err, text) => {
            if (err) return next(err);
            next(null, text + '?');
          });
        },
        (given, next) => {
          store.put(given, (err, made) => {
            if (err) return next(err);
            next(null, [made]);
          });
        },
      ], (err, list) => done(err, list));
    };`,
  ],
  [
    'tasks whose parameters have one name',
    `exports.run = (user, done) => {
      async.waterfall([
        (next) => store.get(user.id, next),
        (text, next) => store.put(text, { text }, next),
        function (text, next) { store.get(text + 'x', next); },
      ], done);
    };`,
  ],
];

/** Tasks that stay functions, since their names mean something else around them. @type {[name: string, body: string][]} */
const WITH_FUNCTIONS = [
  [
    'a last task that declares a name of the function around it',
    `exports.run = (user, done) => {
      const parts = [user.id];
      async.waterfall([
        (next) => store.get(parts[0], next),
        function (text, next) {
          const parts = text.length;
          next(null, parts);
        },
      ], done);
    };`,
  ],
  [
    'a last task that names a result as a task before it does',
    `exports.run = (user, done) => {
      async.waterfall([
        (next) => store.get(user.id, next),
        (made, next) => store.put(made, next),
        function (text, next) {
          store.get(text, (err, made) => {
            if (err) return next(err);
            next(null, made + text);
          });
        },
      ], done);
    };`,
  ],
  [
    'a last task behind which the function goes on',
    `exports.run = (user, done) => {
      if (user.more) {
        async.waterfall([
          (next) => store.get(user.id, next),
          (text, next) => {
            const made = text + 1;
            if (made.length > 3) next(null, made); else next();
          },
        ], done);
        return;
      }
      store.get('other', done);
    };`,
  ],
  [
    'a last task with a function that is there before its statement',
    `exports.run = (user, done) => {
      async.waterfall([
        (next) => store.get(user.id, next),
        function (text, next) {
          const made = make(text);
          function make(given) { return given + given; }
          next(null, made);
        },
      ], done);
    };`,
  ],
];

describe.each([1, 2, 3])('tasks of a waterfall, with version %i', (version) => {
  it.each([
    ...WITHOUT_FUNCTIONS.map((each) => [...each, false]),
    ...WITH_FUNCTIONS.map((each) => [...each, true]),
  ])('%s', async (_, body, isFunction) => {
    const { source, sites } = toAsync(String(body), version);
    expect(sites.map(({ reason, status }) => reason ?? status)).toEqual(['converted']);
    expect(/\(async function|\(async \(\w/u.test(source)).toBe(isFunction);
    for (const failing of [undefined, 'k', '1,2', 'get("k")', 'get']) {
      expect(await run(source, version, failing)).toEqual(
        await run(HEAD + String(body), version, failing),
      );
    }
  });
});

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
