import { describe, expect, it } from 'vitest';

import { codemod } from '../../../codemods/callback-to-async.js';
import { convert } from '../../../core/codemod/convert.js';
import { run } from './run.js';

/**
 * A method that has no promise form gets one that is made once, at the top of the file, and looks the method
 * up at each call.
 */

const STORE = `const make = () => ({
  prefix: 'own ',
  load(id, cb) { setImmediate(() => (id === 'bad' ? cb(new Error('bad')) : cb(null, this.prefix + id))); },
  remove(cb) { setImmediate(cb, null, this.prefix); },
});
const stores = new Map([['main', make()]]);
const find = (name) => stores.get(name);
const lib = { stores: { main: make() }, kind: 'load' };
`;

/**
 * @param {string} source
 * @param {Record<string, unknown>} [options]
 */
function toAsync(source, options = {}) {
  const given = { node: '20', accept: 'timing-unobservable', ...options };
  return convert({ path: 'program.js', source }, codemod, given);
}

const pass = (/** @type {string} */ call) => `${STORE}exports.run = function (id, cb) {
  ${call}, (err, value) => {
    if (err) return cb(err);
    cb(null, [value]);
  });
};
`;

/** @type {[what: string, call: string, written: string][]} */
const RECEIVERS = [
  ['a member of a member', 'lib.stores.main.load(id', 'await loadAsync(lib.stores.main, id)'],
  ['what a call gives', "find('main').load(id", "await loadAsync(find('main'), id)"],
  ['what a chain gives', "stores.get('main').load(id", "await loadAsync(stores.get('main'), id)"],
  ['a chain on several lines', "stores\n    .get('main')\n    .load(id", 'await loadAsync('],
  ['what is made there', 'make().load(id', 'await loadAsync(make(), id)'],
  [
    'what stands in parentheses',
    '(lib.stores || {}).main.load(id',
    'await loadAsync((lib.stores || {}).main, id)',
  ],
  [
    'a computed member',
    'lib.stores.main[lib.kind](id',
    'await callAsync(lib.stores.main, lib.kind, id)',
  ],
];

describe('a method is called by an adapter on', () => {
  it.each(RECEIVERS)('%s', async (_, call, written) => {
    const original = pass(call);
    const { source, sites } = toAsync(original);

    expect(sites.at(-1)?.status).toBe('converted');
    expect(source).toContain(written);
    expect(source.match(/promisify\(/gu)).toHaveLength(1);
    for (const args of [['a'], ['bad'], [undefined]]) {
      expect(await run(source, { args })).toEqual(await run(original, { args }));
    }
    expect(toAsync(source).source).toBe(source);
  });

  it('what is called without arguments', async () => {
    const original = pass('lib.stores.main.remove(').replace('(, (err', '((err');
    const { source } = toAsync(original);

    expect(source).toContain('await removeAsync(lib.stores.main);');
    expect(await run(source)).toEqual(await run(original));
  });
});

it('a method that is put in place of another later is the one that is called', async () => {
  const original = `${pass('lib.stores.main.load(id')}
lib.stores.main.load = (id, cb) => setImmediate(cb, null, 'stubbed ' + id);
`;
  const { source } = toAsync(original, { accept: 'timing-unobservable' });

  expect(source).toContain('loadAsync(lib.stores.main');
  const seen = await run(source, { args: ['a'] });
  expect(seen.calls).toEqual([[null, ['stubbed a']]]);
  expect(seen).toEqual(await run(original, { args: ['a'] }));
});

it('calls of one name share an adapter', () => {
  const { source } = toAsync(
    `${pass('lib.stores.main.load(id')}${pass("find('main').load(id")
      .slice(STORE.length)
      .replace('exports.run', 'exports.again')}`,
  );

  expect(source.match(/promisify\(/gu)).toHaveLength(1);
  expect(source).toContain('loadAsync(lib.stores.main, id)');
  expect(source).toContain("loadAsync(find('main'), id)");
});

it('a method of a package is looked up in it', () => {
  const source =
    "const cache = require('cache');\nexports.run = (id, cb) => { cache.get(id, (err, value) => { if (err) return cb(err); cb(null, [value]); }); };\n";

  expect(toAsync(source).source).toContain('  cache.get(...args);');
  expect(toAsync(source).source).toContain('await getAsync(id)');
});

it.each([
  [
    'super',
    'class A extends B { load(id, cb) { super.load(id, (err, value) => { if (err) return cb(err); cb(null, [value]); }); } }\nmodule.exports = A;\n',
  ],
])('a method of %s has no adapter', (_, source) => {
  expect(toAsync(source).source).toBe(source);
});

it('a module that is called `args` is not what the adapter gets', () => {
  const source =
    "const args = require('args');\nexports.run = (id, cb) => { args.get(id, (err, value) => { if (err) return cb(err); cb(null, [value]); }); };\n";

  expect(toAsync(source).source).toContain('(...given) => {\n  args.get(...given);\n}');
});

it('a comment in the chain stays, and the chain with it', () => {
  const source = pass("stores.get('main') // the first\n    .load(id");

  expect(toAsync(source).source).toBe(source);
});

it('a private method is not named outside of its class', () => {
  const source = `class A {
  #load(id, cb) { this.store.get(id, cb); }
  load(id, cb) { this.#load(id, (err, value) => { if (err) return cb(err); cb(null, [value]); }); }
}
module.exports = A;
`;
  const converted = toAsync(source).source;

  expect(converted.slice(0, converted.indexOf('class A'))).not.toContain('#load');
});
