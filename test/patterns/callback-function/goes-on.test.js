import { describe, expect, it } from 'vitest';

import { HEAD, comparable, run, toAsync } from './run.js';

/**
 * Functions that do something after they have called back, and those that wait for them.
 */

const WAYS = [{ args: ['a'] }, { args: ['bad'] }];

const CALLER = `exports.run = (key, cb) => {
  find(key, (err, value) => {
    if (err) return cb(err);
    cb(null, [value]);
  });
};
`;

/** @param {string} body Behind the error. */
const find = (body) => `function find(key, cb) {
  store(key, function (err, value) {
    if (err) return cb(err);
    ${body}
  });
}
`;

const BEHIND = {
  'a call': "cb(null, value); log('found');",
  'a branch': "cb(null, value); if (value) log('found');",
  'a listener of its own': "cb(null, value); store('b', (failed) => log(String(failed)));",
};

const AGAIN = {
  'in the next statement': 'cb(null, value); cb(null, key);',
  'in a branch': 'if (key) cb(null, value); cb(null, key);',
  'after a wait': "cb(null, value); store('b', (failed) => cb(failed));",
  'by a function inside': 'const end = () => cb(null, key); cb(null, value); end();',
};

describe('a function that goes on after its callback', () => {
  it.each(Object.entries(BEHIND))('is waited for: %s', async (_, body) => {
    const source = `${HEAD}${find(body)}${CALLER}`;
    const { source: converted, sites } = toAsync(source, { trust: 'application' });
    expect(converted).toContain('await findAsync(key)');
    expect(sites.flatMap(({ assumes }) => assumes ?? [])).toContain('timing-unobservable');
    for (const way of WAYS) {
      const before = comparable(await run(source, way));
      const after = comparable(await run(converted, way));
      // What comes behind the callback comes in front of it now.
      expect({ ...after, log: after.log.toSorted() }).toEqual({
        ...before,
        log: before.log.toSorted(),
      });
    }
  });

  it.each(Object.entries(BEHIND))(
    'keeps the callback of its callers in a library: %s',
    (_, body) => {
      const { changed } = toAsync(`${HEAD}${find(body)}${CALLER}`, { trust: 'library' });
      expect(changed).toBe(false);
    },
  );

  it.each(Object.entries(AGAIN))('and calls it again keeps that of its callers: %s', (_, body) => {
    const { changed } = toAsync(`${HEAD}${find(body)}${CALLER}`, { trust: 'application' });
    expect(changed).toBe(false);
  });
});

describe('a function that gives more or fewer results', () => {
  const several = `function find(key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err);
    if (value === '<none>') return cb();
    cb(null, value, key);
  });
}
`;
  const ways = [...WAYS, { args: ['none'] }];

  it.each([
    ['the first', '(err, value) =>', 'value'],
    ['all', '(err, value, given) =>', '{ value, given }'],
  ])('is waited for by a caller that takes %s', async (_, parameters, result) => {
    const caller = `exports.run = (key, cb) => {
  find(key, ${parameters} {
    if (err) return cb(err);
    cb(null, [${result}]);
  });
};
`;
    const source = `${HEAD}${several}${caller}`;
    const { source: converted, changed } = toAsync(source, { trust: 'application' });
    expect(changed).toBe(result === 'value');
    for (const way of ways) {
      expect(comparable(await run(converted, way))).toEqual(comparable(await run(source, way)));
    }
  });

  it('keeps the callback of what hands it on', () => {
    const caller = `exports.run = (key, cb) => {
  store(key, (err, value) => {
    if (err) return cb(err);
    find(value, cb);
  });
};
`;
    expect(toAsync(`${HEAD}${several}${caller}`, { trust: 'application' }).changed).toBe(false);
  });
});
