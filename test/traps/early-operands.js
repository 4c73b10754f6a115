/** @import { Trap } from './trap.js' */

/**
 * Code that throws before a call is made, where the handler of the call's error keeps that error: its exception
 * is for the caller, or for nobody.
 */

const HEAD = `const fs = require('fs');
const pick = (options) => { if (!options.file) throw new Error('nothing to pick'); return options.file.name; };
const stores = { get disk() { throw new Error('no disk'); }, memory: { stat: fs.stat } };
exports.stores = stores;
`;

/** Calls up to their callback, of a function with `options`. */
const OPERANDS = {
  'a member of what is missing': 'fs.stat(options.file.name',
  'a call that throws': 'fs.stat(pick(options)',
  'a getter that throws': 'fs.readFile(options.path',
  'two arguments that throw': 'fs.readFile(options.file.name, options.how.encoding',
  'a literal that holds what throws':
    'fs.readFile(options.path || pick(options), { encoding: options.how.encoding }',
  'a receiver that throws': 'options.store.memory.stat(options.path',
  'a receiver with a getter': 'stores[options.store.name].stat(options.file.name',
};

/** What the callback does, with its result under the name of `value`. */
const HANDLERS = {
  'ignores the error': "() => cb(null, 'done')",
  'answers to the error': "(err, value) => { if (err) return cb(null, 'none'); cb(null, 'some'); }",
  'answers to any outcome': "(err, value) => { cb(null, err ? 'none' : 'some'); }",
  'answers to one kind of error':
    "(err, value) => { if (err && err.code !== 'ENOENT') return cb(null, 'none'); cb(null, 'some'); }",
  'passes one kind of error':
    "(err, value) => { if (err && err.code === 'ENOENT') return cb(null, 'none'); if (err) return cb(err); cb(null, 'some'); }",
  'wraps the error':
    "(err, value) => { if (err) return cb(new Error('wrapped')); cb(null, 'some'); }",
  'logs the error and goes on':
    "(err, value) => { if (err) { log('failed', err.code); } cb(null, 'done'); }",
  'logs the error and hands it on':
    "(err, value) => { if (err) { log('failed', err.code); return cb(err); } cb(null, 'some'); }",
  'hands the error on': "(err, value) => { if (err) return cb(err); cb(null, 'some'); }",
};

/** Where the call stands. */
const PLACES = {
  'at once': (/** @type {string} */ call) => `${call};`,
  'behind a wait': (/** @type {string} */ call) =>
    `fs.stat('/', (err) => { if (err) return cb(err); ${call}; });`,
};

const DRIVE = `const program = load('./program');
  const good = { file: { name: '/' }, path: '/', how: { encoding: 'utf8' }, store: { name: 'memory', memory: program.stores.memory } };
  const values = [good, { ...good, path: '/missing', file: { name: '/missing' } }, undefined, { path: '/' }, { ...good, file: undefined },
    { ...good, how: undefined }, { ...good, store: { ...good.store, name: 'disk' } }, { ...good, get path() { throw new Error('no path'); } }];
  for (const value of values) {
    let end;
    try {
      await new Promise((resolve) => {
        end = resolve;
        process.once('uncaughtException', end);
        call(program.go, value, (err, found) => { log(err ? err.message : 'ok', found); resolve(); });
      });
    } catch (error) { log('caught', error.message); }
    process.removeListener('uncaughtException', end);
  }`;

/**
 * @param {string} start Of a call.
 * @returns {boolean} Whether nothing shows that the function calls back in a later tick.
 */
const isOfUnknown = (start) => !start.startsWith('fs.');

/**
 * @returns {Trap[]} Functions that take a callback.
 */
function operandsThatThrow() {
  return Object.entries(PLACES).flatMap(([where, place]) =>
    Object.entries(OPERANDS).flatMap(([what, start]) =>
      Object.entries(HANDLERS).map(([how, callback]) => ({
        name: `${what} ${where}, in a call whose callback ${how}`,
        codemod: 'callback-to-async',
        source: `${HEAD}exports.go = function (options, cb) {\n  ${place(`${start}, ${callback})`)}\n};\n`,
        drive: DRIVE,
        becomes: isOfUnknown(start) && where === 'at once' ? 'left' : 'converted',
        shows: /** @type {const} */ (['throws-late', 'uncaught-error']),
      })),
    ),
  );
}

/** A router that answers 500 to what a handler throws, and does not look at what the handler returns. */
const EXPRESS = `module.exports = () => {
  const handlers = [];
  return {
    get: (path, handler) => { handlers.push(handler); },
    ask: (req) => new Promise((resolve) => {
      const res = { redirect: (to) => resolve('to ' + to), send: (text) => resolve(text), status: (code) => { res.code = code; return res; } };
      const next = (err) => resolve(err ? '500 ' + err.message : 'next');
      try { handlers[0](req, res, next); } catch (err) { next(err); }
    }),
  };
};`;

const USER = `exports.findById = (id, cb) => { setImmediate(() => { if (id === 'none') cb(new Error('no user')); else cb(null, { id }); }); };
exports.find = (query, cb) => exports.findById(query.id, cb);`;

const REQUESTS = `const { app } = load('./program');
  const good = { params: { id: 'a' }, query: {}, user: { id: 'a' } };
  for (const req of [good, { ...good, params: { id: 'none' }, user: { id: 'none' } }, { ...good, params: {} }, { ...good, user: undefined }, { ...good, user: { get id() { throw new Error('no id'); } } }]) {
    log(await app.ask(req));
  }`;

/** What a handler asks for. */
const QUERIES = {
  'a method of a parameter': 'User.findById(req.params.id.trim()',
  'a member of the user': 'User.findById(req.user.id',
  'a literal that holds it': 'User.find({ id: req.user.id }',
  'a parameter alone': 'User.findById(req.params.id',
};

/** What the answer is. */
const ANSWERS = {
  'redirects at an error': "{ if (err) return res.redirect('/'); res.redirect('/done'); }",
  'answers to an error': "{ if (err) return res.status(404).send('none'); res.send('some'); }",
  'logs an error and goes on': "{ if (err) log('failed', err.message); res.send('done'); }",
  'hands the error to the router': "{ if (err) return next(err); res.send('some'); }",
};

/**
 * @returns {Trap[]} Handlers of a router.
 */
function requestsThatThrow() {
  return Object.entries(QUERIES).flatMap(([what, start]) =>
    Object.entries(ANSWERS).map(([how, body]) => ({
      name: `${what} in a handler that ${how}`,
      codemod: 'callback-to-async',
      source: `const express = require('express');
const User = require('./user');
const app = express();
app.get('/', (req, res${body.includes('next') ? ', next' : ''}) => {
  ${start}, (err, user) => ${body});
});
exports.app = app;
`,
      stubs: { express: EXPRESS, user: USER },
      drive: REQUESTS,
      options: { trust: 'application' },
      becomes: /** @type {const} */ ('converted'),
    })),
  );
}

/** @type {readonly Trap[]} */
export const earlyOperands = [...operandsThatThrow(), ...requestsThatThrow()];
