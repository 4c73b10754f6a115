import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';

import { codemod } from '../../../codemods/callback-to-async.js';
import { convert } from '../../../core/codemod/convert.js';
import { standIns } from './stand-ins.js';

/**
 * Runs a program with a callback and notes what its caller sees.
 */

const require = createRequire(import.meta.url);

/**
 * @typedef {object} Seen
 * @property {string[]} log Effects, in order.
 * @property {unknown[][]} calls The arguments of each call of the callback.
 * @property {'same tick' | 'later' | 'never'} when The first of them.
 * @property {unknown} returned
 * @property {string} [thrown]
 * @property {string[]} uncaught
 * @property {number} length
 * @property {string} name
 * @property {boolean[]} on Whether each call of the callback was on what the program was called on.
 */

/** The modules that the programs use. @param {string[]} log */
export function modulesFor(log) {
  /**
   * @param {unknown} value
   * @param {(error: Error | null, ...results: unknown[]) => void} callback
   */

  const store = (value, callback) => {
    log.push(`store ${String(value)}`);
    setImmediate(() =>
      value === 'bad' ? callback(new Error('bad value')) : callback(null, `<${String(value)}>`, 2),
    );
  };
  /**
   * @param {unknown} error
   * @param {(error: unknown, result: string) => void} callback
   */
  const odd = (error, callback) => void setImmediate(() => callback(error, 'result'));
  /**
   * @param {string} url
   * @param {(error: Error | null, response?: { body: string }, body?: string) => void} callback
   */
  const request = (url, callback) => {
    log.push(`request ${url}`);
    const body = `body of ${url}`;
    setImmediate(() =>
      url === 'bad'
        ? callback(new Error('no such host'))
        : callback(null, Object.assign({ status: url.length, body }), body),
    );
  };
  /** @type {Record<string, unknown>} */
  const modules = {
    store,
    request: Object.assign(request, { get: request }),
    odd,
    'graceful-fs': require('node:fs'),
    ...standIns(log),
    'http-errors': (/** @type {number} */ status, /** @type {string} */ message) =>
      Object.assign(new Error(message), { status }),
    '@hapi/boom': {
      notFound: (/** @type {string} */ message) => new Error(message),
      isBoom: () => false,
    },
    log: (/** @type {string} */ line) => log.push(line),
  };
  return (/** @type {string} */ id) => modules[id] ?? require(id);
}

/**
 * @param {string} source Of a module.
 * @param {string[]} log Where its effects go.
 * @returns {any} What it exports.
 */
export function evaluate(source, log) {
  const module = { exports: {} };
  compileFunction(source, ['exports', 'require', 'module'])(
    module.exports,
    modulesFor(log),
    module,
  );
  return module.exports;
}

/**
 * @param {string} source
 * @param {{ args?: unknown[], throws?: boolean, receiver?: object }} [how]
 * @returns {Promise<Seen>}
 */
export async function run(source, { args = ['a'], throws = false, receiver } = {}) {
  /** @type {string[]} */
  const log = [];
  const exported = evaluate(source, log);
  const fn = exported.run ?? exported;
  /** @type {Seen} */
  const seen = {
    log,
    calls: [],
    when: 'never',
    returned: undefined,
    uncaught: [],
    length: fn.length,
    name: fn.name,
    on: [],
  };
  let returned = false;
  /** @this {unknown} @param {unknown[]} given */
  const callback = function (...given) {
    seen.on.push(receiver !== undefined && this === receiver);
    if (seen.calls.length === 0) {
      seen.when = returned ? 'later' : 'same tick';
    }
    seen.calls.push(given.map(describeValue));
    log.push('callback');
    if (throws) {
      throw new Error('thrown by the callback');
    }
  };
  process.setUncaughtExceptionCaptureCallback((error) => seen.uncaught.push(error.message));
  try {
    seen.returned = fn.call(receiver, ...args, callback);
  } catch (error) {
    seen.thrown = String(error);
  }
  returned = true;
  // Files take an unknown time; a second call would come soon after the first.
  for (let wait = 0; wait < 400 && seen.calls.length === 0 && !seen.thrown; wait++) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  for (let turn = 0; turn < 8; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  process.setUncaughtExceptionCaptureCallback(null);
  return seen;
}

/** @param {unknown} value */
function describeValue(value) {
  return value instanceof Error ? `${value.name}: ${value.message}` : value;
}

/**
 * @param {Seen} seen
 * @returns {Seen} What is the same but for `callback-arguments`: there is no result beside an error, and a
 *   missing one is `undefined`.
 */
export function comparable({ calls, ...seen }) {
  return { ...seen, calls: calls.map(([error, result]) => (error ? [error] : [result])) };
}

/**
 * @param {string} source
 * @param {Record<string, unknown>} [options]
 * @param {string} [path]
 */
export function toAsync(source, options = {}, path = 'program.js') {
  return convert({ path, source }, codemod, { node: '20', ...options });
}

export const HEAD =
  "const fs = require('fs');\nconst store = require('store');\nconst log = require('log');\n";
