/** @import { Origin } from '../modules/modules.js' */

import { isModuleMember } from '../modules/modules.js';

/**
 * The asynchronous functions of Node's core modules that take an error-first callback, and what
 * they call it with. From the documentation of each module, https://nodejs.org/api/.
 *
 * @typedef {object} CoreApi
 * @property {'none' | 'one' | readonly string[]} results Names, where `util.promisify` gives an
 *   object of several results: its custom form.
 * @property {'recursive'} [oneWith] The option with which it gives a result all the same.
 * @property {boolean} [returns] Whether it returns something to work with: a process, a stream.
 * @property {string} [promises] The first Node whose module has it in `promises`, without a warning.
 */

/** @type {(results: CoreApi['results'], names: string, promises?: string) => [string, CoreApi][]} */
const entries = (results, names, promises) =>
  names.split(' ').map((name) => [name, { results, ...(promises && { promises }) }]);

/**
 * `fs.promises` is as old as 10.0, and says that it is an experiment up to 11.14. `open` gives a
 * handle there, `realpath` asks the system instead of walking: these are no promise forms.
 */
const FS_PROMISES = '14.0.0';

/** @type {Readonly<Record<string, ReadonlyMap<string, CoreApi>>>} */
const CORE_APIS = {
  fs: new Map([
    ...entries(
      'none',
      'access appendFile chmod chown copyFile lchown link rename rmdir symlink truncate unlink utimes writeFile',
      FS_PROMISES,
    ),
    ['mkdir', { results: 'none', oneWith: 'recursive', promises: FS_PROMISES }],
    ...entries('none', 'rm', '14.14.0'),
    ...entries('none', 'lutimes', '14.5.0'),
    ...entries('none', 'cp', '16.7.0'),
    ...entries('one', 'statfs', '18.15.0'),
    ...entries('one', 'lstat mkdtemp readFile readdir readlink stat', FS_PROMISES),
    ...entries('none', 'close fchmod fchown fdatasync fsync ftruncate futimes lchmod'),
    ...entries('one', 'fstat open realpath opendir'),
    ...entries(['bytesRead', 'buffer'], 'read'),
    ...entries(['bytesRead', 'buffers'], 'readv'),
    ...entries(['bytesWritten', 'buffer'], 'write writev'),
  ]),
  dns: new Map([
    ...entries(
      'one',
      'resolve resolve4 resolve6 resolveAny resolveCaa resolveCname resolveMx resolveNaptr resolveNs resolvePtr resolveSoa resolveSrv resolveTlsa resolveTxt reverse',
    ),
    ...entries(['address', 'family'], 'lookup'),
    ...entries(['hostname', 'service'], 'lookupService'),
  ]),
  crypto: new Map([
    ...entries(
      'one',
      'checkPrime generateKey generatePrime hkdf pbkdf2 randomBytes randomFill randomInt scrypt sign verify',
    ),
    ...entries(['publicKey', 'privateKey'], 'generateKeyPair'),
  ]),
  zlib: new Map(
    entries(
      'one',
      'deflate deflateRaw gzip gunzip inflate inflateRaw unzip brotliCompress brotliDecompress zstdCompress zstdDecompress',
    ),
  ),
  child_process: new Map(entries(['stdout', 'stderr'], 'exec execFile').map(returning)),
  stream: new Map(entries('none', 'finished pipeline').map(returning)),
};

/**
 * Of these functions, those that are younger than `util.promisify`, and the Node from which on every
 * one has them: that of its own line may be earlier. `lchmod` is there on macOS alone. From the history
 * of each in https://nodejs.org/api/, and asked of the Linux binaries of these versions.
 *
 * @type {ReadonlyMap<string, string>}
 */
const SINCE = new Map([
  ...since('never', 'fs.lchmod'),
  ...since('8.5.0', 'fs.copyFile'),
  ...since('9.2.0', 'fs.realpath.native dns.resolveAny'),
  ...since('10.0.0', 'stream.finished stream.pipeline'),
  ...since('10.6.0', 'fs.lchown crypto.scrypt'),
  ...since('10.12.0', 'crypto.generateKeyPair'),
  ...since('11.7.0', 'zlib.brotliCompress zlib.brotliDecompress'),
  ...since('12.12.0', 'fs.opendir crypto.sign crypto.verify'),
  ...since('12.9.0', 'fs.writev'),
  ...since('13.13.0', 'fs.readv'),
  ...since('14.14.0', 'fs.lutimes fs.rm crypto.randomInt'),
  ...since('15.8.0', 'crypto.checkPrime crypto.generateKey crypto.generatePrime crypto.hkdf'),
  ...since('15.8.0', 'dns.resolveCaa'),
  ...since('16.7.0', 'fs.cp'),
  ...since('19.6.0', 'fs.statfs'),
  ...since('23.9.0', 'dns.resolveTlsa zlib.zstdCompress zlib.zstdDecompress'),
]);

/**
 * @param {string} version
 * @param {string} names
 * @returns {[string, string][]}
 */
function since(version, names) {
  return names.split(' ').map((name) => [name, version]);
}

/**
 * @param {Origin} origin One of the functions of the table.
 * @returns {string} The Node from which on it is there on every platform, or `never`.
 */
export function coreSince({ name, path }) {
  return SINCE.get([name, ...path].join('.')) ?? '8.0.0';
}

/**
 * @param {[string, CoreApi]} entry
 * @returns {[string, CoreApi]}
 */
function returning([name, api]) {
  return [name, { ...api, returns: true }];
}

/**
 * @param {Origin | undefined} origin
 * @returns {CoreApi | undefined} Undefined for what is no error-first function of a core module.
 */
export function coreApi(origin) {
  if (origin?.kind !== 'module' || origin.path.length !== 1) {
    const isNative = isModuleMember(origin, 'fs', 'realpath', 'native');
    return isNative ? CORE_APIS['fs']?.get('realpath') : undefined;
  }
  return Object.hasOwn(CORE_APIS, origin.name)
    ? CORE_APIS[origin.name]?.get(/** @type {string} */ (origin.path[0]))
    : undefined;
}

/**
 * @param {Origin | undefined} origin
 * @returns {boolean} Whether the origin lies in a module of that table: a function of it that is not
 *   listed is not error-first.
 */
export function isCoreModule(origin) {
  return origin?.kind === 'module' && Object.hasOwn(CORE_APIS, origin.name);
}
