import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { convert } from '../../../core/codemod/convert.js';
import { callbackFunction } from '../../../core/patterns/callback-function.js';

/**
 * Functions of Node's own with the arguments that they take, right and wrong: what calls them in all
 * the usual ways gives the same when it waits for their promise forms.
 */

const codemod = { name: 'test', patterns: [callbackFunction] };
const require = createRequire(import.meta.url);

/** Each is called with a callback behind its arguments, in a folder with a few files. */
const CALLS = `
fs.access('a.txt')
fs.access('none', fs.constants.R_OK)
fs.appendFile('a.txt', 'x', { mode: 0o600 })
fs.appendFile('none/x', 'x', 'utf8')
fs.appendFile(fd, 'x')
fs.chmod('none', 0o600)
fs.close(fd)
fs.close(9999)
fs.copyFile('a.txt', 'b.txt')
fs.copyFile('a.txt', 'a.txt', fs.constants.COPYFILE_EXCL)
fs.cp('full', 'copy', { recursive: true })
fs.cp('full', 'copy')
fs.fchmod(fd, 0o600)
fs.fstat(fd)
fs.fstat(9999)
fs.fsync(fd)
fs.ftruncate(fd, 1)
fs.futimes(fd, 1, 2)
fs.link('a.txt', 'l.txt')
fs.lstat('a.txt', { bigint: true })
fs.lutimes('a.txt', 1, 2)
fs.mkdir('m')
fs.mkdir('m/n', { recursive: true })
fs.mkdir('empty', options)
fs.mkdir('empty')
fs.mkdtemp('t-')
fs.open('a.txt', 'r')
fs.open('none')
fs.opendir('full')
fs.read(fd, Buffer.alloc(4), 0, 4, null)
fs.read(fd, { buffer: Buffer.alloc(4) })
fs.read(9999, Buffer.alloc(4), 0, 4, 0)
fs.readFile('a.txt')
fs.readFile('a.txt', { encoding: 'utf8' })
fs.readFile('empty')
fs.readFile(fd, 'utf8')
fs.readFile(named.fd, 'utf8')
fs.readFile(new URL('a.txt', here), undefined)
fs.readdir('full', { withFileTypes: true })
fs.readdir('none')
fs.readlink('link')
fs.readlink('a.txt')
fs.readv(fd, [Buffer.alloc(2)], 0)
fs.realpath('link', 'utf8')
fs.realpath('none')
fs.realpath.native('link')
fs.rename('none', 'r.txt')
fs.rm('none', { force: true })
fs.rm('none')
fs.rmdir('full')
fs.stat('none', { throwIfNoEntry: false })
fs.symlink('a.txt', 's.txt', 'file')
fs.truncate('a.txt')
fs.truncate('none', 2)
fs.unlink('none')
fs.utimes('a.txt', 1, 2)
fs.write(fd, 'xyz', 1, 'utf8')
fs.write(fd, Buffer.from('xyz'), 0, 2)
fs.write(9999, 'x')
fs.writeFile('w.txt', Buffer.from('x'))
fs.writeFile('a.txt', 'x', { flag: 'wx' })
fs.writeFile(fd, 'x')
fs.writev(fd, [Buffer.from('x')])
dns.lookup('127.0.0.1')
dns.lookup('127.0.0.1', { all: true })
dns.lookup('127.0.0.1', { family: 4 })
crypto.checkPrime(3n)
crypto.generateKeyPair('ec', { namedCurve: 'P-256' })
crypto.hkdf('sha512', 'key', 'salt', 'info', 16)
crypto.pbkdf2('a', 'b', 1, 16, 'sha512')
crypto.randomInt(0, 1)
crypto.scrypt('a', 'b', 16, { N: 2 })
zlib.gzip('abc', { level: 1 })
zlib.gunzip('abc')
zlib.brotliCompress('abc')
child.exec('echo 1; echo 2 >&2')
child.exec('echo 1; exit 3', { encoding: 'buffer' })
child.execFile('echo')
child.execFile('none', ['1'], {})
stream.pipeline(fs.createReadStream('a.txt'), fs.createWriteStream('o.txt'))
stream.pipeline([fs.createReadStream('none'), fs.createWriteStream('a.txt')])
stream.finished(fs.createReadStream('a.txt').resume())
stream.finished(fs.createReadStream('none').resume())
`
  .trim()
  .split('\n');

/** What becomes of what it calls back with. */
const CALLBACKS = [
  'cb',
  '(err) => cb(err)',
  '(err, a) => cb(err, a)',
  '(err, a) => { if (err) return cb(err); cb(null, a); }',
  '(err, a, b) => { if (err) return cb(err); cb(null, [a, b]); }',
  "(err, a, b) => { if (err) return cb(err); fs.stat('.', (err) => { if (err) return cb(err); cb(null, [b, a]); }); }",
  "(err, a) => { if (err) { noted.push(err.code); return cb(null, 'failed'); } noted.push(a); cb(); }",
  "(err, a) => { if (err && err.code !== 'ENOENT') return cb(err); cb(null, a); }",
  '(err, a, b) => { noted.push(err && err.code, a, b); cb(); }',
  '(err, a, b) => { if (err) return cb(new Error(`${err.code} ${b}`)); cb(null, a); }',
  '(err, a) => { if (!err) return cb(null, a); cb(Object.assign(err, { a })); }',
  "() => { cb(null, 'done'); }",
  "() => { fs.stat('a.txt', (err, stats) => { if (err) return cb(err); cb(null, stats.isFile()); }); }",
];

/** @param {string} call @param {string} callback */
const sourceOf = (call, callback) => {
  const [head = ''] = /^[^(]+\(/u.exec(call) ?? [];
  const given = call.slice(head.length, -1);
  return `const fs = require('fs');
const child = require('child_process');
const crypto = require('crypto');
const dns = require('dns');
const stream = require('stream');
const zlib = require('zlib');
module.exports.run = function (noted, cb) {
  const here = require('url').pathToFileURL(process.cwd() + '/');
  const fd = fs.openSync('a.txt', 'r+');
  const named = { fd };
  const options = { recursive: true };
  fs.stat('.', (err) => {
    if (err) return cb(err);
    ${head}${given === '' ? '' : `${given}, `}${callback});
  });
};
`;
};

/** @type {string} */
let root;
const before = process.cwd();

beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'async-perf-core-'));
});

afterAll(() => {
  process.chdir(before);
  rmSync(root, { recursive: true, force: true });
});

/**
 * @param {string} source
 * @returns {Promise<{ given: unknown[], noted: unknown[], files: string[] }>} What somebody sees who calls its function in a folder of its own.
 */
async function observe(source) {
  const folder = path.join(root, 'folder');
  mkdirSync(path.join(folder, 'full'), { recursive: true });
  mkdirSync(path.join(folder, 'empty'));
  for (const file of ['a.txt', 'full/1', 'full/2']) writeFileSync(path.join(folder, file), 'hello');
  symlinkSync('a.txt', path.join(folder, 'link'));
  process.chdir(folder);
  const module = { exports: /** @type {any} */ ({}) };
  new Function('require', 'module', source)(require, module);
  /** @type {unknown[]} */
  const noted = [];
  const given = await new Promise((resolve) => {
    module.exports.run(noted, (/** @type {unknown[]} */ ...values) => resolve(values));
  });
  const files = readdirSync(folder).map((name) => name.replace(/^t-.*/u, 't-'));
  process.chdir(root);
  rmSync(folder, { recursive: true });
  return { given: given.map(shown), noted: noted.map(shown), files };
}

/** @param {unknown} value @returns {unknown} What is the same each time. */
function shown(value) {
  if (typeof value === 'number' && value > 20) return 'a descriptor';
  if (Array.isArray(value)) return value.map(shown);
  if (value instanceof Error) return `${value.message} ${'a' in value ? shown(value.a) : ''}`;
  const name = value?.constructor?.name ?? '';
  if (/^(?:Big\w+|Dir|Stats|\w+KeyObject)$/u.test(name)) return name;
  return inspect(value).replaceAll(/t-\w{6}/gu, 't-');
}

/**
 * @param {{ given: unknown[] }} seen
 * @returns {unknown} Without what is reported (`callback-arguments`): what is missing at the end, the
 *   `0` that comes with the error of a read or a write.
 */
function reported({ given, ...seen }) {
  const [error = 'null', ...results] = given.map((each) => (each === 'undefined' ? null : each));
  const last = results.findLastIndex((each) => each !== null && each !== '0');
  return { ...seen, given: [error ?? 'null', ...results.slice(0, last + 1)] };
}

describe.each(CALLS)('%s', (call) => {
  it('gives what it gave', async () => {
    let converted = 0;
    for (const callback of CALLBACKS) {
      const source = sourceOf(call, callback);
      const { source: output } = convert({ path: 'a.js', source }, codemod, { node: '20' });
      if (output === source) continue;
      converted += 1;
      const [one, two] = [await observe(source), await observe(output)];
      expect(reported(two), `${callback}\n${output}`).toEqual(reported(one));
    }
    expect(converted).toBeGreaterThan(3);
  });
});
