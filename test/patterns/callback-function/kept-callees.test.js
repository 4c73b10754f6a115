import { expect, it } from 'vitest';

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
    const converted = toAsync(source, { api, 'callback-timing': 'accept' }).source;
    expect(converted).toContain('...results');
    for (const how of [{}, { args: ['bad'] }]) {
      expect(await run(converted, how)).toEqual(await run(source, how));
    }
  },
);
