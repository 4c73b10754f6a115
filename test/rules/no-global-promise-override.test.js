import rule from '../../rules/no-global-promise-override.js';
import { testRule } from './rule-tester.js';

const commonjs = { sourceType: /** @type {const} */ ('commonjs') };
const script = { sourceType: /** @type {const} */ ('script') };
const typescript = {
  parsers: /** @type {'typescript'[]} */ (['typescript']),
  languageOptions: { sourceType: /** @type {const} */ ('module') },
};

/**
 * @param {string} name
 * @param {string} code
 * @param {object} [more]
 */
const ok = (name, code, more = {}) => ({ name, code, languageOptions: commonjs, ...more });

/**
 * @param {string} name
 * @param {string} code
 * @param {object} error
 * @param {string | null} [output] What the suggestion gives; null when none is made.
 * @param {object} [more]
 */
const bad = (name, code, error, output = null, more = {}) => ({
  name,
  code,
  languageOptions: commonjs,
  errors: [
    {
      messageId: 'override',
      line: 1,
      column: 1,
      ...error,
      ...(output !== null && {
        suggestions: [
          {
            messageId:
              /** @type {any} */ (error).messageId === 'shadow' ? 'useNative' : 'removeOverride',
            output,
          },
        ],
      }),
    },
  ],
  ...more,
});

testRule('no-global-promise-override', rule, {
  valid: [
    ok('reading the global', 'const all = global.Promise.all; Promise.resolve(1);'),
    ok('another property', 'global.promise = 1; global.Promises = 2; global[Promise] = 3;'),
    ok('an unknown computed key', 'global[name] = require("bluebird");'),
    ok('a member of the global, not the global', 'global.Promise.map = map;'),
    ok('another object', 'lib.Promise = require("bluebird"); exports.Promise = Bluebird;'),
    ok('library settings', 'mongoose.Promise = global.Promise; mongoose.Promise = Bluebird;'),
    ok(
      'a shadowed global object',
      'function run(global, window) { global.Promise = Bluebird; window.Promise = Bluebird; }',
    ),
    ok('a local variable named self', 'const self = this; self.Promise = Bluebird;'),
    ok('a local Promise', 'function run() { let Promise; Promise = Bluebird; return Promise; }'),
    ok('the native promise again', 'global.Promise = Promise;'),
    ok('the native promise from a constant', 'const Native = Promise; global.Promise = Native;'),
    ok(
      'the saved native promise given back',
      'let saved; before(() => { saved = global.Promise; }); after(() => { global.Promise = saved; });',
    ),
    ok(
      'another one for the length of a test',
      "const saved = global.Promise; beforeEach(() => { global.Promise = require('promise-polyfill'); }); afterEach(() => { global.Promise = saved; }); it('loads', async () => { await load(); });",
    ),
    ok(
      'saved twice and given back',
      'let saved; saved = Promise; saved = Promise; globalThis.Promise = saved;',
    ),
    ok(
      'a wrapper of the native promise',
      'global.Promise = require("./traced.js")(Promise, trace);',
    ),
    ok(
      'a function that makes native promises',
      'function Traced(executor) { return new Promise(executor); } global.Promise = Traced;',
    ),
    ok(
      'saved in a member',
      'before(function () { this.old = global.Promise; }); after(function () { global.Promise = this.old; });',
    ),
    ok(
      'saved in an object',
      'const saved = { Promise: global.Promise }; after(() => { global.Promise = saved.Promise; });',
    ),
    ok(
      'a saved descriptor',
      'const d = Object.getOwnPropertyDescriptor(global, "Promise"); Object.defineProperty(global, "Promise", d);',
    ),
    ok('flags only', 'Object.defineProperty(globalThis, "Promise", { writable: false });'),
    ok('taken away', 'delete global.Promise; global.Promise = undefined; global.Promise = void 0;'),
    ok('polyfill: !global.Promise', 'if (!global.Promise) global.Promise = require("bluebird");'),
    ok('polyfill: typeof', 'if (typeof Promise === "undefined") { Promise = require("q"); }'),
    ok(
      'polyfill: typeof, other way',
      'if ("function" != typeof window.Promise) window.Promise = Q;',
    ),
    ok('polyfill: in', 'if (!("Promise" in window)) { window.Promise = Lie; }'),
    ok('polyfill: ||=', 'global.Promise ||= require("bluebird");'),
    ok('polyfill: ??=', 'globalThis.Promise ??= require("bluebird");'),
    ok('polyfill: value', 'global.Promise = global.Promise || require("bluebird");'),
    ok(
      'polyfill: conditional value',
      'global.Promise = typeof Promise === "undefined" ? require("bluebird") : Promise;',
    ),
    ok('polyfill: ||', 'window.Promise || (window.Promise = Lie);'),
    ok('polyfill: &&', 'typeof Promise == "undefined" && (global.Promise = Lie);'),
    ok('polyfill: else', 'if (window.Promise) { go(); } else { window.Promise = Lie; }'),
    ok(
      'polyfill: part of it',
      'if (!global.Promise || !Promise.prototype.finally) global.Promise = Lie;',
    ),
    ok(
      'polyfill: early return',
      '(function () { if (global.Promise) return; global.Promise = Lie; })();',
    ),
    ok(
      'polyfill: own test',
      'if (!isNative(global.Promise)) global.Promise = require("bluebird");',
    ),
    ok(
      'polyfill: native code',
      'if (!/native code/.test(Promise)) { global.Promise = require("bluebird"); }',
    ),
    ok('polyfill: null', 'if (global.Promise == null) global.Promise = Lie;'),
    ok(
      'polyfill through the parameter of a wrapper',
      '(function (root) { if (!root.Promise) { root.Promise = Lie; } })(typeof window !== "undefined" ? window : global);',
    ),
    ok('may be native', 'global.Promise = require("any-promise");'),
    ok('core-js', 'global.Promise = require("core-js/features/promise");'),
    ok('unknown this', 'this.Promise = require("bluebird");'),
    ok('shadowed Object', 'const Object = lib; Object.assign(global, { Promise: Bluebird });'),
    ok('assigned from elsewhere', 'Object.assign(target, { Promise: Bluebird }, global);'),
    ok('shadow without async functions', 'const Promise = require("bluebird"); Promise.map(a, b);'),
    ok(
      'a library under its own name',
      'const Bluebird = require("bluebird"); async function run() { await Bluebird.delay(1); }',
    ),
    ok(
      'a Promise inside one function',
      'function old() { const Promise = require("bluebird"); return Promise.map(a, b); } async function run() {}',
    ),
    ok(
      'a binding that nothing uses',
      'const Promise = require("bluebird"); async function run() {}',
    ),
    ok(
      'the native promise under its own name',
      'const Promise = global.Promise; async function run() { await Promise.all(a); }',
    ),
    ok(
      'native where there is one',
      'const Promise = global.Promise || require("bluebird"); async function run() { await Promise.all(a); }',
    ),
    ok(
      'any-promise',
      'const Promise = require("any-promise"); async function run() { await Promise.all(a); }',
    ),
    ok(
      'an unknown module',
      'const Promise = require("./promise"); async function run() { await Promise.all(a); }',
    ),
    ok(
      'shadowing by option',
      'const Promise = require("bluebird"); async function run() { await Promise.all(a); }',
      { options: [{ checkShadowing: false }] },
    ),
    {
      name: 'a type',
      code: 'import type Promise from "bluebird"; async function run() { const a: Promise<string> = go(); await a; }',
      ...typescript,
    },
    {
      name: 'used as a type only',
      code: 'import Promise from "bluebird"; async function run() { const a: Promise<string> = go(); await a; }',
      ...typescript,
    },
    {
      name: 'a global declaration',
      code: 'declare global { interface Window { Promise: any } } export {};',
      ...typescript,
    },
  ],
  invalid: [
    bad('global', 'global.Promise = require("bluebird");', { endColumn: 15 }, ''),
    bad('globalThis', 'globalThis.Promise = Bluebird;', {}, ''),
    bad('a sequence', '(0, globalThis).Promise = Bluebird;', { endColumn: 24 }, ''),
    bad(
      'a member of a sequence',
      'var a = (0, global)["Promise"] = Bluebird;',
      { column: 9 },
      'var a = Bluebird;',
    ),
    bad(
      'a sequence, assigned',
      'Object.assign((0, global), { Promise: Bluebird });',
      { column: 30 },
      '',
    ),
    bad('a search for it', '(global || window).Promise = Bluebird;', {}, ''),
    bad('window', 'window.Promise = Bluebird;', {}, ''),
    bad('self', 'self.Promise = Bluebird;', {}, ''),
    bad('the old name of global', 'GLOBAL.Promise = Bluebird;', {}, ''),
    bad('global of global', 'global.globalThis.window.Promise = Bluebird;', {}, ''),
    bad('bare', 'Promise = Bluebird;', { endColumn: 8 }, ''),
    bad('bare in a script', 'Promise = Bluebird;', { endColumn: 8 }, '', {
      languageOptions: script,
    }),
    bad('computed', 'global["Promise"] = Bluebird;', {}, ''),
    bad('template key', 'global[`Promise`] = Bluebird;', {}, ''),
    bad(
      'constant key',
      'const KEY = "Promise"; global[KEY] = Bluebird;',
      { column: 24 },
      'const KEY = "Promise";',
    ),
    bad(
      'alias',
      'const g = globalThis;\ng.Promise = Bluebird;',
      { line: 2 },
      'const g = globalThis;\n',
    ),
    bad(
      'alias of an alias',
      'const g = global; const h = g; h.Promise = Bluebird;',
      { column: 32 },
      'const g = global; const h = g;',
    ),
    bad(
      'alias assigned later',
      'let g; g = window; function go() { g.Promise = Bluebird; }',
      { column: 36 },
      'let g; g = window; function go() { }',
    ),
    bad(
      'destructured global',
      'const { window: w } = global; w.Promise = Bluebird;',
      { column: 31 },
      'const { window: w } = global;',
    ),
    bad(
      'global looked for',
      'const root = typeof window !== "undefined" ? window : global; root.Promise = Bluebird;',
      { column: 63 },
      'const root = typeof window !== "undefined" ? window : global;',
    ),
    bad(
      'global looked for the way lodash does',
      'var a = typeof global == "object" && global && global.Object === Object && global; var root = a || Function("return this")(); root.Promise = Q;',
      { column: 127 },
      'var a = typeof global == "object" && global && global.Object === Object && global; var root = a || Function("return this")();',
    ),
    bad(
      'wrapper',
      '(function (root) {\n  root.Promise = Bluebird;\n})(this || window);(function (root) {\n  root.Promise = Bluebird;\n})(window);',
      { line: 4, column: 3 },
      '(function (root) {\n  root.Promise = Bluebird;\n})(this || window);(function (root) {\n})(window);',
    ),
    bad('optional chain', 'global?.Promise.x; global.Promise = B;', { column: 20 }),
    bad(
      'chain of assignments',
      'var P = global.Promise = require("bluebird");',
      { column: 9 },
      'var P = require("bluebird");',
    ),
    bad(
      'chain of assignments to exports',
      'module.exports = global.Promise = Bluebird;',
      { column: 18 },
      'module.exports = Bluebird;',
    ),
    bad(
      'own variable',
      'const Bluebird = require("bluebird");\nglobal.Promise = Bluebird;\nrun();',
      { line: 2 },
      'run();',
    ),
    bad(
      'own variable used elsewhere',
      'const Bluebird = require("bluebird");\nglobal.Promise = Bluebird;\nBluebird.config({});',
      { line: 2 },
      'const Bluebird = require("bluebird");\nBluebird.config({});',
    ),
    bad(
      'a function that makes other promises',
      'function Traced(executor) { return new Bluebird(executor); }\nglobal.Promise = Traced;',
      { line: 2 },
      'function Traced(executor) { return new Bluebird(executor); }\n',
    ),
    bad('a subclass', 'global.Promise = class extends Promise {};', {}, ''),
    bad(
      'unknown value',
      'function set(P) { global.Promise = P; }',
      { column: 19 },
      'function set(P) { }',
    ),
    bad(
      'condition about something else',
      'if (process.env.BLUEBIRD) { global.Promise = B; }',
      { column: 29 },
      'if (process.env.BLUEBIRD) { }',
    ),
    bad('not yet replaced', 'if (global.Promise !== B) global.Promise = B;', { column: 27 }),
    bad('body of an if', 'if (fast) global.Promise = B;', { column: 11 }),
    bad(
      'where it is there',
      'if (global.Promise) { global.Promise = B; }',
      { column: 23 },
      'if (global.Promise) { }',
    ),
    bad('&&=', 'global.Promise &&= B;', {}, ''),
    bad('array pattern', '[global.Promise] = [B];', { column: 2 }),
    bad('object pattern', '({ P: global.Promise } = lib);', { column: 7 }),
    bad('bare in a pattern', '[Promise] = [B];', { column: 2 }),
    bad('loop', 'for (global.Promise of classes) go();', { column: 6 }),
    bad(
      'Object.assign, shorthand',
      'Object.assign(global, { Promise: B });',
      { column: 25, endColumn: 35 },
      '',
    ),
    bad(
      'Object.assign among others',
      'Object.assign(global, { fetch, Promise: B, other });',
      { column: 32 },
      'Object.assign(global, { fetch, other });',
    ),
    bad(
      'Object.assign, last of others',
      'Object.assign(global, { fetch, "Promise": B });',
      { column: 32 },
      'Object.assign(global, { fetch });',
    ),
    bad(
      'Object.assign from a constant',
      'const shims = { Promise: B };\nObject.assign(window, shims);',
      { line: 2 },
    ),
    bad(
      'Object.assign under another name',
      'const { assign } = Object; assign(global, { Promise: B });',
      { column: 45 },
      'const { assign } = Object;',
    ),
    bad('defineProperty', 'Object.defineProperty(globalThis, "Promise", { value: B });', {}, ''),
    bad(
      'defineProperty with a getter',
      'Object.defineProperty(globalThis, "Promise", { get: () => B });',
      {},
      '',
    ),
    bad(
      'defineProperties',
      'Object.defineProperties(globalThis, { Promise: { value: B } });',
      { column: 39 },
      '',
    ),
    bad(
      'defineProperties among others',
      'Object.defineProperties(globalThis, { Promise: { value: B }, other });',
      { column: 39 },
      'Object.defineProperties(globalThis, { other });',
    ),
    bad(
      'Object.assign with another source: no suggestion',
      'Object.assign(global, { Promise: B }, shims);',
      { column: 25 },
    ),
    bad('Reflect.set', 'Reflect.set(global, "Promise", B);', {}, ''),
    bad(
      'Reflect.defineProperty',
      'Reflect.defineProperty(global, "Promise", { value: B });',
      {},
      '',
    ),
    bad('__defineGetter__', 'global.__defineGetter__("Promise", () => B);', {}, ''),
    bad(
      'methods of the library in the file: no suggestion',
      'global.Promise = require("bluebird"); Promise.map(a, b);',
      {},
    ),
    bad(
      'chain methods of the library: no suggestion',
      'global.Promise = require("bluebird"); Promise.all(a).spread(b);',
      {},
    ),
    bad('a comment inside: no suggestion', 'global.Promise = /* fast */ require("bluebird");', {}),
    bad(
      'several statements on the line',
      'go(); global.Promise = B; stay();',
      { column: 7 },
      'go(); stay();',
    ),
    bad('CRLF', 'go();\r\nglobal.Promise = B;\r\nstay();\r\n', { line: 2 }, 'go();\r\nstay();\r\n'),
    bad(
      'require beside async',
      'const Promise = require("bluebird");\nasync function run() { await Promise.all(a); }',
      { messageId: 'shadow', column: 7, endColumn: 14 },
      'async function run() { await Promise.all(a); }',
    ),
    bad(
      'var in a script',
      'var Promise = require("bluebird");\nrun(async () => { await new Promise(f); });',
      { messageId: 'shadow', column: 5 },
      'run(async () => { await new Promise(f); });',
      { languageOptions: script },
    ),
    bad(
      'import',
      'import Promise from "bluebird";\nexport async function run() { await Promise.all(a); }',
      { messageId: 'shadow', column: 8 },
      'export async function run() { await Promise.all(a); }',
      { languageOptions: { sourceType: 'module' } },
    ),
    bad(
      'import *',
      'import * as Promise from "bluebird";\nexport async function run() { await Promise.all(a); }',
      { messageId: 'shadow', column: 13 },
      'export async function run() { await Promise.all(a); }',
      { languageOptions: { sourceType: 'module' } },
    ),
    bad(
      'named import',
      'import { Promise, all } from "rsvp";\nexport const run = async () => { await Promise.resolve(all); }',
      { messageId: 'shadow', column: 10 },
      'import { all } from "rsvp";\nexport const run = async () => { await Promise.resolve(all); }',
      { languageOptions: { sourceType: 'module' } },
    ),
    bad(
      'renamed import',
      'import { default as Promise } from "bluebird";\nawait Promise.resolve(1);',
      { messageId: 'shadow', column: 21 },
      'await Promise.resolve(1);',
      { languageOptions: { sourceType: 'module' } },
    ),
    bad(
      'destructured',
      'const { Promise, all } = require("rsvp");\nmodule.exports = async () => { await Promise.resolve(all); }',
      { messageId: 'shadow', column: 9 },
      'const { all } = require("rsvp");\nmodule.exports = async () => { await Promise.resolve(all); }',
    ),
    bad(
      'member',
      'var Promise = require("es6-promise").Promise;\nmodule.exports = async () => { await Promise.resolve(1); }',
      { messageId: 'shadow', column: 5 },
      'module.exports = async () => { await Promise.resolve(1); }',
    ),
    bad(
      'a static of the library, taken apart',
      'const Promise = require("bluebird"); const { map } = Promise; async function f(xs) { await map(xs, g); }',
      { messageId: 'shadow', column: 7 },
    ),
    bad(
      'the class of the library, exported',
      'const Promise = require("bluebird"); module.exports = { Promise }; async function f() { await Promise.resolve(1); }',
      { messageId: 'shadow', column: 7 },
    ),
    bad(
      'a variable that gets the library later',
      'var Promise; async function f() { await Promise.resolve(1); } Promise = require("bluebird");',
      { messageId: 'shadow', column: 5 },
    ),
    bad(
      'async method',
      'const Promise = require("q");\nclass A { async run() { await Promise.all(a); } }',
      { messageId: 'shadow', column: 7, data: { implementation: 'q' } },
      'class A { async run() { await Promise.all(a); } }',
    ),
    bad(
      'a file of the package',
      'const Promise = require("bluebird/js/release/promise");\nmodule.exports = async () => { await Promise.all(a); }',
      { messageId: 'shadow', column: 7, data: { implementation: 'bluebird' } },
      'module.exports = async () => { await Promise.all(a); }',
    ),
    bad(
      'interop helper',
      'const Promise = _interopRequireDefault(require("bluebird")).default;\nmodule.exports = async () => { await Promise.all(a); }',
      { messageId: 'shadow', column: 7 },
      'module.exports = async () => { await Promise.all(a); }',
    ),
    bad(
      'statics of the library: no suggestion',
      'const Promise = require("bluebird");\nasync function run() { await Promise.map(a, b); }',
      { messageId: 'shadow', column: 7 },
    ),
    bad(
      'filtered catch: no suggestion',
      'const Promise = require("bluebird");\nasync function run() { await Promise.resolve(a).catch(TypeError, b); }',
      { messageId: 'shadow', column: 7 },
    ),
    bad(
      'handed on: no suggestion',
      'const Promise = require("bluebird");\nconst fs = Promise.promisifyAll(require("fs")); async function run() { await fs.readFileAsync(a); }',
      { messageId: 'shadow', column: 7 },
    ),
    bad(
      'a module of the options',
      'const Promise = require("./promise");\nmodule.exports = async () => { await Promise.all(a); }',
      { messageId: 'shadow', column: 7, data: { implementation: './promise' } },
      'module.exports = async () => { await Promise.all(a); }',
      { options: [{ additionalLibraries: ['./promise'] }] },
    ),
    bad('polyfill by option', 'global.Promise ||= B;', { messageId: 'polyfill' }, null, {
      options: [{ checkPolyfills: true }],
    }),
    bad(
      'guarded polyfill by option',
      'if (!global.Promise) { global.Promise = B; }',
      { messageId: 'polyfill', column: 24 },
      null,
      { options: [{ checkPolyfills: true }] },
    ),
    bad(
      'a global that is only declared',
      'import B from "bluebird";\ndeclare var global: any;\nglobal.Promise = B;',
      { line: 3 },
      'declare var global: any;\n',
      typescript,
    ),
    bad('a cast', '(global as any).Promise = Bluebird;', {}, '', typescript),
    bad('an old cast', '(<any>global).Promise = Bluebird;', {}, '', typescript),
    bad('a cast target', '(global.Promise as any) = Bluebird;', { column: 2 }, '', typescript),
    bad(
      'import =',
      'import Promise = require("bluebird");\nexport async function run() { await Promise.all(a); }',
      { messageId: 'shadow', column: 8 },
      null,
      typescript,
    ),
    bad(
      'a type as well',
      'import Promise from "bluebird";\nexport async function run(a: Promise<void>) { await Promise.all([a]); }',
      { messageId: 'shadow', column: 8 },
      'export async function run(a: Promise<void>) { await Promise.all([a]); }',
      typescript,
    ),
    {
      name: 'every write has its own report',
      code: 'global.Promise = B;\nwindow.Promise = B;',
      languageOptions: commonjs,
      errors: [
        {
          messageId: 'override',
          line: 1,
          column: 1,
          suggestions: [{ messageId: 'removeOverride', output: 'window.Promise = B;' }],
        },
        {
          messageId: 'override',
          line: 2,
          column: 1,
          suggestions: [{ messageId: 'removeOverride', output: 'global.Promise = B;\n' }],
        },
      ],
    },
  ],
});
