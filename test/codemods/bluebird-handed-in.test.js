import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import { describe, expect, it } from 'vitest';

import { loadCodemods } from '../../bin/codemods.js';
import { convert } from '../../core/codemod/convert.js';

/**
 * With --api=async promises that leave a file are native ones, unless the file calls on what it is given
 * what only promises of the library have: they may come back.
 */

const codemods = await loadCodemods();
const HEAD = "const Bluebird = require('bluebird');\n";

/** @param {string} source */
function migrate(source) {
  return codemods.reduce(
    (text, codemod) =>
      convert({ path: 'store.js', source: text }, codemod, { node: '20', api: 'async' }).source,
    source,
  );
}

/** @param {string} source */
function run(source) {
  const module = { exports: /** @type {any} */ ({}) };
  compileFunction(source, ['module', 'exports', 'require'])(
    module,
    module.exports,
    createRequire(import.meta.url),
  );
  return module.exports;
}

const LOADERS = [
  'function load(id) { return Bluebird.delay(1).then(() => id); }',
  'const load = (id) => Bluebird.resolve(id).then((x) => x);',
  'const load = (id) => Bluebird.try(() => id);',
  'const load = Bluebird.method((id) => id);',
  'const load = Bluebird.coroutine(function* (id) { yield Bluebird.delay(1); return id; });',
  'const load = Bluebird.promisify((id, cb) => setImmediate(cb, null, id));',
];

const USERS = [
  'exports.settled = (promises) => Bluebird.all(promises.map((p) => p.reflect())).then((all) => all.map((each) => each.value()));',
  'exports.settled = ([promise]) => [promise.isFulfilled() || promise.isPending()];',
  'exports.settled = ([p]) => p.timeout(1000).then((value) => p.value());',
  'exports.settled = (list) => Bluebird.all(list.map((promise) => promise.tapCatch(() => {})));',
];

describe.each(LOADERS)('%s', (loader) => {
  it.each(USERS)('gives promises that may come back to %s', async (user) => {
    const source = `${HEAD}${loader}\nexports.load = load;\n${user}\n`;
    const before = run(source);
    const after = run(migrate(source));
    expect(await after.settled([after.load(3)])).toEqual(await before.settled([before.load(3)]));
  });

  it('gives native ones where values have such methods', () => {
    const source = `${HEAD}${loader}\nexports.load = load;\nexports.use = (list) => Promise.all(list).then((all) => all.cancel()).then((v) => v.suffix());\n`;
    const cancels = 'exports.stop = (job) => job.get(1);\n';
    expect(run(migrate(source.replace('all.cancel()', 'all.value()'))).load(1)).toBeInstanceOf(
      Promise,
    );
    expect(
      run(migrate(`${HEAD}${loader}\nexports.load = load;\n${cancels}`)).load(1),
    ).toBeInstanceOf(Promise);
  });
});

/** Ways in the file that promises of `load`, or `load` itself, take to where a method of bluebird is called. */
const WAYS = [
  'let get; get = load; exports.run = () => get(1).bind(3).then(String);',
  'const get = exports.other ? null : load; exports.run = () => get(1).bind(3).then(String);',
  'exports.run = (get = load) => get(1).bind(3).then(String);',
  'exports.run = ({ get = load } = {}) => get(1).bind(3).then(String);',
  'exports.run = (get) => (get || load)(1).bind(3).then(String);',
  'const make = () => load; exports.run = () => make()(1).bind(3).then(String);',
  'const all = [load]; exports.run = () => all[0](1).bind(3).then(String);',
  'exports.run = () => Promise.all([load].map((get) => get(1).bind(3).then(String)));',
  'const all = new Map([[1, load]]); exports.run = () => all.get(1)(1).then((x) => x).bind(3).then(String);',
  'const cached = (get) => (id) => get(id); const get = cached(load); exports.run = () => get(1).bind(3).then(String);',
  'class Store { #load(id) { return load(id); } run() { return this.#load(1).bind(3).then(String); } } exports.run = () => new Store().run();',
  "const key = Symbol('key'); const all = { [key]: load }; exports.run = () => all[key](1).bind(3).then(String);",
  "const all = { 'get': load }; exports.run = () => all.get(1).bind(3).then(String);",
  "const first = { 'job': load(1), jobs: [load(2)] }; exports.run = async () => [await first.job.bind(3).then(String), await first.jobs.pop().bind(3).then(String)];",
  'const first = { jobs: [load(2)] }; exports.run = () => { const { jobs: [promise] } = first; return promise.bind(3).then(String); };',
  'exports.run = async () => { for (const promise of [load(1)]) await promise.bind(3).then(String); };',
  'const all = { load }; const others = { get: all.load }; exports.run = () => others.get(1).bind(3).then(String);',
  'const all = { load, get(id) { return this.load(id); }, more(id) { const promise = this.get(id); return promise; } }; exports.run = () => all.more(1).bind(3).then(String);',
  "class Store { constructor() { this['ready'] = this.open(); } open() { return load(1); } run() { return this.ready.bind(3).then(String); } } exports.run = () => new Store().run();",
];

it.each(WAYS)('keeps the promise that a method is called on: %s', async (way) => {
  const loader = 'function load(id) { return Bluebird.resolve(id).then((x) => x); }';
  const source = `${HEAD}${loader}\n${way}\n`;
  expect(await run(migrate(source)).run()).toEqual(await run(source).run());
});
