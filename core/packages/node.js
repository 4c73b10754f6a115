/** @import { Library, LibraryKind } from './packages.js' */

import { PROMISED, PROMISES, gives, is } from './kinds.js';

/**
 * The results of Node and of browsers that come without a callback, https://nodejs.org/api/.
 */

/** Modules whose functions are async or return a native promise. */
export const PROMISE_MODULES = new Set([
  'dns/promises',
  'fs/promises',
  'readline/promises',
  'stream/promises',
  'timers/promises',
]);

/** Their members that give something else: an iterator, a class, a watcher. */
const ITERATING = /^(?:createInterface|getServers|glob|setInterval|setServers|watch)$/u;

/**
 * Functions of modules that give no promise and no thenable for sure, as `module.function`.
 */
export const PLAIN_MODULE_FUNCTIONS =
  /^(?:path\.(?:posix\.|win32\.)?\w+|os\.\w+|querystring\.\w+|url\.(?:fileURLToPath|format|parse|pathToFileURL|resolve)|(?:child_process|crypto|fs|zlib)\.\w+Sync|crypto\.(?:create\w+|getCiphers|getHashes|randomUUID|timingSafeEqual)|fs\.(?:createReadStream|createWriteStream)|util\.(?:format|inspect|isDeepStrictEqual|types\.\w+)|assert\.(?!rejects|doesNotReject)\w+|(?:http|https|net|tls|dgram)\.(?:connect|create\w+|get|request)|child_process\.(?:fork|spawn))$/u;

/** @type {LibraryKind} What the modules of promises have: most give a promise, an open file has methods that do. */
const OF_PROMISES = [
  ['open', gives('promise', { result: 'handle' })],
  ['scheduler', is('scheduler')],
  ['createInterface', gives('interface')],
  ['Interface Readline Resolver constants', {}],
  [/^(?!(?:getServers|glob|setInterval|setServers|watch)$)[a-z]/u, PROMISED],
];

/** @type {Library['kinds']} */
const KINDS_OF_PROMISES = {
  module: OF_PROMISES,
  promises: OF_PROMISES,
  handle: [
    [/^(?!(?:createReadStream|createWriteStream|fd|readableWebStream|readLines)$)[a-z]/u, PROMISED],
  ],
  scheduler: [['wait yield', PROMISED]],
  interface: [['question', PROMISED]],
};

/**
 * @param {string} name
 * @param {Library['kinds']} kinds
 * @returns {Library}
 */
const node = (name, kinds) => ({ name, kinds, waits: PROMISES });

/** @type {readonly Library[]} */
export const NODE_MODULES = [
  ...[...PROMISE_MODULES].map((name) => node(name, KINDS_OF_PROMISES)),
  ...['dns', 'fs', 'readline', 'stream', 'timers'].map((name) =>
    node(name, { ...KINDS_OF_PROMISES, module: [['promises', is('promises')]] }),
  ),
  node('events', {
    module: [
      ['once', PROMISED],
      ['EventEmitter', is('module')],
    ],
  }),
  node('stream/consumers', { module: [['arrayBuffer blob buffer json text', PROMISED]] }),
  node('crypto', {
    module: [
      ['subtle', is('subtle')],
      ['webcrypto', is('module')],
    ],
    subtle: [[/^[a-z]/u, PROMISED]],
  }),
  node('globalThis', {
    module: [
      ['fetch', gives('promise', { result: 'response' })],
      ['createImageBitmap', PROMISED],
      ['crypto', is('crypto')],
      ['caches', is('caches')],
    ],
    response: [['arrayBuffer blob bytes formData json text', PROMISED]],
    crypto: [['subtle', is('subtle')]],
    subtle: [[/^[a-z]/u, PROMISED]],
    caches: [[/^[a-z]/u, PROMISED]],
  }),
];

/**
 * @param {string} name Of a member of a module of promises.
 * @returns {boolean} Whether it gives something else than a promise.
 */
export function isIteratingName(name) {
  return ITERATING.test(name);
}
