import { describe, expect, it } from 'vitest';

import { codemod } from '../../codemods/hoist-async-closure.js';
import { convert } from '../../core/codemod/convert.js';

/**
 * Each case is a function body that fills `log` and may use `wait`, a promise settled later, and
 * `calls`, a function that logs and gives back. It is run as it is and as it is converted.
 */
const CASES = {
  'a fast path and a slow one': `
    const cache = new Map([[1, 'one']]);
    function get(id, options) {
      const load = async (force) => {
        calls('load', id, options, force);
        await wait;
        cache.set(id, options.name);
        return calls('loaded', id);
      };
      if (cache.has(id)) return cache.get(id);
      return load(true);
    }
    log.push(get(1, {}), get(2, { name: 'two' }), get(2, { name: 'zwei' }));
    await wait; await wait;
    log.push(get(2), cache);
  `,
  'a declaration used before its text': `
    const o = { get(id) { if (id < 2) return id; const p = load(id * 2); log.push('started'); return p;
      async function load(twice) { log.push('in'); await wait; return [id, twice]; } } };
    log.push(o.get(1), o.get(3), await o.get(4));
  `,
  'recursion and constants of an outer function': `
    function make(step, { limit }) {
      const grow = step * 2;
      return (id) => {
        const climb = async (n) => { log.push([id, n]); await wait; return n >= limit ? id + grow : climb(n + step); };
        if (!id) return null;
        return climb(0);
      };
    }
    log.push(make(1, { limit: 3 })(0), await make(1, { limit: 3 })(7), await make(2, { limit: 1 })('x'));
  `,
  'assigned before, never after': `
    function get(id, options) {
      options = options || { depth: 1 };
      let key;
      if (id) { key = 'k' + id; }
      const load = async () => { await wait; return [key, options]; };
      if (!key) return null;
      return load();
    }
    log.push(get(0), await get(1), await get(2, { depth: 2 }));
  `,
  'a fresh variable in each round': `
    function each(ids) {
      const all = [];
      for (const id of ids) {
        const twice = id * 2;
        const load = async () => { await wait; return [id, twice]; };
        if (id === 2) continue;
        all.push(load());
      }
      for (let i = 0; i < 3; i++) {
        const load = async () => { await wait; return i; };
        if (i === 1) continue;
        all.push(load());
      }
      return all;
    }
    log.push(await Promise.all(each([1, 2, 3])));
  `,
  'errors, thrown early and late': `
    function get(id) {
      const load = async ({ name } = id) => { if (name === 'early') throw new TypeError(name); await wait; throw new RangeError(name + id); };
      if (!id) return null;
      return load(id.none);
    }
    for (const id of [{ name: 'early' }, { name: 'late' }, 0]) {
      try { log.push(await get(id)); } catch (error) { log.push(error); }
    }
  `,
  'the order of effects between calls': `
    function get(id) {
      const load = async () => { log.push('a' + id); await wait; log.push('b' + id); await wait; return id; };
      if (id > 8) return id;
      log.push('before');
      const result = load();
      log.push('after');
      return result;
    }
    await Promise.all([get(1), get(2), get(9), get(3)]);
  `,
  'arguments that have effects, and spreads': `
    function get(id) {
      const load = async (...rest) => { await wait; return [id, ...rest]; };
      if (!id) return [];
      return load(calls('one'), ...[calls('two')], calls('three'));
    }
    log.push(get(0), await get(1));
  `,
  'names that are taken': `
    const load = (x) => ['outer', x];
    function one(id) { const load = async () => { await wait; return ['one', id]; }; if (!id) return 0; return load(); }
    function two(id) { const load = async () => { await wait; return ['two', id]; }; if (!id) return 0; return load(); }
    log.push(load(1), await one(1), await two(2), one(0));
  `,
  'helpers inside helpers': `
    function outer(a) {
      const load = async (c) => {
        const inner = (b) => {
          const slow = async () => { await wait; return [a, b, c]; };
          if (b) return 1;
          return slow();
        };
        return [inner(a), await inner(0)];
      };
      if (a === 1) return 2;
      return load('c');
    }
    log.push(outer(1), await outer(2));
  `,
  'a default value that uses what is passed': `
    function get(id, list) {
      const load = async (key = id, { depth = list.length } = {}) => { await wait; return [key, depth]; };
      if (!list) return null;
      return load(undefined, list[0]);
    }
    log.push(get(1), await get(1, []), await get(1, [{ depth: 7 }]));
  `,
  'the this of a method': `
    class Users {
      constructor() { this.names = { 1: 'one' }; }
      get(id) {
        const load = async (depth) => { await wait; log.push(this.names); return depth > 0 ? load(depth - 1) : (() => [this.names[id], id])(); };
        if (!id) return this.names;
        return load(1);
      }
    }
    const users = new Users();
    log.push(users.get(0), await users.get(1), await users.get(2));
    const get = users.get;
    try { log.push(await get(1)); } catch (error) { log.push(error); }
  `,
  'functions beside it': `
    function get(id) {
      const name = () => 'n' + id;
      function twice() { return name() + name(); }
      const load = async () => { await wait; return twice(); };
      if (!id) return null;
      return load();
    }
    log.push(get(0), await get(1));
  `,
};

/**
 * @param {string} body
 * @returns {Promise<unknown[]>}
 */
async function run(body) {
  /** @type {unknown[]} */
  const log = [];
  const wait = new Promise((resolve) => {
    setTimeout(resolve, 1);
  });
  const calls = (/** @type {unknown[]} */ ...values) => {
    log.push(['called', ...values]);
    return values[0];
  };
  const AsyncFunction = /** @type {any} */ (run).constructor;
  await new AsyncFunction('log', 'wait', 'calls', `'use strict';${body}`)(log, wait, calls);
  return log;
}

describe('hoist-async-closure keeps what the code does', () => {
  it.each(Object.entries(CASES))('%s', async (_, body) => {
    // Converted as the body of a wrapper that runs once, so that its top is the top of a module.
    const source = `export {}; (async function () {${body}})();`;
    const { source: output, sites } = convert({ path: 'case.mjs', source }, codemod);
    expect(sites.map(({ status }) => status)).not.toContain('refused');
    expect(sites).not.toHaveLength(0);
    const converted = output.slice('export {}; (async function () {'.length, -'})();'.length);
    expect(await run(converted)).toEqual(await run(body));
  });
});
