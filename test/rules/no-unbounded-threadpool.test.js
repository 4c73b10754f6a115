import { fileURLToPath } from 'node:url';

import rule from '../../rules/no-unbounded-threadpool.js';
import { fileOf } from './file-of.js';
import { testRule } from './rule-tester.js';

const IMPORTS =
  "const fs = require('fs'), zlib = require('zlib'), crypto = require('crypto'), { promisify } = require('util'), dns = require('dns');\nconst gzip = promisify(zlib.gzip);\n";

/**
 * @param {string} name
 * @param {string} code After the imports, from line 3 on.
 * @param {object} [options]
 */
const ok = (name, code, options) => ({
  name,
  code: IMPORTS + code,
  ...(options && { options: [options] }),
});

/**
 * @param {string} name
 * @param {string} code After the imports, from line 3 on.
 * @param {object} [error]
 * @param {object} [options]
 */
const bad = (name, code, error = {}, options = undefined) => ({
  ...ok(name, code, options),
  errors: [{ messageId: 'compute', ...error }],
});

const FILES = { checkFiles: true };
const MANY = { checkFiles: 'many' };
const NAMES = { checkHostNames: true };

testRule('no-unbounded-threadpool', rule, {
  valid: [
    // As in lib/models/asset-size-printer.js of ember-cli.
    ...['command', 'command-of-tool'].map((folder) => ({
      ...ok('computed by a command', 'exports.f = (xs) => Promise.all(xs.map((x) => gzip(x)));'),
      filename: fileOf(folder),
    })),
    ok(
      'few of a set',
      "const XS = new Set(['a', 'b']); exports.f = () => Promise.all([...XS].map((x) => gzip(x)));",
    ),
    ok(
      'few that stay',
      "const XS = Object.freeze(['a', 'b']); exports.f = () => Promise.all(XS.map((x) => gzip(x)));",
    ),
    ok(
      'a few that a function pushes',
      'function both(a, b) { const all = []; if (a) all.push(a); if (b) all.push(b); return all; } exports.f = async (a, b) => { const all = await both(a, b); await Promise.all(all.map(gzip)); };',
    ),
    ok(
      'a few that a function gives',
      'const both = (a, b) => [a, b]; exports.f = (a, b) => Promise.all(both(a, b).map(gzip));',
    ),
    ok('a few', 'exports.f = () => Promise.all([a, b, c].map(gzip));'),
    ok('a few in a constant', 'const few = [a, b]; exports.f = () => Promise.all(few.map(gzip));'),
    ok('a few keys', 'exports.f = () => Promise.all(Object.values({ a, b }).map(gzip));'),
    // As in src/plugin/usageReporting/plugin.ts of @apollo/server: what a service keeps beside its calls.
    ok(
      'what is registered',
      'const reports = new Map(); exports.add = (key, report) => reports.set(key, report); exports.send = () => Promise.all([...reports.keys()].map((key) => gzip(reports.get(key))));',
    ),
    ok('a part', 'exports.f = (xs) => Promise.all(xs.slice(0, 4).map(gzip));'),
    ok('a part taken out', 'exports.f = (xs) => Promise.all(xs.splice(0, 4).map(gzip));'),
    ok(
      'a part in its turn',
      'exports.f = async (xs) => { for (const some of chunk(xs, 4)) await Promise.all(some.map(gzip)); };',
    ),
    ok(
      'a part in its turn, of a method',
      'exports.f = async (xs) => { for (const some of _.chunk(xs, 4)) await Promise.all(some.map(gzip)); };',
    ),
    ok(
      'a batch',
      'exports.f = async (xs) => { for (const batch of split(xs)) await Promise.all(batch.map(gzip)); };',
    ),
    ok('as many as workers', 'exports.f = (n) => Promise.all(Array.from({ length: n }, gzip));'),
    ok('limited', 'exports.f = (xs) => Promise.all(xs.map((x) => limit(() => gzip(x))));'),
    ok('limited by name', 'exports.f = (xs) => Promise.all(xs.map((x) => limit(gzip, x)));'),
    ok(
      'behind a semaphore',
      'exports.f = (xs) => Promise.all(xs.map(async (x) => { await semaphore.acquire(); try { return await gzip(x); } finally { semaphore.release(); } }));',
    ),
    ok(
      'a helper behind a semaphore',
      'async function one(x) { return await queue.add(() => gzip(x)); } exports.f = (xs) => Promise.all(xs.map(one));',
    ),
    ok(
      'p-map with a limit',
      "const pMap = require('p-map'); exports.f = (xs) => pMap(xs, gzip, { concurrency: 3 });",
    ),
    ok(
      'options from elsewhere',
      "const pMap = require('p-map'); exports.f = (xs, options) => pMap(xs, gzip, options);",
    ),
    ok(
      'a limited form',
      "const async = require('async'); exports.f = (xs, done) => async.mapLimit(xs, 3, gzip, done);",
    ),
    ok(
      'in turn',
      "const Promise = require('bluebird'); exports.f = (xs) => Promise.each(xs, (x) => gzip(x));",
    ),
    ok('one after another', 'exports.f = async (xs) => { for (const x of xs) await gzip(x); };'),
    ok('promises that nobody waits for together', 'exports.f = (xs) => xs.map((x) => gzip(x));'),
    ok('later', 'exports.f = (xs) => Promise.all(xs.map((x) => () => gzip(x)));'),
    ok('the network', 'exports.f = (xs) => Promise.all(xs.map((x) => request(x)));'),
    ok('files', 'exports.f = (xs) => Promise.all(xs.map((x) => fs.promises.readFile(x)));'),
    // Microseconds each, as in lib/eslint/eslint-helpers.js of eslint.
    ok(
      'looks at files',
      'exports.f = (xs) => Promise.all(xs.map((x) => fs.promises.stat(x).catch(() => fs.promises.access(x))));',
      FILES,
    ),
    // As in core/server/web/api/middleware/upload.js of ghost.
    ok(
      'entries of directories',
      'exports.f = (xs) => xs.forEach((x) => fs.unlink(x, log));',
      FILES,
    ),
    ok(
      'streams that nothing is written to yet',
      'exports.f = (xs) => xs.forEach((x) => logs.push(fs.createWriteStream(x)));',
      FILES,
    ),
    {
      ...ok(
        'files of a command',
        'exports.f = (xs) => Promise.all(xs.map((x) => fs.promises.readFile(x)));',
        FILES,
      ),
      filename: fileOf('command'),
    },
    // As in lib/xlsx/xlsx.js of exceljs, lib/static.js of reveal-md and lib/create-temp-licenses.js of lerna:
    // nothing says that there are more than a few.
    ok(
      'files that nothing says are many',
      'exports.f = (xs) => Promise.all(xs.map((x) => fs.promises.readFile(x))); exports.g = (model) => Promise.all(model.media.map((x) => fs.promises.readFile(x.path)));',
      MANY,
    ),
    // As in lib/nodes/context/localfilesystem.js of @node-red/runtime.
    ok(
      'files of one directory',
      'exports.f = (dir) => fs.promises.readdir(dir).then((xs) => { xs.forEach((x) => jobs.push(fs.promises.readFile(x))); });',
      MANY,
    ),
    // As in node/hooks/express/tests.js of etherpad and amt/amt-ider.js of meshcentral.
    ok(
      'what directories hold',
      'const list = async (dir) => { const all = await fs.promises.readdir(dir); await Promise.all(all.map((x) => isDir(x) && list(x))); };',
      MANY,
    ),
    ok(
      'settings of an object',
      'exports.f = function () { return Promise.all(Object.keys(this.options.files).map((x) => fs.promises.readFile(x))); };',
      MANY,
    ),
    // As in lib/units/storage/s3.js of @devicefarmer/stf.
    ok(
      'the files of a form',
      'exports.f = (req, res) => parse(req, (fields, files) => Promise.all(Object.keys(files).map((x) => fs.promises.readFile(files[x].path))));',
      MANY,
    ),
    {
      ...ok('a helper of tests', 'exports.f = (xs) => Promise.all(xs.map(gzip));'),
      filename: fileURLToPath(new URL('helpers/pack.js', import.meta.url)),
    },
    ok('host names', 'exports.f = (xs) => Promise.all(xs.map((x) => fetch(x)));', FILES),
    ok('synchronous', 'exports.f = (xs) => xs.forEach((x) => zlib.gzipSync(x));'),
    ok('quick', 'exports.f = (xs) => Promise.all(xs.map(() => promisify(crypto.randomBytes)(8)));'),
    ok('a test', "it('packs', () => Promise.all(xs.map(gzip)));"),
    ok('a command', 'Promise.all(process.argv.slice(2).map(gzip));'),
    ok('a promise of its own making', 'exports.f = (xs, Promise) => Promise.all(xs.map(gzip));'),
    ok(
      'pushes that are waited for in the loop',
      'exports.f = async (xs) => { const jobs = []; for (const x of xs) { jobs.push(gzip(x)); if (jobs.length > 3) { await Promise.all(jobs); jobs.length = 0; } } await Promise.all(jobs); };',
    ),
    ok('a size in time', 'process.env.UV_THREADPOOL_SIZE = 8; fs.readFile(a, b);'),
    ok(
      'a size that may be in time',
      'exports.f = () => fs.readFile(a, b); exports.g = () => { process.env.UV_THREADPOOL_SIZE = 8; };',
    ),
    ok('a size of something else', 'fs.readFile(a, b); settings.UV_THREADPOOL_SIZE = 8;'),
  ],
  invalid: [
    bad(
      'a set that grows',
      "const XS = new Set(['a']); exports.add = (x) => XS.add(x); exports.f = () => Promise.all([...XS].map((x) => gzip(x)));",
    ),
    bad(
      'a list that may not be there',
      'exports.f = (xs) => Promise.all(xs?.map((x) => gzip(x)) ?? []);',
    ),
    bad(
      'many that a function pushes',
      'function all(xs) { const many = []; for (const x of xs) many.push(x); return many; } exports.f = (xs) => Promise.all(all(xs).map(gzip));',
    ),
    bad(
      'what is gathered for it',
      'exports.f = (xs) => { const all = new Map(); for (const x of xs) all.set(x.key, x); return Promise.all([...all.values()].map(gzip)); };',
    ),
    bad(
      'what is registered elsewhere',
      'exports.f = (all) => () => Promise.all([...all.values()].map(gzip));',
    ),
    bad(
      'many that are pushed at once',
      'exports.f = (xs) => { const many = []; many.push(...xs); return Promise.all(many.map(gzip)); };',
    ),
    bad('map', 'exports.f = (files) => Promise.all(files.map((file) => gzip(file)));', {
      line: 3,
      column: 36,
      endColumn: 67,
      data: { call: 'zlib.gzip', list: '`files`' },
    }),
    bad('by name', 'exports.f = (files) => Promise.allSettled(files.map(gzip));'),
    bad(
      'through a constant',
      'exports.f = async (xs) => { const jobs = xs.map(async (x) => { await gzip(x); }); await Promise.all(jobs); };',
    ),
    bad('among others', 'exports.f = (xs) => Promise.all([one(), ...xs.map(gzip)]);'),
    bad('filtered', 'exports.f = (xs) => Promise.all(xs.filter(Boolean).map(gzip).concat(more));'),
    bad('flatMap', 'exports.f = (xs) => Promise.race(xs.flatMap((x) => [gzip(x)]));'),
    bad('Array.from', 'exports.f = (xs) => Promise.all(Array.from(xs, (x) => gzip(x)));'),
    bad(
      'many of one',
      'exports.f = () => Promise.all(Array.from({ length: 100 }, () => gzip(x)));',
    ),
    bad('forEach', 'exports.f = (xs) => { xs.forEach((x) => zlib.gzip(x, send)); };'),
    bad(
      'pushed in a loop',
      'exports.f = async (xs) => { const jobs = []; for (const x of xs) jobs.push(gzip(x)); await Promise.all(jobs); };',
      { data: { call: 'zlib.gzip', list: '`xs`' } },
    ),
    bad(
      'pushed in a counted loop',
      'exports.f = async (xs) => { const jobs = []; for (let i = 0; i < xs.length; i++) jobs.push(gzip(xs[i])); await Promise.all(jobs); };',
    ),
    bad(
      'a list that grows',
      'const xs = [a]; xs.push(...more); exports.f = () => Promise.all(xs.map(gzip));',
    ),
    bad(
      'in an executor',
      'exports.f = (xs) => Promise.all(xs.map((x) => new Promise((done) => crypto.pbkdf2(x, s, 1e5, 64, h, done))));',
      { data: { call: 'crypto.pbkdf2', list: '`xs`' } },
    ),
    bad(
      'in a chain, named before what takes less time',
      'exports.f = (xs) => Promise.all(xs.map((x) => fs.promises.readFile(x).then((b) => gzip(b))));',
    ),
    bad(
      'through functions',
      'const pack = (x) => gzip(x); async function one(x) { return await pack(x); } exports.f = (xs) => Promise.all(xs.map((x) => one(x)));',
    ),
    bad(
      'through a method',
      'class A { all(xs) { return Promise.all(xs.map((x) => this.one(x))); } one(x) { return gzip(x); } }',
    ),
    bad('p-map', "const pMap = require('p-map'); exports.f = (xs) => pMap(xs, gzip);"),
    bad(
      'bluebird',
      "const P = require('bluebird'); exports.f = (xs) => P.map(xs, (x) => gzip(x));",
    ),
    bad(
      'bluebird, all',
      "const P = require('bluebird'); exports.f = (xs) => P.all(xs.map((x) => gzip(x)));",
    ),
    bad(
      'async',
      "const async = require('async'); exports.f = (xs, done) => async.each(xs, (x, next) => zlib.gzip(x, next), done);",
    ),
    bad(
      'web cryptography',
      'exports.f = (xs) => Promise.all(xs.map((x) => crypto.subtle.deriveBits(x)));',
    ),
    bad('a stream', 'exports.f = (xs) => Promise.all(xs.map((x) => pack(x, zlib.createGzip())));'),
    bad(
      'a long list',
      'exports.f = () => Promise.all(a_long_name.of_a_list.that_is.somewhere.else.map(gzip));',
      {
        data: { call: 'zlib.gzip', list: 'the list' },
      },
    ),
    bad(
      'files, if asked for',
      'exports.f = (xs) => Promise.all(xs.map((x) => fs.promises.readFile(x)));',
      {
        messageId: 'wait',
        data: { call: 'fs.promises.readFile', list: '`xs`' },
      },
      FILES,
    ),
    // As in io/index.js of selenium-webdriver.
    bad(
      'all files of a tree',
      'function copyDir(from, to) { const all = []; fs.readdirSync(from).forEach((x) => { if (isDir(x)) all.push(copyDir(x, to)); else all.push(fs.promises.copyFile(x, to)); }); return Promise.all(all); }',
      { messageId: 'wait' },
      MANY,
    ),
    // As in lib/stores/filesystem.js of s3rver.
    bad(
      'what a walk finds',
      'exports.f = (dir, max) => { const keys = []; const found = walk(dir); for (const path of found) { if (keys.length < max) keys.push(path); } return Promise.all(keys.map((key) => fs.promises.readFile(key))); };',
      { messageId: 'wait' },
      MANY,
    ),
    // As in lib/nodes/context/localfilesystem.js of @node-red/runtime.
    bad(
      'what has come together',
      'exports.set = function (path, data) { this.pending[path] = data; }; exports.flush = function () { const paths = Object.keys(this.pending); return Promise.all(paths.map((path) => fs.promises.writeFile(path, this.pending[path]))); };',
      { messageId: 'wait' },
      MANY,
    ),
    // As in lib/listing.js of reveal-md.
    bad(
      'for each request',
      "const app = require('express')(); const load = (xs) => Promise.all(xs.map((x) => fs.promises.readFile(x))); app.get('/', async (request, response) => { response.send(await load(find())); });",
      { messageId: 'wait' },
      MANY,
    ),
    bad(
      'for each request that is answered elsewhere',
      'const load = (xs) => Promise.all(xs.map((x) => fs.promises.readFile(x))); exports.list = async (req, res) => { res.send(await load(find())); };',
      { messageId: 'wait' },
      MANY,
    ),
    bad(
      'what is read after a look at it',
      'exports.f = (xs) => Promise.all(xs.map(async (x) => { await fs.promises.stat(x); return await fs.promises.readFile(x); }));',
      { messageId: 'wait', data: { call: 'fs.promises.readFile', list: '`xs`' } },
      FILES,
    ),
    bad(
      'what is taken away with all that is in it',
      'exports.f = (xs) => Promise.all(xs.map((x) => fs.promises.rm(x, { recursive: true })));',
      { messageId: 'wait', data: { call: 'fs.promises.rm', list: '`xs`' } },
      FILES,
    ),
    {
      ...bad(
        'files of a server that a command starts',
        'exports.f = (xs) => Promise.all(xs.map((x) => fs.promises.readFile(x)));',
        { messageId: 'wait' },
        FILES,
      ),
      filename: fileOf('command-of-server'),
    },
    bad(
      'look-ups, if asked for',
      'exports.f = (xs) => Promise.all(xs.map((x) => dns.promises.lookup(x)));',
      {
        messageId: 'wait',
        data: { call: 'dns.promises.lookup', list: '`xs`' },
      },
      NAMES,
    ),
    bad(
      'requests, if asked for',
      'exports.f = (xs) => Promise.all(xs.map((x) => fetch(x)));',
      {
        messageId: 'wait',
        data: { call: 'fetch', list: '`xs`' },
      },
      NAMES,
    ),
    bad('a size too late', 'fs.readFile(a, b);\nprocess.env.UV_THREADPOOL_SIZE = 8;', {
      messageId: 'lateSize',
      line: 4,
      column: 1,
      data: { call: 'fs.readFile' },
    }),
    bad('a size in a callback', 'fs.readFile(a, () => { process.env.UV_THREADPOOL_SIZE = 8; });', {
      messageId: 'lateSize',
    }),
    bad(
      'a size after a wait',
      "const { env } = require('process'); exports.f = async () => { await gzip(x); env['UV_THREADPOOL_SIZE'] ||= 8; };",
      {
        messageId: 'lateSize',
      },
    ),
    bad(
      'odd syntax',
      "exports.f = (xs) => Promise ['all'] (xs\n /* all */ ?. map (((x) => (0, gzip)(x))));",
    ),
    {
      ...bad(
        'types',
        'export const f = (xs: string[]) => Promise.all(xs.map((x): Promise<Buffer> => gzip(x as string)));',
      ),
      parsers: ['typescript'],
    },
    {
      name: 'a promisified function with a type of its own',
      code: "import { promisify } from 'util'; import { scrypt } from 'crypto'; const key = promisify(scrypt) as Key; export const f = (xs: string[]) => Promise.all(xs.map((x) => key(x, 'salt', 64)));",
      parsers: ['typescript'],
      errors: [{ messageId: 'compute' }],
    },
  ],
});
