import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

import { codemod } from '../../codemods/callback-to-async.js';
import { convert } from '../../core/codemod/convert.js';
import { planCallbacks } from '../../core/plans/codemods/callbacks.js';

/**
 * Functions of Node's own that a file of the project gives other values, as tests of lockfile and
 * needle do: `fs.promises` has the old ones.
 */

const root = mkdtempSync(join(tmpdir(), 'async-perf-replaced-'));
afterAll(() => rmSync(root, { recursive: true }));

const SOURCE = `const fs = require('fs');
exports.size = function (file, cb) {
  fs.stat(file, (err, stat) => {
    if (err) return cb(err);
    cb(null, stat.size);
  });
};
`;

/**
 * @param {string} test
 * @param {string} [source] Of the file beside it.
 * @param {Record<string, unknown>} [more] Options.
 * @returns {(string | undefined)[]} What becomes of the sites of the file beside the test.
 */
function reasonsBeside(test, source = SOURCE, more = {}) {
  return convertBeside(test, source, more).sites.map(({ reason }) => reason);
}

/**
 * @param {string} test
 * @param {string} source
 * @param {Record<string, unknown>} [more]
 */
function convertBeside(test, source, more = {}) {
  const directory = mkdtempSync(join(root, 'project-'));
  const path = join(directory, 'lib', 'size.js');
  const files = { 'package.json': '{}', 'lib/size.js': source, 'test/size.js': test };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
  const options = { node: '20', ...more };
  const facts = planCallbacks([{ path, source }], options).factsFor(path);
  return convert({ path, source }, codemod, options, facts);
}

describe('functions of core modules that the project replaces', () => {
  it.each([
    ["const fs = require('fs'); fs.stat = (file, cb) => cb(null, { size: 1 });"],
    ["import fs from 'node:fs'; fs.stat = (file, cb) => cb(null, { size: 1 });"],
    ["const fs = require('fs'); sinon.stub(fs, 'stat').yields(null, { size: 1 });"],
    ["const fs = require('fs'); t.mock.method(fs, 'stat', stat);"],
    ["proxyquire('../lib/size', { fs: { stat: (file, cb) => cb(null, { size: 1 }) } });"],
    ["const load = require('proxyquire'); load('../lib/size', { 'fs': { stat } });"],
    ["const fs = require('fs'); Object.assign(fs, { stat });"],
    ["const fs = require('fs'); const stand = { stat }; Object.assign(fs, stand);"],
    ["const fs = require('fs'); Object.assign(fs, { ...require('./stand') });"],
    [
      "jest.mock('fs'); require('fs').stat.mockImplementation((file, cb) => cb(null, { size: 1 }));",
    ],
    ["vi.mock('node:fs', () => ({ stat: (file, cb) => cb(null, { size: 1 }) }));"],
    ["const mock = require('mock-require'); mock('fs', { stat });"],
    ["const mockery = require('mockery'); mockery.registerMock('fs', stand);"],
    [
      "require('rewire')('../lib/size').__set__('fs', { stat: (file, cb) => cb(null, { size: 1 }) });",
    ],
    [
      "require('rewire')('../lib/size').__set__({ 'fs.stat': (file, cb) => cb(null, { size: 1 }) });",
    ],
  ])('stay: %s', (test) => {
    expect(reasonsBeside(test)).toEqual(['core-replaced']);
  });

  it.each([
    ["const fs = require('fs'); fs.lstat = (file, cb) => cb(null, { size: 1 });"],
    ["const fs = require('fs'); const stat = fs.stat; promisify(fs, 'lstat');"],
    ['const fs = create(); fs.stat = (file, cb) => cb(null, { size: 1 });'],
    ['store({ fs, stat: { fs: 1 } });'],
    ["const proxyquire = require('proxyquire'); proxyquire('../lib/size', { zlib: stand });"],
    ["jest.mock('zlib'); jest.mock('./fs');"],
    ["require('rewire')('../lib/size').__set__({ 'fs.lstat': stat, size: 1 });"],
  ])('are none of these: %s', (test) => {
    expect(reasonsBeside(test)).toEqual([undefined]);
  });
});

describe('variables that a test gives other values', () => {
  const source = `const load = require('load');
exports.use = function (key, cb) {
  read(key, (err, value) => {
    if (err) return cb(err);
    cb(null, value + 1);
  });
};
function read(key, cb) {
  setImmediate(() => {
    load(key, (err, value) => {
      if (err) return cb(err);
      cb(null, value);
    });
  });
}
`;

  it.each([
    ['read', ['core-replaced', undefined]],
    ['load', [undefined, undefined]],
    ['other', [undefined, undefined]],
  ])('are read when they are called: %s', (name, reasons) => {
    const test = `require('rewire')('../lib/size').__set__('${name}', stub);`;
    expect(reasonsBeside(test, source)).toEqual(reasons);
  });

  it.each([
    ['load', 'return loadAsync(key)'],
    ['other', 'return loadAsync(key)'],
  ])('are promisified where they are called: %s', (name, wait) => {
    const test = `require('rewire')('../lib/size').__set__('${name}', stub);`;
    expect(convertBeside(test, source).source).toContain(wait);
  });
});

/**
 * @param {Record<string, string>} files
 * @returns {(string | undefined)[]} What becomes of the sites of `lib/use.js`, which waits for what
 *   `lib/load.js` exports.
 */
function reasonsOfUser(files) {
  const directory = mkdtempSync(join(root, 'project-'));
  const project = {
    'package.json': '{}',
    'lib/load.js': 'exports.load = function (key, cb) { setImmediate(cb, null, key); };',
    'lib/use.js': `const { load } = require('./load');
const lib = require('./load');
exports.use = function (key, cb) {
  lib.load(key, (err, value) => {
    if (err) return cb(err);
    cb(null, value + 1);
  });
};
`,
    ...files,
  };
  for (const [name, text] of Object.entries(project)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
  const path = join(directory, 'lib', 'use.js');
  const source = project['lib/use.js'];
  const facts = planCallbacks([{ path, source }], { node: '20' }).factsFor(path);
  return convert({ path, source }, codemod, { node: '20' }, facts).sites.map(
    ({ reason }) => reason,
  );
}

describe('exports that another may take the place of, which calls back at once', () => {
  const stub = "const lib = require('../lib/load'); const load = (key, cb) => cb(null, key);";
  const use =
    "import * as lib from './load.js';\nexport function use(key, cb) {\n  lib.load(key, (err, value) => { if (err) return cb(err); cb(null, value); });\n}\n";

  it.each([
    { 'test/use.js': `${stub} lib.load = load;` },
    { 'test/use.js': `${stub} lib.load &&= load;` },
    { 'test/use.js': `${stub} Object.assign(lib, { load: load });` },
    { 'test/use.js': `${stub} const stubs = { load: load }; Object.assign(lib, stubs);` },
    { 'test/use.js': `${stub} Object.defineProperties(lib, { load: { value: load } });` },
    { 'test/use.js': `${stub} ({ load: lib.load } = { load });` },
    { 'test/use.js': `${stub} for (const key of ['load']) lib[key] = load;` },
    {
      'lib/load.js':
        "module.exports = { load: (key, cb) => setImmediate(cb), ...require('./other') };",
    },
    {
      'lib/load.js':
        "module.exports = { load: (key, cb) => setImmediate(cb), 'load': (key, cb) => cb() };",
    },
    { 'test/use.js': `${stub} [lib.load] = [load];` },
    { 'test/use.js': `${stub} [lib.load = load] = [];` },
    { 'test/use.js': `${stub} ({ load: lib.load = load } = {});` },
    { 'test/use.js': `${stub} for (lib.load of [load]);` },
    { 'test/use.js': `${stub} Object.keys(lib).forEach((key) => { lib[key] = load; });` },
    { 'test/use.js': `${stub} const { assign } = Object; assign(lib, { load: load });` },
    { 'test/use.js': `${stub} const NAME = 'load'; Object.assign(lib, { [NAME]: load });` },
    {
      'test/use.js': `${stub} const NAME = 'load'; Object.defineProperty(lib, NAME, { value: load });`,
    },
    { 'test/use.js': `${stub} Object.setPrototypeOf(lib, { ['lo' + 'ad']: load });` },
    { 'test/use.js': `${stub} lib.__defineGetter__('load', () => load);` },
    { 'test/use.js': `${stub} (function () { this.load = load; }).call(lib);` },
    { 'test/use.js': `${stub} sinon.stub(lib);` },
    { 'test/use.js': "with (require('../lib/load')) { load = (key, cb) => cb(null, key); }" },
    {
      'test/use.js': "require('./patch')(require('../lib/load'));",
      'test/patch.js': 'module.exports = (lib) => { lib.load = (key, cb) => cb(); };',
    },
    ...[
      "require.cache[require.resolve('../lib/load')].exports.load = load;",
      'require.cache[id] = { exports: { load: load } };',
      'module.children[0].exports.load = load;',
      "require('module')._cache[id].exports.load = load;",
      "require('module')._load = () => ({ load: load });",
      "const own = require; own('../lib/load').load = load;",
      "module.require('../lib/load').load = load;",
      "require.main.require('./lib/load').load = load;",
      "require('module').createRequire(__filename)('../lib/load').load = load;",
      "proxyquire('../lib/use', { './load': { load: load } });",
      "const stubs = { './load': { load: load } };",
      "jest.mock('../lib/load', () => ({ load: load }));",
    ].map((text) => ({ 'test/use.js': `const load = (key, cb) => cb(null, key); ${text}` })),
    ...[
      'this.load = load;',
      'const self = this; self.load = load;',
      'const self = module.exports; self.load = load;',
      'let self; self = exports; self.load = load;',
      'const own = module; own.exports.load = load;',
      'const own = module; own.exports = { load: load };',
      'const { exports: self } = module; self.load = load;',
      "exports['lo' + 'ad'] = load;",
      "for (const name of ['load']) exports[name] = load;",
      'for (const name in this) this[name] = load;',
      'Object.keys(exports).forEach((name) => { module.exports[name] = load; });',
      'function patch(lib) { lib.load = load; } patch(exports);',
      '(function () { this.load = load; }).call(exports);',
      'exports.patch = function () { this.load = load; }; exports.patch();',
      '[exports.load] = [load];',
      '({ ...module.exports } = { load: load });',
      'require(module.id).load = load;',
      'require.cache[module.id].exports.load = load;',
      '(own ? exports : {}).load = load;',
      "exports.__defineGetter__('load', () => load);",
      'Object.setPrototypeOf(exports, others);',
      'Object.assign(exports, others());',
      'module.exports = new Proxy(exports, { get: () => load });',
      'module.exports = Object.create(others);',
      'with (exports) { load = (key, cb) => cb(); }',
      "eval('exports.load = other');",
    ].map((text) => ({
      'lib/load.js': `exports.load = function (key, cb) { setImmediate(cb, null, key); };\nfunction load(key, cb) { cb(null, key); }\n${text}`,
    })),
    {
      'lib/load.js':
        'const api = { load: (key, cb) => setImmediate(cb) }; module.exports = api; const own = api; own.load = (key, cb) => cb();',
    },
    {
      'lib/load.js': "exports.load = require('./inner').load; this.load = (key, cb) => cb();",
      'lib/inner.js': 'exports.load = (key, cb) => setImmediate(cb);',
    },
    {
      'lib/load.js':
        'export let load = (key, cb) => setImmediate(cb); export const put = (fn) => { load = fn; };',
      'lib/use.js': use,
    },
    {
      'lib/load.js':
        'export function load(key, cb) { setImmediate(cb); } export const put = (fn) => { load = fn; };',
      'lib/use.js': use,
    },
  ])('are not waited for: %j', (files) => {
    expect(reasonsOfUser(/** @type {any} */ (files))).toEqual(['timing-unobservable']);
  });

  it.each([
    {},
    { 'test/use.js': `${stub} lib.other = load;` },
    { 'test/use.js': `${stub} Object.assign(lib, { other: load });` },
    {
      'test/use.js': `${stub} const seen = { load: 0 }; for (const key of ['load']) seen[key] = lib.load;`,
    },
    {
      'lib/load.js':
        "module.exports = { ...require('./other'), load: (key, cb) => setImmediate(cb) };",
    },
    { 'lib/load.js': 'export let load = (key, cb) => setImmediate(cb);', 'lib/use.js': use },
    { 'lib/load.js': 'this.load = (key, cb) => setImmediate(cb);' },
    {
      'lib/load.js':
        'const self = exports; self.load = (key, cb) => setImmediate(cb); self.other = () => {};',
    },
    {
      'lib/load.js':
        'exports.load = (key, cb) => setImmediate(cb); exports.other = function () { this.more = 1; const seen = {}; seen[this.more] = true; };',
    },
    {
      'lib/load.js':
        'class Store { constructor() { this.load = 1; } } exports.Store = Store; exports.load = (key, cb) => setImmediate(cb);',
    },
    {
      'lib/load.js':
        'module.exports = Store; function Store() { this.load = 1; } Store.load = (key, cb) => setImmediate(cb); Object.keys(Store);',
    },
    { 'test/use.js': "require.resolve('../lib/load'); delete require.extensions['.ts'];" },
    { 'test/use.js': "proxyquire('../lib/use', { './load': { other: stub } });" },
  ])('are waited for: %j', (files) => {
    expect(reasonsOfUser(/** @type {any} */ (files))).toEqual([undefined]);
  });
});

describe('an export that asks itself for a promise, with --api=dual', () => {
  const source = SOURCE.replace(
    '  fs.stat',
    "  if (!file) return cb(new Error('none'));\n  fs.stat",
  );

  it.each([
    "const lib = require('../lib/size'); lib.size = stub;",
    "const lib = require(join(root, 'size')); lib.size = stub;",
    "const lib = require(`../${'lib'}/size.js`); lib['size'] = stub;",
  ])('is left where a file may have put another in its place: %s', (test) => {
    expect(reasonsBeside(test, source, { api: 'dual' })).toEqual(['function-without-name']);
  });

  it.each([
    "const lib = require(join(root, 'size')); lib.other = stub;",
    "const lib = require(join(root, 'size')); lib.size('a', stub);",
  ])('is converted beside others: %s', (test) => {
    expect(reasonsBeside(test, source, { api: 'dual' })).toEqual([undefined]);
  });
});

describe('a function of a package that the project replaces, perhaps with one that calls back at once', () => {
  const source = `const request = require('request');
exports.read = function (url, cb) {
  request.post(url, (err, answer) => {
    if (err) return cb(err);
    cb(null, answer.body);
  });
};
`;

  it.each([
    "const request = require('request'); sinon.stub(request, 'post').yields(null, {});",
    "const request = require('request'); sinon.stub(request, 'post', (url, cb) => cb(null, {}));",
    "import request from 'request'; request.post = (url, cb) => cb(null, {});",
  ])('stays: %s', (test) => {
    expect(reasonsBeside(test, source)).toEqual(['timing-unobservable']);
    const accepted = reasonsBeside(test, source, { accept: 'timing-unobservable' });
    expect(accepted).toEqual([undefined]);
  });

  it('stays in what others call', () => {
    const others = `function send(url, cb) { request.post(url, cb); }
exports.all = function (url, cb) {
  send(url, (err, answer) => {
    if (err) return cb(err);
    cb(null, [answer]);
  });
};
`;
    const test =
      "const request = require('request'); sinon.stub(request, 'post').yields(null, {});";
    expect(reasonsBeside(test, source + others)).toContain('timing-unobservable');
    expect(reasonsBeside('', source + others)).not.toContain('timing-unobservable');
  });

  it.each([
    "const request = require('request'); sinon.stub(request, 'get').yields(null, {});",
    "const other = require('other'); sinon.stub(other, 'post').yields(null, {});",
    "const request = require('request'); request.post(url, stub);",
  ])('is waited for beside %s', (test) => {
    expect(reasonsBeside(test, source)).toEqual([undefined]);
  });
});
