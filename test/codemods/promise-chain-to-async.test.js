import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

import { convert } from '../../core/codemod/convert.js';
import { rejectInsteadOfThrowing } from '../equivalence/reject.js';
import { codemod } from '../../codemods/promise-chain-to-async.js';
import { ADOPTED } from './promise-chain/adopted.js';
import { FUNCTIONS } from './promise-chain/functions.js';
import { HANDLERS } from './promise-chain/handlers.js';
import { LAST } from './promise-chain/last.js';
import { LINKS } from './promise-chain/links.js';
import { NAMES } from './promise-chain/names.js';
import { REFUSED } from './promise-chain/refused.js';
import { PEER_FAULTS, SEMANTICS } from './promise-chain/semantics.js';
import { observe, scenariosOf } from './promise-chain/observe.js';

/**
 * @param {string} source
 * @param {Record<string, unknown>} [options]
 */
function convertChains(source, options = {}) {
  const conversion = convert({ path: 'chain.js', source }, codemod, { node: '20', ...options });
  expect(conversion.error).toBeUndefined();
  const again = convert({ path: 'chain.js', source: conversion.source }, codemod, {
    node: '20',
    ...options,
  });
  expect(again.source, 'a second run changes nothing').toBe(conversion.source);
  return conversion;
}

/** A function on its own is the body of `run`. @param {string} text */
const toModule = (text) =>
  text.includes('exports.run')
    ? text
    : `exports.run = function () {\n${text.replaceAll(/^/gmu, '  ')}\n};\n`;

describe.each(
  Object.entries({
    links: LINKS,
    handlers: HANDLERS,
    names: NAMES,
    functions: FUNCTIONS,
    'functions with plain values': ADOPTED,
    'chains that nothing waits for': LAST,
  }),
)('converted %s behave as before', (_, cases) => {
  it.each(Object.entries(cases))('%s', async (__, text) => {
    const source = toModule(text);
    const conversion = convertChains(source);
    const original = rejectInsteadOfThrowing(source, conversion.sites);
    expect(conversion.sites.map(({ reason }) => reason)).not.toContain(expect.anything());
    expect(conversion.changed).toBe(true);
    for (const faults of await scenariosOf(source)) {
      const before = await observe(original, faults);
      const after = await observe(conversion.source, faults);
      expect(after, `${JSON.stringify(faults)} in\n${conversion.source}`).toEqual(before);
    }
  });
});

it('waits in handlers and listeners for the chain that they end with', () => {
  const source = `const app = require('express')();
const users = require('./users');

app.get('/users/:id', (req, res, next) => {
  users.find(req.params.id)
    .then((user) => {
      if (!user) return next();
      res.json(user);
    })
    .catch(next);
});

app.on('mount', () => {
  users.count().then((n) => console.log(n));
});
`;
  const conversion = convertChains(source);
  expect(conversion.source).toBe(`const app = require('express')();
const users = require('./users');

app.get('/users/:id', async (req, res, next) => {
  try {
    const user = await users.find(req.params.id);
    if (!user) return await next();
    res.json(user);
  } catch (error) {
    return next(error);
  }
});

app.on('mount', async () => {
  const n = await users.count();
  console.log(n);
});
`);
  expect(conversion.sites.map(({ kind, assumes }) => [kind, assumes])).toEqual([
    ['last', ['receiver-is-promise', 'throws-late', 'uncaught-error']],
    ['last', ['receiver-is-promise', 'throws-late', 'uncaught-error']],
  ]);
  for (const refuse of ['throws-late', 'uncaught-error']) {
    expect(convertChains(source, { refuse }).changed).toBe(false);
  }
});

it('hands what the head of a chain throws to the handler of its errors', async () => {
  const source = `const heard = [];
const events = { on: (name, listener) => heard.push(listener) };
events.on('x', (id) => { op('a', id).then((v) => log('b', v)).catch((error) => { log('c', error); }); });
exports.run = () => { heard.forEach((listener) => listener(1)); };
`;
  const { effects, unhandled } = await observe(convertChains(source).source, { a: 'throw' });
  expect(effects).toEqual(['a(1)', 'c(the Error: error of a)']);
  expect(unhandled).toEqual([]);
});

describe('left alone', () => {
  const root = mkdtempSync(join(tmpdir(), 'async-perf-chains-'));
  afterAll(() => rmSync(root, { recursive: true }));

  it.each(REFUSED)('$name: $reason', ({ text, reason, options, manifest, path = 'chain.js' }) => {
    const directory = mkdtempSync(join(root, 'case-'));
    writeFileSync(join(directory, 'package.json'), JSON.stringify(manifest ?? {}));
    const conversion = convert({ path: join(directory, path), source: text }, codemod, {
      node: '20',
      ...options,
    });

    expect(conversion.sites.map((site) => site.reason)).toContain(reason);
    expect(conversion.source).toBe(text);
  });
});

it('leaves an awaited catch that does nothing, as callback-to-async writes it', () => {
  const source = `async function size(link) {
  const stat = await fs.promises.stat(link.path).catch(() => {});
  return stat && stat.size;
}
`;
  expect(convertChains(source)).toMatchObject({ changed: false, sites: [] });
});

describe('what conversions of chains get wrong', () => {
  const known = new Set([
    ...Object.entries({
      links: LINKS,
      handlers: HANDLERS,
      names: NAMES,
      functions: FUNCTIONS,
      adopted: ADOPTED,
      last: LAST,
    }).flatMap(([list, cases]) => Object.keys(cases).map((name) => `${list}: ${name}`)),
    ...REFUSED.map(({ name }) => `refused: ${name}`),
    ...readdirSync(new URL('fixtures/promise-chain-to-async/', import.meta.url)).map(
      (name) => `fixtures: ${name}`,
    ),
  ]);

  it.each([
    ...SEMANTICS.map(({ trap, cases }) => ({ name: trap, cases })),
    ...PEER_FAULTS.map(({ fault, cases }) => ({ name: `of peers: ${fault}`, cases })),
  ])('has cases: $name', ({ cases }) => {
    expect(cases.length).toBeGreaterThan(0);
    expect(cases.filter((name) => !known.has(name))).toEqual([]);
  });

  it('runs at least 150 programs before and after', () => {
    const executed = [LINKS, HANDLERS, NAMES, FUNCTIONS, ADOPTED, LAST];
    expect(executed.flatMap((cases) => Object.keys(cases)).length).toBeGreaterThanOrEqual(150);
  });
});

it('calls a function of the file that was bound with what it was bound to', () => {
  const text = `const { load } = require('load');
exports.run = (store) => load().then(save.bind(null, store)).then(() => [store]);
function save(store, value) {
  store.value = value;
}
`;
  const { source } = convert({ path: 'program.js', source: text }, codemod, { node: '20' });
  expect(source).toContain('await save(store, await load());');
});

it('binds when the chain is made where another module may change what is bound', () => {
  const text = `import { config } from './config.js';
export const run = (load) => load().then((value) => value + 1).then(use.bind(null, config));
function use(given, value) {
  return [given, value];
}
`;
  const { source } = convert({ path: 'program.mjs', source: text }, codemod, { node: '20' });
  expect(source).toMatch(/use\.bind\(null, config\);[^]*await promise/u);
});

it.each([
  'let args; args = arguments; setImmediate(() => { args[1] = 5; });',
  'let args = arguments; args = args; setImmediate(() => { args[1] = 5; });',
  'kept = arguments;',
  'const keep = { args: arguments }; setImmediate(() => { keep.args[1] = 5; });',
  'queue.push([load, arguments]);',
])('binds when the chain is made what arguments may change: %s', (before) => {
  const text = `exports.run = function (load, store) {
  ${before}
  return load().then((value) => value + 1).then(use.bind(null, store));
};
function use(given, value) {
  return [given, value];
}
`;
  const { source } = convert({ path: 'program.js', source: text }, codemod, { node: '20' });
  expect(source).toMatch(/use\.bind\(null, store\);[^]*await promise/u);
});

it.each(['rejects', 'doesNotReject'])('waits for assert.%s, which gives a promise', (name) => {
  const text = `const assert = require('assert');
exports.run = (load) => Promise.resolve().then(() => assert.${name}(load)).then((value) => [value]);
`;
  const { source } = convert({ path: 'program.js', source: text }, codemod, { node: '20' });
  expect(source).toContain(`await assert.${name}(load)`);
});

it.each([
  'async function make() { return o; }\nexports.run = () => make().then((v) => [v]);',
  'class A { run() { return this.load().then((v) => [v]); } }',
  'function B() {}\nB.prototype.run = function () { return this.load().then((v) => [v]); };',
])('an object with a then of its own keeps no others from it: %s', (code) => {
  const text = `const o = { then(f) { f(1); } };\n${code}\n`;
  const { sites } = convert({ path: 'program.js', source: text }, codemod, { node: '20' });
  expect(sites.map(({ status }) => status)).toEqual(['converted']);
});

describe('in a file of bluebird', () => {
  const head =
    "const Bluebird = require('bluebird'); const fs = require('fs'); const util = require('util');\n";

  it.each([
    'exports.run = () => util.promisify(fs.stat)(".").then((stats) => stats.isFile());',
    'const read = util.promisify(fs.readFile); exports.run = () => read("none").then((text) => text.length);',
  ])('the promise forms of core functions are native: %s', (text) => {
    const source = `${head}${text}\n`;
    expect(convertChains(source).source).toContain('await');
  });

  it.each([
    'util.promisify = Bluebird.promisify; exports.run = () => util.promisify(fs.stat)(".").then((stats) => stats.isFile());',
    'fs.stat = require("./stat"); exports.run = () => util.promisify(fs.stat)(".").then((stats) => stats.isFile());',
    'let read = util.promisify(fs.readFile); read = require("./read"); exports.run = () => read("none").then((text) => text.length);',
    'const { load } = require("./load"); exports.run = () => util.promisify(load)(".").then((text) => text.length);',
  ])('others need not be: %s', (text) => {
    const source = `${head}${text}\n`;
    expect(convertChains(source).source).toBe(source);
  });
});
