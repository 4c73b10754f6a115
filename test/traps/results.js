/** @import { Trap } from './trap.js' */

/**
 * What a function is besides what it calls back with: its result, its length, and whether `new` takes it.
 */

const LATER = `const fs = require('fs');
function later(file, cb) {
  return setTimeout(function () {
    fs.stat(file, (err, stats) => {
      if (err) return cb(err);
      cb(null, stats.isFile());
    });
  }, 1);
}`;

const CALL = `const program = load('./program');
  await new Promise((resolve) => call(program.go, '/', (err, value) => { log(err || 'ok', value); resolve(); }));`;

/** @param {string} body @param {string} drive @param {Partial<Trap>} more @returns {Omit<Trap, 'name'>} */
const callbacks = (body, drive, more = {}) => ({
  codemod: 'callback-to-async',
  source: body,
  drive,
  becomes: 'left',
  ...more,
});

/** @param {string} body @param {string} drive @param {Partial<Trap>} more @returns {Omit<Trap, 'name'>} */
const chains = (body, drive, more = {}) => ({
  codemod: 'promise-chain-to-async',
  source: body,
  drive,
  becomes: 'left',
  ...more,
});

const PLAIN = 'function (p) { return p.then((value) => value + 1); };';

/** @param {string} use */
const construct = (use) => `const { Plain, use } = load('./program');
  try { const made = ${use}; log(typeof made, await made); } catch (error) { log(error.constructor.name); }`;

/** @type {readonly Trap[]} */
export const results = [
  {
    name: 'a timer that a caller asks the type of',
    ...callbacks(
      `${LATER}
exports.go = function (file, cb) { const timer = later(file, cb); log(typeof timer); };`,
      CALL,
    ),
  },
  {
    name: 'a timer that is an operand',
    ...callbacks(
      `${LATER}
exports.go = function (file, cb) { log(typeof later(file, cb)); };`,
      CALL,
    ),
  },
  {
    name: 'a timer that a caller clears',
    ...callbacks(
      `${LATER}
exports.go = function (file, cb) { clearTimeout(later(file, () => log('not cleared'))); later(file, cb); };`,
      CALL,
    ),
  },
  {
    name: 'a timer that is handed on to callers',
    ...callbacks(
      `${LATER}
exports.go = function (file, cb) { return later(file, cb); };`,
      `const program = load('./program');
  await new Promise((resolve) => log(typeof program.go('/', resolve)));`,
      { options: { api: 'keep' } },
    ),
  },
  {
    name: 'a timer that nobody looks at',
    ...callbacks(
      `${LATER}
exports.go = function (file, cb) { later(file, cb); };`,
      CALL,
      { becomes: 'converted' },
    ),
  },
  {
    name: 'a result of its own beside the callback',
    ...callbacks(
      `const fs = require('fs');
function load(file, cb) {
  fs.stat(file, (err, stats) => {
    if (err) return cb(err);
    cb(null, stats.isFile());
  });
  return 5;
}
exports.go = function (file, cb) { const given = load(file, cb); log(given); };`,
      CALL,
      { becomes: 'converted' },
    ),
  },
  {
    name: 'this for chaining',
    ...callbacks(
      `const fs = require('fs');
class Store {
  load(file, cb) {
    fs.stat(file, (err, stats) => {
      if (err) return cb(err);
      cb(null, stats.isFile());
    });
    return this;
  }
}
exports.Store = Store;`,
      `const { Store } = load('./program');
  const store = new Store();
  await new Promise((resolve) => log(store.load('/', resolve) === store));`,
      { becomes: 'converted' },
    ),
  },
  {
    name: 'an object that each caller gets',
    ...callbacks(
      `const fs = require('fs');
exports.go = function (file, cb) {
  const request = { file };
  fs.stat(file, (err, stats) => {
    if (err) return cb(err);
    cb(null, stats.isFile());
  });
  return request;
};`,
      `await new Promise((resolve) => log(load('./program').go('/', resolve)));`,
      { becomes: 'converted' },
    ),
  },
  {
    name: 'new of a function that the file exports',
    ...chains(
      `exports.Plain = ${PLAIN}
exports.use = (p) => new exports.Plain(p);`,
      construct('use(Promise.resolve(1))'),
    ),
  },
  {
    name: 'new of a function with a name',
    ...chains(
      `function Plain(p) { return p.then((value) => value + 1); }
exports.use = (p) => new Plain(p);`,
      construct('use(Promise.resolve(1))'),
    ),
  },
  {
    name: 'Reflect.construct',
    ...chains(
      `const Plain = ${PLAIN}
exports.use = (p) => Reflect.construct(Plain, [p]);`,
      construct('use(Promise.resolve(1))'),
    ),
  },
  {
    name: 'instanceof',
    ...chains(
      `const Plain = ${PLAIN}
exports.use = (p) => p instanceof Plain;
exports.Plain = Plain;`,
      construct('use(Promise.resolve(1))'),
    ),
  },
  {
    name: 'extends',
    ...chains(
      `const Plain = ${PLAIN}
exports.use = (p) => { class Own extends Plain {} return new Own(p); };`,
      construct('use(Promise.resolve(1))'),
    ),
  },
  {
    name: 'a member of the prototype',
    ...chains(
      `const Plain = exports.Plain = ${PLAIN}
Plain.prototype.stop = () => 'stopped';
exports.use = () => Plain.prototype.stop();`,
      construct('use()'),
    ),
  },
  {
    name: 'inherits',
    ...chains(
      `const util = require('util');
function Plain(p) { return p.then((value) => value + 1); }
function Own() {}
util.inherits(Own, Plain);
exports.use = () => new Own() instanceof Plain;`,
      construct('use()'),
    ),
  },
  {
    name: 'a method, which is no constructor',
    ...chains(
      'exports.use = { go(p) { return p.then((value) => value + 1); } };',
      "log(await load('./program').use.go(Promise.resolve(1)));",
      { becomes: 'converted' },
    ),
  },
  {
    name: 'the length of a function whose callback stays',
    ...callbacks(
      `const fs = require('fs');
exports.go = function (file, cb) {
  fs.stat(file, (err, stats) => {
    if (err) return cb(err);
    cb(null, stats.isFile());
  });
};`,
      `${CALL} log(program.go.constructor.name === 'AsyncFunction' || program.go.length);`,
      { becomes: 'converted', options: { api: 'keep' } },
    ),
  },
  {
    name: 'the length of a coroutine that a library wraps',
    codemod: 'generator-to-async',
    source: `const co = require('co');
exports.go = co.wrap(function* (first, second) { return yield Promise.resolve(first + second); });`,
    drive: "const { go } = load('./program'); log(go.length, await go(1, 2));",
    becomes: 'converted',
    shows: ['length-unasked'],
  },
  {
    name: "the length of Babel's wrapper",
    codemod: 'generator-to-async',
    source: `function asyncGeneratorStep(gen, resolve, reject, _next, _throw, key, arg) { try { var info = gen[key](arg); var value = info.value; } catch (error) { reject(error); return; } if (info.done) { resolve(value); } else { Promise.resolve(value).then(_next, _throw); } }
function _asyncToGenerator(fn) { return function () { var self = this, args = arguments; return new Promise(function (resolve, reject) { var gen = fn.apply(self, args); function _next(value) { asyncGeneratorStep(gen, resolve, reject, _next, _throw, "next", value); } function _throw(err) { asyncGeneratorStep(gen, resolve, reject, _next, _throw, "throw", err); } _next(undefined); }); }; }
exports.go = _asyncToGenerator(function* (first, second) { return yield Promise.resolve(first + second); });`,
    drive: "const { go } = load('./program'); log(go.length, await go(1, 2));",
    becomes: 'converted',
    shows: ['length-unasked'],
  },
];
