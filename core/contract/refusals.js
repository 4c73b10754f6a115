/**
 * Why a site is left as it is. The list is closed, and is the source of `docs/refusals.md`.
 *
 * @typedef {keyof typeof REFUSALS} RefusalReason
 *
 * @typedef {object} RefusalEntry
 * @property {string} message What is in the way; `{subject}` stands for the code that it is about.
 * @property {string} advice What the user can do, one sentence.
 * @property {string} example Code that is refused for this reason; the tests refuse it.
 * @property {RefusalSetting} [given] What else it takes.
 *
 * @typedef {object} RefusalSetting
 * @property {Readonly<Record<string, unknown>>} [options] The codemod's options.
 * @property {Readonly<Record<string, unknown>>} [manifest] The package.json beside the file.
 * @property {Readonly<Record<string, string>>} [siblings] Other files, by name.
 * @property {string} [file] The file's name, `example.js` if not given.
 */

/**
 * The type keeps the reasons and not the texts: the declarations are published.
 *
 * @template {string} Reason
 * @param {Record<Reason, RefusalEntry>} table
 * @returns {Readonly<Record<Reason, RefusalEntry>>}
 */
function freezeTable(table) {
  return Object.freeze(table);
}

/** A stream that is read as a whole. */
const READ = `const fs = require('fs');
exports.read = (path) => new Promise((resolve, reject) => {
  let body = '';
  fs.createReadStream(path)
    .on('data', (chunk) => { body += chunk; })
    .on('end', () => resolve(body))
    .on('error', reject);
});`;

export const REFUSALS = freezeTable(
  /** @satisfies {Record<string, RefusalEntry>} */ ({
    'arguments-used': {
      message: '`arguments` is used after the asynchronous call',
      advice: 'Name the parameters (`...rest`), then run again.',
      example:
        'function load(file, cb) { fs.stat(file, function (err) { if (err) return cb(err); cb(null, 1); }); log(arguments); }',
    },
    'arity-observed': {
      message: 'the wrapped function has no parameters to {subject}, an async function has',
      advice: 'Take the parameters out that nothing passes, then run again.',
      example:
        "const co = require('co'); it('loads', co.wrap(function* (done) { yield load(); }));",
    },
    'await-as-name': {
      message: '`await` is a name in the function',
      advice: 'Rename it: `await` is a keyword in async functions.',
      example:
        "const co = require('co'); co(function* () { const await = 1; yield load(await); });",
    },
    'awaited-later': {
      message:
        '{subject} is awaited later: it might throw, or be a thenable that starts when asked',
      advice: 'Write the value in the place of the promise yourself if it is a promise or plain.',
      example:
        'async function run(query) { const found = Promise.resolve(query); prepare(); return await found; }',
    },
    'browser-script': {
      message: 'browsers run the file, too, which have neither `require` nor `process`: {subject}',
      advice: 'Write the promises by hand, or make it a module of Node alone and run again.',
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
      message: 'a `try` stands around {subject}: what the callback throws comes back to it',
      advice:
        'Call back behind the `try`, then run again, or with `--accept=timing-unobservable` if no callback throws.',
      example:
        "const open = require('open'); exports.load = function (file, cb) { open(file, (err, text) => { if (err) return cb(err); try { cb(null, JSON.parse(text)); } catch (error) { cb(error); } }); };",
    },
    'callback-deferred': {
      message: '{subject} puts the callback off in a form that is not converted',
      advice:
        'Put off a function that calls it, `setImmediate(() => cb(null, value))`, then run again.',
      example:
        "const fs = require('fs'); exports.load = function (file, cb) { fs.stat(file, function (err) { if (err) return cb(err); setTimeout(cb, delay(), null, 1); }); };",
    },
    'callback-escapes': {
      message: 'the callback is used in {subject}, which may call it at any time',
      advice: 'Call it by its name, once at the end of each path, then run again.',
      example:
        "const open = require('open'); const keep = require('keep'); exports.load = function (file, cb) { open(file, (err) => { if (err) return cb(err); keep(file, { cb }); }); };",
    },
    'callback-given': {
      message:
        '{subject} is called with a callback by what it is given to, and a wrapper around its one call would be longer than what is there',
      advice: 'Let what it is given to take a promise, then run again.',
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
      message: 'callbacks have members here, which {subject} would not get',
      advice: 'Hand on what the members hold as an argument of its own, then run again.',
      example:
        "const open = require('open'); exports.load = function (file, cb) { open(file, (err) => { if (err) return cb(err); open('x', cb); }); }; exports.run = function (cb) { if (cb.log) cb.log('run'); setImmediate(cb, null); };",
    },
    'callback-not-called': {
      message: 'the callback is not called on each path ({subject})',
      advice:
        'Call it on every path, or return a value if it was never meant to be called, then run again.',
      example:
        "const open = require('open'); exports.load = function (file, cb) { open(file, (err, data) => { if (err) return cb(err); if (data) cb(null, data); }); };",
    },
    'callback-not-last': {
      message: 'the callback is not the last parameter itself, but {subject}',
      advice:
        'Take it as the last parameter, and give that one its default (`cb = cb || noop`), then run again.',
      example:
        "const fs = require('fs'); exports.load = function (file, cb, encoding) { fs.readFile(file, (err, data) => { if (err) return cb(err); cb(null, data.toString(encoding)); }); };",
    },
    'callback-only-deferred': {
      message: 'the callback is only put off, so that an async part would do more for the same',
      advice: 'Leave it, or run again with `--api=async` where its callers can wait.',
      example: 'exports.store = { load(file, cb) { setImmediate(() => { cb(null, file); }); } };',
    },
    'callback-optional': {
      message: '{subject} depends on whether there is a callback',
      advice: 'Give it a default first: `cb = cb || function () {}`, then run again.',
      example:
        "const open = require('open'); exports.load = function (file, cb) { open(file, (err) => { if (cb) { log(err); cb(err); } }); };",
    },
    'callback-parameters': {
      message: '{subject} is no parameter that a variable can stand for',
      advice: 'Take the parameter as a plain name, then run again.',
      example:
        "const open = require('open'); exports.load = function (file, cb) { open(file, (err, data = {}) => { if (err) return cb(err); cb(null, data); }); };",
    },
    'callback-receiver': {
      message: 'callers may see what the callback is called on ({subject})',
      advice: 'Call it on `this` on each path, or by its name alone, then run again.',
      example:
        "const open = require('open'); exports.load = function (file, cb) { open(file, (err, data) => { if (err) return cb(err); cb.call(this, null, data); }); };",
    },
    'callback-reused': {
      message: '{subject} is called from several places in different ways',
      advice: 'Split it into one function for each use, then run again.',
      example:
        "const open = require('open'); exports.load = function (file, cb) { open(file, function again(err, data) { if (err) return cb(err); if (!data) return open(file, again); cb(null, data); }); };",
    },
    'callback-sync-throw': {
      message: "{subject} throws in the caller's tick",
      advice: 'Hand the error to the callback, then run again.',
      example:
        "const open = require('open'); function load(file, cb) { if (!file) throw new Error('no file'); open(file, cb); } exports.run = function (cb) { load('a', (err) => { if (err) return cb(err); cb(null); }); };",
    },
    'callback-this': {
      message: '{subject} stands for what the callback is called on, and with',
      advice: 'Use an arrow function, or name the parameters, then run again.',
      example:
        "const open = require('open'); exports.load = function (file, cb) { open(file, function (err) { if (err) return cb(err); cb(null, this.size); }); };",
    },
    'callback-unbraced': {
      message: '{subject} stands where only one statement can',
      advice: 'Put braces around it, then run again.',
      example:
        "const open = require('open'); exports.load = function (file, cb) { open(file, (err, data) => { if (err) return cb(err); switch (data) { case 1: open(data, (err) => { if (err) return cb(err); cb(null, 1); }); break; default: cb(); } }); };",
    },
    'callback-unknown': {
      message: '{subject} does not show which values it takes',
      advice: 'Write the function out where it is handed in, then run again.',
      example:
        "const Bluebird = require('bluebird'); exports.run = async (a, b, fn) => { await Bluebird.join(a, b, fn); };",
    },
    'callback-withheld': {
      message: '`async` calls an async function without the callback that this one takes',
      advice:
        'Take the callback out, and let the promise speak, where `async` is of version 2.3 or newer.',
      example:
        "const async = require('async'); exports.run = (ids, cb) => { async.each(ids, (id, next) => save(id).then(() => next(), next), cb); };",
    },
    'callee-overloaded': {
      message: '{subject} has several signatures, of which its promise form would have the last',
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
      message: '{subject} keeps its callback, and its callers theirs for the same reason',
      advice: 'Mend the function that is named first, then run again.',
      example:
        "const open = require('open'); function load(file, cb) { open(file, (err) => { if (err) cb(err); cb(null); }); } exports.run = function (cb) { load('x', (err, data) => { if (err) return cb(err); cb(null, data); }); };",
    },
    'callee-undeclared': {
      message: 'the file does not show where {subject} comes from',
      advice:
        'Import it, or say with `--promisify` and its name that it takes an error-first callback, then run again.',
      example:
        'exports.load = function (file, cb) { check(file, (err) => { if (err) return cb(err); cb(null, file); }); };',
    },
    'callee-unsupported': {
      message: '{subject} is called in a form that is not converted',
      advice:
        'Call it by a name or as a method, with as many arguments as it takes and its callback as the last, then run again.',
      example:
        "const open = require('open'); exports.load = function (file, cb) { open(file)(file, function (err, data) { if (err) return cb(err); cb(null, data); }); };",
    },
    'captured-hidden': {
      message: 'another variable named {subject} stands between the function and one of its calls',
      advice: 'Rename one of the two variables, then run again.',
      example: `export function get(id) {
  const load = async () => fetch(id);
  if (!id) return;
  { const id = 1; return load(); }
}`,
    },
    'captured-not-ready': {
      message: '{subject} may not have its value yet when the function is called',
      advice: 'Declare it before the call, then run again.',
      example: `export function get(id) {
  if (!id) return;
  const user = load();
  const url = \`/\${id}\`;
  return user;
  async function load() { await 0; return fetch(url); }
}`,
    },
    'captured-reassigned': {
      message:
        '{subject} may be assigned again while the function runs, so that its value cannot be passed',
      advice: 'Give the function a constant to work with, then run again.',
      example: `export function get(id) {
  const load = async () => fetch(id);
  if (!id) return;
  const user = load();
  id = 0;
  return user;
}`,
    },
    'captures-frame': {
      message: 'the function shares {subject} with the function around it',
      advice: 'Pass what it needs as a parameter, by hand.',
      example: `export function get(id) {
  const load = async () => fetch(arguments);
  if (!id) return;
  return load();
}`,
    },
    'captures-helper': {
      message: 'the function uses {subject}, an async function beside it',
      advice: 'Move both out by hand, so that one passes on what the other needs.',
      example: `export function get(id) {
  const load = async () => fetch(id);
  const retry = async () => load();
  if (!id) return;
  return retry();
}`,
    },
    'chain-as-operand': {
      message: 'the chain is part of an expression that goes on without waiting for it',
      advice: 'Move it into a function of its own that returns it, then run again.',
      example: 'function load() { return Promise.all([one().then((value) => value.id), two()]); }',
    },
    'chain-floating': {
      message: 'nothing waits for the chain: what follows it runs first',
      advice: 'Return it or await it if callers should wait, then run again.',
      example: 'function start() { load().then((value) => { use(value); }); next(); }',
    },
    'chain-in-try': {
      message: 'the `try` around it would see the rejection, which it does not see now',
      advice: 'Move the chain out of the `try`, or await it if the `try` is meant for it.',
      example:
        'function load() { try { return get().then((value) => value.id); } catch (error) { return Promise.reject(error); } }',
    },
    'chain-stored': {
      message: 'the promise is kept, and what follows runs before it is settled',
      advice: 'Await it where its value is needed, then run again.',
      example: 'function load() { const p = get().then((value) => value.id); note(p); return p; }',
    },
    'code-after-call': {
      message: '{subject} runs before the callback does, and would run after it',
      advice: 'Move it in front of the asynchronous call, then run again.',
      example:
        "const open = require('open'); exports.load = function (file, cb) { open(file, (err, more) => { if (err) return cb(err); open(more, cb); log('started'); }); };",
    },
    'code-follows': {
      message: 'the loop would stand where the listeners do, but {subject}',
      advice: 'Move the listeners to the end of their function, then run again.',
      example: `const fs = require('fs');
exports.read = (path) => new Promise((resolve, reject) => {
  const stream = fs.createReadStream(path);
  let body = '';
  stream.on('data', (chunk) => { body += chunk; });
  stream.on('error', reject);
  stream.on('end', () => resolve(body));
  if (!path) return;
});`,
    },
    'collection-changes': {
      message: '{subject} changes on the way, and each step gets what is there when its turn comes',
      advice: 'Go through a copy of it if the changes need not be seen, then run again.',
      example: `const async = require('async');
exports.run = function (users, cb) {
  async.eachOfSeries(users, (user, key, next) => { delete users[user.other]; save(user, next); }, cb);
};`,
      given: { options: { accept: 'timing-unobservable' } },
    },
    'comment-in-the-way': {
      message: 'a comment stands where the code has to change',
      advice: 'Move the comment into the function or above it, then run again.',
      example: `export function get(id) {
  const load = /* slow */ async () => fetch(id);
  if (!id) return;
  return load();
}`,
    },
    'compiler-too-old': {
      message: 'the project asks for compilers that cannot read {subject}',
      advice: 'Ask there for newer ones, or for `ES2015` in `lib`, then run again.',
      example: READ,
      given: { manifest: { devDependencies: { 'babel-core': '^6.26.0' } } },
    },
    'concurrency-unknown': {
      message: 'nothing shows that {subject} lets a whole number run at once, from 1 on',
      advice:
        'Write `{ concurrency: LIMIT }` where it is handed in, with a constant of the file that is a whole number from 1 on, or `Math.max(1, os.cpus().length)`, then run again.',
      example:
        "const Bluebird = require('bluebird'); async function run(list, fn, options) { await Bluebird.map(list, fn, options); }",
    },
    'conflicting-sites': {
      message: 'another conversion rewrites the same text',
      advice:
        'Run the codemod again: the site may convert once the other is done; if it does not, convert one of them by hand.',
      example:
        "const co = require('co'); co.call(co(function* () { yield load(); }), function* () { yield this.load(); });",
    },
    'constant-as-name': {
      message: '{subject} is the name of a variable here, which may hold anything',
      advice: 'Rename the variable, then run again.',
      example: 'function load(undefined) { return get().then(undefined, (error) => note(error)); }',
    },
    'core-replaced': {
      message:
        'the file, or another of the project, gives {subject} another value, which its promise form would not call',
      advice: 'Replace the promise form as well, and call that by hand.',
      example:
        "const fs = require('fs'); const stat = fs.stat; fs.stat = (file, cb) => stat(file.trim(), cb); exports.size = function (file, cb) { fs.stat(file, (err, found) => { if (err) return cb(err); cb(null, found.size); }); };",
    },
    'count-unknown': {
      message: 'nothing shows how many values {subject} asks for',
      advice: 'Write the number, from 1 on, where it is handed in, then run again.',
      example:
        "const Bluebird = require('bluebird'); async function run(list, n) { await Bluebird.some(list, n); }",
    },
    'cypress-file': {
      message:
        'this file is one of Cypress ({subject}): what has a `then` there may be a command, and tests and commands of Cypress are not async',
      advice: 'Move what is about promises alone into a file of its own, then run again.',
      example:
        "const login = require('./login'); Cypress.Commands.add('enter', (name) => login(name).then((user) => user.id));",
    },
    'delegate-order': {
      message: '{subject} would start, or be waited for, before what stands behind it',
      advice: 'Move it to the end of the literal, or into a variable before it, then run again.',
      example:
        "const co = require('co'); function* inner() { yield load(); } co(function* () { yield [inner(), load()]; });",
    },
    'delegate-refused': {
      message: 'it is converted only together with {subject}, which is refused',
      advice: 'See the reason there, and mend that one first.',
      example:
        "const co = require('co'); function* inner(x) { return yield x; } function* outer() { return yield inner(1); } co(outer);",
    },
    'delegate-result-unknown': {
      message: '`yield*` hands on {subject} as it is, which an async function would wait for',
      advice: 'Write `return yield …` in the delegate if the value is a promise, then run again.',
      example:
        "const co = require('co'); function* inner() { return load(); } co(function* () { yield ready(); return yield* inner(); });",
    },
    'delegate-synchronous': {
      message: 'what follows {subject} may run in the tick of the call, which `await` would not',
      advice: 'Write `yield` instead of `yield*` if the order does not matter, then run again.',
      example:
        "const co = require('co'); function* inner() {} co(function* () { yield* inner(); log(); });",
    },
    'delegate-unknown': {
      message: '`yield*` runs {subject}, which is no generator function of this file',
      advice: 'Move it into this file, then run again, or convert both by hand.',
      example:
        "const co = require('co'); const inner = require('./inner'); co(function* () { yield* inner(); });",
    },
    'dependency-version': {
      message: 'package.json asks for a version of {subject} that cannot be used here',
      advice:
        'Ask for the last that can be required, p-map 4 or p-some 2, or make the package one of modules and ask for the newest, then run again.',
      example:
        "const Bluebird = require('bluebird'); async function run(list, fn) { await Bluebird.map(list, fn, { concurrency: 2 }); }",
      given: { manifest: { dependencies: { 'p-map': '^7.0.0' } } },
    },
    'directive-moved': {
      message: '{subject} speaks of the line beside it, which would be another one',
      advice: 'Move it to where it still holds, or take it out, then run again.',
      example: `const fs = require('fs');
exports.size = function (file, cb) {
  fs.stat(file, (err, stats) => {
    if (err) return cb(err); // eslint-disable-line curly
    cb(null, stats.size);
  });
};`,
    },
    'engines-lack-for-await': {
      message:
        'package.json supports Nodes before {subject}, whose loops do not read such a stream, or end when it is aborted as if it had been read',
      advice: 'Raise engines.node to that version, or give --node=VERSION.',
      example: READ,
      given: { manifest: { engines: { node: '>=10' } } },
    },
    'engines-too-old': {
      message: 'what takes its place needs Node {subject}, and package.json supports older ones',
      advice: 'Raise engines.node, or give --node=VERSION.',
      example: "const co = require('co'); co(function* () { yield load(); });",
      given: { manifest: { engines: { node: '>=4' } } },
    },
    'error-compared': {
      message: '{subject} tells `null` from `undefined`, and what is awaited has no error at all',
      advice: 'Test for the error alone (`if (err)`), then run again.',
      example:
        "const open = require('open'); exports.load = function (file, cb) { open(file, (err, data) => { if (err !== undefined) return cb(err); cb(null, data); }); };",
    },
    'error-ignored': {
      message:
        'what the function throws ends the process today, and the callback of {subject} ignores the error: it would go on as if nothing had happened',
      advice: 'Look at the error there (`if (err) return cb(err)`), then run again.',
      example:
        "const fs = require('fs'); function load(file, cb) { fs.stat(file, (err, stats) => { if (err) return cb(err); cb(null, stats.size); }); } exports.run = function (file, cb) { load(file, () => cb()); };",
    },
    'error-with-result': {
      message: 'the callback gets {subject} beside the error',
      advice: 'Put it on the error as a property, then run again.',
      example:
        "const open = require('open'); exports.load = function (file, cb) { open(file, (err, data) => { if (err) return cb(err, { data }); cb(null, data); }); };",
    },
    'evidence-missing': {
      message: 'nothing shows that {subject}',
      advice:
        'Check it; where it holds, run again with `--accept` and its name, or without the `--refuse` that forbids it.',
      example: "const co = require('co'); co(function* () { yield load(); });",
      given: { options: { trust: 'strict' } },
    },
    'exception-lost': {
      message:
        '{subject} may throw, which ends the process today, and nobody would hear of it where the callback is left out',
      advice:
        'Catch it there; if all callers give a callback or do not mind, run again with `--accept=uncaught-error`, or without the `--refuse` that forbids it.',
      example:
        "const fs = require('fs'); exports.load = function (file, cb) { fs.readFile(file, (err, text) => { if (err) return cb && cb(err); keep(JSON.parse(text)); cb && cb(null); }); };",
      given: { options: { refuse: 'uncaught-error' } },
    },
    'executor-declares': {
      message: 'the function that makes the promise declares variables of its own first',
      advice:
        'Declare them in front of the `new Promise`, or in an async function in its place, then run again.',
      example:
        'exports.load = (options) => new Promise((resolve, reject) => { const client = connect(options); client.load().then(resolve, reject); });',
    },
    'executor-throws': {
      message:
        '{subject} may throw, which rejects the promise today, and would be taken for the error that its callback gets',
      advice:
        'Hand on the error with `reject`, and answer to it behind the promise, then run again.',
      example:
        "const fs = require('fs'); exports.has = (file) => new Promise((resolve) => { fs.stat(file, (err) => { if (err) return resolve(false); resolve(true); }); });",
    },
    'falls-through': {
      message: '{subject} does not end the function: what follows runs too',
      advice: 'Write `return` in front of it if that is what is meant, then run again.',
      example:
        "const open = require('open'); exports.load = function (file, cb) { open(file, (err, data) => { if (err) cb(err); cb(null, data); }); };",
    },
    'first-value-unknown': {
      message:
        'bluebird takes an `undefined` first value for none, and {subject} may be `undefined`',
      advice: 'Write the first value as a literal, then run again.',
      example:
        "const Bluebird = require('bluebird'); async function run(list, fn, start) { await Bluebird.reduce(list, fn, start); }",
    },
    'flow-iteratee': {
      message: '{subject} cannot be written as an async function',
      advice:
        'Write it as a function that takes what it gets and a callback, which gets an error or nothing first, then run again.',
      example: `const async = require('async');
exports.run = function (items, cb) {
  async.map(items, function* (item) { yield item; }, cb);
};`,
    },
    'flow-library': {
      message: '{subject} is a function of a library that another codemod converts',
      advice:
        'Run `async-lib-to-async` first; if it has left the call, mend what it gives as its reason there, or write the call by hand.',
      example: `const async = require('async');
exports.run = function (items, cb) { async.each(items, save, (err) => { if (err) return cb(err); cb(null, 1); }); };`,
    },
    'flow-typed': {
      message: 'the file declares types, which what takes the place of {subject} would lack',
      advice: 'Write it as a loop or as `Promise.all`, by hand.',
      example: `import async from 'async';
export function run(files: string[], open: any, done: () => void) {
  async.each(files, (file, next) => setImmediate(next), () => done());
}`,
      given: { file: 'example.ts' },
    },
    'flow-unsupported': {
      message: '{subject} is not converted',
      advice: 'Write it as a loop, as `Promise.all` or with p-queue, by hand.',
      example: `const async = require('async');
exports.run = (jobs, cb) => { async.auto({ a: (next) => jobs.run(next) }, cb); };`,
    },
    'flow-version': {
      message:
        '{subject} is not the same in each version of `async`, and the project does not say which it has',
      advice: 'Say it with `--async-version`, then run again.',
      example: `const async = require('async');
exports.run = (items, isOld, cb) => { async.filter(items, (item, next) => isOld(item, next), cb); };`,
    },
    'function-escapes': {
      message: '{subject} is not only called but handed on',
      advice: 'Create it after the early exit, or give it parameters, by hand.',
      example: `export function get(id) {
  const load = async () => fetch(id);
  if (!id) return;
  queue.push(load);
  return load();
}`,
    },
    'function-kind': {
      message: 'the function cannot be async: it is {subject}',
      advice: 'Move the chain into an async function that this one calls.',
      example: 'class Cache { get ready() { return this.open().then((file) => file.id); } }',
    },
    'function-without-arguments': {
      message: '{subject} is an arrow function: it cannot tell how many arguments it was given',
      advice: 'Write it with `function`, then run again.',
      example:
        "const open = require('open'); exports.load = (file, options, cb) => {\n  if (!cb) { cb = options; options = {}; }\n  open(file, options, (err, value) => {\n    if (err) return cb(err);\n    cb(null, value);\n  });\n};",
      given: { options: { api: 'dual' } },
    },
    'function-without-body': {
      message: 'the function has no braces to put its wrapper in',
      advice: 'Give it a body in braces, then run again.',
      example:
        "const open = require('open'); exports.load = function (...args) { return ((file, cb) => open(file, (err, data) => { if (err) return cb(err); cb(null, [data, arguments]); }))(...args); };",
    },
    'function-without-name': {
      message: '{subject} has no name by which it could call itself for a promise',
      advice: 'Give it a name, then run again.',
      example:
        "const open = require('open'); register((file, cb) => {\n  if (!file) return cb(new Error('file'));\n  open(file, (err, value) => {\n    if (err) return cb(err);\n    cb(null, value);\n  });\n});",
      given: { options: { api: 'dual' } },
    },
    'generator-escapes': {
      message: '{subject} is also used where it has to stay a generator function',
      advice: 'Give the other users the wrapped function, or convert them together with it.',
      example:
        "const co = require('co'); function* run() { yield load(); } module.exports = { run, start: co.wrap(run) };",
    },
    'generator-shown': {
      message: 'the package shows the generator function to others, who may iterate it',
      advice: 'Run again with `--api=async` if they only have `co` run it.',
      example: 'exports.load = function* () { yield Promise.resolve(); };',
      given: {
        manifest: { main: 'example.js', dependencies: { co: '^4.0.0' } },
        siblings: { 'use.js': "require('co')(require('./example').load());" },
      },
    },
    'generator-used-otherwise': {
      message: '{subject} does something else with the generator function than to have `co` run it',
      advice: 'Change that first, then run again.',
      example: 'exports.load = function* () { yield Promise.resolve(); };',
      given: {
        manifest: { private: true, dependencies: { co: '^4.0.0' } },
        siblings: {
          'one.js': "require('co')(require('./example').load());",
          'other.js': "for (const each of require('./example').load()) console.log(each);",
        },
      },
    },
    'global-script': {
      message: 'a name at the top of the file would be a global of all scripts',
      advice: 'Make the file a module, or move the function by hand.',
      example: `function get(id) {
  const load = async () => fetch(id);
  if (!id) return;
  return load();
}`,
    },
    'handler-keeps-frame': {
      message:
        'no handler can give up being a function: it has its own `this`, `arguments` or parameters',
      advice: 'Write the handlers as arrow functions with one parameter, then run again.',
      example: 'function load() { return get().then(function () { return arguments.length; }); }',
    },
    'handler-may-throw': {
      message:
        '{subject} may throw before the handler waits, which its caller hears of, and nobody of a rejection',
      advice: 'Ask first for what it reads, or put it into a `try` that answers, then run again.',
      example:
        "const fs = require('fs'); const app = require('express')(); app.get('/', (req, res) => { const { id } = req.user; fs.readFile('list', (err, list) => { if (err) return res.end(); res.json([id, list]); }); });",
    },
    'handler-unknown': {
      message: 'nothing shows that {subject} is a function, and `then` passes over what is none',
      advice: 'Write an arrow function that calls it if it always is one, then run again.',
      example: 'function load(parse) { return get().then(parse); }',
    },
    'handler-watched': {
      message:
        'nothing shows that nobody looks at what the handler returns, and a wrapper that calls `next` would read worse than what is there',
      advice:
        'Give it to a router of the project, and run `async-perf migrate` on all of it; or write it as an async function.',
      example:
        "const open = require('open'); module.exports = (req, res, next) => { open(req.url, (err, file) => { if (err) return next(err); req.file = file; next(); }); };",
    },
    'iterator-closed': {
      message: 'the loop over {subject} closes it when it is left, which would be at another time',
      advice: 'Take what is needed out of it first, then run again.',
      example:
        "const open = require('open'); function* names() { try { yield 'a'; } finally { release(); } } exports.load = function (file, cb) { open(file, (err) => { if (err) return cb(err); for (const name of names()) return open(name, cb); cb(); }); };",
    },
    'kept-at-boundary': {
      message: "{subject} goes to callers that may use the library's methods on its promises",
      advice: 'Run again with --api=async once no caller does.',
      example:
        "const Bluebird = require('bluebird'); const fs = require('fs'); exports.readFile = Bluebird.promisify(fs.readFile);",
    },
    'koa-version': {
      message: 'the koa that runs it is not known to be version 2 ({subject})',
      advice:
        'Move to koa 2 first: koa 1 asserts generator functions, and koa 3 runs async functions only.',
      example: "const app = require('koa')(); app.use(function* (next) { yield next; });",
      given: { manifest: { dependencies: { koa: '^1.0.0' } } },
    },
    'lazy-thenable': {
      message: 'what {subject} gives starts its work when it is awaited, or is no promise',
      advice: 'Give --thenables=NAME if it can be awaited like a promise.',
      example:
        "const knex = require('knex')({}); function load() { return knex('users').then((rows) => rows[0]); }",
    },
    'library-configured': {
      message: "the file's promises can be cancelled: {subject}",
      advice: 'Replace cancellation by an AbortSignal first.',
      example:
        "const Bluebird = require('bluebird'); async function run(list) { const all = Bluebird.all(list); all.cancel(); await all; }",
    },
    'library-errors-tested': {
      message: 'the file tells errors that the library makes from others: {subject}',
      advice: 'Tell them by their `code` or `name`, then run again.',
      example:
        "const Bluebird = require('bluebird'); async function run(load) { await Bluebird.fromCallback(load).error((error) => error); }",
    },
    'library-method': {
      message: 'no method of native promises does what {subject} does here',
      advice: 'Write it with `then(ok)` and `catch(fail)` alone, then run again.',
      example:
        "const Bluebird = require('bluebird'); async function run(list) { await Bluebird.all(list).bind(this); }",
    },
    'library-only': {
      message: 'nothing native does what {subject} does',
      advice: 'Rewrite it by hand as the page of bluebird-to-native shows, then run again.',
      example:
        "const Bluebird = require('bluebird'); async function run(open, use) { await Bluebird.using(open(), use); }",
    },
    'library-usage': {
      message: '{subject} is called in a way that has no native form',
      advice: 'Write it as the page of bluebird-to-native shows, then run again.',
      example:
        "const Bluebird = require('bluebird'); const fs = require('fs'); const exists = Bluebird.promisify(fs.exists); async function run() { await exists('a'); }",
    },
    'library-version': {
      message: '{subject} means something else by it',
      advice: 'Move to bluebird 3 first.',
      example:
        "const Bluebird = require('bluebird'); async function run(list) { await Bluebird.each(list, load); }",
      given: { manifest: { dependencies: { bluebird: '^2.0.0' } } },
    },
    'list-changes': {
      message: '{subject} is changed after it is handed in, which the library sees, or does not',
      advice: 'Hand in a copy, `[...list]`, then run again.',
      example:
        "const Bluebird = require('bluebird'); async function run(queue) { const done = Bluebird.all(queue); queue.length = 0; await done; }",
    },
    'listener-form': {
      message: 'a listener is no code for a loop: {subject}',
      advice:
        'Write the listener as a function without `this` that takes the chunk and waits for nothing, then run again.',
      example: `const fs = require('fs');
exports.read = (path) => new Promise((resolve, reject) => {
  fs.createReadStream(path)
    .on('data', async (chunk) => { await save(chunk); })
    .on('end', () => resolve())
    .on('error', reject);
});`,
    },
    'listeners-apart': {
      message: 'its `end` listener stands elsewhere',
      advice: 'Write the listeners of the stream one after the other, then run again.',
      example: `require('http').createServer((req, res) => {
  req.on('data', (chunk) => res.write(chunk));
  if (req.url) { req.on('end', () => res.end()); }
});`,
    },
    'listeners-outside': {
      message: 'the listeners of {subject} stand in no function that could become async',
      advice:
        'Put the code into an async function, or into `for await` by hand if the file is a module.',
      example: `let body = '';
process.stdin.on('data', (chunk) => { body += chunk; });
process.stdin.on('end', () => console.log(body));`,
    },
    'name-clash': {
      message: '{subject} already means something else there',
      advice: 'Rename it, then run again.',
      example:
        "const open = require('open'); exports.load = function (file, cb) { open(file, (err, { file }) => { if (err) return cb(err); cb(null, file); }); };",
    },
    'name-shared': {
      message: '{subject} of a listener is also a name of the function around it',
      advice: 'Rename one of the two, then run again.',
      example: `const fs = require('fs');
exports.read = (path) => new Promise((resolve, reject) => {
  let body = '';
  const text = 1;
  fs.createReadStream(path)
    .on('data', (chunk) => { body += chunk; })
    .on('end', () => { var text = body.trim(); resolve(text); })
    .on('error', reject);
});`,
    },
    'name-travels': {
      message:
        '{subject} also stands in a function that is run from its text, where it is the global one',
      advice: 'Name the library differently, for example Bluebird, then run again.',
      example:
        "const Promise = require('bluebird'); exports.run = async (page) => { await Promise.delay(1); await page.evaluate(() => Promise.all([fetch('/')])); };",
    },
    'names-unsure': {
      message: '{subject} may give a name there another meaning when the code runs',
      advice: 'Do without it, then run again.',
      example:
        "const open = require('open'); exports.load = function (file, cb) { open(file, (err, data) => { if (err) return cb(err); cb(null, data); }); }; exports.run = function (code) { return eval(code); };",
    },
    'needs-type': {
      message: 'the parameter for {subject} would need a type that the code does not write',
      advice: 'Annotate it with the type that the function relies on, then run again.',
      example: `export function get(id: string | number) {
  const load = async (): Promise<unknown> => fetch(\`/\${id}\`);
  if (!id) return;
  return load();
}`,
      given: { file: 'example.ts' },
    },
    'no-promise-form': {
      message: '{subject} cannot be handed to the promise form as it is written',
      advice:
        'Call it through its module, `fs.promises`, or through a `util.promisify` of its own at the top of the file.',
      example:
        "const { stat } = require('fs'); exports.run = (path) => new Promise((resolve, reject) => stat(path, (error, stats) => (error ? reject(error) : resolve(stats))));",
    },
    'not-chosen': {
      message: 'it is not among the sites to be converted',
      advice:
        'Run again and choose it: with yes in `async-perf migrate --interactive`, or under jscodeshift by its place in --sites.',
      example: "const co = require('co'); co(function* () { yield load(); });",
      given: { options: { sites: '7:1' } },
    },
    'not-error-first': {
      message: 'the first argument of {subject} is no error',
      advice: 'Call back with `null` or an error first, or promisify it by hand, then run again.',
      example:
        "const open = require('open'); exports.load = function (file, cb) { open(file, (err, data) => { if (err) return cb(err); cb('done'); }); };",
    },
    'output-does-not-parse': {
      message: 'the converted file would not parse: {subject}',
      advice: 'Convert the site by hand and report it as a bug with the code.',
      example: '',
    },
    'output-joins-lines': {
      message:
        'in the converted file, which has no semicolons there, two statements would become one',
      advice: 'End the statement in front of it with a semicolon, then run again.',
      example:
        "const list = []\nconst co = require('co');\nco(function* () { yield load() }).catch(log)",
    },
    'parallel-loop': {
      message: 'the turns of the loop around {subject} run side by side',
      advice: 'Collect promises and wait for `Promise.all`, by hand.',
      example:
        "const open = require('open'); exports.load = function (files, cb) { for (const file of files) { open(file, (err) => cb(err)); } };",
    },
    'private-name': {
      message: 'the function uses {subject}, which is known in its class only',
      advice: 'Turn it into a private method by hand.',
      example: `export class Users {
  #fetch() {}
  get(user) {
    const load = async () => user.#fetch();
    if (!user) return;
    return load();
  }
}`,
    },
    'promise-library-kept': {
      message: '{subject} is a promise of a library, whose methods are called elsewhere',
      advice:
        'Let all who get it call `then`, `catch` and `finally` only, or wait for it, then run again.',
      example:
        "const Bluebird = require('bluebird'); function load(id) { return open(id).then((file) => file.id); } exports.load = (id, cb) => load(id).asCallback(cb);",
      given: { options: { api: 'async' } },
    },
    'promise-library-method': {
      message: '{subject} is used in a way that native promises do not know',
      advice:
        'Run bluebird-to-native first; what it leaves, write with `then` and `catch` by hand, then run again.',
      example: 'function load() { return get().spread(join).then((value) => value.id); }',
    },
    'promise-library-result': {
      message: 'the promise may be one of {subject}, whose methods callers may use',
      advice:
        'Run bluebird-to-native first; where it leaves promises of the library, give --api=async if no caller uses more than `then`, `catch` and `finally`.',
      example:
        "const Bluebird = require('bluebird'); function load() { return Bluebird.resolve(1).then((value) => value + 1); }",
    },
    'promise-shadowed': {
      message: '`Promise` is not the global one where {subject} stands',
      advice: 'Name the other one differently, for example Bluebird, then run again.',
      example:
        "const co = require('co'); const Promise = require('bluebird'); co(function* () { yield [load(1), load(2)]; });",
    },
    'promisified-outside': {
      message: 'the file does not show who calls the methods that {subject} adds',
      advice: 'Promisify by hand, `util.promisify(object.method)`, what is called, then run again.',
      example:
        "const Bluebird = require('bluebird'); function Client() {} Client.prototype.get = load; Bluebird.promisifyAll(Client.prototype);",
    },
    'read-at-once': {
      message:
        'a caller reads behind the call what its callback noted ({subject}), and a callback that is called later has noted nothing by then',
      advice: 'Use the result in the callback, wherever one is given, then run again.',
      example:
        'function load(store, key, cb) { store.get(key, (err, data) => { if (err) return cb(err); cb(null, data.name); }); } exports.name = function (store, key) { let name; load(store, key, (err, found) => { name = found; }); return name; };',
      given: { options: { accept: 'timing-unobservable' } },
    },
    'receiver-is-plain': {
      message: '{subject} also gives plain values, which have no `then`, where `await` would go on',
      advice: 'Let it give promises only, then run again.',
      example:
        'function get(id) { if (!id) return null; return fetch(id); } function load(id) { return get(id).then((value) => value.id); }',
    },
    'receiver-unknown': {
      message: 'the method cannot be called as a promise form on {subject}',
      advice: 'Call it in a method of its own that returns a promise, by hand.',
      example:
        'class Store extends Base { load(id, cb) { super.load(id, (err, data) => { if (err) return cb(err); cb(null, [data]); }); } } module.exports = Store;',
    },
    'rejection-reported-early': {
      message:
        '{subject} takes over a promise within a callback of the library, which would report its rejection as unhandled before a native promise has it',
      advice: 'Run again with --api=async once that promise is a native one.',
      example:
        "const Bluebird = require('bluebird'); exports.run = (store) => store.open().then(() => Bluebird.props({ size: store.size() }).then(use));",
    },
    'rejection-would-throw': {
      message: 'an error thrown while {subject} is evaluated would no longer reject the promise',
      advice: 'Make the function around it async, or give the promise a function of its own.',
      example:
        'function run(url) { log(url); return new Promise((resolve, reject) => load(url).then(resolve, reject)); }',
    },
    'resource-declared': {
      message: 'what it declares with `using` would be disposed of later than today',
      advice: 'Dispose of it in a `finally`, or by hand where its work is done, then run again.',
      example:
        "const fs = require('fs'); exports.load = function (file, cb) { using lock = take(file); fs.readFile(file, (err, text) => { if (err) return cb(err); cb(null, text); }); };",
    },
    'result-is-promise': {
      message:
        'a promise or a lazy thenable is handed on as it is, which an async function would wait for: {subject}',
      advice:
        "Hand on the promise's value, or an object that holds it (`cb(null, { query })`), then run again.",
      example:
        "const open = require('open'); exports.load = function (file, cb) { open(file, (err) => { if (err) return cb(err); cb(null, Promise.resolve(1)); }); };",
    },
    'result-may-be-promise': {
      message:
        'nothing shows that it is no promise, which an async function would wait for: {subject}',
      advice:
        'Look at what it is. If it is a plain value, run again with `--accept=result-is-no-promise`, or without the `--refuse` that forbids it.',
      example:
        "const fs = require('fs'); const lib = require('lib'); exports.load = function (file, cb) { fs.stat(file, (err) => { if (err) return cb(err); cb(null, lib.start(file)); }); };",
      given: { options: { refuse: 'result-is-no-promise' } },
    },
    'result-observed': {
      message: 'the wrapped function or its result is used through {subject}',
      advice: 'Take that use out: async functions and their promises have no such member.',
      example:
        "const co = require('co'); const run = co.wrap(function* () { yield load(); }); run.__generatorFunction__;",
    },
    'result-observed-outside': {
      message: 'nothing shows that nobody looks at what {subject} returns',
      advice:
        'Return a promise from it, `new Promise(…)` around the listeners, or call back as Node does, `cb(null, body)` and `cb(error)`, then run again.',
      example: `const fs = require('fs');
exports.collect = (stream, use, fail) => {
  let body = '';
  stream.on('data', (chunk) => { body += chunk; });
  stream.on('end', () => use(body));
  stream.on('error', fail);
};`,
    },
    'result-type': {
      message:
        'the declared result is not `Promise<…>`, the only one that an async function can have',
      advice: 'Declare `Promise<…>`, then run again.',
      example: 'function load(): PromiseLike<string> { return get().then((value) => value.id); } ',
      given: { file: 'example.ts' },
    },
    'result-used': {
      message: 'the result of the call is used beside its callback ({subject})',
      advice:
        'Drop the `return` where nobody looks at it, or wait for the callback before using the result, by hand.',
      example:
        "const open = require('open'); exports.load = function (file, cb) { const request = open(file, (err) => cb(err)); };",
    },
    'returns-plain-value': {
      message: 'the function also gives {subject}, which an async function would wrap in a promise',
      advice: 'Give a promise there as well if every caller waits for it, then run again.',
      example:
        'function load(id) { if (!id) return null; return get(id).then((value) => value.id); }',
    },
    'returns-unknown-value': {
      message: 'the function also gives {subject}, and nothing shows that it is a promise',
      advice: 'Write `Promise.resolve(…)` around it if every caller waits for it, then run again.',
      example:
        'function load(cached) { if (cached) return cached; return get().then((value) => value.id); }',
    },
    'runner-target-unknown': {
      message: '{subject}, which is run, is no generator function of this file',
      advice: 'Move it into this file, then run again, or convert both by hand.',
      example: "const co = require('co'); exports.run = (task) => co(task);",
    },
    'runner-unknown': {
      message: 'nothing in this file runs the generator function',
      advice:
        'Find what runs it (koa 1, unyield, co elsewhere) and convert that first, or both by hand.',
      example: 'module.exports = function* () { yield load(); };',
      given: { manifest: { dependencies: { co: '^4.0.0' } } },
    },
    'runner-unsupported': {
      message: 'the generator is given to {subject} in a form that is not converted',
      advice: 'Write it as `co(function* () {…})` or `co.wrap(fn)`, then run again.',
      example:
        "const co = require('co'); function* run(x) { yield load(x); } co.call(ctx, run(1));",
    },
    'runner-version': {
      message: 'co before version 4 returns a thunk, not a promise ({subject})',
      advice: 'Move to co 4 first.',
      example: "const co = require('co'); co(function* () { yield load(); })(done);",
      given: { manifest: { dependencies: { co: '^3.0.0' } } },
    },
    'scope-of-wrapper': {
      message: '{subject} means something else outside the function that it stands in',
      advice:
        'Make that function an arrow function if it should mean the outer one, then run again.',
      example:
        'async function run() { await new Promise(function (resolve) { resolve(this.x); }); }',
    },
    'seen-otherwise': {
      message: 'recorded runs of the project saw that it does not hold: {subject}',
      advice: 'Read the calls of it; where a test alone does this, record without that test.',
      example: '',
    },
    'settled-by-event': {
      message:
        'an event settles {subject}, whose handlers would run after the events that follow it',
      advice:
        'Make sure that nothing happens between the event and the handlers, and write `new Promise`.',
      example:
        "const Bluebird = require('bluebird'); async function end(stream) { await Bluebird.fromCallback((done) => { stream.on('end', done); }); } end(process.stdin);",
    },
    'settles-otherwise': {
      message: 'the promise is not settled once, as the last step: {subject}',
      advice: 'Call `resolve` or `reject` last on every way through the listeners, then run again.',
      example: `const fs = require('fs');
exports.read = (path) => new Promise((resolve, reject) => {
  let body = '';
  fs.createReadStream(path)
    .on('data', (chunk) => { body += chunk; })
    .on('end', () => { if (body) resolve(body); })
    .on('error', reject);
});`,
    },
    'several-results': {
      message: 'the callback gets several results from {subject}',
      advice: 'Make one object of them, then run again.',
      example:
        "const request = require('request'); exports.load = function (url, cb) { request('x', (err) => { if (err) return cb(err); request(url, cb); }); };",
    },
    'shared-wait': {
      message:
        '{subject} waits for something that others may wait for in the same tick, and their order would change',
      advice:
        'Run again with `--accept=timing-unobservable` if nothing else waits for it and none reads behind the call what its callback noted.',
      example:
        "const db = require('db'); exports.load = function (key, cb) { db.ready((err) => { if (err) return cb(err); db.get(key, cb); }); };",
    },
    'step-ends-at-once': {
      message:
        'a step of {subject} may end it before the next step is started, which would be started then',
      advice: 'Call back in `process.nextTick`, or check all items before, then run again.',
      example: `const async = require('async');
const save = require('save');
exports.run = function (items, cb) {
  async.eachLimit(items, 5, (item, next) => {
    if (!item.id) return next(new Error('no id'));
    save(item, next);
  }, (err) => process.nextTick(cb, err));
};`,
      given: { options: { accept: 'timing-unobservable' } },
    },
    'stream-error-unheard': {
      message: 'nothing would hear an error of {subject}, which would be thrown',
      advice: 'Add a listener for `error`, then run again.',
      example: `require('http').get(url, (response) => {
  let body = '';
  response.on('data', (chunk) => { body += chunk; });
  response.on('end', () => save(body));
});`,
    },
    'stream-shared': {
      message: 'the stream is not only read by these listeners: {subject}',
      advice:
        'Read the stream in one place only, and stop it with a `throw` out of the loop, by hand.',
      example: `require('http').createServer((req, res) => {
  let body = '';
  req.on('data', (chunk) => { body += chunk; if (body.length > 1e6) req.destroy(); });
  req.on('end', () => res.end(body));
});`,
    },
    'stream-unknown': {
      message: "nothing shows that {subject} is a readable stream of Node's own",
      advice: 'Check that it is an asynchronous iterable, and write `for await` by hand.',
      example: `const request = require('request');
exports.read = (url) => new Promise((resolve, reject) => {
  let body = '';
  request(url)
    .on('data', (chunk) => { body += chunk; })
    .on('end', () => resolve(body))
    .on('error', reject);
});`,
    },
    'strictness-differs': {
      message: 'the function is strict code, and its new place is not',
      advice: 'Put the whole file in strict mode, then run again.',
      example: `function get(id) {
  'use strict';
  const load = async (force = true) => fetch(id, force);
  if (!id) return;
  return load();
}
module.exports = get;`,
    },
    'structure-unknown': {
      message: '{subject} may be a `Map`, of which bluebird makes a `Map` again',
      advice: 'Write the object out, then run again.',
      example:
        "const Bluebird = require('bluebird'); async function run(loads) { await Bluebird.props(loads); }",
    },
    'switched-off': {
      message: '{subject} switches off the rule that reports this code',
      advice: 'Take the comment out if the code may be converted, then run again.',
      example: `const co = require('co');
// eslint-disable-next-line async-perf/no-generator-coroutine
module.exports = co.wrap(function* (id) {
  return yield fetch(id);
});`,
    },
    'taken-back': {
      message: 'a reviewer took it back, or an answer in the configuration speaks against it',
      advice:
        'Convert it by hand. To convert it all the same, take the answer out of `async-perf.config.json`, then run again.',
      example: '',
    },
    'test-callback': {
      message: 'a test runner takes the function: without a callback it would do',
      advice: 'Run again with `--tests`, or write the test as an async function by hand.',
      example:
        "const open = require('open'); it('loads', function (done) { open('x', (err) => { if (err) return done(err); done(); }); });",
    },
    'test-counts': {
      message: '{subject} counts assertions, of which some would be gone',
      advice: 'Take it out if the test is awaited to its end, then run again.',
      example:
        "const fs = require('fs'); const { test } = require('tape'); test('loads', (t) => { t.plan(1); fs.stat('x', (err) => { t.error(err); t.end(); }); });",
      given: { options: { tests: true }, manifest: { devDependencies: { tape: '^5.0.0' } } },
    },
    'test-expects-error': {
      message: 'the test expects an error, and would take one for it that {subject} throws',
      advice: 'Call it in a statement of its own first, then run again.',
      example:
        "const fs = require('fs'); describe('x', () => it('fails', (done) => { fs.stat(nameOf(1), (err) => { assert(err); done(); }); }));",
      given: { options: { tests: true } },
    },
    'test-of-callback': {
      message: 'the test tries what {subject} does with a callback, which it still takes',
      advice:
        'Run `async-perf migrate` with `--tests` and `--api=async` on the tests and what they try.',
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
      message: '{subject} may put something else in the place of what the test calls',
      advice: 'Write the test as an async function, by hand.',
      example:
        "const fs = require('fs'); const sinon = require('sinon'); describe('x', () => it('loads', (done) => { sinon.stub(fs, 'stat').yields(null); fs.stat('x', done); }));",
      given: { options: { tests: true } },
    },
    'this-of-runner': {
      message: '`this` in it is what the runner makes it',
      advice: 'Bind it: `co.call(this, function* () {…})`, then run again.',
      example: "const co = require('co'); co(function* () { yield this.load(); });",
    },
    'throw-in-callback': {
      message:
        '{subject} is an uncaught exception today, and would become the error of the callback',
      advice: 'Hand the error to the callback if that is meant, then run again.',
      example:
        "const open = require('open'); exports.load = function (file, cb) { open(file, (err, data) => { if (err) throw err; cb(null, data); }); };",
    },
    'throws-late': {
      message: 'a synchronous throw would become a rejection',
      advice:
        'Run again with `--accept=throws-late`, or without the `--refuse` that forbids it, if callers handle both alike.',
      example:
        "const co = require('co'); const load = co.wrap(function* ({ id }) { yield get(id); });",
      given: { options: { refuse: 'throws-late' } },
    },
    'timing-unobservable': {
      message:
        "the callback may be called in the caller's tick ({subject}), and would be called in a later one",
      advice:
        'Call back in `process.nextTick`, or say `--callbacks=module.method` of what never calls back at once, or `--accept=timing-unobservable` if callers do not mind and none reads behind the call what its callback noted, then run again.',
      example:
        "const open = require('open'); function load(file, cb) { if (file) return cb(null, 1); open(file, cb); } exports.run = function (file, cb) { load(file, (err, data) => { if (err) return cb(err); cb(null, data); }); };",
    },
    'too-many-captures': {
      message: '{subject} captured variables would have to be passed',
      advice: 'Gather them in one object, then run again.',
      example: `export function get(a, b, c, d, e, f, g) {
  const load = async () => fetch(a, b, c, d, e, f, g);
  if (!a) return;
  return load();
}`,
    },
    'type-lost': {
      message: 'the promise declares its type, {subject}, which would be lost',
      advice: 'Declare the type where the value goes, take it off the promise, then run again.',
      example:
        'async function run(x: any) { return await new Promise<string>((resolve) => resolve(x)); }',
      given: { file: 'example.ts' },
    },
    'typed-generator': {
      message: 'the declared result is that of a generator',
      advice: 'Take the annotation out or write the promise type, then run again.',
      example: "import co from 'co'; co(function* (): Generator<Promise<void>> { yield load(); });",
      given: { file: 'example.ts' },
    },
    'value-maybe-unset': {
      message:
        'TypeScript could not follow that there is a value once the failure has been handled',
      advice: 'Write `try` and `catch` around the `await` yourself, with the type of the value.',
      example:
        'function load(id: string) { return get(id).then((user) => user.id, () => 0).then((id) => id + 1); }',
      given: { file: 'example.ts' },
    },
    'verification-failed': {
      message: 'the verification command fails with it',
      advice: 'Run the command with this file converted by hand, and report what breaks.',
      example: '',
    },
    'yield-of-generator': {
      message: '{subject} gives a generator, which only the runner iterates',
      advice: 'See why that one is left alone, and mend that first.',
      example:
        "const co = require('co'); const load = require('./load'); co(function* () { yield load(); });",
      given: { siblings: { 'load.js': 'module.exports = function* () {};' } },
    },
    'yield-of-non-promise': {
      message: 'the runner throws at {subject}, where `await` would go on',
      advice: 'Take the `yield` out if it does nothing, then run again.',
      example: "const co = require('co'); co(function* () { yield 5; });",
    },
    'yield-of-thunk': {
      message: '{subject} gives a thunk, which `await` does not wait for',
      advice: 'Promisify the function (`util.promisify`), then run again.',
      example:
        "const co = require('co'); const wait = require('co-wait'); co(function* () { yield wait(10); });",
    },
    'yield-operand-is-structure': {
      message:
        '{subject} may give an array or an object of promises, which `await` does not wait for',
      advice: 'Write `Promise.all(…)` around it, then run again.',
      example: "const co = require('co'); co(function* () { yield loaders.filter(Boolean); });",
    },
    'yield-operand-unknown': {
      message:
        'nothing shows whether {subject} is a promise, a thunk, an array or an object of promises',
      advice: 'Yield a call or `Promise.all(…)`, then run again.',
      example:
        "const co = require('co'); exports.wait = co.wrap(function* (value) { yield value; });",
    },
  }),
);

/**
 * @param {import('./pattern.js').Refusal} refusal
 * @returns {{ message: string, advice: string }}
 */
export function describeRefusal({ reason, subject }) {
  const { message, advice } = REFUSALS[reason];
  return { message: message.replace('{subject}', () => subject ?? 'it'), advice };
}
