/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Origin } from '../modules/modules.js' */

import { hasAnyWord, oncePerFile } from '../syntax/facts.js';
import { globalMembers, importsAny, moduleReferences } from '../modules/module-references.js';
import { readKey } from '../modules/modules.js';
import { readConstantInit, readsOf, usesGlobal } from '../syntax/scopes.js';

/**
 * The calls that stop the event loop until they are done, and those that do the same without. Node's own from the
 * documentation of each module, https://nodejs.org/api/; of packages those whose synchronous form is
 * documented beside an asynchronous one.
 *
 * @typedef {object} BlockingCall
 * @property {string} name As the documentation has it: `fs.readFileSync`.
 * @property {'disk' | 'cpu' | 'process' | 'wait'} cost The work during which the event loop stands still.
 * @property {boolean} [isSlow] Whether it is made to take its time, milliseconds to tenths of a second at each call.
 * @property {string} instead
 */

/** Modules whose members that end in `Sync` have an asynchronous form without it. */
const FILE_MODULES = new Set(['fs', 'graceful-fs', 'fs-extra']);

/** @type {Readonly<Record<string, BlockingCall['cost']>>} */
const SYNC_MODULES = Object.freeze({
  child_process: 'process',
  zlib: 'cpu',
});

/**
 * Packages that hash passwords, which takes as long as they are told it should.
 *
 * @type {ReadonlyMap<string, string>} What is to be used instead, by the call.
 */
const HASHES = new Map(
  [
    ['bcrypt', 'hash compare'],
    ['bcryptjs', 'hash compare'],
    ['bcrypt-nodejs', 'hash compare'],
    ['@node-rs/argon2', 'hash hashRaw verify'],
    ['@node-rs/bcrypt', 'hash compare verify'],
  ].flatMap(([name = '', functions = '']) =>
    functions.split(' ').map((each) => [`${name}.${each}Sync`, `${name}.${each}`]),
  ),
);

/** Packages in JavaScript alone: what they do asynchronously, they do on the main thread, in slices. */
const SLICED = new Set(['bcryptjs', 'bcrypt-nodejs']);

/**
 * Slow by what they are for; `hkdfSync`, `generateKeySync`, and the keys of elliptic curves take microseconds.
 */
const SLOW_CRYPTO = new Set([
  'argon2Sync',
  'checkPrimeSync',
  'generateKeyPairSync',
  'generatePrimeSync',
  'pbkdf2Sync',
  'scryptSync',
]);

/** Pairs of keys that are made of large primes. */
const PRIME_KEYS = /^(?:dh|dsa|rsa|rsa-pss)$/u;

/** With fewer rounds `pbkdf2Sync` is done in tenths of a millisecond. */
const MANY_ROUNDS = 1_000;

/** Where fewer random bytes are asked for, it takes less time than handing the job to a thread. */
const MANY_BYTES = 65_536;

/** @type {ReadonlyMap<string, { instead: string, cost: BlockingCall['cost'] }>} */
const PACKAGE_CALLS = new Map(
  /** @type {[string, BlockingCall['cost'], string][]} */ ([
    ['cross-spawn.sync', 'process', '`spawn`'],
    ['execa.sync', 'process', '`execa`'],
    ['execa.execaSync', 'process', '`execa`'],
    ['execa.execaCommandSync', 'process', '`execaCommand`'],
    ['execa.commandSync', 'process', '`execa.command`'],
    ['fast-glob.sync', 'disk', '`glob`'],
    ['fast-glob.globSync', 'disk', '`glob`'],
    ['glob.sync', 'disk', '`glob`'],
    ['glob.globSync', 'disk', '`glob`'],
    ['globby.sync', 'disk', '`globby`'],
    ['globby.globbySync', 'disk', '`globby`'],
    ['mkdirp.sync', 'disk', '`fs.promises.mkdir` with `recursive`'],
    ['mkdirp.mkdirpSync', 'disk', '`fs.promises.mkdir` with `recursive`'],
    ['rimraf.sync', 'disk', '`fs.promises.rm` with `recursive`'],
    ['rimraf.rimrafSync', 'disk', '`fs.promises.rm` with `recursive`'],
    ['tmp.fileSync', 'disk', '`tmp.file`'],
    ['tmp.dirSync', 'disk', '`tmp.dir`'],
  ]).map(([name, cost, instead]) => [name, { cost, instead: `Use ${instead}.` }]),
);

/** All that have something that blocks. */
const MODULES = new Set([
  ...FILE_MODULES,
  ...Object.keys(SYNC_MODULES),
  ...[...HASHES.keys()].map((name) => name.slice(0, name.lastIndexOf('.'))),
  'crypto',
  ...[...PACKAGE_CALLS.keys()].map((name) => name.slice(0, name.indexOf('.'))),
]);

/** Of `readFileSync`, `randomBytes` and `createDiffieHellman`. */
const WORDS = ['Sync', 'Bytes', 'Diffie'];

/** The names that packages give it, also where it is a module's only function. */
const SYNC = /\bsync\b/u;

/**
 * @param {Origin | undefined} origin Of the callee.
 * @param {readonly TSESTree.CallExpressionArgument[]} args
 * @returns {BlockingCall | undefined}
 */
export function readBlockingCall(origin, args) {
  if (!origin) {
    return undefined;
  }
  const [key = '', ...rest] = origin.path;
  const name = [origin.name, ...origin.path].join('.');
  if (origin.kind === 'global') {
    return name === 'Atomics.wait'
      ? { name, cost: 'wait', instead: 'Use `Atomics.waitAsync`.' }
      : undefined;
  }
  const hash = HASHES.get(name);
  if (hash) {
    return { name, cost: 'cpu', isSlow: true, instead: adviceFor(origin.name, hash) };
  }
  if (key.endsWith('Sync') && (rest.length === 0 || name === 'fs.realpathSync.native')) {
    const cost = costOfSync(origin.name, key);
    if (cost && !isQuick(key, args)) {
      const isSlow = origin.name === 'crypto';
      return { name, cost, isSlow, instead: `Use ${asynchronousForm(origin.name, key)}.` };
    }
  }
  if (origin.name === 'crypto') {
    return readCryptoCall(name, key, args);
  }
  const known = PACKAGE_CALLS.get(name);
  return known && { name, ...known };
}

/**
 * @type {(sourceCode: SourceCodeLike) => boolean} Whether the file has the words of what blocks, and what
 *   comes from a module the module too.
 */
export const mayBlock = oncePerFile((sourceCode) => {
  const { text } = sourceCode;
  return (
    (importsAny(sourceCode, MODULES) && (hasAnyWord(sourceCode, WORDS) || SYNC.test(text))) ||
    (text.includes('Atomic') && usesGlobal(sourceCode, 'Atomics'))
  );
});

/**
 * @typedef {object} BlockingFunction
 * @property {TSESTree.Node} node The function that is called, or handed on.
 * @property {Origin} origin
 */

/**
 * @type {(sourceCode: SourceCodeLike) => readonly BlockingFunction[]} The expressions of the file that
 *   stand for a function that blocks, or may with some arguments.
 */
export const blockingFunctions = oncePerFile((sourceCode) =>
  mayBlock(sourceCode)
    ? [...moduleReferences(sourceCode, MODULES), ...globalMembers(sourceCode, 'Atomics')]
        .filter(({ origin }) => isBlocking(origin))
        .flatMap(({ value, origin }) =>
          formsOf(sourceCode, value).map((node) => ({ node, origin })),
        )
    : [],
);

/**
 *     fs.readFileSync.call(fs, path)    const read = fs.readFileSync.bind(fs); read(path)
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} fn
 * @returns {TSESTree.Node[]} The function, or what calls it with its `this`.
 */
function formsOf(sourceCode, fn) {
  const { parent: member } = fn;
  const key = member?.type === 'MemberExpression' && member.object === fn ? readKey(member) : '';
  if (!member || !/^(?:apply|bind|call)$/u.test(key ?? '')) {
    return [fn];
  }
  const bound = /** @type {TSESTree.Node} */ (member.parent);
  const holder = bound.parent;
  const [variable] =
    holder?.type === 'VariableDeclarator' ? sourceCode.getDeclaredVariables(holder) : [];
  if (key !== 'bind') {
    return [member];
  }
  return variable && readConstantInit(variable)?.init === bound
    ? readsOf(variable).map(({ identifier }) => identifier)
    : [bound];
}

/**
 * @param {Origin} origin
 * @returns {boolean}
 */
function isBlocking(origin) {
  const [key = ''] = origin.path;
  return (
    readBlockingCall(origin, []) !== undefined ||
    (origin.name === 'crypto' && (key === 'randomBytes' || key === 'createDiffieHellman'))
  );
}

/**
 * @param {string} module
 * @param {string} key
 * @returns {BlockingCall['cost'] | undefined}
 */
function costOfSync(module, key) {
  if (FILE_MODULES.has(module)) {
    return 'disk';
  }
  if (module === 'crypto') {
    return SLOW_CRYPTO.has(key) ? 'cpu' : undefined;
  }
  return Object.hasOwn(SYNC_MODULES, module) ? SYNC_MODULES[module] : undefined;
}

/**
 * @param {string} module
 * @param {string} hash
 * @returns {string}
 */
function adviceFor(module, hash) {
  return SLICED.has(module)
    ? `Use \`${hash}\`, which computes here too, but in slices; \`bcrypt\` has a thread for it.`
    : `Use \`${hash}\`.`;
}

/**
 * @param {string} key Of `crypto`.
 * @param {readonly TSESTree.CallExpressionArgument[]} args
 * @returns {boolean} Whether the arguments show that it is done at once: a few rounds, keys of a curve.
 */
function isQuick(key, [first, , third]) {
  switch (key) {
    case 'generateKeyPairSync':
      return first?.type === 'Literal' && !PRIME_KEYS.test(String(first.value));
    case 'pbkdf2Sync':
      return (
        third?.type === 'Literal' && typeof third.value === 'number' && third.value < MANY_ROUNDS
      );
    default:
      return false;
  }
}

/**
 * @param {string} module
 * @param {string} key
 * @returns {string}
 */
function asynchronousForm(module, key) {
  const form = key.slice(0, -'Sync'.length);
  if (module !== 'fs') {
    return `\`${module}.${form}\``;
  }
  return form === 'exists' ? '`fs.promises.access`' : `\`fs.promises.${form}\``;
}

/**
 * @param {string} name
 * @param {string} key
 * @param {readonly TSESTree.CallExpressionArgument[]} args
 * @returns {BlockingCall | undefined} What blocks only when it is called in a certain way.
 */
function readCryptoCall(name, key, [first, ...more]) {
  const size = first?.type === 'Literal' && typeof first.value === 'number' ? first.value : 0;
  if (key === 'randomBytes' && size >= MANY_BYTES && more.length === 0) {
    return { name, cost: 'cpu', instead: 'Give it a callback.' };
  }
  // A number asks for a new prime of so many bits.
  return key === 'createDiffieHellman' && size > 0
    ? { name, cost: 'cpu', instead: 'Use `crypto.getDiffieHellman`, or make the prime once.' }
    : undefined;
}
