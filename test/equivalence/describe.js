import { Bluebird } from './modules.js';

/** Where bluebird goes on in a message to say in which file the coroutine stands. */
const ORIGIN = '\n\nFrom coroutine:';

/** Where p-some goes on with the stacks of all errors. */
const STACKS = '\n';

/** What stands before an error that bluebird has wrapped. */
export const OPERATIONAL = 'operational ';

/**
 * Names values so that two runs can be compared: what the harness made is known by identity, what the
 * program made by its structure, and the same error seen twice is told from an equal one.
 */
export class Describer {
  /** @type {WeakMap<object, string>} */
  #known = new WeakMap();
  /** @type {Map<string, number>} */
  #alike = new Map();

  /**
   * @template {object} T
   * @param {T} made
   * @param {string} name
   * @returns {T}
   */
  know(made, name) {
    this.#known.set(made, name);
    return made;
  }

  /**
   * @param {unknown} value
   * @param {number} [depth]
   * @returns {string}
   */
  describe(value, depth = 4) {
    if (typeof value === 'string') return JSON.stringify(value.split(ORIGIN)[0]);
    if (typeof value === 'symbol' || typeof value === 'bigint') return String(value);
    if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
    if (typeof value === 'function') return this.#known.get(value) ?? 'a function';
    if (typeof value !== 'object' || value === null) return String(value);
    const known = this.#known.get(value);
    if (known !== undefined) return `<${known}>`;
    if (value === globalThis) return 'the global object';
    if (value instanceof Error) return this.#describeError(value);
    if ('then' in value && typeof value.then === 'function') return 'a promise';
    if (depth === 0) return '…';
    if (Array.isArray(value)) {
      return `[${Array.from(value, (item) => this.describe(item, depth - 1)).join(', ')}]`;
    }
    const entries = Object.entries(value).map(
      ([key, item]) => `${key}: ${this.describe(item, depth - 1)}`,
    );
    const kind = Object.prototype.toString.call(value).slice(8, -1);
    return `${kind === 'Object' ? '' : kind}{${entries.join(', ')}}`;
  }

  /**
   * @param {Error} error
   * @returns {string}
   */
  #describeError(error) {
    if (error instanceof Bluebird.OperationalError) {
      return `${OPERATIONAL}${this.describe(error.cause)}`;
    }
    const [message = ''] = error.message
      // V8 quotes the code that failed.
      .replace(/ of '.*' as it is /su, ' as it is ')
      .split(error.name === 'AggregateError' ? STACKS : ORIGIN);
    const text = `${error.name}(${message})`;
    const count = (this.#alike.get(text) ?? 0) + 1;
    this.#alike.set(text, count);
    const name = `${text}#${count}`;
    this.#known.set(error, name);
    return `<${name}>`;
  }
}
