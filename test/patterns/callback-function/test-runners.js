import assert from 'node:assert';
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';

/**
 * What test runners make of a file's tests: mocha 10, and tape 5 as far as it matters here.
 */

const require = createRequire(import.meta.url);

/** Milliseconds. Nothing here takes as long. */
const TIMEOUT = 200;

/**
 * @typedef {(this: object, ...given: any[]) => unknown} TestBody
 */

/**
 * @param {string} source
 * @param {(id: string) => unknown} [load] `require` of the file.
 * @returns {Promise<string[]>} A verdict for each test: `passed`, or why it failed.
 */
export async function runMocha(source, load = require) {
  /** @type {TestBody[]} */
  const tests = [];
  const add = (/** @type {unknown[]} */ ...given) => {
    tests.push(/** @type {TestBody} */ (given.at(-1)));
  };
  const globals = { it: add, before: add, describe: runSuite };
  run(source, { ...globals, require: load });
  /** @type {string[]} */
  const verdicts = [];
  for (const test of tests) {
    verdicts.push(await verdictOf(test));
  }
  return verdicts;
}

/**
 * @param {string} _
 * @param {() => void} run
 */
function runSuite(_, run) {
  run();
}

/**
 * @param {TestBody} test
 * @returns {Promise<string>}
 */
function verdictOf(test) {
  return new Promise((resolve) => {
    /** @type {string | undefined} */
    let verdict;
    // A second call of `done` fails a test that has passed, if it comes at once.
    const settle = () =>
      setImmediate(() => {
        process.setUncaughtExceptionCaptureCallback(null);
        clearTimeout(timer);
        resolve(verdict ?? '');
      });
    const end = (/** @type {string} */ result) => {
      if (verdict === undefined) {
        verdict = result;
        settle();
      } else if (verdict === 'passed') {
        verdict = result === 'passed' ? 'done twice' : result;
      }
    };
    const done = (/** @type {unknown} */ error) => end(error ? describe(error) : 'passed');
    const timer = setTimeout(() => end('timeout'), TIMEOUT);
    process.setUncaughtExceptionCaptureCallback((error) => end(describe(error)));
    const runnable = { timeout: () => undefined };
    try {
      const returned = /** @type {any} */ (
        test.length > 0 ? test.call(runnable, done) : test.call(runnable)
      );
      if (typeof returned?.then === 'function') {
        if (test.length > 0) {
          end('overspecified');
        } else {
          returned.then(
            () => end('passed'),
            (/** @type {unknown} */ error) => end(describe(error ?? 'rejected')),
          );
        }
      } else if (test.length === 0) {
        end('passed');
      }
    } catch (error) {
      end(describe(error));
    }
  });
}

/**
 * @param {string} source
 * @returns {Promise<string[]>} `passed` or `failed` for each test: a failed assertion does not end it.
 */
export async function runTape(source) {
  /** @type {TestBody[]} */
  const tests = [];
  const tape = (/** @type {string} */ _, /** @type {TestBody} */ test) => tests.push(test);
  run(source, { require: (/** @type {string} */ id) => (id === 'tape' ? tape : require(id)) });
  /** @type {string[]} */
  const verdicts = [];
  for (const test of tests) {
    verdicts.push(await tapeVerdictOf(test));
  }
  return verdicts;
}

/**
 * @param {TestBody} test
 * @returns {Promise<string>}
 */
function tapeVerdictOf(test) {
  return new Promise((resolve) => {
    let isGood = true;
    let isEnded = false;
    const check = (/** @type {unknown} */ isMet) => {
      isGood &&= Boolean(isMet) && !isEnded;
    };
    const end = (/** @type {unknown} */ error) => {
      check(!error && !isEnded);
      isEnded = true;
      setImmediate(() => {
        clearTimeout(timer);
        process.setUncaughtExceptionCaptureCallback(null);
        resolve(isGood ? 'passed' : 'failed');
      });
    };
    const timer = setTimeout(() => end(new Error('timeout')), TIMEOUT);
    // tape itself lets it end the process.
    process.setUncaughtExceptionCaptureCallback((error) => end(error));
    const t = {
      error: (/** @type {unknown} */ error) => check(!error),
      ok: check,
      equal: (/** @type {unknown} */ one, /** @type {unknown} */ other) => check(one === other),
      end,
    };
    const returned = /** @type {any} */ (test.call({}, t));
    if (typeof returned?.then === 'function') {
      returned.then(
        () => (isEnded ? undefined : end(undefined)),
        (/** @type {unknown} */ error) => end(error ?? new Error('rejected')),
      );
    }
  });
}

/**
 * @param {string} source
 * @param {Readonly<Record<string, unknown>>} globals
 */
function run(source, globals) {
  const all = { assert, ...globals };
  compileFunction(source, Object.keys(all))(...Object.values(all));
}

/** @param {unknown} error */
function describe(error) {
  return error instanceof Error ? error.message : `no error: ${String(error)}`;
}
