/** @import { Trap } from './trap.js' */

/**
 * Promises that are started side by side. Where one of them fails, or what comes between their starts throws,
 * nobody hears of a rejection that the source had no room for.
 */

/** Turns of the event loop, so that the machine's load changes no order. */
const TURNS =
  'const turns = (count, fn) => void setImmediate(() => (count > 1 ? turns(count - 1, fn) : fn()));';

const FAIL = `${TURNS}
const fail = (name, wait) => new Promise((_, reject) => turns(wait, () => { log('fails', name); reject(new Error(name)); }));
const give = (value, wait) => new Promise((resolve) => turns(wait, () => { log('gives', value); resolve(value); }));`;

const CALLS = `const fail = (name, cb) => { setImmediate(() => { log('fails', name); cb(new Error(name)); }); };
const give = (value, cb) => { setImmediate(() => { log('gives', value); cb(null, value); }); };`;

const AWAIT = `${TURNS}
  const { go } = load('./program');
  for (const value of [{ x: { y: 1 } }, {}, undefined]) {
    try { log('ok', await go(value)); } catch (error) { log('failed', error.message); }
    await new Promise((resolve) => turns(20, resolve));
  }`;

/** Without what throws in the source, too, behind a start. */
const AWAIT_TWO = AWAIT.replace(', undefined]', ']');

const CALL = `${TURNS}
  const { go } = load('./program');
  for (const value of [{ x: { y: 1 } }, {}, undefined]) {
    try {
      call(go, value, (err, found) => log(err ? err.message : 'ok', found));
    } catch (error) { log('caught', error.message); }
    await new Promise((resolve) => turns(30, resolve));
  }`;

/** @type {readonly Trap[]} */
export const earlyPromises = [
  {
    name: 'two steps of a parallel that fail',
    codemod: 'async-lib-to-async',
    source: `const async = require('async');
${CALLS}
exports.go = function (value, callback) {
  async.parallel([(cb) => fail('first', cb), (cb) => fail('second', cb)], (err, all) => {
    if (err) return callback(err);
    callback(null, all);
  });
};`,
    drive: CALL,
    becomes: 'converted',
    options: { 'async-version': '3' },
  },
  {
    name: 'a step of a parallel that throws behind one that fails',
    codemod: 'async-lib-to-async',
    source: `const async = require('async');
${CALLS}
exports.go = function (value, callback) {
  async.parallel([
    (cb) => fail('first', cb),
    (cb) => give(value.x.y, cb),
  ], (err, all) => {
    if (err) return callback(err);
    callback(null, all);
  });
};`,
    drive: CALL,
    becomes: 'converted',
    options: { 'async-version': '3', accept: 'result-is-no-promise' },
    shows: ['throws-late', 'uncaught-error'],
  },
  {
    name: 'an iteratee that throws at a later item',
    codemod: 'async-lib-to-async',
    source: `const async = require('async');
${CALLS}
exports.go = function (value, callback) {
  async.map([{ x: { y: 2 } }, value], (each, cb) => fail('at ' + each.x.y, cb), (err, all) => {
    if (err) return callback(err);
    callback(null, all);
  });
};`,
    drive: CALL,
    becomes: 'converted',
    options: { 'async-version': '3' },
    shows: ['throws-late', 'uncaught-error', 'rejection-is-handled'],
  },
  {
    name: 'bluebird joins what fails with what throws',
    codemod: 'bluebird-to-native',
    source: `const Promise = require('bluebird');
${TURNS}
const fail = (name, wait) => Promise.resolve(new globalThis.Promise((resolve) => turns(wait, resolve))).then(() => { log('fails', name); throw new Error(name); });
exports.go = function (value) {
  return Promise.join(fail('first', 2), fail('at ' + value.x.y, 4), (one, other) => [one, other]);
};`,
    drive: AWAIT_TWO,
    becomes: 'converted',
    shows: ['rejection-is-handled', 'throws-late'],
  },
  {
    name: 'bluebird maps a list whose later item throws',
    codemod: 'bluebird-to-native',
    source: `const Promise = require('bluebird');
${TURNS}
const fail = (name, wait) => Promise.resolve(new globalThis.Promise((resolve) => turns(wait, resolve))).then(() => { log('fails', name); throw new Error(name); });
exports.go = function (value) {
  return Promise.map([{ x: { y: 1 } }, value], (each) => fail('at ' + each.x.y, 2));
};`,
    drive: AWAIT,
    becomes: 'converted',
    shows: ['map-start-order', 'rejection-is-handled'],
  },
  {
    name: 'bluebird settles an object of promises, one of which throws',
    codemod: 'bluebird-to-native',
    source: `const Promise = require('bluebird');
${TURNS}
const fail = (name, wait) => Promise.resolve(new globalThis.Promise((resolve) => turns(wait, resolve))).then(() => { log('fails', name); throw new Error(name); });
exports.go = function (value) {
  return Promise.props({ first: fail('first', 2), second: fail('at ' + value.x.y, 4) });
};`,
    drive: AWAIT_TWO,
    becomes: 'converted',
    shows: ['rejection-is-handled', 'throws-late'],
  },
  {
    name: 'a chain of bluebird, one link of which has to be shown',
    codemod: 'bluebird-to-native',
    source: `const Promise = require('bluebird');
const list = () => Promise.resolve([1, 2]);
exports.go = function () {
  return Promise.resolve(3).timeout(1000).then((last) => list().any().then((first) => [first, last]));
};`,
    drive: AWAIT,
    becomes: 'converted',
    shows: ['library-errors'],
  },
  {
    name: 'a chain that waits for one promise and then for another that has failed',
    codemod: 'promise-chain-to-async',
    source: `${FAIL}
exports.go = function (value) {
  const other = fail('other', 1);
  return give(1, 5).then((one) => other.then((two) => [one, two]));
};`,
    drive: AWAIT,
    becomes: 'converted',
    shows: ['rejection-is-handled'],
  },
  {
    name: 'a chain whose second promise starts in an argument',
    codemod: 'promise-chain-to-async',
    source: `${FAIL}
exports.go = function (value) {
  return Promise.all([fail('first', 1), fail('at ' + value.x.y, 2)]).then((all) => all.length);
};`,
    drive: AWAIT,
    becomes: 'converted',
    shows: ['throws-late', 'rejection-is-handled'],
  },
  {
    name: 'a coroutine that yields a list whose second item throws',
    codemod: 'generator-to-async',
    source: `const co = require('co');
${FAIL}
exports.go = co.wrap(function* (value) {
  const [one, two] = yield [fail('first', 1), give(value.x.y, 2)];
  return one + two;
});`,
    drive: AWAIT,
    becomes: 'converted',
    shows: ['length-unasked', 'rejection-is-handled'],
  },
  {
    name: 'a coroutine that starts two and yields one after the other',
    codemod: 'generator-to-async',
    source: `const co = require('co');
${FAIL}
exports.go = co.wrap(function* (value) {
  const late = fail('late', 1);
  const first = yield give(1, 4);
  return first + (yield late);
});`,
    drive: AWAIT,
    becomes: 'converted',
    shows: ['length-unasked'],
  },
  {
    name: 'callbacks side by side that both fail',
    codemod: 'callback-to-async',
    source: `${CALLS}
exports.go = function (value, cb) {
  let left = 2;
  let failed = false;
  const all = [];
  const done = (index) => (err, found) => {
    if (failed) return;
    if (err) { failed = true; return cb(err); }
    all[index] = found;
    if (--left === 0) cb(null, all);
  };
  fail('first', done(0));
  fail('second', done(1));
};`,
    drive: CALL,
    becomes: 'left',
  },
  {
    name: 'callbacks side by side, of which the second throws',
    codemod: 'callback-to-async',
    source: `${CALLS}
exports.go = function (value, cb) {
  const names = ['a', 'b'];
  let left = names.length;
  let failed;
  names.forEach((name, index) => {
    fail(name + (index ? value.x.y : ''), (err) => {
      if (failed) return;
      if (err) { failed = true; return cb(err); }
      if (--left === 0) cb(null, names);
    });
  });
};`,
    drive: CALL,
    becomes: 'converted',
    shows: ['rejection-is-handled', 'throws-late', 'uncaught-error'],
  },
  {
    name: 'a write whose error is logged, behind which another fails',
    codemod: 'callback-to-async',
    source: `${CALLS}
function save(value, cb) {
  fail('save', (err) => {
    if (err) return cb(err);
    cb(null, value);
  });
}
exports.go = function (value, cb) {
  save(value, (err) => { if (err) log('lost', err.message); });
  give(1, (err, found) => {
    if (err) return cb(err);
    cb(null, found);
  });
};`,
    drive: CALL,
    becomes: 'converted',
  },
  {
    name: 'a write that nobody waits for, in a loop',
    codemod: 'callback-to-async',
    source: `${CALLS}
const noop = () => {};
function save(value, cb) {
  fail('save ' + value, (err) => {
    if (err) return cb(err);
    cb(null, value);
  });
}
exports.go = function (value, cb) {
  for (const each of [1, 2]) save(each, noop);
  save(3, (err) => cb(null, err && err.message));
};`,
    drive: CALL,
    becomes: 'converted',
  },
  {
    name: 'a callback that is left out where it has a default',
    codemod: 'callback-to-async',
    source: `${CALLS}
function save(value, cb = () => {}) {
  fail('save ' + value, (err) => {
    if (err) return cb(err);
    cb(null, value);
  });
}
exports.go = function (value, cb) {
  save(1);
  save(2, undefined);
  save(3, (err) => { if (err) return cb(null, err.message); cb(null, 'saved'); });
};`,
    drive: CALL,
    becomes: 'converted',
  },
  {
    name: 'an executor that starts a second promise and rejects for the first',
    codemod: 'unwrap-promises',
    source: `${FAIL}
exports.go = function (value) {
  return new Promise((resolve, reject) => {
    const other = fail('other', 1);
    other.catch(() => {});
    give(1, 4).then((one) => other.then((two) => resolve([one, two]))).catch(reject);
  });
};`,
    drive: AWAIT,
    becomes: 'left',
  },
];
