import { describe, expect, it } from 'vitest';

import { convert } from '../../core/codemod/convert.js';
import { promiseWrappedAwait } from '../../core/patterns/promise-wrapped-await.js';

const codemod = { name: 'test', patterns: [promiseWrappedAwait] };

/** Bodies of async functions with the parameters `make`, which gives the value, and `log`. */
const BODIES = [
  'return await new Promise((resolve) => resolve(make()));',
  'return await new Promise(function (resolve, reject) { resolve(make()); });',
  'return await new Promise((y, n) => { try { y(make()); } catch (error) { n(error); } });',
  'const x = make(); return await new Promise((resolve) => { return resolve(x); });',
  'try { await new Promise((resolve) => resolve(make())); } catch (e) { log("caught", e); }',
  'try { log(await new Promise((resolve) => resolve([make(), log("second")]))); } finally { log("end"); }',
  'try { await new Promise((_, reject) => reject(make())); } catch (e) { log("caught", e); } log("after");',
  'if (log("first")) return 1; return await new Promise((_, reject) => { reject(make()); });',
  'return await (async () => make())();',
  'return await (async () => await make())();',
  'log(await (async function () { return make(); })()); log("end");',
  'await (async () => { const x = await make(); log(x); return make(); })(); log("end");',
  'try { await (async () => { log(make()); })(); } catch (e) { log("caught", e); }',
  'const x = 1; await (async () => { const x = make(); log(x); await x; })(); log(x);',
  'return await Promise.resolve(make());',
  'try { log(await Promise.resolve(make())); } catch (e) { log("caught", e); }',
  'return await Promise.resolve(new Promise((r) => r((async () => make())())));',
  'return await Promise.all([make()]).then((values) => values);',
  'const load = async () => make(); const x = load().then((value) => value); log(1); return await x;',
  'const load = async () => make(); const x = new Promise((r) => r(load())); log(1); return await x;',
  'const x = Promise.resolve(1); make(); return [await x, await x];',
  'const x = (async () => ({ a: 1 }))(); log(await x); return (await x) === (await x);',
  'const x = Promise.resolve(make()); const y = await x; log(y); return make();',
  'try { const x = new Promise((r) => r(make())); await x; } catch (e) { log("caught", e); }',
  'const x = (async () => [await make()])(); return await x;',
  'const x = Promise.resolve(make()); let y, z; try { y = await x; } catch (e) { log("caught", e); return; } log(y, z);',
  'const x = Promise.resolve(make()); function f(y) { log(y); } const y = await x; f(y);',
  'for (const x of await new Promise((resolve) => resolve([1, 2]))) log(x);',
];

class Derived extends Promise {}

/** What `make` does. A thenable tells when it is asked. */
const VALUES = /** @type {Record<string, (log: (...values: unknown[]) => void) => unknown>} */ ({
  'a number': () => 1,
  nothing: () => undefined,
  null: () => null,
  'an object': () => ({ a: [1] }),
  'a promise': () => Promise.resolve('promised'),
  'a rejected promise': () => {
    const promise = Promise.reject(new Error('rejected'));
    promise.catch(() => {});
    return promise;
  },
  'a late promise': () => new Promise((resolve) => setTimeout(resolve, 1, 'late')),
  'a promise of a subclass': () => Derived.resolve('derived'),
  'a thenable': (log) => ({
    then(/** @type {(value: unknown) => void} */ resolve) {
      log('then');
      resolve('from then');
    },
  }),
  'a thenable that throws': () => ({
    then() {
      throw new Error('thrown by then');
    },
  }),
  'an object with a getter': () => ({
    get then() {
      throw new Error('thrown by the getter');
    },
  }),
  'a throw': () => {
    throw new Error('thrown');
  },
});

/**
 * @param {string} source Of an async function.
 * @param {keyof typeof VALUES} value
 * @returns {Promise<unknown[]>} What it logs, and how it ends.
 */
async function record(source, value) {
  /** @type {unknown[]} */
  const events = [];
  const log = (/** @type {unknown[]} */ ...values) => {
    events.push(values.map(describeValue));
  };
  const make = () => {
    log('make');
    return VALUES[value]?.(log);
  };
  const run = new Function('make', 'log', `return (${source})(make, log);`);
  try {
    events.push(['result', describeValue(await run(make, log))]);
  } catch (error) {
    events.push(['error', describeValue(error)]);
  }
  return events;
}

/**
 * @param {unknown} value
 * @returns {unknown}
 */
function describeValue(value) {
  if (value instanceof Error) {
    return `${value.name}: ${value.message}`;
  }
  if (Array.isArray(value)) {
    return value.map(describeValue);
  }
  if (value instanceof Promise) {
    return value.constructor.name;
  }
  return typeof value === 'object' && value !== null && 'then' in value ? 'thenable' : value;
}

describe.each(BODIES)('%s', (body) => {
  const source = `async function run(make, log) { ${body} }`;
  const conversion = convert({ path: 'example.js', source }, codemod);

  it('is converted', () => {
    expect(conversion.sites.map(({ status, reason }) => reason ?? status)).not.toContain('refused');
    expect(conversion.changed).toBe(true);
  });

  it.each(Object.keys(VALUES))('does the same for %s', async (value) => {
    expect(await record(conversion.source, value)).toEqual(await record(source, value));
  });
});
