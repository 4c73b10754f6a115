import { inspect } from 'node:util';
import { compileFunction } from 'node:vm';

/**
 * What somebody outside a module sees of a call: effects in their order, how it ended, and
 * rejections that nobody handled.
 *
 * @typedef {object} Observation
 * @property {string[]} effects
 * @property {string} ended
 * @property {string[]} unhandled
 * @property {string[]} labels Of the operations and logs that ran.
 */

/**
 * What goes wrong, by label: an operation rejects or throws, a log throws.
 *
 * @typedef {Readonly<Record<string, 'reject' | 'throw'>>} Faults
 */

const settled = () => new Promise((resolve) => void setImmediate(resolve));

/**
 * Runs `run()` of a module. It is given `op(label, …)`, an operation that gives a promise, and
 * `log(label, …)`, an effect that returns its last argument.
 *
 * @param {string} source
 * @param {Faults} faults
 * @returns {Promise<Observation>}
 */
export async function observe(source, faults) {
  /** @type {Observation} */
  const seen = { effects: [], ended: 'never', unhandled: [], labels: [] };
  /** @type {Map<string, Error>} */
  const errors = new Map();
  /** @param {string} label */
  const errorOf = (label) => {
    const error = errors.get(label) ?? new Error(`error of ${label}`);
    errors.set(label, error);
    return error;
  };
  /** @param {unknown} value */
  const describe = (value) => {
    const isKnown = [...errors.values()].some((error) => error === value);
    return value instanceof Error
      ? `${isKnown ? 'the ' : ''}${value.name}: ${value.message.replace(/ of '.*' as it/su, ' as it')}`
      : inspect(value);
  };
  /**
   * @param {string} label
   * @param {unknown[]} args
   */
  const start = (label, args) => {
    seen.effects.push(`${label}(${args.map(describe).join(', ')})`);
    seen.labels.push(label);
    if (faults[label] === 'throw') {
      throw errorOf(label);
    }
  };
  const operations = {
    /** @type {(label: string, ...args: unknown[]) => Promise<unknown>} */
    op(label, ...args) {
      start(label, args);
      const value = { from: label, id: `${label}-id`, n: 3, list: ['x', 'y'], none: undefined };
      const rejects = faults[label] === 'reject';
      return new Promise((resolve, reject) => {
        setImmediate(rejects ? () => reject(errorOf(label)) : () => resolve(value));
      });
    },
    /** @type {(label: string, ...args: unknown[]) => unknown} */
    log(label, ...args) {
      start(label, args);
      return args.at(-1);
    },
  };
  const restore = takeUnhandled((reason) => seen.unhandled.push(describe(reason)));
  try {
    /** @type {{ run?: () => any }} */
    const exports = {};
    compileFunction(source, ['exports', 'op', 'log'])(exports, operations.op, operations.log);
    const result = exports.run?.();
    if (typeof result?.then !== 'function') {
      seen.ended = `returned ${describe(result)}`;
    } else {
      result.then(
        (/** @type {unknown} */ value) => {
          seen.ended = `fulfilled ${describe(value)}`;
        },
        (/** @type {unknown} */ reason) => {
          seen.ended = `rejected ${describe(reason)}`;
        },
      );
    }
  } catch (error) {
    seen.ended = `threw ${describe(error)}`;
  }
  for (let quiet = 0, count = 0; quiet < 3; quiet++) {
    if (seen.effects.length !== count) {
      quiet = 0;
      count = seen.effects.length;
    }
    await settled();
  }
  restore();
  return seen;
}

/**
 * @param {(reason: unknown) => void} report
 * @returns {() => void}
 */
function takeUnhandled(report) {
  const others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', report);
  return () => {
    process.removeAllListeners('unhandledRejection');
    others.forEach((listener) => process.on('unhandledRejection', listener));
  };
}

/**
 * @param {string} source
 * @returns {Promise<Faults[]>} Nothing fails; each operation rejects; each throws; each effect throws.
 */
export async function scenariosOf(source) {
  const labels = new Set();
  /** @type {Faults[]} */
  const scenarios = [{}];
  for (const faults of scenarios) {
    const { labels: ran } = await observe(source, faults);
    for (const label of ran) {
      if (!labels.has(label)) {
        labels.add(label);
        scenarios.push({ ...faults, [label]: 'reject' }, { ...faults, [label]: 'throw' });
      }
    }
  }
  return scenarios;
}
