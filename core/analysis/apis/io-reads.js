/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Origin } from '../modules/modules.js' */

import { resolveOrigin } from '../modules/modules.js';
import { readPoolFunction } from './pool-apis.js';
import { resolveCallee } from '../promises/promisifiers.js';

/**
 * Asynchronous calls that only look at something, or only compute: two of them give the same in any
 * order, and nobody can tell which came first. Writes, and requests that may change something,
 * are none.
 *
 * @typedef {object} AsyncRead
 * @property {string} name
 * @property {'cpu' | 'file' | 'name' | 'network'} work The kind of work that it waits for.
 */

const FILE_MODULES = new Set(['fs', 'fs-extra', 'graceful-fs']);

const FILE_READS = new Set([
  'lstat',
  'pathExists',
  'readFile',
  'readJSON',
  'readJson',
  'readdir',
  'readlink',
  'realpath',
  'stat',
  'statfs',
]);

/** Modules whose functions give promises without being promisified. */
const PROMISE_MODULES = new Set(['argon2', 'bcrypt', 'dns/promises', 'fs-extra', 'fs/promises']);

/** Requests that take their method from their second argument, and get without one. */
const FETCHES = new Set(['fetch', 'got', 'ky', 'node-fetch', 'undici.fetch', 'undici.request']);

const GETS = new Set([
  'axios.get',
  'axios.head',
  'got.get',
  'got.head',
  'ky.get',
  'ky.head',
  'superagent.get',
]);

const GETTING_METHODS = new Set(['GET', 'HEAD']);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {AsyncRead | undefined}
 */
export function readAsyncRead(sourceCode, call) {
  const origin = resolveCallee(sourceCode, call.callee);
  if (!origin) {
    return undefined;
  }
  const name = [origin.name, ...origin.path].join('.');
  const isFetch = FETCHES.has(name) && (origin.kind === 'module' || name === 'fetch');
  if (isFetch || (origin.kind === 'module' && GETS.has(name))) {
    return !isFetch || onlyGets(call.arguments) ? { name, work: 'network' } : undefined;
  }
  if (origin.kind === 'global' || !givesPromise(sourceCode, call, origin)) {
    return undefined;
  }
  const [key = ''] = origin.path.slice(-1);
  if (/^dns(?:\/promises)?$/u.test(origin.name) && /^re(?:solve|verse)/u.test(key)) {
    return { name, work: 'network' };
  }
  const pool = readPoolFunction(origin, false);
  const isOnlyReading =
    pool?.work === 'file' ? FILE_READS.has(key) : pool?.work !== 'cpu' || isFunctionOfInput(key);
  return pool && isOnlyReading ? { name, work: pool.work } : undefined;
}

/**
 * @param {string} key Of a computation.
 * @returns {boolean} Keys and primes are new each time, streams are no promises.
 */
function isFunctionOfInput(key) {
  return !/^(?:create|generate)/u.test(key);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {Origin} origin
 * @returns {boolean} Whether it is a promise form: of a module of such, or promisified.
 */
function givesPromise(sourceCode, { callee }, origin) {
  const isPromiseForm =
    PROMISE_MODULES.has(origin.name) ||
    ((FILE_MODULES.has(origin.name) || origin.name === 'dns') && origin.path[0] === 'promises');
  return isPromiseForm || resolveOrigin(sourceCode, callee)?.kind !== 'module';
}

/**
 * @param {readonly TSESTree.CallExpressionArgument[]} args
 * @returns {boolean}
 */
function onlyGets([url, options, ...more]) {
  if (!url || url.type === 'SpreadElement' || more.length > 0) {
    return false;
  }
  return (
    options === undefined ||
    (options.type === 'ObjectExpression' &&
      options.properties.every((property) => {
        if (
          property.type !== 'Property' ||
          property.computed ||
          property.key.type !== 'Identifier'
        ) {
          return false;
        }
        return property.key.name === 'method'
          ? property.value.type === 'Literal' && GETTING_METHODS.has(String(property.value.value))
          : property.key.name !== 'body';
      }))
  );
}
