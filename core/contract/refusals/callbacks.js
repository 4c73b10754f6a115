/** @import { RefusalEntry } from './table.js' */

import { freezeTable } from './table.js';

/** Refusals of `callback-to-async` alone. */
export const CALLBACK_REFUSALS = freezeTable(
  /** @satisfies {Record<string, RefusalEntry>} */ ({
    'arguments-used': {
      message: '`arguments` is used after the asynchronous call',
      advice: 'Name the parameters (`...rest`), then run again.',
      example:
        'function load(file, cb) { fs.stat(file, function (err) { if (err) return cb(err); cb(null, 1); }); log(arguments); }',
    },
    'browser-script': {
      message:
        'browsers run this file too, and they have neither `require` nor `process`: {subject}',
      advice:
        'Write the promises by hand. If only Node runs the file, make it a module of Node and run again.',
      example: `(function (root, factory) {
  if (typeof define === 'function' && define.amd) define([], factory);
  else root.load = factory();
})(this, function () {
  return function (store, id, cb) {
    store.load(id, function (err, value) {
      if (err) return cb(err);
      cb(null, value.name);
    });
  };
});`,
      given: { options: { accept: 'timing-unobservable' } },
    },
    'callback-caught': {
      message: 'a `try` stands around {subject}, and would catch an error that the callback throws',
      advice: 'Call back behind the `try`, then run again.',
      otherwise: { option: 'accept', value: 'timing-unobservable', where: 'no callback throws' },
      example:
        "const open = require('open'); exports.load = function (file, cb) { open(file, (err, text) => { if (err) return cb(err); try { cb(null, JSON.parse(text)); } catch (error) { cb(error); } }); };",
    },
    'callback-deferred': {
      message: '{subject} delays the callback in a form that is not converted',
      advice:
        'Delay a function that calls it, `setImmediate(() => cb(null, value))`, then run again.',
      example:
        "const fs = require('fs'); exports.load = function (file, cb) { fs.stat(file, function (err) { if (err) return cb(err); setTimeout(cb, delay(), null, 1); }); };",
    },
    'callback-given': {
      message:
        'another function calls {subject} with a callback, and a wrapper around its one call would be longer than the code is now',
      advice: 'Let that other function take a promise, then run again.',
      example:
        "const fs = require('fs'); const cache = require('cache'); exports.load = (id) => cache.wrap(id, (cb) => { fs.readFile(id, 'utf8', (err, text) => { if (err) return cb(err); cb(null, text.trim()); }); });",
    },
    'callback-in-listener': {
      message: '{subject} calls back when an event comes',
      advice:
        'Wait for the event by hand, with `events.once`, or `finished` or `pipeline` of `stream/promises`.',
      example:
        "exports.run = function (child, cb) { child.on('error', cb); child.on('close', () => cb(null)); };",
    },
    'callback-in-try': {
      message: '{subject} would catch errors of the asynchronous call that it does not see today',
      advice: 'Move the call out of the `try`, then run again.',
      example:
        "const open = require('open'); exports.load = function (file, cb) { open(file, (err) => { if (err) return cb(err); try { open('x', cb); } catch (error) { log(error); cb(error); } }); };",
    },
    'callback-members': {
      message: 'the callback has members here that {subject} would not get',
      advice: 'Pass the values of the members as an argument of their own, then run again.',
      example:
        "const open = require('open'); exports.load = function (file, cb) { open(file, (err) => { if (err) return cb(err); open('x', cb); }); }; exports.run = function (cb) { if (cb.log) cb.log('run'); setImmediate(cb, null); };",
    },
    'callback-not-last': {
      message: 'the callback is found in {subject}, not taken as the last parameter',
      advice:
        'Take it as the last parameter, and give that one its default (`cb = cb || noop`), then run again.',
      example:
        "const fs = require('fs'); exports.load = function (file, cb, encoding) { fs.readFile(file, (err, data) => { if (err) return cb(err); cb(null, data.toString(encoding)); }); };",
    },
    'callback-only-deferred': {
      message:
        'the function only delays its callback, and the async form would do more work for the same',
      advice: 'Leave it: an async function gains nothing there.',
      otherwise: { option: 'api', value: 'async', where: 'its callers can wait' },
      example: 'exports.store = { load(file, cb) { setImmediate(() => { cb(null, file); }); } };',
    },
    'callback-optional': {
      message: '{subject} depends on whether there is a callback',
      advice: 'Give it a default first: `cb = cb || function () {}`, then run again.',
      example:
        "const open = require('open'); exports.load = function (file, cb) { open(file, (err) => { if (cb) { log(err); cb(err); } }); };",
    },
    'callback-parameters': {
      message: 'a variable cannot take the place of the parameter {subject}',
      advice: 'Take the parameter as a plain name, then run again.',
      example:
        "const open = require('open'); exports.load = function (file, cb) { open(file, (err, data = {}) => { if (err) return cb(err); cb(null, data); }); };",
    },
    'callback-reused': {
      message: '{subject} is called from several places in different ways',
      advice: 'Split it into one function for each use, then run again.',
      example:
        "const open = require('open'); exports.load = function (file, cb) { open(file, function again(err, data) { if (err) return cb(err); if (!data) return open(file, again); cb(null, data); }); };",
    },
    'callback-sync-throw': {
      message: '{subject} throws before the function has returned to its caller',
      advice: 'Hand the error to the callback, then run again.',
      example:
        "const open = require('open'); function load(file, cb) { if (!file) throw new Error('no file'); open(file, cb); } exports.run = function (cb) { load('a', (err) => { if (err) return cb(err); cb(null); }); };",
    },
    'callback-this': {
      message: '{subject} depends on how the callback is called',
      advice: 'Use an arrow function, or name the parameters, then run again.',
      example:
        "const open = require('open'); exports.load = function (file, cb) { open(file, function (err) { if (err) return cb(err); cb(null, this.size); }); };",
    },
    'callback-unbraced': {
      message: '{subject} stands where only one statement fits',
      advice: 'Put braces around it, then run again.',
      example:
        "const open = require('open'); exports.load = function (file, cb) { open(file, (err, data) => { if (err) return cb(err); switch (data) { case 1: open(data, (err) => { if (err) return cb(err); cb(null, 1); }); break; default: cb(); } }); };",
    },
    'called-repeatedly': {
      message: 'the name of {subject} says that it calls back several times',
      advice: 'If it calls back once, name it in `--callbacks`, then run again.',
      example: `const db = require('db');
exports.load = function (id, cb) {
  db.eachRow(id, (err, row) => {
    if (err) return cb(err);
    cb(null, row.name);
  });
};`,
      given: { options: { trust: 'application' } },
    },
    'callee-overloaded': {
      message: '{subject} has several signatures, and its promise form would have the last of them',
      advice: 'Await it by hand, with the type that this call gives, then run again.',
      example: `interface Store { load(key: string, cb: Done): void; load(key: string, deep: boolean, cb: Done): void }
type Done = (err: Error | null, text?: string) => void;
export function get(store: Store, cb: Done) {
  store.load('a', (err, text) => {
    if (err) return cb(err);
    cb(null, text);
  });
}`,
      given: { file: 'example.ts', options: { accept: 'timing-unobservable' } },
    },
    'callee-refused': {
      message: '{subject} keeps its callback, so its callers keep theirs',
      advice: 'Mend the function that is named first, then run again.',
      example:
        "const open = require('open'); function load(file, cb) { open(file, (err) => { if (err) cb(err); cb(null); }); } exports.run = function (cb) { load('x', (err, data) => { if (err) return cb(err); cb(null, data); }); };",
    },
    'callee-undeclared': {
      message: 'the file does not show where {subject} comes from',
      advice:
        'Import it. If it takes an error-first callback, name it in `--callbacks` instead, then run again.',
      example:
        'exports.load = function (file, cb) { check(file, (err) => { if (err) return cb(err); cb(null, file); }); };',
    },
    'callee-unsupported': {
      message: '{subject} is called in a form that is not converted',
      advice:
        'Call it by a name or as a method, with all of its arguments and its callback as the last, then run again.',
      example:
        "const open = require('open'); exports.load = function (file, cb) { open(file)(file, function (err, data) { if (err) return cb(err); cb(null, data); }); };",
    },
    'error-compared': {
      message:
        '{subject} tells `null` from `undefined`, and after `await` there is no error value at all',
      advice: 'Test for the error alone (`if (err)`), then run again.',
      example:
        "const open = require('open'); exports.load = function (file, cb) { open(file, (err, data) => { if (err !== undefined) return cb(err); cb(null, data); }); };",
    },
    'error-ignored': {
      message:
        'an exception here ends the process today, or reaches its caller. {subject} has no callback that looks at its error, so nobody would hear of it',
      advice: 'Look at the error there (`(err) => { if (err) report(err); }`), then run again.',
      example:
        "const fs = require('fs'); function load(file, cb) { fs.stat(file, (err, stats) => { if (err) return cb(err); cb(null, stats.size); }); } exports.run = function (file, cb) { load(file, () => cb()); };",
    },
    'error-with-result': {
      message: 'the callback gets {subject} together with the error',
      advice: 'Put it on the error as a property, then run again.',
      example:
        "const open = require('open'); exports.load = function (file, cb) { open(file, (err, data) => { if (err) return cb(err, { data }); cb(null, data); }); };",
    },
    'exception-lost': {
      message:
        '{subject} may throw, which ends the process today. A caller that gives no callback would not notice',
      advice: 'Catch it there, then run again.',
      otherwise: {
        option: 'accept',
        value: 'uncaught-error',
        where: 'all callers give a callback or do not mind',
      },
      example:
        "const fs = require('fs'); exports.load = function (file, cb) { fs.readFile(file, (err, text) => { if (err) return cb && cb(err); keep(JSON.parse(text)); cb && cb(null); }); };",
      given: { options: { refuse: 'uncaught-error' } },
    },
    'executor-throws': {
      message:
        '{subject} may throw, which rejects the promise today, and would be taken for an error of the callback',
      advice: 'Hand on the error with `reject`, and handle it behind the promise, then run again.',
      example:
        "const fs = require('fs'); exports.has = (file) => new Promise((resolve) => { fs.stat(file, (err) => { if (err) return resolve(false); resolve(true); }); });",
    },
    'falls-through': {
      message: '{subject} does not end the function: the code after it runs too',
      advice: 'If that is not meant, write `return` in front of it, then run again.',
      example:
        "const open = require('open'); exports.load = function (file, cb) { open(file, (err, data) => { if (err) cb(err); cb(null, data); }); };",
    },
    'flow-library': {
      message: '{subject} is a function of a library that another codemod converts',
      advice:
        'Run `async-lib-to-async` first. If it leaves the call, mend the reason that it gives, or write the call by hand.',
      example: `const async = require('async');
exports.run = function (items, cb) { async.each(items, save, (err) => { if (err) return cb(err); cb(null, 1); }); };`,
    },
    'flow-unsupported': {
      message: '{subject} is not converted',
      advice: 'Write it as a loop, as `Promise.all` or with p-queue, by hand.',
      example: `const async = require('async');
exports.run = (jobs, cb) => { async.auto({ a: (next) => jobs.run(next) }, cb); };`,
    },
    'function-without-arguments': {
      message: '{subject} is an arrow function, so it cannot tell how many arguments it was given',
      advice: 'Write it with `function`, then run again.',
      example:
        "const open = require('open'); exports.load = (file, options, cb) => {\n  if (!cb) { cb = options; options = {}; }\n  open(file, options, (err, value) => {\n    if (err) return cb(err);\n    cb(null, value);\n  });\n};",
      given: { options: { api: 'dual' } },
    },
    'function-without-body': {
      message: 'the function has no braces around its body, so its wrapper has no place',
      advice: 'Give it a body in braces, then run again.',
      example:
        "const open = require('open'); exports.load = function (...args) { return ((file, cb) => open(file, (err, data) => { if (err) return cb(err); cb(null, [data, arguments]); }))(...args); };",
    },
    'function-without-name': {
      message: '{subject} needs a name to call itself for a promise, and has none',
      advice: 'Give it a name, then run again.',
      example:
        "const open = require('open'); register((file, cb) => {\n  if (!file) return cb(new Error('file'));\n  open(file, (err, value) => {\n    if (err) return cb(err);\n    cb(null, value);\n  });\n});",
      given: { options: { api: 'dual' } },
    },
    'handler-watched': {
      message:
        'a caller may use the value that the handler returns, and a wrapper that calls `next` would read worse than the code does now',
      advice:
        'Give the handler to a router of the project, and run `async-perf migrate` on all of it; or write it as an async function.',
      example:
        "const open = require('open'); module.exports = (req, res, next) => { open(req.url, (err, file) => { if (err) return next(err); req.file = file; next(); }); };",
    },
    'iterator-closed': {
      message: 'the loop over {subject} closes it on leaving, which would happen at another time',
      advice: 'Take the values that you need out of it first, then run again.',
      example:
        "const open = require('open'); function* names() { try { yield 'a'; } finally { release(); } } exports.load = function (file, cb) { open(file, (err) => { if (err) return cb(err); for (const name of names()) return open(name, cb); cb(); }); };",
    },
    'names-unsure': {
      message: '{subject} may give a name another meaning when the code runs',
      advice: 'Do without it, then run again.',
      example:
        "const open = require('open'); exports.load = function (file, cb) { open(file, (err, data) => { if (err) return cb(err); cb(null, data); }); }; exports.run = function (code) { return eval(code); };",
    },
    'parallel-loop': {
      message: 'the loop does not wait for {subject} before its next turn',
      advice: 'Collect promises and wait for `Promise.all`, by hand.',
      example:
        "const open = require('open'); exports.load = function (files, cb) { for (const file of files) { open(file, (err) => cb(err)); } };",
    },
    'read-at-once': {
      message:
        'a caller reads the result of the callback right after the call ({subject}), and would read it too early',
      advice: 'Use the result in the callback, wherever one is given, then run again.',
      example:
        'function load(store, key, cb) { store.get(key, (err, data) => { if (err) return cb(err); cb(null, data.name); }); } exports.name = function (store, key) { let name; load(store, key, (err, found) => { name = found; }); return name; };',
      given: { options: { accept: 'timing-unobservable' } },
    },
    'receiver-unknown': {
      message: 'a promise form cannot be called on {subject}',
      advice: 'Call it in a method of its own that returns a promise, by hand.',
      example:
        'class Store extends Base { load(id, cb) { super.load(id, (err, data) => { if (err) return cb(err); cb(null, [data]); }); } } module.exports = Store;',
    },
    'result-used': {
      message: 'the result of the call is used beside its callback ({subject})',
      advice:
        'If nobody uses the returned value, drop the `return`. Otherwise wait for the callback before using it, by hand.',
      example:
        "const open = require('open'); exports.load = function (file, cb) { const request = open(file, (err) => cb(err)); };",
    },
    'several-results': {
      message: 'the callback gets several results from {subject}',
      advice: 'Put them into one object, then run again.',
      example:
        "const request = require('request'); exports.load = function (url, cb) { request('x', (err) => { if (err) return cb(err); request(url, cb); }); };",
    },
    'shared-wait': {
      message: 'other code may wait for {subject} in the same tick, and the order would change',
      advice: 'Wait for it in one place, then run again.',
      otherwise: {
        option: 'accept',
        value: 'timing-unobservable',
        where: 'nothing else waits for it and no caller reads a result right after the call',
      },
      example:
        "const db = require('db'); exports.load = function (key, cb) { db.ready((err) => { if (err) return cb(err); db.get(key, cb); }); };",
    },
    'test-callback': {
      message: 'a test runner calls the function, and without a callback it would not wait',
      advice: 'Write the test as an async function by hand.',
      otherwise: { option: 'tests', where: 'tests may change' },
      example:
        "const open = require('open'); it('loads', function (done) { open('x', (err) => { if (err) return done(err); done(); }); });",
    },
    'test-counts': {
      message: '{subject} counts assertions, and some of them would be gone',
      advice: 'Take it out if the test is awaited to its end, then run again.',
      example:
        "const fs = require('fs'); const { test } = require('tape'); test('loads', (t) => { t.plan(1); fs.stat('x', (err) => { t.error(err); t.end(); }); });",
      given: { options: { tests: true }, manifest: { devDependencies: { tape: '^5.0.0' } } },
    },
    'test-expects-error': {
      message: 'the test expects an error, and would accept one that {subject} throws',
      advice: 'Call it in a statement of its own first, then run again.',
      example:
        "const fs = require('fs'); describe('x', () => it('fails', (done) => { fs.stat(nameOf(1), (err) => { assert(err); done(); }); }));",
      given: { options: { tests: true } },
    },
    'test-of-callback': {
      message: 'the test calls {subject} with a callback, which it still takes',
      advice: 'Give the tests and the code under test to one run of `async-perf migrate`.',
      otherwise: { option: 'api', value: 'async', where: 'that code may lose its callback' },
      example:
        "const load = require('./load'); describe('x', () => it('loads', (done) => { load('x', (err) => { if (err) return done(err); done(); }); }));",
      given: { options: { tests: true } },
    },
    'test-runner-version': {
      message: 'nothing shows that the {subject} of the project waits for the promise of a test',
      advice: 'Move to a version that does (tape 5, tap 3, mocha 2, jasmine 3), then run again.',
      example:
        "const fs = require('fs'); const test = require('tape'); test('loads', (t) => { fs.stat('x', (err) => { t.error(err); t.end(); }); });",
      given: { options: { tests: true }, manifest: { devDependencies: { tape: '^4.0.0' } } },
    },
    'test-stubs': {
      message: '{subject} may replace a function that the test calls',
      advice: 'Write the test as an async function, by hand.',
      example:
        "const fs = require('fs'); const sinon = require('sinon'); describe('x', () => it('loads', (done) => { sinon.stub(fs, 'stat').yields(null); fs.stat('x', done); }));",
      given: { options: { tests: true } },
    },
    'throw-in-callback': {
      message: '{subject} ends the process today, and would become an error of the callback',
      advice: 'Hand the error to the callback if that is meant, then run again.',
      example:
        "const open = require('open'); exports.load = function (file, cb) { open(file, (err, data) => { if (err) throw err; cb(null, data); }); };",
    },
    'timing-unobservable': {
      message:
        'the callback may be called before the function returns ({subject}), and would be called later',
      advice:
        'Call back in `process.nextTick`. If a function never calls back at once, name it in `--callbacks`. Then run again.',
      otherwise: {
        option: 'accept',
        value: 'timing-unobservable',
        where: 'no caller reads its result right after the call',
      },
      example:
        "const open = require('open'); function load(file, cb) { if (file) return cb(null, 1); open(file, cb); } exports.run = function (file, cb) { load(file, (err, data) => { if (err) return cb(err); cb(null, data); }); };",
    },
  }),
);
