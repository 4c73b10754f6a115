import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import pSome7 from 'p-some-7';

import { codemod } from '../../codemods/bluebird-to-native.js';
import { convert } from '../../core/codemod/convert.js';

/** @type {(name: string) => any} They have no declarations. */
const load = createRequire(import.meta.url);
const Bluebird = load('bluebird');
const pSome2 = load('p-some');

/** @type {(source: string, options?: Record<string, string>, path?: string) => ReturnType<typeof convert>} */
const toNative = (source, options = {}, path = 'program.js') =>
  convert({ path, source }, codemod, { node: '20', api: 'async', ...options });

/** @type {(ms: number, value: unknown) => Promise<unknown>} */
const late = (ms, value) =>
  new Promise((resolve, reject) =>
    setTimeout(() => (value instanceof Error ? reject(value) : resolve(value)), ms),
  );

const no = new Error('no');
const nay = new TypeError('nay');

/** @type {Readonly<Record<string, { list: () => any, count: number }>>} */
const LISTS = {
  'in the order of settling': {
    list: () => [late(40, 'a'), late(1, 'b'), late(20, 'c')],
    count: 2,
  },
  'of one': { list: () => [late(20, 'a'), late(1, 'b')], count: 1 },
  'all of them': { list: () => [late(20, 'a'), late(1, 'b')], count: 2 },
  'as many as may fail': { list: () => [late(20, 'a'), late(1, no), late(5, 'c')], count: 2 },
  'one too many fails': { list: () => [late(20, 'a'), late(1, no), late(5, nay)], count: 2 },
  'all fail': { list: () => [late(20, no), late(1, nay)], count: 1 },
  'fail after it is settled': { list: () => [late(20, no), late(1, 'a')], count: 1 },
  'reasons that are no errors': {
    list: () => [Promise.reject(undefined), Promise.reject('a')],
    count: 1,
  },
  'values, null and undefined after them': { list: () => [1, null, undefined, 'a'], count: 1 },
  'null before it is settled': { list: () => [null, late(1, 'a')], count: 2 },
  'the same promise twice': {
    list: () => [late(1, 'a')].flatMap((each) => [each, each]),
    count: 2,
  },
  'a list with holes': { list: () => [, late(1, 'a')], count: 2 }, // eslint-disable-line no-sparse-arrays
  'a set': { list: () => new Set([late(1, 'a'), late(20, 'b')]), count: 1 },
  'a string': { list: () => 'ab', count: 2 },
  'a thenable': {
    list: () => [{ then: (/** @type {Function} */ ok) => ok('a') }],
    count: 1,
  },
  'promises of bluebird': {
    list: () => [Bluebird.delay(20).return('a'), Bluebird.delay(1).return('b')],
    count: 2,
  },
  'a list that is too short': { list: () => [late(1, 'a')], count: 2 },
  'an empty list': { list: () => [], count: 1 },
  'no list': { list: () => undefined, count: 1 },
  'a number': { list: () => 3, count: 1 },
};

/** @type {(promise: PromiseLike<unknown>) => Promise<unknown>} */
const outcomeOf = async (promise) => {
  try {
    return { values: await promise };
  } catch (error) {
    return { name: /** @type {Error} */ (error).name, isError: error instanceof Error };
  }
};

describe.each([
  ['2', pSome2],
  ['7', pSome7],
])('p-some %s gives what bluebird gives', (_, pSome) => {
  it.each(Object.entries(LISTS))('%s', async (_name, { list, count }) => {
    /** @type {unknown[]} */
    const unhandled = [];
    const note = (/** @type {unknown} */ reason) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    const expected = await outcomeOf(Bluebird.some(list(), count));
    expect(await outcomeOf((async () => pSome(await list(), { count }))())).toEqual(expected);
    await late(30, 'settled');
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });
});

it('p-some 7 leaves the items of a list that is too short, as the difference says', async () => {
  /** @type {unknown[]} */
  const unhandled = [];
  const note = (/** @type {unknown} */ reason) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  await outcomeOf(Bluebird.some([late(1, no)], 2));
  await late(20, 'settled');
  expect(unhandled).toEqual([]);
  await outcomeOf(pSome7([late(1, no)], { count: 2 }));
  await late(20, 'settled');
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([no]);
  const body = 'exports.run = (list) => Bluebird.some(LIST, 2);';
  /** @type {(list: string) => (readonly string[])[]} */
  const differences = (list) =>
    toNative(`const Bluebird = require('bluebird');\n${body.replace('LIST', list)}`).sites.flatMap(
      ({ kind, assumes }) => (kind === 'some' ? [assumes] : []),
    );
  expect(differences('list')).toEqual([['library-errors', 'rejection-is-handled']]);
  expect(differences('[1, ...list]')).toEqual([['library-errors', 'rejection-is-handled']]);
  expect(differences('[1, 2]')).toEqual([['library-errors']]);
});

describe('the conversion', () => {
  it('imports p-some into a module, beside a name of the file', () => {
    const before = `import Bluebird from 'bluebird';
const pSome = 1;
export async function run(list) { return (await Bluebird.some(list, 2)).concat(pSome); }
`;
    expect(toNative(before).source).toBe(`import pSome1 from 'p-some';
const pSome = 1;
export async function run(list) { return (await pSome1(await list, { count: 2 })).concat(pSome); }
`);
  });

  it('keeps the promise of bluebird where it leaves the file', () => {
    const before = `const Bluebird = require('bluebird');
exports.run = (list) => Bluebird.some(list, 2);
`;
    expect(toNative(before, { api: 'keep' }).source).toBe(`const pSome = require('p-some');
const Bluebird = require('bluebird');
exports.run = (list) => Bluebird.resolve(Promise.resolve(list).then((items) => pSome(items, { count: 2 })));
`);
  });

  it('keeps comments, and leaves those alone that stand in the way', () => {
    const kept = `const Bluebird = require('bluebird');
exports.run = (a, b) => Bluebird.some([a, /* slow */ b], /* first */ 1 /* of two */);
`;
    expect(toNative(kept).source).toBe(`const pSome = require('p-some');
exports.run = (a, b) => pSome([a, /* slow */ b], /* first */ { count: 1 } /* of two */);
`);
    const { changed, sites } = toNative(`const Bluebird = require('bluebird');
exports.run = (list) => Bluebird.some(list, /* first */ 1);
`);
    expect(changed).toBe(false);
    expect(sites.map(({ reason }) => reason)).toContain('comment-in-the-way');
  });

  it.each([
    ['any', 'Bluebird.any(list).catch((e) => e.length)'],
    ['any', 'Bluebird.any(list).catch((e) => e[0].message)'],
    ['any', 'Bluebird.resolve(list).any().catch((e) => e.map(String))'],
    ['some', 'Bluebird.some(list, 2).catch((e) => e[0])'],
    [
      'some',
      '(async () => { try { await Bluebird.some(list, 2); } catch (e) { e.forEach(log); } })()',
    ],
    ['some', 'Bluebird.resolve(list).some(2).catch(function (e) { return e.join(); })'],
    ['some', 'Bluebird.some(list, 2).catch(Bluebird.AggregateError, log)'],
  ])('%s is refused where the error is taken for a list: %s', (_, code) => {
    const source = `const Bluebird = require('bluebird');\nexports.run = (list) => ${code};\n`;
    const { source: after, sites } = toNative(source);
    expect(after).toMatch(/\b(?:any|some)\b/u);
    expect(sites.map(({ reason }) => reason)).toContain('library-errors-tested');
  });

  it('is made in TypeScript where p-some has types', () => {
    const source = `import * as Bluebird from 'bluebird';
export async function run(list: string[]) { return await Bluebird.some<string>(list, 2); }
`;
    const typed = toNative(source, {}, 'program.ts');
    expect(typed.source).toBe(`import pSome from 'p-some';
export async function run(list: string[]) { return await pSome(await list, { count: 2 }); }
`);
    const { changed, sites } = toNative(source, { node: '18' }, 'program.ts');
    expect(changed).toBe(false);
    expect(sites.map(({ reason }) => reason)).toContain('library-usage');
  });

  it.each(['14', '12', '10'])('of `any` is not made for Node %s', (node) => {
    const source = `const Bluebird = require('bluebird');
exports.run = (list) => Bluebird.any(list);
exports.take = (list) => Bluebird.resolve(list).any();
`;
    const { source: after } = toNative(source, { node });
    expect(after).toContain('.any(list)');
    expect(after).toContain('.any()');
  });
});
