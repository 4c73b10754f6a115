/** @import { CallRecord, Counts, Kind } from '../contract/record-facts.js' */

import { types } from 'node:util';

/**
 * Runs inside of the recorded program and counts what the probes of `instrument.js` tell it. It keeps kinds and counts,
 * never a value. It asks objects nothing that their code could notice: properties are read through descriptors, and
 * what a proxy would answer is not asked.
 */

/**
 * One call that is on its way.
 *
 * @typedef {object} Active
 * @property {CallRecord} record
 * @property {FileRecorder} file
 * @property {number} id
 * @property {boolean} isActive Whether it has not returned yet.
 * @property {boolean} hasRun Whether it called back.
 */

/** How many calls of a site are looked at for the place that they come from. */
const MOST_PLACED = 200;

/** Enough to tell one place from several. */
const MOST_PLACES = 20;

/** The name of the probes in the text of a function: its file and its number. */
const PROBE = /asyncPerf(\d+)_+\(\)\.enter\((\d+),/u;

/** Bound here, since programs replace them. */
const { getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
const enqueue = queueMicrotask;
const textOf = Function.prototype.call.bind(Function.prototype.toString);

/** All calls that have not returned, the innermost last. @type {Active[]} */
const active = [];

/** The callbacks whose runs are seen. @type {WeakMap<object, Callback>} */
const callbacks = new WeakMap();

/** Where functions are defined. @type {WeakMap<object, string>} */
const definitions = new WeakMap();

/** @param {Active} call */
function begin(call) {
  if (active.length === 0) {
    // A call that throws comes to no probe behind it. No frame is left where microtasks run.
    enqueue(endAll);
  }
  active.push(call);
}

/** Told at the end of each turn that called something. @type {() => void} */
let onTurn = () => {};

/** @param {() => void} listener */
export function listenToTurns(listener) {
  onTurn = listener;
}

function endAll() {
  onTurn();
  for (let call = active.pop(); call; call = active.pop()) {
    call.isActive = false;
    call.record.threw += 1;
  }
}

/** A function that was written as an argument. */
class Callback {
  /** The calls that its own code gave it to. @type {Active[]} */
  #given = [];
  /** Those that got it as a parameter of theirs. @type {Active[]} */
  #forwarded = [];
  #runs = 0;

  /**
   * @template {Function} Fn
   * @param {Fn} fn
   * @returns {Fn} It.
   */
  of(fn) {
    callbacks.set(fn, this);
    return fn;
  }

  /**
   * @param {Active} call
   * @param {boolean} isForwarded
   */
  isGivenTo(call, isForwarded) {
    (isForwarded ? this.#forwarded : this.#given).push(call);
    call.record.never += 1;
  }

  /** @param {ArrayLike<unknown>} given The arguments of the run that begins. */
  run(given) {
    this.#runs += 1;
    const { length } = this.#given;
    for (const call of this.#given) {
      // Which of two calls runs it cannot be told.
      count(call, given, length === 1 ? this.#runs : 1);
      call.record.unsure += length === 1 ? 0 : 1;
    }
    for (const call of this.#forwarded) {
      const isSure = this.#forwarded.length === 1;
      count(call, given, isSure ? this.#runs : 1);
      call.record.unsure += isSure || this.#runs === 1 ? 0 : 1;
    }
  }
}

/**
 * @param {Active} call
 * @param {ArrayLike<unknown>} given
 * @param {number} runs How often the callback has run, with this time.
 */
function count(call, given, runs) {
  const { record } = call;
  if (!call.hasRun) {
    call.hasRun = true;
    record.never -= 1;
  }
  if (runs === 2) {
    record.again += 1;
  }
  record[call.isActive ? 'sameTick' : 'later'] += 1;
  add(record.firsts, given.length > 0 ? kindOf(given[0]) : 'absent');
  for (let index = 1; index < given.length; index += 1) {
    add(record.results, kindOf(given[index]));
  }
  add(record.numbers, String(given.length));
}

/**
 * @param {Counts} counts
 * @param {string} key
 */
function add(counts, key) {
  counts[key] = (counts[key] ?? 0) + 1;
}

/** The probes of a file. */
export class FileRecorder {
  /** @type {CallRecord[]} */
  calls = [];
  /** How often functions were entered, by the number of arguments. @type {Counts[]} */
  entries = [];
  /** @type {Counts[]} */
  kinds = [];
  /** What calls get that are about to start. @type {Map<number, { callback: Callback | undefined, isForwarded: boolean }[]>} */
  #given = new Map();
  /** @type {Map<CallRecord, Set<string>>} */
  #places = new Map();
  #isTest;

  /**
   * @param {number} number
   * @param {(definition: string) => boolean} isTest Whether a function is defined in a test.
   * @param {string} version Of the text that the probes were put into.
   */
  constructor(number, isTest, version) {
    this.number = number;
    this.version = version;
    this.#isTest = isTest;
  }

  /**
   * @param {number} id The call that gets it.
   * @returns {Callback}
   */
  callback(id) {
    const callback = new Callback();
    this.#add(id, callback, false);
    return callback;
  }

  /**
   * @template Value
   * @param {number} id The call that gets it.
   * @param {Value} value
   * @returns {Value}
   */
  give(id, value) {
    if (typeof value === 'function') {
      this.#add(id, callbacks.get(value), false);
    }
    return value;
  }

  /**
   * @template Value
   * @param {number} id The call that gets it.
   * @param {Value} value A parameter.
   * @returns {Value}
   */
  forward(id, value) {
    if (typeof value === 'function') {
      this.#add(id, callbacks.get(value), true);
    }
    return value;
  }

  /**
   * @param {number} id
   * @param {Callback | undefined} callback Undefined for a function whose runs no probe sees.
   * @param {boolean} isForwarded
   */
  #add(id, callback, isForwarded) {
    const given = this.#given.get(id);
    if (given) {
      given.push({ callback, isForwarded });
    } else {
      this.#given.set(id, [{ callback, isForwarded }]);
    }
  }

  /**
   * All arguments are evaluated, and the call comes next.
   *
   * @template Value
   * @param {number} id
   * @param {Value} last The last argument.
   * @param {unknown} [root] The callee, or what it is a member of.
   * @param {string[]} keys From there.
   * @returns {Value} The last argument.
   */
  before(id, last, root, ...keys) {
    const given = this.#given.get(id) ?? [];
    this.#given.delete(id);
    const record = (this.calls[id] ??= createRecord());
    const callee = memberOf(root, keys);
    const definition = callee === undefined ? 'unknown' : definitionOf(callee);
    /** @type {Active} */
    const call = { record, file: this, id, isActive: true, hasRun: false };
    if (isStub(callee) || this.#isTest(definition)) {
      record.stubbed += 1;
      call.record = createRecord();
    } else {
      this.#countCall(record, definition);
    }
    for (const { callback, isForwarded } of given) {
      if (callback) {
        callback.isGivenTo(call, isForwarded);
      } else {
        call.record.unseen += 1;
      }
    }
    begin(call);
    return last;
  }

  /**
   * @param {CallRecord} record
   * @param {string} definition Of the callee.
   */
  #countCall(record, definition) {
    record.calls += 1;
    add(record.callees, definition);
    if (record.calls <= MOST_PLACED && record.places < MOST_PLACES) {
      const places = this.#places.get(record) ?? new Set();
      places.add(placeOfCaller());
      this.#places.set(record, places);
      record.places = places.size;
    }
  }

  /**
   * @template Value
   * @param {number} id
   * @param {Value} value What the call gave.
   * @returns {Value}
   */
  after(id, value) {
    for (let call = active.pop(); call; call = active.pop()) {
      call.isActive = false;
      if (call.id === id && call.file === this) {
        add(call.record.returns, kindOf(value));
        break;
      }
      call.record.threw += 1;
    }
    return value;
  }

  /**
   * @param {number} id
   * @param {number} length How many arguments it got; -1 if that cannot be told.
   */
  enter(id, length) {
    add((this.entries[id] ??= {}), String(length));
  }

  /**
   * @template Value
   * @param {number} id
   * @param {Value} value
   * @returns {Value}
   */
  kind(id, value) {
    add((this.kinds[id] ??= {}), kindOf(value));
    return value;
  }
}

/** @returns {CallRecord} */
function createRecord() {
  return {
    ...{
      calls: 0,
      places: 0,
      sameTick: 0,
      later: 0,
      again: 0,
      never: 0,
      unsure: 0,
      unseen: 0,
      threw: 0,
    },
    ...{ firsts: {}, results: {}, numbers: {}, returns: {}, callees: {} },
    stubbed: 0,
  };
}

/**
 * @param {unknown} root
 * @param {readonly string[]} keys
 * @returns {unknown} The member, undefined where a getter or a proxy would have to be asked.
 */
function memberOf(root, keys) {
  let value = root;
  for (const key of keys) {
    const descriptor = descriptorOf(value, key);
    if (!descriptor || !('value' in descriptor)) {
      return undefined;
    }
    ({ value } = descriptor);
  }
  return value;
}

/**
 * @param {unknown} value
 * @param {string} key
 * @returns {PropertyDescriptor | undefined} Its own, or that of the nearest prototype.
 */
function descriptorOf(value, key) {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) {
    return undefined;
  }
  for (let object = /** @type {object | null} */ (value); object; object = getPrototypeOf(object)) {
    if (types.isProxy(object)) {
      return undefined;
    }
    const descriptor = getOwnPropertyDescriptor(object, key);
    if (descriptor) {
      return descriptor;
    }
  }
  return undefined;
}

/**
 * @param {unknown} fn
 * @returns {string} The file and number of the function, `native` for code that was not instrumented.
 */
function definitionOf(fn) {
  if (typeof fn !== 'function') {
    return 'unknown';
  }
  let definition = definitions.get(fn);
  if (definition === undefined) {
    const found = types.isProxy(fn) ? undefined : PROBE.exec(textOf(fn));
    definition = found ? `${found[1]}:${found[2]}` : 'native';
    definitions.set(fn, definition);
  }
  return definition;
}

/**
 * Members of the functions that libraries put in place of others: sinon, jest and vitest, chai-spies, jasmine. Those of
 * `node:test` are proxies.
 */
const MARKS = [['isSinonProxy'], ['_isMockFunction'], ['__spy'], ['and', 'calls']];

/**
 * @param {unknown} fn
 * @returns {boolean} Whether a test put it in place of what is called.
 */
function isStub(fn) {
  return (
    typeof fn === 'function' &&
    (types.isProxy(fn) || MARKS.some((keys) => keys.every((key) => descriptorOf(fn, key))))
  );
}

/**
 * @returns {string} The lines of the code that leads to the call.
 */
function placeOfCaller() {
  const { prepareStackTrace, stackTraceLimit } = Error;
  try {
    Error.stackTraceLimit = 12;
    Error.prepareStackTrace = (_error, sites) =>
      sites.map((site) => `${site.getFileName()}:${site.getLineNumber()}`).join(' ');
    return String(new Error().stack);
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/**
 * @param {unknown} value
 * @returns {Kind}
 */
export function kindOf(value) {
  if (value === null) {
    return 'null';
  }
  if (typeof value === 'function') {
    return isThenable(value) ? 'thenable' : 'function';
  }
  if (typeof value !== 'object') {
    return value === undefined ? 'undefined' : 'plain';
  }
  if (types.isProxy(value)) {
    return 'proxy';
  }
  if (types.isNativeError(value)) {
    return 'error';
  }
  if (types.isPromise(value)) {
    return 'promise';
  }
  if (types.isGeneratorObject(value)) {
    return 'generator';
  }
  if (isThenable(value)) {
    return 'thenable';
  }
  return Array.isArray(value) ? 'array' : 'plain';
}

/**
 * @param {object} value
 * @returns {boolean} Whether it has a method `then`, or a getter of that name, which is not asked.
 */
function isThenable(value) {
  const descriptor = descriptorOf(value, 'then');
  return (
    descriptor !== undefined && (!('value' in descriptor) || typeof descriptor.value === 'function')
  );
}
