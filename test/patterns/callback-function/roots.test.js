import { expect, it } from 'vitest';

import { HEAD, toAsync } from './run.js';

/**
 * What a refusal says of the function that is its reason, be it called or called by what is called.
 */

/** @type {[string, string, string][]} What is there, its text, and the root. */
const CASES = [
  [
    'a function that calls back in each turn',
    'function look(keys, cb) {\n  for (const key of keys) cb(key);\n}',
    'line 4: no error-first callback',
  ],
  [
    'a method that does',
    'const lib = {\n  look(keys, found) {\n    for (const key of keys) found(key);\n  },\n};\nconst { look } = { look: (keys, cb) => lib.look(keys, (err, value) => cb(err, value)) };',
    'line 5: no error-first callback',
  ],
  [
    'a function that goes on behind its callback',
    'function look(keys, cb) {\n  cb(null, keys);\n  cb(null, keys);\n}',
    'line 4: falls-through',
  ],
  [
    'one that calls another which does',
    'function look(keys, cb) {\n  twice(keys, cb);\n}\nfunction twice(keys, cb) {\n  cb(null, keys);\n  cb(null, keys);\n}',
    'line 7: falls-through',
  ],
  [
    'one that does by a function inside',
    "function look(keys, cb) {\n  const end = (err, value) => cb(err, value);\n  store('a', (err, value) => {\n    end(err, value);\n    end(err, value);\n  });\n}",
    'line 4: falls-through',
  ],
  [
    'one that gives something with an error',
    "function look(keys, cb) {\n  store('a', (err) => { if (err) return cb(err, keys); cb(null, keys); });\n}",
    'line 4: error-with-result',
  ],
  [
    'one that gives a result first',
    "function look(keys, cb) {\n  store(keys, (err) => { if (err) return cb(err); cb('found'); });\n}",
    'line 4: not-error-first',
  ],
  [
    'one that gives a promise',
    'function look(keys, cb) {\n  store(keys, (err) => (err ? cb(err) : cb(null, Promise.resolve(1))));\n}',
    'line 4: result-is-promise',
  ],
  [
    'one that asks for what a callback has of its own',
    "function look(keys, cb) {\n  log(cb.length);\n  store(keys, (err) => { if (err) return cb(err); log('behind'); cb(null, 1); });\n}",
    'line 4: callback-members',
  ],
  [
    'one that hands its callback to listeners',
    "function look(bus, cb) {\n  bus.on('line', cb);\n}",
    'line 4: callback-in-listener',
  ],
];

it.each(CASES)('names %s', (_, text, root) => {
  const { sites } = toAsync(`${HEAD}${text}
exports.run = (key, cb) => {
  look(key, (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });
};
`);
  expect(sites.at(-1)).toMatchObject({
    reason: 'callee-refused',
    message: expect.stringContaining(`(${root}) keeps its callback`),
  });
});
