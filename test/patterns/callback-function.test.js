import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';

import { HEAD, modulesFor, run, toAsync } from './callback-function/run.js';

/**
 * Every row of the table of traps: what a caller sees of the original is what it sees of the
 * conversion, or the function is left alone for the reason given.
 */

const require = createRequire(import.meta.url);

/** @type {[string, string, Parameters<typeof run>[1][]?][]} */
const SAME = [
  [
    'a pyramid that hands its errors on',
    `exports.run = function run(key, cb) {
  store(key, (err, one) => {
    if (err) return cb(err);
    log('one ' + one);
    store(one, function (err, two) {
      if (err) { return cb(err); }
      cb(null, [one, two]);
    });
  });
};`,
    [{ args: ['a'] }, { args: ['bad'] }],
  ],
  [
    'the prologue, in the same tick',
    `module.exports = function (key, options, cb) {
  if (typeof options === 'function') {
    cb = options;
    options = {};
  }
  if (!key) return cb(new TypeError('no key'));
  store(key, (err, value) => {
    if (err) return cb(err);
    cb(null, { value, options });
  });
};`,
    [{ args: ['a'] }, { args: [''] }, { args: ['a', { x: 1 }] }, { args: ['bad', {}] }],
  ],
  [
    'a result that is there already, in the same tick',
    `const cache = { a: 1 };
exports.run = (key, cb) => {
  if (cache[key]) return cb(null, cache[key]);
  store(key, (err, value) => {
    if (err) return cb(err);
    cb(null, (cache[key] = value));
  });
};`,
    [{ args: ['a'] }, { args: ['b'] }],
  ],
  [
    'a synchronous throw before the first call',
    `exports.run = function (key, cb) {
  if (typeof key !== 'string') throw new TypeError('key');
  store(key, (err) => {
    if (err) return cb(err);
    cb();
  });
};`,
    [{ args: [1] }, { args: ['a'] }, { args: ['bad'] }],
  ],
  [
    "an exception of the user's callback: uncaught, and no second call",
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });
};`,
    [{ throws: true }, { args: ['bad'], throws: true }],
  ],
  [
    'a missing callback',
    `exports.run = function (key, cb) {
  cb = cb || (() => log('nobody'));
  store(key, (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });
};`,
  ],
  [
    'a callback called only if it is there',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    log('stored');
    if (err) return cb && cb(err);
    if (cb) cb(null, value);
  });
};`,
    [{}, { args: ['bad'] }],
  ],
  [
    'errors that are handled on the way',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) {
      log('failed: ' + err.message);
      return store('again', (err, second) => {
        if (err) return cb(err);
        cb(null, second);
      });
    }
    cb(null, value);
  });
};`,
    [{}, { args: ['bad'] }],
  ],
  [
    'an error that is looked at twice',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    log('error: ' + !!err);
    if (err && key === 'x') return cb(err);
    cb(null, [value, !err]);
  });
};`,
  ],
  [
    'a function behind one that chooses its callback first',
    `function load(key, options, cb) {
  if (typeof options === 'function') {
    cb = options;
    options = {};
  }
  store(key, (err, value) => {
    if (err) return cb(err);
    cb(null, [value, options]);
  });
}
exports.load = load;
exports.run = function (key, cb) {
  load(key, { x: 1 }, (err, value) => {
    if (err) return cb(err);
    process.nextTick(cb, null, value);
  });
};`,
    [{}, { args: ['bad'] }],
  ],
  [
    'one of two functions of Node’s own',
    `const real = process.platform !== 'win32' ? fs.realpath.native : fs.realpath;
exports.run = function (key, cb) {
  const stat = key === '.' ? fs.stat : fs.lstat;
  real(key, (err, path) => {
    if (err) return cb(err.code === 'ENOENT' ? new Error('none') : err);
    stat(path, (err, found) => {
      if (err) return cb(err);
      cb(null, found.isDirectory());
    });
  });
};`,
    [{ args: ['.'] }, { args: ['no such file'] }],
  ],
  [
    'errors that are ignored',
    `exports.run = function (key, cb) {
  fs.readFile(key, (err, value) => {
    store('b', (error, other) => {
      if (error) return cb(error);
      cb(null, [typeof value, other]);
    });
  });
};`,
    [{ args: ['package.json'] }, { args: ['no such file'] }],
  ],
  [
    'several results',
    `exports.run = function (key, cb) {
  store(key, (err, value, count) => {
    if (err) return cb(err);
    cb(null, value, count);
  });
};`,
    [{}, { args: ['bad'] }],
  ],
  [
    'names that mean several things',
    `exports.run = function (value, cb) {
  const two = 2;
  store(value, (err, value) => {
    if (err) return cb(err);
    store('x', (err, two) => {
      if (err) return cb(err);
      cb(null, { value, two });
    });
  });
};`,
    [{}, { args: ['bad'] }],
  ],
  [
    'hoisted callbacks and recursion',
    `exports.run = function (key, cb) {
  const out = [];
  store(key, onFirst);
  function onFirst(err, value) {
    if (err) return cb(err);
    out.push(value);
    next(0);
  }
  function next(index) {
    if (index === 2) return cb(null, out);
    store(index, (err, value) => {
      if (err) return cb(err);
      out.push(value);
      next(index + 1);
    });
  }
};`,
    [{}, { args: ['bad'] }],
  ],
  [
    'a hoisted callback that takes errors in its own way',
    `exports.run = function (key, cb) {
  store(key, done);
  function done(err, value) {
    log('done');
    if (err) return cb(new Error('wrapped: ' + err.message));
    cb(null, value);
  }
};`,
    [{}, { args: ['bad'] }],
  ],
  [
    '`this` of the function',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    cb(null, this.prefix + value);
  });
};`,
    [{ receiver: { prefix: '>' } }],
  ],
  [
    'a method of a class',
    `class Box {
  get(key, cb) {
    const self = this;
    store(key, function (err, value) {
      if (err) return cb(err);
      cb(null, self.prefix + value);
    });
  }
}
exports.run = Box.prototype.get;`,
    [{ receiver: { prefix: '>' } }, { args: ['bad'], receiver: {} }],
  ],
  [
    'branches that end at once and branches that do not',
    `exports.run = function (key, cb) {
  if (key === 'now') {
    cb(null, 'at once');
  } else {
    store(key, (err, value) => {
      if (err) return cb(err);
      cb(null, value);
    });
  }
};`,
    [{ args: ['now'] }, {}, { args: ['bad'] }],
  ],
  [
    'a deferred callback',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return process.nextTick(cb, err);
    setImmediate(() => {
      log('deferred');
      cb(null, value);
    });
  });
};`,
    [{}, { args: ['bad'] }],
  ],
  [
    'a try that turns an exception into an error',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    let parsed;
    try {
      parsed = JSON.parse(key);
    } catch (error) {
      return cb(error);
    }
    cb(null, parsed + value);
  });
};`,
    [{ args: ['1'] }, { args: ['{'] }],
  ],
  [
    'a try that calls back with what it caught, and ends the function',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    let parsed;
    try {
      parsed = JSON.parse(key);
    } catch (error) {
      cb(error);
      return;
    }
    log('parsed');
    cb(null, parsed + value);
  });
};`,
    [{ args: ['1'] }, { args: ['{'] }],
  ],
  [
    'a try around the last call',
    `exports.run = function (key, cb) {
  store(key, (err) => {
    if (err) return cb(err);
    try {
      store(JSON.parse(key), (err, value) => {
        if (err) return cb(err);
        cb(null, value);
      });
    } catch (error) {
      cb(error);
    }
  });
};`,
    [{ args: ['1'] }, { args: ['{'] }, { args: ['"bad"'] }],
  ],
  [
    'what a function gives that is promisified',
    `function part(key, done) {
  if (key === 'now') return done(null, 'at once');
  store(key, (err) => {
    if (err) return done(err);
    done();
  });
}
exports.run = function (key, cb) {
  store('first', (err) => {
    if (err) return cb(err);
    part(key, cb);
  });
};`,
    [{ args: ['now'] }, { args: ['bad'] }],
  ],
  [
    'lines that begin with a bracket, in a file without semicolons',
    `exports.run = function (key, cb) {
  store(key, (err, one) => {
    if (err) return cb(err)
    ;[one].forEach((each) => log(each))
    store(one, (err, two) => {
      (two || []).concat(1)
      if (err) return cb(err)
      store(two, (err, three) => {
        if (err) return cb(err)
        else {
          (log || null)('three')
          setImmediate(() => {
            (log || null)('later')
            cb(null, three)
          })
        }
      })
    })
  })
}`,
    [{}, { args: ['bad'] }],
  ],
  [
    'functions of one line',
    `exports.run = function (key, cb) { part(key, (err, one) => { if (err) return cb(err); other(one, cb); }); };
function part(key, done) { store(key, (err, value) => { if (err) { log('failed'); return done(err); } done(null, value); }); }
function other(key, done) { store(key, (err, value) => { if (err) return done(err); done(null, value); }); }`,
    [{}, { args: ['bad'] }],
  ],
  [
    'an error that is set later',
    `exports.run = function (key, cb) {
  store(key, function (er, data) {
    if (er) return cb(new Error(er));
    try {
      data = JSON.parse(data);
    } catch (e) {
      er = e;
    }
    cb(er);
  });
};`,
    [{}, { args: ['bad'] }],
  ],
  [
    'errors that are falsy, which count as none',
    `const odd = require('odd');
exports.run = function (key, cb) {
  odd(key, (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });
};`,
    [{ args: [0] }, { args: [''] }, { args: [false] }, { args: ['text'] }, { args: [7] }],
  ],
  [
    'an answer that is no error',
    `exports.run = function (path, cb) {
  fs.exists(path, (there) => {
    if (!there) return cb(new Error('not there'));
    cb(null, there);
  });
};`,
    [{ args: ['package.json'] }, { args: ['no such file'] }],
  ],
  [
    'what custom promisified forms give',
    `const { exec } = require('child_process');
exports.run = function (path, cb) {
  fs.open(path, 'r', (err, fd) => {
    if (err) return cb(err);
    fs.read(fd, Buffer.alloc(3), 0, 3, 0, (err, count, buffer) => {
      if (err) return cb(err);
      fs.close(fd, (err) => {
        if (err) return cb(err);
        exec('echo ' + count, (err, stdout, stderr) => {
          if (err) return cb(err);
          cb(null, [stdout.trim(), stderr, buffer.toString()]);
        });
      });
    });
  });
};`,
    [{ args: ['package.json'] }, { args: ['no such file'] }],
  ],
  [
    'what a branch does before it waits, and its names',
    `exports.run = function (key, cb) {
  var count = (count || 0) + 1;
  if (key) {
    var count = (count || 0) + 1;
    const show = (value) => log(value + key.slice(1));
    show('before');
    store(key, (err, value) => {
      const show = 'mine';
      if (err) return cb(err);
      cb(null, value + count + show);
    });
  } else {
    cb(null, count);
  }
};`,
    [{ args: ['a'] }, { args: ['bad'] }, { args: [''] }, { args: [1] }],
  ],
  [
    '`this` of a method that is called',
    `const box = {
  prefix: '>',
  get(key, done) {
    store(key, (err, value) => {
      if (err) return done(err);
      done(null, this.prefix + value);
    });
  },
};
exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    box.get(value, (err, found) => {
      if (err) return cb(err);
      cb(null, found + '!');
    });
  });
};`,
    [{}, { args: ['bad'] }],
  ],
  [
    'a constructor that calls back',
    `function Box(key, cb) {
  if (!(this instanceof Box)) return new Box(key, cb);
  this.key = key;
  const self = this;
  store(key, function (err, value) {
    if (err) return cb(err);
    self.value = value;
    cb(null, Object.keys(self));
  });
}
exports.run = (key, cb) => {
  log(new Box(key, cb).key);
};`,
    [{}, { args: ['bad'] }],
  ],
  [
    'closures and variables of a branch',
    `exports.run = function (key, cb) {
  const seen = [];
  for (var i = 0; i < 3; i++) {
    seen.push(() => i);
  }
  store(key, (err, value) => {
    if (err) return cb(err);
    var i = value.length;
    if (i > 2) {
      let key = i + 1;
      seen.push(() => key);
    }
    cb(null, seen.map((each) => each()));
  });
};`,
    [{ args: ['a'] }, { args: ['bad'] }],
  ],
  [
    'an asynchronous call on one path only, later',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    if (value === '<a>') {
      store(value, done);
    } else {
      done(null, 'at once');
    }
    function done(err, second) {
      if (err) return cb(err);
      cb(null, [value, second]);
    }
  });
};`,
    [{ args: ['a'] }, { args: ['b'] }, { args: ['bad'] }],
  ],
  [
    'steps that are functions of their own',
    `exports.run = (key, cb) => {
  let first;
  one();
  function one() {
    store(key, (err, value) => {
      if (err) return cb(err);
      first = value;
      two();
    });
  }
  function two() {
    store(first, (err, value) => {
      if (err) return cb(err);
      cb(null, [first, value]);
    });
  }
};`,
    [{}, { args: ['bad'] }],
  ],
  [
    'a function that is looked at for its length',
    `exports.run = function (error, key, target, next) {
  store(key, (err, value) => {
    if (err) return next(err);
    target.value = value;
    next();
  });
};`,
    [{ args: [null, 'a', {}] }, { args: [null, 'bad', {}] }],
  ],
  [
    'the storage of the caller',
    `const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
exports.run = function (key, cb) {
  storage.run('mine', () => get(key, (err, value) => cb(err, [value, storage.getStore()])));
};
function get(key, done) {
  log(storage.getStore());
  store(key, (err, value) => {
    if (err) return done(err);
    log(storage.getStore());
    store(value, done);
  });
}`,
    [{}, { args: ['bad'] }],
  ],
  [
    'functions of the file, with their callers',
    `function part(key, done) {
  store(key, (err, value) => {
    if (err) return done(err);
    done(null, value + '!');
  });
}
exports.run = function (key, cb) {
  part(key, (err, value) => {
    if (err) return cb(err);
    part(value, cb);
  });
};`,
    [{}, { args: ['bad'] }],
  ],
  [
    'a function that ends by choosing between functions of its own',
    `exports.run = function (key, cb) {
  function one() { store(key, (err, value) => { if (err) return cb(err); cb(null, value); }); }
  function two() { log('two'); store('two', (err) => { if (err) return cb(err); one(); }); }
  return key === 'a' ? two() : one();
};`,
    [{ args: ['a'] }, { args: ['b'] }, { args: ['bad'] }],
  ],
  [
    'functions of its own in branches that end nothing',
    `exports.run = function (key, cb) {
  if (key === 'a') {
    two();
  } else {
    one();
  }
  function one() { store(key, (err, value) => { if (err) return cb(err); cb(null, value); }); }
  function two() { log('two'); store('two', (err) => { if (err) return cb(err); one(); }); }
};`,
    [{ args: ['a'] }, { args: ['b'] }, { args: ['bad'] }],
  ],
  [
    'a function that stands in for one of fs and its ignored error',
    `const files = require('graceful-fs');
exports.run = function (key, cb) { files.stat(key, (err) => { cb(); }); };`,
    [{ args: ['/'] }, { args: ['/none/such'] }],
  ],
];

/** @type {[string, string, string][]} */
const REFUSED = [
  [
    'the callback called twice',
    'falls-through',
    `exports.run = (key, cb) => { store(key, (err) => { if (err) cb(err); cb(null); }); };`,
  ],
  [
    'the callback never called on a path',
    'callback-not-called',
    `exports.run = (key, cb) => { store(key, (err, value) => { if (err) return cb(err); if (value) cb(null); }); };`,
  ],
  [
    'code after the call',
    'code-after-call',
    `exports.run = (key, cb) => { store(key, (err) => { if (err) return cb(err); store('x', cb); log('first'); }); };`,
  ],
  [
    'a function that calls back with what an event gives',
    'callee-refused',
    `function wait(bus, cb) { bus.once('line', cb); } exports.run = (bus, cb) => { wait(bus, (err, value) => { if (err) return cb(err); cb(null, value); }); };`,
  ],
  [
    'what the callback throws, where a try around its call gets it',
    'callback-caught',
    `exports.run = (key, cb) => { store(key, (err, value) => { if (err) return cb(err); try { cb(null, JSON.parse(value)); } catch (error) { cb(error); } }); };`,
  ],
  [
    'what it throws in a function inside',
    'callback-caught',
    `exports.run = (key, cb) => { const end = (value) => cb(null, value); store(key, (err, value) => { if (err) return cb(err); try { return end(JSON.parse(value)); } catch (error) { return cb(error); } }); };`,
  ],
  [
    'listeners that call back',
    'callback-in-listener',
    `exports.run = (key, cb) => { const stream = open(key); stream.on('error', cb); stream.on('end', () => cb(null)); };`,
  ],
  [
    'the result of the call in use',
    'result-used',
    `exports.run = (key, cb) => { const request = store(key, (err) => cb(err)); };`,
  ],
  [
    'a function that keeps its callback where others call it',
    'callee-refused',
    `let kept; function wait(key, cb) { kept = cb; setImmediate(() => { if (kept) cb(null, 2); }); wake(key); } function wake(key) { if (key) kept(null, 1); kept = null; }
exports.run = (key, cb) => { wait(key, (err, value) => { if (err) return cb(err); cb(null, value); }); };`,
  ],
  [
    'a function that hands its arguments on',
    'timing-unobservable',
    `function own(key, cb) { cb(null, key); } function hand(key, cb) { if (key) return own.apply(null, arguments); setImmediate(() => cb(null, 2)); }
exports.run = (key, cb) => { hand(key, (err, value) => { if (err) return cb(err); cb(null, value); }); };`,
  ],
  [
    'turns of a loop side by side',
    'parallel-loop',
    `exports.run = (keys, cb) => { for (const key of keys) { store(key, (err) => cb(err)); } };`,
  ],
  [
    'a throw in a callback',
    'throw-in-callback',
    `exports.run = (key, cb) => { store(key, (err) => { if (err) throw err; cb(null); }); };`,
  ],
  [
    '`this` of a callback',
    'callback-this',
    `exports.run = (key, cb) => { store(key, function (err) { if (err) return cb(err); cb(null, this.x); }); };`,
  ],
  [
    '`arguments`',
    'arguments-used',
    `exports.run = function (key, cb) { store(key, (err) => { if (err) return cb(err); cb(null, arguments.length); }); };`,
  ],
  [
    'an error that is none',
    'not-error-first',
    `exports.run = (key, cb) => { store(key, (err) => { if (err) return cb(err); cb('done'); }); };`,
  ],
  [
    'a try around the call',
    'callback-in-try',
    `exports.run = (key, cb) => { store(key, (err) => { if (err) return cb(err); try { store('x', cb); } catch (error) { log('caught'); cb(error); } }); };`,
  ],
  [
    'a listener',
    'callback-in-listener',
    `exports.run = (stream, cb) => { stream.on('error', (err) => cb(err)); };`,
  ],
  [
    'a callee that may call back at once',
    'timing-unobservable',
    `function part(key, done) { if (key) return done(null, 1); store(key, done); }
exports.run = (key, cb) => { part(key, (err, value) => { if (err) return cb(err); cb(null, value); }); };`,
  ],
  [
    'a callee that calls back twice',
    'callee-refused',
    `function part(key, done) { store(key, (err) => { if (err) { store('x', done); log('code after'); } else { done(null, 1); done(null, 2); } }); }
exports.run = (key, cb) => { part(key, (err, value) => { if (err) return cb(err); cb(null, value); }); };`,
  ],
  [
    'a callee that calls back twice at once',
    'callee-refused',
    `function part(key, done) { done(null, 1); done(null, 2); }
exports.run = (key, cb) => { store(key, (err) => { if (err) return cb(err); part(key, (err, value) => { if (err) return cb(err); cb(null, value); }); }); };`,
  ],
  [
    'a variable of the whole function in a branch that waits',
    'name-clash',
    `exports.run = function (key, cb) { var count = (count || 0) + 1; if (key) {
  if (key !== 'a') { var count = 2; }
  if (key !== 'b') { var count = 3; store(count, (err) => { if (err) return cb(err); cb(null, count); }); } else { store(key, cb); }
} else { cb(null, count); } };`,
  ],
  [
    'a process that is returned',
    'result-used',
    `exports.run = (key, cb) => { return require('child_process').exec(key, (err, out) => { if (err) return cb(err); cb(null, out); }); };`,
  ],
  [
    'a literal for an error',
    'not-error-first',
    `exports.run = (key, cb) => { store(key, (err) => { if (err) return cb(0); cb(null); }); };`,
  ],
  [
    'a result beside an error',
    'error-with-result',
    `exports.run = (key, cb) => { const out = [key]; store(key, (err, value) => { out.push(value); cb(err, out); }); };`,
  ],
  [
    'a test that waits for its callback',
    'test-callback',
    `it('stores', function (done) { store('x', (err) => { if (err) return done(err); done(); }); });`,
  ],
  [
    'a callback that is kept in a list',
    'callback-escapes',
    `exports.run = function (key, cb) { this.waiting.push((err) => { if (err) return cb(err); cb(null, key); }); };`,
  ],
  [
    'a function of its own that calls back at once',
    'timing-unobservable',
    `exports.run = function (key, cb) { const end = () => { cb(null, key); }; return key ? end() : store(key, end); };`,
  ],
  [
    'turns that are counted',
    'parallel-loop',
    `exports.run = (keys, cb) => { let left = keys.length; keys.forEach((key) => { store(key, (err) => { if (err) return cb(err); if (--left === 0) cb(); }); }); };`,
  ],
  [
    'a function of another file that nothing is known of',
    'timing-unobservable',
    `const local = require('./local');
exports.run = (key, cb) => { local.get(key, (err, value) => { if (err) return cb(err); cb(null, value); }); };`,
  ],
  [
    'a function of a package that runs what it is given, and calls back when that does',
    'timing-unobservable',
    `const items = require('items');
exports.run = (keys, cb) => { const each = (key, next) => store(key, next); items.parallel(keys, each, (err) => { if (err) return cb(err); cb(null, keys); }); };`,
  ],
  [
    'a function of a package that runs a list of lists of functions and what they are given',
    'timing-unobservable',
    `const { chain } = require('slide'); function keep(key, next) { next(); }
exports.run = (key, cb) => { chain([key && [keep, key], [store, key]], (err) => { if (err) return cb(err); cb(null, key); }); };`,
  ],
  [
    'a function of the file that hands its callback to such a one',
    'timing-unobservable',
    `const items = require('items'); function all(keys, done) { items.parallel(keys, (key, next) => store(key, next), done); return keys; }
exports.run = (keys, cb) => { all(keys, (err) => { if (err) return cb(err); cb(null, keys); }); };`,
  ],
  [
    'a function of a package that runs a list of what it is given',
    'timing-unobservable',
    `const series = require('run-series');
exports.run = (key, cb) => { series([(next) => store(key, next), log.bind(null, key)], (err) => { if (err) return cb(err); cb(null, key); }); };`,
  ],
  [
    'a function that hands its callback to a method of what it is given',
    'timing-unobservable',
    `function part(box, key, done) { box.get(key, done); }
exports.run = (key, cb) => { part(this.box, key, (err, value) => { if (err) return cb(err); cb(null, value); }); };`,
  ],
  [
    'a wait that others may share',
    'shared-wait',
    `exports.run = (key, cb) => { store.ready((err) => { if (err) return cb(err); store(key, cb); }); };`,
  ],
];

describe('callback functions', () => {
  it('are not those that make a promise', () => {
    const { changed, sites } = toAsync(`exports.run = (key) => new Promise((resolve, reject) => {
  open(key, (err, value) => { if (err) return reject(err); resolve(value); });
});
`);
    expect({ changed, sites }).toEqual({ changed: false, sites: [] });
  });

  it('are not those that get a result with the name of a callback', () => {
    const { changed } = toAsync(`${HEAD}exports.run = (key, cb) => {
  store(key, (err, done) => {
    if (err) {} else {
      setImmediate(() => cb(null, done));
    }
  });
};
`);
    expect(changed).toBe(false);
  });

  it('of which only a part is async are what they were to their callers', () => {
    const { source } = toAsync(`${HEAD}function part(key, cb) {
  if (key === 'a') {
    cb('no error');
  } else {
    store(key, (err, value) => {
      if (err) return cb(err);
      cb(null, value);
    });
  }
}
exports.run = (key, cb) => {
  part(key, (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });
};
`);
    expect(source).toContain('(async () => {');
    expect(source).toContain('part(key, (err, value) => {');
    expect(toAsync(source).changed, 'a second run').toBe(false);
  });

  it.each(SAME)('keep %s', async (_, body, ways = [{}]) => {
    const source = `${HEAD}${body}\n`;
    const conversion = toAsync(source);
    expect(conversion.sites.map(({ reason }) => reason)).not.toContain(expect.any(String));
    expect(conversion.changed).toBe(true);
    expect(conversion.source).toContain('async');
    for (const way of ways) {
      const before = await run(source, way);
      const after = await run(conversion.source, way);
      expect(after).toEqual(before);
      expect(before.calls.length + (before.thrown ? 1 : 0)).toBe(1);
    }
    expect(toAsync(conversion.source).changed, 'a second run').toBe(false);
  });

  it.each(REFUSED)('are left alone: %s', (_, reason, body) => {
    const source = `${HEAD}${body}\n`;
    const conversion = toAsync(source);
    expect(conversion.sites.map((site) => site.reason)).toContain(reason);
    expect(conversion.source).toContain(body.split('\n').at(-1));
  });
});

describe('what the output needs', () => {
  it('stands before a function that the file begins with', () => {
    const { source, sites } = toAsync(`function add(number, callback) {
  process.nextTick(callback, null, number + 1);
}

exports.run = function run(callback) {
  add(1, (error, first) => {
    if (error) return callback(error);
    add(first, callback);
  });
};
`);
    expect(sites.map(({ status }) => status)).toEqual(['converted', 'converted']);
    expect(source).toMatch(/^const util = require\('util'\);\n\nasync function add\(number\) \{/u);
  });

  it('gives each function the name that is free, whichever was planned first', () => {
    const { source } = toAsync(`const open = require('open');
exports.run = function (key, cb) { read(key, (err, v) => { if (err) return cb(err); cb(null, v + 1); }); };
function read(key, cb) { open(key, (err, v) => { if (err) return cb(err); cb(null, v); }); }
exports.read = read;
`);
    expect(source).toContain('async function readAsync(key)');
    expect(source).not.toContain('Async1');
  });

  it('stands before comments of no function, and its constants behind the imports', () => {
    const { source } = toAsync(`// A file that begins with its export.

module.exports = load

var fs = require('graceful-fs')
var open = require('open')
var path = require('path')

function load (file, cb) {
  open(path.resolve(file), function (er, data) {
    if (er) return cb(er)
    cb(null, data.length)
  })
}
`);
    expect(source).toMatch(
      /^\/\/ A file that begins with its export\.\n\nconst util = require\('util'\)\n\nmodule\.exports = load\n/u,
    );
    expect(source).toContain("require('path')\n\nconst openAsync = util.promisify(open)\n");
  });

  it('stands behind the comments of the line that it follows', () => {
    const body = `exports.run = function (load, key, cb) {
  load(key, (err, value) => {
    if (err) return cb(err);
    cb(null, value + 1);
  });
};
`;
    for (const line of [
      "const fs = require('fs'); // files",
      "'use strict'; /* jshint node: true */ // and so on",
    ]) {
      const { source } = toAsync(`${line}\n${body}`, { accept: 'timing-unobservable' });
      expect(source).toContain(`${line}\nconst util = require('util');\n\nconst callAsync`);
    }
  });

  it.each(['return cb(error);', 'cb(error);\n      return;'])(
    'needs no try that only hands on what it caught: %s',
    (caught) => {
      const { source } = toAsync(`const open = require('open');
exports.run = function (key, cb) {
  open(key, (err, value) => {
    if (err) return cb(err);
    try {
      value = JSON.parse(value);
    } catch (error) {
      ${caught}
    }
    cb(null, value.id);
  });
};
`);
      expect(source).toContain('\n  value = JSON.parse(value);\n  return value.id;\n');
    },
  );

  it('keeps comments at the ends of lines, and none swallows what follows', () => {
    const { source } = toAsync(`const open = require('open');
exports.run = function (key, cb) {
  open(key, function (err, value) {
    if (err) return cb(err);
    try {
      value = JSON.parse(value); // parsed
    } catch (cause) { return cb(cause); }
    if (value) { open(value, function (err, last) {
      if (err) return cb(err);
      cb(null, last.x); // last
    }); } else {
      cb(null, 1); // done
    }
  }); // opened
};
`);
    expect(source).toContain('value = JSON.parse(value); // parsed\n');
    expect(source).toMatch(/return last\.x; \/\/ last\n\s*\} else \{/u);
    expect(source).toMatch(/return 1; \/\/ done\n\s*\} \/\/ opened\n/u);
  });

  it('is nothing but what the user says of a function with --callbacks', async () => {
    const source = `exports.run = function (key, cb) {
  this.box.get(key, (err, value) => {
    if (err) return cb(err);
    cb(null, value + '!');
  });
};
`;
    expect(toAsync(source).sites.map(({ reason }) => reason)).toEqual(['timing-unobservable']);
    const { source: output, sites } = toAsync(source, {
      callbacks: 'this.box.get',
      refuse: 'once,error-first,calls-later',
    });
    expect(sites.map(({ assumes }) => assumes)).toEqual([['throws-late']]);
    const box = {
      prefix: '>',
      /** @param {string} key @param {(error: null, value: string) => void} done */
      get(key, done) {
        setImmediate(done, null, this.prefix + key);
      },
    };
    const before = await run(source, { receiver: { box } });
    expect(before.calls).toEqual([[null, '>a!']]);
    expect(await run(output, { receiver: { box } })).toEqual(before);
    expect(() => toAsync(source, { callbacks: 'a b' })).toThrow('--callbacks=a b');
  });

  it('believes it of a function from nowhere, and of a method named as one of an array', async () => {
    const undeclared = `exports.run = function (key, cb) {
  storeFromNowhere(key, (err, value) => {
    if (err) return cb(err);
    cb(null, value + '!');
  });
};
`;
    const method = undeclared.replace('storeFromNowhere', 'this.users.filter');
    expect(toAsync(undeclared).sites.map(({ reason }) => reason)).toEqual(['callee-undeclared']);
    expect(toAsync(method).sites.map(({ reason }) => reason)).toEqual(['parallel-loop']);
    const options = { callbacks: 'storeFromNowhere,this.users.filter', refuse: 'once,error-first' };
    /** @type {(key: string, done: (error: Error | null, value?: string) => void) => void} */
    const store = (key, done) =>
      void setImmediate(done, key === 'bad' ? new Error('bad key') : null, key);
    vi.stubGlobal('storeFromNowhere', store);
    for (const source of [undeclared, method]) {
      const { source: output, sites } = toAsync(source, options);
      expect(sites.map(({ status }) => status)).toEqual(['converted']);
      for (const key of ['a', 'bad']) {
        const how = { args: [key], receiver: { users: { filter: store } } };
        expect(await run(output, how)).toEqual(await run(source, how));
      }
    }
    vi.unstubAllGlobals();
  });
});

describe('the async form', () => {
  const source = `${HEAD}function run(key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });
}
module.exports = run;
`;
  const load = (/** @type {string} */ text) => {
    const module = { exports: /** @type {any} */ ({}) };
    compileFunction(text, ['exports', 'require', 'module'])(module.exports, modulesFor([]), module);
    return module.exports;
  };

  it('is what util.promisify finds on the wrapper, not enumerable', async () => {
    const fn = load(toAsync(source).source);
    const { promisify } = require('node:util');
    expect(await promisify(fn)('a')).toBe('<a>');
    expect(promisify(fn)).toBe(fn[promisify.custom]);
    expect(Object.getOwnPropertyDescriptor(fn, promisify.custom)?.enumerable).toBe(false);
    expect(Object.keys(fn)).toEqual([]);
  });

  it('is what a caller without a callback gets with --api=dual', async () => {
    const fn = load(toAsync(source, { api: 'dual' }).source);
    expect(await fn('a')).toBe('<a>');
    await expect(fn('bad')).rejects.toThrow('bad value');
    expect(
      await new Promise((resolve) =>
        fn('a', (/** @type {unknown} */ _, /** @type {unknown} */ value) => resolve(value)),
      ),
    ).toBe('<a>');
  });

  it('is all there is with --api=async', async () => {
    const { source: output } = toAsync(source, { api: 'async' });
    expect(output).not.toContain('nextTick');
    expect(await load(output)('a')).toBe('<a>');
  });
});

describe('a `null` beside an error that is handed on', () => {
  it.each([
    ['in a block', 'if (err) { cb(err, null); } else { cb(null, v); }'],
    ['in a return', 'if (err) return cb(err, null);\n    cb(null, v);'],
    ['in an expression', 'err ? cb(err, null) : cb(null, v);'],
  ])('is lost, and that is told: %s', (_, body) => {
    const { sites } = toAsync(
      `const fs = require('fs');\nmodule.exports = function read(path, cb) {\n  fs.readFile(path, (err, v) => {\n    ${body}\n  });\n};\n`,
    );
    const converted = sites.filter(({ status }) => status === 'converted');
    expect(converted).toHaveLength(1);
    expect(converted[0]?.assumes).toContain('callback-arguments');
  });
});
