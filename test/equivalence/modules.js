import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

export const Bluebird = require('bluebird');
export const Q = require('q');
const { Promise: Es6Promise } = require('es6-promise');
/** @type {(name: string) => any} They have no declarations. */
const load = require;
const RSVP = load('rsvp');
const when = load('when');

// Both bring a macrotask queue of their own, which would only make runs longer.
Bluebird.setScheduler((/** @type {() => void} */ flush) => queueMicrotask(flush));
Bluebird.config({ warnings: false, longStackTraces: false });

/** @type {(call: Function) => (...args: unknown[]) => (done: Function) => unknown} */
const thunkify =
  (call) =>
  (...args) =>
  (done) =>
    call(...args, done);

/** What `require('async')` gives, by the version that a program was written for. */
const ASYNC_VERSIONS = { 1: 'async-1', 2: 'async-2', 3: 'async-3' };

/**
 * @param {Record<string, Record<string, Function> | Function>} own Modules that the harness stands in for.
 * @param {1 | 2 | 3} asyncVersion
 * @returns {(id: string) => any} The `require` of a program.
 */
export function requireFor(own, asyncVersion) {
  return (id) => {
    const name = id.replace(/^node:/u, '');
    if (own[name] !== undefined) return own[name];
    if (name === 'thunkify') return thunkify;
    if (name === 'async') return require(ASYNC_VERSIONS[asyncVersion]);
    if (name.startsWith('async/'))
      return require(name.replace('async', ASYNC_VERSIONS[asyncVersion]));
    return require(id);
  };
}

/**
 * @param {unknown} value
 * @returns {string | undefined} Which kind of promise it is.
 */
export function promiseKind(value) {
  if (value instanceof Bluebird) return 'Bluebird';
  if (value instanceof Promise) return 'Promise';
  if (Q.isPromise(value)) return 'Q';
  if (value instanceof Es6Promise) return 'es6-promise';
  if (value instanceof RSVP.Promise) return 'RSVP';
  if (value instanceof when.Promise) return 'when';
  const isThenable = typeof value === 'object' && value !== null && 'then' in value;
  return isThenable ? 'thenable' : undefined;
}

/** Bluebird looks for unhandled rejections a millisecond later; here, at the end of each turn. */
export const reportUnhandledBluebird = () => Bluebird._unhandledRejectionCheck();
