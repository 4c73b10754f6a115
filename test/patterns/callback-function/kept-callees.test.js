import { describe, expect, it } from 'vitest';

import { HEAD, run, toAsync } from './run.js';

/**
 * What callers may wait for of functions that keep their callback, for reasons of their own.
 */

/** @param {string} body Of a function that keeps its callback. */
const program = (body) => `${HEAD}function find(key, cb) {
  log(String(arguments.length));
${body}
}
exports.run = function (key, cb) {
  find(key, (err, found) => {
    if (err) return cb(err);
    cb(null, typeof found);
  });
};
`;

it.each([
  `  store(key, (err, value) => {
    if (err) return cb(err);
    const found = Promise.resolve(value);
    cb(null, found);
  });`,
  '  store(key, (err, value) => (err ? cb(err) : cb(null, { then: () => log(key) })));',
])('a promise among what a callback gets stays one: %s', async (body) => {
  const source = program(body);
  const converted = toAsync(source).source;
  for (const how of [{}, { args: ['bad'] }]) {
    expect(await run(converted, how)).toEqual(await run(source, how));
  }
});

/** What ends the planning of a function at its first statement. */
const ENDS = `  if (key === 'none') {
    return store(key, (err, value) => {
      log('found ' + value);
      if (err) return cb(err);
      cb(null, value);
    });
  }`;

/** A function that others wait for, and what they tell of what it gives. @param {string} body */
const told = (
  body,
) => `${HEAD}class Loader { constructor(key, done) { store(key, (err, v) => done(err, v, 1)); } }
function tell(given) {
  return given && (given.message ?? (typeof given.then === 'function' ? 'a promise' : String(given)));
}
function twice(key, done) {
  setImmediate(() => { done(null, 1); done(null, 2); });
}
const check = (key) => {
  if (key === 'bad') throw new Error('checked');
};
const ask = ({ success, complete }) => {
  setImmediate(() => { success(1); complete(); });
};
const lib = {
  twice(key, done) {
    setImmediate(() => { done(null, 1); done(null, 2); });
  },
  several(key, done) {
    setImmediate(() => done(null, key, 2));
  },
};
function find(key, cb) {
${body}
}
exports.run = function (key, cb) {
  store('first', (err) => {
    if (err) return cb(err);
    find(key, (err, found) => {
      log(tell(err) + ' ' + tell(found));
      store('last', () => cb(err, typeof found));
    });
  });
};
exports.pass = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    log(value);
    find(key, cb);
  });
};
`;

/** Ways in which a function gives what a promise of it would not give. */
const OTHER_WAYS = [
  'process.nextTick(cb, null, Promise.resolve(key));',
  'setTimeout(cb, 1, null, Promise.resolve(key));',
  'setImmediate(cb.bind(null, null, Promise.resolve(key)));',
  'process.nextTick(cb, new Error(key), { key });',
  'const next = cb; setImmediate(() => next(new Error(key), { key }));',
  "const next = cb; setImmediate(() => next('text', key));",
  'const failed = !key; store(key, (err, value) => cb(failed, value));',
  'let code = 0; store(key, (err, value) => { if (err) code = 5; cb(code, value); });',
  'const end = (err, v) => cb(err, v); setImmediate(() => end(0, 1));',
  'const end = (err, v) => cb(err, v); setImmediate(() => end(new Error(key), { key }));',
  'const end = (v) => cb(null, v); setImmediate(() => end(Promise.resolve(key)));',
  'const end = (...all) => cb(...all); setImmediate(() => end(null, Promise.resolve(key)));',
  'const last = (err, v) => cb(err, v); const end = (v) => last(null, v); setImmediate(() => end(Promise.resolve(key)));',
  "const text = (f) => (err, v) => f('text', v); cb = text(cb); store(key, cb);",
  'setImmediate(() => (cb.length > 1 ? cb(null, key) : cb(null, cb.name)));',
  'const end = (err, v) => cb(err, v); twice(key, end);',
  'function end(err, v) { cb(err, v); } lib.twice(key, end);',
  'lib.twice(key, (err, v) => cb(err, v));',
  'twice.call(this, key, (err, v) => cb(err, v));',
  'twice.apply(this, [key, cb]);',
  'setImmediate(twice, key, cb);',
  'process.nextTick(cb, null, key, 2);',
  'setTimeout(cb, 1, null, key, 2);',
  'const next = cb; setImmediate(() => next(null, key, 2));',
  'lib.several(key, cb);',
  'lib.several(key, function () { cb.apply(this, arguments); });',
  'new Loader(key, cb);',
  'const same = (v) => v; setImmediate(() => cb(null, same(Promise.resolve(key))));',
  'const cache = {}; cache[key] = Promise.resolve(key); setImmediate(() => cb(null, cache[key]));',
  'const cache = new Map(); cache.set(key, Promise.resolve(key)); setImmediate(() => cb(null, cache.get(key)));',
  'const [first] = [Promise.resolve(key)]; setImmediate(() => cb(null, first));',
  'let first; first = Promise.resolve(key); setImmediate(() => cb(null, first));',
  'const made = { get first() { return Promise.resolve(key); } }; setImmediate(() => cb(null, made.first));',
  'const give = (k) => { if (k === "no") return k; return Promise.resolve(k); }; setImmediate(() => cb(null, give.call(null, key)));',
  "const get = require('util').promisify(setImmediate); setImmediate(() => cb(null, get(key)));",
  'class Own extends Promise {} setImmediate(() => cb(null, new Own((done) => done(key))));',
  "class Found {} Object.assign(Found.prototype, { then(f) { log('then'); f(key); } }); setImmediate(() => cb(null, new Found()));",
  "const found = { key }; Object.defineProperty(found, 'then', { value: (f) => { log('then'); f(key); } }); setImmediate(() => cb(null, found));",
  "class Base { then(f) { log('then'); f(key); } } class Found extends Base {} setImmediate(() => cb(null, new Found()));",
  "const base = { then(f) { log('then'); f(key); } }; setImmediate(() => cb(null, Object.create(base)));",
  'const ask = (o) => setImmediate(() => { o.success(key); o.error(new Error(key)); }); ask({ success: (v) => cb(null, v), error: cb });',
  'const $ = { ajax: ask }; $.ajax({ success: (v) => cb(null, v), complete: () => cb(null, 2) });',
  'check(key); store(key, cb);',
  'const end = (err, v) => cb(err, v); check(key); store(key, end);',
];

it.each(OTHER_WAYS)('what a function gives by other ways is not lost: %s', async (statement) => {
  for (const before of ['', '  log(String(arguments.length));', ENDS]) {
    const source = told(`${before}\n  ${statement}`);
    const converted = toAsync(source).source;
    const passes = `\nexports.run = exports.pass;\n`;
    for (const how of [{}, { args: ['bad'] }]) {
      expect(await run(converted, how)).toEqual(await run(source, how));
      expect(await run(converted + passes, how)).toEqual(await run(source + passes, how));
    }
  }
});

/** A branch that becomes async, and has a wrapper of its own then. @param {string} statement */
const besideAsync = (statement) => `  if (key === 'other') {
    store(key, (err, value) => {
      if (err) return cb(err);
      store(value, (err, more) => {
        if (err) return cb(err);
        cb(null, more);
      });
    });
  } else {
    ${statement}
  }`;

it.each(OTHER_WAYS)(
  'nor is it in the next run, beside what is async by then: %s',
  async (statement) => {
    const source = told(besideAsync(statement));
    const once = toAsync(source).source;
    const converted = toAsync(once).source;
    expect(converted).not.toMatch(/await find|find\w*\)?\(key\)/u);
    const passes = `\nexports.run = exports.pass;\n`;
    for (const how of [{}, { args: ['bad'] }]) {
      expect(await run(converted, how)).toEqual(await run(source, how));
      expect(await run(converted + passes, how)).toEqual(await run(source + passes, how));
    }
  },
);

it.each([
  'const end = (err, v) => cb(err, v); store(key, end);',
  'process.nextTick(cb, null, key);',
  'const next = cb; store(key, (err, v) => { if (err) return next(err); next(null, v); });',
  'setTimeout(() => cb(null, key), 1);',
  "cb = typeof key === 'function' ? key : cb; store(key, (err, v) => cb(err, v));",
])('what a function gives plainly is waited for: %s', async (statement) => {
  const source = told(`${ENDS}\n  ${statement}`);
  const converted = toAsync(source).source;
  expect(converted).toMatch(/await find|find\w*\)?\(key\)/u);
  for (const how of [{}, { args: ['bad'] }]) {
    expect(await run(converted, how)).toEqual(await run(source, how));
  }
});

it('a function that reads results beside an error itself gives its callers what others do', async () => {
  const source = program(`  store(key, (err, value) => {
    log('found ' + value);
    if (err) return cb(err);
    cb(null, value);
  });`);
  const converted = toAsync(source).source;
  expect(converted).toContain('await');
  for (const how of [{}, { args: ['bad'] }]) {
    expect(await run(converted, how)).toEqual(await run(source, how));
  }
});

it.each(['cb(err, key)', 'cb.call(this, err, key)', 'cb(new Error(key), { key })'])(
  'a result beside an error is not lost: %s',
  async (exit) => {
    const source = `${HEAD}function find(key, cb) {
  log(String(arguments.length));
  store(key, (err, value) => {
    if (err) return ${exit};
    cb(null, value);
  });
}
exports.run = function (key, cb) {
  find(key, (err, found) => cb(err, found));
};
`;
    const converted = toAsync(source).source;
    for (const how of [{}, { args: ['bad'] }]) {
      expect(await run(converted, how)).toEqual(await run(source, how));
    }
  },
);

it.each([
  ['gives more than one result', "const request = require('request');", 'request(key, cb)'],
  ['gives no error', '', 'fs.exists(key, cb)'],
])('who hands its callback to what %s keeps its callers as they are', (_, head, call) => {
  const { changed, sites } = toAsync(`${HEAD}${head}
function find(key, cb) {
  log(String(arguments.length));
  ${call};
}
exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    find(value, cb);
  });
};
`);
  expect(changed).toBe(false);
  expect(sites.at(-1)?.reason).toBe('callee-refused');
});

it.each(['keep', 'async'])(
  'keeps the callback that gets as many results as there are, with --api=%s',
  async (api) => {
    const source = `${HEAD}class Finder {
  get(key, cb) {
    log(String(arguments.length));
    store(key, (err, value) => (err ? cb(err) : cb(null, value)));
  }
}
const finder = new Finder();
exports.all = function (key, cb) {
  finder.get(key, (err, found, more) => {
    if (err) return cb(err);
    cb(null, [found, more]);
  });
};
exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    finder.get(value, cb);
  });
};
`;
    const converted = toAsync(source, { api, accept: 'timing-unobservable' }).source;
    expect(converted).toContain('...results');
    for (const how of [{}, { args: ['bad'] }]) {
      expect(await run(converted, how)).toEqual(await run(source, how));
    }
  },
);

/** Functions that keep their callback and are no constants: what defines one, and how it is called. @type {[string, string][]} */
const REACHED = [
  [
    "const names = ['find']; function Store() { for (const name of names) this[name] = FIND; } const lib = new Store();",
    'lib.find',
  ],
  ["const lib = {}; ['find'].forEach((name) => { lib[name] = FIND; });", 'lib.find'],
  ["const name = 'find'; const lib = { [name]: FIND };", 'lib.find'],
  ["const name = 'find'; class Store { [name] METHOD } const lib = new Store();", 'lib.find'],
  ['const lib = { [`find`]: FIND };', 'lib.find'],
  ["const lib = {}; Object.defineProperty(lib, 'find', { value: FIND });", 'lib.find'],
  ["const lib = { 'find': FIND };", "lib['find']"],
  ['const lib = { find: FIND }; const find = lib.find.bind(lib);', 'find'],
  ['const lib = { find: FIND }; const { find: look } = lib;', 'look'],
  ['const make = () => { const find = FIND; return { find }; }; const lib = make();', 'lib.find'],
  ['const list = [FIND];', 'list[0]'],
  ['const once = (f) => f; const find = once(FIND);', 'find'],
  ['const give = (k) => FIND; const find = give(1);', 'find'],
  [
    'const own = FIND; const lib = { go: ({ find }, key, cb) => store(key, (err) => (err ? cb(err) : find(key, (err, v) => (err ? cb(err) : cb(null, typeof v))))) };',
    'lib.go.bind(null, { find: own })',
  ],
  [
    'class User { constructor(find) { this.own = find; } go(key, cb) { store(key, (err) => (err ? cb(err) : this.own(key, (err, v) => (err ? cb(err) : cb(null, typeof v))))); } } const user = new User(FIND);',
    'user.go.bind(user)',
  ],
];

/** @type {[string, string][]} */
const BODIES = [
  ['calls back twice', 'setImmediate(() => { cb(null, 1); cb(null, 2); });'],
  ['gives a promise', 'setImmediate(() => cb(null, Promise.resolve(key)));'],
  ['throws', "if (key === 'bad') throw new Error('thrown'); setImmediate(() => cb(null, key));"],
];

describe.each(BODIES)('a function that %s', (_, body) => {
  it.each(REACHED)(
    'is not waited for, though nothing says what it is: %s',
    async (define, call) => {
      const source = `${HEAD}${define.replace('FIND', `function (key, cb) { ${body} }`).replace('METHOD', `(key, cb) { ${body} }`)}
exports.run = function (key, cb) {
  store('first', (err) => {
    if (err) return cb(err);
    ${call}(key, (err, found) => {
      if (err) return cb(err);
      cb(null, typeof found);
    });
  });
};
`;
      for (const options of [{}, { accept: 'timing-unobservable' }]) {
        const converted = toAsync(source, options).source;
        for (const how of [{}, { args: ['bad'] }]) {
          expect(await run(converted, how)).toEqual(await run(source, how));
        }
      }
    },
  );
});

it.each([
  'const one = other.bind(null);\nconst other = one.bind(null);',
  'const one = one.bind(null);',
])('functions that are bound from each other end no run: %s', (circle) => {
  const source = `const fs = require('fs');
exports.load = function (name, cb) {
  one(name, function (err, text) { if (err) return cb(err); cb(null, text); });
};
${circle}
`;
  expect(toAsync(source).error).toBeUndefined();
});
