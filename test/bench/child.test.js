import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it, vi } from 'vitest';

import { ChildError, runJob } from '../../bench/child.js';

/** @param {string} name */
const fixture = (name) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));

/** @param {string} source */
function variant(source) {
  return { name: 'before', filename: fixture('inline.cjs'), source, export: 'run' };
}

/**
 * @param {import('../../bench/child.js').Job} job
 * @param {Parameters<typeof runJob>[1]} options
 */
async function failureOf(job, options) {
  try {
    await runJob(job, options);
  } catch (error) {
    if (error instanceof ChildError) return error;
    throw error;
  }
  throw new Error('The job did not fail');
}

/** @type {import('../../bench/child.js').Job} */
const ANY_JOB = { mode: 'ticks', variants: [variant('exports.run = async () => {};')] };

vi.setConfig({ testTimeout: 120_000 });

describe('a child that gives no figure', () => {
  it('crashes: the exit code and its last words', async () => {
    const error = await failureOf(ANY_JOB, { worker: fixture('crash.cjs') });
    expect(error.kind).toBe('crashed');
    expect(error.message).toContain('code 7');
    expect(error.message).toContain('out of luck');
  });

  it('hangs: is ended after its time', async () => {
    const error = await failureOf(ANY_JOB, { worker: fixture('hang.cjs'), timeout: 700 });
    expect(error.kind).toBe('timeout');
    expect(error.message).toMatch(/0\.7 s.*--timeout/u);
  });

  it('is killed: the signal', async () => {
    const error = await failureOf(ANY_JOB, { worker: fixture('killed.cjs') });
    expect(error.kind).toBe('killed');
    expect(error.message).toContain('SIGKILL');
  });

  it('is killed while it writes: the half result is not read', async () => {
    const error = await failureOf(ANY_JOB, { worker: fixture('half-written.cjs') });
    expect(error.kind).toBe('killed');
  });

  it('does not start: the binary', async () => {
    const error = await failureOf(ANY_JOB, { execPath: '/nowhere/node' });
    expect(error.kind).toBe('missing-binary');
    expect(error.message).toContain('/nowhere/node');
  });
});

describe('measured code that fails', () => {
  /** @param {string} source */
  const failure = (source) =>
    failureOf({ mode: 'ticks', variants: [variant(source)] }, { timeout: 5000 });

  it('throws on loading: its name and file', async () => {
    const error = await failure("throw new Error('broken module');");
    expect(error.kind).toBe('failed');
    expect(error.message).toMatch(/before.*inline\.cjs.*does not load: broken module/u);
  });

  it('rejects: the reason', async () => {
    const error = await failure("exports.run = async () => { throw new Error('no luck'); };");
    expect(error.message).toMatch(/before failed while it was measured: no luck/u);
  });

  it.each(/** @type {const} */ (['ticks', 'promises', 'bytes', 'time', 'time-pair']))(
    '%s: names what was thrown, also where it is no error',
    async (mode) => {
      const flags = ['--expose-gc'];
      for (const [value, shown] of [
        ['undefined', 'undefined'],
        ['null', 'null'],
        ["'str'", "'str'"],
        ['Symbol("s")', 'Symbol(s)'],
        ['Object.freeze(new Error("ice"))', 'ice'],
      ]) {
        for (const style of ['', 'async ']) {
          const source = `exports.run = ${style}() => { throw ${value}; };`;
          const job = { mode, variants: [variant(source), variant(source)], rounds: 1 };
          const error = await failureOf(job, { flags, timeout: 5000 });
          expect(error.kind).toBe('failed');
          expect(error.message.endsWith(shown ?? '')).toBe(true);
        }
      }
    },
    60_000,
  );

  it('calls a method on what it belongs to', async () => {
    const source =
      'exports.svc = { async get() { if (this !== exports.svc) throw new Error("lost"); } };';
    const job = { mode: /** @type {const} */ ('ticks'), variants: [variant(source)] };
    const variants = job.variants.map((one) => ({ ...one, export: 'svc.get' }));
    expect(await runJob({ ...job, variants })).toMatchObject({ ticks: 0 });
  });

  it('throws no error on loading: what it throws', async () => {
    expect((await failure('throw undefined;')).message).toMatch(/does not load: throws undefined/u);
  });

  it('exports no such function: what it exports', async () => {
    const error = await failure('exports.other = 1;');
    expect(error.message).toMatch(/no function "run"; it exports other/u);
  });

  it('never settles: says so instead of hanging', async () => {
    const error = await failure('exports.run = () => new Promise(() => {});');
    expect(error.message).toMatch(/never settled: the event loop ran empty/u);
  });

  it('exits the process: says so', async () => {
    const error = await failure('exports.run = async () => process.exit(3);');
    expect(error.message).toMatch(/ended the process with exit code 3/u);
  });
});

describe('a run that is interrupted', () => {
  it.each(/** @type {const} */ (['SIGINT', 'SIGTERM']))(
    '%s: leaves nothing behind',
    async (signal) => {
      const scratch = await mkdtemp(path.join(tmpdir(), 'async-perf-signal-'));
      const child = new URL('../../bench/child.js', import.meta.url).href;
      const job = JSON.stringify({ mode: 'ticks', variants: [] });
      const program = `
      const { runJob } = await import(${JSON.stringify(child)});
      await runJob(${job}, { worker: ${JSON.stringify(fixture('announce.cjs'))} });
    `;
      const parent = spawn(process.execPath, ['--input-type=module', '-e', program], {
        env: { ...process.env, TMPDIR: scratch, TMP: scratch, TEMP: scratch },
        stdio: 'ignore',
      });
      const ended = once(parent, 'exit');
      const worker = await vi.waitFor(async () => {
        const [directory = ''] = await readdir(scratch);
        return Number(await readFile(path.join(scratch, directory, 'pid'), 'utf8'));
      }, 20_000);
      parent.kill(signal);
      expect(await ended).toEqual([null, signal]);
      expect(await readdir(scratch)).toEqual([]);
      await vi.waitFor(() => expect(() => process.kill(worker, 0)).toThrow(/ESRCH/u), 5000);
      await rm(scratch, { recursive: true });
    },
  );
});

describe('a worker', () => {
  it('keeps its result apart from what the code prints', async () => {
    const source = 'exports.run = async () => { console.log(\'{"result": 1}\'); };';
    const result = await runJob({ mode: 'ticks', variants: [variant(source)] });
    expect(result).toEqual({ ticks: 0, turns: 0 });
  });
});
