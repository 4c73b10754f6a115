import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { compileFunction } from 'node:vm';

import { describe, expect, it } from 'vitest';

import { codemod } from '../../codemods/async-lib-to-async.js';
import { convert } from '../../core/codemod/convert.js';
import { run } from './async-library.js';

const require = createRequire(import.meta.url);

/**
 * Converted code is run beside the original, which runs on the real library in each of its versions.
 */

/** One exported function for each function of the library, over operations that are required. */
const SOURCE = `
const async = require('async');
const { get } = require('operations');
exports.series = function (a, b, cb) {
  async.series([(next) => get(a, next), (next) => get(b, next)], cb);
};
exports.seriesOfObject = function (a, b, cb) {
  async.series({ a: (next) => get(a, next), b: (next) => get(b, next) }, cb);
};
exports.parallel = function (a, b, cb) {
  async.parallel([
    (next) => get(a, next),
    function (next) {
      get(b, (err, v) => {
        if (err) return next(err);
        get(v, next);
      });
    },
  ], (err, results) => {
    if (err) return cb(err);
    cb(null, results.join());
  });
};
exports.each = function (a, b, cb) {
  async.each([a, b, a], (item, next) => get(item, next), cb);
};
exports.eachEmpty = function (a, b, cb) {
  async.forEach(Object.keys({}), (item, next) => get(item, next), cb);
};
exports.eachSeries = function (a, b, cb) {
  async.eachSeries([a, b, a], (item, next) => get(item, next), (err) => {
    if (err) return cb(err);
    get('after', cb);
  });
};
exports.map = function (a, b, cb) {
  async.map([a, b, a], function (item, next) {
    get(item, (err, v) => {
      if (err) return next(err);
      next(null, [v]);
    });
  }, cb);
};
exports.mapSeries = function (a, b, cb) {
  async.mapSeries([b, a], (item, next) => get(item, next), cb);
};
exports.waterfall = function (a, b, cb) {
  async.waterfall([
    (next) => get(a, next),
    (v, next) => get(v + b, next),
  ], cb);
};
exports.waterfallOfSeveral = function (a, b, cb) {
  async.waterfall([
    function (next) {
      get(a, (err, v) => {
        if (err) return next(err);
        next(null, v, b);
      });
    },
    function (v, w, next) {
      get(w, (e, x) => {
        if (e) { get.note('failed'); return next(e); }
        next(null, v + x);
      });
    },
    function (sum, next) {
      get.note(sum);
      get(sum, next);
    },
  ], (err, last) => {
    if (err) return cb(err);
    get.note('last ' + last);
    cb(null, last);
  });
};
exports.waterfallOfNames = function (a, b, cb) {
  const v = 'outer';
  async.waterfall([
    (next) => get(a, next),
    function (v, next) { get(v, next); },
    (w, next) => get(w + v, next),
    function (v, next) { next(null); },
    function (next) { get(v, next); },
  ], (err) => {
    if (err) return cb(err);
    cb(null, v);
  });
};
exports.waterfallOfSameNames = function (a, b, cb) {
  async.waterfall([
    (next) => get(a, next),
    (v, next) => get(v, next),
  ], (err, v) => {
    if (err) return cb(err);
    const w = v + b;
    get(w, cb);
  });
};
exports.branches = function (a, b, cb) {
  if (a.startsWith('slow')) {
    async.series([
      function (next) { get(a, next); },
      function (next) { get(b, next); },
    ], (err, b) => {
      if (err) return cb(err);
      cb(null, b);
    });
  } else {
    get(b, cb);
  }
};
exports.setImmediate = function (a, b, cb) {
  async.setImmediate(() => cb(null, a + b));
};
`;

const { source: CONVERTED, sites } = convert({ path: 'module.cjs', source: SOURCE }, codemod);

const NAMES = [...SOURCE.matchAll(/^exports\.(\w+)/gmu)].map(([, name = '']) => name);

const GIVEN = /** @type {const} */ ([
  ['one', 'two'],
  ['slow one', 'two'],
  ['bad one', 'slow two'],
  ['slow one', 'bad two'],
  ['bad one', 'bad two'],
]);

describe.each([1, 2, 3])('async %i', (version) => {
  it('is not needed any more', () => {
    expect(sites.map(({ status }) => status)).toEqual(NAMES.map(() => 'converted'));
    expect(CONVERTED).not.toMatch(/require\('async'\)/u);
  });

  describe.each(NAMES.filter((name) => name !== 'setImmediate'))('%s', (name) => {
    it.each(GIVEN)('does the same with %s and %s', async (...given) => {
      const before = await run(SOURCE, version, name, given);
      const after = await run(CONVERTED, version, name, given);
      expect(after.log).toEqual(before.log);
      const [error, result] = before.outcome;
      expect(after.outcome[0] ?? null).toEqual(error ?? null);
      // With an error, results that were there before it are gone: `partial-results`.
      expect(after.outcome[1]).toEqual(error ? undefined : result);
    });
  });
});

describe("a function of Node's own as the iteratee", () => {
  const source = `const async = require('async');
const fs = require('fs');
const { realpath } = require('fs');
exports.sizes = function (files, cb) {
  async.map(files, fs.stat, (err, stats) => {
    if (err) return cb(err);
    cb(null, stats.map(({ size }) => size));
  });
};
exports.paths = function (files, cb) {
  async.map(files, realpath, cb);
};
exports.check = function (item, cb) {
  async.each(item, fs.access, cb);
};
`;
  const converted = convert({ path: 'module.cjs', source }, codemod, { node: '20' });

  /**
   * @param {string} text
   * @param {number} version
   */
  const load = (text, version) => {
    const exports = /** @type {Record<string, any>} */ ({});
    const requireIt = (/** @type {string} */ name) =>
      require(name === 'async' ? `async-${version}` : name);
    compileFunction(text, ['exports', 'require'])(exports, requireIt);
    return exports;
  };

  it('is promisified at the top', () => {
    expect(converted.sites.map(({ status }) => status)).toEqual(Array(3).fill('converted'));
    expect(converted.source).toContain('files.map((item) => statAsync(item))');
    expect(converted.source).not.toContain('callbackify');
  });

  it.each([1, 2, 3])('does the same as async %i', async (version) => {
    const [before, after] = [source, converted.source].map((text) => load(text, version));
    for (const name of ['sizes', 'paths', 'check']) {
      for (const files of [[], [fileURLToPath(import.meta.url), process.cwd()], ['none']]) {
        const outcomes = [before, after].map(
          (each) =>
            new Promise((resolve) => {
              each?.[name](files, (/** @type {any} */ err, /** @type {any} */ value) =>
                resolve(err ? err.code : [err ?? null, value]),
              );
            }),
        );
        const [expected, found] = await Promise.all(outcomes);
        expect(found).toEqual(expected);
      }
    }
  });
});

it('tells once of flows that are written together, with code behind them', () => {
  const source = `const async = require('async');
const { get } = require('operations');
exports.run = function (items, done) {
  async.eachSeries(items, (item, next) => {
    async.parallel([(cb) => get(item, cb), (cb) => get('x' + item, cb)], (err) => next(err));
  }, done);
  get.note('goes on');
};
`;
  const { sites: written } = convert({ path: 'module.cjs', source }, codemod, {
    'async-version': 2,
    accept: 'timing-unobservable',
  });
  expect(written.map(({ line, status }) => `${line} ${status}`)).toEqual(['4 converted']);
});

it('hands on results that came with an error which is taken back', () => {
  const source = `const async = require('async');
const { open, close } = require('./operations');
exports.run = function (list, cb) {
  async.series([(next) => open(list, next), (next) => close(list, next)], (err, result) => {
    if (err && err.code === 'E1') err = null;
    if (err) return cb(err);
    cb(null, result);
  });
};
`;
  const options = { accept: 'timing-unobservable', 'async-version': '1' };
  const { source: output } = convert({ path: 'example.js', source }, codemod, options);
  expect(output).toContain('done(err, results)');
  expect(output).not.toContain('async function');
});
