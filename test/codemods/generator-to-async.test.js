import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

import { convert } from '../../core/codemod/convert.js';
import { codemod } from '../../codemods/generator-to-async.js';

/**
 * @param {string} source
 * @param {Record<string, unknown>} [options]
 * @returns {readonly string[]} The differences that the first site names.
 */
function differencesOf(source, options = {}) {
  const { sites } = convert({ path: 'example.js', source }, codemod, { node: '20', ...options });
  expect(sites.map(({ status }) => status)).toEqual(['converted']);
  return sites[0]?.assumes ?? [];
}

describe('a wrapped function, whose length was 0', () => {
  it.each([
    ["require('co').wrap(function* (id) { yield load(id); })"],
    ["require('co').wrap(function* (id, [first]) { yield load(id, first); })"],
  ])('has the length of what it wraps: %s', (wrapped) => {
    const source = `exports.run = ${wrapped};`;
    expect(differencesOf(source)).toContain('length-unasked');
  });

  it.each([
    ["require('co').wrap(function* () { yield load(); })"],
    ["require('co').wrap(function* (id = 1, other) { yield load(id, other); })"],
    ["require('co').wrap(function* (...ids) { yield load(ids); })"],
    ["function (id) { return require('co')(function* () { yield load(id); }); }"],
  ])('has the length that it had: %s', (wrapped) => {
    const source = `exports.run = ${wrapped};`;
    expect(differencesOf(source)).not.toContain('length-unasked');
  });

  it.each(['bluebird', 'q'])('keeps it where %s stays at the boundary', (library) => {
    const wrap = library === 'q' ? 'async' : 'coroutine';
    const source = `const Library = require('${library}');\nexports.run = Library.${wrap}(function* (id) { yield load(id); });`;
    expect(differencesOf(source)).not.toContain('length-unasked');
    expect(differencesOf(source, { api: 'async' })).toContain('length-unasked');
  });
});

describe('a coroutine of bluebird, in a file that asks what has been settled,', () => {
  const statusOf = (/** @type {string} */ code) => {
    const source = `const Bluebird = require('bluebird');\nexports.run = Bluebird.coroutine(function* (list) { yield load(list); });\n${code}`;
    return convert({ path: 'example.js', source }, codemod, { node: '20' }).sites.map(
      ({ reason, status }) => reason ?? status,
    );
  };

  it.each([
    'exports.a = (p) => p.reflect().then((r) => r.isFulfilled());',
    'exports.a = (list) => Bluebird.all(list.map((p) => p.reflect())).then((all) => all.map((r) => (r.isFulfilled() ? r.value() : 0)));',
    'exports.a = (list) => Bluebird.all(list.map((p) => p.reflect())).filter((r) => r.isRejected());',
    'exports.a = async (list) => { const all = await Bluebird.settle(list); for (const r of all) if (r.isRejected()) throw r.reason(); };',
    'exports.a = async (p) => { const r = await p.reflect(); return r.isFulfilled(); };',
  ])('converts: %s', (code) => {
    expect(statusOf(code)).toEqual(['converted']);
  });

  it.each([
    'exports.a = (p) => p.isFulfilled();',
    'exports.a = (list) => list.filter((p) => p.isPending());',
    'exports.a = (list) => list.map(exports.run).filter((p) => p.isPending());',
    'exports.a = (list) => load(list).then((all) => all.map((p) => p.isFulfilled()));',
    'exports.a = async (list) => { for (const p of list) if (p.isRejected()) throw p.reason(); };',
    'exports.a = async () => { const p = exports.run(); await p; return p.isFulfilled(); };',
  ])('stays where that may be its promise: %s', (code) => {
    expect(statusOf(code)).toEqual(['result-observed']);
  });
});

describe('the result of a generator that another one runs', () => {
  /** @param {string} body Of the generator that is run. */
  const sitesOf = (body) => {
    const source = `const co = require('co');\nfunction* inner() { yield tick(); ${body} }\nexports.run = co.wrap(function* () { const it = yield* inner(); return it; });`;
    return convert({ path: 'example.js', source }, codemod, { node: '20' }).sites;
  };

  it.each([
    'for (const item of [load()]) return item;',
    'for (const { item } of [{ item: load() }]) return item;',
    'const item = {}; item.then = load; return item;',
    "return { 'then': load };",
    'return class { static then() {} };',
    'let item = 1; if (yield has()) item = load(); return item;',
  ])('is a promise for all that the file shows: %s', (body) => {
    const sites = sitesOf(body);
    expect(sites.map(({ reason }) => reason)).toContain('delegate-result-unknown');
  });

  it.each([
    'return [load()];',
    'return yield load();',
    'let n = 0; while (yield has()) n = n + 1; return n;',
    'const all = {}; all.load = load; return all;',
  ])('is no promise: %s', (body) => {
    const sites = sitesOf(body);
    expect(sites.map(({ status }) => status)).toEqual(['converted', 'converted']);
  });
});

it.each([
  'if (x) { var p = load(); } yield p;',
  'yield p; var p = load();',
  'let p; if (x) p = load(); yield p;',
])('yields nothing on some ways: %s', (body) => {
  const source = `const co = require('co');\nexports.run = co.wrap(function* (x) { ${body} });`;
  const { sites } = convert({ path: 'example.js', source }, codemod, { node: '20' });
  expect(sites.map(({ reason }) => reason)).toEqual(['yield-operand-unknown']);
});

it('asks the last of two functions of one name what it gives', () => {
  const functions = [
    'function load() { return Promise.resolve(1); }',
    'function load() { return function* () {}; }',
  ];
  /** @param {string[]} texts */
  const statusOf = (texts) => {
    const source = `const co = require('co');\n${texts.join('\n')}\nexports.run = co.wrap(function* () { yield load(); });`;
    const { sites } = convert({ path: 'example.js', source }, codemod, { node: '20' });
    return sites.map(({ status }) => status);
  };
  expect(statusOf(functions).at(-1)).toBe('refused');
  expect(statusOf([...functions].reverse()).at(-1)).toBe('converted');
});

describe('what a function of another file gives', () => {
  const root = mkdtempSync(join(tmpdir(), 'async-perf-generators-'));
  afterAll(() => rmSync(root, { recursive: true }));

  /**
   * @param {string} other The other file.
   * @param {string} [source]
   */
  const reasonsBeside = (other, source = "const { load } = require('./load');") => {
    const directory = mkdtempSync(join(root, 'project-'));
    writeFileSync(join(directory, 'package.json'), '{ "name": "own" }');
    writeFileSync(join(directory, 'load.js'), other);
    writeFileSync(join(directory, 'deep.js'), 'exports.load = function* () {};');
    const path = join(directory, 'index.js');
    const text = `const co = require('co');
${source}
exports.run = co.wrap(function* () { return yield load(); });
`;
    return convert({ path, source: text }, codemod, { node: '20' }).sites.map(
      ({ reason }) => reason,
    );
  };

  it.each([
    'let load; load = function* () {}; exports.load = load;',
    'const load = (0, function* () {}); exports.load = load;',
    'const load = process.env.FAST ? fast : function* () {}; exports.load = load;',
    'const load = process.env.FAST || function* () {}; exports.load = load;',
    'const load = exports.load = function* () {};',
    'function* read() {} exports.load = read.bind(null, 1);',
    'let load = () => {}; if (process.env.FAST) load = function* () {}; module.exports = { load };',
    'export let load = () => {}; load = function* () {};',
    'const load = null ?? function* () {}; export { load };',
    "export * from './deep.js';",
    "module.exports = { ...require('./deep') };",
    "const deep = require('./deep'); Object.assign(exports, deep);",
    "var __exportStar = require('tslib').__exportStar; __exportStar(require('./deep'), exports);",
    'module.exports = exports = { load: function* () {} };',
    'const api = {}; api.load = function* () {}; module.exports = api;',
    'const api = { *load() {} }; module.exports = api;',
    'Object.assign(exports, { *load() {} });',
    'function* load() {} Object.defineProperty(exports, "load", { get: function () { return load; } });',
    'function* load() {} Object.defineProperty(exports, "load", { get: () => load });',
    'Object.defineProperty(exports, "load", { value: function* () {} });',
    'module.exports = class { static *load() {} };',
  ])('may be a generator: %s', (other) => {
    expect(reasonsBeside(other)).toEqual(['yield-of-generator']);
  });

  it('may be a generator of the package, by its own name', () => {
    const other = 'exports.load = function* () {};';
    const source = "const { load } = require('own/load.js');";
    expect(reasonsBeside(other, source)).toEqual(['yield-of-generator']);
  });

  it.each([
    'exports.load = async () => {};',
    'const co = require("co"); exports.load = co.wrap(function* () {});',
    'exports.load = (function* () {})();',
  ])('is no generator: %s', (other) => {
    expect(reasonsBeside(other)).toEqual([undefined]);
  });
});

describe('what is yielded', () => {
  /**
   * @param {string} yielded
   * @param {Record<string, unknown>} [options]
   */
  const siteOf = (yielded, options = {}) => {
    const source = `const co = require('co');
let seen;
function* read() { seen = 1; yield load(); }
function* other(x) { return yield load(x); }
exports.run = co.wrap(function* (list) { return yield ${yielded}; });
`;
    const { sites } = convert({ path: 'example.js', source }, codemod, { node: '20', ...options });
    return sites.find(({ line }) => line === 5);
  };

  it.each([
    // A thunk is called with a callback, a generator function is run.
    ['read.bind(null)', 'yield-of-thunk'],
    // `read` sets what is read behind its call, and starts at its call as an async function.
    ['[read(), other(seen)]', 'delegate-order'],
    ['{ then: (done) => done() }', 'yield-operand-unknown'],
    // Each failure is one that nobody handles where `open` throws.
    ['[{ a: load(1), b: load(2) }, open()]', 'delegate-order'],
    ['{ a: list.map((x) => load(x)), b: open() }', 'delegate-order'],
  ])('stays: %s', (yielded, reason) => {
    expect(siteOf(yielded)).toMatchObject({ status: 'refused', reason });
  });

  it.each(['[open(), [load(1), load(2)]]', '[[load(1)], open()]', '[[load(1), load(2)], 1]'])(
    'is waited for: %s',
    (yielded) => {
      expect(siteOf(yielded)?.status).toBe('converted');
    },
  );

  it('may be a list that is mapped, unless a flag says that nobody knows', () => {
    const mapped = 'list.map((x) => load(x))';
    expect(siteOf(mapped)?.assumes).toContain('collection-is-array');
    expect(siteOf(mapped, { refuse: 'collection-is-array' })?.reason).toBe('evidence-missing');
    expect(siteOf('[1, 2].map((x) => load(x))')?.assumes).not.toContain('collection-is-array');
    expect(siteOf('Object.keys(list).map((x) => load(x))')?.assumes).not.toContain(
      'collection-is-array',
    );
  });
});

it('leaves a function plain that sloppy code uses outside of its block', () => {
  const source = `const co = require('co');
if (exports) { function load(id) { return co(function* () { return yield read(id); }); } }
exports.load = load;
`;
  const { source: after } = convert({ path: 'example.js', source }, codemod, { node: '20' });
  expect(after).toContain('function load(id) { return (async () => {');
  expect(after).not.toContain('async function');
});

it('leaves a function that is constructed', () => {
  const source = `const co = require('co');
function Load(id) { return co(function* () { return yield read(id); }); }
exports.load = (id) => new Load(id);
`;
  const { source: after } = convert({ path: 'example.js', source }, codemod, { node: '20' });
  expect(after).not.toContain('async function');
});

it.each([
  'const api = { load: service.read }',
  'const api = {}; api.load = service.read',
  'const api = { load: exports.slow ? service.read : other }',
  'const api = { load: service.read.bind(service) }',
  'const more = { next: service.read }; const api = { load: more.next }',
])('leaves a call of a generator function that is kept under another key: %s', (kept) => {
  const source = `const co = require('co');
const service = { *read(id) { return id; } };
${kept};
exports.run = co.wrap(function* (id) { return yield api.load(id); });
`;
  const { changed, sites } = convert({ path: 'example.js', source }, codemod, { node: '20' });
  expect(changed).toBe(false);
  expect(sites.map(({ reason }) => reason)).toContain('yield-of-generator');
});

it('leaves a call of what becomes a generator function on some ways', () => {
  const source = `const co = require('co');
function* slowly(id) { return yield read(id); }
let load = (id) => read(id);
if (exports.slow) load = slowly;
exports.run = co.wrap(function* (id) { return yield load(id); });
`;
  const { changed, sites } = convert({ path: 'example.js', source }, codemod, { node: '20' });
  expect(changed).toBe(false);
  expect(sites.map(({ reason }) => reason)).toContain('yield-of-generator');
});

describe('a generator that nothing in the file runs', () => {
  it.each([
    ['a method', 'exports.jobs = { *load(id) { return yield part(id); } };'],
    ['a method of a class', 'exports.Job = class { *load(id) { return yield part(id); } };'],
    ['an element', 'exports.jobs = [function* (id) { return yield part(id); }];'],
    ['an argument', 'exports.jobs = each(function* (id) { return yield part(id); });'],
    ['an export', 'exports.load = function* (id) { return yield part(id); };'],
    [
      'what another generator gives its runner',
      'exports.load = co.wrap(function* (id) { return yield function* () { return yield part(id); }; });',
    ],
  ])('stays one beside those that are run: %s', (_, statement) => {
    const source = `const co = require('co');\nfunction* part(id) { return yield get(id); }\nco(part(1));\n${statement}\n`;
    const conversion = convert({ path: 'example.js', source }, codemod, { node: '20' });
    expect(conversion.source).toContain(`\n${statement}\n`);
    expect(conversion.sites.at(-1)?.reason).toBe('runner-unknown');
  });
});

describe('a function that does nothing but run a coroutine of one line', () => {
  /** @param {string} source */
  const converted = (source) =>
    convert({ path: 'example.js', source: `const co = require('co');\n${source}` }, codemod, {
      node: '20',
    }).source;

  it.each([
    [
      'exports.run = function (id) {\n  // Why.\n  return co(function* () { const v = yield load(id); return v; });\n};',
      'exports.run = async function (id) {\n  // Why.\n  const v = await load(id); return v;\n};',
    ],
    [
      'exports.run = function (id) {\n  // Why.\n  return co(function* () {});\n};',
      'exports.run = async function (id) {\n  // Why.\n  \n};',
    ],
    [
      'exports.run = function (id) {\n<!-- Why.\n  return co(function* () { yield load(id);\n  return 1; });\n};',
      'exports.run = async function (id) {\n<!-- Why.\n  await load(id);\n  return 1;\n};',
    ],
    [
      "exports.run = function (id) { 'use strict'\n  return co(function* () { yield load(id) }) }",
      "exports.run = async function (id) { 'use strict'\n  await load(id) }",
    ],
  ])('keeps what stands on the lines above apart from it: %s', (source, output) => {
    expect(converted(source)).toBe(output);
  });
});

it.each(['function (id, await)', 'function await(id)', 'function (id, x = await)'])(
  'leaves a function as it is where `await` is a name: %s',
  (head) => {
    const source = `const co = require('co');\nexports.run = ${head} { return co(function* () { yield load(id); }); };`;
    expect(convert({ path: 'example.js', source }, codemod, { node: '20' }).source).toContain(
      `exports.run = ${head} { return (async () => { await load(id); })(); };`,
    );
  },
);
