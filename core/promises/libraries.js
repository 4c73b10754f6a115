/** @import { SourceCodeLike } from '../source/source-code.js' */

import { oncePerFile } from '../analysis/syntax/facts.js';
import { resolveOrigin } from '../analysis/modules/modules.js';
import { nodesOfType } from '../analysis/syntax/nodes.js';

/**
 * Libraries of promises, and what they call what bluebird calls otherwise.
 *
 * @typedef {object} Library
 * @property {string} name The package.
 * @property {RegExp} modules Its builds as well.
 * @property {string} title What its class is called once `Promise` is the native one.
 * @property {number} major The first version that does what is described here.
 * @property {Readonly<Record<string, string>> | undefined} statics By its names; bluebird's own names
 *   where there is no list.
 * @property {Readonly<Record<string, string>> | undefined} methods
 * @property {boolean} isPlain Whether its promises have the methods of native ones and no others.
 * @property {boolean} isNative Whether it gives the native class on every Node that has one.
 */

/** What native promises have too. */
const SHARED = { all: 'all', race: 'race', reject: 'reject', resolve: 'resolve' };

/** Modules that give the native class on every Node that has one. */
const GIVING = '^(?:any-promise|native-promise-only|pinkie-promise)$';

const POLYFILL = {
  title: 'LibraryPromise',
  major: 0,
  statics: SHARED,
  methods: {},
  isPlain: true,
  isNative: false,
};

/**
 * - q 1.5: https://github.com/kriskowal/q/wiki/API-Reference
 * - when 3.7: https://github.com/cujojs/when/blob/3.7.8/docs/api.md
 * - rsvp 4.8: https://github.com/tildeio/rsvp.js/tree/v4.8.5
 *
 * @type {readonly Library[]}
 */
const LIBRARIES = [
  {
    name: 'bluebird',
    modules: /^bluebird(?:-lst)?(?:\/js\/\w+\/(?:bluebird|promise)(?:\.js)?)?$/u,
    title: 'Bluebird',
    major: 3,
    statics: undefined,
    methods: undefined,
    isPlain: false,
    isNative: false,
  },
  {
    name: 'q',
    modules: /^q(?:\/q(?:\.js)?)?$/u,
    title: 'Q',
    major: 0,
    statics: {
      ...SHARED,
      Promise: 'promise',
      allSettled: 'settled',
      async: 'coroutine',
      defer: 'defer',
      delay: 'q.delay',
      denodeify: 'denodeify',
      fcall: 'later',
      fulfill: 'resolve',
      nfbind: 'denodeify',
      nfcall: 'nfcall',
      ninvoke: 'ninvoke',
      nsend: 'ninvoke',
      promise: 'promise',
      spawn: 'spawn',
      spread: 'spread',
      try: 'later',
      when: 'when',
    },
    methods: {
      all: 'all',
      asCallback: 'asCallback',
      catch: 'catch',
      delay: 'delay',
      done: 'done',
      fail: 'catch',
      fin: 'finally',
      finally: 'finally',
      get: 'get',
      invoke: 'call',
      nodeify: 'asCallback',
      send: 'call',
      spread: 'spread',
      tap: 'tap',
      thenReject: 'throw',
      thenResolve: 'return',
    },
    isPlain: false,
    isNative: false,
  },
  {
    name: 'when',
    modules: /^when(?:\/when(?:\.js)?)?$/u,
    title: 'when',
    major: 3,
    statics: {
      ...SHARED,
      Promise: 'promise',
      attempt: 'try',
      defer: 'defer',
      filter: 'filter',
      join: 'list',
      map: 'map',
      promise: 'promise',
      settle: 'settled',
      try: 'try',
      when: 'when',
    },
    methods: {
      all: 'all',
      catch: 'catch',
      delay: 'delay',
      done: 'done',
      ensure: 'finally',
      finally: 'finally',
      otherwise: 'catch',
      spread: 'spread',
      tap: 'tap',
      yield: 'return',
    },
    isPlain: false,
    isNative: false,
  },
  {
    name: 'rsvp',
    modules: /^rsvp$/u,
    title: 'RSVP',
    major: 3,
    statics: {
      ...SHARED,
      allSettled: 'settled',
      defer: 'defer',
      denodeify: 'denodeify',
      filter: 'filter',
      hash: 'props',
      map: 'map',
    },
    methods: {},
    isPlain: true,
    isNative: false,
  },
  {
    ...POLYFILL,
    name: 'es6-promise',
    modules: new RegExp(`^es6-promise(?:/auto)?$|${GIVING}`, 'u'),
  },
  { ...POLYFILL, name: 'native-promise-only', modules: new RegExp(GIVING, 'u'), isNative: true },
];

/**
 * @type {(sourceCode: SourceCodeLike) => Library | undefined} The library whose promises the file uses;
 *   undefined where there are several, whose promises meet each other.
 */
export const libraryOf = oncePerFile((sourceCode) => {
  const required = nodesOfType(sourceCode, 'CallExpression')
    .filter(({ callee }) => callee.type === 'Identifier' && callee.name === 'require')
    .map((call) => resolveOrigin(sourceCode, call))
    .flatMap((origin) => (origin?.kind === 'module' ? [origin.name] : []));
  const imported = nodesOfType(sourceCode, 'ImportDeclaration').map(({ source }) => source.value);
  const assigned = nodesOfType(sourceCode, 'TSExternalModuleReference').map(({ expression }) =>
    expression.type === 'Literal' ? String(expression.value) : '',
  );
  const used = [...required, ...imported, ...assigned].filter((module) =>
    LIBRARIES.some(({ modules }) => modules.test(module)),
  );
  return used.length > 0
    ? LIBRARIES.find(({ modules }) => used.every((module) => modules.test(module)))
    : undefined;
});

/** Other names of the same. */
const ALIASES = /** @type {Readonly<Record<string, string>>} */ ({
  caught: 'catch',
  lastly: 'finally',
  nodeify: 'asCallback',
  thenReturn: 'return',
  thenThrow: 'throw',
});

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string} key
 * @returns {string} Its first name.
 */
export function canonicalMethod(sourceCode, key) {
  const methods = libraryOf(sourceCode)?.methods;
  const name = methods ? (Object.hasOwn(methods, key) ? methods[key] : undefined) : key;
  return name === undefined ? '' : (ALIASES[name] ?? name);
}

/**
 * @param {string} key
 * @returns {boolean} Whether promises of some library have a method of the name.
 */
export function isLibraryName(key) {
  return (
    Object.hasOwn(ALIASES, key) ||
    LIBRARIES.some(({ methods }) => methods !== undefined && Object.hasOwn(methods, key))
  );
}
