import { describe, expect, it } from 'vitest';

import { codemod } from '../../../codemods/callback-to-async.js';
import { convert } from '../../../core/codemod/convert.js';
import { HEAD, run, toAsync } from './run.js';

/**
 * Operations that run side by side, counted by their callbacks.
 */

const KEYS = [{ args: [['a', 'b', 'c']] }, { args: [['a', 'bad', 'c']] }, { args: [['a']] }];

/** @type {[string, string, Parameters<typeof run>[1][]][]} */
const SAME = [
  [
    'a loop whose errors are gathered',
    `exports.run = function (keys, cb) {
  var values = [];
  var error = null;
  var pending = keys.length;

  for (var i = 0; i < keys.length; i++) {
    store(keys[i], onvalue);
  }

  function onvalue(err, value) {
    if (err) error = err;
    log('value ' + value);
    if (value) values.push(value);
    if (--pending) return;
    if (error) return cb(error);
    log('all');
    cb(null, values);
  }
};`,
    KEYS,
  ],
  [
    'an empty list, in the same tick',
    `exports.run = function (keys, cb) {
  let pending = keys.length;
  let error = null;
  if (!pending) return cb(null, []);
  for (const key of keys) store(key, done);
  function done(err) {
    if (err) error = err;
    if (--pending === 0) cb(error);
  }
};`,
    [{ args: [[]] }, { args: [['a', 'b']] }, { args: [['bad', 'b']] }],
  ],
  [
    'an error that is handed on once, and the operations that go on',
    `exports.run = function (keys, cb) {
  let left = keys.length;
  let failed = false;
  keys.forEach(function (key) {
    store(key, function (err) {
      if (failed) return;
      if (err) {
        failed = true;
        return cb(err);
      }
      log('end of ' + key);
      left -= 1;
      if (left === 0) {
        log('all');
        store('last', (err, value) => {
          if (err) return cb(err);
          cb(null, value);
        });
      }
    });
  });
};`,
    [...KEYS, { args: [['bad', 'bad', 'c']] }],
  ],
  [
    'different operations, counted up, below a first one',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    let ended = 0;
    const errors = [];
    store('bad', onend);
    store('x', (err, found) => {
      log('found ' + found);
      store(found, onend);
    });
    log('started');
    function onend(err) {
      if (err) errors.push(err.message);
      if (++ended === 2) {
        const i = errors.length;
        if (i) return cb(null, errors);
        cb(null, value);
      }
    }
  });
};`,
    [{ args: ['a'] }, { args: ['bad'] }],
  ],
  [
    'functions for what comes behind the count, that stand before it',
    `exports.run = function (keys, cb) {
  let size = 0;
  let error = null;
  let pending = keys.length;
  for (const key of keys) store(key, onvalue);

  // What comes last.
  function onlast(err, value) {
    if (err) return cb(err);
    finish(value);
  }

  function finish(value) {
    log('finish');
    cb(null, [value, size]);
  }

  function onvalue(err, value) {
    if (err) error = err;
    if (value) size += value.length;
    if (--pending) return;
    if (error) return cb(error);
    log('all');
    if (size > 8) finish('long');
    else store('last', onlast);
  }
};`,
    KEYS,
  ],
  [
    'a function for what comes behind the count, below a first operation',
    `exports.run = function (keys, cb) {
  const out = [];
  if (keys.length === 0) return cb(null, out);
  store('first', function (err) {
    if (err) return cb(err);
    let pending = keys.length;
    keys.forEach((key) => {
      store(key, onvalue);
    });

    function onlast(err, value) {
      if (err) {
        return cb(err);
      }
      cb(null, out.concat(value));
    }

    function onvalue(err, value) {
      out.push(value || err.message);
      if (--pending === 0) store('last', onlast);
    }
  });
};`,
    KEYS,
  ],
  [
    'a function that leads to the one that counts, and this',
    `exports.run = function (keys, cb) {
  this.count = 0;
  var pending = keys.length + 1;
  var error = null;
  for (var i = 0; i < keys.length; i++) store(keys[i] + this.count++, onvalue);
  store('signature', onsignature);

  function onsignature(err, value) {
    log('signature ' + value);
    onvalue(err);
  }

  function onvalue(err) {
    if (err) error = err;
    if (--pending !== 0) return;
    finish(error);
  }

  function finish(err) {
    if (err) return cb(err);
    for (var i = 0; i < 2; i++) log('turn ' + i);
    cb(null, i);
  }
};`,
    [{ args: [['a', 'b']], receiver: {} }],
  ],
  [
    'a latch in a function that starts each operation',
    `exports.run = function (keys, cb) {
  let left = keys.length;
  let failed;
  for (const key of keys) start(key);
  function start(key) {
    log('start ' + key);
    store(key, (err, value) => {
      if (failed) return;
      if (err) return cb((failed = err));
      log('end ' + value);
      if (--left === 0) {
        log('all');
        cb(null, keys.length);
      }
    });
  }
};`,
    [...KEYS, { args: [['bad', 'bad']] }],
  ],
  [
    'what each turn of a loop declares',
    `exports.run = function (keys, cb) {
  const found = {};
  let ended = 0;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    store(key, (err, value) => {
      found[key + i] = err ? err.message : value;
      if (++ended === keys.length) cb(null, found);
    });
  }
};`,
    KEYS,
  ],
  [
    'the next operation behind the count, at once or put off',
    `exports.run = function (keys, cb) {
  let left = keys.length;
  keys.forEach((key) => {
    store(key, (err, value) => {
      log(value);
      if (--left) return;
      if (keys.length > 1) return process.nextTick(cb, null, 'many');
      store('last', (err, last) => {
        if (err) return cb(err);
        cb(null, last + keys.length);
      });
    });
  });
};`,
    KEYS,
  ],
];

/** @type {[string, string, string][]} */
const REFUSED = [
  [
    'errors that are handed on as often as they come',
    'parallel-loop',
    `exports.run = (keys, cb) => { let left = keys.length; keys.forEach((key) => { store(key, (err) => { if (err) return cb(err); if (--left === 0) cb(); }); }); };`,
  ],
  [
    'a latch that nothing asks',
    'parallel-loop',
    `exports.run = (keys, cb) => { let left = keys.length, failed; keys.forEach((key) => { store(key, (err) => { if (err) return cb((failed = err)); if (--left === 0) cb(); }); }); };`,
  ],
  [
    'the last result, of the operation that ends last',
    'parallel-loop',
    `exports.run = (keys, cb) => { let left = keys.length, error; keys.forEach((key) => { store(key, (err, value) => { if (err) error = err; if (--left === 0) cb(null, value); }); }); };`,
  ],
  [
    'what the turn declares that ends last',
    'parallel-loop',
    `exports.run = (keys, cb) => { let left = keys.length; keys.forEach((key) => { store(key, () => { if (--left === 0) cb(null, key); }); }); };`,
  ],
  [
    'operations that may call back at once',
    'timing-unobservable',
    `exports.run = function (keys, cb) { let left = keys.length; for (const key of keys) this.load(key, done); function done() { if (--left) return; cb(null); } };`,
  ],
  [
    'one that is counted at once',
    'timing-unobservable',
    `exports.run = function (keys, cb) { let left = keys.length + 1; for (const key of keys) store(key, done); done(); function done() { if (--left) return; cb(null); } };`,
  ],
  [
    'a count that starts anew',
    'parallel-loop',
    `exports.run = function (keys, cb) { let left = keys.length; for (const key of keys) store(key, done); function done() { if (--left) return; if (keys.length) { left = 1; return store(keys.pop(), done); } cb(null); } };`,
  ],
  [
    'a name that means something else behind the count',
    'name-clash',
    `exports.run = function (keys, cb) { const size = keys.length; let left = size; for (const key of keys) store(key, done); function done() { if (--left) return; const size = 'own'; cb(null, size); } };`,
  ],
];

describe('operations that are counted', () => {
  it.each(SAME)('keep %s', async (_, body, ways) => {
    const source = `${HEAD}${body}\n`;
    const conversion = toAsync(source);
    const reasons = conversion.sites.map(({ reason }) => reason);
    expect(reasons).toEqual([undefined]);
    expect(conversion.source).toContain('await new Promise(');
    for (const way of ways) {
      const before = await run(source, { ...way, args: structuredClone(way?.args ?? []) });
      const after = await run(conversion.source, {
        ...way,
        args: structuredClone(way?.args ?? []),
      });
      expect(after).toEqual(before);
      expect(before.calls).toHaveLength(1);
    }
    expect(toAsync(conversion.source).changed, 'a second run').toBe(false);
  });

  it.each(REFUSED)('are left alone: %s', (_, reason, body) => {
    const conversion = toAsync(`${HEAD}${body}\n`);
    expect(conversion.sites.map((site) => site.reason)).toContain(reason);
    expect(conversion.changed).toBe(false);
  });

  it('read as a person would write them', () => {
    const { source } = toAsync(`exports.close = function (files, cb) {
  let missing = files.length;
  let error = null;

  // Side by side.
  for (const file of files) {
    store(file, done);
  }

  function done(err) {
    if (err) error = err;
    if (--missing) return;
    cb(error);
  }
};
const store = require('store');
`);
    expect(source).toContain(`  let missing = files.length;
  let error = null;

  // Side by side.
  await new Promise((resolve) => {
    for (const file of files) {
      store(file, done);
    }

    function done(err) {
      if (err) error = err;
      if (--missing) return;
      resolve();
    }
  });
  if (error) throw error;
}
`);
  });

  it('have a promise of nothing in TypeScript', () => {
    const source = `import store from 'store';
export function run(keys: string[], cb: (err?: Error | null) => void): void {
  let left = keys.length;
  let error: Error | null = null;
  for (const key of keys) store(key, done);
  function done(err?: Error | null) {
    if (err) error = err;
    if (--left === 0) cb(error);
  }
}
`;
    const conversion = convert({ path: 'program.ts', source }, codemod, { api: 'async' });
    expect(conversion.source).toContain('await new Promise<void>((resolve) => {');
  });
});
