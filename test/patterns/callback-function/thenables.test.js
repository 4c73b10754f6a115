import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { HEAD, run, toAsync } from './run.js';

/**
 * What a callback is handed that an async function would wait for: promises, which have started, and lazy thenables,
 * whose work starts when somebody waits. Both versions run: what the callback gets, and which queries have started.
 */

const KNEX = `const knex = require('knex')({ client: 'pg' });
`;

/** Values that are waited for, and what stands before the function. @type {[string, string?][]} */
const KNOWN = [
  ["knex('users').where('id', text)", KNEX],
  ["knex.select('id').from('users')", KNEX],
  ["knex.raw('select 1')", KNEX],
  ["knex.schema.hasTable('users')", KNEX],
  ['query', `${KNEX}const query = knex('users').first();`],
  ['find(text)', `${KNEX}function find(id) { return knex('users').where({ id }); }`],
  [
    'find(text)',
    `${KNEX}const find = (id) => { const q = knex('users'); return q.where({ id }); };`,
  ],
  ['text ? find(text) : null', `${KNEX}const find = (id) => knex('users').where({ id });`],
  ['text && find(text)', `${KNEX}const find = (id) => knex('users').where({ id });`],
  ['store2.find(text)', `${KNEX}const store2 = { find: (id) => knex('users').where({ id }) };`],
  ['same(find(text))', `${KNEX}const find = (id) => knex('users'); const same = (each) => each;`],
  [
    'new Query(text)',
    'class Query {\n  constructor(id) { this.id = id; }\n  then(go) { started.push(this.id); go(this.id); }\n}',
  ],
  [
    'new Query(text).where(1)',
    'class Query {\n  then(go) { started.push(1); go(1); }\n  where() { return this; }\n}',
  ],
  [
    'new Later(text)',
    'class Base {\n  then(go) { started.push(1); go(1); }\n}\nclass Later extends Base {}',
  ],
  [
    'new Later()',
    'function Later() {}\nLater.prototype.then = function (go) { started.push(1); go(1); };',
  ],
  ['{ then(go) { started.push(text); go(text); } }'],
  ['later(text)', 'const later = async (value) => value;'],
  ['new Promise((resolve) => resolve(text))'],
  ['Promise.all([text])'],
  ['delay(1)', "const delay = require('util').promisify(setTimeout);"],
  ['sleep(1)', "const { setTimeout: sleep } = require('timers/promises');"],
  ["fs.promises.stat('.')"],
  ["once(new EventEmitter(), 'x')", "const { once, EventEmitter } = require('events');"],
  ['import("fs")'],
  ['Bluebird.resolve(text)', "const Bluebird = require('bluebird');"],
  ['Bluebird.delay(1)', "const Bluebird = require('bluebird');"],
  ['Q.defer().promise', "const Q = require('q');"],
  ['deferred.promise', 'const deferred = {};\ndeferred.promise = Promise.resolve(1);'],
];

/** Values that nothing shows, which are taken for plain: those of callers, and members of results. @type {[string, string?][]} */
const ASSUMED = [['key'], ['text.rows'], ['text.rows?.[0]'], ['text.rows?.[0]?.name']];

/** Values that are taken for plain in applications only. @type {[string, string?][]} */
const ASSUMED_OF_APPLICATIONS = [
  ['lib.start(text)', "const lib = { start: require('store').length ? (each) => each : null };"],
  ['options.ready', 'let options = {};\nexports.set = (given) => { options = given; };'],
  ['this.ready'],
  ['make(text)', 'let make = String;\nexports.use = (given) => { make = given; };'],
];

const MANIFEST = fileURLToPath(new URL('../../../package.json', import.meta.url));

/** Values that the code shows to be plain. @type {[string, string?][]} */
const SHOWN = [
  ['text'],
  ['text.length'],
  ['text[0]'],
  ['text.toString()'],
  ["text.split('<').map((each) => each.trim())"],
  ['text + 1'],
  ['`${text}!`'],
  ['!text'],
  ['{ text }'],
  ['[text]'],
  ['null'],
  ['count++', 'let count = 0;'],
  ['JSON.parse(\'{"a":1}\').a'],
  ['JSON.stringify({ text })'],
  ['Buffer.from(text).toString("hex")'],
  ['Math.max(1, text.length)'],
  ['Object.keys({ text })'],
  ['Object.assign({}, { text })'],
  ['new Map([[1, text]])'],
  ['new Set([text]).size'],
  ['new Date(0)'],
  ['new Box(text)', 'class Box {\n  constructor(text) { this.text = text; }\n}'],
  ['new Box(text)', 'class Base {}\nclass Box extends Base {}'],
  ['view(text)', 'function view(each) { return { each }; }'],
  ['view(text)', 'const view = (each) => each.slice(1);'],
  ["require('path').join('a', text)"],
  ["_.pick({ a: 1, b: 2 }, 'a')", 'const _ = { pick: ({ a }) => ({ a }) };'],
  ['process.pid > 0'],
  ['manifest.name', `const manifest = require(${JSON.stringify(MANIFEST)});`],
  ['total', 'let total = 0;\ntotal += 1;'],
  ['found', 'let found = null;\nexports.set = () => { found = [1]; };'],
];

/** @param {string} value @param {string} before */
const programOf = (value, before = '') => `${HEAD}const started = [];
${before}
exports.started = started;
exports.run = function (key, cb) {
  store(key, (err, text) => {
    if (err) return cb(err);
    cb(null, ${value});
  });
};
`;

/** @param {ReturnType<typeof toAsync>} conversion */
const assumed = ({ sites }) => sites.flatMap(({ assumes = [] }) => assumes);

describe('what is handed to a callback', () => {
  it.each(KNOWN)('and is waited for stays with its callback: %s', (...value) => {
    for (const options of [{}, { trust: 'strict', callbacks: 'store' }]) {
      const { changed, sites } = toAsync(programOf(...value), options);
      expect(sites.map(({ reason }) => reason)).toEqual(['result-is-promise']);
      expect(sites[0]?.message).toMatch(/, line \d+$/u);
      expect(changed).toBe(false);
    }
  });

  it.each(ASSUMED)('and is not shown is taken for plain, and named: %s', async (...value) => {
    const source = programOf(...value);
    const conversion = toAsync(source);
    expect(conversion.changed).toBe(true);
    expect(assumed(conversion)).toContain('result-is-no-promise');
    expect(await run(conversion.source)).toEqual(await run(source));
    for (const options of [
      { trust: 'strict', accept: 'throws-late,callback-arguments,uncaught-error' },
      { refuse: 'result-is-no-promise' },
    ]) {
      const { changed, sites } = toAsync(source, { callbacks: 'store', ...options });
      expect(changed).toBe(false);
      expect(sites.map(({ reason }) => reason)).toEqual(['result-may-be-promise']);
    }
  });

  it.each(ASSUMED_OF_APPLICATIONS)(
    'and others make is taken for plain in an application alone, and named: %s',
    async (...value) => {
      const source = programOf(...value);
      const { changed, sites } = toAsync(source, { callbacks: 'store' });
      expect(changed).toBe(false);
      expect(sites[0]?.reason).toBe('result-may-be-promise');
      expect(sites[0]?.advice).toContain('--accept=result-is-no-promise');
      const trusted = { callbacks: 'store', trust: 'application' };
      const conversion = toAsync(source, trusted);
      expect(conversion.changed).toBe(true);
      expect(assumed(conversion)).toContain('result-is-no-promise');
      expect(await run(conversion.source)).toEqual(await run(source));
      const accepted = toAsync(source, { callbacks: 'store', accept: 'result-is-no-promise' });
      expect(accepted.source).toBe(conversion.source);
      const refused = toAsync(source, { ...trusted, refuse: 'result-is-no-promise' });
      expect(refused.changed).toBe(false);
    },
  );

  it.each(SHOWN)('and is shown to be plain converts, whatever is assumed: %s', async (...value) => {
    const source = programOf(...value);
    const conversion = toAsync(source, { refuse: 'result-is-no-promise', callbacks: 'store' });
    expect(conversion.changed).toBe(true);
    expect(assumed(conversion)).not.toContain('result-is-no-promise');
    expect(await run(conversion.source)).toEqual(await run(source));
  });
});
