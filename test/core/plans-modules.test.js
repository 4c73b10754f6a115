import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

import { codemod } from '../../codemods/callback-to-async.js';
import { planMigration } from '../../core/project/migration.js';

/**
 * Projects of a few modules, before and after a migration of `lib`: random ones found that they differed.
 */

const root = mkdtempSync(join(tmpdir(), 'async-perf-modules-'));
afterAll(() => rmSync(root, { recursive: true }));

/**
 * @typedef {object} Case
 * @property {string} name
 * @property {Record<string, string>} files `main.js` exports a function, which is called with a log and
 *   a callback.
 * @property {Record<string, unknown>} [options]
 * @property {string[]} changed The files that are converted.
 */

const GETS_FROM_STORE = `exports.get = function (store, key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });
};
`;

/** @param {string} given To `load`, before its callback. */
const readingAtOnce = (given) => `module.exports = (log, done) => {
  let found;
  load(${given}, (err, value) => {
    found = value;
  });
  done(found);
};
`;

/** @type {Case[]} */
const CASES = [
  {
    name: 'a method that calls back at once, of a module that is named by the package',
    files: {
      'lib/store.js': `exports.store = { get(key, cb) { cb(null, key); } };\n`,
      'lib/load.js': `const { store } = require('own/lib/store.js');
exports.load = function (key, log, cb) {
  store.get(key, (err, value) => {
    if (err) return cb(err);
    log(value);
    cb(null, value);
  });
};
`,
      'main.js': `const { load } = require('./lib/load');
module.exports = (log, done) => {
  load('a', log, done);
  log('after');
};
`,
    },
    changed: [],
  },
  {
    name: 'a function in a circle of modules, one of which is named by the package',
    files: {
      'lib/store.js': `const { load } = require('own/lib/load.js');
exports.get = (key, cb) => setImmediate(cb, null, key);
exports.load = load;
`,
      'lib/load.js': `const { get } = require('own/lib/store.js');
const store = require('own/lib/store.js');
exports.load = function (key, log, cb) {
  if (!get) return store.get(key, cb);
  get(key, (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });
};
`,
      'main.js': `const { load } = require('./lib/store');
module.exports = (log, done) => load('a', log, done);
`,
    },
    options: { accept: 'timing-unobservable' },
    changed: ['lib/load.js'],
  },
  ...[
    'store.get = stub;',
    "stubbed(store, 'get', stub);",
    "let lib;\ntry { lib = require('./lib/store'); } catch {}\nlib.get = stub;",
    'store.get = function (key, cb) { cb(null, key); };',
  ].map((text) => ({
    name: `a function in whose place another is put: ${text}`,
    files: {
      'lib/store.js': `const fs = require('fs');
exports.get = function (key, cb) {
  fs.stat(key, (err) => {
    if (err) return cb(err);
    cb(null, key);
  });
};
`,
      'lib/load.js': `const store = require('./store');
exports.load = function (key, log, cb) {
  store.get(key, (err, value) => {
    if (err) return cb(err);
    log(value);
    cb(null, value);
  });
};
`,
      'main.js': `const store = require('./lib/store');
const { load } = require('./lib/load');
const stub = (key, cb) => cb(null, key);
const stubbed = (object, key, value) => (object[key] = value);
${text}
module.exports = (log, done) => {
  load('a', log, done);
  log('after');
};
`,
    },
    changed: ['lib/store.js'],
  })),
  {
    name: 'a function of the object that a module exports, which calls back twice',
    files: {
      'package.json': '{ "type": "module" }',
      'lib/store.js': `export default { get };
function get(key, cb) {
  cb(null, key);
  cb(null, 2);
}
`,
      'lib/load.js': `import store from './store.js';
export function load(key, log, cb) {
  store.get(key, (err, value) => {
    if (err) return cb(err);
    log(value);
    cb(null, value);
  });
}
`,
      'main.js': `import { load } from './lib/load.js';
export default (log, done) => load('a', log, (err, value) => value === 2 && done(value));
`,
    },
    options: { accept: 'timing-unobservable' },
    changed: [],
  },
  {
    name: 'results of a function that goes by the name of a default export',
    files: {
      'package.json': '{ "type": "module" }',
      'lib/store.js': `import fs from 'fs';
export { get as default };
function get(key, cb) {
  fs.stat(key, (err) => {
    if (err) return cb(err);
    cb(null, key, 2);
  });
}
`,
      'lib/load.js': `import fs from 'fs';
import get from './store.js';
export function load(key, log, cb) {
  fs.stat(key, (err) => {
    if (err) return cb(err);
    get(key, cb);
  });
}
`,
      'main.js': `import { load } from './lib/load.js';
export default (log, done) => load('.', log, done);
`,
    },
    changed: ['lib/store.js'],
  },
  {
    name: 'a function that a caller in another file needs to call back at once',
    files: {
      'lib/load.js': `exports.load = function (store, key, cb) {
  store.get(key, (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });
};
`,
      'main.js': `const { load } = require('./lib/load');
const store = { get: (key, cb) => cb(null, key) };
${readingAtOnce("store, 'a'")}`,
    },
    options: { accept: 'timing-unobservable' },
    changed: [],
  },
  ...[
    {
      way: 'another file',
      lib: {
        'lib/get.js': GETS_FROM_STORE,
        'lib/load.js': `const { get } = require('./get');
exports.load = (key, cb) => get((key, cb) => cb(null, key), key, cb);
`,
      },
    },
    {
      way: 'another name',
      lib: {
        'lib/get.js': `module.exports = function (store, key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });
};
`,
        'lib/load.js': `const read = require('./get');
exports.load = (key, cb) => read((key, cb) => cb(null, key), key, cb);
`,
      },
    },
    {
      way: 'the name of a member, which others have too',
      lib: {
        'lib/get.js': `function get(store, key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });
}
exports.read = get;
`,
        'lib/load.js': `const lib = require('./get');
exports.load = (key, cb) => lib.read((key, cb) => cb(null, key), key, cb);
`,
        'lib/other.js': 'exports.read = (key, cb) => setImmediate(cb, null, key);\n',
      },
    },
    {
      way: 'hooks of a package',
      lib: {
        'lib/get.js': `module.exports = (hooks) =>
  hooks.tap('get', (store, key, cb) => {
    store(key, (err, value) => {
      if (err) return cb(err);
      cb(null, value);
    });
  });
`,
        'lib/load.js': `const Hooks = require('hooks');
const hooks = new Hooks();
require('./get')(hooks);
exports.load = (key, cb) => hooks.run('get', (key, cb) => cb(null, key), key, cb);
`,
      },
    },
    {
      way: 'a table of functions',
      lib: {
        'lib/get.js': GETS_FROM_STORE,
        'lib/load.js': `const table = require('./get');
const name = 'get';
exports.load = (key, cb) => table[name]((key, cb) => cb(null, key), key, cb);
`,
      },
    },
    {
      way: 'a list of who waits',
      lib: {
        'lib/get.js': GETS_FROM_STORE,
        'lib/load.js': `const { get } = require('./get');
const waiting = [];
exports.load = (key, cb) => {
  waiting.push({ key, cb });
  next();
};
function next() {
  const { key, cb } = waiting.pop();
  get((key, cb) => cb(null, key), key, cb);
}
`,
      },
    },
    {
      way: 'a member that is called then',
      lib: {
        'lib/get.js': GETS_FROM_STORE,
        'lib/load.js': `const { get } = require('./get');
const state = {};
exports.load = (key, cb) => {
  state.done = (err, value) => cb(err, value);
  get((key, cb) => cb(null, key), key, (err, value) => state.done(err, value));
};
`,
      },
    },
  ].map(({ way, lib }) => ({
    name: `a function that a caller which needs to be called back at once reaches by ${way}`,
    files: {
      ...lib,
      'node_modules/hooks/index.js': `module.exports = class {
  constructor() { this.table = {}; }
  tap(name, run) { this.table[name] = run; }
  run(name, ...given) { this.table[name](...given); }
};
`,
      'main.js': `const { load } = require('./lib/load');
${readingAtOnce("'a'")}`,
    },
    options: { accept: 'timing-unobservable' },
    changed: [],
  })),
  {
    name: 'a function that such a caller does not reach',
    files: {
      'lib/get.js': `exports.get = function (key, cb) {
  cb(null, key);
};
`,
      'lib/load.js': `exports.load = function (store, key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });
};
`,
      'main.js': `const { get } = require('./lib/get');
const { load } = require('./lib/load');
module.exports = (log, done) => {
  let found;
  get('a', (err, value) => {
    found = value;
  });
  load((key, cb) => cb(null, key), found, done);
};
`,
    },
    options: { accept: 'timing-unobservable' },
    changed: ['lib/load.js'],
  },
  {
    name: 'a function that is exported in the place of another',
    files: {
      'lib/store.js': `const fs = require('fs');
exports.get = function (key, cb) {
  fs.stat(key, (err) => {
    if (err) return cb(err);
    cb(null, key);
  });
};
exports.get = twice(exports.get);
function twice(fn) {
  return (key, cb) => cb(null, key);
}
`,
      'lib/load.js': `const { get } = require('./store');
exports.load = function (key, log, cb) {
  get(key, (err, value) => {
    if (err) return cb(err);
    log(value);
    cb(null, value);
  });
};
`,
      'main.js': `const { load } = require('./lib/load');
module.exports = (log, done) => {
  load('.', log, done);
  log('after');
};
`,
    },
    changed: ['lib/store.js'],
  },
  {
    name: 'a function that calls one of its file, in whose place another is put',
    files: {
      'lib/store.js': `const fs = require('fs');
exports.get = function (key, cb) {
  fs.stat(key, (err) => {
    if (err) cb(err);
    else cb(null, key);
  });
  fs.existsSync(key);
};
exports.getToo = function (key, cb) {
  exports.get(key, (err, value) => cb(err, value));
};
`,
      'lib/load.js': `const { getToo } = require('./store');
exports.load = function (key, log, cb) {
  getToo(key, (err, value) => {
    if (err) return cb(err);
    log(value);
    cb(null, value);
  });
};
`,
      'main.js': `const store = require('./lib/store');
const { load } = require('./lib/load');
store.get = (key, cb) => cb(null, key);
module.exports = (log, done) => {
  load('.', log, done);
  log('after');
};
`,
    },
    changed: ['lib/store.js'],
  },
  ...[
    'fs.stat(key, (err) => cb(err, ...[key, 2]));',
    'fs.stat(key, (err) => { process.nextTick(cb, err, key, 2); log(key); });',
    'two.both(key, log, cb); log(key);',
  ].map((text) => ({
    name: `results that are handed on: ${text}`,
    files: {
      'lib/two.js': `const fs = require('fs');
exports.both = function (key, log, cb) {
  fs.stat(key, (err) => {
    if (err) return cb(err);
    cb(null, key, 2);
  });
};
`,
      'lib/get.js': `const fs = require('fs');
const two = require('./two');
exports.get = function (key, log, cb) {
  ${text}
};
`,
      'lib/load.js': `const fs = require('fs');
const { get } = require('./get');
exports.load = function (key, log, cb) {
  fs.stat(key, (err) => {
    if (err) return cb(err);
    get(key, log, cb);
  });
};
`,
      'main.js': `const { load } = require('./lib/load');
module.exports = (log, done) => load('.', log, done);
`,
    },
    changed: ['lib/two.js'],
  })),
  ...[
    'module.exports = exports = { both };',
    'const api = {}; api.both = both; module.exports = api;',
    'const api = { both }; module.exports = api;',
    'const api = (module.exports = {}); api.both = both;',
    'var api = exports = module.exports = {}; api.both = both;',
    'const own = module.exports; own.both = both;',
    'Object.assign(exports, { both });',
    'Object.assign(module.exports, { both });',
    'module.exports = Object.freeze({ both });',
    'Object.defineProperty(exports, "both", { enumerable: true, get: () => both });',
    'Object.defineProperties(exports, { both: { value: both } });',
  ].map((text) => ({
    name: `results of a function that is exported by ${text}`,
    files: {
      'lib/two.js': `function both(key, cb) {
  setImmediate(cb, null, key, 2);
}
${text}
`,
      'lib/load.js': `const fs = require('fs');
const two = require('./two');
exports.load = function (key, cb) {
  fs.stat(key, (err) => {
    if (err) return cb(err);
    two.both(key, cb);
  });
};
`,
      'main.js': `const { load } = require('./lib/load');
module.exports = (log, done) => load('.', done);
`,
    },
    changed: [],
  })),
  ...[
    { text: 'setImmediate(cb, new Error(key), 1);', changed: [] },
    { text: 'setImmediate(cb, null, key, 2);', changed: ['lib/load.js'] },
    { text: 'setImmediate(() => { cb(null, key); cb(null, key); });', changed: [] },
  ].map(({ text, changed }) => ({
    name: `what a method of another file's class calls back with: ${text}`,
    files: {
      'lib/store.js': `class Store {
  get(key, cb) { ${text} }
}
module.exports = Store;
`,
      'lib/load.js': `const fs = require('fs');
const Store = require('./store');
const store = new Store();
exports.load = function (key, cb) {
  fs.stat(key, (err) => {
    if (err) return cb(err);
    store.get(key, cb);
  });
};
`,
      'main.js': `const { load } = require('./lib/load');
module.exports = (log, done) => load('.', done);
`,
    },
    changed,
  })),
  ...[
    { hand: 'exports.run = (fn, key, cb) => fn(key, cb);', call: 'run(get, key, cb)' },
    { hand: 'exports.run = (fn, cb) => fn(cb);', call: 'run(get.bind(null, key), cb)' },
    {
      hand: 'exports.run = (fn, key, cb) => { const go = fn.bind(null, key); go(cb); };',
      call: 'run(get, key, cb)',
    },
    { hand: 'exports.run = (fn, ...args) => fn(...args);', call: 'run(get, key, cb)' },
    {
      hand: 'exports.run = (options, cb) => options.fn(options.key, cb);',
      call: 'run({ fn: get, key }, cb)',
    },
    {
      hand: 'const run = (fn, key, cb) => fn(key, cb);\nexports.run = (fn, key, cb) => run(fn, key, cb);',
      call: 'run(get, key, cb)',
    },
    {
      hand: `class Runner {
  constructor(fn) { this.fn = fn; }
  go(key, cb) { this.fn(key, cb); }
}
exports.run = Runner;`,
      call: 'new run(get).go(key, cb)',
    },
    {
      hand: `const { get } = require('./store');
const run = (key, cb, fn = get) => fn(key, cb);
exports.run = run;`,
      call: 'run(key, cb)',
    },
  ].flatMap(({ hand, call }) =>
    [true, false].map((isTwice) => ({
      name: `a function that ${isTwice ? 'calls back twice' : 'keeps to it'}, given to ${hand}`,
      files: {
        'lib/store.js': `exports.get = (key, cb) => {
  setImmediate(cb, null, key);
  ${isTwice ? 'setImmediate(cb, null, key);' : ''}
};
`,
        'lib/hand.js': `${hand}\n`,
        'lib/load.js': `const fs = require('fs');
const { run } = require('./hand');
const { get } = require('./store');
exports.load = function (key, cb) {
  fs.stat(key, (err) => {
    if (err) return cb(err);
    ${call};
  });
};
`,
        'main.js': `const { load } = require('./lib/load');
module.exports = (log, done) => load('.', (err, value) => {
  log(value);
  setImmediate(done);
});
`,
      },
      changed: isTwice || /args|= get/u.test(hand) ? [] : ['lib/load.js'],
    })),
  ),
  ...[
    ["const lib = require('./lib');", 'lib.ready'],
    ["const lib = require('./lib');", 'new lib.Later()'],
    ["const lib = require('./lib');", 'lib.all[0]'],
    ["const lib = require('./lib');", '(0, lib.make)()'],
    ["function lib() { return require('./lib'); }", 'lib().ready'],
    ["let kept; const lib = () => kept || (kept = require('./lib'));", 'lib().make()'],
    ["const own = { get lib() { return require('./lib'); } };", 'own.lib.got'],
    [
      "const own = {}; Object.defineProperty(own, 'lib', { get: () => require('./lib') });",
      'own.lib.held.it',
    ],
    ["const own = require('./own');", 'own.lib.make.call(null)'],
    ["const own = require('./own');", 'own.got'],
    ["const lib = require('./lib');", 'lib.plain(key)'],
    ["function lib() { return require('./lib'); }", 'lib().key'],
  ].map(([before, value]) => ({
    name: `a result that is a promise of another file: ${before} ${value}`,
    files: {
      'lib/lib.js': `exports.ready = Promise.resolve(1);
exports.make = () => Promise.resolve(1);
exports.held = { it: Promise.resolve(1) };
exports.all = [1].map((each) => Promise.resolve(each));
exports.Later = class { then(go) { go(1); } };
Object.defineProperty(exports, 'got', { enumerable: true, get: () => Promise.resolve(1) });
exports.plain = (key) => [key];
exports.key = 'key';
`,
      'lib/own.js': `module.exports = {
  ...require('./lib'),
  get lib() { return require('./lib'); },
};
`,
      'lib/load.js': `const fs = require('fs');
${before}
exports.load = function (key, cb) {
  fs.stat(key, (err) => {
    if (err) return cb(err);
    cb(null, ${value});
  });
};
`,
      'main.js': `const { load } = require('./lib/load');
module.exports = (log, done) => load('.', (err, value) => done(typeof value.then));
`,
    },
    // What the plan sees to be a promise stays, whatever is accepted.
    options: { accept: 'result-is-no-promise' },
    changed: /plain|key/u.test(value ?? '') ? ['lib/load.js'] : [],
  })),
  {
    name: 'a function that gives a promise, in whose place another is put that calls it',
    files: {
      'lib/store.js': `const fs = require('fs');
exports.get = function (key, cb) {
  cb = cb || function () {};
  fs.stat(key, (err) => {
    if (err) return cb(err);
    cb(null, key);
  });
};
`,
      'main.js': `const store = require('./lib/store');
const { get } = store;
module.exports = (log, done) => {
  store.get = function (key, cb) {
    log(key);
    get(key, cb);
  };
  get('.');
  setTimeout(done, 20);
};
`,
    },
    options: { api: 'dual' },
    changed: [],
  },
];

/** @param {string} directory @returns {Promise<unknown[]>} What `main.js` logs, and gives. */
async function logOf(directory) {
  const { default: main } = await import(pathToFileURL(join(directory, 'main.js')).href);
  return new Promise((resolve) => {
    /** @type {unknown[]} */
    const log = [];
    main(
      (/** @type {unknown} */ value) => log.push(value),
      (/** @type {unknown[]} */ ...given) => {
        log.push(given);
        setTimeout(resolve, 5, log);
      },
    );
  });
}

describe('a migrated project behaves as it did:', () => {
  it.each(CASES)('$name', async ({ files, options = {}, changed }) => {
    const before = mkdtempSync(join(root, 'before-'));
    const manifest = JSON.stringify({ name: 'own', exports: { './*': './*' } });
    for (const [name, text] of Object.entries({ 'package.json': manifest, ...files })) {
      mkdirSync(dirname(join(before, name)), { recursive: true });
      writeFileSync(join(before, name), text);
    }
    const after = mkdtempSync(join(root, 'after-'));
    cpSync(before, after, { recursive: true });
    const paths = Object.keys(files).filter((name) => name.startsWith('lib/'));
    const { groups } = planMigration(
      paths.map((name) => join(after, name)),
      [codemod],
      { node: '20', ...options },
    );
    const written = groups.flatMap((group) => group.files);
    written.forEach((file) => writeFileSync(file.path, file.after));
    expect(written.map(({ path }) => path.slice(after.length + 1))).toEqual(changed);
    expect(await logOf(after)).toEqual(await logOf(before));
  });
});
