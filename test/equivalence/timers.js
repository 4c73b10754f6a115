/**
 * Timers in the virtual time of a run, for the program and for the libraries that it requires.
 *
 * @import { Scheduler } from './scheduler.js'
 *
 * @typedef {object} Timer
 * @property {() => void} settle
 * @property {() => Timer} ref
 * @property {() => Timer} unref
 */

/** How bluebird looks for unhandled rejections; the harness asks for them itself. */
const BLUEBIRD_CHECK = 'unhandledRejectionCheck';

/**
 * @param {Scheduler} scheduler
 * @param {(error: unknown) => void} uncaught
 */
export function virtualTimers(scheduler, uncaught) {
  /**
   * @param {(...args: unknown[]) => void} callback
   * @param {number} [delay]
   * @param {...unknown} args
   * @returns {Timer}
   */
  const setTimeout = (callback, delay = 0, ...args) => {
    const settle = () => {
      try {
        callback(...args);
      } catch (error) {
        uncaught(error);
      }
    };
    if (callback.name !== BLUEBIRD_CHECK) {
      scheduler.add({ delay: Number(delay), name: `timer ${delay}`, settle });
    }
    const timer = { settle, ref: () => timer, unref: () => timer };
    return timer;
  };
  const clearTimeout = (/** @type {Timer | undefined} */ timer) => {
    if (timer !== undefined) scheduler.remove(timer.settle);
  };
  return { setTimeout, clearTimeout };
}

/**
 * @param {ReturnType<typeof virtualTimers>} timers
 * @returns {Record<string, Function>} `timers/promises` on top of them.
 */
export const promisedTimers = ({ setTimeout, clearTimeout }) => ({
  /** @type {(delay?: number, value?: unknown, options?: { signal?: AbortSignal }) => Promise<unknown>} */
  setTimeout: (delay, value, { signal } = {}) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => resolve(value), delay);
      signal?.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(new DOMException('The operation was aborted', 'AbortError'));
      });
    }),
  /** @type {(value?: unknown) => Promise<unknown>} */
  setImmediate: (value) => new Promise((resolve) => void setImmediate(() => resolve(value))),
});

/**
 * @template T
 * @param {ReturnType<typeof virtualTimers>} timers
 * @param {() => Promise<T>} run
 * @returns {Promise<T>} The run, during which these are the global timers.
 */
export async function withTimers({ setTimeout, clearTimeout }, run) {
  const real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
  Object.assign(globalThis, { setTimeout, clearTimeout });
  try {
    return await run();
  } finally {
    Object.assign(globalThis, real);
  }
}
