import { createRequire } from 'node:module';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs a small module beside what a fix or a suggestion makes of it, with a client that can be told to fail.
 */

/**
 * @typedef {object} Scenario
 * @property {string} name
 * @property {number} [rejects] Which call of the client is rejected, or calls back with an error; from 1.
 * @property {number} [throws] Which call throws at once.
 * @property {boolean} [isLate] Whether earlier calls answer after later ones.
 * @property {number} [runs] How many calls of `run` there are at once; one if undefined.
 *
 * @typedef {object} Outcome
 * @property {unknown[]} results Of each call of `run`: its value, or what it threw.
 * @property {string[]} calls Of the client, in order.
 * @property {number} unhandled How many rejections nobody handled.
 */

const require = createRequire(import.meta.url);

/** Milliseconds. No reduction needs as many. */
const LONGEST = 400;

/**
 * @param {string} code A CommonJS module that exports `run(client, keys)`.
 * @param {Scenario} scenario
 * @returns {Promise<Outcome>}
 */
export async function execute(code, scenario) {
  /** @type {string[]} */
  const calls = [];
  const client = createClient(calls, scenario);
  /** @type {{ exports: { run?: (client: object, keys: string[]) => unknown } }} */
  const module = { exports: {} };
  const local = (/** @type {string} */ name) =>
    name === './client' ? client : name === 'p-map' ? mapTogether : require(name);
  new Function('module', 'exports', 'require', 'fetch', code)(
    module,
    module.exports,
    local,
    client.load,
  );
  const { run } = module.exports;
  let unhandled = 0;
  const listeners = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', () => {
    unhandled += 1;
  });
  const started = Array.from({ length: scenario.runs ?? 1 }, async () => {
    try {
      return { value: await run?.(client, ['a', 'b', 'c']) };
    } catch (error) {
      return { error: error instanceof Error ? error.message : error };
    }
  });
  const outcome = await Promise.race([
    Promise.all(started),
    sleep(LONGEST, undefined, { ref: false }),
  ]);
  // What is left behind has its time to fail.
  await after(16, undefined);
  process.removeAllListeners('unhandledRejection');
  listeners.forEach((listener) => process.on('unhandledRejection', listener));
  return { results: outcome ?? ['pending'], calls, unhandled };
}

/**
 * @param {string[]} calls
 * @param {Scenario} scenario
 */
function createClient(calls, { rejects, throws, isLate = false }) {
  let count = 0;
  const begin = (/** @type {string} */ what) => {
    count += 1;
    calls.push(what);
    if (count === throws) {
      throw new Error(`thrown by ${what}`);
    }
    return { isFailed: count === rejects, turns: isLate ? 12 - count : 1 };
  };
  /** @param {string} key */
  const load = (key) => {
    const { isFailed, turns } = begin(`load ${key}`);
    return answer(key, isFailed, turns);
  };
  /**
   * @param {string} key
   * @param {(error: Error | null, value?: string) => void} callback
   */
  const get = (key, callback) => {
    const { isFailed, turns } = begin(`get ${key}`);
    void after(turns, undefined).then(() => {
      setImmediate(() => {
        if (isFailed) {
          callback(new Error(`no ${key}`));
        } else {
          callback(null, `value of ${key}`);
        }
      });
    });
  };
  return { load, get, note: (/** @type {string} */ what) => void begin(`note ${what}`) };
}

/**
 * @param {string} key
 * @param {boolean} isFailed
 * @param {number} turns
 * @returns {Promise<string>}
 */
async function answer(key, isFailed, turns) {
  await after(turns, undefined);
  if (isFailed) {
    throw new Error(`no ${key}`);
  }
  return `value of ${key}`;
}

/**
 * @template Value
 * @param {number} turns
 * @param {Value} value
 * @returns {Promise<Value>}
 */
function after(turns, value) {
  return new Promise((resolve) => {
    let left = turns;
    const turn = () => {
      left -= 1;
      if (left > 0) {
        setImmediate(turn);
      } else {
        resolve(value);
      }
    };
    setImmediate(turn);
  });
}

/**
 * `p-map`, in so far as suggestions use it.
 *
 * @template Item, Result
 * @param {Iterable<Item>} items
 * @param {(item: Item, index: number) => Promise<Result>} map
 * @param {{ concurrency: number }} options
 * @returns {Promise<Result[]>}
 */
async function mapTogether(items, map, { concurrency }) {
  const list = [...items];
  /** @type {Result[]} */
  const results = [];
  let next = 0;
  const work = async () => {
    while (next < list.length) {
      const index = next;
      next += 1;
      results[index] = await map(/** @type {Item} */ (list[index]), index);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return results;
}
