/** @import { Recorder } from './recorder.js' */

const DEEPEST = 6;

/** @type {WeakSet<object>} */
const standIns = new WeakSet();

/**
 * Something to hand to a function that nothing is known about: it can be read, called and made
 * `new` at any depth, and what is done to it is recorded. A call gives a promise for another
 * stand-in, and calls back where it was given a callback.
 *
 * @param {string} name How it appears in the log.
 * @param {Recorder} recorder
 * @returns {unknown}
 */
export function createStandIn(name, recorder) {
  return create(name, recorder, 0);
}

/**
 * @param {string} name
 * @param {Recorder} recorder
 * @param {number} depth
 * @returns {any}
 */
function create(name, recorder, depth) {
  const target = Object.defineProperty(function () {}, 'name', { value: name });
  /** @type {Map<PropertyKey, unknown>} */
  const members = new Map();
  const inner = (/** @type {string} */ path) =>
    depth < DEEPEST ? create(`${name}${path}`, recorder, depth + 1) : undefined;
  const standIn = new Proxy(target, {
    get(_, key) {
      if (key === 'prototype') {
        return Reflect.get(target, key);
      }
      // Not a promise: what awaits it must go on at once.
      if (key === 'then') {
        return undefined;
      }
      if (typeof key === 'symbol' || key === 'toString' || key === 'valueOf' || key === 'toJSON') {
        return key === Symbol.iterator ? () => [].values() : () => name;
      }
      if (!members.has(key)) {
        members.set(key, key === 'length' ? 0 : inner(`.${key}`));
      }
      return members.get(key);
    },
    set(_, key, value) {
      recorder.add('set', `${name}.${String(key)}`);
      members.set(key, value);
      return true;
    },
    apply(_, _self, args) {
      recorder.add('call', name, ...args);
      const result = inner('()');
      const callback = args.at(-1);
      if (typeof callback === 'function' && !standIns.has(callback)) {
        setImmediate(() => callback(null, result));
      }
      return Promise.resolve(result);
    },
    construct(_, args) {
      recorder.add('new', name, ...args);
      return inner('{}') ?? {};
    },
  });
  standIns.add(standIn);
  return standIn;
}
