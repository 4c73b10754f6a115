import { fileURLToPath } from 'node:url';

import { describe, expect, it, vi } from 'vitest';

import { runJob } from '../../bench/child.js';
import { measurePair } from '../../bench/measure.js';

/**
 * @param {string} source
 * @param {Partial<import('../../bench/child.js').Variant>} [extra]
 */
function variant(source, extra) {
  const filename = fileURLToPath(new URL('inline.cjs', import.meta.url));
  return { name: 'before', filename, source, export: 'run', ...extra };
}

/** Ticks and promises are facts of the language and of V8 since 7.3. */
const OPERATIONS = /** @type {const} */ ([
  ['exports.run = async () => {};', 0, 1],
  ['exports.run = async () => { await 1; };', 1, 3],
  ['const p = Promise.resolve(); exports.run = async () => { await p; };', 1, 2],
  ['const p = Promise.resolve(); exports.run = async () => p;', 2, 2],
  ['const p = Promise.resolve(); exports.run = () => p.then(() => p);', 3, 2],
  ['exports.run = () => Promise.resolve();', 0, 1],
  ['exports.run = () => 1;', 0, 0],
]);

vi.setConfig({ testTimeout: 120_000 });

describe('deterministic metrics', () => {
  it.each(OPERATIONS)('%s', async (source, ticks, promises) => {
    const [first, second] = await Promise.all([
      runJob({ mode: 'ticks', variants: [variant(source)] }),
      runJob({ mode: 'promises', variants: [variant(source)] }),
    ]);
    expect(first.ticks).toBe(ticks);
    expect(second.promises).toBe(promises);
  });

  it('counts turns of the event loop where ticks would starve', async () => {
    const source = 'exports.run = () => new Promise((resolve) => setImmediate(resolve));';
    expect(await runJob({ mode: 'ticks', variants: [variant(source)] })).toEqual({
      ticks: null,
      turns: 1,
    });
  });

  it('keeps its clock when the global promise and its prototype are replaced', async () => {
    const source = `
      const then = Promise.prototype.then;
      Promise.prototype.then = function (...handlers) { return then.apply(this, handlers); };
      global.Promise = require('bluebird');
      exports.run = async () => { await 1; };
    `;
    const result = await runJob({ mode: 'ticks', variants: [variant(source)] });
    expect(result).toEqual({ ticks: 1, turns: 0 });
  });

  it('measures a function that takes a callback', async () => {
    const source = 'exports.run = (value, callback) => { queueMicrotask(() => callback(null)); };';
    const variants = [variant(source, { style: 'callback', args: [1] })];
    expect(await runJob({ mode: 'ticks', variants })).toEqual({ ticks: 1, turns: 0 });
    expect(await runJob({ mode: 'promises', variants })).toEqual({ promises: 0 });
  });

  it('makes the operation as `call` says', async () => {
    const source = 'exports.Client = class { async get(key) { await key; } };';
    const call = "({ Client }) => { const client = new Client(); return () => client.get('a'); }";
    const result = await runJob({ mode: 'ticks', variants: [variant(source, { call })] });
    expect(result.ticks).toBe(1);
  });

  it('counts pending operations of the thread pool', async () => {
    const source = `
      const { pbkdf2 } = require('node:crypto');
      const { promisify } = require('node:util');
      const derive = promisify(pbkdf2);
      const one = () => derive('secret', 'salt', 1, 16, 'sha1');
      exports.run = async () => { await Promise.all([one(), one(), one(), one(), one()]); };
    `;
    const result = await runJob({ mode: 'pool', variants: [variant(source)] });
    expect(result.peak).toBe(5);
  });
});

describe('measurePair', () => {
  it('gives every metric of both forms, and the control', async () => {
    const before = variant(
      'const p = Promise.resolve(); exports.run = async () => { await p.then((v) => v); };',
    );
    const after = variant('const p = Promise.resolve(); exports.run = async () => { await p; };', {
      name: 'after',
    });
    const result = await measurePair(before, after, { quick: true });
    expect(result.failures).toEqual([]);
    expect(result.before).toMatchObject({ ticks: 2, promises: 3 });
    expect(result.after).toMatchObject({ ticks: 1, promises: 2 });
    expect(result.before.bytes).toBeGreaterThan(result.after.bytes ?? Infinity);
    expect(result.time?.measured.ratio).toBeGreaterThan(0);
    expect(result.time?.control.low).toBeLessThanOrEqual(result.time?.control.high ?? 0);
    expect(result.time?.pairs).toBeGreaterThan(10);
  });

  it('keeps the figures of one form when the other fails', async () => {
    const broken = variant("throw new Error('broken');", { name: 'after' });
    const result = await measurePair(variant('exports.run = async () => {};'), broken, {
      quick: true,
      metrics: ['ticks', 'promises'],
    });
    expect(result.before).toEqual({ ticks: 0, turns: 0, promises: 1 });
    expect(result.failures.map(({ metric, kind }) => [metric, kind])).toEqual([
      ['promises of after', 'failed'],
      ['ticks of after', 'failed'],
    ]);
  });

  it('pairs processes where the code changes its process', async () => {
    const result = await measurePair(
      variant(
        "global.Promise = require('bluebird'); exports.run = async () => { await Promise.resolve(); };",
      ),
      variant('exports.run = async () => { await Promise.resolve(); };', { name: 'after' }),
      { quick: true, ownProcess: true, metrics: ['time'] },
    );
    expect(result.time?.ownProcess).toBe(true);
    expect(result.time?.measured.ratio).toBeGreaterThan(1.5);
  });
});
