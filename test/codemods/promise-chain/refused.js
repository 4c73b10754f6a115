/**
 * @typedef {object} RefusedCase
 * @property {string} name
 * @property {string} text
 * @property {string} reason
 * @property {Record<string, unknown>} [options]
 * @property {string} [path]
 * @property {object} [manifest] The package.json beside it.
 */

/** @type {RefusedCase[]} */
export const REFUSED = [
  {
    name: 'what an array reduces to a chain',
    reason: 'function-kind',
    text: `exports.run = (xs) => xs.reduce((before, x) => before.then(() => op('a', x)), Promise.resolve());\n`,
  },
  {
    name: 'what an array reduces to a chain, waited for as an argument',
    reason: 'function-kind',
    text: `exports.run = (xs) => xs.reduce((before, x) => Promise.resolve(before).then(() => op('a', x)), 1);\n`,
  },
  {
    name: 'an effect of React',
    reason: 'function-kind',
    text: `function View({ id }) { React.useEffect(() => load(id).then((user) => show(user)), [id]); }\n`,
  },
  {
    name: 'a step of `async`, which passes a callback to no async function',
    reason: 'callback-withheld',
    text: `const async = require('async');\nexports.run = (ids, cb) => { async.eachSeries(ids, (id, step) => op(id).then(() => step(), step), cb); };\n`,
  },
  {
    name: 'steps of `async` in a list',
    reason: 'callback-withheld',
    text: `const { series } = require('async');\nfunction one(step) { return op('one').then((value) => step(null, value)).catch(step); }\nexports.run = (cb) => { const steps = [one]; steps.push((step) => op('two').then(step.bind(null, null), step)); series(steps, cb); };\n`,
  },
  {
    name: 'a method that `async` may be given',
    reason: 'callback-withheld',
    text: `const queue = require('async/queue');\nclass Work {\n  constructor() { this.queue = queue(this.run.bind(this), 2); }\n  run(task, done) { return op(task).then(() => done(null, 1), done); }\n}\nexports.Work = Work;\n`,
  },
  {
    name: 'an export that another file of a project with `async` may hand to it',
    reason: 'callback-withheld',
    manifest: { dependencies: { async: '^3.2.0' } },
    text: `exports.load = (id, callback) => op(id).then((value) => callback(null, value), callback);\n`,
  },
  {
    name: 'a function of which the file uses the methods of a library',
    reason: 'promise-library-kept',
    options: { api: 'async' },
    text: `const Bluebird = require('bluebird');\nfunction load(id) { return open(id).then((file) => file.id); }\nexports.load = (id, cb) => load(id).asCallback(cb);\n`,
  },
  {
    name: 'a member of which the file uses the methods of a library',
    reason: 'promise-library-kept',
    options: { api: 'async' },
    text: `const Bluebird = require('bluebird');\nexports.load = function (id) { return open(id).then((file) => file.id); };\nexports.list = (id) => exports.load(id).then((ids) => [ids]).map((one) => one);\n`,
  },
  {
    name: 'a variable that is bound',
    reason: 'promise-library-method',
    options: { api: 'async' },
    text: `const Bluebird = require('bluebird');\nconst list = () => Bluebird.resolve([1]).bind({ n: 2 });\nexports.load = (done) => { const rows = list(); return rows.then(done).then((v) => [v]); };\n`,
  },
  {
    name: 'a function with its this, on what may be bound',
    reason: 'promise-library-method',
    options: { api: 'async' },
    text: `const Bluebird = require('bluebird');\nexports.load = (rows) => rows.then(function (v) { return this.read(v); }).then((v) => [v]);\n`,
  },
  {
    name: 'the handlers of a then of its own, which need not be there',
    reason: 'handler-unknown',
    text: `function Query() {}\nQuery.prototype.then = function (resolve, reject) { return this.exec().then(resolve, reject); };\n`,
  },
  {
    name: 'the handler of a catch of its own, which need not be there',
    reason: 'handler-unknown',
    text: `class Query { catch(reject) { return this.exec().then(op).then((v) => [v], reject); } }\n`,
  },
  {
    name: 'the executor of a promise of a library',
    reason: 'function-kind',
    text: `const Bluebird = require('bluebird');\nexports.run = () => new Bluebird((resolve, reject) => fetch('a').then(resolve, reject));\n`,
  },
  {
    name: 'the executor of a promise that a function of a library makes',
    reason: 'function-kind',
    text: `const Q = require('q');\nexports.run = () => Q.Promise((resolve, reject) => fetch('a').then(resolve, reject));\n`,
  },
  {
    name: 'an executor with a name',
    reason: 'function-kind',
    text: `exports.run = () => new Promise(start);\nfunction start(resolve, reject) { return op('a').then(resolve, reject); }\n`,
  },
  {
    name: 'a bound executor',
    reason: 'function-kind',
    text: `exports.run = function () { return new global.Promise(function (resolve, reject) { return op('a').then(resolve, reject); }.bind(this)); };\n`,
  },
  {
    name: 'the executor of a class of its own',
    reason: 'function-kind',
    text: `class Task extends Promise {}\nexports.run = () => new Task((resolve, reject) => op('a').then(resolve, reject));\n`,
  },
  {
    name: 'a promise of a library that an event waits for',
    reason: 'settled-by-event',
    options: { api: 'async' },
    text: `const Bluebird = require('bluebird');\nexports.read = (source, done) => { source.on('entry', (entry) => { ended(entry).then(() => done(entry)); }); };\n`,
  },
  {
    name: 'a member whose prototype is used',
    reason: 'function-kind',
    text: `exports.Reader = function (file) { const reader = Object.create(exports.Reader.prototype); return op('a', file).then((text) => Object.assign(reader, { text })); };\n`,
  },
  {
    name: 'a function that is called with `new` by another name',
    reason: 'function-kind',
    text: `const Reader = (exports.Reader = function (file) { return op('a', file).then((text) => text.length); });\nexports.read = (file) => new Reader(file);\n`,
  },
  {
    name: 'a function that other files can only call with `new`',
    reason: 'function-kind',
    text: `exports.Reader = function (file) { this.file = file; return op('a', file).then((text) => text.length); };\n`,
  },
  {
    name: 'a getter',
    reason: 'function-kind',
    text: `class C { get ready() { return op('a').then((v) => v.id); } }\n`,
  },
  {
    name: 'a constructor that asks how it is called',
    reason: 'function-kind',
    text: `exports.Task = function Task() { return op('a').then((v) => new.target && v); };\n`,
  },
  {
    name: 'a constructor',
    reason: 'function-kind',
    text: `class C { constructor() { return op('a').then((v) => v.id); } }\n`,
  },
  {
    name: 'a generator',
    reason: 'function-kind',
    text: `function* f() { return op('a').then((v) => v.id); }\n`,
  },
  {
    name: 'the executor of a promise',
    reason: 'function-kind',
    text: `const p = new Promise((resolve) => op('a').then((v) => resolve(v)));\n`,
  },
  {
    name: 'a function called with new',
    reason: 'function-kind',
    text: `function F() { return op('a').then((v) => v.id); }\nnew F();\n`,
  },
  {
    name: 'a plain value as well',
    reason: 'returns-plain-value',
    text: `function f(x) { if (x) return 3; return op('a').then((v) => v.id); }\n`,
  },
  {
    name: 'nothing as well',
    reason: 'returns-plain-value',
    text: `function f(x) { if (x) return; return op('a').then((v) => v.id); }\n`,
  },
  {
    name: 'nothing at the end',
    reason: 'returns-plain-value',
    text: `function f(x) { if (x) return op('a').then((v) => v.id); }\n`,
  },
  {
    name: 'what a function of the file gives as well',
    reason: 'returns-plain-value',
    text: `function f(now) { if (now) return both(); return op('a').then((v) => v.id); }
function both() { const [error] = run(); if (error) return [error, null]; return run(); }\n`,
  },
  {
    name: 'what a synchronous function gives as well',
    reason: 'returns-plain-value',
    text: `function f(now) { if (now) return fs.readFileSync(now); return op('a').then((v) => v.id); }\n`,
  },
  {
    name: 'an iterator as well',
    reason: 'returns-plain-value',
    text: `function f(now) { if (now) return all(); return op('a').then((v) => v.id); }\nfunction* all() {}\n`,
  },
  {
    name: 'what a parameter gives as well',
    reason: 'returns-unknown-value',
    text: `function f(x, done) { if (x) return done(); return op('a').then((v) => v.id); }\n`,
  },
  {
    name: 'a kept promise as well',
    reason: 'returns-unknown-value',
    text: `function f(x) { if (this.p) return this.p; return op('a').then((v) => v.id); }\n`,
  },
  {
    name: 'what a promise of a library tells of itself as well',
    reason: 'returns-plain-value',
    text: `function f(now) { if (now) return op('a').isPending(); return op('a').then((v) => v.id); }\n`,
  },
  {
    name: 'a value that was kept as well',
    reason: 'returns-unknown-value',
    text: `const kept = new Map();
function f(x) { if (kept.has(x)) return kept.get(x); return op(x).then((v) => { kept.set(x, v.id + 1); return v.id; }); }\n`,
  },
  {
    name: 'a promise that was kept, the same for all, as well',
    reason: 'returns-unknown-value',
    text: `class C { #kept; constructor() { this.#kept = new Map(); }
get(x) { if (this.#kept.has(x)) return this.#kept.get(x); const p = op(x); this.#kept.set(x, p); return p.then((v) => v.id); } }\n`,
  },
  {
    name: 'a value that was kept by others as well',
    reason: 'returns-unknown-value',
    text: `function f(x) { const hit = this.kept.get(x); if (hit !== undefined) return hit; return op(x).then((v) => v.id); }\n`,
  },
  {
    name: 'a value that another kept, which gives it at once, as well',
    reason: 'returns-unknown-value',
    text: `function f(x, kept) { if (!kept.has(x)) return op(x).then((v) => v.id); return kept.get(x); }
function keep(kept, x, value) { kept.set(x, value); }\n`,
  },
  {
    name: 'what is asked whether it is there, as well',
    reason: 'returns-unknown-value',
    text: `function f(x) { const hit = store.peek(x); if (hit) return hit; return op(x).then((v) => v.id); }\n`,
  },
  {
    name: 'what a method of the file kept, as well',
    reason: 'returns-unknown-value',
    text: `class C { known(x) { return this.all[x]; } get(x) { if (this.known(x)) return this.known(x); return op(x).then((v) => v.id); } }\n`,
  },
  {
    name: 'what an object of the file kept, as well',
    reason: 'returns-unknown-value',
    text: `const all = new Map();\nconst cache = { peek: (x) => all.get(x) };\nfunction f(x) { if (x) return cache.peek(x); return op(x).then((v) => v.id); }\n`,
  },
  {
    name: 'what a list of the file holds, as well',
    reason: 'returns-unknown-value',
    text: `const list = [];\nfunction f(x) { if (list.length > 0) return list.shift(); return op(x).then((v) => v.id); }\n`,
  },
  {
    name: 'a text as well',
    reason: 'returns-unknown-value',
    text: `function f(x) { if (x) return x.trim(); return op(x).then((v) => v.id); }\n`,
  },
  {
    name: 'a chain that nothing waits for',
    reason: 'chain-floating',
    text: `function f() { op('a').then((v) => v.id); }\n`,
  },
  {
    name: 'a chain in a listener, which is not the last that it does',
    reason: 'chain-floating',
    text: `exports.f = (e) => { e.on('x', () => { op('a').then((v) => v.id); log('b'); }); };\n`,
  },
  {
    name: 'a chain in a listener that gives a value elsewhere',
    reason: 'chain-floating',
    text: `exports.f = (e) => { e.on('x', (v) => { if (!v) return false; op('a').then((w) => w.id); }); };\n`,
  },
  {
    name: 'a chain in a loop of a listener',
    reason: 'chain-floating',
    text: `exports.f = (e) => { e.on('x', (vs) => { for (const v of vs) op('a', v).then((w) => log('b', w)); }); };\n`,
  },
  {
    name: 'a chain in a listener to rejections',
    reason: 'chain-floating',
    text: `process.on('beforeExit', () => { op('a').then((v) => log('b', v)); });\n`,
  },
  {
    name: 'a chain in a `try` of a listener',
    reason: 'chain-floating',
    text: `exports.f = (e) => { e.on('x', () => { try { op('a').then((v) => log('b', v)); } catch (error) { log('c', error); } }); };\n`,
  },
  {
    name: 'a chain in a handler, of which the head may throw and nobody hears',
    reason: 'handler-may-throw',
    manifest: { dependencies: { express: '^4.0.0' } },
    text: `const app = require('express')();\napp.get('/', (req, res) => { op('a').then((v) => res.json(v)); });\n`,
  },
  {
    name: 'a chain in a handler, in front of which something may throw',
    reason: 'handler-may-throw',
    manifest: { dependencies: { express: '^4.0.0' } },
    text: `const app = require('express')();\napp.get('/', (req, res, next) => { const { id } = JSON.parse(req.query.q); op(id).then((v) => res.json(v)).catch(next); });\n`,
  },
  {
    name: 'a chain used twice',
    reason: 'chain-stored',
    text: `function f() { const p = op('a').then((v) => v.id); p.catch(() => {}); return p; }\n`,
  },
  {
    name: 'a chain in a constant that its own handler uses',
    reason: 'chain-stored',
    text: `function f() { const p = op('a').then(() => op('b', p)); return p; }\n`,
  },
  {
    name: 'a chain that is returned after something else',
    reason: 'chain-stored',
    text: `function f() { const p = op('a').then((v) => v.id); log('b'); return p; }\n`,
  },
  {
    name: 'chains side by side',
    reason: 'chain-as-operand',
    text: `function f() { return Promise.all([op('a').then((v) => v.id), op('b')]); }\n`,
  },
  {
    name: 'a chain in a synchronous try',
    reason: 'chain-in-try',
    text: `function f() { try { return op('a').then((v) => v.id); } catch (e) { return Promise.reject(e); } }\n`,
  },
  {
    name: 'a chain in a try with a finally',
    reason: 'chain-in-try',
    text: `function f() { try { return op('a').then((v) => v.id); } finally { end(); } }\n`,
  },
  {
    name: 'a returned chain in the try of an async function',
    reason: 'chain-in-try',
    text: `async function f() { try { return op('a').then((v) => v.id); } catch (e) { return 1; } }\n`,
  },
  {
    name: 'a handler that may be no function',
    reason: 'handler-unknown',
    text: `function f(ok, failed) { return op('a').then(ok, failed); }\n`,
  },
  {
    name: 'a member that may be no function',
    reason: 'handler-unknown',
    text: `function f(o) { return op('a').then(o.g); }\n`,
  },
  {
    name: 'a method in whose place the constructor puts what it is given',
    reason: 'handler-unknown',
    text: `exports.A = class { constructor(o) { this.h = o.h; } h(v) { return [v]; } run() { return op('a').then(this.h); } };\n`,
  },
  {
    name: 'only a function with its own arguments',
    reason: 'handler-keeps-frame',
    text: `function f() { return op('a').then(function () { return arguments; }); }\n`,
  },
  {
    name: 'a method of what has a `then` of its own',
    reason: 'lazy-thenable',
    text: `Query.prototype['finally'] = function (run) { return this.then((rows) => { run(); return rows; }); };\n`,
  },
  {
    name: 'a method of what has a `then` of its own, by another name of `this`',
    reason: 'lazy-thenable',
    text: `Query.prototype.count = function () { const query = this; return query.then((rows) => rows.length); };\n`,
  },
  {
    name: 'a knex query',
    reason: 'lazy-thenable',
    text: `const db = require('knex')({});\nconst f = () => db('users').then((rows) => rows[0]);\n`,
  },
  {
    name: 'a mongoose query',
    reason: 'lazy-thenable',
    text: `import { User } from 'mongoose';\nconst f = () => User.find().then((rows) => rows[0]);\n`,
  },
  {
    name: 'a parameter of a type of knex',
    reason: 'lazy-thenable',
    path: 'chain.ts',
    text: `import type { Knex } from 'knex';\nexport const f = (query: Knex.QueryBuilder) => query.where({ id: 1 }).then((rows) => rows[0]);\n`,
  },
  {
    name: 'a parameter of a type of AngularJS',
    reason: 'lazy-thenable',
    path: 'chain.ts',
    text: `export const f = (user: ng.IPromise<User>) => user.then((found) => found.id);\n`,
  },
  {
    name: 'an object of the file with a then of its own',
    reason: 'lazy-thenable',
    text: `const o = { then(f) { return f(1); } };\nconst f = () => o.then((v) => v.id);\n`,
  },
  {
    name: 'such an object that a function of the file gives',
    reason: 'lazy-thenable',
    text: `const make = (x) => (x ? { then: (f) => f(1) } : op());\nfunction f() { return make(1).then((v) => v.id); }\n`,
  },
  {
    name: 'what is made of a class of the file with a then of its own',
    reason: 'lazy-thenable',
    text: `class Rows { then(f) { f(1); } }\nclass Some extends Rows {}\nconst f = () => { const rows = new Some(); return rows.then((v) => v.id); };\n`,
  },
  {
    name: 'what a prototype of the file gives a then',
    reason: 'lazy-thenable',
    text: `function Rows() {}\nRows.prototype.then = function (f) { f(1); };\nRows.prototype.first = function () { return this.then((rows) => rows[0]); };\nconst f = () => new Rows().then((v) => v.id);\n`,
  },
  {
    name: 'a Cypress command',
    reason: 'lazy-thenable',
    text: `const f = () => cy.get('a').then((a) => a.click());\n`,
  },
  {
    name: 'AngularJS $http',
    reason: 'lazy-thenable',
    text: `function f($http) { return $http.get('/').then((r) => r.data); }\n`,
  },
  {
    name: 'a service in a module of AngularJS',
    reason: 'lazy-thenable',
    text: `import angular from 'angular';\nexport default angular.module('x', []).factory('user', (api) => ({ get: (id) => api.get(id).then((r) => r.data) }));\n`,
  },
  {
    name: 'a service that a controller of AngularJS is given',
    reason: 'lazy-thenable',
    text: `function User($scope, api) { this.load = (id) => api.get(id).then((r) => { $scope.user = r; }); }\n`,
  },
  {
    name: 'AngularJS $q of this',
    reason: 'lazy-thenable',
    text: `class C { f() { return this.$q.when(1).then((r) => r.data); } }\n`,
  },
  {
    name: 'jQuery',
    reason: 'lazy-thenable',
    text: `const f = () => $.ajax('/').then((r) => r.data);\n`,
  },
  {
    name: 'bluebird',
    reason: 'promise-library-result',
    text: `const Promise = require('bluebird');\nconst f = () => Promise.resolve(1).then((v) => v + 1);\n`,
  },
  {
    name: 'a call of unknown origin beside bluebird',
    reason: 'promise-library-result',
    text: `import Bluebird from 'bluebird';\nconst f = () => load().then((v) => v + 1);\n`,
  },
  {
    name: 'a project that runs on bluebird',
    reason: 'promise-library-result',
    manifest: { dependencies: { bluebird: '^3.0.0' } },
    text: `const f = () => load().then((v) => v + 1);\n`,
  },
  {
    name: 'a file that hands out the promises of a library',
    reason: 'promise-library-result',
    text: `const promises = require('../promises');\nconst read = promises.promisify(get);\nconst f = () => read().then((v) => v + 1);\n`,
  },
  {
    name: 'a Promise that is handed in',
    reason: 'promise-library-result',
    text: `module.exports = (Promise) => function f() { return load().then((v) => v + 1); };\n`,
  },
  {
    name: 'a filtered catch',
    reason: 'promise-library-method',
    text: `const f = () => op('a').catch(TypeError, (e) => 1);\n`,
  },
  {
    name: 'spread',
    reason: 'promise-library-method',
    text: `const f = () => op('a').spread((x, y) => x).then((v) => v.id);\n`,
  },
  {
    name: 'a progress handler',
    reason: 'promise-library-method',
    text: `const f = () => op('a').then((x) => x, null, (p) => p);\n`,
  },
  {
    name: 'a function that sometimes gives no promise to chain on',
    reason: 'receiver-is-plain',
    text: `function get(x) { if (x) return null; return op(x); }\nconst f = () => get(1).then((v) => v.id);\n`,
  },
  {
    name: 'synchronous throws that must stay',
    reason: 'throws-late',
    options: { refuse: 'throws-late' },
    text: `const f = () => op('a').then((v) => v.id);\n`,
  },
  {
    name: 'nothing assumed',
    reason: 'throws-late',
    options: { trust: 'strict' },
    text: `const f = () => op('a').then((v) => v.id);\n`,
  },
  {
    name: 'a declared result of another kind',
    reason: 'result-type',
    path: 'chain.ts',
    text: `function f(): Bluebird<string> { return op('a').then((v) => v.id); }\n`,
  },
  {
    name: 'await as a name',
    reason: 'await-as-name',
    text: `function f(await) { return op(await).then((v) => v.id); }\n`,
  },
  {
    name: 'a plain value that the file does not wait for',
    reason: 'returns-plain-value',
    text: `const get = (x) => { if (x) return 3; return op('a').then((v) => v.id); };\nasync function f() { const v = get(1); return v; }\nexports.f = f;\n`,
  },
  {
    name: 'a plain value that the file waits for, and hands on',
    reason: 'returns-plain-value',
    text: `const get = (x) => { if (x) return 3; return op('a').then((v) => v.id); };\nasync function f() { return await get(1); }\nexports.f = f;\nexports.get = get;\n`,
  },
  {
    name: 'a plain value that other files may wait for',
    reason: 'returns-plain-value',
    text: `export function get(x) { if (x) return 3; return op('a').then((v) => v.id); }\nexport const f = async () => await get(1);\n`,
  },
  {
    name: 'a plain value that is returned from a try',
    reason: 'returns-plain-value',
    text: `const get = (x) => { if (x) return 3; return op('a').then((v) => v.id); };\nexports.f = async () => { try { return get(1); } catch (e) { return 2; } };\n`,
  },
  {
    name: 'a plain value in a handler of what is no promise',
    reason: 'returns-plain-value',
    text: `function f($q) { $q.when(1).then((x) => { if (x) return 3; return op('a').then((v) => v.id); }); }\n`,
  },
  {
    name: 'a plain value in a predicate of a catch',
    reason: 'returns-plain-value',
    text: `function f() { op('a').catch((e) => { if (e) return true; return op('b').then((v) => v.id); }, (e) => log(e)); }\n`,
  },
  {
    name: 'a chain that a method of a library is called on',
    reason: 'chain-as-operand',
    text: `function f() { op('a').then((v) => v.id).nodeify(done); }\n`,
  },
  {
    name: 'a chain that is awaited in an expression',
    reason: 'chain-as-operand',
    text: `async function f() { return use(await op('a').then((v) => v.id)); }\n`,
  },
  {
    name: 'a chain behind an optional call',
    reason: 'chain-as-operand',
    text: `function f(o) { return Promise.all([o?.load().then((v) => v.id)]); }\n`,
  },
  {
    name: 'a chain in a variable of another type',
    reason: 'chain-stored',
    path: 'chain.ts',
    text: `function f() { const p: Bluebird<string> = op('a').then((v) => v.id); note(p); return p; }\n`,
  },
  {
    name: 'a plain value in a list that nothing waits for',
    reason: 'returns-plain-value',
    text: `exports.f = (xs) => xs.map((x) => { if (x) return 3; return op(x).then((v) => v.id); });\n`,
  },
  {
    name: 'a plain value in a list that is waited for in a try',
    reason: 'returns-plain-value',
    text: `exports.f = (xs) => { try { return Promise.all(xs.map((x) => { if (x) return 3; return op(x).then((v) => v.id); })); } catch (e) { return 1; } };\n`,
  },
  {
    name: 'a handler that is there on some ways only',
    reason: 'handler-unknown',
    text: `exports.run = (x) => { let h; if (x) h = (v) => log('b', v); return op('a').then(h); };\n`,
  },
  {
    name: 'a handler that is there later',
    reason: 'handler-unknown',
    text: `exports.run = () => { return op('a').then(h); var h = (v) => log('b', v); };\n`,
  },
  {
    name: 'a handler that only a branch declares',
    reason: 'handler-unknown',
    text: `exports.run = (x) => { if (x) { var h = (v) => log('b', v); } return op('a').then(h); };\n`,
  },
  {
    name: 'a handler of an object that gets another one',
    reason: 'handler-unknown',
    text: `const on = { done(v) { return v; } }; on.done = undefined; exports.run = () => op('a').then(on.done);\n`,
  },
  {
    name: 'a promise that is there on some ways only',
    reason: 'returns-unknown-value',
    text: `function f(x) { let p; if (x) p = new Promise(op); if (x > 1) return op('a').then((v) => v.id); return p; }\n`,
  },
  {
    name: 'the item of a loop over what a call gives',
    reason: 'returns-unknown-value',
    text: `function f(xs) { for (const p of list(xs)) { if (p.id) return p; } return op('a').then((v) => v.id); }\n`,
  },
  {
    name: 'a method of the class, of an instance of it',
    reason: 'handler-unknown',
    text: `exports.A = class { static ok(v) { return v; } run() { return op('a').then(this.ok); } };\n`,
  },
  {
    name: 'a method of instances, of the class',
    reason: 'handler-unknown',
    text: `exports.A = class { ok(v) { return v; } static run() { return op('a').then(this.ok); } };\n`,
  },
  {
    name: 'a function of which a later one of its name gives a value',
    reason: 'returns-plain-value',
    text: `function g() { return op('b'); }\nfunction g() { return 7; }\nexports.f = (x) => { if (x) return op('a').then((v) => v.id); return g(); };\n`,
  },
  {
    name: 'a function that sloppy code uses outside of its block',
    reason: 'function-kind',
    text: `if (exports) { function f() { return op('a').then((v) => v.id); } }\nexports.run = () => f();\n`,
  },
  {
    name: 'functions of one name in two branches',
    reason: 'function-kind',
    text: `if (exports.old) { function f() { return op('a').then((v) => v.id); } } else { function f() { return op('b').then((v) => v.id); } }\nexports.run = () => f();\n`,
  },
  {
    name: 'a function that sloppy code declares in a case',
    reason: 'function-kind',
    text: `switch (exports.old) { default: function f() { return op('a').then((v) => v.id); } }\nexports.run = () => f();\n`,
  },
  ...['void log("x")', '`${log("x")}`', '[log("x")]', '{ x: log("x") }', '{ x: log.y.z }'].map(
    (effect) => ({
      name: `what is no handler, and does something: ${effect}`,
      reason: 'handler-unknown',
      text: `exports.run = () => op('a').then(${effect}).then((v) => v.id);\n`,
    }),
  ),
  {
    name: 'a handler that is called if it is there',
    reason: 'handler-unknown',
    text: `exports.run = (done) => { done?.(1); return op('a').then(done); };\n`,
  },
  {
    name: 'a handler that is called on some ways',
    reason: 'handler-unknown',
    text: `exports.run = (quiet, report) => { if (!quiet) report(1); return op('a').then(log, report); };\n`,
  },
  {
    name: 'a function that uses its plain value under a name of its own',
    reason: 'returns-plain-value',
    text: `const f = function again(n) { if (!n) return 5; const v = again(0); return op('a', n).then((w) => v + w); };\nexports.run = async () => { await f(1); };\n`,
  },
  {
    name: 'a mapper that uses its plain value under a name of its own',
    reason: 'returns-plain-value',
    text: `exports.run = () => Promise.all([1, 2].map(function again(n) { if (!n) return 5; const v = again(0); return op('a', n).then((w) => v + w); }));\n`,
  },
  {
    name: 'a plain value of a method that two classes have',
    reason: 'returns-plain-value',
    text: `class A { size() { return 1; } get(x) { if (x) return this.size(); return op('a').then((v) => v.id); } }\nclass B { size() { return 2; } }\nexports.all = [A, B];\n`,
  },
  {
    name: 'a promise of the class that takes the place of the native one',
    reason: 'promise-library-result',
    text: `global.Promise = require('bluebird');\nexports.run = () => new Promise(op).then((v) => v.id);\n`,
  },
  {
    name: 'an object that is given a then',
    reason: 'lazy-thenable',
    text: `const now = {}; now.then = (fn) => fn(1);\nexports.run = () => now.then((v) => v.id);\n`,
  },
  {
    name: 'what a method of an object with a then returns, the object',
    reason: 'lazy-thenable',
    text: `class Query { where() { return this; } then(ok) { return ok(1); } }\nexports.run = () => new Query().where(2).then((v) => v.id);\n`,
  },
  ...[
    [
      'a loop',
      `exports.run = async () => { for (const x of [1, 2]) { var h = (v) => log('b', x, v); await op('a').then((v) => v.id).then(h); } };`,
    ],
    [
      'a loop around it',
      `exports.run = async () => { let h; for (const x of [1, 2]) { h = (v) => log('b', x, v); await op('a').catch(h); } };`,
    ],
    [
      'each call',
      `let h; exports.run = (x) => { h = (v) => log('b', x, v); return op('a').then((v) => v.id).then(h); };`,
    ],
    [
      'an object of a loop',
      `exports.run = async () => { for (const x of [1, 2]) { var o = { h(v) { log('b', x, v); } }; await op('a').then((v) => v.id).then(o.h); } };`,
    ],
    [
      'its method',
      `exports.A = class { h() {} run() { return op('a').then((v) => { this.h = log; return v; }).then(this.h); } };`,
    ],
  ].map(([place, text]) => ({
    name: `a handler that is another one later: of ${place}`,
    reason: 'handler-unknown',
    text: `${text}\n`,
  })),
  {
    name: 'a function of console that the file replaces between links',
    reason: 'handler-unknown',
    text: `exports.run = () => {\n  return op('a').then(() => { console.log = (v) => op('new', v); return op('b'); }).then(console.log).then(() => op('c'));\n};\n`,
  },
  {
    name: 'a console that the file replaces between links',
    reason: 'handler-unknown',
    text: `exports.run = () => {\n  return op('a').then(() => { console = { log: (v) => op('new', v) }; return op('b'); }).then(console.log).then(() => op('c'));\n};\n`,
  },
  {
    name: 'a global function that the file replaces between links',
    reason: 'handler-unknown',
    text: `exports.run = () => {\n  return op('a').then(() => { parseInt = (v) => op('new', v); return op('b'); }).then(parseInt).then(() => op('c'));\n};\n`,
  },
  {
    name: 'a global function that the file replaces through the global object',
    reason: 'handler-unknown',
    text: `exports.run = () => {\n  return op('a').then(() => { global.parseInt = (v) => op('new', v); return op('b'); }).then(parseInt).then(() => op('c'));\n};\n`,
  },
  {
    name: 'a static that the file replaces between links',
    reason: 'handler-unknown',
    text: `exports.run = () => {\n  return op('a').then(() => { Object.keys = (v) => op('new', v); return op('b'); }).then(Object.keys).then(() => op('c'));\n};\n`,
  },
  {
    name: 'a static that the file replaces by another name',
    reason: 'handler-unknown',
    text: `exports.run = () => {\n  return op('a').then(() => { const json = JSON; json.stringify = (v) => op('new', v); return op('b'); }).then(JSON.stringify).then(() => op('c'));\n};\n`,
  },
  {
    name: 'a function of console that the file replaces with Object.assign',
    reason: 'handler-unknown',
    text: `exports.run = () => {\n  return op('a').then(() => { Object.assign(console, { log: op }); return op('b'); }).then(console.log).then(() => op('c'));\n};\n`,
  },
  {
    name: 'a function of console that the file defines',
    reason: 'handler-unknown',
    text: `exports.run = () => {\n  return op('a').then(() => { Object.defineProperty(console, 'log', { value: op }); return op('b'); }).then(console.log).then(() => op('c'));\n};\n`,
  },
  {
    name: 'a function of console that a stub takes the place of',
    reason: 'handler-unknown',
    text: `exports.run = () => {\n  return op('a').then(() => { stub(console, 'log'); return op('b'); }).then(console.log).then(() => op('c'));\n};\n`,
  },
  {
    name: 'functions of console that the file replaces in a loop',
    reason: 'handler-unknown',
    text: `exports.run = () => {\n  return op('a').then(() => { for (const key of Object.keys(own)) console[key] = own[key]; return op('b'); }).then(console.log).then(() => op('c'));\n};\n`,
  },
  {
    name: 'a function of console that another function replaces',
    reason: 'handler-unknown',
    text: `function silence(sink) { sink.log = op; }\nexports.run = () => {\n  return op('a').then(() => { silence(console); return op('b'); }).then(console.log).then(() => op('c'));\n};\n`,
  },
  {
    name: 'a function of a module that the file replaces',
    reason: 'handler-unknown',
    text: `const fs = require('fs');\nexports.run = () => {\n  return op('a').then(() => { fs.readFileSync = op; return op('b'); }).then(fs.readFileSync).then(() => op('c'));\n};\n`,
  },
  {
    name: 'a handler that is written through arguments',
    reason: 'handler-unknown',
    text: `function h(cb) {\n  cb(1); arguments[0] = 5;\n  return op('a').then(cb).then(() => op('b'));\n}\n`,
  },
  {
    name: 'a handler that arguments are moved into',
    reason: 'handler-unknown',
    text: `function h(cb, other) {\n  cb(1); [].shift.call(arguments);\n  return op('a').then(cb).then(() => op('b'));\n}\n`,
  },
  {
    name: 'a handler that is written through another name of arguments',
    reason: 'handler-unknown',
    text: `function h(cb) {\n  const args = arguments; cb(1); args[0] = 5;\n  return op('a').then(cb).then(() => op('b'));\n}\n`,
  },
  {
    name: 'a parameter called undefined',
    reason: 'constant-as-name',
    text: `function h(undefined) {\n  return op('a').then(undefined, (error) => op('caught', error)).then((v) => op('b', v));\n}\n`,
  },
  {
    name: 'a variable called NaN in a handler',
    reason: 'constant-as-name',
    text: `exports.run = () => {\n  return op('a').then((v) => { let NaN = v; return op('b', NaN); });\n};\n`,
  },
  {
    name: 'a function of the file keeps what another gives',
    reason: 'returns-unknown-value',
    text: `const memoize = (f) => { const c = new Map(); return (k) => { if (!c.has(k)) c.set(k, f(k)); return c.get(k); }; };\nconst get = memoize((k) => op('a', k));\nfunction load(k) { if (k === 1) return get(k); return op('b').then((v) => [v]); }\n`,
  },
  {
    name: 'a package makes a function that keeps what another gives',
    reason: 'returns-unknown-value',
    text: `const get = require('lodash').memoize((k) => op('a', k));\nfunction load(k) { if (k === 1) return get(k); return op('b').then((v) => [v]); }\n`,
  },
  {
    name: 'a method is a function that keeps what another gives',
    reason: 'returns-unknown-value',
    text: `const store = { get: memoize((k) => op('a', k)) };\nfunction load(k) { if (k === 1) return store.get(k); return op('b').then((v) => [v]); }\n`,
  },
  {
    name: 'a function of another file keeps what it gives, by its name',
    reason: 'returns-unknown-value',
    text: `const { getCachedUser } = require('./users');\nfunction load(k) { if (k === 1) return getCachedUser(k); return op('b').then((v) => [v]); }\n`,
  },
];
