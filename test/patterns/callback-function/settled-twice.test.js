import { describe, expect, it } from 'vitest';

import { HEAD, run, toAsync } from './run.js';

/**
 * Functions that keep their callback and call it back more than once by way of functions inside them:
 * whoever calls them must not wait for a promise.
 */

/** What the function does before, for which it keeps its callback: what stands behind the last is not planned. */
const KEEPS = [
  '',
  '  log(String(arguments.length));\n',
  `  if (key === 'none') {
    return store(key, (err, found) => {
      log('found ' + found);
      if (err) return cb(err);
      cb(null, found);
    });
  }
`,
];

/** @param {string} body @param {string} before */
const program = (body, before) => `${HEAD}exports.run = function (key, cb) {
  load(key, (err, value) => {
    if (err) return cb(err);
    log('got ' + value);
    cb(null, value);
  });
};
function load(key, cb) {
${before}${body}
}
`;

/** @type {[string, string][]} */
const TWICE = [
  [
    'by another name',
    `  const next = cb;
  setImmediate(() => { next(null, 1); next(null, 2); });`,
  ],
  [
    'by a name that it is given later',
    `  let next; next = cb;
  setImmediate(() => { next(null, 1); next(null, 2); });`,
  ],
  [
    'bound',
    `  const done = cb.bind(null, null, 1);
  setImmediate(done); setImmediate(done);`,
  ],
  [
    'as a member',
    `  const own = { cb };
  setImmediate(() => { own.cb(null, 1); own.cb(null, 2); });`,
  ],
  [
    'as a member of what others have',
    `  Object.assign(load, { kept: cb });
  setImmediate(() => { load.kept(null, 1); load.kept(null, 2); });`,
  ],
  [
    'as a member of an item of a list',
    `  const list = (load.list ??= []); list.push({ cb });
  setImmediate(() => { list[0].cb(null, 1); list.pop().cb(null, 2); });`,
  ],
  ['from a list', '  const list = [cb, cb]; setImmediate(() => list.forEach((f) => f(null, 1)));'],
  [
    'as one of the arguments',
    '  const given = arguments[1]; setImmediate(() => { given(null, 1); given(null, 2); });',
  ],
  [
    'with what another function got',
    '  store(key, function () { cb.apply(null, arguments); cb.apply(null, arguments); });',
  ],
  [
    'by a function of the file that gets a function',
    `  const repeat = (step) => { step(1); step(2); };
  setImmediate(() => repeat((v) => cb(null, v)));`,
  ],
  [
    'by a class of the file',
    `  class Loader { constructor(key, done) { setImmediate(() => { done(null, 1); done(null, 2); }); } }
  new Loader(key, (err, v) => cb(err, v));`,
  ],
  [
    'by what takes its place',
    `  const doubled = (f) => (...given) => { f(...given); f(...given); };
  cb = doubled(cb); store(key, cb);`,
  ],
  [
    'and again, behind a test that ends nothing',
    `  let n = 0;
  function go() { store(key, (err, v) => { if (++n < 3) go(); cb(null, v); }); }
  go();`,
  ],
  [
    'given to what calls whenever something happens',
    `  const bus = { subscribe(fn) { setImmediate(fn); setImmediate(fn); return fn; } };
  const stop = bus.subscribe(() => store(key, cb));`,
  ],
  [
    'kept in a list of others',
    `  (load.kept ??= []).push(cb);
  setImmediate(() => { load.kept[0](null, 1); load.kept[0](null, 2); });`,
  ],
  [
    'kept in a map of others',
    `  const kept = (load.kept ??= new Map()); load.kept.set(key, (v) => cb(null, v));
  setImmediate(() => { kept.get(key)(1); kept.get(key)(2); });`,
  ],
  [
    'given to what observes',
    `  function KeyObserver(fn) { setImmediate(fn); setImmediate(fn); }
  const watcher = new KeyObserver(() => store(key, cb));
  watcher.key = key;`,
  ],
  [
    'function inside twice in callback',
    `  const end = (err, v) => cb(err, v);
  store(key, (err, v) => { end(err, v); end(err, v); });`,
  ],
  [
    'function inside twice decl',
    `  store(key, (err, v) => { if (err) end(err); end(null, v); });
  function end(err, v) { cb(err, v); }`,
  ],
  [
    'function of a function that keeps to its own callback once',
    `  const inner = (key, done) => {
    const end = (err, v) => { done(err); done = () => {}; cb(err, v); };
    store(key, end); store(key, end);
  };
  inner(key, (err) => { if (err) return log('no'); log('yes'); });`,
  ],
  [
    'handed twice',
    `  store(key, end); store(key, end);
  function end(err, v) { cb(err, v); }`,
  ],
  [
    'handed and called',
    `  store(key, end); setImmediate(() => end(null, 1));
  function end(err, v) { cb(err, v); }`,
  ],
  [
    'handed in listener',
    `  const e = new (require('events'))(); e.on('x', end); setImmediate(() => { e.emit('x', null, 1); e.emit('x', null, 2); });
  function end(err, v) { cb(err, v); }`,
  ],
  [
    'two function insides',
    `  store(key, one); store(key, two);
  function one(err, v) { cb(err, v); }
  function two(err, v) { cb(err, v); }`,
  ],
  [
    'function inside then cb',
    `  const end = (err, v) => cb(err, v);
  store(key, (err, v) => { end(err, v); cb(err, v); });`,
  ],
  [
    'function inside through list',
    `  const end = (err, v) => cb(err, v); const list = [end, end];
  store(key, (err, v) => { list.forEach((f) => f(err, v)); });`,
  ],
  [
    'function inside in loop',
    `  const end = (err, v) => cb(err, v);
  store(key, (err, v) => { for (let i = 0; i < 2; i++) end(err, v); });`,
  ],
  [
    'function inside forEach',
    `  const end = (err, v) => cb(err, v);
  store(key, (err, v) => { [1, 2].forEach(() => end(err, v)); });`,
  ],
  [
    'function inside forEach itself',
    `  const end = (v) => cb(null, v);
  store(key, (err, v) => { [1, 2].forEach(end); });`,
  ],
  [
    'function inside within function inside',
    `  const end = (err, v) => cb(err, v); const mid = (err, v) => { end(err, v); end(err, v); };
  store(key, mid);`,
  ],
  [
    'function inside && function inside',
    `  const end = (err, v) => { cb(err, v); return true; };
  store(key, (err, v) => end(err, v) && end(err, v));`,
  ],
  [
    'function inside args',
    `  const end = (err, v) => { cb(err, v); return v; };
  store(key, (err, v) => end(err, end(err, v)));`,
  ],
  [
    'function inside try',
    `  const end = (err, v) => { cb(err, v); };
  store(key, (err, v) => { try { end(err, v); throw new Error('x'); } catch (e) { end(e); } });`,
  ],
  [
    'function inside finally',
    `  const end = (err, v) => { cb(err, v); };
  store(key, (err, v) => { try { return end(err, v); } finally { end(err, v); } });`,
  ],
  [
    'method function inside',
    `  const o = { end(err, v) { cb(err, v); } };
  store(key, (err, v) => { o.end(err, v); o.end(err, v); });`,
  ],
  [
    'returned closure',
    `  const make = () => (err, v) => cb(err, v); const end = make();
  store(key, (err, v) => { end(err, v); end(err, v); });`,
  ],
  [
    'label',
    `  const end = (err, v) => cb(err, v);
  store(key, (err, v) => { out: { end(err, v); if (v) break out; } end(err, v); });`,
  ],
  [
    'switch',
    `  const end = (err, v) => cb(err, v);
  store(key, (err, v) => { switch (v) { case '<a>': end(err, v); default: end(err, v); } });`,
  ],
  [
    'comma',
    `  const end = (err, v) => cb(err, v);
  store(key, (err, v) => { end(err, v), end(err, v); });`,
  ],
  [
    'ternary then',
    `  const end = (err, v) => cb(err, v);
  store(key, (err, v) => { v ? end(err, v) : end(err); end(err, v); });`,
  ],
  [
    'generator',
    `  const end = (err, v) => cb(err, v);
  store(key, (err, v) => { for (const x of (function* () { yield 1; yield 2; })()) end(err, x); });`,
  ],
];

/** @type {[string, string][]} */
const ONCE = [
  [
    'behind a count in a function of the file',
    `  let pending = 2;
  const end = () => { if (--pending) return; cb(null, key); };
  const each = (step) => { step(1); step(2); };
  setImmediate(() => each(end));`,
  ],
  [
    'a function inside that knows whether it was called',
    `  let called = false; const end = (err, v) => { if (called) return; called = true; cb(err, v); };
  store(key, end); store(key, end);`,
  ],
  [
    'functions inside that count',
    `  let pending = 2; let failed;
  store(key, end); store(key, end);
  function end(err, v) { if (err) failed = err; if (--pending) return; finish(v); }
  function finish(v) { if (failed) return cb(failed); cb(null, v); }`,
  ],
  [
    'one of two functions inside',
    `  const end = (err, v) => cb(err, v);
  if (key === 'a') { store('x', end); } else { store(key, (err, v) => { if (err) return end(err); end(null, v); }); }`,
  ],
  [
    'a timer that is stopped',
    `  const timer = setTimeout(() => cb(new Error('late')), 1000);
  store(key, (err, v) => { clearTimeout(timer); cb(err, v); });`,
  ],
];

describe('functions that keep their callback and call it back again', () => {
  it.each(TWICE)('are not waited for: %s', async (_, body) => {
    for (const before of KEEPS) {
      const source = program(body, before);
      const { source: converted } = toAsync(source);
      for (const how of [{ args: ['a'] }, { args: ['bad'] }]) {
        expect(await run(converted, how)).toEqual(await run(source, how));
      }
    }
  });

  it.each(ONCE)('are waited for where they call back once: %s', async (_, body) => {
    const source = program(body, '  log(String(arguments.length));\n');
    const { source: converted } = toAsync(source);
    expect(converted).toContain('await');
    for (const how of [{ args: ['a'] }, { args: ['bad'] }]) {
      expect(await run(converted, how)).toEqual(await run(source, how));
    }
  });
});

const TELLS = `(err, value) => {
    if (err) return cb(err);
    log('got ' + value);
    cb(null, [value]);
  }`;

/** Ways from a function to its callers: what stands beside these, and the call. @type {[string, string, string][]} */
const WAYS = [
  ['a choice', '', 'const go = key ? load : store; go(key, TELLS);'],
  ['a choice in the call', '', '(key ? load : store)(key, TELLS);'],
  ['a variable', 'let go = store; go = load;', 'go(key, TELLS);'],
  ['a default', 'const { go = load } = {};', 'go(key, TELLS);'],
  ['a table', 'const table = { a: load, bad: load };', 'table[key](key, TELLS);'],
  ['a member of a table', 'const table = { load };', 'table.load(key, TELLS);'],
  ['what is taken from a table', 'const { load: go } = { load };', 'go(key, TELLS);'],
  ['a list', 'const list = [load];', 'list[0](key, TELLS);'],
  ['a map', "const map = new Map([['x', load]]);", "map.get('x')(key, TELLS);"],
  ['bind', 'const go = load.bind(null);', 'go(key, TELLS);'],
  [
    'a bound member',
    'const table = { load }; const go = table.load.bind(table);',
    'go(key, TELLS);',
  ],
  ['a field', 'class Store { load = load; }', 'new Store().load(key, TELLS);'],
  ['a symbol', 'const GO = Symbol(); const table = { [GO]: load };', 'table[GO](key, TELLS);'],
  ['a function that gives it', 'function make() { return load; }', 'make()(key, TELLS);'],
  [
    'a function around it',
    'const wrap = (go) => (key, done) => go(key, done); const go = wrap(load);',
    'go(key, TELLS);',
  ],
  [
    'a function that has the first argument',
    'const make = (key) => (done) => load(key, done);',
    'make(key)(TELLS);',
  ],
  ['a parameter', 'function via(go, key, cb) { go(key, TELLS); }', 'via(load, key, cb);'],
  [
    'a default of a parameter',
    'function via(key, done, go = load) { go(key, done); }',
    'via(key, TELLS);',
  ],
  ['a member of this', '', 'this.load = load; this.load(key, TELLS);'],
  ['a getter', 'const table = { get go() { return load; } };', 'table.go(key, TELLS);'],
  [
    'a member that is another one',
    'const table = { load }; table.go = table.load;',
    'table.go(key, TELLS);',
  ],
  [
    'a method that is bound',
    `class Store {
  constructor() { this.go = this.load.bind(this); }
  load(key, cb) { load(key, cb); }
}`,
    'new Store().go(key, TELLS);',
  ],
  ['an export', 'exports.load = load;', 'exports.load(key, TELLS);'],
];

it.each(WAYS)('what calls back again is not waited for by way of %s', async (_, beside, call) => {
  const fill = (/** @type {string} */ text) => text.replaceAll('TELLS', () => TELLS);
  const source = `${HEAD}function load(key, cb) { setImmediate(() => { cb(null, key); cb(null, 2); }); }
${fill(beside)}
exports.run = function (key, cb) {
  ${fill(call)}
};
`;
  for (const options of [{}, { accept: 'timing-unobservable' }]) {
    const { source: converted } = toAsync(source, options);
    for (const how of [
      { args: ['a'], receiver: {} },
      { args: ['bad'], receiver: {} },
    ]) {
      expect(await run(converted, how)).toEqual(await run(source, how));
    }
  }
});
