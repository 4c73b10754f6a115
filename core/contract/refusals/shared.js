/** @import { RefusalEntry } from './table.js' */

import { freezeTable } from './table.js';

/** A stream that is read as a whole. */
const READ = `const fs = require('fs');
exports.read = (path) => new Promise((resolve, reject) => {
  let body = '';
  fs.createReadStream(path)
    .on('data', (chunk) => { body += chunk; })
    .on('end', () => resolve(body))
    .on('error', reject);
});`;

/** Refusals of several codemods, and of those that ask about the file or the project. */
export const SHARED_REFUSALS = freezeTable(
  /** @satisfies {Record<string, RefusalEntry>} */ ({
    'await-as-name': {
      message: '`await` is a name in the function',
      advice: 'Rename it: `await` is a keyword in async functions.',
      example:
        "const co = require('co'); co(function* () { const await = 1; yield load(await); });",
    },
    'callback-escapes': {
      message: 'the callback is handed to {subject}, which may call it at any time',
      advice: 'Call it by its name, once at the end of each path, then run again.',
      example:
        "const open = require('open'); const keep = require('keep'); exports.load = function (file, cb) { open(file, (err) => { if (err) return cb(err); keep(file, { cb }); }); };",
    },
    'callback-not-called': {
      message: 'some paths do not call the callback ({subject})',
      advice:
        'Call it on every path, or return a value if it was never meant to be called, then run again.',
      example:
        "const open = require('open'); exports.load = function (file, cb) { open(file, (err, data) => { if (err) return cb(err); if (data) cb(null, data); }); };",
    },
    'callback-withheld': {
      message: '`async` calls an async function without the callback that this function takes',
      advice:
        'Take the callback out and return the promise, if `async` is of version 2.3 or newer.',
      example:
        "const async = require('async'); exports.run = (ids, cb) => { async.each(ids, (id, next) => save(id).then(() => next(), next), cb); };",
    },
    'code-after-call': {
      message: '{subject} runs before the callback today, and would run after it',
      advice: 'Move it in front of the asynchronous call, then run again.',
      example:
        "const open = require('open'); exports.load = function (file, cb) { open(file, (err, more) => { if (err) return cb(err); open(more, cb); log('started'); }); };",
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
      message: 'the project uses compilers that cannot read {subject}',
      advice: 'Move to newer compilers, or to `ES2015` in `lib`, then run again.',
      example: READ,
      given: { manifest: { devDependencies: { 'babel-core': '^6.26.0' } } },
    },
    'conflicting-sites': {
      message: 'another conversion rewrites the same text',
      advice:
        'Run the codemod again: the site may convert once the other is done; if it does not, convert one of them by hand.',
      example:
        "const co = require('co'); co.call(co(function* () { yield load(); }), function* () { yield this.load(); });",
    },
    'constant-as-name': {
      message: '{subject} is the name of a variable here, and may have any value',
      advice: 'Rename the variable, then run again.',
      example: 'function load(undefined) { return get().then(undefined, (error) => note(error)); }',
    },
    'core-replaced': {
      message:
        'the project replaces {subject}, and its promise form would not call the replacement',
      advice: 'Replace the promise form as well, and call that by hand.',
      example:
        "const fs = require('fs'); const stat = fs.stat; fs.stat = (file, cb) => stat(file.trim(), cb); exports.size = function (file, cb) { fs.stat(file, (err, found) => { if (err) return cb(err); cb(null, found.size); }); };",
    },
    'count-unknown': {
      message: 'nothing shows how many values {subject} asks for',
      advice: 'Write the number in the call, from 1 on, then run again.',
      example:
        "const Bluebird = require('bluebird'); async function run(list, n) { await Bluebird.some(list, n); }",
    },
    'cypress-file': {
      message:
        'this is a file of Cypress ({subject}): its commands have a `then` but are no promises, and its tests are not async',
      advice: 'Move the code that uses real promises into a file of its own, then run again.',
      example:
        "const login = require('./login'); Cypress.Commands.add('enter', (name) => login(name).then((user) => user.id));",
    },
    'directive-moved': {
      message: '{subject} is about the line beside it, and would come to stand beside another one',
      advice: 'Move it to where it still holds, or take it out, then run again.',
      example: `const fs = require('fs');
exports.size = function (file, cb) {
  fs.stat(file, (err, stats) => {
    if (err) return cb(err); // eslint-disable-line curly
    cb(null, stats.size);
  });
};`,
    },
    'engines-too-old': {
      message: 'the new code needs Node {subject}, and an older one has to run it',
      advice: 'Raise engines.node to that version, then run again.',
      otherwise: { option: 'node', value: '20', where: 'the code runs on newer versions only' },
      example: "const co = require('co'); co(function* () { yield load(); });",
      given: { manifest: { engines: { node: '>=4' } } },
    },
    'evidence-missing': {
      message: 'nothing shows that {subject}',
      advice: 'Check it in the code.',
      otherwise: { option: 'accept', where: 'it holds' },
      example: "const co = require('co'); co(function* () { yield load(); });",
      given: { options: { trust: 'strict' } },
    },
    'function-kind': {
      message: 'the function cannot be async: it is {subject}',
      advice: 'Move the chain into an async function that this one calls.',
      example: 'class Cache { get ready() { return this.open().then((file) => file.id); } }',
    },
    'handler-may-throw': {
      message:
        '{subject} may throw before the handler waits. Its caller sees the error today, and nobody would see the rejection',
      advice: 'Test for the value first, or put it into a `try` that answers, then run again.',
      example:
        "const fs = require('fs'); const app = require('express')(); app.get('/', (req, res) => { const { id } = req.user; fs.readFile('list', (err, list) => { if (err) return res.end(); res.json([id, list]); }); });",
    },
    'lazy-thenable': {
      message: 'the result of {subject} starts its work only when it is awaited, or is no promise',
      advice: 'If it can be awaited like a promise, name it in `--thenables`, then run again.',
      example:
        "const knex = require('knex')({}); function load() { return knex('users').then((rows) => rows[0]); }",
    },
    'name-clash': {
      message: '{subject} already has another meaning there',
      advice: 'Rename it, then run again.',
      example:
        "const open = require('open'); exports.load = function (file, cb) { open(file, (err, { file }) => { if (err) return cb(err); cb(null, file); }); };",
    },
    'no-promise-form': {
      message: '{subject} cannot be called in its promise form as it is written',
      advice:
        'Call it through its module, `fs.promises`, or through a `util.promisify` of its own at the top of the file.',
      example:
        "const { stat } = require('fs'); exports.run = (path) => new Promise((resolve, reject) => stat(path, (error, stats) => (error ? reject(error) : resolve(stats))));",
    },
    'not-chosen': {
      message: 'this site was not chosen',
      advice:
        'To convert it, run again and answer yes in `async-perf migrate --interactive`, or name its place in --sites under jscodeshift.',
      example: "const co = require('co'); co(function* () { yield load(); });",
      given: { options: { sites: '7:1' } },
    },
    'not-error-first': {
      message: 'the first argument of {subject} is not an error',
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
    'promise-shadowed': {
      message: '`Promise` does not mean the global one at {subject}',
      advice: 'Name the other one differently, for example Bluebird, then run again.',
      example:
        "const co = require('co'); const Promise = require('bluebird'); co(function* () { yield [load(1), load(2)]; });",
    },
    'resource-declared': {
      message: 'a `using` declaration would dispose of its resource later than today',
      advice: 'Dispose of it in a `finally`, or by hand where its work is done, then run again.',
      example:
        "const fs = require('fs'); exports.load = function (file, cb) { using lock = take(file); fs.readFile(file, (err, text) => { if (err) return cb(err); cb(null, text); }); };",
    },
    'result-is-promise': {
      message:
        'the code passes on a promise or a lazy thenable, and an async function would wait for it: {subject}',
      advice:
        'Pass on its value, or an object that holds it (`cb(null, { query })`), then run again.',
      example:
        "const open = require('open'); exports.load = function (file, cb) { open(file, (err) => { if (err) return cb(err); cb(null, Promise.resolve(1)); }); };",
    },
    'result-may-be-promise': {
      message: 'the code may pass on a promise, and an async function would wait for it: {subject}',
      advice: 'Look at where the value comes from.',
      otherwise: {
        option: 'accept',
        value: 'result-is-no-promise',
        where: 'it is a plain value',
        liftsFloor: true,
      },
      example:
        "const fs = require('fs'); const lib = require('lib'); exports.load = function (file, cb) { fs.stat(file, (err) => { if (err) return cb(err); cb(null, lib.start(file)); }); };",
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
    'seen-otherwise': {
      message: 'recorded runs of the project show the opposite: {subject}',
      advice: 'Read its calls. If only a test does this, record without that test.',
      example: '',
    },
    'settled-by-event': {
      message: 'an event settles {subject}, and its handlers would run later than the next event',
      advice:
        'Make sure that nothing happens between the event and the handlers, and write `new Promise` by hand.',
      example:
        "const Bluebird = require('bluebird'); async function end(stream) { await Bluebird.fromCallback((done) => { stream.on('end', done); }); } end(process.stdin);",
    },
    slower: {
      message: 'the loop that takes its place is over 1.5 times slower for each item',
      advice: 'Leave it as it is where it handles many items.',
      otherwise: { option: 'accept', value: 'slower', where: 'that is worth the shorter code' },
      example: READ,
      given: { options: { leavesSlower: true } },
    },
    'strictness-differs': {
      message: 'the function is strict code, and would move to a place that is not',
      advice: 'Put the whole file in strict mode, then run again.',
      example: `function get(id) {
  'use strict';
  const load = async (force = true) => fetch(id, force);
  if (!id) return;
  return load();
}
module.exports = get;`,
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
      message: 'a reviewer took it back, or an answer in the configuration says no',
      advice:
        'Convert it by hand. To convert it all the same, take the answer out of `async-perf.config.json`, then run again.',
      example: '',
    },
    'throws-late': {
      message: '{subject} may throw before the function waits, which would become a rejection',
      advice: 'Move the code that may throw behind the first wait, then run again.',
      otherwise: {
        option: 'accept',
        value: 'throws-late',
        where: 'callers handle a throw and a rejection alike',
      },
      example:
        "const co = require('co'); const load = co.wrap(function* ({ id }) { yield get(id); });",
      given: { options: { refuse: 'throws-late' } },
    },
    'type-lost': {
      message: 'the type {subject}, which only the promise declares, would be lost',
      advice: 'Declare the type where the value goes, take it off the promise, then run again.',
      example:
        'async function run(x: any) { const name = Promise.resolve<string>(x); return await name; }',
      given: { file: 'example.ts' },
    },
    'not-tested': {
      message:
        'the verification command did not run it, or what it cannot stay without, and it rests on what nothing shows',
      advice: 'Write a test that runs it, then run again.',
      example: '',
    },
    'verification-failed': {
      message: 'the verification command fails with this conversion',
      advice: 'Run the command with this file converted by hand, and report what breaks.',
      example: '',
    },
  }),
);
