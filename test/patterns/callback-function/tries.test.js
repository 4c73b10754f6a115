import { describe, expect, it } from 'vitest';

import { HEAD, comparable, run, toAsync } from './run.js';

/**
 * What stands in a `try` whose `catch` only calls back with the error: the promise is rejected by itself.
 */

/**
 * @param {string} step
 * @param {string} [result]
 */
const program = (step, result = 'data') => `${HEAD}exports.run = function (key, cb) {
  store(key, (err, text) => {
    if (err) return cb(err);
    ${step}
    cb(null, ${result});
  });
};
`;

/** @type {[name: string, source: string, text: string][]} */
const JOINED = [
  [
    'its value',
    program(`let data;
    try {
      data = JSON.parse(key === 'c' ? '{' : '[1]');
    } catch (e) {
      return cb(e);
    }`),
    `  const data = JSON.parse(key === 'c' ? '{' : '[1]');
  return data;`,
  ],
  [
    'its first value, in a file without semicolons there',
    program(`let data
    try { data = JSON.parse('[1]') } catch (e) { return cb(e) }
    data = data.concat(text);`),
    `  let data = JSON.parse('[1]')
  data = data.concat(text);`,
  ],
  [
    'its value before the rest of the block',
    program(`let data; try {
      data = { text }; // 1
      // 2
      data.more = key === 'c' ? data.none.more : 1;
    } catch (e) {
      return cb(e);
    }`),
    `  const data = { text }; // 1
  // 2
  data.more = key === 'c' ? data.none.more : 1;
  return data;`,
  ],
];

/** @type {[name: string, source: string, text: string][]} */
const APART = [
  [
    'a function reads before',
    program(
      `let data;
    try {
      data = parse();
    } catch (e) {
      return cb(e);
    }
    function parse() { return [data, text]; }`,
    ),
    '  let data;\n  data = parse();',
  ],
  [
    'its own value reads',
    program(`let data;
    try {
      data = [data, text];
    } catch (e) {
      return cb(e);
    }`),
    '  let data;\n  data = [data, text];',
  ],
  [
    'something is said of',
    program(`let data; // 1
    try {
      data = [text];
      // 2
    } catch (e) {
      // 3
      return cb(e);
    }`),
    'let data; // 1',
  ],
  [
    'has a name that is taken',
    program(
      `let key;
    try {
      key = [text];
    } catch (e) {
      return cb(e);
    }`,
      'key',
    ),
    '  let key1;\n  key1 = [text];',
  ],
];

it('what is only handed on has the same name in functions of their own', async () => {
  const source = `${HEAD}exports.run = function (key, cb) {
  if (key === 'c') {
    return store('a', onfirst);
  }
  store(key, onfirst);
  function onfirst(err, value) {
    if (err) return onsecond(null, 'none');
    store(value, onsecond);
  }
  function onsecond(err, value) {
    log(String(value));
    if (err) return cb(null, 'failed');
    cb(null, value);
  }
};
`;
  const conversion = toAsync(source);
  expect(conversion.source.match(/let result\w*;/gu)).toEqual([
    'let result;',
    'let result1;',
    'let result;',
  ]);
  for (const args of [['a'], ['c'], ['bad']]) {
    expect(await run(conversion.source, { args })).toEqual(await run(source, { args }));
  }
});

describe('a declaration before a `try` that goes', () => {
  it.each(JOINED)('gets %s', async (_, source, text) => {
    const conversion = toAsync(source);
    expect(conversion.source).toContain(text);
    for (const args of [['a'], ['c'], ['bad']]) {
      const before = comparable(await run(source, { args }));
      expect(comparable(await run(conversion.source, { args }))).toEqual(before);
    }
    expect(toAsync(conversion.source).changed, 'a second run').toBe(false);
  });

  it.each(APART)('stays apart where it is one that %s', async (_, source, text) => {
    const conversion = toAsync(source);
    expect(conversion.source).toContain(text);
    for (const args of [['a'], ['bad']]) {
      const before = comparable(await run(source, { args }));
      expect(comparable(await run(conversion.source, { args }))).toEqual(before);
    }
  });
});

describe('a `try` whose block declares something', () => {
  const parse = `let data;
    try {
      const parsed = JSON.parse(key === 'c' ? '{' : '[1]');
      data = parsed.concat(text);
    } catch (e) {
      return cb(e);
    }`;

  it('goes where nothing around it has that name', async () => {
    const source = program(parse);
    const conversion = toAsync(source);
    expect(conversion.source).toContain(
      "  let data;\n  const parsed = JSON.parse(key === 'c' ? '{' : '[1]');\n  data = parsed",
    );
    for (const args of [['a'], ['c'], ['bad']]) {
      const before = comparable(await run(source, { args }));
      expect(comparable(await run(conversion.source, { args }))).toEqual(before);
    }
  });

  it.each([
    ['around it', 'const parsed = [2];', 'parsed.concat(data)'],
    ['in the file', '', '[data, typeof parsed]'],
  ])('stays where something %s has that name', async (_, outer, result) => {
    const source = program(`${outer}${parse}`, result);
    const conversion = toAsync(source);
    expect(conversion.source).toContain('try {');
    for (const args of [['a'], ['c'], ['bad']]) {
      const before = comparable(await run(source, { args }));
      expect(comparable(await run(conversion.source, { args }))).toEqual(before);
    }
  });
});
