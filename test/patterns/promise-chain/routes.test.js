import { describe, expect, it } from 'vitest';

import { codemod } from '../../../codemods/promise-chain-to-async.js';
import { convert } from '../../../core/codemod/convert.js';
import { observe, scenariosOf } from '../../codemods/promise-chain/observe.js';
import { rejectInsteadOfThrowing } from '../../equivalence/reject.js';

/**
 * The ways in which a promise gets to a chain, and a handler to a link of one. Each of them is either
 * left alone or behaves as before.
 */

/** @type {Record<string, readonly [before: string, promise: string]>} */
const PROMISES = {
  table: [`const t = { p: op('p') };`, `t.p`],
  'table computed': [`const t = { p: op('p') }; const key = 'p';`, `t[key]`],
  'array element': [`const t = [op('p')];`, `t[0]`],
  destructured: [`const { p } = { p: op('p') };`, `p`],
  'destructured nested': [`const { q: { p } } = { q: { p: op('p') } };`, `p`],
  'destructured array': [`const [p] = [op('p')];`, `p`],
  'destructured default': [`const { p = op('p') } = {};`, `p`],
  'destructured rest': [`const { ...r } = { p: op('p') };`, `r.p`],
  'array rest': [`const [...r] = [op('p')];`, `r[0]`],
  'param default': [``, `((p = op('p')) => p)()`],
  'param default fn': [`function get(p = shared) { return p; } const shared = op('p');`, `get()`],
  'spread args': [`const get = (...a) => a[0]; const list = [op('p')];`, `get(...list)`],
  'spread object': [`const base = { p: op('p') }; const t = { ...base };`, `t.p`],
  'class field': [`class A { p = op('p'); } const a = new A();`, `a.p`],
  'static field': [`class A { static p = op('p'); }`, `A.p`],
  'private field': [
    `class A { #p = op('p'); get() { return this.#p; } } const a = new A();`,
    `a.get()`,
  ],
  'static private': [`class A { static #p = op('p'); static get() { return A.#p; } }`, `A.get()`],
  'a getter': [`const sh = op('p'); const t = { get p() { return sh; } };`, `t.p`],
  'class getter': [
    `const sh = op('p'); class A { get p() { return sh; } } const a = new A();`,
    `a.p`,
  ],
  'static getter': [`const sh = op('p'); class A { static get p() { return sh; } }`, `A.p`],
  defineProperty: [`const t = {}; Object.defineProperty(t, 'p', { value: op('p') });`, `t.p`],
  'defineProperty getter': [
    `const sh = op('p'); const t = {}; Object.defineProperty(t, 'p', { get: () => sh });`,
    `t.p`,
  ],
  closure: [`const get = (() => { const p = op('p'); return () => p; })();`, `get()`],
  'closure fn': [
    `function make() { const p = op('p'); return function () { return p; }; } const get = make();`,
    `get()`,
  ],
  'closure object': [
    `function make() { const p = op('p'); return { get() { return p; } }; } const store = make();`,
    `store.get()`,
  ],
  'closure lazily': [
    `function make() { let p; return () => { p = p || op('p'); return p; }; } const get = make();`,
    `get()`,
  ],
  'closure ??=': [`let p; const get = () => p ??= op('p');`, `get()`],
  'closure ||=': [`let p; function get() { return p ||= op('p'); }`, `get()`],
  'closure if': [`let p; function get() { if (!p) { p = op('p'); } return p; }`, `get()`],
  comma: [`let p;`, `(p = p || op('p'), p)`],
  assignment: [`let p;`, `(p = p || op('p'))`],
  conditional: [`let p; const c = true;`, `(c ? (p || (p = op('p'))) : op('q'))`],
  'optional member': [`const t = { p: op('p') };`, `t?.p`],
  'optional call': [`const sh = op('p'); const t = { get: () => sh };`, `t.get?.()`],
  'tagged template': [`const sh = op('p'); const tag = () => sh;`, 'tag`x`'],
  'tag member': [`const sh = op('p'); const t = { tag: () => sh };`, 't.tag`x`'],
  'generator next': [`const sh = op('p'); function* g() { yield sh; }`, `g().next().value`],
  'generator for of': [
    `const sh = op('p'); function* g() { yield sh; } function get() { for (const p of g()) { return p; } }`,
    `get()`,
  ],
  'generator spread': [`const sh = op('p'); function* g() { yield sh; }`, `[...g()][0]`],
  'map get': [`const m = new Map([[1, op('p')]]);`, `m.get(1)`],
  'set values': [`const s = new Set([op('p')]);`, `s.values().next().value`],
  'new object returned': [`const sh = op('p'); function N() { return sh; }`, `new N()`],
  'new with member': [`function N() { this.p = sh; } const sh = op('p');`, `new N().p`],
  'constructor returning': [
    `const sh = op('p'); class N { constructor() { return sh; } }`,
    `new N()`,
  ],
  bind: [
    `const sh = op('p'); const get = function () { return this; }.bind({ then: undefined, x: sh });`,
    `get().x`,
  ],
  'bind fn': [`const sh = op('p'); const get = (function () { return sh; }).bind(null);`, `get()`],
  call: [`const sh = op('p'); function get() { return sh; }`, `get.call(null)`],
  apply: [`const sh = op('p'); function get() { return sh; }`, `get.apply(null, [])`],
  'Reflect.apply': [
    `const sh = op('p'); function get() { return sh; }`,
    `Reflect.apply(get, null, [])`,
  ],
  'Reflect.get': [`const t = { p: op('p') };`, `Reflect.get(t, 'p')`],
  'Object.assign': [`const t = Object.assign({}, { p: op('p') });`, `t.p`],
  'Object.create': [`const t = Object.create({ p: op('p') });`, `t.p`],
  prototype: [`function A() {} A.prototype.p = op('p'); const a = new A();`, `a.p`],
  'prototype method': [
    `const sh = op('p'); function A() {} A.prototype.get = function () { return sh; }; const a = new A();`,
    `a.get()`,
  ],
  'class method': [
    `const sh = op('p'); class A { get() { return sh; } } const a = new A();`,
    `a.get()`,
  ],
  'inherited method': [
    `const sh = op('p'); class B { get() { return sh; } } class A extends B {} const a = new A();`,
    `a.get()`,
  ],
  'super method': [
    `const sh = op('p'); class B { get() { return sh; } } class A extends B { mine() { return super.get(); } } const a = new A();`,
    `a.mine()`,
  ],
  proxy: [
    `const t = new Proxy({}, { get: (_, k) => k === 'then' ? undefined : sh }); const sh = op('p');`,
    `t.p`,
  ],
  exports: [`exports.p = op('p');`, `exports.p`],
  'module.exports': [`module.exports.p = op('p');`, `module.exports.p`],
  'exports fn': [`const sh = op('p'); exports.get = () => sh;`, `exports.get()`],
  'this at top': [`const sh = op('p'); const that = { get: () => sh };`, `that['get']()`],
  global: [`global.shp = op('p');`, `shp`],
  arguments: [`const sh = op('p'); function get() { return arguments[0]; }`, `get(sh)`],
  'identity fn': [`const sh = op('p'); const id = (x) => x;`, `id(sh)`],
  'identity fn default': [`const sh = op('p'); function id(x = sh) { return x; }`, `id()`],
  'array find': [`const list = [op('p')];`, `list.find(Boolean)`],
  'array at': [`const list = [op('p')];`, `list.at(-1)`],
  reduce: [`const list = [op('p')];`, `list.reduce((a, b) => b)`],
  'Object.values': [`const t = { p: op('p') };`, `Object.values(t)[0]`],
  'label loop': [`const sh = op('p'); function get() { l: for (;;) { return sh; } }`, `get()`],
  switch: [`const sh = op('p'); function get(k) { switch (k) { default: return sh; } }`, `get()`],
  'try finally': [
    `const sh = op('p'); function get(k) { try { return null; } finally { return sh; } }`,
    `get()`,
  ],
  iife: [`const sh = op('p');`, `(() => sh)()`],
  'iife fn': [`const sh = op('p');`, `(function () { return sh; })()`],
  'memo decorator': [
    `const sh = op('p'); const once = (f) => { let r; return () => r || (r = f()); }; const get = once(() => op('q'));`,
    `get()`,
  ],
  'nested factories': [
    `const mk = () => () => { let r; return () => r || (r = op('q')); }; const get = mk()();`,
    `get()`,
  ],
  'factory obj destructured': [
    `const mk = () => { let r; return { get: () => r || (r = op('q')) }; }; const { get } = mk();`,
    `get()`,
  ],
  'factory class': [
    `class S { constructor() { this.r = null; } get() { return this.r || (this.r = op('q')); } } const mk = () => new S(); const s = mk();`,
    `s.get()`,
  ],
  'factory arrow ternary': [
    `const mk = (c) => c ? () => shq : () => op('n'); const shq = op('q'); const get = mk(true);`,
    `get()`,
  ],
  'param function': [
    `const shq = op('q'); const wrap = (f) => (...a) => f(...a); const get = wrap(() => shq);`,
    `get()`,
  ],
  partial: [
    `const shq = op('q'); const partial = (f, ...a) => () => f(...a); const get = partial((p) => p, shq);`,
    `get()`,
  ],
  'member of factory fn': [
    `const shq = op('q'); const api = { make: () => () => shq }; const get = api.make();`,
    `get()`,
  ],
  'let fn reassigned': [
    `const shq = op('q'); let get = () => op('old'); get = () => shq;`,
    `get()`,
  ],
  'fn overwritten': [
    `const shq = op('q'); function get() { return op('old'); } get = () => shq;`,
    `get()`,
  ],
  'async fn': [`async function get() { return op('q'); }`, `get()`],
};

/** @type {Record<string, readonly [before: string, handler: string, after?: string, head?: string]>} */
const HANDLERS = {
  'inline arrow': ['', `(v) => op('b', v)`],
  'inline fn': ['', `function (v) { return op('b', v); }`],
  'named fn expr': ['', `function named(v) { return op('b', typeof named, v); }`],
  'fn decl': [`function h(v) { return op('b', v); }`, 'h'],
  'fn decl later': ['', 'h', `function h(v) { return op('b', v); }`],
  'fn decl reassigned before': [
    `function h(v) { return op('old', v); } h = (v) => op('b', v);`,
    'h',
  ],
  'fn decl reassigned later': [
    `function h(v) { return op('b', v); } setImmediate(() => { h = (v) => op('new', v); });`,
    'h',
  ],
  'fn decl reassigned in head': [
    `function h(v) { return op('b', v); } const mk = () => { h = (v) => op('new', v); return op('a'); };`,
    'h',
    '',
    'mk()',
  ],
  'let reassigned in head': [
    `let h = (v) => op('b', v); const mk = () => { h = (v) => op('new', v); return op('a'); };`,
    'h',
    '',
    'mk()',
  ],
  'let reassigned between': [
    `let h = (v) => op('b', v);`,
    'h',
    '',
    `op('a').then((v) => { h = (x) => op('new', x); return v; })`,
  ],
  'const obj replaced between': [
    `const t = { h: (v) => op('b', v) };`,
    't.h',
    '',
    `op('a').then((v) => { t.h = (x) => op('new', x); return v; })`,
  ],
  'const obj replaced in head': [
    `const t = { h: (v) => op('b', v) }; const mk = () => { t.h = (v) => op('new', v); return op('a'); };`,
    't.h',
    '',
    'mk()',
  ],
  'obj replaced via assign between': [
    `const t = { h: (v) => op('b', v) };`,
    't.h',
    '',
    `op('a').then((v) => { Object.assign(t, { h: (x) => op('new', x) }); return v; })`,
  ],
  'obj replaced via alias between': [
    `const t = { h: (v) => op('b', v) }; const u = t;`,
    't.h',
    '',
    `op('a').then((v) => { u.h = (x) => op('new', x); return v; })`,
  ],
  'obj replaced via param between': [
    `const t = { h: (v) => op('b', v) }; const set = (o) => { o.h = (x) => op('new', x); };`,
    't.h',
    '',
    `op('a').then((v) => { set(t); return v; })`,
  ],
  'obj replaced via this between': [
    `const t = { h: (v) => op('b', v), set() { this.h = (x) => op('new', x); } };`,
    't.h',
    '',
    `op('a').then((v) => { t.set(); return v; })`,
  ],
  'obj replaced via computed': [
    `const t = { h: (v) => op('b', v) }; const k = 'h';`,
    't.h',
    '',
    `op('a').then((v) => { t[k] = (x) => op('new', x); return v; })`,
  ],
  'obj replaced via defineProperty': [
    `const t = { h: (v) => op('b', v) };`,
    't.h',
    '',
    `op('a').then((v) => { Object.defineProperty(t, 'h', { value: (x) => op('new', x) }); return v; })`,
  ],
  'obj replaced via destructuring': [
    `const t = { h: (v) => op('b', v) };`,
    't.h',
    '',
    `op('a').then((v) => { ({ h: t.h } = { h: (x) => op('new', x) }); return v; })`,
  ],
  'obj deleted': [
    `const t = { h: (v) => op('b', v) };`,
    't.h',
    '',
    `op('a').then((v) => { delete t.h; return v; })`,
  ],
  'obj exported and replaced': [
    `const t = module.exports.t = { h: (v) => op('b', v) };`,
    't.h',
    '',
    `op('a').then((v) => { module.exports.t.h = (x) => op('new', x); return v; })`,
  ],
  'obj frozen': [`const t = Object.freeze({ h: (v) => op('b', v) });`, 't.h'],
  'obj spread': [`const t = { ...{ h: (v) => op('b', v) } };`, 't.h'],
  'obj method this': [`const t = { x: 1, h(v) { return op('b', this === t, v); } };`, 't.h'],
  'obj method bound': [
    `const t = { x: 1, h(v) { return op('b', this === t, v); } };`,
    't.h.bind(t)',
  ],
  'obj getter': [
    `let n = 0; const t = { get h() { log('get', n++); return (v) => op('b', v); } };`,
    't.h',
  ],
  'obj getter and shadow key': [
    `const t = { h: (v) => op('old', v), get h() { log('get'); return (v) => op('b', v); } };`,
    't.h',
  ],
  'obj duplicate key': [`const t = { h: (v) => op('old', v), h: (v) => op('b', v) };`, 't.h'],
  'obj spread after': [
    `const base = { h: (v) => op('b', v) }; const t = { h: (v) => op('old', v), ...base };`,
    't.h',
  ],
  'obj computed after': [
    `const k = 'h'; const t = { h: (v) => op('old', v), [k]: (v) => op('b', v) };`,
    't.h',
  ],
  'obj missing': [`const t = {};`, 't.h'],
  'obj null': [`const t = { h: null };`, 't.h'],
  'optional member': [`const t = { h: (v) => op('b', v) };`, 't?.h'],
  'computed member': [`const t = { h: (v) => op('b', v) }; const k = 'h';`, 't[k]'],
  'array element': [`const t = [(v) => op('b', v)];`, 't[0]'],
  'class static': [`class T { static h(v) { return op('b', v); } }`, 'T.h'],
  'class static field': [`class T { static h = (v) => op('b', v); }`, 'T.h'],
  'class instance': [`class T { h(v) { return op('b', v); } } const t = new T();`, 't.h'],
  destructured: [`const { h } = { h: (v) => op('b', v) };`, 'h'],
  'destructured default': [`const { h = (v) => op('b', v) } = {};`, 'h'],
  conditional: [`const c = true;`, `c ? (v) => op('b', v) : (v) => op('c', v)`],
  'conditional effect': ['', `log('cond', true) ? (v) => op('b', v) : (v) => op('c', v)`],
  'logical or': [`let h;`, `h || ((v) => op('b', v))`],
  'logical and': [`const h = (v) => op('b', v);`, `h && h`],
  nullish: [`let h;`, `h ?? ((v) => op('b', v))`],
  comma: ['', `(log('comma'), (v) => op('b', v))`],
  assign: ['let h;', `h = (v) => op('b', v)`],
  factory: [`const by = (k) => (v) => op('b', k, v);`, `by(1)`],
  'factory effect': [`const by = (k) => { log('by', k); return (v) => op('b', k, v); };`, `by(1)`],
  'factory throws': [`const by = (k) => { throw new Error('by'); };`, `by(1)`],
  'factory arg effect': [`const by = (k) => (v) => op('b', k, v);`, `by(log('arg', 2))`],
  curried: [`const by = (k) => (j) => (v) => op('b', k, j, v);`, `by(1)(2)`],
  iife: ['', `(() => (v) => op('b', v))()`],
  'bind arg': [`function h(k, v) { return op('b', k, v); }`, `h.bind(null, 1)`],
  'bind this': [
    `const self = { k: 1 }; function h(v) { return op('b', this.k, v); }`,
    `h.bind(self)`,
  ],
  'bind inline': [
    `const self = { k: 1 };`,
    `function (v) { return op('b', this.k, v); }.bind(self)`,
  ],
  'bind evaluated': [
    `let self = { k: 1 }; function h(v) { return op('b', this.k, v); }`,
    `h.bind(self)`,
    '',
    `op('a').then((v) => { self = { k: 2 }; return v; })`,
  ],
  'async arrow': ['', `async (v) => op('b', v)`],
  'async fn ref': [`async function h(v) { return op('b', v); }`, 'h'],
  'generator fn': ['', `function* (v) { yield op('b', v); }`],
  'class as handler': [`class H { constructor(v) {} }`, 'H'],
  'new Function': ['', `new Function('v', 'return v')`],
  'Function call': ['', `Function('v', 'return v')`],
  'two params': ['', `(v, w) => op('b', v, w)`],
  'default param': ['', `(v = 3) => op('b', v)`],
  'rest param': ['', `(...vs) => op('b', vs.length)`],
  'destructured param': ['', `({ id }) => op('b', id)`],
  'destr param default': ['', `({ id = log('def'), zz = log('zz', 1) } = {}) => op('b', id, zz)`],
  arguments: ['', `function () { return op('b', arguments.length, arguments[0]); }`],
  'this fn': ['', `function (v) { return op('b', this === undefined || this === globalThis, v); }`],
  'this arrow': ['', `(v) => op('b', typeof this, v)`],
  'new.target': ['', `function (v) { return op('b', new.target === undefined, v); }`],
  string: ['', `'text'`],
  number: ['', `5`],
  null: ['', `null`],
  undefined: ['', `undefined`],
  object: ['', `{}`],
  array: ['', `[]`],
  regexp: ['', `/x/`],
  template: ['', '`t`'],
  'template effect': ['', '`t${log("t")}`'],
  'array effect': ['', `[log('t')]`],
  'object effect': ['', `{ a: log('t') }`],
  void: ['', `void log('t')`],
  not: ['', `!log('t')`],
  'class expr': ['', `class {}`],
  missing: ['', ``],
  spread: [`const hs = [(v) => op('b', v)];`, `...hs`],
  promise: ['', `op('p')`],
  typeof: ['', 'typeof log'],
  tagged: [`const tag = () => (v) => op('b', v);`, 'tag`x`'],
  await: ['', `await op('w')`],
  'JSON.parse': ['', 'JSON.stringify'],
  Boolean: ['', 'Boolean'],
  Number: ['', 'Number'],
  String: ['', 'String'],
  'Array.isArray': ['', 'Array.isArray'],
  'Object.keys': ['', 'Object.keys'],
  'Promise.resolve': ['', 'Promise.resolve'],
  'Array.from': ['', 'Array.from'],
  Symbol: ['', 'String.raw'],
  encodeURIComponent: ['', 'encodeURIComponent'],
  'Math.max': ['', 'Math.max'],
  Date: ['', 'Date'],
  parseInt: ['', 'parseInt'],
  proto: [
    `function T() {} T.prototype.h = function (v) { return op('b', v); }; const t = new T();`,
    't.h',
  ],
  proxy: [`const h = new Proxy((v) => op('b', v), {});`, 'h'],
  'map get': [`const m = new Map([[1, (v) => op('b', v)]]);`, 'm.get(1)'],
  exports: [`exports.h = (v) => op('b', v);`, 'exports.h'],
  'exports replaced between': [
    `exports.h = (v) => op('b', v);`,
    'exports.h',
    '',
    `op('a').then((v) => { exports.h = (x) => op('new', x); return v; })`,
  ],
  global: [`global.hh = (v) => op('b', v);`, 'hh'],
  'block fn': [`{ function h(v) { return op('b', v); } }`, 'h'],
  'if fn': [`if (1) { function h(v) { return op('b', v); } }`, 'h'],
  'var twice': [`var h = (v) => op('old', v); var h = (v) => op('b', v);`, 'h'],
  'fn twice': [`function h(v) { return op('old', v); } function h(v) { return op('b', v); }`, 'h'],
  'var over fn': [`var h = (v) => op('b', v); function h(v) { return op('old', v); }`, 'h'],
  'catch shadow': ['', `(v) => { try { throw v; } catch (v) { return op('b', v); } }`],
  'same name as outer': [`const v = 5;`, `(v) => op('b', v)`],
  'closure loop': [
    `const hs = []; for (var i = 0; i < 3; i++) hs.push((v) => op('b', i, v));`,
    'hs[1]',
  ],
};

/** @type {Record<string, (handler: string) => string>} */
const LINKS = {
  then: (handler) => `.then(${handler})`,
  catch: (handler) => `.then(() => { throw new Error('t'); }).catch(${handler})`,
  finally: (handler) => `.finally(${handler})`,
  'the second of then': (handler) => `.then(undefined, ${handler || 'undefined'})`,
};

/** @param {string} source @param {Record<string, unknown>} [options] */
async function expectSame(source, options = {}) {
  const conversion = convert({ path: 'chain.js', source }, codemod, { node: '20', ...options });
  if (!conversion.changed) {
    return;
  }
  const original = rejectInsteadOfThrowing(source, conversion.sites);
  for (const faults of await scenariosOf(source)) {
    const after = await observe(conversion.source, faults);
    const before = await observe(source, faults);
    // What a function does that rejects where it threw is told from the original that does so, too.
    const same = [JSON.stringify(before), JSON.stringify(await observe(original, faults))];
    expect(same, `${JSON.stringify(faults)} in\n${conversion.source}`).toContain(
      JSON.stringify(after),
    );
  }
}

describe.each(Object.entries(PROMISES))('a promise by %s', (_, [before, promise]) => {
  it.each([promise, 'kept'])('is chained as %s', async (head) => {
    const keeps = head === 'kept' ? `const kept = ${promise};` : '';
    await expectSame(
      `${before}\nexports.run = () => { ${keeps} return ${head}.then((v) => op('b', v)).then((v) => log('c', v.from)); };\n`,
    );
  });

  it('is the same for all who ask', async () => {
    await expectSame(
      `${before}\nfunction load(k) { if (k) return ${promise}; return op('z').then((v) => [v]); }\nexports.run = () => { const a = load(1), b = load(1); log('same', a === b); return Promise.all([a, b]).then((l) => l.length); };\n`,
    );
  });

  it('is kept beside a chain', async () => {
    await expectSame(
      `${before}\nexports.run = () => { const kept = ${promise}; const next = kept.then((v) => log('n', 1)); log('same', kept === ${promise}); return Promise.all([kept, next]).then((l) => l.length); };\n`,
    );
  });
});

describe.each(Object.entries(HANDLERS))(
  'a handler by %s',
  (name, [before, handler, after = '', head = "op('a')"]) => {
    it.each(Object.entries(LINKS))('of %s', async (_, write) => {
      const start = `exports.run = ${name === 'await' ? 'async ' : ''}function () {`;
      const chain = `return ${head}${write(handler)}.then((v) => log('end', v));`;
      await expectSame(`${before}\n${start} ${chain} };\n${after}\n`);
      await expectSame(`${start} ${before} ${after}\n${chain} };\n`);
    });
  },
);
