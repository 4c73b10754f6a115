import { describe, expect, it } from 'vitest';

import { run, toAsync } from './run.js';

/**
 * In code without semicolons the one in front of the next line's bracket is a part of the statement
 * before, and what is written behind that statement must not come between.
 */

const HEAD = "const store = require('store')\nconst log = require('log')\n";

const BODY = `function (key, cb) {
  store(key, (err, value) => {
    if (err) return cb(err)
    cb(null, value)
  })
}`;

const FUNCTIONS = [`const load = ${BODY}`, `const load = exports.run = ${BODY}`];

const NEXT = [
  ";[1].forEach(() => log('next'))",
  ";(function () { log('next') })()",
  ";`x`.split('').forEach(() => log('next'))",
  "/* why */ ;(function () { log('next') })()",
  "/* why,\n   and how */ ;[1].forEach(() => log('next'))",
  "// why\n;[1].forEach(() => log('next'))",
  ";\n[1].forEach(() => log('next'))",
];

const PROGRAMS = FUNCTIONS.flatMap((fn) =>
  ['', ' // load', ' /* load,\n  and store */'].flatMap((comment) =>
    NEXT.map((next) => `${HEAD}${fn}${comment}\n${next}\nexports.run = load\n`),
  ),
);

describe.each(PROGRAMS)('what is written behind %s', (source) => {
  it.each([{ args: ['a'] }, { args: ['bad'] }])('leaves the next line alone: %o', async (how) => {
    const kept = toAsync(source);
    expect(kept.changed).toBe(true);
    expect(kept.source).toMatch(/await store|util\.promisify\(store\)/u);
    expect(await run(kept.source, how)).toEqual(await run(source, how));
  });

  it('leaves it alone with --api=dual', async () => {
    const { source: dual } = toAsync(source, { api: 'dual' });
    expect(dual).toContain("typeof cb !== 'function'");
    const { log, calls } = await run(dual);
    expect({ log, calls }).toEqual({
      log: ['next', 'store a', 'callback'],
      calls: [[null, '<a>']],
    });
  });
});

it('a module that the output needs is declared in the style of the file', () => {
  const source = `const fs = require('fs')\n;[1].forEach(String)\nexports.run = ${BODY.replace('store', 'fs.stat')}\n`;
  expect(toAsync(source).source).toContain("const util = require('util')\n;[1]");
});

it.each([
  ['++turns', '++turns'],
  ['--turns', '--turns'],
  ['[turns].forEach(log)', ';[turns].forEach(log)'],
])(
  'what stands behind a wait has a semicolon in front only if it needs one: %s',
  (next, written) => {
    const source = (/** @type {string} */ body) => `${HEAD}exports.run = function (key, cb) {
  let turns = 1
  store(key, (err, value) => {
    ${body}
    cb(null, value + turns)
  })
}
`;
    const behindWait = toAsync(source(`if (err) { return cb(err) }\n    ${next}`)).source;
    expect(behindWait).toContain(`storeAsync(key)\n  ${written}\n`);
    const behindBlock = toAsync(source(`${next}\n    if (err) { return cb(err) }`)).source;
    expect(behindBlock).toContain(`}\n  ${next}\n`);
  },
);

it('a wrapper is written in the style of the file where its function shows none', () => {
  const wait =
    'store(key, (err, value) => {\n      if (err) return cb(err)\n      cb(null, value)\n    })';
  const source = `const store = require('store')\nexports.run = function (key, cb) {\n  if (key) {\n    ${wait}\n  } else {\n    ${wait}\n  }\n}\n`;
  const { changed, source: output } = toAsync(source);
  expect(changed).toBe(true);
  expect(output).not.toContain(';');
});

it.each([
  `module.exports = function (limit) {
  return function (key, cb) {
    store(key, (err, value) => {
      if (err) return cb(err);
      cb(null, value.slice(limit));
    });
  };
}
`,
  `exports.run = function (key, show, cb) {
  show = show || function () {}
  if (!key) return cb(null);
  store(key, (err, value) => {
    if (err) return cb(err);
    show(value);
    cb(null, value);
  });
};
`,
])('a semicolon that is left out behind a brace says nothing of the others: %#', (body) => {
  const output = toAsync(`const store = require('fs').stat;\n${body}`).source;
  expect(output).toContain("const util = require('util');");
  expect(output).toMatch(/\)\.then\(\n.*\n.*\n *\);\n/u);
  const alone = toAsync(body.replace('store(', 'this.get('), { accept: 'timing-unobservable' });
  expect(alone.source).toContain("const util = require('util');");
});
