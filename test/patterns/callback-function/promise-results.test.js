import { describe, expect, it } from 'vitest';

import { HEAD, run, toAsync } from './run.js';

/**
 * What a callback gets as its result: an async function would wait for a promise, or for anything that
 * has a `then`, and give what comes of it.
 */

/** Values, and what stands before the function. @type {[string, string?][]} */
const WAITED_FOR = [
  ['[key].map((each) => Promise.resolve(each))[0]'],
  ['[key].map(later).at(0)', 'const later = async (each) => each;'],
  ['Array.from(key, (each) => Promise.resolve(each)).pop()'],
  ['[...new Set([Promise.resolve(key)])][0]'],
  ['kept.get(key)', "const kept = new Map([['a', Promise.resolve(1)]]);"],
  ['first(key)', 'const first = Promise.resolve.bind(Promise);'],
  ['make()()', 'const make = () => () => Promise.resolve(1);'],
  ['make?.()', 'const make = () => Promise.resolve(1);'],
  ['make`${key}`', 'const make = () => Promise.resolve(1);'],
  ['Reflect.apply(make, null, [])', 'const make = () => Promise.resolve(1);'],
  ["all['make']()", 'const all = { make: () => Promise.resolve(1) };'],
  ['all[name]()', "const name = 'make';\nconst all = { make: () => Promise.resolve(1) };"],
  ['given().next().value', 'function* given() { yield Promise.resolve(1); }'],
  [
    'new Box().get()',
    'class Box {\n  #value = Promise.resolve(1);\n  get() { return this.#value; }\n}',
  ],
  ['globalThis.Promise.resolve(key)'],
  ['Reflect.construct(Promise, [(resolve) => resolve(key)])'],
  ["new Proxy({}, { get: (own, name) => (name === 'then' ? (go) => go(1) : 0) })"],
  ['Proxy.revocable(Promise.prototype, {}).proxy'],
  ['{ [name]: (go) => go(1) }', "const name = 'then';"],
  ["Object.fromEntries([['then', (go) => go(1)]])"],
  [
    'own.ready',
    "const own = {};\nObject.defineProperty(own, 'ready', { get: () => Promise.resolve(1) });",
  ],
  ['own.ready', "const own = {};\nown.__defineGetter__('ready', () => Promise.resolve(1));"],
  ['own', 'const own = {};\nconst add = (each) => { each.then = (go) => go(1); };\nadd(own);'],
  ['Box', 'class Box {\n  static then(go) { go(1); }\n}'],
];

/** @type {[string, string?][]} */
const PLAIN = [
  ['[key].map((each) => each + 1)'],
  ['[key].map(view)', 'const view = (each) => ({ each });'],
  [
    'new Box(key).get()',
    'class Box {\n  constructor(key) { this.key = key; }\n  get() { return this.key; }\n}',
  ],
  ['kept.get(key)', "const kept = new Map([['a', 1]]);"],
  ['String.raw`${key}`'],
];

/** @param {string} value @param {string} before */
const programOf = (value, before = '') => `${HEAD}${before}
exports.run = function (key, cb) {
  store(key, (err) => {
    if (err) return cb(err);
    cb(null, ${value});
  });
};
`;

describe('the result of a callback', () => {
  it.each(WAITED_FOR)('that may be waited for leaves the function alone: %s', (...value) => {
    const { changed, sites } = toAsync(programOf(...value));
    expect(sites.map(({ reason }) => reason)).toEqual(['result-is-promise']);
    expect(changed).toBe(false);
  });

  it.each(PLAIN)('that is none converts: %s', async (...value) => {
    const source = programOf(...value);
    const conversion = toAsync(source);
    expect(conversion.changed).toBe(true);
    expect(await run(conversion.source)).toEqual(await run(source));
  });
});
