import { describe, expect, it } from 'vitest';

import { HEAD, run, toAsync } from './run.js';

/**
 * What only a callback can see, and what only a function of its own can hold: programs that were
 * converted wrongly once, and those beside them that convert.
 */

const STORE = "const odd = require('odd');\n";
const BOTH = [{ args: ['a'] }, { args: ['b'] }, { args: ['bad'] }];
const ERRORS = [{ args: [null] }, { args: ['failed'] }];

/** @type {[string, string, Parameters<typeof run>[1][]][]} */
const SAME = [
  [
    'a parameter called undefined that nobody gives',
    `(function (own, undefined) {
  own.run = function (key, cb) {
    store(key, (err, value) => {
      if (err) return cb(err);
      cb(undefined, [value]);
    });
  };
})(exports);`,
    BOTH,
  ],
  [
    'a loop over a list that a wait leaves',
    `function* others() { yield 1; }
exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    for (const name of [key, ...others()].map(String)) {
      if (value) return store(name, (err, found) => { if (err) return cb(err); cb(null, [found]); });
    }
    cb();
  });
};`,
    BOTH,
  ],
  [
    'what is read in the next tick',
    `exports.run = function (key, cb) {
  const state = {};
  store(key, (err, value) => {
    if (err) return cb(err);
    process.nextTick(() => (state.value = value));
    process.nextTick(() => cb(null, state.value));
  });
};`,
    BOTH,
  ],
  [
    'what a call before it puts off, too, which a caller in the file reads',
    `function Watch() {}
Watch.prototype.close = function () {
  process.nextTick(() => (this.closed = true));
};
exports.run = function (key, cb) {
  const watch = new Watch();
  store(key, (err, value) => {
    if (err) return cb(err);
    end(value, (err, text) => {
      if (err) return cb(err);
      stop((err) => { if (err) return cb(err); cb(null, [text, watch.ended, watch.closed]); });
    });
  });
  function end(value, next) {
    if (value.length > 3) return store(value, next);
    watch.close();
    process.nextTick(next, null, value);
  }
  function stop(next) {
    watch.ended = watch.closed;
    watch.close();
    process.nextTick(() => next());
  }
};`,
    [{ args: ['a'] }, { args: ['long'] }, { args: ['bad'] }],
  ],
  [
    'what a call before it puts off, too, which another export reads',
    `exports.end = function (key, state, next) {
  store(key, (err, value) => {
    if (err) return next(err);
    later(state);
    if (value) process.nextTick(next, null, value);
    else process.nextTick(next);
  });
};
function later(state) { process.nextTick(() => (state.ended = true)); }
exports.run = function (key, cb) {
  const state = {};
  store(key, (err) => {
    if (err) return cb(err);
    exports.end(key, state, (err, value) => {
      if (err) return cb(err);
      cb(null, [value, state.ended]);
    });
  });
};`,
    BOTH,
  ],
  [
    'what is started in the next tick',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    process.nextTick(() => log('first'));
    process.nextTick(() => store(log('second'), cb));
  });
};`,
    [{ args: ['bad'] }],
  ],
  [
    'waits in the cases of a switch, which declare the same names',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    switch (key) {
      case 'a':
        return store('x', (err, found) => {
          if (err) return cb(err);
          cb(null, found);
        });
      default:
        return store('y', (err, found) => {
          if (err) return cb(err);
          cb(null, found + value);
        });
    }
  });
};`,
    BOTH,
  ],
  [
    'cases that break once they have called back',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    switch (value) {
      case '<a>':
        store('x', (err, found) => {
          if (err) return cb(err);
          cb(null, found);
        });
        break;
      case '<b>':
        if (key) {
          cb(null, 1);
        } else {
          cb(new Error('no key'));
        }
        break;
      default:
        cb();
    }
  });
};`,
    BOTH,
  ],
  [
    'cases that are left without calling back, which comes behind them',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    switch (value) {
      case '<a>':
        for (const each of value) if (each === 'a') break;
        if (key) break;
        return cb(null, 1);
      default:
        return cb(null, 2);
    }
    cb(null, 3);
  });
};`,
    BOTH,
  ],
  [
    'a result that is looked at without an error only',
    `exports.run = function (key, cb) {
  const odd = require('odd');
  odd(key, (err, value) => {
    if (err || !value) return cb(null, 'none');
    cb(null, value.length);
  });
};`,
    ERRORS,
  ],
  [
    'undefined for a missing error where the result is all there is',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    cb(undefined, value);
  });
};`,
    BOTH,
  ],
  [
    'a callback in a function of its own on one line',
    `exports.run = function (key, cb) { function end(err) { if (err) return cb(err); cb(); } store(key, end); };`,
    BOTH,
  ],
  [
    'a variable of its own with the name of what a wrapper calls back with',
    `exports.run = function (key, cb) {
  var process = { key };
  store(process.key, (err, value) => {
    if (err) return cb(err);
    cb(null, value + process.key);
  });
};`,
    BOTH,
  ],
  [
    'calls behind `void`',
    `exports.run = function (key, cb) {
  if (!key) return void cb(new Error('no key'));
  store(key, (err, value) => {
    if (err) return /* a */ void (/* b */ cb(err) /* c */);
    for (const each of value) {
      if (each === 'b') return void cb(null, each);
    }
    return void store('x', (err, more) => {
      if (err) return void cb(err);
      void (more ? cb(null, value + more) : cb());
    });
  });
};`,
    [...BOTH, { args: [''] }],
  ],
  [
    'commas behind the last of a list',
    `exports.run = function (key, cb,) {
  store(key, (err,) => {
    if (err) return cb(err,);
    if (key === 'b') return next(null,);
    store(key, next,);
  },);
  function next(err,) {
    if (err) return cb(err,);
    inner(end,);
  }
  function end(err, value,) {
    if (err) return cb(err,);
    cb(null, value,);
  }
};
function inner(cb,) {
  store('x', cb,);
}`,
    BOTH,
  ],
  [
    'a parameter that a function before a check sets later',
    `exports.run = function (key, cb) {
  setImmediate(() => { key = 'changed'; });
  if (key === 'none') return cb(new Error('none'));
  store(key, (err, value) => {
    if (err) return cb(err);
    setTimeout(() => cb(null, key + value), 5);
  });
};`,
    BOTH,
  ],
  [
    'a parameter that is set behind a check, and known to a function before it',
    `exports.run = function (key, cb) {
  setTimeout(() => log('sees ' + key), 5);
  if (key === 'none') return cb(new Error('none'));
  key += '!';
  store(key, (err, value) => {
    if (err) return cb(err);
    setTimeout(() => cb(null, key + value), 20);
  });
};`,
    BOTH,
  ],
  [
    'a callback that is put off with what is the same later',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) {
      return setImmediate(cb, err);
    }
    if (key === 'a') {
      return setImmediate(cb, new TypeError(key));
    }
    if (key === 'b') return setImmediate(cb, null, { key, of: value });
    if (key === 'c') setImmediate(cb);
    else setTimeout(cb, 1, null, [key, value]);
  });
};`,
    [...BOTH, { args: ['c'] }, { args: ['d'] }],
  ],
  [
    'a file that is given by its descriptor',
    `exports.run = function (key, cb) {
  fs.open(key, 'r', (err, file) => {
    if (err) return cb(err);
    fs.readFile(file, 'utf8', (err, text) => {
      if (err) return cb(err);
      fs.close(file, (err) => {
        if (err) return cb(err);
        cb(null, text.length);
      });
    });
  });
};`,
    [{ args: ['package.json'] }, { args: ['no such file'] }],
  ],
  ...[
    "fs.readFile(key === 'a' ? 9999 : key",
    'fs.readFile(key || 9999',
    "let file = key;\n  if (key === 'a') file = 9999;\n  fs.readFile(file",
    'const file = given ? fs.openSync(given) : key;\n  fs.readFile(file',
  ].map(
    (call) =>
      /** @type {(typeof SAME)[number]} */ ([
        `a file that may be given by its descriptor: ${call}`,
        `exports.run = function (key, cb) {
  const given = key === 'bad' && 'package.json';
  ${call}, (err, text) => {
    if (err) return cb(null, err.code);
    cb(null, text.length);
  });
};`,
        [...BOTH, { args: [''] }],
      ]),
  ),
  ...[
    "let file;\n  fs.open(key, 'r', (err, opened) => {\n    if (err) return cb(err);\n    file = opened;\n    read(cb);\n  });\n  function read(cb) {\n    fs.readFile(file, 'utf8', (err, text) => cb(err, text && text.length));\n  }",
    "fs.open(key, 'r', (err, opened) => {\n    if (err) return cb(err);\n    const given = { file: opened };\n    fs.readFile(given.file, 'utf8', (err, text) => {\n      if (err) return cb(err);\n      cb(null, text.length);\n    });\n  });",
    "const open = () => fs.openSync('package.json');\n  const file = open();\n  fs.readFile(file, 'utf8', (err, text) => {\n    if (err) return cb(err);\n    cb(null, key + text.length);\n  });",
  ].map(
    (body) =>
      /** @type {(typeof SAME)[number]} */ ([
        `a descriptor on its way: ${body}`,
        `exports.run = function (key, cb) {\n  ${body}\n};`,
        [{ args: ['package.json'] }, { args: ['no such file'] }],
      ]),
  ),
  [
    'a file of a number that cannot be read',
    `exports.run = function (key, cb) {
  fs.readFile(9999, (err) => cb(null, err.code));
};`,
    BOTH,
  ],
  [
    'options that are given as nothing',
    `function load(options, cb) {
  if (typeof options === 'function') {
    cb = options;
    options = {};
  }
  store(String(options), (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });
}
exports.run = function (key, cb) {
  load(undefined, (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });
};`,
    BOTH,
  ],
  [
    'a callback that the default of a parameter uses',
    `function load(key, get = () => typeof cb, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    cb(null, get() + value);
  });
}
exports.run = function (key, cb) {
  load(key, undefined, (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });
};`,
    BOTH,
  ],
  [
    'a directive, which is for the wrapper, too',
    `exports.run = function (key, cb) {
  'use strict';
  store(key, (err, value) => {
    if (err) return cb(err);
    cb(null, typeof this + value);
  });
};`,
    BOTH,
  ],
  [
    'a directive before checks, which is for the async form, too',
    `exports.run = function (key, cb) {
  'use strict';
  if (key === 'a') return cb(new Error('no'));
  store(key, (err, value) => {
    if (err) return cb(err);
    cb(null, (function () { return typeof this; })() + value);
  });
};`,
    BOTH,
  ],
  [
    'a directive in a method, which its wrapper keeps',
    `const api = {
  run(key, cb) {
    'use strict';
    store(key, (err, value) => {
      if (err) return cb(err);
      cb(null, typeof this + value);
    });
  },
};
const { run } = api;
exports.run = function (key, cb) { run(key, cb); };`,
    BOTH,
  ],
];

/** @type {[string, string, string][]} */
const REFUSED = [
  ...[
    "(exports.exec || require('child_process').exec)(key",
    'this.exec(key',
    'this.cp.execFile(key, []',
    "require('./own').exec(key",
    'key.dns.lookup(key.host',
    'key.fs.read(key.fd, key.buffer, 0, 1, 0',
    "require('graceful-fs').read(0, key, 0, 1, 0",
    "require('fs-extra').write(0, key, 0, 1",
  ]
    .map((call) =>
      call.startsWith('(') ? `const exec = ${call.replace(/\(key$/u, '')};\n    exec(key` : call,
    )
    .map(
      (call) =>
        /** @type {(typeof REFUSED)[number]} */ ([
          `what may have a promise form that gives an object: ${call}`,
          'several-results',
          `exports.run = function (key, cb) {
  fs.stat(key, (err) => {
    if (err) return cb(err);
    ${call}, (err, out) => {
      if (err) return cb(err);
      cb(null, out + 1);
    });
  });
};`,
        ]),
    ),
  [
    'code that is made at run time beside it',
    'names-unsure',
    `function load(key, cb) { setImmediate(cb, null, key); }
eval('load = (key, cb) => cb(null, "at once")');
exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    load(value, (err, found) => { if (err) return cb(err); cb(null, found); });
  });
};`,
  ],
  [
    'a with around it',
    'names-unsure',
    `with ({ store: (key, done) => done(null, 'with') }) {
  exports.run = function (key, cb) {
    store(key, (err, value) => {
      if (err) return cb(err);
      cb(null, [value]);
    });
  };
}`,
  ],
  [
    'a variable called undefined',
    'constant-as-name',
    `exports.run = function (key, cb) {
  var undefined = new Error('odd');
  store(key, (err, value) => {
    if (err) return cb(err);
    cb(undefined, value);
  });
};`,
  ],
  [
    'a parameter called undefined that is given something',
    'constant-as-name',
    `(function (undefined) {
  exports.run = function (key, cb) {
    store(key, (err, value) => {
      if (err) return cb(err);
      cb(undefined, [value]);
    });
  };
})(new Error('odd'));`,
  ],
  [
    'a generator that a loop closes when a wait leaves it',
    'iterator-closed',
    `function* names() { try { yield 'x'; yield 'y'; } finally { log('closed'); } }
exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    for (const name of names()) {
      if (value) return store(name, cb);
    }
    cb();
  });
};`,
  ],
  [
    'an iterator of the file that a loop closes once it has called back',
    'iterator-closed',
    `const names = { [Symbol.iterator]() { return { next: () => ({ done: false, value: 1 }), return() { log('closed'); return {}; } }; } };
exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    for (const name of names) {
      if (value) return cb(null, name);
    }
    cb();
  });
};`,
  ],
  [
    'an error that is told from undefined alone',
    'error-compared',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err !== undefined) return cb(err);
    cb(null, [value]);
  });
};`,
  ],
  .../** @type {[string, string, string][]} */ (
    ['info.value = value', 'info.source.value = value'].map((fill) => [
      `what is filled for a callback that takes it first: ${fill}`,
      'not-error-first',
      `exports.run = function (info, cb) {
  store(info.key, (err, value) => {
    if (err) return cb(null);
    ${fill};
    cb(info);
  });
};`,
    ])
  ),
  [
    'an error whose type is asked for',
    'error-compared',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (typeof err !== 'undefined') { log('failed'); return cb(null, 'none'); }
    cb(null, [value]);
  });
};`,
  ],
  .../** @type {[string, string][]} */ ([
    ['counts', 'calls++'],
    ['sets a variable', '(last = value)'],
    ['takes from a list', 'queue.shift()'],
    ['calls somebody', "(log('done'), value)"],
    ['is written to the console', 'console.log(value)'],
    ['ends a timer', 'clearTimeout(last)'],
    ['goes into a list', 'queue.push(value)'],
    ['is noted', 'note(value)'],
    ['is noted where it is nothing', '!value ? note(value) : null'],
    ['is another list whose making counts', '[1].map((each) => { calls++; return each; })'],
    ['deletes', 'delete queue[0]'],
    ['is told others', "process.emit('stored', value)"],
  ]).map(
    ([does, result]) =>
      /** @type {[string, string, string]} */ ([
        `a result beside an error that ${does}`,
        'error-with-result',
        `let calls = 0;
let last;
const queue = [1, 2];
function note(value) { last = [value]; }
exports.run = function (key, cb) {
  store(key, (err, value) => cb(err, ${result}));
};
exports.seen = () => [calls, last, queue];`,
      ]),
  ),
  .../** @type {[string, string][]} */ ([
    ['a branch', 'if (key) break;'],
    ['a block', '{ if (key) { break; } }'],
    ['a branch behind another that ends', 'if (key) { if (value) return cb(null, 0); break; }'],
  ]).map(
    ([where, leaves]) =>
      /** @type {[string, string, string]} */ ([
        `a case that is left in ${where} and does not call back`,
        'callback-not-called',
        `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    switch (value) {
      case '<a>':
        ${leaves}
        return cb(null, 1);
      default:
        return cb(null, 2);
    }
  });
};`,
      ]),
  ),
  [
    'a callback that is chosen when a tick has passed',
    'callback-escapes',
    `exports.run = function (key, options, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    if (typeof options === 'function') {
      cb = options;
      options = {};
    }
    cb(null, value);
  });
};`,
  ],
  [
    'a callback that is made up when a tick has passed',
    'callback-escapes',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    cb = cb || function () {};
    if (err) return cb(err);
    cb(null, value);
  });
};`,
  ],
  [
    'a missing error that is told from another',
    'not-error-first',
    `exports.run = function (key, cb) {
  odd(key, (err, value) => {
    if (err === null) return cb(null, value);
    cb(err);
  });
};`,
  ],
  [
    'the type of a missing error',
    'error-compared',
    `exports.run = function (key, cb) {
  odd(key, (err, value) => {
    if (typeof err === 'undefined') return cb(null, 'none');
    cb(err, value);
  });
};`,
  ],
  [
    'a result that comes with an error',
    'error-with-result',
    `exports.run = function (key, cb) {
  odd(key, (err, value) => {
    if (err) {
      log(value);
      return cb(err);
    }
    cb(null, value);
  });
};`,
  ],
  [
    'a result in the test of an error',
    'error-with-result',
    `exports.run = function (key, cb) {
  odd(key, (err, value) => {
    if (err && value !== 'result') return cb(err);
    cb(null, value);
  });
};`,
  ],
  [
    'a sink, which a call of pull-stream only makes',
    'flow-unsupported',
    `const pull = require('pull-stream');
exports.run = function (key, cb) {
  return pull.drain(log, (err) => {
    log('end');
    cb(err, key);
  });
};`,
  ],
  .../** @type {[string, string][]} */ ([
    ['a member', 'cb(null, value.length);'],
    ['something made', 'const list = split(value);\n    cb(null, list);'],
  ]).map(
    ([what, use]) =>
      /** @type {[string, string, string]} */ ([
        `a result that comes with errors that may pass, for ${what} of it`,
        'error-with-result',
        `const split = (text) => text.split('');
exports.run = function (key, cb) {
  odd(key, (err, value) => {
    if (err && err !== 'failed') return cb(err);
    ${use}
  });
};`,
      ]),
  ),
  .../** @type {[string, string][]} */ ([
    ['where it is of some kind', "if (key === 'failed') err = null;"],
    ['by a choice', 'err = err && err.code ? err : null;'],
    ['by what another function makes of it', 'err = log(err);'],
  ]).map(
    ([how, takeBack]) =>
      /** @type {[string, string, string]} */ ([
        `a result whose error is taken back ${how}`,
        'error-with-result',
        `exports.run = function (key, cb) {
  odd(key, (err, value) => {
    ${takeBack}
    if (err) return cb(err);
    cb(null, value);
  });
};`,
      ]),
  ),
  .../** @type {[string, string][]} */ ([
    ['a variable that is set meanwhile', 'lastError'],
    ['a member', 'kept.value'],
    ['what is called', 'log(value)'],
  ]).map(
    ([what, result]) =>
      /** @type {[string, string, string]} */ ([
        `a callback that is put off with ${what}`,
        'callback-deferred',
        `exports.run = function (key, cb) {
  odd(key, (err, value) => {
    if (err) return cb(err);
    const kept = { value };
    let lastError = value;
    process.nextTick(() => { lastError = kept.value = 'later'; });
    setImmediate(cb, null, ${result});
  });
};`,
      ]),
  ),
  [
    'a count that may have come to its end before',
    'parallel-loop',
    `exports.run = function (keys, cb) {
  let pending = 1;
  for (const key of ['a', 'b']) odd(key, done);
  function done() {
    if (--pending > 0) return;
    cb(null, pending);
  }
};`,
  ],
  [
    'an immediate that is returned, which callers may clear',
    'result-used',
    `exports.run = function (key, cb) {
  if (!key) return setImmediate(cb, null, 'none');
  return odd(key, (err) => (err ? cb(err) : cb(null, key)));
};`,
  ],
  [
    'a timer that is returned, which callers may clear',
    'result-used',
    `exports.run = function (key, cb) {
  if (!key) return cb();
  return setTimeout(() => odd(key, (err) => (err ? cb(err) : cb(null, key))), 5);
};`,
  ],
  [
    'a result that is called Promise',
    'name-clash',
    `exports.run = function (key, cb) {
  store(key, (err, Promise) => {
    if (err) return cb(err);
    setTimeout(() => cb(null, Promise), 1);
  });
};`,
  ],
  [
    'a variable of the file that is called Object',
    'name-clash',
    `const Object = { key: 'a' };
exports.run = function (key, cb) {
  store(Object.key, (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });
};`,
  ],
  [
    'a promise in a variable for a result',
    'result-is-promise',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    const promise = Promise.resolve(value);
    cb(null, promise);
  });
};`,
  ],
  [
    'a promise for a result, from a function of the file',
    'result-is-promise',
    `const later = async (value) => value;
exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    cb(null, value ? later(value) : null);
  });
};`,
  ],
  [
    'a promise for a result, from an async method of the file',
    'result-is-promise',
    `const later = { start: async (value) => value };
exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    const promise = later.start(value);
    cb(null, promise);
  });
};`,
  ],
  [
    'a thenable for a result',
    'result-is-promise',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    cb(null, { then: (resolve) => resolve(value) });
  });
};`,
  ],
  [
    'a name that other cases of the switch know',
    'callback-unbraced',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    switch (value) {
      case '<a>':
        let found = 1;
        return store('x', (err) => {
          if (err) return cb(err);
          cb(null, found);
        });
      default:
        found = 2;
        cb(null, found);
    }
  });
};`,
  ],
  [
    'a parameter with the name of what a wrapper calls back with',
    'name-clash',
    `exports.run = function (process, cb) {
  store(process, (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });
};`,
  ],
  [
    'another error beside a result that is handed on',
    'error-with-result',
    `exports.run = function (key, cb) {
  const early = key === 'b' ? new Error('early') : null;
  store(key, (err, value) => {
    if (err) return cb(err);
    cb(early, value);
  });
};`,
  ],
  [
    'an error that is chosen beside a result that is handed on',
    'error-with-result',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    cb(value === '<b>' ? new Error('b') : null, value);
  });
};`,
  ],
  [
    'a number that is worked out in the place of an error',
    'not-error-first',
    `exports.run = function (key, cb) {
  fs.stat(key, (err, stat) => {
    cb(stat ? stat.size - 1 : null);
  });
};`,
  ],
  [
    'what a comparison gives in the place of an error',
    'not-error-first',
    `exports.run = function (key, cb) {
  fs.stat(key, (err, stat) => {
    cb(err || stat.size > 5);
  });
};`,
  ],
  [
    'a class with the name of another, which its own body knows',
    'name-clash',
    `exports.run = function (key, cb) {
  class Box {}
  odd(new Box(), (err, value) => {
    if (err) return cb(err);
    class Box {
      static make = () => new Box();
      value = value;
    }
    cb(null, Box.make().value);
  });
};`,
  ],
  [
    'an error that is declared again',
    'name-clash',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) {
      var err = new Error('again');
      return cb(err);
    }
    cb(null, value);
  });
};`,
  ],
  [
    'an effect in the place of no error',
    'error-with-result',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    cb(void log('told'), value);
  });
};`,
  ],
];

it.each(["const { promisify } = require('util');", "var util = require('util');"])(
  'names the promisified form of a function before `%s`',
  async (declaration) => {
    const source = `${HEAD}exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });
};
${declaration}
`;
    const conversion = toAsync(source);
    expect(conversion.changed).toBe(true);
    expect(await run(conversion.source)).toEqual(await run(source));
  },
);

it.each([
  '(_, files) => cb(null, files)',
  '(err, files) => { if (err) log(err.message); cb(null, files); }',
])('gives a list beside an error where a callback of the file takes it: %s', (callback) => {
  const { changed, sites } = toAsync(`${HEAD}function list(key, cb) {
  store(key, (err, files) => cb(err, files || []));
}
exports.run = function (key, cb) {
  list(key, ${callback});
};
`);
  expect(changed).toBe(false);
  expect(sites.map(({ reason }) => reason)).toEqual(['error-with-result', 'callee-refused']);
});

it.each([
  'cb(null, 1), cb(null, 2);',
  'cb(null, 1) || cb(null, 2);',
  'const given = cb(null, 1); log(given);',
  'if (cb(null, 1)) cb(null, 2);',
  'cb(null, 1) ? cb(null, 2) : cb(null, 3);',
  'for (let i = 0; i < 2; cb(null, i++));',
  'again: { cb(null, 1); if (key) break again; cb(null, 2); }',
  "switch (key) { case 'a': cb(null, 1); default: cb(null, 2); }",
  'try { return cb(null, 1); } finally { log(key); }',
  'try { return cb(null, 1); } finally { cb(null, 2); }',
  '[1, 2].forEach((each) => cb(null, each));',
  '[1, 2].map((each) => { store(each, cb); });',
  'cb(null, Promise.resolve(1));',
  'cb(null, { then: log });',
  "cb(null, { 'then': log });",
  'const box = {}; box.then = log; cb(null, box);',
  'const box = {}; box.later = Promise.resolve(1); cb(null, box.later);',
  'class Later { then(done) { done(1); } } cb(null, new Later());',
])('does not wait for a function that calls back with `%s`', (ends) => {
  const source = `${HEAD}function load(key, cb) {
  store(key, () => { ${ends} });
}
exports.run = function (key, cb) {
  load(key, (err, value) => {
    if (err) return cb(err);
    cb(null, typeof value);
  });
};
`;
  const { changed, sites } = toAsync(source);
  expect(changed).toBe(false);
  expect(sites.at(-1)?.reason).toBe('callee-refused');
});

it.each([
  ['known(key, cb); log(key);', false],
  ['known(key, (err, value) => { log(key); cb(err, value); }); log(key);', false],
  ['try { known(key, cb); } finally { log(key); }', false],
  ['if (key) known(key, cb); else cb(); log(key);', false],
  ['known(key, cb);', true],
  ['if (key) return known(key, cb); cb();', true],
  ['store(key, cb); log(key);', true],
])('waits for a function that does `%s`: %s', (ends, waits) => {
  const source = `${HEAD}function known(key, cb) {
  if (key) return cb(null, key);
  store(key, cb);
}
function load(key, cb) {
  setImmediate(() => { ${ends} });
}
exports.run = function (key, cb) {
  load(key, (err, value) => {
    if (err) return cb(err);
    cb(null, typeof value);
  });
};
`;
  const { sites } = toAsync(source);
  expect(sites.at(-1)).toMatchObject(
    waits ? { status: 'converted' } : { status: 'refused', reason: 'callee-refused' },
  );
});

it.each([
  '(function () { cb(null, key); })();',
  '(() => { if (key) return cb(null, key); store(key, cb); })();',
  '(function () { return cb(null, key); }).call(this);',
  '(async () => { cb(null, key); })();',
  '(async function () { if (key) return cb(null, key); await 0; cb(); })();',
  'const end = () => cb(null, key); (function () { end(); })();',
  'new Promise(() => { cb(null, key); });',
  'new Loader((err, value) => cb(err, value)); function Loader(end) { end(null, key); }',
])('knows of a function that it calls back in the tick of its caller: %s', (ends) => {
  const { changed } = toAsync(`${HEAD}function load(key, cb) { ${ends} }
exports.run = function (key, cb) {
  load(key, (err, value) => {
    if (err) return cb(err);
    cb(null, typeof value);
  });
};
`);
  expect(changed).toBe(false);
});

it.each([
  "switch (key) { case 'a': found(1); default: found(2); }",
  'store(key, () => found(1)); store(key, () => found(2));',
  'found(1) || found(2);',
  'found(Promise.resolve(1));',
])('does not wait for a function that calls what it is given with `%s`', (ends) => {
  const { changed, sites } = toAsync(`${HEAD}function find(key, found) { ${ends} }
exports.run = function (key, cb) {
  store(key, (err) => {
    if (err) return cb(err);
    find(key, (value) => { log(value); cb(null, typeof value); });
  });
};
`);
  expect(changed).toBe(false);
  expect(sites.map(({ reason }) => reason)).toEqual(['callee-refused']);
});

it.each([
  "switch (key) { case 'a': case 'b': found(1); break; default: { found(2); break; } }",
  'if (key) return store(key, () => found(1)); store(key, () => found(2));',
  'return key ? found(1) : void found(2);',
  'try { log(key); } finally { found(1); }',
])('waits for a function that calls what it is given once: `%s`', async (ends) => {
  const source = `${HEAD}function find(key, found) { ${ends} }
exports.run = function (key, cb) {
  store(key, (err) => {
    if (err) return cb(err);
    find(key, (value) => { log(value); cb(null, typeof value); });
  });
};
`;
  const conversion = toAsync(source);
  expect(conversion.changed).toBe(true);
  for (const way of BOTH) {
    expect(await run(conversion.source, way)).toEqual(await run(source, way));
  }
});

it.each([
  '(err, files) => { if (err) return cb(err); cb(null, files.length); }',
  '(err, files) => { if (err || !files.length) return cb(err); cb(null, files.length); }',
  '(err, files) => { if (!err) return cb(null, files.length); cb(null, 0); }',
  '(err, files) => (err ? cb(err) : cb(null, files.length))',
])(
  'converts what gives a list beside an error that nobody of the file takes: %s',
  async (callback) => {
    const source = `${HEAD}function list(key, cb) {
  store(key, (err, files) => cb(err, files || []));
}
exports.run = function (key, cb) {
  list(key, ${callback});
};
`;
    const conversion = toAsync(source);
    expect(conversion.sites.map(({ status }) => status)).toEqual(['converted', 'converted']);
    for (const way of BOTH) {
      expect(await run(conversion.source, way)).toEqual(await run(source, way));
    }
  },
);

it.each([
  'value && note(value)',
  'value ? note(value) : null',
  'odd.note(value)',
  'new Date(value)',
  '[key].concat(JSON.stringify(value))',
])('converts what makes a result of another one beside an error: %s', async (result) => {
  const source = `${STORE}${HEAD}const seen = [];
function note(value) { seen.push(value); return [value, seen.length]; }
exports.run = function (key, cb) {
  store(key, (err, value) => cb(err, ${result}));
};
`;
  const conversion = toAsync(source, { accept: 'result-is-no-promise' });
  expect(conversion.sites.map(({ status }) => status)).toEqual(['converted']);
});

it('reports that an error which is not there may be kept as another nothing', async () => {
  const { sites } = toAsync(`${HEAD}exports.run = function (key, cb) {
  store(key, (err) => {
    const failed = err && err.code;
    log(failed);
    cb();
  });
};
`);
  expect(sites[0]?.assumes).toContain('callback-arguments');
});

it('reports that an error which is not there may be handed on as another nothing', async () => {
  const { sites } = toAsync(`${HEAD}exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) {
      if (key === 'none') return cb(null, []);
      return cb(err);
    }
    cb(err, value);
  });
};
`);
  expect(sites[0]?.assumes).toContain('callback-arguments');
});

const LOOKUP = (/** @type {string} */ options) => `const dns = require('dns');
exports.run = function (host, options, cb) {
  dns.lookup(host, ${options}, (err, found) => {
    if (err) return cb(err);
    cb(null, typeof found, found.length);
  });
};
`;

/** Not asked of a server. */
const HOST = '127.0.0.1';

it.each(['4', '{ family: 4 }', '{ all: true }', "{ 'all': true, family: 4 }", '{ all: false }'])(
  'looks up addresses with %s',
  async (options) => {
    const source = LOOKUP(options).replace(', found.length', '');
    const conversion = toAsync(source);
    expect(conversion.changed).toBe(true);
    const way = { args: [HOST, undefined] };
    expect(await run(conversion.source, way)).toEqual(await run(source, way));
  },
);

it.each(['options', '{ ...options }', '{ [options]: true }', '{ all: options }'])(
  'does not guess whether it is a list that is looked up with %s',
  (options) => {
    expect(toAsync(LOOKUP(options)).sites.map(({ reason }) => reason)).toEqual(['several-results']);
  },
);

it('names modules before what is said of a function that stands between imports', async () => {
  const source = `const store = require('store');
const run = (exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });
});
const name = store.name;
exports.name = name + run.length;
`;
  const conversion = toAsync(source);
  expect(conversion.changed).toBe(true);
  expect(await run(conversion.source)).toEqual(await run(source));
});

describe('callback functions under attack', () => {
  it.each(SAME)('keep %s', async (_, body, ways) => {
    const source = `${HEAD}${body}\n`;
    const conversion = toAsync(source);
    expect(new Set(conversion.sites.map(({ status }) => status))).toEqual(new Set(['converted']));
    for (const way of ways) {
      expect(await run(conversion.source, way)).toEqual(await run(source, way));
    }
    expect(toAsync(conversion.source).changed, 'a second run').toBe(false);
  });

  it.each(REFUSED)('are left alone: %s', (_, reason, body) => {
    const { changed, sites } = toAsync(`${HEAD}${STORE}${body}\n`);
    expect(changed).toBe(false);
    expect(sites.map((site) => site.reason)).toEqual([reason]);
  });
});

it('leaves a server that is returned where it starts to listen, as ldapjs does', () => {
  const body = `function Server(server) { this.server = server; }
Server.prototype.listen = function (port, cb) {
  return this.server.listen(port, (err) => {
    if (err) return cb(err);
    cb(null, this);
  });
};`;
  const { changed, sites } = toAsync(`${HEAD}${body}\n`, { accept: 'timing-unobservable' });
  expect(changed).toBe(false);
  expect(sites.map((site) => site.reason)).toEqual(['result-used']);
});

it.each(['keep', 'async'])('leaves what sloppy code uses outside of its block: --api=%s', (api) => {
  const source = `${HEAD}try { function run(key, cb) { store(key, (err, value) => { if (err) return cb(err); cb(null, [value]); }); } } catch (e) {}
run('a', log);
`;
  expect(toAsync(source, { api }).changed).toBe(false);
});

it.each([
  ['is called itself', 'file.close(cb);'],
  ['has what is called', 'file.parts.first.close(cb);'],
])('calls a method on the variable that gets another name: it %s', async (_, call) => {
  const source = `const make = (name, found) => {
  const file = {
    open(done) { setImmediate(() => done(null, found)); },
    close(done) { setImmediate(() => done(null, this.name)); },
    name,
  };
  return Object.assign(file, { parts: { first: file } });
};
const inner = make('inner');
exports.run = function (key, cb) {
  const file = make('outer', inner);
  file.open((err, file) => {
    if (err) return cb(null);
    ${call}
  });
};
`;
  const conversion = toAsync(source, { accept: 'timing-unobservable' });
  expect(conversion.source).toContain('file1');
  expect(await run(conversion.source)).toEqual(await run(source));
});

it('gives another name to what stands behind a count now', async () => {
  const source = `${HEAD}exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    const first = value;
    const found = [];
    let pending = 2;
    store(1, ondone);
    store(2, ondone);
    function onlast(err, value) {
      if (err) return cb(err);
      cb(null, [first, value, found]);
    }
    function ondone(err, each) {
      found.push(each);
      if (--pending) return;
      store(3, onlast);
    }
  });
};
`;
  const conversion = toAsync(source);
  expect(conversion.changed).toBe(true);
  expect(await run(conversion.source)).toEqual(await run(source));
});

it.each([
  'exports.run = run;\nfunction run(run, cb)',
  'exports.run = function (exports, cb)',
  'const run = (exports.run = function (run, cb)',
])(
  'does not call a function by a name that its parameter hides with --api=dual: %s',
  async (head) => {
    const end = head.includes('(exports.run =') ? ')' : '';
    const source = `${HEAD}${head} {
  if (log('asked') > 9) return cb(new Error('never'));
  store('a', (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });
}${end};
`;
    const conversion = toAsync(source, { api: 'dual' });
    expect(conversion.source).not.toMatch(/promisify\((?:exports\.)?run\)/u);
    expect(await run(conversion.source)).toEqual(await run(source));
  },
);

it.each([
  "const { promisify } = require('util');",
  "const promisify = require('util').promisify;",
  "const promisify = require('util');",
  "const promisify = require('fs').promises;",
])('does not hide what is called to wait: %s', async (line) => {
  const source = `${HEAD}${line}
exports.run = function (key, cb) {
  const own = { store };
  own.store(key, (err, value) => {
    if (err) return cb(err);
    const promisify = [value];
    cb(null, promisify);
  });
};
exports.other = promisify;
`;
  const conversion = toAsync(source, { accept: 'timing-unobservable' });
  expect(conversion.changed).toBe(true);
  expect(await run(conversion.source)).toEqual(await run(source));
});
