import rule from '../../rules/no-promise-patching.js';
import { testRule } from './rule-tester.js';

/**
 * @param {string} name
 * @param {string} code
 * @param {'then' | 'resolve' | 'species' | 'hook'} messageId
 * @param {object} [error]
 * @param {object} [more]
 */
const bad = (name, code, messageId, error = {}, more = {}) => ({
  name,
  code,
  languageOptions: { sourceType: /** @type {const} */ ('commonjs') },
  errors: [{ messageId, line: 1, column: 1, ...error }],
  ...more,
});

const typescript = { parsers: /** @type {'typescript'[]} */ (['typescript']) };

testRule('no-promise-patching', rule, {
  valid: [
    { name: 'reading', code: 'const { then } = Promise.prototype; Promise.resolve(1).then(run);' },
    { name: 'comparing', code: 'if (Promise.prototype.then === original) go();' },
    { name: 'extra methods', code: 'Promise.prototype.spread = spread;' },
    { name: 'harmless members', code: 'Promise.prototype.finally = f; Promise.all = all;' },
    { name: 'the global itself', code: 'global.Promise = Bluebird;' },
    {
      name: 'a subclass',
      code: 'class Lazy extends Promise { then(f) { return super.then(f); } }',
    },
    { name: 'the prototype of a subclass', code: 'Lazy.prototype.then = then;' },
    {
      name: 'species of a subclass',
      code: 'class Lazy extends Promise { static get [Symbol.species]() { return Promise; } }',
    },
    { name: 'a thenable', code: 'const lazy = {}; lazy.then = run; lazy.constructor = Lazy;' },
    { name: 'an unknown value', code: 'function patch(p) { p.then = run; }' },
    {
      name: 'a member that may hold something else by then',
      code: [
        'class Token { constructor(f) { if (f) this.promise = new Promise(f); this.promise.then = run; } }',
        'function make(p) { p.job = new Promise(f); p = other; p.job.then = run; }',
        'function later(q) { q.work = new Promise(f); return () => { q.work.then = run; }; }',
        'function both(r) { r.task ??= new Promise(f); r.task.then = run; }',
        'function twice(t) { t.one = new Promise(f); reset(); t.one.then = run; function reset() { t.one = lazy; } }',
        'function others(u, v) { u.mine = new Promise(f); v.mine.then = run; }',
        'function around() { this.one = new Promise(f); class A { static { this.one.then = run; } } }',
        'this.own = new Promise(f); class A { static { this.own.then = run; } }',
        'function early(w) { w.due.then = run; w.due = new Promise(f); }',
      ].join('\n'),
    },
    {
      name: 'a value that is written twice',
      code: 'let p = new Promise(f); p = other; p.then = 1;',
    },
    { name: 'what a function returns', code: 'function run() {} const p = run(); p.then = 1;' },
    {
      name: 'what an async generator returns',
      code: 'async function* run() {} const p = run(); p.then = 1;',
    },
    {
      name: 'a promise of a library',
      code: 'const Promise = require("bluebird"); Promise.prototype.then = 1; Promise.resolve = 2;',
      languageOptions: { sourceType: 'commonjs' },
    },
    { name: 'a parameter', code: 'function patch(Promise) { Promise.prototype.then = 1; }' },
    {
      name: 'a polyfill',
      code: 'if (typeof Promise.prototype.then !== "function") { Promise.prototype.then = then; }',
    },
    {
      name: 'never written',
      code: 'Promise.prototype.then ||= then; Promise.resolve ??= resolve;',
    },
    { name: 'species has no setter', code: 'Promise[Symbol.species] = Promise;' },
    { name: 'this of no promise', code: 'class Query { constructor() { this.then = run; } }' },
    {
      name: 'this of a static method',
      code: 'class A extends Promise { static make() { this.then = run; } }',
    },
    { name: 'this of a function', code: 'function Deferred() { this.then = run; }' },
    {
      name: 'this of a function in a method',
      code: 'class A extends Promise { make() { return function () { this.then = run; }; } }',
    },
    { name: 'a hook that is not enabled', code: 'require("async_hooks").createHook({ init });' },
    { name: 'another hook', code: 'const hook = createHook({}); hook.enable(); debug.enable();' },
    { name: 'context', code: 'new (require("async_hooks").AsyncLocalStorage)().run(1, f);' },
    { name: 'an object with the name', code: 'const domain = urls.create(); domain.create();' },
    {
      name: 'hooks by option',
      code: 'require("async_hooks").createHook({ init }).enable(); require("domain").create();',
      options: [{ checkHooks: false }],
    },
  ],
  invalid: [
    bad('assignment', 'Promise.prototype.then = traced;', 'then', {
      endColumn: 23,
      data: { property: 'Promise.prototype.then' },
    }),
    bad('computed key', 'Promise.prototype["then"] = traced;', 'then'),
    bad('constant key', 'const KEY = `then`; Promise.prototype[KEY] = traced;', 'then', {
      column: 21,
    }),
    bad('alias', 'const proto = Promise.prototype; proto.then = traced;', 'then', { column: 34 }),
    bad('alias of the class', 'const P = window.Promise; P.resolve = traced;', 'resolve', {
      column: 27,
    }),
    bad('pattern', '[Promise.prototype.then] = [traced];', 'then', { column: 2 }),
    bad('Object.assign', 'Object.assign(Promise.prototype, { then });', 'then', { column: 36 }),
    bad('defineProperty', 'Object.defineProperty(Promise.prototype, "then", descriptor);', 'then'),
    bad(
      'defineProperties',
      'Object.defineProperties(Promise, { resolve: { value: traced } });',
      'resolve',
      { column: 36 },
    ),
    bad('Reflect.set', 'Reflect.set(Promise, "resolve", traced);', 'resolve'),
    bad('put back', 'Promise.prototype.then = original;', 'then'),
    bad('deleted', 'delete Promise.prototype.then;', 'then', { column: 8 }),
    bad('on every object', 'Object.prototype.then = run;', 'then'),
    bad(
      'on every object, by a definition',
      "Object.defineProperty(Object.prototype, 'then', { value: run });",
      'then',
    ),
    bad(
      'on every object, beside promises',
      "async function go() {}\nconst { prototype } = Object;\ndelete prototype['then'];",
      'then',
      { line: 3, column: 8 },
    ),
    bad('a getter by its old name', "Promise.__defineGetter__('resolve', () => run);", 'resolve'),
    bad(
      'an object that is assigned to a promise',
      'const promise = new Promise(run);\nObject.assign(promise, { then() {} });',
      'then',
      { line: 2, column: 26 },
    ),
    bad(
      'an object that is assigned to a promise, behind others',
      'const { assign } = Object;\nconst promise = load();\nassign(promise, { a: 1, constructor: Other });\nasync function load() {}',
      'species',
      { line: 3, column: 25 },
    ),
    bad('resolve', 'Promise.resolve = resolve;', 'resolve'),
    bad('constructor', 'Promise.prototype.constructor = Traced;', 'species'),
    bad(
      'species',
      'Object.defineProperty(Promise, Symbol.species, { value: Traced });',
      'species',
      { data: { property: 'Promise[Symbol.species]' } },
    ),
    // As axios does in lib/cancel/CancelToken.js.
    bad(
      'a promise that a member was given before',
      'class Token { constructor(f) { this.promise = new Promise(f); this.promise.then(go); this.promise.then = (g) => run(g); } }',
      'then',
      { column: 86 },
    ),
    bad(
      'a promise that a member was given in a block around',
      'function patch(token) { token.promise = new Promise(f); if (old) { token.promise.then = run; } }',
      'then',
      { column: 68 },
    ),
    bad('a promise', 'const p = new Promise(f); p.then = traced;', 'then', {
      column: 27,
      data: { property: 'promise.then' },
    }),
    bad('the constructor of a promise', 'const p = Promise.all(a); p.constructor = A;', 'species', {
      column: 27,
    }),
    .../** @type {[string, string, number][]} */ ([
      ['a computed member', 'p["then"] = traced;', 27],
      ['a template', 'p[`then`] = traced;', 27],
      ['a comment before the sign', 'p.then /* why */ = traced;', 27],
      ['lines', 'p\n  .then // why\n  = traced;', 27],
      ['parentheses', '(p.then) = traced;', 28],
      ['a logical assignment', 'p . then &&= traced;', 27],
      ['an assignment in another', 'before = p.then = traced;', 36],
    ]).map(([name, code, column]) =>
      bad(name, `const p = new Promise(f); ${code}`, 'then', { column }),
    ),
    bad('a chain', 'const p = Promise.resolve(1).then(f); p.then = traced;', 'then', {
      column: 39,
    }),
    bad('of an async function', 'async function run() {} const p = run(); p.then = f;', 'then', {
      column: 42,
    }),
    bad(
      'Object.assign on a promise',
      'const p = (async () => {})(); module.exports = Object.assign(p, { then: f });',
      'then',
      { column: 67 },
    ),
    bad(
      'this of a subclass',
      'class A extends Promise { constructor(f) { super(f); this.then = f; } }',
      'then',
      { column: 54 },
    ),
    bad(
      'this of an arrow function',
      'class A extends Promise { run() { return () => { this.then = f; }; } }',
      'then',
      { column: 50 },
    ),
    bad('enabled hook', 'require("async_hooks").createHook({ init }).enable();', 'hook', {
      data: { property: 'async_hooks' },
    }),
    bad(
      'hook in a constant',
      'import { createHook } from "node:async_hooks"; const hook = createHook({}); hook.enable();',
      'hook',
      { column: 77 },
      { languageOptions: { sourceType: 'module' } },
    ),
    bad(
      'promise hooks',
      'const { promiseHooks } = require("v8"); promiseHooks.onInit(f);',
      'hook',
      { column: 41, data: { property: 'v8.promiseHooks' } },
    ),
    bad('domain', 'const d = require("domain").create();', 'hook', { column: 11 }),
    bad('new domain', 'const domain = require("domain"); new domain.Domain();', 'hook', {
      column: 35,
    }),
    bad('a cast', '(Promise.prototype as any).then = traced;', 'then', {}, typescript),
    bad('a cast key', 'Promise.prototype["then" as const] = traced;', 'then', {}, typescript),
    bad(
      'a cast name',
      'Object.defineProperty(Promise.prototype, "then" as const, { value: traced });',
      'then',
      {},
      typescript,
    ),
    bad(
      'a constant name',
      'const KEY = "then" as const; Object.defineProperty(Promise.prototype, KEY, { value: traced });',
      'then',
      { column: 30 },
      typescript,
    ),
    bad(
      'a cast key of an instance',
      'const p = new Promise(f); (p as any)["then" as string] = traced;',
      'then',
      { column: 27 },
      typescript,
    ),
    bad(
      'a cast promise',
      'const p = new Promise(f); (p as any).then = traced;',
      'then',
      { column: 27 },
      typescript,
    ),
  ],
});
