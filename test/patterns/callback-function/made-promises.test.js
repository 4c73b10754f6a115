import { describe, expect, it } from 'vitest';

import { outcomeOf, program } from './promise-run.js';
import { HEAD, toAsync } from './run.js';

/**
 * Functions that make a promise by hand and settle it in callbacks: what their callers see, and what they
 * do, is the same behind their conversion.
 */

/** @param {string} body Of an executor. */
const promised = (body) => `function (x, y) {
  return new Promise((resolve, reject) => {
    ${body}
  });
}`;

const READ = `store(x, (err, v) => {
      if (err) return reject(err);`;

/** @type {[name: string, source: string][]} */
const CONVERTED = [
  [
    'waits twice',
    promised(`${READ}
      log(v);
      store(v + 1, (err, w) => {
        if (err) { reject(err); return; }
        resolve({ v, w });
      });
    });`),
  ],
  [
    'settles in branches',
    promised('store(x, (err, v) => { if (err) reject(err); else resolve(v.length); });'),
  ],
  ['settles in a choice', promised('store(x, (err, v) => (err ? reject(err) : resolve([v])));')],
  ['gives nothing', promised(`${READ} log(v); resolve(); });`)],
  [
    'rejects with nothing',
    promised(
      "store(x, (err, v) => { if (err) { log('no'); return reject(); } log(v); resolve(); });",
    ),
  ],
  [
    'rejects with another error',
    promised(
      "store(x, (err, v) => { if (err) return reject(new Error('other')); log(v); resolve(v); });",
    ),
  ],
  [
    'rejects with what is no error',
    promised(`${READ} if (v !== '<a>') reject(null); else reject(v); });`),
  ],
  [
    'rejects with the error that is not there',
    promised(
      "store('a', (e) => { if (e) return reject(e); store(x, (err, v) => { if (err || v === '<a>') return reject(err); log(v); resolve(v); }); });",
    ),
  ],
  [
    'rejects last with the error that is not there',
    promised(
      "store('a', (e) => { if (e) return reject(e); store(x, (err, v) => { if (!err && v !== '<a>') { return resolve(v); } reject(err); }); });",
    ),
  ],
  [
    'rejects with the error or another',
    promised(
      "store(x, (err, v) => { if (err || v === '<a>') return reject(err || new Error('a')); log(v); resolve(v); });",
    ),
  ],
  [
    'tells the error first',
    promised(
      'store(x, (err, v) => { if (err) { log(err.message); return reject(err); } log(v); resolve(v); });',
    ),
  ],
  [
    'passes first',
    promised('store(x, (err, v) => { if (!err) { log(v); resolve(v); } else { reject(err); } });'),
  ],
  [
    'goes on behind the rejection',
    promised('store(x, (err, v) => { if (err) reject(err); resolve([v]); });'),
  ],
  [
    'goes on behind both',
    promised(
      "store(x, (err, v) => { if (err) { reject(err); } const n = [v]; if (y) reject(new Error('y')); resolve(n); });",
    ),
  ],
  [
    'takes what a parser throws',
    promised(`${READ}
      try {
        resolve(JSON.parse(v));
      } catch (e) {
        reject(e);
      }
    });`),
  ],
  [
    'takes what a parser throws, and returns',
    promised(`${READ}
      let n;
      try {
        n = JSON.parse(v);
      } catch (e) {
        return reject(new Error('no JSON'));
      }
      resolve(n);
    });`),
  ],
  [
    'makes an error of what a parser throws',
    promised(`${READ}
      try {
        log(v);
        return resolve(JSON.parse(v));
      } catch (e) {
        log(e.name);
        reject(new Error('no JSON'));
      }
    });`),
  ],
  [
    'goes on behind what it tries',
    promised(`${READ}
      try {
        if (y) resolve(JSON.parse(v));
      } catch (e) {
        return resolve(e.name);
      }
      resolve([v]);
    });`),
  ],
  [
    'resolves at once, or later',
    promised(
      "if (x === 'bad') return resolve(0); store(x, (err, v) => { if (err) return reject(err); log(v); resolve(v); });",
    ),
  ],
  [
    'throws in the executor',
    promised(
      "if (x === 'bad') throw new TypeError('bad'); store(x, (err, v) => { if (err) return reject(err); log(v); resolve(v); });",
    ),
  ],
  [
    'fails in the executor',
    promised(
      'log(x.missing.length); store(x, (err, v) => { if (err) return reject(err); log(v); resolve(v); });',
    ),
  ],
  ['resolves with a promise', promised(`${READ} log(v); resolve(Promise.resolve(v)); });`)],
  [
    'resolves with a promise that rejects',
    promised(`${READ} log(v); resolve(Promise.reject(new Error(v))); });`),
  ],
  [
    'resolves with a thenable',
    promised(`${READ} log(v); resolve({ then(done) { done(v + 2); } }); });`),
  ],
  ['puts off', promised(`${READ} log(v); setTimeout(resolve, 1, v); });`)],
  ['puts off without a value', promised(`${READ} log(v); setImmediate(resolve); });`)],
  ['puts off what is more', promised(`${READ} setTimeout(() => { log(v); resolve(v); }, 1); });`)],
  [
    'goes from item to item',
    promised(`const out = [];
    function next(i) {
      if (i === 3) return resolve(out);
      store(x + i, (err, v) => {
        if (err) return reject(err);
        out.push(v);
        next(i + 1);
      });
    }
    next(0);`),
  ],
  [
    'ends in a function of its own',
    promised(`const done = (v) => { log(v); resolve(v); };
    store(x, (err, v) => { if (err) return reject(err); done(v); });`),
  ],
  [
    'hands on to a function of its own',
    promised(`function onRead(err, v) { if (err) return reject(err); log(v); resolve(v); }
    store(x, onRead);`),
  ],
  [
    'is an arrow',
    '(x) => new Promise((resolve, reject) => { store(x, (err, v) => { if (err) return reject(err); log(v); resolve(v); }); })',
  ],
  [
    'is an arrow without braces',
    '(x) => new Promise((resolve, reject) => store(x, (err, v) => (err ? reject(err) : resolve([v]))))',
  ],
  [
    'is async',
    'async function (x) { log(x); return await new Promise((resolve, reject) => { store(x, (err, v) => { if (err) return reject(err); log(v); resolve(v); }); }); }',
  ],
  [
    'is async and gives it',
    'async (x) => new Promise((resolve, reject) => { store(x, (err, v) => { if (err) return reject(err); log(v); resolve(v); }); })',
  ],
  [
    'has other ends',
    `function (x) {
  if (x === 'bad') return Promise.reject(new Error('other'));
  const y = [x];
  return new Promise((resolve, reject) => { store(y, (err, v) => { if (err) return reject(err); log(v); resolve(v); }); });
}`,
  ],
  [
    'returns in the executor',
    promised(`log(x); return ${READ} log(v); return setTimeout(resolve, 1, v); });`),
  ],
  [
    'waits for what others may wait for',
    promised(
      'const one = store.bind(null, x); one((err, v) => { if (err) return reject(err); resolve([v, y]); });',
    ),
  ],
  [
    'rejects in all branches but one',
    promised(
      "store(x, (err, v) => { if (err) { log('no'); reject(new Error('other')); } else if (y) { reject(v); } else { log(v); resolve(v); } });",
    ),
  ],
  [
    'has a variable of the name that a function before knows',
    `function (x) { var v = 1; const f = () => v; return new Promise((res, rej) => { var v = 2; store(x, (err, w) => { if (err) return rej(err); v++; res([v, f(), w]); }); }); }`,
  ],
  [
    'has a function of the name that a function before knows',
    `function (x) { function h() { return 1; } const f = () => h(); return new Promise((res, rej) => { function h() { return 2; } store(x, (err, w) => { if (err) return rej(err); res([h(), f(), w]); }); }); }`,
  ],
  [
    'rejects with an error that was not there before',
    promised(
      "store('a', (e) => { if (e) return reject(e); store(x, (err, v) => { if (err) return reject(err); log(v); store(v, (e) => { if (e) return reject(e); if (y) return reject(err); resolve(v); }); }); });",
    ),
  ],
  [
    'leaves a switch',
    promised(
      `${READ} switch (v) { case '<a>': log(v); resolve(1); break; default: resolve(2); } });`,
    ),
  ],
  [
    'is made in a loop of its own',
    `function (x) { for (const item of [1, 2]) { if (item === 2) return new Promise((resolve, reject) => { store(x + item, (err, v) => { if (err) return reject(err); log(v); resolve([v, item]); }); }); } return Promise.resolve(0); }`,
  ],
  [
    'has parameters of the names in callbacks',
    `function (err, v) { return new Promise((resolve, reject) => { store(err, (e, w) => { if (e) return reject(e); store(w, (err, v) => { if (err) return reject(err); resolve([v, w]); }); log(String(v)); }); }); }`.replace(
      ' log(String(v)); }); }); }',
      ' }); }); }',
    ),
  ],
  [
    'has a class',
    promised(`class A { get() { return x; } } ${READ} resolve([new A().get(), v]); });`),
  ],
  [
    'is used before and behind',
    `function (x) { let n = 0; const up = () => ++n; up(); return new Promise((resolve, reject) => { up(); store(x, (err, v) => { if (err) return reject(n); up(); resolve([v, n]); }); }); }`,
  ],
  [
    'makes one of two',
    `function (x) {
  if (x === 'bad') {
    return new Promise((resolve, reject) => { store(x, (err, v) => { if (err) return reject(err); log(v); resolve(v); }); });
  }
  return new Promise((resolve, reject) => { store(x + 1, (err, v) => { if (err) return reject(err); log(v + 2); resolve(v); }); });
}`,
  ],
  [
    'has the name that the executor has',
    `function (x) {
  const v = x + 1;
  log(v);
  return new Promise((resolve, reject) => { const y = 1; { const v = y; log(v); } store(v, (err, v) => { if (err) return reject(err); log(v); resolve(v + y); }); });
}`,
  ],
  [
    'has arguments',
    'function (x) { return new Promise((resolve, reject) => { store(arguments[0], (err, v) => { if (err) return reject(err); log(v); resolve([v, arguments.length]); }); }); }',
  ],
  [
    'has a `this`',
    'function (x) { return new Promise((resolve, reject) => { store(x, (err, v) => { if (err) return reject(err); log(v); resolve(this.name + v); }); }); }',
  ],
  [
    'names them otherwise',
    'function (x) { return new Promise(function (ok, fail) { store(x, function (err, v) { if (err) { return fail(err); } log(v); return ok(v); }); }); }',
  ],
  [
    'has no second name',
    'function (x) { return new Promise((resolve) => { fs.stat(".", (err, v) => { log("there"); store("b", (e, w) => { if (e) return resolve(0); resolve(w); }); }); }); }',
  ],
  [
    'hands on what a function gives that gives a promise then',
    `(x) => new Promise((resolve, reject) => load(x, (err, v) => (err ? reject(err) : resolve(v))));
function load(x, cb) { store(x, (err, v) => { if (err) return cb(err); log(v); cb(null, v); }); }`,
  ],
  [
    'reads a file',
    "function (x) { return new Promise((resolve, reject) => { fs.readFile(x, 'utf8', (err, text) => { if (err) return reject(err); fs.stat(x, (err, stats) => { if (err) return reject(err); resolve({ stats, text }); }); }); }); }",
  ],
];

describe('a function that makes a promise by hand', () => {
  it.each(CONVERTED)('%s', async (_, text) => {
    const source = program(text);
    const { source: output, sites, error } = toAsync(source);
    expect(error).toBeUndefined();
    expect(sites.filter(({ status }) => status !== 'converted')).toEqual([]);
    expect(output).not.toMatch(/new Promise\((?!\(resolve\) => set)/u);
    for (const args of [['a'], ['bad'], ['a', true], ['bad', true], [undefined]]) {
      const receiver = { name: 'own' };
      expect(await outcomeOf(output, args, receiver)).toEqual(
        await outcomeOf(source, args, receiver),
      );
    }
    expect(toAsync(output).source).toBe(output);
  });
});

/** @type {[reason: string, source: string][]} */
const REFUSED = [
  ['result-used', promised(`const s = ${READ} log(v); resolve(v); });`)],
  ['callback-in-listener', promised(`store.on('error', reject); ${READ} log(v); resolve(v); });`)],
  ['callback-escapes', promised(`${READ} log(v); store(v, resolve); });`)],
  ['callback-escapes', promised(`this.done = resolve; ${READ} log(v); resolve(v); });`)],
  ['callback-escapes', promised(`${READ} log(v); Promise.resolve(v).then(resolve, reject); });`)],
  [
    'code-after-call',
    promised(`setTimeout(() => reject(new Error('late')), 10); ${READ} log(v); resolve(v); });`),
  ],
  ['code-after-call', promised(`${READ} log(v); resolve(v); }); log('started');`)],
  [
    'falls-through',
    promised("fs.stat('.', (err, v) => { if (err) reject(err); log('on'); resolve(1); });"),
  ],
  ['falls-through', promised(`${READ} if (v) resolve(v); log('on'); resolve(1); });`)],
  [
    'falls-through',
    promised(
      "fs.stat('.', (err, v) => { if (err && err.code) reject(err); log('on'); resolve(1); });",
    ),
  ],
  [
    'falls-through',
    promised(`${READ} for (const item of [1, 2]) { if (y) resolve(item); } resolve(v); });`),
  ],
  ['callback-not-called', promised(`${READ} log(v); if (v) resolve(v); });`)],
  ['callback-not-called', promised(`if (!x) return; ${READ} log(v); resolve(v); });`)],
  ['throw-in-callback', promised(`${READ} if (!v) throw new Error('none'); resolve(v); });`)],
  [
    'callback-sync-throw',
    `function (x) { if (!x) throw new TypeError('x'); return new Promise((resolve, reject) => { ${READ} log(v); resolve(v); }); }); }`,
  ],
  ['several-results', promised(`${READ} log(v); resolve(v, 1); });`)],
  ['several-results', promised(`${READ} log(v); resolve(...v); });`)],
  [
    'several-results',
    promised('store(x, (err, v, n) => { if (err) return reject(err); resolve([v, n]); });'),
  ],
  [
    'returns-unknown-value',
    `function (x) { if (x === 1) return x; return new Promise((resolve, reject) => { ${READ} log(v); resolve(v); }); }); }`,
  ],
  [
    'returns-plain-value',
    `function (x) { if (x === 1) return; return new Promise((resolve, reject) => { ${READ} log(v); resolve(v); }); }); }`,
  ],
  [
    'callback-not-called',
    `function (x) { if (x) return new Promise((resolve, reject) => { ${READ} log(v); resolve(v); }); }); }`,
  ],
  [
    'parallel-loop',
    promised(
      'for (const item of x) store(item, (err, v) => { if (err) return reject(err); log(v); resolve(v); });',
    ),
  ],
  [
    'parallel-loop',
    promised(
      'let left = 2; const out = []; [1, 2].forEach((n) => store(n, (err, v) => { if (err) return reject(err); out.push(v); if (--left === 0) resolve(out); }));',
    ),
  ],
  [
    'callback-this',
    promised(
      'store(x, function (err, v) { if (err) return reject(err); log(this.name); resolve(v); });',
    ),
  ],
  [
    'executor-throws',
    promised('store(x, (err, v) => { if (err) return resolve(false); resolve(true); });'),
  ],
  [
    'executor-throws',
    promised(
      'store(x, (err, v) => { if (err && err.code) return reject(err); log(x); resolve(v); });',
    ),
  ],
  ['callback-optional', promised(`${READ} log(v); resolve && resolve(v); });`)],
  [
    'callback-in-try',
    promised(`try { ${READ} log(v); resolve(v); }); } catch (e) { resolve(0); }`),
  ],
  [
    'callback-in-try',
    promised(
      `${READ} try { if (y) reject(y); else resolve(v.name.first); } catch (e) { resolve(0); } });`,
    ),
  ],
  [
    'falls-through',
    promised(
      `${READ} try { if (y) resolve(v); } catch (e) { return resolve(0); } log('on'); resolve(1); });`,
    ),
  ],
  [
    'falls-through',
    promised(
      `${READ} try { if (y) resolve(v); JSON.parse(v); } catch (e) { log(e.name); return resolve(0); } resolve([v]); });`,
    ),
  ],
  [
    'callback-in-try',
    `async function (x) { try { return await new Promise((resolve, reject) => { ${READ} log(v); resolve(v); }); }); } catch (e) { return 0; } }`,
  ],
  [
    'timing-unobservable',
    `function (x) { return new Promise((resolve, reject) => { this.load(x, (err, v) => { if (err) return reject(err); log(v); resolve(v); }); }); }`,
  ],
  ['not-error-first', promised(`${READ} store(v, (n) => { log(n); resolve(n); }); });`)],
];

describe('what is left alone', () => {
  it.each(REFUSED)('%s: %s', (reason, text) => {
    const source = program(text);
    const { source: output, sites } = toAsync(source);
    expect(output).toBe(source);
    expect(sites.map((site) => site.reason)).toEqual([reason]);
  });

  it.each([
    `const Promise = require('bluebird');\nexports.run = ${promised(`${READ} log(v); resolve(v); });`)}`,
    `global.Promise = require('bluebird');\nexports.run = ${promised(`${READ} log(v); resolve(v); });`)}`,
    `exports.run = function* (x) { return new Promise((resolve, reject) => { ${READ} log(v); resolve(v); }); }); };`,
    `class A { constructor(x) { return new Promise((resolve, reject) => { ${READ} log(v); resolve(v); }); }); } }`,
    `class A { get all() { return new Promise((resolve, reject) => { ${READ} log(v); resolve(v); }); }); } }`,
    `function A(x) { return new Promise((resolve, reject) => { ${READ} log(v); resolve(v); }); }); }\nnew A(1);`,
    `exports.run = ${promised('store(x, (err, v) => { if (err) reject(err); else resolve(v); });')}`,
    `exports.run = ${promised('fs.readFile(x, (err, v) => { if (err) return reject(err); resolve(v); });')}`,
    `function load(x, cb) { cb(null, x); cb(null, x); }\nexports.run = ${promised('load(x, (err, v) => { if (err) reject(err); else resolve(v); });')}`,
    `exports.run = ${promised("store.on('data', (v) => resolve(v)); store.on('error', reject);")}`,
    `exports.run = ${promised('setTimeout(resolve, 10);')}`,
  ])('is not even looked at: %s', (text) => {
    expect(toAsync(HEAD + text)).toMatchObject({ source: HEAD + text, sites: [] });
  });
});

it('an executor stays, of whose promise nobody would hear', () => {
  const source = program(
    `(x) => new Promise((done) => { log(x.y.z); return new Promise((resolve, reject) => { ${READ} log(v); resolve(v); }); }); })`,
  );
  expect(toAsync(source).source).toBe(source);
});

/**
 * @param {{ assumes: readonly string[] }} site
 * @returns {string[]} What it rests on, but for what is assumed of the callee.
 */
function differencesOf({ assumes }) {
  return assumes.filter((id) => !/^(?:calls-later|error-first|once)$/u.test(id));
}

describe('what may differ', () => {
  it('is that what a callback throws rejects the promise', async () => {
    const source = program(promised(`${READ} log(v); resolve(JSON.parse(v)); });`));
    const { source: output, sites } = toAsync(source);
    expect(sites.map(differencesOf)).toEqual([['uncaught-error']]);
    const [before, after] = [await outcomeOf(source, ['a']), await outcomeOf(output, ['a'])];
    expect(before).toMatchObject({
      settled: 'pending',
      uncaught: [expect.stringMatching(/JSON/u)],
    });
    expect(after).toMatchObject({
      settled: expect.stringMatching(/^rejected: SyntaxError/u),
      uncaught: [],
    });
    expect(after.log).toEqual(before.log);
  });

  it('is nothing where nothing may throw, or somebody takes it', () => {
    for (const body of [
      `${READ} resolve([v]); });`,
      `${READ} try { resolve(JSON.parse(v)); } catch (e) { reject(e); } });`,
    ]) {
      expect(toAsync(program(promised(body))).sites.map(differencesOf)).toEqual([[]]);
    }
  });

  it.each([
    `function (x) { log(x.name.length); return new Promise((resolve, reject) => { ${READ} resolve([v]); }); }); }`,
    `function ({ name }) { return new Promise((resolve, reject) => { store(name, (err, v) => { if (err) return reject(err); resolve([v]); }); }); }`,
  ])('is that what is thrown before rejects the promise: %s', async (text) => {
    const source = program(text);
    const { source: output, sites } = toAsync(source);
    expect(sites.map(differencesOf)).toEqual([['throws-late']]);
    expect(await outcomeOf(source, [{}])).toMatchObject({
      settled: expect.stringMatching(/^threw|^fulfilled/u),
    });
    expect(toAsync(source, { refuse: 'throws-late' })).toMatchObject({
      source,
      sites: [{ reason: 'throws-late' }],
    });
    expect(output).toContain('await');
  });

  it('is that what a call throws may be told as its error', async () => {
    const source = program(
      promised(
        "fs.readFile(x, (err, v) => { if (err) { log('no'); return reject(new Error('other')); } resolve([v]); });",
      ),
    );
    const { source: output, sites } = toAsync(source);
    expect(sites.map(differencesOf)).toEqual([['throws-late', 'uncaught-error']]);
    expect(await outcomeOf(source, [undefined])).toMatchObject({
      settled: expect.stringMatching(/^rejected: TypeError/u),
    });
    expect(await outcomeOf(output, [undefined])).toMatchObject({
      settled: 'rejected: Error: other',
    });
    expect(toAsync(source, { refuse: 'throws-late' }).source).toBe(source);
  });

  it('is nothing in an async function, and in the executor', () => {
    for (const text of [
      `async function (x) { log(x.name.length); return new Promise((resolve, reject) => { ${READ} resolve([v]); }); }); }`,
      promised(`log(x.name.length); ${READ} resolve([v]); });`),
    ]) {
      expect(toAsync(program(text)).sites.map(differencesOf)).toEqual([[]]);
    }
  });
});

it('makes a method async whose key is computed', () => {
  const method = promised(`${READ} log(v); resolve(v); });`).replace('function ', '[x + y]');
  const { source } = toAsync(`${HEAD}exports.of = (x, y) => ({ ${method} });`);
  expect(source).toContain('{ async [x + y](x, y) {');
});
