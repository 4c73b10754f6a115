/** @import { EnteredFunction } from './coverage.js' */

import { createRequire } from 'node:module';
import process from 'node:process';
import { inspect } from 'node:util';

/**
 * What a case did, step by step, and how it ended. Two runs of the same code give the same text.
 *
 * @typedef {object} RecordedCase
 * @property {string} name
 * @property {string[]} log The effects in their order.
 * @property {string} outcome
 * @property {EnteredFunction[]} entered The functions of the package that ran.
 */

/** One point in time for all runs, so that ages and dates in the output agree. */
const NOW = Date.UTC(2020, 0, 1, 12);
const LONGEST_DELAY = 60_000;
const PATIENCE = 3000;

/** The real one: that of the enclosed process hurries. */
const delay = globalThis.setTimeout;

/** Records what code does to the world around it. */
export class Recorder {
  /** @type {RecordedCase[]} */
  cases = [];
  /** @type {string[]} */
  #log = [];
  #takeEntered;

  /** @param {() => Promise<EnteredFunction[]>} takeEntered */
  constructor(takeEntered) {
    this.#takeEntered = takeEntered;
  }

  /**
   * @param {string} kind What happened, e.g. `request`.
   * @param {...unknown} details
   */
  add(kind, ...details) {
    this.#log.push([kind, ...details.map(show)].join(' '));
  }

  /**
   * Runs one case to its end.
   *
   * @param {string} name
   * @param {() => unknown} action
   */
  async run(name, action) {
    await this.#takeEntered();
    this.#log = [];
    const outcome = await settle(action);
    const log = this.#log;
    this.cases.push({ name, log, outcome, entered: await this.#takeEntered() });
    // What the case left undone must not end up in the log of the next one.
    this.#log = [];
  }
}

/**
 * Makes a process predictable and harmless: what is written is recorded instead, the clock stands
 * still, delays are short, and nothing is started.
 *
 * @param {Recorder} recorder
 */
export function enclose(recorder) {
  const RealDate = Date;
  globalThis.Date = /** @type {DateConstructor} */ (
    new Proxy(RealDate, {
      construct: (target, args) => (args.length > 0 ? new target(...args) : new target(NOW)),
      apply: (target) => new target(NOW).toString(),
      get: (target, key) => (key === 'now' ? () => NOW : Reflect.get(target, key)),
    })
  );
  Math.random = () => 0.5;
  const hrtime = Object.assign(() => [0, 0], { bigint: () => 0n });
  const hurry = (/** @type {number} */ ms = 0) =>
    ms <= 5 ? ms : 5 + Math.min(ms, LONGEST_DELAY) / 1000;
  Object.assign(globalThis, {
    setTimeout: (
      /** @type {any} */ action,
      /** @type {number} */ ms,
      /** @type {any[]} */ ...args
    ) => delay(action, hurry(ms), ...args),
  });
  for (const stream of [process.stdout, process.stderr]) {
    Object.assign(stream, {
      write(/** @type {unknown} */ chunk) {
        recorder.add('write', String(chunk));
        return true;
      },
    });
  }
  const exit = (/** @type {unknown} */ code) => {
    recorder.add('exit', code);
    throw new Error(`exit ${String(code)}`);
  };
  Object.assign(process, { hrtime, exit, abort: exit, kill: exit, chdir: exit });
  encloseChildren(recorder);
}

/** @param {Recorder} recorder */
function encloseChildren(recorder) {
  const require = createRequire(import.meta.url);
  const { EventEmitter } = require('node:events');
  const children = require('node:child_process');
  const { PassThrough } = require('node:stream');
  for (const name of ['spawn', 'exec', 'execFile', 'fork']) {
    children[name] = (/** @type {unknown[]} */ ...args) => {
      recorder.add(name, ...args.filter((arg) => typeof arg !== 'function').slice(0, 2));
      const child = Object.assign(new EventEmitter(), {
        stdout: new PassThrough(),
        stderr: new PassThrough(),
        stdin: new PassThrough(),
        unref: () => undefined,
        kill: () => true,
      });
      const callback = args.find((arg) => typeof arg === 'function');
      setImmediate(() => {
        child.stdout.end();
        child.stderr.end();
        child.emit('exit', 0);
        child.emit('close', 0);
        if (typeof callback === 'function') {
          callback(null, '', '');
        }
      });
      return child;
    };
  }
  for (const name of ['spawnSync', 'execSync', 'execFileSync']) {
    children[name] = (/** @type {unknown[]} */ ...args) => {
      recorder.add(name, args[0]);
      return '';
    };
  }
}

/**
 * @param {() => unknown} action
 * @returns {Promise<string>}
 */
async function settle(action) {
  let timer;
  const patience = new Promise((resolve) => {
    timer = delay(() => resolve('pending'), PATIENCE);
  });
  try {
    const started = action();
    const isPromise = typeof Reflect.get(Object(started), 'then') === 'function';
    const settled = Promise.resolve(started).then(
      (value) => `${isPromise ? 'fulfilled' : 'returned'} ${show(value)}`,
      (error) => `rejected ${show(error)}`,
    );
    return String(await Promise.race([settled, patience]));
  } catch (error) {
    return `threw ${show(error)}`;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * @param {unknown} value
 * @returns {string} Its text, without what differs from run to run or from copy to copy; functions
 *   of all kinds are alike.
 */
function show(value) {
  if (value instanceof Error) {
    return `${value.name}: ${shorten(value.message)}`;
  }
  if (typeof value === 'string') {
    return JSON.stringify(shorten(value));
  }
  const text = inspect(value, { depth: 4, breakLength: Infinity, maxStringLength: 300 });
  return shorten(
    text.replace(/\[(?:Async|Generator|AsyncGenerator)?Function[^\]]*\]/gu, '[Function]'),
  );
}

/** @param {string} text */
function shorten(text) {
  return text
    .replace(/(?:\/[^\s/'"]+)*\/async-perf-demo-[^/\s'"]+(?:\/(?:before|after))?/gu, '')
    .slice(0, 600);
}
