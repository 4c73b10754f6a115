import { describe, expect, it } from 'vitest';

import { HEAD, comparable, run, toAsync } from './run.js';

/**
 * Results beside an error that are computed: where there is an error there is nothing beside it, and what is made of
 * nothing may be nothing as well.
 */

/** @type {[string, string][]} */
const NOTHING = [
  ['what is asked for first', 'value && value.split("")'],
  ['a choice by the error', '!err ? value.length : undefined'],
  ['a choice by the error, the other way round', 'err ? null : value.length'],
  ['a choice by a test for a list', 'Array.isArray(value) ? value.map(String) : null'],
  ['a choice by the value', "value !== 'none' ? value : null"],
  ['a choice within a choice', "value ? (value === '<a>' ? [value] : value) : null"],
];

/** @type {[string, string][]} */
const SOMETHING = [
  ['a list that is there with an error', 'value ? value.split("") : []'],
  ['an object', '({ value })'],
  ['what a call gives with an error', 'log(value)'],
];

const programOf = (/** @type {string} */ result) => `${HEAD}exports.run = function (key, cb) {
  if (key === 'none') {
    return cb(null, null);
  }
  store(key, (err, value) => {
    log('called back');
    cb(err, ${result});
  });
};
`;

const ACCEPT = 'timing-unobservable,callback-arguments,throws-late,uncaught-error';

describe('nothing beside an error:', () => {
  it.each(NOTHING)('%s', async (_, result) => {
    const original = programOf(result);
    const { source, sites } = toAsync(original, { trust: 'application', accept: ACCEPT });

    expect(sites.map(({ status }) => status)).toEqual(['converted']);
    for (const args of [['a'], ['bad']]) {
      expect(comparable(await run(source, { args }))).toEqual(
        comparable(await run(original, { args })),
      );
    }
  });

  it.each(SOMETHING)('not so: %s', (_, result) => {
    const { sites } = toAsync(programOf(result), { trust: 'application', accept: ACCEPT });

    expect(sites.map(({ reason }) => reason)).toEqual(['error-with-result']);
  });
});

describe('a callback that is put off so that it comes later', () => {
  const original = `${HEAD}exports.run = function (keys, cb) {
  if (keys.length === 0) {
    return setImmediate(cb, null, []);
  }
  store(keys, (err, value) => {
    if (err) return cb(err);
    cb(null, [value]);
  });
};
`;

  it('is the result where nobody notices when it comes', async () => {
    const { source, sites } = toAsync(original, { trust: 'application' });

    expect(sites.flatMap(({ assumes }) => assumes)).toContain('timing-unobservable');
    expect(source).toContain('return [];');
    expect(source).not.toContain('setImmediate');
    for (const args of [[''], ['a'], ['bad']]) {
      const [after, before] = [await run(source, { args }), await run(original, { args })];
      expect(after.calls).toEqual(before.calls);
      expect(after.when).toBe('later');
    }
  });

  it('keeps its turn of the event loop otherwise', () => {
    const { source } = toAsync(original, { trust: 'application', refuse: 'timing-unobservable' });

    expect(source).toContain('await new Promise((resolve) => setImmediate(resolve))');
  });

  it('is left where somebody may clear it', () => {
    const always = original.replace('  store(', '  return store(');
    const { source, sites } = toAsync(always, { trust: 'application' });

    expect(source).toBe(always);
    expect(sites.map(({ reason }) => reason)).toEqual(['result-used']);
  });
});

describe('a method that is called `exists`', () => {
  const programWith = (
    /** @type {string} */ receiver,
  ) => `${HEAD}const ${receiver} = require('${receiver}');
exports.run = function (key, cb) {
  ${receiver}.exists(key, (err, there) => {
    if (err) return cb(err);
    cb(null, !there);
  });
};
`;

  it('is error-first where its callback says so', () => {
    const { sites } = toAsync(programWith('db'), { trust: 'application' });

    expect(sites.map(({ status }) => status)).toEqual(['converted']);
  });

  it.each(['vfs', 'gfs', 'files'])('is that of files, of %s', (receiver) => {
    const { sites } = toAsync(programWith(receiver), { trust: 'application' });

    expect(sites.map(({ reason }) => reason)).toEqual(['not-error-first']);
  });
});
