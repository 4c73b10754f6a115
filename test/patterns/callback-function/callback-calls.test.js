import { describe, expect, it } from 'vitest';

import { HEAD, run, toAsync } from './run.js';

/**
 * Callbacks that are called by `call` and `apply`: what they are called on is kept where a caller may
 * look at it.
 */

/** @type {[string, string, string, string][]} */
const SAME = [
  [
    'on nothing, as `cb(err, value)`',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb.call(null, err);
    log(value);
    cb.call(undefined, null, value.length);
  });
};`,
    '(value) => process.nextTick(() => cb(null, value))',
    'return value.length;',
  ],
  [
    'on nothing, with its arguments in a list',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) {
      cb.apply(null, [err]);
      return;
    }
    cb.apply(void 0, [null, value, key]);
  });
};`,
    '(values) => process.nextTick(() => cb(null, ...values))',
    'return [value, key];',
  ],
  [
    'on what the function is called on',
    `exports.run = function (key, cb) {
  const self = this;
  if (!key) return cb.call(this, new Error('no key'));
  store(key, function (err, value) {
    if (err) return cb.call(self, err);
    self.value = value;
    cb.call(self, null, value);
  });
};`,
    '(value) => process.nextTick(() => cb.call(this, null, value))',
    'return value;',
  ],
  [
    'on `this` of arrow functions and bound ones, if there is a callback',
    `exports.run = function (key, cb) {
  store(key, (err, one) => {
    if (err) return cb && cb.call(this, err);
    store(one, function (err, two) {
      if (err) return cb && cb.call(this, err);
      this.two = two;
      if (cb) cb.apply(this, [null, two]);
    }.bind(this));
  });
};`,
    'cb && cb.call(this, null, value)',
    'return two;',
  ],
  [
    'if there is a callback, by `?.`: what is no function is called all the same',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb?.(err);
    cb?.(null, value.length);
  });
};`,
    '(value) => process.nextTick(() => cb?.(null, value))',
    'return value.length;',
  ],
  [
    'if it is a function, in as many lines as a formatter gives that',
    `exports.run = function (key, callback) {
  store(key, (err, value) => {
    if (err) return typeof callback == 'function' && callback(err);
    if (typeof callback == 'function') callback(null, value.length);
  });
};`,
    `    (value) =>
      process.nextTick(
        () => typeof callback == 'function' && callback(null, value),
      ),
    (err) =>
      process.nextTick(() => typeof callback == 'function' && callback(err)),`,
    'return value.length;',
  ],
  [
    'if it is a function, with as many arguments as it got',
    `exports.run = function (key, whenStored) {
  store(key, (err, value) => {
    if (err && err.message === 'none') return typeof whenStored === 'function' && whenStored();
    if (err) return typeof whenStored === 'function' && whenStored(err);
    if (typeof whenStored === 'function') whenStored(null, value.length);
  });
};`,
    `      process.nextTick(
        () =>
          typeof whenStored === 'function' &&
          (value === undefined ? whenStored() : whenStored(null, value)),
      ),`,
    'return value.length;',
  ],
  [
    'with an error that is wrapped, or none',
    `exports.run = function (key, cb) {
  store(key, (err) => {
    if (err) return cb.call(this, new Error('wrapped'));
    store('x', (err) => cb.call(this, err));
  });
};`,
    '() => process.nextTick(() => cb.call(this, null))',
    "throw new Error('wrapped');",
  ],
  [
    'in turns of a function that is a loop now',
    `exports.run = function (keys, cb) {
  const out = [];
  if (!Array.isArray(keys)) keys = [keys, ''];
  store('first', (err) => {
    if (err) return cb.call(null, err);
    function next(i) {
      if (i === keys.length) return cb.apply(null, [null, out]);
      store(keys[i], (err, value) => {
        if (err) return cb.call(null, err);
        out.push(value);
        next(i + 1);
      });
    }
    next(0);
  });
};`,
    '(value) => process.nextTick(() => cb(null, value))',
    'for (let i = 0; i !== keys.length; i++) {',
  ],
];

/** @type {[string, string, string][]} */
const REFUSED = [
  [
    'what the function is called on, and nothing',
    'evidence-missing',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    cb.call(this, null, value);
  });
};`,
  ],
  [
    'what the function is called on, and whatever another calls it on',
    'evidence-missing',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb.call(this, err);
    store(value, cb);
  });
};`,
  ],
  [
    'something else',
    'evidence-missing',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb.call(log, err);
    cb.call(log, null, value);
  });
};`,
  ],
  [
    'what a callback is called on',
    'callback-this',
    `exports.run = function (key, cb) {
  store(key, function (err, value) {
    if (err) return cb.call(this, err);
    cb.call(this, null, value);
  });
};`,
  ],
  [
    'a variable that is what the function is called on, at times',
    'evidence-missing',
    `exports.run = function (key, cb) {
  let self = this;
  if (key === 'b') self = {};
  store(key, (err, value) => {
    if (err) return cb.call(self, err);
    cb.call(self, null, value);
  });
};`,
  ],
  [
    'what is made for it',
    'callback-escapes',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    cb.call(log('made'), null, value);
  });
};`,
  ],
  [
    'arguments that are not written out',
    'callback-escapes',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    cb.apply(null, [null].concat(value));
  });
};`,
  ],
  [
    'a call that code follows',
    'falls-through',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) cb.call(null, err);
    log(value);
    cb.call(null, null, value);
  });
};`,
  ],
];

describe('callbacks that are called by `call` or `apply`', () => {
  it.each(SAME)('are called %s', async (_, body, settled, inside) => {
    const source = `${HEAD}${body}\n`;
    const conversion = toAsync(source);
    expect(conversion.sites.map(({ reason }) => reason)).toEqual([undefined]);
    expect(conversion.source).toContain(settled);
    expect(conversion.source).toContain(inside);
    for (const key of ['a', 'bad', '']) {
      const way = { args: [key], receiver: {} };
      const before = await run(source, way);
      expect(await run(conversion.source, way)).toEqual(before);
      expect(before.calls).toHaveLength(1);
    }
    expect(toAsync(conversion.source).changed, 'a second run').toBe(false);
  });

  it.each(REFUSED)('are left alone on %s', (_, reason, body) => {
    const conversion = toAsync(`${HEAD}${body}\n`);
    expect(conversion.sites.map((site) => site.reason)).toEqual([reason]);
    expect(conversion.changed).toBe(false);
  });

  it.each(REFUSED.filter(([, reason]) => reason === 'evidence-missing'))(
    'are called on nothing where an application gives them %s',
    async (_, __, body) => {
      const source = `${HEAD}${body}\n`;
      expect(toAsync(source).sites[0]?.message).toContain('(`receiver-stays`)');
      const conversion = toAsync(source, { trust: 'application' });
      expect(conversion.sites[0]?.assumes).toContain('receiver-stays');
      for (const key of ['a', 'b', 'bad']) {
        const before = await run(source, { args: [key], receiver: {} });
        const after = await run(conversion.source, { args: [key], receiver: {} });
        // That `store` gives more than one result is another question.
        expect(after.calls.map((given) => given.slice(0, 2))).toEqual(
          before.calls.map((given) => given.slice(0, 2)),
        );
      }
      expect(toAsync(source, { trust: 'application', refuse: 'receiver-stays' }).changed).toBe(
        false,
      );
    },
  );

  it('lose what they are called on with the callback', () => {
    const { source } = toAsync(`${HEAD}function load(key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    cb.call(this, null, value);
  });
}
exports.run = (key, cb) => {
  load(key, (err, value) => {
    if (err) return cb(err);
    cb(null, value + 1);
  });
};
`);
    expect(source).toContain('async function load(key) {');
    expect(source).not.toContain('cb.call');
  });
});
