import { describe, expect, it } from 'vitest';

import { HEAD, run, toAsync } from './run.js';

/**
 * What converts where callers do not mind when their callback is called: all else that they see stays.
 */

const ACCEPT = { accept: 'timing-unobservable' };

/** @type {Parameters<typeof run>[1][]} */
const KEYS = [{ args: ['a'] }, { args: ['bad'] }];

/** @type {Parameters<typeof run>[1][]} */
const PARSED = ['1', '2', '3', '{', 'x', 'bad'].map((key) => ({ args: [key] }));

const LOCK = `const lock = { queue: [], take(go) { this.queue.push(go); if (this.queue.length === 1) go(); }, leave() { this.queue.shift(); if (this.queue[0]) this.queue[0](); } };
`;

/** @type {[string, string, Parameters<typeof run>[1][]?][]} */
const SAME = [
  [
    'functions that are declared beside a wait',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    function build(path) {
      return path + value;
    }
    cb(null, build(key));
  });
};`,
  ],
  [
    'a callback with the this around it',
    `exports.run = function (key, cb) {
  store(key, function (err, value) {
    if (err) {
      this.failed = true;
      log('failed ' + this.name);
      setImmediate(cb);
      return;
    }
    cb(null, this.name + value);
  }.bind(this));
};`,
    [
      { args: ['a'], receiver: { name: 'own' } },
      { args: ['bad'], receiver: { name: 'own' } },
    ],
  ],
  [
    'a callback that is put in a list of its own',
    `exports.run = function (key, cb) {
  load(key, (err, value) => {
    if (err) return cb(err);
    log('got ' + value);
    cb(null, value);
  });
};
function load(key, cb) {
  const args = [key];
  args.push(cb);
  store.apply(null, args);
}`,
  ],
  [
    'a try that hands on what is thrown',
    `exports.run = function (key, cb) {
  try {
    if (key === 'throw') throw new Error('thrown');
    return store(key.trim(), (err, value) => {
      if (err) return cb(err);
      log('stored');
      cb(null, value);
    });
  } catch (error) {
    return cb(error);
  }
};`,
    [{ args: ['a'] }, { args: ['bad'] }, { args: ['throw'] }, { args: [undefined] }],
  ],
  [
    'a try around a call whose error goes elsewhere',
    `exports.run = function (key, cb) {
  const load = (value, done) => { if (value === 'throw') throw new Error('thrown'); store(value, done); };
  const all = { load };
  try {
    all.load(key, (err, value) => {
      if (err) return cb(null, 'instead of ' + err.message);
      cb(null, value);
    });
  } catch (error) {
    return cb(error);
  }
};`,
    [{ args: ['a'] }, { args: ['bad'] }, { args: ['throw'] }],
  ],
  [
    'a try around the callback and what it is given',
    `exports.run = function (key, cb) {
  store(key, (err) => {
    if (err) return cb(err);
    try {
      cb(null, JSON.parse(key));
    } catch (error) {
      cb(error);
    }
  });
};`,
    PARSED,
  ],
  [
    'such a try behind a branch, with a return',
    `exports.run = function (key, cb) {
  store(key, (err) => {
    if (err && err.message === 'none') {
      cb(null, null);
    } else if (err) {
      cb(err);
    } else {
      try {
        return cb(null, JSON.parse(key));
      } catch (error) {
        return cb(error);
      }
    }
  });
};`,
    PARSED,
  ],
  [
    'a try that calls back with something else',
    `exports.run = function (key, cb) {
  store(key, (err) => {
    if (err) return cb(err);
    try {
      const found = JSON.parse(key);
      if (found === 1) return cb(null, 'one');
      if (found === 2) throw new Error('two');
      cb(null, found);
    } catch (error) {
      log('caught ' + error.name);
      if (key === '{') return cb(null, {});
      cb(new Error('no JSON'));
    }
  });
};`,
    PARSED,
  ],
  [
    'a try around a function that calls back',
    `exports.run = function (key, cb) {
  store(key, (err) => {
    if (err) return cb(err);
    try {
      return end(JSON.parse(key));
    } catch (error) {
      return cb(error);
    }
  });
  function end(value) {
    log('end');
    cb(null, value);
  }
};`,
    PARSED,
  ],
  [
    'a chain of functions, each in a try',
    `exports.run = function (layers, cb) {
  (function pass(i, err, value) {
    if (err === 'pass') err = undefined;
    if (err || value) return cb(err, value);
    const layer = layers[i];
    if (!layer) return cb(new Error('none'));
    function given(e, v) {
      pass(i + 1, e, v);
    }
    try {
      layer(i, given);
    } catch (error) {
      return cb(error);
    }
  })(0);
};`,
    [
      { args: [[(/** @type {any} */ _, /** @type {any} */ next) => next('pass'), pick]] },
      { args: [[(/** @type {any} */ _, /** @type {any} */ next) => next(new Error('own'))]] },
      { args: [[fail]] },
      { args: [[]] },
    ],
  ],
  [
    'a loop that returns from a turn',
    `exports.run = function (keys, cb) {
  for (const key of keys) {
    if (key !== 'skip') {
      return store(key, (err, value) => {
        if (err) return cb(err);
        cb(null, value);
      });
    }
  }
  return cb(null, 'none');
};`,
    [{ args: [['skip', 'a']] }, { args: [['bad']] }, { args: [['skip']] }],
  ],
  [
    'a callback that gets nothing',
    `${LOCK}exports.run = function (key, cb) {
  lock.take(() => {
    log('taken');
    store(key, (err, value) => {
      lock.leave();
      if (err) return cb(err);
      cb(null, value);
    });
  });
};`,
  ],
  [
    'an error that nobody looks at, beside a result',
    `const odd = require('odd');
exports.run = function (key, cb) {
  odd(key, function (err, value) {
    if (value !== 'result') return cb(new Error('none'));
    cb(null, value);
  });
};`,
  ],
  [
    'a function of the file that gives a value alone',
    `function look(key, found) {
  if (key === 'a') return found(key + 1, 2);
  store(key, (err, value) => found(value ?? 'nothing', 1));
}
exports.run = function (key, cb) {
  look(key, (value, count) => {
    log('found ' + value);
    if (count > 1) return cb(null, value);
    store(value, cb);
  });
};`,
    [{ args: ['a'] }, { args: ['bad'] }, { args: ['b'] }],
  ],
  [
    'three results and an error that is looked at later',
    `function seek(key, done) { store(key, (err) => (err ? done(err) : done(null, key, [key], 3))); }
const all = { seek };
exports.run = function (key, cb) {
  const own = all;
  own.seek(key, (err, node, rest, count) => {
    log('found ' + node);
    if (err) return cb(err);
    cb(null, rest.length + count);
  });
};`,
  ],
  [
    'a value that is taken from what stands beside the error',
    `const all = { path(key, done) { store(key, (err, value) => (err ? done(err) : done(null, { value }, [], 1))); } };
exports.run = function (key, cb) {
  all.path(key, (err, node, rest, count) => {
    let value = null;
    if (node && rest.length === 0) value = node.value;
    log('value ' + value);
    cb(err, value);
  });
};`,
  ],
  [
    'a function of the file that reads its arguments',
    `function load() { store(...arguments); }
exports.run = function (key, cb) {
  load(key, (err, value) => {
    if (err) return cb(err);
    cb(null, value.length);
  });
};`,
  ],
  [
    'a method of another object that goes by the same name',
    `const db = { get(key, how, done) { store(key + how, done); } };
const own = { db, get(key, done) { if (!key) throw new Error('no key'); done(null, 1); done(null, 2); } };
exports.run = function (key, cb) {
  own.db.get(key, 1, (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });
};`,
    [{ args: ['a'] }, { args: [''] }],
  ],
  [
    'a callee that does not call back on each path',
    `const cache = {
  ready(go) { store('x', (err) => { if (!err) go(); }); },
};
exports.run = function (key, cb) {
  cache.ready((err) => {
    if (err) return cb(err);
    store(key, cb);
  });
};`,
  ],
  [
    'a callee that puts something before its callback',
    `const cache = {
  get(key, done) { if (key === 'a') done = noting(done); store(key, done); },
};
function noting(done) { return (err, value) => { log('noted'); done(err, value); }; }
exports.run = function (key, cb) {
  cache.get(key, (err, value) => {
    if (err) return cb(err);
    cb(null, value.length);
  });
};`,
  ],
];

/**
 * @param {Awaited<ReturnType<typeof run>>} seen
 * @returns {object} What stays: not when, and not how a missing error or result is written, or a result beside
 *   an error.
 */
function withoutTiming({ log, calls, uncaught, length, name, thrown }) {
  const given = calls.map(([error = null, value]) => (error ? [error] : [error, value]));
  return { log, calls: given, uncaught, length, name, thrown };
}

/** @param {unknown} _ @param {(error: unknown, value: string) => void} next */
function pick(_, next) {
  next(null, 'picked');
}

/** @returns {never} */
function fail() {
  throw new Error('thrown');
}

/** @type {[string, string, string][]} */
const REFUSED = [
  [
    'an async function in util.callbackify, which tells a missing reason from an error',
    'callee-unsupported',
    `const util = require('util');
exports.run = function (key, cb) { util.callbackify(async (item) => { if (!item) throw null; return item; })(key, (err, item) => { if (err) return cb(err); cb(null, item); }); };`,
  ],
  [
    'such a function, and one for what comes then that takes no error',
    'callee-unsupported',
    `const util = require('util');
exports.run = function (key, cb) { function end() { log('ended'); cb(null); } util.callbackify(async (item) => item)(key, end); };`,
  ],
  [
    'an error that the try around it would get',
    'callback-caught',
    `exports.run = (key, cb) => { store(key, (err, value) => { if (err) return cb(err); try { if (!value) return cb(new Error('none')); cb(null, JSON.parse(value)); } catch (error) { return cb(null, {}); } }); };`,
  ],
  [
    'a try that does more than hand on',
    'callback-in-try',
    `exports.run = (key, cb) => { store(key, (err) => { if (err) return cb(err); try { store('x', cb); } catch (error) { log('caught'); return cb(error); } }); };`,
  ],
  [
    'what may call back again and again',
    'not-error-first',
    `exports.run = (bus, cb) => { bus.watch('x', () => { store('y', (err) => { if (err) return cb(err); cb(null); }); }); };`,
  ],
  [
    'a function of the file that calls back in each turn',
    'callee-refused',
    `function look(keys, found) { for (const key of keys) store(key, (err, value) => found(value)); }
exports.run = (keys, cb) => { look(keys, (value) => { if (!value) return cb(new Error('none')); cb(null, value); }); };`,
  ],
  [
    'a function of the file that hands its function to each',
    'callee-refused',
    `function look(keys, found) { keys.forEach((key) => found(key)); }
exports.run = (keys, cb) => { look(keys, (value) => { store(value, cb); }); };`,
  ],
  [
    'a callee that never calls back on a path, and twice on another',
    'callee-refused',
    `function part(key, done) { store(key, (err) => { if (err) return; done(null, 1); done(null, 2); }); }
exports.run = (key, cb) => { part(key, (err, value) => { if (err) return cb(err); cb(null, value); }); };`,
  ],
  [
    'a callee that never calls back on a path, and with a value for an error on another',
    'callee-refused',
    `function part(key, done) { store(key, (err) => { if (err) done(null); else if (key) done('text'); }); }
exports.run = (key, cb) => { part(key, (err, value) => { if (err) return cb(err); cb(null, value); }); };`,
  ],
];

describe('callback functions whose callers do not mind when', () => {
  it.each(SAME)('keep %s', async (_, body, ways = KEYS) => {
    const source = `${HEAD}${body}\n`;
    const conversion = toAsync(source, ACCEPT);
    expect(conversion.sites.map(({ status, line }) => `${status} ${line}`)).toContain(
      `converted ${source.slice(0, source.indexOf('exports.run')).split('\n').length}`,
    );
    expect(conversion.source).toContain('async');
    for (const way of ways) {
      const before = await run(source, way);
      const after = await run(conversion.source, way);
      expect(withoutTiming(after)).toEqual(withoutTiming(before));
      expect(before.calls.length).toBeLessThan(2);
    }
    expect(toAsync(conversion.source, ACCEPT).changed, 'a second run').toBe(false);
  });

  it.each(REFUSED)('are left alone: %s', (_, reason, body) => {
    const source = `${HEAD}${body}\n`;
    const { sites } = toAsync(source, ACCEPT);
    const line = source.slice(0, source.indexOf('exports.run')).split('\n').length;
    expect(sites.find((site) => site.line === line)?.reason).toBe(reason);
  });

  it('read as a person would write them', () => {
    const { source } = toAsync(
      `const lock = require('lock');
const store = require('store');

exports.put = function (key, value, cb) {
  lock.take(key, function () {
    // Nobody else writes it now.
    store.put(key, value, function (err, size) {
      lock.leave(key);
      cb(err, size);
    });
  });
};
`,
      ACCEPT,
    );
    expect(source).toContain(`async function putAsync(key, value) {
  await new Promise((resolve) => lock.take(key, resolve));
  // Nobody else writes it now.
`);
  });
});
