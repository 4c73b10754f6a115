/** @import { Trap } from './trap.js' */

/**
 * Code that tells when, how often and on what a callback runs: state that is shared across the wait, calls that
 * come back in, `arguments`, `this`, timers and stubs.
 */

const GO = `const program = load('./program');
  try {
    await new Promise((resolve) => { call(program.go, '/', (err, value) => { log(err ? err.message : 'ok', value); setTimeout(resolve, 5); }); setTimeout(resolve, 300); });
  } catch (error) { log('caught', error.message); }`;

/** @param {string} source @param {Partial<Trap>} [more] @returns {Omit<Trap, 'name'>} */
const callbacks = (source, more) => ({
  codemod: 'callback-to-async',
  source,
  drive: GO,
  becomes: 'converted',
  ...more,
});

const STAT = `const fs = require('fs');
`;

/** @type {readonly Trap[]} */
export const state = [
  {
    name: 'a call that is made again where it fails, and hands on its last error',
    codemod: 'callback-to-async',
    source: `const fs = require('fs');
exports.go = function (name, cb) {
  let left = 3;
  function poll() {
    fs.stat(name, (err, stats) => {
      if (err && --left > 0) {
        log('again');
        setTimeout(poll, 1);
        return;
      }
      if (err) return cb(err);
      cb(null, stats);
    });
  }
  poll();
};`,
    drive: `const program = load('./program');
  for (const name of ['/', '/missing']) {
    await new Promise((resolve) => call(program.go, name, (err, value) => { log(err ? err.code : 'ok', Boolean(value)); resolve(); }));
  }`,
    becomes: 'converted',
  },
  {
    name: 'a counter that is read before and written behind a wait',
    ...callbacks(
      `${STAT}let count = 0;
function bump(file, cb) {
  const before = count;
  fs.stat(file, (err) => {
    if (err) return cb(err);
    count = before + 1;
    cb(null, count);
  });
}
exports.go = function (file, cb) {
  let left = 2;
  const done = (err, value) => { log('bumped', value); if (--left === 0) cb(null, count); };
  bump(file, done);
  bump(file, done);
};`,
      { becomes: 'left' },
    ),
  },
  {
    name: 'a flag that is set in front of the call and cleared in its callback',
    ...callbacks(
      `${STAT}let isBusy = false;
exports.go = function (file, cb) {
  if (isBusy) return cb(new Error('busy'));
  isBusy = true;
  fs.stat(file, (err, stats) => {
    isBusy = false;
    if (err) return cb(err);
    cb(null, stats.isFile());
  });
};`,
      {
        drive: `const { go } = load('./program');
  const said = () => new Promise((resolve) => call(go, '/', (err, value) => { log(err ? err.message : 'ok', value); resolve(); }));
  await Promise.all([said(), said()]);
  await said();`,
        shows: ['timing-unobservable'],
      },
    ),
  },
  {
    name: 'a cache that answers in the same tick the second time',
    ...callbacks(
      `${STAT}const cache = {};
exports.go = function (file, cb) {
  if (cache[file]) return cb(null, cache[file]);
  fs.stat(file, (err, stats) => {
    if (err) return cb(err);
    cache[file] = typeof stats.size;
    cb(null, cache[file]);
  });
};`,
      {
        drive: `const { go } = load('./program');
  for (const turn of [1, 2]) {
    await new Promise((resolve) => { call(go, '/', (err, value) => { log(value); resolve(); }); log('called', turn); });
  }`,
        options: { api: 'keep' },
        shows: ['timing-unobservable'],
      },
    ),
  },
  {
    name: 'a callback that calls back in before the function goes on',
    ...callbacks(
      `${STAT}const waiting = [];
let isOpen = false;
exports.go = function (file, cb) {
  waiting.push(cb);
  if (isOpen) return;
  isOpen = true;
  fs.stat(file, (err, stats) => {
    isOpen = false;
    const all = waiting.splice(0);
    all.forEach((each) => each(err, stats && stats.isFile()));
  });
};`,
      {
        drive: `const { go } = load('./program');
  let again = 0;
  const said = (err, value) => { log('said', value); if (again++ < 1) go('/', said); };
  go('/', said); go('/', said);
  await new Promise((resolve) => setTimeout(resolve, 200));`,
        becomes: 'left',
      },
    ),
  },
  {
    name: 'a function that counts its arguments',
    ...callbacks(
      `${STAT}exports.go = function (file, options, cb) {
  if (arguments.length === 2) { cb = options; options = {}; }
  fs.stat(file, options, (err, stats) => {
    if (err) return cb(err);
    cb(null, stats.isFile(), arguments.length);
  });
};`,
      {
        drive: `const { go } = load('./program');
  await new Promise((resolve) => go('/', (err, ...values) => { log(err, values); resolve(); }));
  await new Promise((resolve) => go('/', {}, (err, ...values) => { log(err, values); resolve(); }));`,
        becomes: 'left',
      },
    ),
  },
  {
    name: 'a callback that counts what it gets',
    ...callbacks(
      `${STAT}exports.go = function (file, cb) {
  fs.access(file, function (err) {
    if (err) return cb(err);
    cb(null, arguments.length);
  });
};`,
      { becomes: 'left' },
    ),
  },
  {
    name: 'callers that count what they are called back with',
    ...callbacks(
      `${STAT}exports.go = function (file, cb) {
  fs.access(file, (err) => {
    if (err) return cb(err);
    fs.access(file, (err) => {
      if (err) return cb(err);
      cb();
    });
  });
};`,
      {
        drive: `const { go } = load('./program');
  if (go.constructor.name !== 'AsyncFunction') await new Promise((resolve) => go('/', (...values) => { log(values.length); resolve(); }));
  else { log(0); }`,
        shows: ['callback-arguments'],
      },
    ),
  },
  {
    name: 'this of a callback that a library sets',
    ...callbacks(
      `const db = require('./db');
exports.go = function (file, cb) {
  db.run(file, function (err) {
    if (err) return cb(err);
    cb(null, this.changes);
  });
};`,
      {
        stubs: {
          db: 'exports.run = (sql, cb) => setImmediate(() => cb.call({ changes: 3 }, null));',
        },
        becomes: 'left',
      },
    ),
  },
  {
    name: 'a callback that comes twice from a library',
    ...callbacks(
      `const watcher = require('./watcher');
exports.go = function (file, cb) {
  watcher.watch(file, (err, event) => {
    if (err) return cb(err);
    log('event', event);
    cb(null, event);
  });
};`,
      {
        stubs: {
          watcher:
            'exports.watch = (file, cb) => { setImmediate(cb, null, 1); setTimeout(cb, 2, null, 2); };',
        },
        becomes: 'left',
        shows: ['once'],
      },
    ),
  },
  {
    name: 'a result beside the error that decides',
    ...callbacks(
      `const db = require('./db');
exports.go = function (file, cb) {
  db.get(file, (err, row, body) => {
    if (err && err.code !== 'PARTIAL') return cb(err);
    cb(null, row);
  });
};`,
      {
        stubs: {
          db: "exports.get = (key, cb) => setImmediate(() => cb(Object.assign(new Error('part'), { code: 'PARTIAL' }), 'half'));",
        },
        becomes: 'left',
        shows: ['partial-results', 'error-first'],
      },
    ),
  },
  {
    name: 'an error that is no Error',
    ...callbacks(
      `const db = require('./db');
exports.go = function (file, cb) {
  db.get(file, (err, row) => {
    if (err) return cb(err);
    cb(null, row);
  });
};`,
      {
        stubs: { db: "exports.get = (key, cb) => setImmediate(() => cb('text'));" },
        drive: `const { go } = load('./program');
  await new Promise((resolve) => call(go, '/', (err, value) => { log('err', err, value); resolve(); }));`,
        becomes: 'left',
        shows: ['error-first', 'callback-arguments'],
      },
    ),
  },
  {
    name: 'a timer that a test puts in place of the real one',
    ...callbacks(
      `${STAT}exports.go = function (file, cb) {
  setTimeout(() => {
    fs.stat(file, (err, stats) => {
      if (err) return cb(err);
      cb(null, stats.isFile());
    });
  }, 1000);
};`,
      {
        drive: `const { go } = load('./program');
  const real = globalThis.setTimeout;
  globalThis.setTimeout = (fn, wait) => real(fn, wait > 100 ? 1 : wait);
  try {
    await new Promise((resolve) => call(go, '/', (err, value) => { log(err, value); resolve(); }));
  } finally { globalThis.setTimeout = real; }`,
        shows: ['timing-unobservable'],
      },
    ),
  },
  {
    name: 'a method of Node that a test replaces',
    ...callbacks(
      `${STAT}exports.go = function (file, cb) {
  fs.stat(file, (err, stats) => {
    if (err) return cb(err);
    cb(null, stats.size);
  });
};`,
      {
        drive: `const fs = process.getBuiltinModule('fs');
  const { stat } = fs;
  fs.stat = (file, cb) => setImmediate(() => cb(null, { size: -1 }));
  try { ${GO} } finally { fs.stat = stat; }`,
        shows: ['throws-late'],
      },
    ),
  },
  {
    name: 'an asynchronous context that each call has of its own',
    ...callbacks(
      `const { AsyncLocalStorage } = require('async_hooks');
${STAT}const storage = new AsyncLocalStorage();
function load(file, cb) {
  fs.stat(file, (err, stats) => {
    if (err) return cb(err);
    fs.stat(file, (err, more) => {
      if (err) return cb(err);
      log('in', storage.getStore());
      cb(null, stats.isFile() === more.isFile());
    });
  });
}
exports.go = function (file, cb) {
  storage.run('own', () => {
    load(file, (err, value) => {
      if (err) return cb(err);
      log('back', storage.getStore());
      cb(null, value);
    });
  });
};`,
    ),
  },
  {
    name: 'a span that holds while a function runs',
    ...callbacks(
      `const tracer = require('./tracer');
exports.go = function (file, cb) {
  tracer.startActiveSpan('read', () => {
    tracer.read(file, (err, value) => {
      if (err) return cb(err);
      log('in', tracer.current());
      cb(null, value);
    });
  });
};`,
      {
        stubs: {
          tracer: `const { AsyncLocalStorage } = require('async_hooks');
const spans = new AsyncLocalStorage();
exports.current = () => spans.getStore();
exports.startActiveSpan = (name, fn) => spans.run(name, fn);
exports.read = (file, cb) => setImmediate(() => cb(null, file));`,
        },
        becomes: 'left',
      },
    ),
  },
  {
    name: 'a lock that is held while a function runs',
    ...callbacks(
      `const { store } = require('./store');
exports.go = function (file, cb) {
  store.lock('file', () => {
    store.read(file, (err, value) => {
      if (err) return cb(err);
      cb(null, [value, store.isLocked]);
    });
  });
};`,
      {
        stubs: {
          store: `const store = { isLocked: false, lock(name, fn) { store.isLocked = true; fn(); log('locked', name); }, read(file, cb) { setImmediate(() => cb(null, file)); } };
exports.store = store;`,
        },
        becomes: 'left',
      },
    ),
  },
  {
    name: 'listeners that are put on what a call returns',
    ...callbacks(
      `const { execFile } = require('child_process');
exports.go = function (file, cb) {
  const child = execFile(process.execPath, ['--version'], (err, stdout) => {
    if (err) return cb(err);
    cb(null, stdout.startsWith('v'));
  });
  child.stdin.end();
};`,
      { becomes: 'left', drive: GO.replace('300', '900') },
    ),
  },
  {
    name: 'a loop variable that callbacks share',
    ...callbacks(
      `${STAT}exports.go = function (file, cb) {
  var seen = [];
  for (var i = 0; i < 2; i++) {
    fs.stat(file, function (err) {
      if (err) return cb(err);
      seen.push(i);
      if (seen.length === 2) cb(null, seen);
    });
  }
};`,
      { becomes: 'left' },
    ),
  },
  {
    name: 'an object that the caller changes after the call',
    ...callbacks(
      `${STAT}exports.go = function (options, cb) {
  fs.stat('/', (err, stats) => {
    if (err) return cb(err);
    cb(null, options.name + typeof stats.size);
  });
};`,
      {
        drive: `const { go } = load('./program');
  const options = { name: 'before ' };
  await new Promise((resolve) => { call(go, options, (err, value) => { log(value); resolve(); }); options.name = 'after '; });`,
      },
    ),
  },
];
