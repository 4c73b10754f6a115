/** @import { RefusalEntry } from './table.js' */

import { freezeTable } from './table.js';

/** Refusals of `generator-to-async` alone. */
export const COROUTINE_REFUSALS = freezeTable(
  /** @satisfies {Record<string, RefusalEntry>} */ ({
    'arity-observed': {
      message:
        '{subject} looks at the number of parameters: the wrapped function has none, the async function would have some',
      advice: 'Take out the parameters that no caller passes, then run again.',
      example:
        "const co = require('co'); it('loads', co.wrap(function* (done) { yield load(); }));",
    },
    'delegate-order': {
      message:
        '{subject} would start, or be waited for, before the code that stands in front of it',
      advice: 'Move it to the end of the literal, or into a variable before it, then run again.',
      example:
        "const co = require('co'); function* inner() { yield load(); } co(function* () { yield [inner(), load()]; });",
    },
    'delegate-refused': {
      message: 'this function is converted only together with {subject}, which is refused',
      advice: 'See the reason there, and mend that one first.',
      example:
        "const co = require('co'); function* inner(x) { return yield x; } function* outer() { return yield inner(1); } co(outer);",
    },
    'delegate-result-unknown': {
      message: '`yield*` passes {subject} on as it is, and an async function would wait for it',
      advice: 'Write `return yield …` in the delegate if the value is a promise, then run again.',
      example:
        "const co = require('co'); function* inner() { return load(); } co(function* () { yield ready(); return yield* inner(); });",
    },
    'delegate-synchronous': {
      message:
        'the code after {subject} may run in the same tick, and after `await` it would run later',
      advice: 'If the order does not matter, write `yield` instead of `yield*`, then run again.',
      example:
        "const co = require('co'); function* inner() {} co(function* () { yield* inner(); log(); });",
    },
    'delegate-unknown': {
      message: '`yield*` runs {subject}, which is not a generator function of this file',
      advice: 'Move it into this file, then run again, or convert both by hand.',
      example:
        "const co = require('co'); const inner = require('./inner'); co(function* () { yield* inner(); });",
    },
    'generator-escapes': {
      message: '{subject} is also used where it has to stay a generator function',
      advice: 'Give the other users the wrapped function, or convert them together with it.',
      example:
        "const co = require('co'); function* run() { yield load(); } module.exports = { run, start: co.wrap(run) };",
    },
    'generator-shown': {
      message: 'the package exports the generator function, and its users may iterate it',
      advice: 'Take the generator function out of the exports, then run again.',
      otherwise: { option: 'api', value: 'async', where: 'its users only have `co` run it' },
      example: 'exports.load = function* () { yield Promise.resolve(); };',
      given: {
        manifest: { main: 'example.js', dependencies: { co: '^4.0.0' } },
        siblings: { 'use.js': "require('co')(require('./example').load());" },
      },
    },
    'generator-used-otherwise': {
      message: '{subject} does more with the generator function than have `co` run it',
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
    'koa-version': {
      message: 'nothing shows that koa 2 runs it ({subject})',
      advice:
        'Move to koa 2 first: koa 1 asserts generator functions, and koa 3 runs async functions only.',
      example: "const app = require('koa')(); app.use(function* (next) { yield next; });",
      given: { manifest: { dependencies: { koa: '^1.0.0' } } },
    },
    'result-observed': {
      message: 'other code uses the wrapped function or its result through {subject}',
      advice: 'Take that use out: async functions and their promises have no such member.',
      example:
        "const co = require('co'); const run = co.wrap(function* () { yield load(); }); run.__generatorFunction__;",
    },
    'runner-target-unknown': {
      message: 'a runner is given {subject}, which is not a generator function of this file',
      advice: 'Move it into this file, then run again, or convert both by hand.',
      example: "const co = require('co'); exports.run = (task) => co(task);",
    },
    'runner-unknown': {
      message: 'nothing in this file runs the generator function',
      advice:
        'Find the code that runs it (koa 1, unyield, co elsewhere) and convert that first, or both by hand.',
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
    'this-of-runner': {
      message: 'the runner decides the `this` of the generator',
      advice: 'Bind it: `co.call(this, function* () {…})`, then run again.',
      example: "const co = require('co'); co(function* () { yield this.load(); });",
    },
    'typed-generator': {
      message: 'the generator declares the result {subject}, which says no type for the promise',
      advice:
        'Declare it as `Generator<…, Result, any>`, or take the annotation out, then run again.',
      example:
        "import co from 'co'; import type { Work } from './types'; co(function* (): Work { yield load(); });",
      given: { file: 'example.ts' },
    },
    'yield-of-generator': {
      message: '{subject} gives a generator, which only the runner iterates',
      advice: 'See why that function is left alone, and mend that first.',
      example:
        "const co = require('co'); const load = require('./load'); co(function* () { yield load(); });",
      given: { siblings: { 'load.js': 'module.exports = function* () {};' } },
    },
    'yield-of-non-promise': {
      message: 'the runner throws at {subject}, and `await` would go on',
      advice: 'Take the `yield` out if it does nothing, then run again.',
      example: "const co = require('co'); co(function* () { yield 5; });",
    },
    'yield-of-thunk': {
      message: '{subject} gives a thunk, and `await` does not wait for it',
      advice: 'Promisify the function (`util.promisify`), then run again.',
      example:
        "const co = require('co'); const wait = require('co-wait'); co(function* () { yield wait(10); });",
    },
    'yield-operand-is-structure': {
      message:
        '{subject} may give an array or an object of promises, and `await` does not wait for those',
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
