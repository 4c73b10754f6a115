import { behaviourOf, delayOf, hash, valueOf } from './scenario.js';

/**
 * The module that every program requires as `./operations`. Each call is an effect that the record
 * shows, and each does what the scenario says.
 *
 * @import { Scenario, Behaviour } from './scenario.js'
 * @import { Scheduler } from './scheduler.js'
 * @import { Describer } from './describe.js'
 *
 * @typedef {object} World
 * @property {Scenario} scenario
 * @property {Scheduler} scheduler
 * @property {Describer} describer
 * @property {(branch: string, text: string, show?: () => string) => void} record `show`: the text, as it
 *   would be at another time.
 * @property {(error: unknown) => void} uncaught
 * @property {Set<string>} labels Of the operations that ran.
 * @property {boolean} hasFailed Whether one of them failed, or never settled.
 * @property {any} Bluebird
 * @property {boolean} hasPlainQueries Whether the queries that an unknown function gives are plain objects: it is
 *   reported that the program rests on that.
 */

/**
 * A strand of execution, passed along as `at`. What a program starts side by side forks under one
 * label with different indices, so the comparison knows which effects have no order between them.
 */
export class Branch {
  /** @type {Map<string, number>} */
  #counts = new Map();

  /** @param {string} path */
  constructor(path) {
    this.path = path;
  }

  /**
   * @param {string} label
   * @param {number} [index]
   * @returns {Branch}
   */
  fork(label, index = 0) {
    const count = this.#count(`${label} ${index}`);
    return new Branch(`${this.path}/${label}#${count}.${index}`);
  }

  /**
   * @param {string} label
   * @returns {string} The label, numbered from its second use in this branch on.
   */
  nth(label) {
    const count = this.#count(label);
    return count === 1 ? label : `${label}#${count}`;
  }

  /**
   * @param {string} key
   * @returns {number}
   */
  #count(key) {
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count;
  }
}

/** What tells errors of `call` apart; some of them have none. */
const CODES = ['E1', 'E2', undefined];

/**
 * @typedef {object} Settlement
 * @property {Behaviour} behaviour
 * @property {unknown} value
 * @property {Error | undefined} error
 * @property {string} occurrence
 * @property {(settle: () => void) => void} later
 */

/**
 * @param {World} world
 * @returns {Record<string, Function>}
 */
export function operations(world) {
  const { scenario, scheduler, describer } = world;

  /**
   * @param {Branch} at
   * @param {string} label
   * @param {unknown[]} args
   * @returns {Settlement}
   */
  const start = (at, label, args) => {
    const nth = at.nth(label);
    const occurrence = `${at.path}/${nth}`;
    world.labels.add(label);
    const shown = args.map((arg) => describer.describe(arg)).join(', ');
    world.record(at.path, `${nth}(${shown})`);
    const behaviour = behaviourOf(scenario, label, occurrence);
    const name = `error of ${occurrence}`;
    const fails = behaviour.startsWith('reject') || behaviour === 'throw';
    world.hasFailed ||= fails || behaviour === 'never';
    const error = fails ? describer.know(new Error(name), name) : undefined;
    if (behaviour === 'throw') throw error;
    const delay = delayOf(scenario, occurrence);
    return {
      behaviour,
      error,
      occurrence,
      value: valueOf(scenario, occurrence, (made, name) => describer.know(made, name)),
      later: (settle) => scheduler.add({ delay, name: occurrence, settle }),
    };
  };

  /**
   * @param {new (executor: (resolve: Function, reject: Function) => void) => unknown} Kind
   * @returns {Function} An operation that returns such a promise.
   */
  const promising =
    (Kind) =>
    /** @type {(at: Branch, label: string, ...args: unknown[]) => unknown} */
    (at, label, ...args) => {
      const { behaviour, value, error, later } = start(at, label, args);
      return new Kind((resolve, reject) => {
        if (behaviour === 'immediate') resolve(value);
        else if (behaviour === 'reject-at-once') reject(error);
        else if (behaviour === 'reject') later(() => reject(error));
        else if (behaviour !== 'never') later(() => resolve(value));
      });
    };

  /**
   * @param {Branch} at
   * @param {string} label
   * @param {...any} args The last one is the callback.
   */
  const call = (at, label, ...args) => {
    const callback = args.pop();
    const { behaviour, value, error, occurrence, later } = start(at, label, args);
    const code = CODES[hash(`code ${occurrence}`, scenario.seed) % CODES.length];
    if (error !== undefined && code !== undefined) Object.assign(error, { code });
    const guarded = (/** @type {unknown[]} */ ...results) => {
      try {
        callback(...results);
      } catch (thrown) {
        world.uncaught(thrown);
      }
    };
    if (behaviour === 'immediate') callback(null, value);
    else if (behaviour === 'reject-at-once') callback(error);
    else if (behaviour === 'reject') later(() => guarded(error));
    else if (behaviour !== 'never') later(() => guarded(null, value));
    if (behaviour === 'twice') later(() => guarded(null, value));
  };

  /**
   * @param {string} own
   * @returns {object} What has `call` for a method.
   */
  const connect = (own) =>
    /** @type {{ own: string, ask: Function }} */ ({
      own,
      /** @this {{ own: string }} @param {Branch} at @param {string} label @param {...any} args */
      ask(at, label, ...args) {
        call(at, `${label} of ${this.own}`, ...args);
      },
    });

  /**
   * @param {Branch} at
   * @param {string} label
   * @param {...unknown} args
   * @returns {unknown} What `log` saw last, so that it can stand in an expression.
   */
  const log = (at, label, ...args) => {
    const nth = at.nth(label);
    const show = () => `${nth} logs ${args.map((arg) => describer.describe(arg)).join(', ')}`;
    world.record(at.path, show(), show);
    return args.at(-1);
  };

  /**
   * What a stream is made from: up to three chunks, each in a turn of its own.
   *
   * @param {Branch} at
   * @param {string} label
   */
  async function* source(at, label) {
    const { behaviour, error, occurrence, later } = start(at, label, []);
    const chunks = hash(`chunks ${occurrence}`, scenario.seed) % 4;
    for (let index = 0; index < chunks; index += 1) {
      if (behaviour === 'reject-at-once') throw error;
      await new Promise((resolve) => later(() => resolve(undefined)));
      yield `${index} of ${occurrence}`;
    }
    if (behaviour.startsWith('reject')) throw error;
  }

  /**
   * Which of two strands that fail in one turn `Promise.all` hears of first is a matter of
   * microticks, and so is what the others still do. This waits for all, and fails as the first in
   * their order.
   *
   * @param {(() => unknown)[]} strands
   * @returns {Promise<unknown[]>}
   */
  const together = async (...strands) => {
    const results = await Promise.allSettled(strands.map(async (strand) => strand()));
    return results.map((result) => {
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    });
  };

  /**
   * @param {Branch} at
   * @param {string} label
   * @param {unknown} value
   * @returns {object} A lazy thenable, or a plain object where nothing that is handed on may be one.
   */
  const query = (at, label, value) =>
    describer.know(
      world.hasPlainQueries
        ? { value }
        : queryOf(value, () => world.record(at.path, `query ${label} starts`)),
      `query ${label} of ${at.path}`,
    );

  return {
    op: promising(Promise),
    blue: promising(world.Bluebird),
    query,
    call,
    connect,
    log,
    source,
    together,
  };
}

/**
 * @param {unknown} value What the query finds.
 * @param {() => void} start
 * @returns {object} It starts when somebody calls its `then`.
 */
function queryOf(value, start) {
  return {
    where: (/** @type {unknown} */ more) => queryOf([value, more], start),
    then(/** @type {(rows: unknown[]) => void} */ resolve) {
      start();
      resolve([value]);
    },
  };
}

/**
 * @param {{ log: (at: Branch, label: string, text: string) => void, at: Branch }} options
 * @returns {(label: string) => object} What `require('knex')` gives.
 */
export const knex =
  ({ log, at }) =>
  (label) =>
    queryOf(label, () => log(at, label, 'starts'));
