import { describe, expect, it } from 'vitest';

import { HEAD, comparable, run, toAsync } from './run.js';

/** What stands in an error's place and is one for certain is thrown; what may be none is asked first. */

/** @type {[string, string, string][]} */
const CERTAIN = [
  [
    'makes it in every way',
    `function made(key) {
  if (!key) {
    const error = new TypeError('none');
    error.code = 'NONE';
    return error;
  }
  return new Error(key);
}`,
    'made(key)',
  ],
  ['is an arrow function', 'const made = (key) => RangeError(key);', 'made(key)'],
  [
    'calls another',
    'const made = (key) => other(key); function other(key) { return Error(key); }',
    'made(key)',
  ],
  ['is of boom', "const boom = require('@hapi/boom');", 'boom.notFound(key)'],
  ['is all that http-errors exports', "const made = require('http-errors');", 'made(404, key)'],
];

/** @type {[string, string, string][]} */
const UNCERTAIN = [
  ['may end before', 'function made(key) { if (key !== key) return new Error(key); }', 'made(key)'],
  [
    'may have made none',
    'function made(key) { let error; if (!key) error = new Error(key); return error; }',
    'made(key)',
  ],
  [
    'is another by then',
    'let made = (key) => new Error(key); exports.none = () => (made = () => null);',
    'made(key)',
  ],
  ['is called optionally', 'const made = undefined;', 'made?.(key)'],
  ['asks what it is', "const boom = require('@hapi/boom');", 'boom.isBoom(key)'],
  ['calls itself', 'function made(key) { return key ? made(key.slice(1)) : null; }', 'made(key)'],
];

/** @param {string} made @param {string} call */
const program = (made, call) => `${HEAD}${made}
exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    if (value !== '<a>') return cb(${call});
    cb(null, value);
  });
};
`;

describe('an error that is made by a function that', () => {
  for (const [list, written] of /** @type {const} */ ([
    [CERTAIN, 'throw '],
    [UNCERTAIN, 'const error = '],
  ])) {
    for (const [name, made, call] of list) {
      it(name, async () => {
        const { source } = toAsync(program(made, call));
        expect(source).toContain(`${written}${call};`);
        for (const args of [['a'], ['b'], ['bad']]) {
          expect(comparable(await run(source, { args }))).toEqual(
            comparable(await run(program(made, call), { args })),
          );
        }
      });
    }
  }
});
