import { describe, expect, it } from 'vitest';

import { HEAD, comparable, run, toAsync } from './run.js';

/**
 * Texts in the place of an error.
 */

const WAYS = [{ args: ['a'] }, { args: ['none'] }, { args: ['bad'] }];

/** @type {[name: string, body: string, text: string][]} */
const SAME = [
  [
    'beside a result',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    if (value === '<none>') return cb('There is none.');
    cb(null, value);
  });
};`,
    "throw 'There is none.';",
  ],
  [
    'beside an error and nothing',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    if (value === '<none>') return cb(\`no \${value}\`);
    cb();
  });
};`,
    'throw `no ${value}`;',
  ],
  [
    'beside a callback that is handed on',
    `exports.run = function (key, cb) {
  store(key, (err, value) => {
    if (value === '<none>') return cb(value + ' is none');
    if (err) return cb(err);
    store(value, cb);
  });
};`,
    "throw value + ' is none';",
  ],
  [
    'of a function that the file waits for',
    `function find(key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    if (value === '<none>') return cb('none');
    cb(null, value);
  });
}
exports.run = function (key, cb) {
  find(key, (err, value) => {
    if (err) {
      log(\`failed: \${err}\`);
      return cb(err);
    }
    cb(null, [value]);
  });
};`,
    "throw 'none';",
  ],
];

describe('a text in the place of an error is thrown', () => {
  it.each(SAME)('%s', async (_, body, text) => {
    const source = `${HEAD}${body}\n`;
    const conversion = toAsync(source, { trust: 'application' });
    expect(conversion.source).toContain(text);
    for (const way of WAYS) {
      expect(comparable(await run(conversion.source, way))).toEqual(
        comparable(await run(source, way)),
      );
    }
    const assumed = conversion.sites.flatMap(({ assumes }) => assumes ?? []);
    expect(assumed).toContain('error-first');
    expect(toAsync(conversion.source, { trust: 'application' }).changed).toBe(false);
  });

  it('under --trust=strict only where it is shown that the callback takes an error first', () => {
    const { sites } = toAsync(`${HEAD}${SAME[0]?.[1]}\n`, { trust: 'strict' });
    expect(sites.map(({ status }) => status)).toEqual(['refused']);
  });
});

describe('a text may be the result', () => {
  it.each([
    ['beside an error', `if (err) return cb(err); cb('found');`],
    ['that is empty', `if (err) return cb(err); if (!value) return cb(''); cb(null, value);`],
    ['or a number', `if (err) return cb(err); if (!value) return cb(0); cb(null, value);`],
  ])('%s', (_, body) => {
    const source = `${HEAD}exports.run = (key, cb) => { store(key, (err, value) => { ${body} }); };\n`;
    const { changed, sites } = toAsync(source, { trust: 'application' });
    expect(changed).toBe(false);
    expect(sites.map(({ reason }) => reason)).toEqual(['not-error-first']);
  });
});
