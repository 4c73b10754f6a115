import { applyPatch } from 'diff';
import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';

import { codemod as asyncLibrary } from '../codemods/async-lib-to-async.js';
import { codemod } from '../codemods/generator-to-async.js';
import { convert } from '../core/codemod/convert.js';
import plugin from '../index.js';
import { patchOf } from '../bin/migration/report.js';

/**
 * @param {number} count
 * @returns {string} A file of that many coroutines.
 */
function coroutines(count) {
  const functions = Array.from(
    { length: count },
    (_, index) => `exports.load${index} = co.wrap(function* (id) {
  const user = yield getUser(id);
  return yield getPosts(user);
});
`,
  );
  return ["const co = require('co');\n", ...functions].join('\n');
}

/**
 * @param {number} count
 * @returns {string} A file of that many waterfalls and that many loops, in functions with a callback.
 */
function flows(count) {
  const functions = Array.from(
    { length: count },
    (_, index) => `function parse${index}(name, cb) {
  async.waterfall([
    function (next) { fs.readFile(name, next); },
    function (text, next) { fs.writeFile(name, text, next); },
    function (next) { fs.stat(name, next); },
  ], cb);
}
exports.parse${index} = parse${index};

exports.copy${index} = function (items, cb) {
  async.eachSeries(items, function (item, next) {
    fs.readFile(item, function (err, text) {
      if (err) return next(err);
      fs.writeFile(item, text, next);
    });
  }, function (err) {
    if (err) return cb(err);
    cb(null, items.length);
  });
};
`,
  );
  return ["const async = require('async');\nconst fs = require('fs');\n", ...functions].join('\n');
}

/**
 * @param {(source: string) => void} work
 * @param {(count: number) => string} [write]
 * @param {number} [count] What a file has, and four times as much.
 * @returns {number} How many times more CPU time four times the code takes, at best.
 */
function growth(work, write = coroutines, count = 200) {
  work(write(count / 4));
  const ratios = [1, 2].map(() => {
    const [small, large] = [count, 4 * count].map((each) => {
      const source = write(each);
      const before = process.cpuUsage();
      work(source);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    });
    return (large ?? Infinity) / (small ?? 1);
  });
  return Math.min(...ratios);
}

/** Work that is quadratic comes near 16; sorting and collecting garbage make it more than 4. */
const NEARLY_LINEAR = 9;

describe('a file of many coroutines', () => {
  it('is looked at by the rule in time that grows as the file does', () => {
    const linter = new Linter();
    const config = {
      plugins: { 'async-perf': plugin },
      languageOptions: { sourceType: /** @type {const} */ ('commonjs') },
      rules: { 'async-perf/no-generator-coroutine': /** @type {const} */ ('error') },
    };
    expect(linter.verify(coroutines(3), config)).toHaveLength(3);
    expect(growth((source) => linter.verify(source, config))).toBeLessThan(NEARLY_LINEAR);
  });

  it('is converted in time that grows as the file does', () => {
    const run = (/** @type {string} */ source) => convert({ path: 'a.js', source }, codemod, {});
    expect(run(coroutines(3)).sites.map(({ status }) => status)).toEqual(
      Array(3).fill('converted'),
    );
    expect(growth(run)).toBeLessThan(NEARLY_LINEAR);
  });
});

describe('a file of many calls of `async`', () => {
  it('is converted in time that grows as the file does', () => {
    const options = { node: '20', 'async-version': '2' };
    const run = (/** @type {string} */ source) =>
      convert({ path: 'a.js', source }, asyncLibrary, options);
    expect(run(flows(2)).sites.map(({ status }) => status)).toEqual(Array(4).fill('converted'));
    expect(growth(run, flows, 40)).toBeLessThan(NEARLY_LINEAR);
  });
});

describe('the diff of a file in which every line changes', () => {
  it('takes a moment, and is one that can be applied', () => {
    const before = Array.from({ length: 6000 }, (_, index) => `old ${index}\n`).join('');
    const patch = patchOf(
      'a.js',
      `same\n${before}end\n`,
      `same\n${before.replaceAll('old', 'new')}end\n`,
    );
    expect(applyPatch(`same\n${before}end\n`, patch)).toBe(
      `same\n${before.replaceAll('old', 'new')}end\n`,
    );
    expect(patch).toContain('@@ -2,6000 +2,6000 @@\n');
  });
});
