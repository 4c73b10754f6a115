import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import { describe, expect, it } from 'vitest';

import { toAsync } from './run.js';

/**
 * Functions that may be missing when the file loads: each program is run as it was and converted.
 */

const require = createRequire(import.meta.url);

const size = (/** @type {string} */ file, /** @type {(...given: unknown[]) => void} */ cb) =>
  void setImmediate(() => cb(null, file.length));

/**
 * @param {Record<string, string>} files Their texts.
 * @param {Record<string, unknown>} modules What else there is to require.
 * @param {string} entry
 * @returns {any} What the entry exports.
 */
function load(files, modules, entry) {
  /** @type {Map<string, { exports: unknown }>} */
  const loaded = new Map();
  const resolve = (/** @type {string} */ id) => {
    const text = files[id];
    if (text === undefined) {
      return Object.hasOwn(modules, id) ? modules[id] : require(id);
    }
    const module = loaded.get(id) ?? { exports: {} };
    if (!loaded.has(id)) {
      loaded.set(id, module);
      compileFunction(text, ['exports', 'require', 'module'])(module.exports, resolve, module);
    }
    return module.exports;
  };
  return resolve(entry);
}

/**
 * @param {{ run: (key: string, cb: (...given: unknown[]) => void) => void }} program
 * @returns {Promise<unknown[]>} What it calls back with.
 */
function answer(program) {
  return new Promise((done) => {
    program.run('key', (error, ...results) => done([error ?? null, ...results]));
  });
}

/** @param {string} text */
function convertText(text) {
  const { source, changed } = toAsync(text, { accept: 'timing-unobservable' });
  expect(changed).toBe(true);
  return source;
}

const pass = (/** @type {string} */ call) => `${call}, (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });`;

/** @type {[string, string, RegExp, Record<string, unknown>][]} */
const MISSING = [
  [
    'a member of a core module',
    `const fs = require('fs');
exports.run = (key, cb) => {
  if (!fs.lchmod) return process.nextTick(cb, null, 'none');
  ${pass('fs.lchmod(key, 0o777')}
};`,
    / {2}fs\.lchmod\(\.\.\.args\);[^]*lchmodAsync\(key, 0o777\)/u,
    { fs: {} },
  ],
  [
    'a member of a core module that is destructured',
    `const { lchmod } = require('fs');
exports.run = (key, cb) => {
  if (key === 'key') return process.nextTick(cb, null, 'none');
  ${pass('lchmod(key, 0o777')}
};`,
    / {2}lchmod\(\.\.\.args\);[^]*lchmodAsync\(key, 0o777\)/u,
    { fs: {} },
  ],
  [
    'a member of a later version of Node',
    `const { zstdCompress } = require('zlib');
exports.run = (key, cb) => {
  if (key === 'key') return process.nextTick(cb, null, 'none');
  ${pass('zstdCompress(key')}
};`,
    / {2}zstdCompress\(\.\.\.args\);[^]*zstdCompressAsync\(key\)/u,
    { zlib: {} },
  ],
  [
    'a member of a package',
    `const { size } = require('pkg');
exports.run = (key, cb) => {
  if (typeof size !== 'function') return process.nextTick(cb, null, 'none');
  ${pass('size(key')}
};`,
    / {2}size\(\.\.\.args\);[^]*sizeAsync\(key\)/u,
    { pkg: {} },
  ],
  [
    'a member that is looked for in its package',
    `const pkg = require('pkg');
const size = pkg.size;
const isSized = 'size' in pkg;
exports.run = (key, cb) => {
  if (!isSized) return process.nextTick(cb, null, 'none');
  ${pass('size(key')}
};`,
    / {2}size\(\.\.\.args\);[^]*sizeAsync\(key\)/u,
    { pkg: {} },
  ],
  [
    'a package that may not be installed',
    `let size;
try { size = require('missing-package').size; } catch {}
exports.run = (key, cb) => {
  if (!size) return process.nextTick(cb, null, 'none');
  ${pass('size(key')}
};`,
    / {2}size\(\.\.\.args\);[^]*sizeAsync\(key\)/u,
    {},
  ],
  [
    'a variable that is written behind its declaration',
    `let size;
const more = 1;
if (more) size = require('pkg').size;
exports.run = (key, cb) => {
  ${pass('size(key')}
};`,
    / {2}size\(\.\.\.args\);[^]*sizeAsync\(key\)/u,
    { pkg: { size } },
  ],
  [
    'a module that is written behind its declaration',
    `let disk;
if (!disk) disk = require('zlib');
exports.run = (key, cb) => {
  ${pass('disk.deflate(key')}
};`,
    / {2}disk\.deflate\(\.\.\.args\);[^]*deflateAsync\(key\)/u,
    {},
  ],
];

/** @type {[string, string, string, Record<string, unknown>][]} */
const THERE = [
  [
    'a function of a core module',
    `const { rm } = require('fs');
exports.run = (key, cb) => {
  ${pass('rm(key')}
};`,
    'const rmAsync = util.promisify(rm);',
    { fs: { rm: size } },
  ],
  [
    'an export of a package',
    `const { size } = require('pkg');
exports.run = (key, cb) => {
  ${pass('size(key')}
};`,
    'const sizeAsync = util.promisify(size);',
    { pkg: { size } },
  ],
  [
    'a variable with its one value at the top of the file',
    `let pkg;
pkg = require('pkg').size;
exports.run = (key, cb) => {
  ${pass('pkg(key')}
};`,
    "pkg = require('pkg').size;\n\nconst pkgAsync = util.promisify(pkg);",
    { pkg: { size } },
  ],
];

describe('a function that callbacks are given to', () => {
  it.each(MISSING)('is looked up where it is used: %s', async (_, text, written, modules) => {
    const source = convertText(text);
    expect(source).toMatch(written);
    expect(await answer(load({ file: source }, modules, 'file'))).toEqual(
      await answer(load({ file: text }, modules, 'file')),
    );
  });

  it.each(THERE)('is promisified once: %s', async (_, text, written, modules) => {
    const source = convertText(text);
    expect(source).toContain(written);
    expect(await answer(load({ file: source }, modules, 'file'))).toEqual(
      await answer(load({ file: text }, modules, 'file')),
    );
  });

  it.each([
    ['20.19.0', 'const zstdCompressAsync = util.promisify((...args) => {'],
    ['24.0.0', 'const zstdCompressAsync = util.promisify(zstdCompress);'],
  ])('is promisified as the oldest Node has it: %s', (node, written) => {
    const text = `const { zstdCompress } = require('zlib');
exports.run = (key, cb) => {
  ${pass('zstdCompress(key')}
};`;
    expect(toAsync(text, { node }).source).toContain(written);
  });

  it('is promisified where the file calls something before it has what promisifies', async () => {
    const text = `const { size } = require('pkg');
const { report } = require('report');
const listen = require('listen')(go, report);
const util = require('util');
function go(key, cb) {
  ${pass('size(key')}
}
exports.run = go;
exports.more = [util, listen];`;
    const source = convertText(text);
    const answers = [text, source].map(
      (each) =>
        new Promise((resolve) => {
          const report = (/** @type {unknown[]} */ ...given) => resolve(given);
          const listen = (/** @type {typeof size} */ run, /** @type {typeof report} */ told) =>
            run('key', told);
          load({ file: each }, { pkg: { size }, report: { report }, listen }, 'file');
        }),
    );
    expect(await Promise.all(answers)).toEqual([
      [null, 3],
      [null, 3],
    ]);
  });

  it('comes after the file in a circle of modules', async () => {
    const a = `const b = require('./b');
const { ping } = require('./b');
exports.run = (key, cb) => {
  if (!b.isReady) return process.nextTick(cb, null, 'early');
  ${pass('ping(key')}
};`;
    const b = `const a = require('./a');
exports.ping = (key, cb) => a.run(key, cb);
exports.run = (key, cb) => a.run(key, cb);`;
    const source = convertText(a);
    expect(await answer(load({ './a': source, './b': b }, {}, './b'))).toEqual([null, 'early']);
    expect(source).toMatch(/ {2}ping\(\.\.\.args\);[^]*pingAsync\(key\)/u);
  });

  it('is promisified right behind its module where the file calls something before the next', async () => {
    const text = `const { size } = require('pkg');
const { report } = require('report');
const started = go('key', report);
const dns = require('dns');
function go(key, cb) {
  size(key, (err, value) => {
    if (err) return cb(err);
    if (value) return cb(null, value);
    dns.lookup(key, (err, address) => {
      if (err) return cb(err);
      cb(null, address);
    });
  });
}
exports.run = go;`;
    const source = convertText(text);
    const reports = [text, source].map(
      (each) =>
        new Promise((resolve) => {
          const report = (/** @type {unknown[]} */ ...given) => resolve(given);
          load({ file: each }, { pkg: { size }, report: { report } }, 'file');
        }),
    );
    expect(await Promise.all(reports)).toEqual([
      [null, 3],
      [null, 3],
    ]);
    expect(source).toMatch(/sizeAsync = [^]*started = [^]*lookupAsync = /u);
  });
});
