import { EventEmitter } from 'node:events';

/**
 * Packages that give a promise where no callback is given, or something else, as far as programs can see:
 * when they start, when they call back, what they give and what they throw. Written after the sources of
 * mongoose 5, mongodb 3, pg 8, bcrypt 5, aws-sdk 2, superagent 8, fs-extra 9, mysql 2 and redis 2.
 */

/** @typedef {(error: Error | null, ...results: any[]) => void} Callback */

/**
 * @param {string} what
 * @returns {Error | undefined} What comes of values that are called so.
 */
const failureOf = (what) => (what.includes('bad') ? new Error(`no ${what}`) : undefined);

/**
 * @param {string[]} log
 * @returns {Record<string, unknown>}
 */
export function standIns(log) {
  /**
   * @param {string} what
   * @param {unknown} value
   * @param {Callback | undefined} callback
   * @param {...unknown} more
   * @returns {any}
   */
  const answer = (what, value, callback, ...more) => {
    log.push(`start ${what}`);
    const failure = failureOf(what);
    if (typeof callback === 'function') {
      setImmediate(() => (failure ? callback(failure) : callback(null, value, ...more)));
      return undefined;
    }
    return new Promise((resolve, reject) => {
      setImmediate(() => (failure ? reject(failure) : resolve(value)));
    });
  };
  const universal =
    (/** @type {string} */ name, /** @type {(...given: any[]) => unknown} */ valueOf) =>
    (/** @type {any[]} */ ...given) => {
      const callback = typeof given.at(-1) === 'function' ? given.pop() : undefined;
      return answer(`${name} ${given.join(' ')}`, valueOf(...given), callback);
    };
  return {
    mongoose: mongoose(answer),
    mongodb: mongodb(answer),
    pg: pg(log, answer),
    bcrypt: {
      genSalt: universal('genSalt', (rounds) => `salt${rounds}`),
      hash: universal('hash', (password, salt) => `${password}+${salt}`),
      compare: universal('compare', (password, hash) => hash.startsWith(password)),
    },
    'aws-sdk': { S3: class extends Service {}.with(log) },
    superagent: { get: (/** @type {string} */ url) => new HttpRequest(log, url) },
    'fs-extra': {
      copy: universal('copy', () => undefined),
      remove: universal('remove', () => undefined),
      readFile: universal('readFile', (file) => `text of ${file}`),
    },
    mysql: mysql(log, answer),
    redis: redis(answer),
    lodash: { merge: Object.assign, extend: Object.assign },
  };
}

/** @param {(what: string, value: unknown, callback?: Callback, ...more: unknown[]) => any} answer */
function mongoose(answer) {
  class Query {
    /**
     * @param {any} model
     * @param {string} what
     * @param {() => unknown} valueOf
     */
    constructor(model, what, valueOf) {
      Object.assign(this, { model, what, valueOf });
    }

    /** @param {string} by */
    sort(by) {
      /** @type {any} */ (this).what += ` by ${by}`;
      return this;
    }

    /** @param {Callback} [callback] */
    exec(callback) {
      const { what, valueOf } = /** @type {any} */ (this);
      return answer(what, valueOf(), callback);
    }

    /** @param {Parameters<Promise<unknown>['then']>} given */
    then(...given) {
      return this.exec().then(...given);
    }
  }
  /**
   * @param {any} model
   * @param {string} what
   * @param {() => unknown} valueOf
   * @param {unknown} callback
   */
  const query = (model, what, valueOf, callback) => {
    const made = new Query(model, what, valueOf);
    if (typeof callback === 'function') {
      made.exec(/** @type {Callback} */ (callback));
    }
    return made;
  };
  class Model {
    /** @param {object} [values] */
    constructor(values) {
      Object.assign(this, values);
    }

    /** @param {Callback} [callback] */
    save(callback) {
      return answer(`save ${this}`, this, callback);
    }

    /** @param {Callback} [callback] */
    remove(callback) {
      return answer(`remove ${this}`, this, callback);
    }

    /**
     * @param {string} path
     * @param {Callback} [callback]
     */
    populate(path, callback) {
      Object.assign(this, { pending: path });
      if (callback) {
        answer(`populate ${path}`, this, callback);
      }
      return this;
    }

    execPopulate() {
      return answer(`populate ${/** @type {any} */ (this).pending}`, this);
    }

    toString() {
      return /** @type {any} */ (this).name;
    }

    /** @param {string} id @param {unknown} [callback] */
    static findById(id, callback) {
      const valueOf = () => (id === 'none' ? null : new this({ name: id }));
      return query(this, `findById ${id}`, valueOf, callback);
    }

    /** @param {any} [filter] @param {unknown} [callback] */
    static find(filter, callback) {
      const [by, last] = typeof filter === 'function' ? [undefined, filter] : [filter, callback];
      const valueOf = () => [new this({ name: 'one' }), new this({ name: 'two' })];
      return query(this, `find ${by?.name ?? ''}`, valueOf, last);
    }

    /** @param {any} filter @param {object} change @param {unknown} [callback] */
    static update(filter, change, callback) {
      return query(this, `update ${filter.name}`, () => ({ n: 1, ...change }), callback);
    }

    /** @param {any} filter @param {unknown} [callback] */
    static countDocuments(filter, callback) {
      return query(this, `count ${filter.name}`, () => 2, callback);
    }

    /** @param {any} values @param {Callback} [callback] */
    static create(values, callback) {
      return answer(`create ${values.name}`, new this(values), callback);
    }
  }
  return {
    Schema: class {
      statics = {};
      methods = {};
    },
    /** @param {string} _ @param {any} schema */
    model(_, schema) {
      const made = class extends Model {};
      Object.assign(made, schema?.statics);
      Object.assign(made.prototype, schema?.methods);
      return made;
    },
  };
}

/** @param {(what: string, value: unknown, callback?: Callback, ...more: unknown[]) => any} answer */
function mongodb(answer) {
  const collection = (/** @type {string} */ name) => ({
    find: (/** @type {any} */ filter) => ({
      /** @param {Callback} [callback] */
      toArray: (callback) => answer(`${name}.find ${filter.name}`, [filter], callback),
    }),
    /** @param {any} document @param {Callback} [callback] */
    insertOne: (document, callback) =>
      answer(`${name}.insertOne ${document.name}`, { insertedCount: 1 }, callback),
  });
  const client = {
    db: () => ({ collection }),
    /** @param {Callback} [callback] */
    close: (callback) => answer('close', undefined, callback),
  };
  class MongoClient {
    /** @param {string} url @param {Callback} [callback] */
    static connect(url, callback) {
      return answer(`connect ${url}`, client, callback);
    }
  }
  return { MongoClient };
}

/**
 * @param {string[]} log
 * @param {(what: string, value: unknown, callback?: Callback, ...more: unknown[]) => any} answer
 */
function pg(log, answer) {
  const query = (/** @type {string} */ text, /** @type {any[]} */ ...given) => {
    if (text === undefined) {
      throw new TypeError('Client was passed a null or undefined query');
    }
    return answer(`query ${text}`, { rows: [text] }, given.at(-1));
  };
  const release = () => log.push('release');
  class Pool extends EventEmitter {
    query(/** @type {any[]} */ ...given) {
      return query(.../** @type {[string]} */ (given));
    }

    /** @param {Callback} [callback] */
    connect(callback) {
      return answer('connect', { query, release }, callback, release);
    }
  }
  return { Pool };
}

/**
 * @param {string[]} log
 * @param {(what: string, value: unknown, callback?: Callback, ...more: unknown[]) => any} answer
 */
function mysql(log, answer) {
  class Querying extends EventEmitter {
    query(/** @type {any[]} */ text, /** @type {any[]} */ ...given) {
      const callback = given.at(-1);
      answer(`query ${text}`, [text], callback ?? (() => {}), ['fields']);
      return new EventEmitter();
    }
  }
  class Connection extends Querying {
    beginTransaction(/** @type {Callback} */ callback) {
      answer('begin', undefined, callback ?? (() => {}));
    }

    commit(/** @type {Callback} */ callback) {
      answer('commit', undefined, callback ?? (() => {}));
    }

    release() {
      log.push('release');
    }
  }
  class Pool extends Querying {
    getConnection(/** @type {Callback} */ callback) {
      answer('connect', new Connection(), callback);
    }
  }
  return { createConnection: () => new Connection(), createPool: () => new Pool() };
}

/** @param {(what: string, value: unknown, callback?: Callback, ...more: unknown[]) => any} answer */
function redis(answer) {
  class Client {
    get(/** @type {string} */ key, /** @type {Callback} */ callback) {
      answer(`get ${key}`, `value of ${key}`, callback ?? (() => {}));
      return true;
    }

    set(/** @type {string} */ key, /** @type {unknown} */ value, /** @type {Callback} */ callback) {
      answer(`set ${key} ${String(value)}`, 'OK', callback ?? (() => {}));
      return true;
    }

    multi() {
      /** @type {string[]} */
      const keys = [];
      return {
        get(/** @type {string} */ key) {
          keys.push(key);
          return this;
        },
        exec: (/** @type {Callback} */ callback) =>
          answer(`exec ${keys.join(' ')}`, keys, callback),
      };
    }
  }
  return { createClient: () => new Client() };
}

/** Of aws-sdk: what an operation gives without a callback has not begun. */
class Service {
  /** @param {string[]} log */
  static with(log) {
    return class extends this {
      log = log;
    };
  }

  /** @param {{ Key: string }} params @param {Callback} [callback] */
  getObject({ Key }, callback) {
    const { log } = /** @type {any} */ (this);
    const send = (/** @type {Callback} */ done) => {
      if (Key === '') {
        done(new Error("Missing required key 'Key' in params"));
        return;
      }
      log.push(`start getObject ${Key}`);
      const failure = failureOf(Key);
      setImmediate(() => (failure ? done(failure) : done(null, { Body: Key })));
    };
    if (callback) {
      send(callback);
    }
    return {
      promise: () =>
        new Promise((resolve, reject) => {
          send((error, data) => (error ? reject(error) : resolve(data)));
        }),
    };
  }
}

/** Of superagent: sent by `end`, or when it is waited for. */
class HttpRequest {
  /** @param {string[]} log @param {string} url */
  constructor(log, url) {
    Object.assign(this, { log, url });
  }

  query() {
    return this;
  }

  /** @param {Callback} [callback] */
  end(callback) {
    const { log, url } = /** @type {any} */ (this);
    log.push(`start get ${url}`);
    const failure = failureOf(url);
    setImmediate(() => callback?.(failure ?? null, { body: url }));
    return this;
  }

  /** @param {(value: unknown) => void} resolve @param {(error: Error) => void} reject */
  then(resolve, reject) {
    return new Promise((fulfil, fail) => {
      this.end((error, response) => (error ? fail(error) : fulfil(response)));
    }).then(resolve, reject);
  }
}
