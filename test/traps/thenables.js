/** @import { Trap } from './trap.js' */

/**
 * Values with a `then` that does something when it is called. Whoever got such a value as it is gets it so
 * afterwards; whoever got what comes of it gets that, once.
 */

const LAZY = `let runs = 0;
const lazy = (value) => ({ kind: 'lazy', then(done) { runs++; log('runs', value); done(value + 1); } });`;

const CALL = `const program = load('./program');
  const show = (value) => (value && typeof value.then === 'function' ? 'thenable' : value);
  await new Promise((resolve) => call(program.go, 1, (err, value) => {
    log(err ? err.message : 'ok', Array.isArray(value) ? value.map(show) : show(value));
    setTimeout(resolve, 2);
  }));`;

const AWAIT = `const { go } = load('./program');
  try { log('ok', await go(1)); } catch (error) { log('failed', error.message); }`;

/** @type {readonly Trap[]} */
export const thenables = [
  {
    name: 'a lazy thenable that an object holds',
    codemod: 'callback-to-async',
    source: `const fs = require('fs');
${LAZY}
exports.go = function (value, cb) {
  fs.stat('/', (err) => {
    if (err) return cb(err);
    const found = { query: lazy(value) };
    cb(null, found.query);
  });
};`,
    drive: CALL,
    becomes: 'left',
  },
  {
    name: 'a lazy thenable on one side of a condition',
    codemod: 'callback-to-async',
    source: `const fs = require('fs');
${LAZY}
exports.go = function (value, cb) {
  fs.stat('/', (err, stats) => {
    if (err) return cb(err);
    cb(null, stats.isFile() ? 'file' : lazy(value));
  });
};`,
    drive: CALL,
    becomes: 'left',
  },
  {
    name: 'a lazy thenable behind a default',
    codemod: 'callback-to-async',
    source: `const fs = require('fs');
${LAZY}
const queries = {};
exports.go = function (value, cb) {
  fs.stat('/', (err) => {
    if (err) return cb(err);
    cb(null, queries[value] || (queries[value] = lazy(value)));
  });
};`,
    drive: CALL,
    becomes: 'left',
  },
  {
    name: 'a lazy thenable that a caller of the file builds on',
    codemod: 'callback-to-async',
    source: `const fs = require('fs');
${LAZY}
function find(value, cb) {
  fs.stat('/', (err) => {
    if (err) return cb(err);
    cb(null, lazy(value));
  });
}
exports.go = function (value, cb) {
  find(value, (err, query) => {
    if (err) return cb(err);
    log(query.kind, runs);
    cb(null, query.kind);
  });
};`,
    drive: CALL,
    becomes: 'left',
  },
  {
    name: 'a lazy thenable that a class makes',
    codemod: 'callback-to-async',
    source: `const fs = require('fs');
class Query {
  constructor(value) { this.value = value; }
  where() { return this; }
  then(done) { log('runs', this.value); done(this.value); }
}
exports.go = function (value, cb) {
  fs.stat('/', (err) => {
    if (err) return cb(err);
    cb(null, new Query(value).where());
  });
};`,
    drive: CALL,
    becomes: 'left',
  },
  {
    name: 'a thenable whose method is put on it later',
    codemod: 'callback-to-async',
    source: `const fs = require('fs');
exports.go = function (value, cb) {
  fs.stat('/', (err) => {
    if (err) return cb(err);
    const found = { value };
    found.then = (done) => { log('runs', value); done(value); };
    cb(null, found);
  });
};`,
    drive: CALL,
    becomes: 'left',
  },
  {
    name: 'a parameter that callers fill with thenables',
    codemod: 'callback-to-async',
    source: `const fs = require('fs');
exports.go = function (options, cb) {
  fs.stat('/', (err) => {
    if (err) return cb(err);
    cb(null, options.ready);
  });
};`,
    drive: `const program = load('./program');
  const ready = { then(done) { log('runs'); done(5); } };
  await new Promise((resolve) => call(program.go, { ready }, (err, value) => { log(value === ready ? 'same' : value); resolve(); }));`,
    becomes: 'converted',
    options: { accept: 'result-is-no-promise' },
    shows: ['result-is-no-promise'],
  },
  {
    name: 'lazy thenables that steps of async give',
    codemod: 'async-lib-to-async',
    source: `const async = require('async');
${LAZY}
exports.go = function (value, callback) {
  async.map([value, 2], (each, cb) => setImmediate(() => cb(null, lazy(each))), (err, all) => {
    if (err) return callback(err);
    callback(null, all);
  });
};`,
    drive: CALL,
    becomes: 'left',
    options: { 'async-version': '3' },
  },
  {
    name: 'a lazy thenable that a waterfall hands on',
    codemod: 'async-lib-to-async',
    source: `const async = require('async');
${LAZY}
exports.go = function (value, callback) {
  async.waterfall([
    (cb) => setImmediate(() => cb(null, lazy(value))),
    (query, cb) => { log(query.kind); setImmediate(() => cb(null, query.kind)); },
  ], (err, found) => {
    if (err) return callback(err);
    callback(null, found);
  });
};`,
    drive: CALL,
    becomes: 'left',
    options: { 'async-version': '3' },
  },
  {
    name: 'a memo of async that is a lazy thenable',
    codemod: 'async-lib-to-async',
    source: `const async = require('async');
${LAZY}
exports.go = function (value, callback) {
  async.reduce([1, 2], lazy(value), (memo, each, cb) => { log(memo.kind); setImmediate(() => cb(null, memo)); }, (err, memo) => {
    if (err) return callback(err);
    callback(null, memo.kind);
  });
};`,
    drive: CALL,
    becomes: 'left',
    options: { 'async-version': '3' },
  },
  {
    name: 'a lazy thenable that ends a chain',
    codemod: 'promise-chain-to-async',
    source: `${LAZY}
exports.go = function (value) {
  return Promise.resolve(value).then((v) => { log('first'); return lazy(v); }).then((v) => [v, runs]);
};`,
    drive: AWAIT,
    becomes: 'converted',
  },
  {
    name: 'a lazy thenable that is the last of a chain, in an object',
    codemod: 'promise-chain-to-async',
    source: `${LAZY}
exports.go = function (value) {
  return Promise.resolve(value).then((v) => ({ query: lazy(v) })).then((found) => { log(found.query.kind, runs); return found.query.kind; });
};`,
    drive: AWAIT,
    becomes: 'converted',
  },
  {
    name: 'a lazy thenable that a coroutine yields in a list',
    codemod: 'generator-to-async',
    source: `const co = require('co');
${LAZY}
exports.go = co.wrap(function* (value) {
  const [first, second] = yield [lazy(value), Promise.resolve(2)];
  return [first, second, runs];
});`,
    drive: AWAIT,
    becomes: 'left',
  },
  {
    name: 'a lazy thenable that a coroutine returns',
    codemod: 'generator-to-async',
    source: `const co = require('co');
${LAZY}
exports.go = co.wrap(function* (value) {
  const found = yield Promise.resolve(value);
  return lazy(found);
});`,
    drive: `${AWAIT} log(go.length);`,
    becomes: 'converted',
    shows: ['length-unasked'],
  },
  {
    name: 'lazy thenables that bluebird maps to',
    codemod: 'bluebird-to-native',
    source: `const Promise = require('bluebird');
${LAZY}
exports.go = function (value) {
  return Promise.map([value, 2], (each) => lazy(each)).then((all) => [...all, runs]);
};`,
    drive: AWAIT,
    becomes: 'converted',
    shows: ['map-start-order'],
  },
  {
    name: 'a lazy thenable that a tap of bluebird gives',
    codemod: 'bluebird-to-native',
    source: `const Promise = require('bluebird');
${LAZY}
exports.go = function (value) {
  return Promise.resolve(value).tap((each) => lazy(each)).then((found) => [found, runs]);
};`,
    drive: AWAIT,
    becomes: 'converted',
  },
  {
    name: 'a stream whose chunks are lazy thenables',
    codemod: 'stream-events-to-for-await',
    source: `const { Readable } = require('stream');
${LAZY}
exports.go = function (value) {
  return new Promise((resolve, reject) => {
    const kinds = [];
    Readable.from([1, 2].map((each) => ({ query: each })), { objectMode: true })
      .map((chunk) => chunk)
      .on('data', (chunk) => kinds.push(chunk.query))
      .on('error', reject)
      .on('end', () => resolve(kinds));
  });
};`,
    drive: AWAIT,
    becomes: 'left',
  },
  {
    name: 'a stream that lazy thenables are pushed into',
    codemod: 'stream-events-to-for-await',
    source: `const { PassThrough } = require('stream');
${LAZY}
exports.go = function (value) {
  const stream = new PassThrough({ objectMode: true });
  setImmediate(() => { stream.write(lazy(value)); stream.end(lazy(2)); });
  return new Promise((resolve, reject) => {
    const kinds = [];
    stream.on('data', (chunk) => { kinds.push(chunk.kind); });
    stream.on('error', reject);
    stream.on('end', () => resolve([...kinds, runs]));
  });
};`,
    drive: AWAIT,
    becomes: 'left',
  },
  {
    name: 'an executor that resolves with a lazy thenable, and goes on',
    codemod: 'unwrap-promises',
    source: `${LAZY}
exports.go = function (value) {
  return new Promise((resolve) => {
    const query = lazy(value);
    resolve(query);
    log('behind', runs);
  });
};`,
    drive: AWAIT,
    becomes: 'left',
  },
];
