/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Origin } from '../modules/modules.js' */

import { isFunction } from '../syntax/functions.js';
import { resolveCallee } from '../promises/promisifiers.js';

/**
 * The calls that take a thread of libuv's pool, four unless `UV_THREADPOOL_SIZE` says otherwise:
 * https://nodejs.org/api/cli.html#uv_threadpool_sizesize. `cpu` keeps it for as long as it computes,
 * `file` and `name` for as long as a disk or a name server takes. Calls that only take microseconds, such
 * as a few random bytes, are left out.
 *
 * @typedef {object} PoolCall
 * @property {string} name As the documentation has it: `zlib.gzip`.
 * @property {'cpu' | 'file' | 'name'} work
 * @property {boolean} [isBrief] Whether the disk has it done in microseconds: nothing waits for a list of
 *   such for long.
 */

/** @type {Readonly<Record<string, ReadonlySet<string>>>} */
const CPU_CALLS = {
  // Modules written in C++ that hand their work to the same pool.
  argon2: new Set(['hash', 'verify']),
  bcrypt: new Set(['compare', 'hash']),
  crypto: new Set([
    'argon2',
    'checkPrime',
    'generateKeyPair',
    'generatePrime',
    'pbkdf2',
    'scrypt',
    'subtle.deriveBits',
    'subtle.deriveKey',
    'subtle.generateKey',
    'webcrypto.subtle.deriveBits',
    'webcrypto.subtle.deriveKey',
    'webcrypto.subtle.generateKey',
  ]),
  zlib: new Set([
    'brotliCompress',
    'brotliDecompress',
    'createBrotliCompress',
    'createBrotliDecompress',
    'createDeflate',
    'createDeflateRaw',
    'createGunzip',
    'createGzip',
    'createInflate',
    'createInflateRaw',
    'createUnzip',
    'deflate',
    'deflateRaw',
    'gunzip',
    'gzip',
    'inflate',
    'inflateRaw',
    'unzip',
    'zstdCompress',
    'zstdDecompress',
  ]),
};

/** Of `crypto`, asynchronous only with a callback. */
const CALLBACK_CRYPTO = new Set(['sign', 'verify']);

const FILE_MODULES = new Set(['fs', 'fs/promises', 'fs-extra', 'graceful-fs']);

/** Members of `fs` that do without the pool, beside all that ends in `Sync`. */
const OUTSIDE_POOL = /Sync$|^(?:constants|Dirent|Stats|unwatchFile|watch|watchFile)$/u;

/** Members of `fs` that look at an entry of a directory or change it, without what is in it. */
const BRIEF =
  /^(?:access|chmod|chown|close|createWriteStream|ensure|exists|lchown|link|lstat|lutimes|mkdir|mkdtemp|open|pathExists|readlink|realpath|rename|rmdir|stat|symlink|truncate|unlink|utimes)/u;

/** @type {Readonly<Record<string, ReadonlySet<string>>>} */
const NAME_CALLS = {
  dns: new Set(['lookup', 'lookupService', 'promises.lookup', 'promises.lookupService']),
  'dns/promises': new Set(['lookup', 'lookupService']),
  http: new Set(['get', 'request']),
  https: new Set(['get', 'request']),
};

/** Modules whose functions compute in the pool. */
export const CPU_MODULES = /** @type {ReadonlySet<string>} */ (new Set(Object.keys(CPU_CALLS)));

/** All modules whose functions use the pool. */
export const POOL_MODULES = /** @type {ReadonlySet<string>} */ (
  new Set([...CPU_MODULES, ...FILE_MODULES, ...Object.keys(NAME_CALLS)])
);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {PoolCall | undefined}
 */
export function readPoolCall(sourceCode, { callee, arguments: args }) {
  return readPoolFunction(resolveCallee(sourceCode, callee), args.some(isFunction));
}

/**
 * @param {Origin | undefined} origin Of a function.
 * @param {boolean} hasCallback Whether it is called with a function.
 * @returns {PoolCall | undefined}
 */
export function readPoolFunction(origin, hasCallback) {
  if (!origin) {
    return undefined;
  }
  const { kind, name: module, path } = origin;
  const member = path.join('.');
  const name = [module, ...path].join('.');
  if (kind === 'global') {
    if (module === 'fetch' && path.length === 0) {
      return { name, work: 'name' };
    }
    return module === 'crypto' && CPU_CALLS['crypto']?.has(member)
      ? { name, work: 'cpu' }
      : undefined;
  }
  if (
    has(CPU_CALLS, module, member) ||
    (module === 'crypto' && hasCallback && CALLBACK_CRYPTO.has(member))
  ) {
    return { name, work: 'cpu' };
  }
  if (has(NAME_CALLS, module, member)) {
    return { name, work: 'name' };
  }
  const [key = ''] = path.slice(path[0] === 'promises' ? 1 : 0);
  return FILE_MODULES.has(module) && key !== '' && !OUTSIDE_POOL.test(key)
    ? { name, work: 'file', isBrief: BRIEF.test(key) }
    : undefined;
}

/**
 * @param {string} name `fs.statSync`, `fs-extra.unlink`
 * @returns {boolean} Whether it looks at an entry of a directory or changes it, without what is in it.
 */
export function isBriefFileCall(name) {
  const [module = '', ...path] = name.split('.');
  return module === 'mkdirp' || (FILE_MODULES.has(module) && BRIEF.test(path.at(-1) ?? ''));
}

/**
 * @param {Readonly<Record<string, ReadonlySet<string>>>} table
 * @param {string} module
 * @param {string} member
 * @returns {boolean}
 */
function has(table, module, member) {
  return Object.hasOwn(table, module) && Boolean(table[module]?.has(member));
}
