/** @import { Observed, Program } from './observe.js' */

import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';

/**
 * Runs programs one after the other and notes what each of them lets others see. It is a process of its
 * own, since a test runner has handlers for uncaught errors and rejections.
 */

const requireReal = createRequire(import.meta.url);

/** Milliseconds that a program may take. */
const LONGEST = 1000;

const LATE = Symbol('late');

/** @type {string[]} */
let log = [];

/** @param {unknown} value */
const show = (value) =>
  value instanceof Error
    ? `${value.name}: ${value.message}`
    : (JSON.stringify(value) ?? 'undefined');

process.on('uncaughtException', (error) => log.push(`uncaught ${show(error)}`));
process.on('unhandledRejection', (error) => log.push(`unhandled ${show(error)}`));

/**
 * @param {Program} program
 * @param {string[]} own Where its effects go.
 * @returns {(id: string) => any}
 */
function createRequireOf({ files, stubs = {} }, own) {
  /** @type {Map<string, { exports: any }>} */
  const loaded = new Map();
  /** @type {(id: string) => any} */
  const load = (id) => {
    const key = id.replace(/^\.\//u, '').replace(/\.js$/u, '');
    const text = stubs[key] ?? files[`${key}.js`];
    if (text === undefined) {
      return requireReal(id);
    }
    const known = loaded.get(key);
    if (known) {
      return known.exports;
    }
    const module = { exports: {} };
    loaded.set(key, module);
    compileFunction(text, ['exports', 'require', 'module', 'log'])(
      module.exports,
      load,
      module,
      (/** @type {unknown[]} */ ...values) => own.push(values.map(show).join(' ')),
    );
    return module.exports;
  };
  return load;
}

/**
 * Calls a function with a callback, or waits for its promise where it takes no callback any more.
 *
 * @param {Function} fn
 * @param {unknown[]} given Its arguments, the callback among them as the last one.
 */
function call(fn, ...given) {
  const callback = /** @type {(...values: unknown[]) => void} */ (given.at(-1));
  if (fn.constructor.name !== 'AsyncFunction' && fn.length >= given.length) {
    return fn(...given);
  }
  const isAsync = fn.constructor.name === 'AsyncFunction';
  const result = fn(...(isAsync ? given.slice(0, -1) : given));
  // A function that only hands on a promise is not async.
  if (!isAsync && !(result instanceof Promise)) {
    return result;
  }
  result.then(
    (/** @type {unknown} */ value) => process.nextTick(callback, null, value),
    (/** @type {unknown} */ error) => process.nextTick(callback, error),
  );
  return undefined;
}

/**
 * @param {Program} program
 * @returns {Promise<string[]>}
 */
async function observe(program) {
  /** @type {string[]} */
  const own = [];
  log = own;
  const note = (/** @type {unknown[]} */ ...values) => own.push(values.map(show).join(' '));
  const load = createRequireOf(program, own);
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  // Keeps the process alive: a program that waits for what never comes has nothing else that does.
  const late = new Promise((resolve) => (timer = setTimeout(resolve, LONGEST)));
  try {
    const driven = compileFunction(`return (async () => { ${program.drive} })();`, [
      'load',
      'log',
      'call',
    ])(load, note, call);
    if ((await Promise.race([driven, late.then(() => LATE)])) === LATE) {
      note('still waits');
    }
  } catch (error) {
    note('thrown', error);
  } finally {
    clearTimeout(timer);
  }
  for (let turn = 0; turn < 12; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return own;
}

process.once('message', async (message) => {
  const programs = /** @type {Program[]} */ (message);
  /** @type {Observed} */
  const observed = [];
  for (const program of programs) {
    observed.push(await observe(program));
  }
  process.send?.(observed, () => process.disconnect());
});
