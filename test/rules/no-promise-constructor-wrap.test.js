import rule from '../../rules/no-promise-constructor-wrap.js';
import { fileOf } from './file-of.js';
import { testRule } from './rule-tester.js';

/** @typedef {Pick<import('./rule-tester.js').ValidCase, 'parsers' | 'options' | 'languageOptions'>} More */

const typescript = { parsers: /** @type {'typescript'[]} */ (['typescript']) };

/**
 * @param {string} name
 * @param {string} code
 * @param {More} [more]
 */
const ok = (name, code, more = {}) => ({ name, code, ...more });

/**
 * @param {string} name
 * @param {'chain' | 'callback'} messageId
 * @param {string} code
 * @param {string | null} output What the suggestion gives; null for a report alone.
 * @param {More} [more]
 */
const bad = (name, messageId, code, output, more = {}) => ({
  name,
  code,
  errors: [
    {
      messageId,
      ...(output !== null && {
        suggestions: [{ messageId: messageId === 'chain' ? 'useChain' : 'useForm', output }],
      }),
    },
  ],
  ...more,
});

const FS = "import fs from 'node:fs';";
const READ = '(e, data) => { if (e) return reject(e); resolve(data); }';

testRule('no-promise-constructor-wrap', rule, {
  valid: [
    {
      name: 'a migration',
      code: 'const f = () => new Promise((resolve, reject) => { load().then(resolve, reject); async function load() {} });',
      filename: fileOf('server').replace('file.js', 'src/db/updates/3.0.8.js'),
    },
    {
      name: 'in a test',
      code: 'const f = () => new Promise((resolve, reject) => { load().then(resolve, reject); async function load() {} });',
      filename: fileOf('server').replace('file.js', 'tests/streams.test.js'),
    },
    ok(
      'behind what does more',
      'new Promise((res, rej) => { log(); load().then(res, rej); }); new Promise((res, rej) => { const c = f(); c.on("end", rej); c.load().then(res); }); new Promise(async (res, rej) => { const c = await f(); c.load().then(res, rej); });',
    ),
    {
      name: 'what is no promise, or starts when it is awaited',
      code: "const knex = require('knex')({}); exports.load = (url) => [new Promise((resolve, reject) => $.ajax(url).then(resolve, reject)), new Promise((resolve, reject) => knex('t').select().then(resolve).catch(reject))]; Query.prototype.exec = function () { return new Promise((resolve, reject) => this.then(resolve, reject)); };",
    },
    ok(
      'the class by way of a global object that gets another one',
      'globalThis.Promise = Other; new globalThis.Promise((y, n) => p.then(y, n));',
    ),
    ok(
      'the class of something else',
      'new library.Promise((y, n) => p.then(y, n)); ((window) => new window.Promise((y, n) => p.then(y, n)))(open());',
    ),
    ok(
      'a hash that is slow on purpose, and a process',
      "import crypto from 'node:crypto'; import { execFile } from 'node:child_process'; const f = (a, b) => new Promise((resolve, reject) => { crypto.scrypt(a, b, 64, (e, key) => { if (e) reject(e); else resolve(key); }); }); const g = () => new Promise((resolve, reject) => { execFile('ls', (e, out) => (e ? reject(e) : resolve(out))); });",
    ),
    ok(
      'a handler that may not answer, or answers twice',
      'const f = (a) => new Promise((resolve) => { load(a).then((v) => { if (!v) return; resolve(v); }).catch((e) => { resolve(e); }); }); const g = (a) => new Promise((resolve) => { load(a).then((v) => { resolve(v); show(v); }).catch((e) => { resolve(e); }); }); const h = (a) => new Promise((resolve) => { load(a).then((v) => { show(v); resolve(v); }).catch((e) => { log(e); }); });',
    ),
    ok('a timer', 'new Promise((resolve) => setTimeout(resolve, 1));'),
    ok('a value', 'new Promise((resolve, reject) => resolve(x));'),
    ok('no rejection', 'new Promise((resolve) => p.then(resolve));'),
    ok('the other way round', 'new Promise((resolve, reject) => p.then(reject, resolve));'),
    ok('a handler that may throw', 'new Promise((y, n) => p.then((v) => y(f(v)), n));'),
    ok(
      'a handler that may throw before, beside which nothing would settle',
      'new Promise((y, n) => p.then(() => { g(); y(); }, n)); new Promise((y, n) => p.then(({ a }) => y(a), n)); new Promise((y, n) => p.then((v) => y(v.a), n));',
    ),
    ok(
      'a handler that may not settle',
      'new Promise((y, n) => p.then((v) => { if (!v) return; y(v); }).catch(n));',
    ),
    ok(
      'a catch that does more',
      'new Promise((y, n) => p.then(y).catch((e) => { log(e); n(e); }));',
    ),
    ok('a second use', 'new Promise((y, n) => { p.then(y, n); q.then(y, n); });'),
    ok('a further link', 'new Promise((y, n) => p.then(y, n).then(f));'),
    ok('an optional chain', 'new Promise((y, n) => p?.then(y, n));'),
    ok('several arguments', 'new Promise((y, n) => p.then((v) => y(v, 1)).catch(n));'),
    ok('an async executor', 'new Promise(async (y, n) => p.then(y, n));'),
    ok(
      'a shadowed Promise',
      'import Promise from "bluebird"; new Promise((y, n) => p.then(y, n));',
    ),
    ok('a replaced Promise', 'global.Promise = x; new Promise((y, n) => p.then(y, n));'),
    ok(
      'a parsed result',
      `${FS} new Promise((y, n) => fs.readFile(x, (e, d) => e ? n(e) : y(f(d))));`,
    ),
    ok('an error that is ignored', `${FS} new Promise((y, n) => fs.readFile(x, (e, d) => y(d)));`),
    ok(
      'another module',
      "import fs from 'x'; new Promise((y, n) => fs.stat(x, (e, d) => e ? n(e) : y(d)));",
    ),
    ok('chains, switched off', 'new Promise((y, n) => p.then(y, n));', {
      options: [{ checkChains: false }],
    }),
    ok('callbacks, switched off', `${FS} new Promise((resolve, reject) => fs.stat(x, ${READ}));`, {
      options: [{ checkCallbacks: false }],
    }),
  ],
  invalid: [
    // As in the engines for embeddings of anything-llm.
    bad(
      'handlers that do more, and each end with an answer',
      'chain',
      'const f = (client, input) => new Promise((resolve) => { client.create(input).then((result) => { count(); resolve({ data: result.data }); }).catch((error) => { log(error); resolve({ error }); }); });',
      null,
    ),
    bad(
      'one answer of each kind',
      'chain',
      'const f = (input) => new Promise((resolve, reject) => create(input).then((result) => { count(); resolve(result.data); }).catch((error) => { log(error); reject(error); }));',
      null,
    ),
    // As in server/util-server.js of uptime-kuma.
    bad(
      'behind what is only declared',
      'chain',
      'new Promise((res, rej) => { let c = Ntlm(o); c(x).then((r) => { res(r); }).catch((e) => { rej(e); }); });',
      null,
    ),
    bad(
      'the class by way of the global object',
      'chain',
      'const load = async () => fetch(url); const get = async () => await new globalThis.Promise((y, n) => load().then(y, n));',
      'const load = async () => fetch(url); const get = async () => await load();',
    ),
    bad(
      'a result',
      'chain',
      'function f(p) { return new Promise((resolve, reject) => p.load().then(resolve, reject)); }',
      'async function f(p) { return await p.load(); }',
    ),
    bad(
      'an arrow function',
      'chain',
      'const f = (p) => new Promise((y, n) => p.then((v) => y(v)).catch((e) => n(e)));',
      'const f = async (p) => await p;',
    ),
    bad(
      'a method',
      'chain',
      'class A { static f(p) { return new Promise((y, n) => { p.then(function (v) { y(v); }, n) }) } }',
      'class A { static async f(p) { return await p } }',
    ),
    bad(
      'a handler that cannot throw',
      'chain',
      'const f = (p) => new Promise((y, n) => p.then(() => y(), n));',
      'const f = async (p) => await p.then(() => undefined);',
    ),
    bad(
      'a handler of one statement, beside one in parentheses',
      'chain',
      'const f = (p, b) => new Promise((y, n) => p.then((function (a) { y({ a, b }); }), (e) => n(e),));',
      'const f = async (p, b) => await p.then((function (a) { return { a, b }; }));',
    ),
    bad(
      'an async function',
      'chain',
      'async function f(p) { g(); return new Promise((y, n) => p.then(y, n)); }',
      'async function f(p) { g(); return p; }',
    ),
    bad(
      'an await',
      'chain',
      'async function f(p) { try { await new Promise((y, n) => p.g().then(y, n)); } catch {} }',
      'async function f(p) { try { await p.g(); } catch {} }',
    ),
    bad(
      'a native promise',
      'chain',
      'const p = new Promise((y, n) => Promise.all([1]).then(y, n));',
      'const p = Promise.all([1]);',
    ),
    bad(
      'a handler',
      'chain',
      'const f = (p) => new Promise((y, n) => p.then((v) => y({ v })).catch(n));',
      'const f = async (p) => await p.then((v) => ({ v }));',
    ),
    bad(
      'a handler with statements',
      'chain',
      'const f = (p) => new Promise((y, n) => p.then((v) => { g(v); return y(v + 1); }).catch(n));',
      'const f = async (p) => await p.then((v) => { g(v); return v + 1; });',
    ),
    bad(
      'a handler without a result',
      'chain',
      'const f = (p) => new Promise((y, n) => p.then(() => { y(); }).catch(n));',
      'const f = async (p) => await p.then(() => { return; });',
    ),
    bad('a variable', 'chain', 'const q = new Promise((y, n) => p().then(y, n));', null),
    bad(
      'a getter',
      'chain',
      'class A { get f() { return new Promise((y, n) => p().then(y, n)); } }',
      null,
    ),
    bad(
      'a comment',
      'chain',
      'const f = (p) => new Promise((y, n) => /* why */ p.then(y, n));',
      null,
    ),
    bad(
      'a this',
      'chain',
      'const f = () => new Promise(function (y, n) { this.p.then(y, n); });',
      null,
    ),
    bad(
      'a statement before',
      'chain',
      'function f(p) { g(); return new Promise((y, n) => p().then(y, n)); }',
      null,
    ),

    bad(
      'a core function',
      'callback',
      `${FS} const f = (path) => new Promise((resolve, reject) => fs.readFile(path, 'utf8', ${READ}));`,
      `${FS} const f = (path) => fs.promises.readFile(path, 'utf8');`,
    ),
    bad(
      'no result',
      'callback',
      `${FS} await new Promise((y, n) => { fs.unlink(f(x), (e) => { if (e) { n(e); } else { y(); } }) });`,
      `${FS} await fs.promises.unlink(f(x));`,
    ),
    bad(
      'a call in the arguments',
      'callback',
      `${FS} const f = () => new Promise((y, n) => fs.stat(g(), (e, s) => (e ? n(e) : y(s)),),);`,
      `${FS} const f = async () => await fs.promises.stat(g());`,
    ),
    bad(
      'a function that was imported alone',
      'callback',
      "import { stat } from 'fs'; const f = (x) => new Promise((y, n) => stat(x, (e, s) => (e ? n(e) : y(s))));",
      null,
    ),
    bad(
      'a function without a promise form',
      'callback',
      "import zlib from 'zlib'; const f = (x) => new Promise((y, n) => zlib.gzip(x, (e, s) => (e ? n(e) : y(s))));",
      null,
    ),
    bad(
      'a descriptor',
      'callback',
      `${FS} new Promise((resolve, reject) => fs.readFile(this.fd, ${READ}));`,
      null,
    ),
    bad(
      'a recursive mkdir',
      'callback',
      `${FS} new Promise((y, n) => fs.mkdir(x, { recursive: true }, (e) => (e ? n(e) : y())));`,
      null,
    ),
    bad(
      'a type that the function declares',
      'chain',
      'function f(p: any): Promise<string> { return new Promise<string>((y, n) => p().then(y, n)); }',
      'async function f(p: any): Promise<string> { return await p(); }',
      typescript,
    ),
    bad(
      'a type',
      'chain',
      'const f = (p: any) => new Promise<string>((y, n) => p().then(y, n));',
      'const f = async (p: any): Promise<string> => await p();',
      typescript,
    ),
  ],
});
