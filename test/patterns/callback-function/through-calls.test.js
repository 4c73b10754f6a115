import { describe, expect, it } from 'vitest';

import { HEAD, run, toAsync } from './run.js';

/**
 * Calls that say what `this` is: `load.call(this, id, cb)`.
 */

const BODY = `store(key, (err, value) => {
    if (err) return cb(err);
    cb(null, [value, typeof this, this && this.own]);
  });`;

/** @type {[string, string, string][]} */
const CALLEES = [
  ['a function', `function load(key, cb) {\n  ${BODY}\n}`, 'load'],
  ['a constant', `const load = function (key, cb) {\n  ${BODY}\n};`, 'load'],
  ['a strict function', `function load(key, cb) {\n  'use strict';\n  ${BODY}\n}`, 'load'],
  ['an exported function', `exports.load = load;\nfunction load(key, cb) {\n  ${BODY}\n}`, 'load'],
  [
    'a function that checks what it is given',
    `function load(key, cb) {\n  if (!key) return setImmediate(cb, new Error('no key'));\n  ${BODY}\n}`,
    'load',
  ],
  [
    'a function that gives the value first',
    `function load(key, found) {\n  store(key, (err, value) => found(null, [value, typeof this, this && this.own]));\n}`,
    'load',
  ],
];

describe.each(CALLEES)('%s', (_, text, name) => {
  it.each(['this', 'null', '{ own: 2 }', '((store) => store)({ own: 3 })'])(
    'gets %s',
    async (receiver) => {
      const source = `${HEAD}${text}
exports.run = function (key, cb) {
  ${name}.call(${receiver}, key, (err, found) => {
    if (err) return cb(err);
    log(String(found));
    ${name}.call(${receiver}, found[0], cb);
  });
};
`;
      const { source: converted } = toAsync(source);
      expect(converted).toMatch(/await (?:load\w*|util\.promisify\(load\))\.call\(/u);
      for (const key of ['a', 'bad', '']) {
        const how = { args: [key], receiver: { own: 1 } };
        expect(await run(converted, how)).toEqual(await run(source, how));
      }
    },
  );
});

it('a method is called on what the call says', async () => {
  const source = `${HEAD}class Store {
  constructor(own) { this.own = own; }
  load(key, cb) {
    ${BODY}
  }
  open(key, cb) {
    const self = this;
    store(key, (err) => {
      if (err) return cb(err);
      self.load.call(self, key, (err, found) => {
        if (err) return cb(err);
        Store.prototype.load.call({ own: 'other' }, key, (err, more) => {
          if (err) return cb(err);
          cb(null, [found, more]);
        });
      });
    });
  }
}
exports.run = (key, cb) => new Store('mine').open(key, cb);
`;
  const { source: converted } = toAsync(source, { project: true });
  for (const key of ['a', 'bad']) {
    expect(await run(converted, { args: [key] })).toEqual(await run(source, { args: [key] }));
  }
});

it.each([
  [
    'what it gives is used',
    'function load(key, cb) {\n  store(key, (err, value) => cb(err, value));\n  return key;\n}',
    'return load.call(this, key, (err, value) => (err ? cb(err) : cb(null, value)));',
  ],
  [
    'it may call back at once',
    "function load(key, cb) {\n  if (key) return cb(null, 'had');\n  store(key, cb);\n}",
    'load.call(this, key, (err, value) => (err ? cb(err) : cb(null, value)));',
  ],
  [
    'it calls back twice',
    'function load(key, cb) {\n  setImmediate(() => { cb(null, 1); cb(null, 2); });\n}',
    'load.call(this, key, (err, value) => (err ? cb(err) : cb(null, value)));',
  ],
  [
    'it takes more',
    'function load(key, more, cb) {\n  store([key, more], (err, value) => cb(err, value));\n}',
    'load.call(this, key, (err, value) => (err ? cb(err) : cb(null, value)));',
  ],
  [
    'what it is called with is not shown',
    'function load(key, cb) {\n  store(key, (err, value) => (err ? cb(err) : cb(null, value.length)));\n}',
    'load.call(...[this, key], (err, value) => (err ? cb(err) : cb(null, value)));',
  ],
  [
    'it is a method by that name',
    'const load = { call: (key, id, cb) => cb(null, id) };',
    'load.call(this, key, (err, value) => (err ? cb(err) : cb(null, value)));',
  ],
])('stays where %s', async (_, text, call) => {
  const source = `${HEAD}${text}
exports.run = function (key, cb) {
  ${call}
};
`;
  const { source: converted } = toAsync(source);
  expect(converted).toContain(call);
  expect(await run(converted)).toEqual(await run(source));
});
