import process from 'node:process';
import { compileFunction } from 'node:vm';

import { modulesFor } from './run.js';

/**
 * Runs the handlers of a program and notes what they do.
 */

export const HEAD = `const fs = require('fs');
const store = require('store');
const log = require('log');
const app = require('app');
const http = require('http');
`;

/**
 * @typedef {object} Seen
 * @property {string[]} log Effects, in order.
 * @property {string[]} ended What would have ended the process.
 */

/**
 * @param {string} source A program that gives its handlers to `app`.
 * @param {object} request
 * @returns {Promise<Seen>}
 */
export async function answer(source, request) {
  /** @type {string[]} */
  const log = [];
  /** @type {string[]} */
  const ended = [];
  /** @type {((...given: unknown[]) => unknown)[]} */
  const handlers = [];
  const take = (/** @type {unknown} */ _, /** @type {any[]} */ ...given) => {
    handlers.push(...given);
  };
  const route = (/** @type {unknown} */ _, /** @type {Record<string, any>} */ given) =>
    take('', ...Object.values(given));
  const app = { get: take, post: take, use: take, on: take, io: { route } };
  const http = { createServer: (/** @type {any} */ handler) => take('', handler) };
  const response = new Proxy(
    {},
    {
      get: (_, key) => {
        // An answer is no promise.
        if (key === 'then') {
          return undefined;
        }
        return (/** @type {unknown[]} */ ...given) => {
          log.push(`${String(key)} ${given.map(describeValue).join(' ')}`);
          return response;
        };
      },
      set: (_, key, value) => log.push(`${String(key)} = ${String(value)}`) > 0,
    },
  );
  const next = (/** @type {unknown[]} */ ...given) => {
    log.push(`next ${given.map(describeValue).join(' ')}`);
  };
  const require = modulesFor(log);
  const end = (/** @type {any} */ error) => ended.push(String(error?.message));
  process.setUncaughtExceptionCaptureCallback(end);
  process.on('unhandledRejection', end);
  compileFunction(source, ['exports', 'require'])({}, (/** @type {string} */ id) =>
    id === 'app' ? app : id === 'http' ? http : require(id),
  );
  for (const handler of handlers) {
    try {
      handler(request, response, next);
    } catch (error) {
      // As a router does it.
      next(error);
    }
    log.push('returned');
  }
  for (let turn = 0; turn < 12; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  process.off('unhandledRejection', end);
  process.setUncaughtExceptionCaptureCallback(null);
  return { log, ended };
}

/** @param {unknown} value */
function describeValue(value) {
  return value instanceof Error ? `${value.name}: ${value.message}` : JSON.stringify(value);
}

/** `store` calls back later, and once. */
export const PROMISIFY = { callbacks: 'store' };
