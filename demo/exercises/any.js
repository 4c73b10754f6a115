/** @import { Recorder } from '../recorder.js' */

import { readFileSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import path from 'node:path';

import { createStandIn } from '../stand-in.js';

/** What the exercise does, for the reader of the demo. */
export const description =
  'the exports compared, and each exported function called with recorded stand-ins for its arguments';

const MOST_FUNCTIONS = 150;
const DEEPEST = 3;

/** Where co keeps the generator function that it wrapped: nothing but tests of co looks at it. */
const WRAPPED = '__generatorFunction__';
const MUTATIONS =
  /^(?:append|chmod|chown|copy|cp|createWrite|f(?:chmod|chown|truncate|utimes)|l(?:chmod|chown|ink|utimes)|link|mk|rename|rm|symlink|truncate|unlink|utimes|write)/u;

/**
 * @typedef {object} Found An exported function and what it hangs on.
 * @property {string} name
 * @property {Function} value
 * @property {unknown} holder
 */

/**
 * @param {string} directory Of the package.
 * @param {Recorder} recorder
 * @param {readonly string[]} files The files with converted coroutines, relative.
 */
export async function drive(directory, recorder, files) {
  protectFiles(recorder);
  for (const { label, exported } of await loadAll(directory, recorder, files)) {
    await recorder.run(`exports of ${label}`, () => describeShape(exported, 0));
    for (const found of listFunctions(exported, label)) {
      await recorder.run(found.name, () => call(found, recorder));
    }
  }
}

/**
 * The operation that is measured: one call of a function that was found to run a converted
 * coroutine to its end.
 *
 * @param {string} directory
 * @param {{ files: readonly string[], choice: string }} wanted
 * @returns {Promise<() => unknown>}
 */
export async function createOperation(directory, { files, choice }) {
  const silent = /** @type {Recorder} */ (
    /** @type {unknown} */ ({ add: () => undefined, run: () => undefined })
  );
  const modules = await loadAll(directory, silent, files);
  const found = modules
    .flatMap(({ label, exported }) => listFunctions(exported, label))
    .find(({ name }) => name === choice);
  if (!found) {
    throw new Error(`${choice} is no longer exported.`);
  }
  return () => call(found, silent);
}

/**
 * @param {string} directory
 * @param {Recorder} recorder
 * @param {readonly string[]} files
 */
async function loadAll(directory, recorder, files) {
  const require = createRequire(path.join(directory, 'package.json'));
  const modules = [];
  for (const [label, target] of [
    ['package', directory],
    ...files.map((file) => [file, path.join(directory, file)]),
  ]) {
    if (label !== 'package' && readFileSync(target ?? '', 'utf8').startsWith('#!')) {
      continue;
    }
    try {
      modules.push({ label: label ?? '', exported: await load(require, target ?? '') });
    } catch (error) {
      await recorder.run(`load ${label}`, () => {
        throw error;
      });
    }
  }
  return modules;
}

/**
 * @param {NodeJS.Require} require
 * @param {string} target
 */
async function load(require, target) {
  try {
    return require(target);
  } catch (error) {
    const isModule = error instanceof Error && 'code' in error && error.code === 'ERR_REQUIRE_ESM';
    if (!isModule) {
      throw error;
    }
    return import(require.resolve(target));
  }
}

/**
 * @param {unknown} exported
 * @param {string} label
 * @returns {Found[]}
 */
function listFunctions(exported, label) {
  /** @type {Found[]} */
  const found = [];
  /** @type {Set<unknown>} */
  const seen = new Set();
  const visit = (
    /** @type {unknown} */ value,
    /** @type {string} */ name,
    /** @type {unknown} */ holder,
    /** @type {number} */ depth,
  ) => {
    const isObject = typeof value === 'object' && value !== null;
    if ((!isObject && typeof value !== 'function') || seen.has(value)) {
      return;
    }
    seen.add(value);
    if (typeof value === 'function' && found.length < MOST_FUNCTIONS) {
      found.push({ name, value, holder });
    }
    for (const [key, member] of depth < DEEPEST ? readMembers(value) : []) {
      visit(member, `${name}.${key}`, value, depth + 1);
    }
  };
  visit(exported, label, undefined, 0);
  return found;
}

/**
 * @param {object | Function} value
 * @returns {[string, unknown][]} The members that are plain values: getters may do anything.
 */
function readMembers(value) {
  return Object.entries(Object.getOwnPropertyDescriptors(value)).flatMap(([key, descriptor]) =>
    descriptor.enumerable && 'value' in descriptor && key !== WRAPPED
      ? [[key, descriptor.value]]
      : [],
  );
}

/**
 * @param {Found} found
 * @param {Recorder} recorder
 */
function call({ name, value, holder }, recorder) {
  const short = name.split('.').at(-1) ?? name;
  const args = ['first', 'second', 'third'].map((each) =>
    createStandIn(`${short}.${each}`, recorder),
  );
  return /^class\b/u.test(Function.prototype.toString.call(value))
    ? describeShape(Reflect.construct(value, args), 0)
    : value.apply(holder ?? createStandIn('this', recorder), args);
}

/**
 * @param {unknown} value
 * @param {number} depth
 * @returns {unknown} What kinds of values hang where; functions of all kinds are alike.
 */
function describeShape(value, depth) {
  const isObject = typeof value === 'object' && value !== null;
  if ((!isObject && typeof value !== 'function') || depth >= DEEPEST) {
    return typeof value;
  }
  const members = readMembers(value).map(([key, member]) => [
    key,
    describeShape(member, depth + 1),
  ]);
  return members.length > 0 ? { [typeof value]: Object.fromEntries(members) } : typeof value;
}

/**
 * Nothing is written, deleted or reached by a function that was called without knowing it.
 *
 * @param {Recorder} recorder
 */
function protectFiles(recorder) {
  const require = createRequire(import.meta.url);
  const fs = require('node:fs');
  const net = require('node:net');
  const refuse = (/** @type {string} */ name) => () => {
    recorder.add('kept from', name);
    throw new Error(`${name} is not allowed here`);
  };
  for (const name of Object.keys(fs).filter((each) => MUTATIONS.test(each))) {
    fs[name] = refuse(`fs.${name}`);
  }
  for (const name of Object.keys(fs.promises).filter((each) => MUTATIONS.test(each))) {
    fs.promises[name] = async () => refuse(`fs.promises.${name}`)();
  }
  net.Socket.prototype.connect = refuse('connect');
  syncBuiltinESMExports();
}
