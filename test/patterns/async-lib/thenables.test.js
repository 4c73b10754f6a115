import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';

import { describe, expect, it } from 'vitest';

import { codemod } from '../../../codemods/async-lib-to-async.js';
import { convert } from '../../../core/codemod/convert.js';
import { describeResult, queryBuilder } from '../query-builder.js';

/**
 * What iteratees and tasks call back with: `async` hands it on as it is, an async function waits for it.
 */

const require = createRequire(import.meta.url);

const HEAD = "const knex = require('knex')({});\nconst async = require('async');\n";

/** What `exports.run` does with a list and its callback, where a query or a promise is a result. */
const KNOWN = [
  'async.map(list, (item, next) => { setImmediate(() => next(null, knex(item))); }, cb);',
  'async.mapSeries(list, (item, next) => { setImmediate(() => next(null, knex(item).first())); }, cb);',
  'async.mapLimit(list, 2, (item, next) => { setImmediate(() => next(null, knex(item))); }, cb);',
  'async.map(list, (item, next) => { const query = knex(item); setImmediate(() => { next(null, query); }); }, cb);',
  'async.map(list, save, cb); function save(item, next) { setImmediate(() => next(null, knex(item))); }',
  'async.map(list, (item, next) => { setImmediate(() => next(null, Promise.resolve(item))); }, cb);',
  'async.series([(next) => setImmediate(() => next(null, knex("a")))], cb);',
  'async.series({ a: (next) => setImmediate(() => next(null, knex("a"))) }, cb);',
  'async.parallel([(next) => setImmediate(() => next(null, knex("a"))), (next) => setImmediate(next)], cb);',
  'async.waterfall([(next) => setImmediate(next, null, "a"), (name, next) => setImmediate(() => next(null, knex(name)))], cb);',
  'async.waterfall([(next) => setImmediate(() => next(null, knex("a"))), (query, next) => setImmediate(() => next(null, query.text))], cb);',
  'async.reduce(list, knex("a"), (memo, item, next) => { setImmediate(() => next(null, memo.where(item))); }, cb);',
  'async.reduce([], knex("a"), (memo, item, next) => { setImmediate(() => next(null, 1)); }, cb);',
  'async.detect([knex("a"), knex("b")], (item, next) => { setImmediate(() => next(null, true)); }, cb);',
  'async.detectSeries([knex("a"), knex("b")], (item, next) => { setImmediate(() => next(null, item.text === "b")); }, cb);',
  'async.times(2, (n, next) => { setImmediate(() => next(null, knex("a"))); }, cb);',
  'async.retry(2, (next) => { setImmediate(() => next(null, knex("a"))); }, cb);',
  'async.filter(list, (item, next) => { setImmediate(() => next(null, Promise.resolve(false))); }, cb);',
];

/** Those whose results are plain, and are shown to be. */
const SHOWN = [
  'async.map(list, (item, next) => { setImmediate(() => next(null, item.length)); }, cb);',
  'async.map(list, (item, next) => { setImmediate(() => next(null, { item })); }, cb);',
  'async.map(list, (item, next) => { setImmediate(() => next(null, [knex(item)])); }, cb);',
  'async.map(list, (item, next) => { setImmediate(() => next(null, knex(item).toString())); }, cb);',
  'async.filter([knex("a"), knex("b")], (item, next) => { setImmediate(() => next(null, true)); }, cb);',
  'async.each([knex("a"), knex("b")], (item, next) => { setImmediate(next); }, cb);',
  'async.reduce(list, 0, (memo, item, next) => { setImmediate(() => next(null, memo + item.length)); }, cb);',
  'async.each(list, (item, next) => setImmediate(next), (err) => { if (err) return cb(err); cb(null, knex("a")); });',
];

/** @param {string} body */
const programOf = (body) => `${HEAD}exports.run = function (list, cb) {\n  ${body}\n};\n`;

/** @param {string} source */
function convertIt(source, options = {}) {
  return convert({ path: 'program.js', source }, codemod, {
    node: '20',
    'async-version': '3',
    ...options,
  });
}

/**
 * @param {string} source
 * @returns {Promise<{ calls: unknown[][], started: string[] }>} What the callback got, and which queries ran.
 */
async function run(source) {
  /** @type {string[]} */
  const started = [];
  const module = { exports: /** @type {any} */ ({}) };
  const requireIt = (/** @type {string} */ name) =>
    name === 'knex' ? queryBuilder(started) : require(name === 'async' ? 'async-3' : name);
  compileFunction(source, ['module', 'exports', 'require'])(module, module.exports, requireIt);
  /** @type {unknown[][]} */
  const calls = [];
  module.exports.run(['a', 'b'], (/** @type {unknown[]} */ ...given) => {
    calls.push(given.map(describeResult).filter((each) => each !== undefined && each !== null));
  });
  for (let turn = 0; turn < 40 && calls.length === 0; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return { calls, started };
}

describe('results of iteratees and tasks', () => {
  it.each(KNOWN)('that would be waited for are left: %s', async (body) => {
    const source = programOf(body);
    const { changed, sites, source: output } = convertIt(source, { trust: 'application' });
    expect(sites.map(({ reason }) => reason)).toContain('result-is-promise');
    expect(changed).toBe(false);
    expect(await run(output)).toEqual(await run(source));
  });

  it.each(SHOWN)('that are shown to be plain convert: %s', async (body) => {
    const source = programOf(body);
    const conversion = convertIt(source);
    expect(conversion.changed).toBe(true);
    const assumed = conversion.sites.flatMap(({ assumes = [] }) => assumes);
    expect(assumed.filter((id) => id === 'result-is-no-promise')).toEqual([]);
    expect(await run(conversion.source)).toEqual(await run(source));
  });

  it('that an unknown function gives are taken for plain in applications, and named', async () => {
    const body =
      'async.map(list, (item, next) => { setImmediate(() => next(null, exports.view(item))); }, cb);';
    const source = `${programOf(body)}exports.view = require('path')['join'].bind(null, 'a');\n`;
    const conversion = convertIt(source, { trust: 'application' });
    expect(conversion.sites.flatMap(({ assumes = [] }) => assumes)).toContain(
      'result-is-no-promise',
    );
    expect(await run(conversion.source)).toEqual(await run(source));
    expect(convertIt(source, { accept: 'result-is-no-promise' }).source).toBe(conversion.source);
    for (const options of [{}, { trust: 'application', refuse: 'result-is-no-promise' }]) {
      expect(convertIt(source, options).sites[0]?.reason).toBe('result-may-be-promise');
    }
  });
});
