/** @import { Trap } from './trap.js' */

/**
 * Promises beside callbacks: what the libraries of promises do with errors, and promises that nobody waits for.
 */

/** Waits by turns, so that a busy machine changes nothing; a library throws in a timer what it cannot reject. */
const DRIVE = `const program = load('./program');
  const turns = async () => { for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve)); };
  for (const value of [{ x: { y: 1 } }, {}, { fails: true, x: {} }]) {
    try {
      const promise = program.go(value, (...given) => { log('called', given.map((each) => (each && each.message) || each)); });
      Promise.resolve(promise).then((found) => log('ok', found), (error) => log('rejected', error.message));
    } catch (error) { log('caught', error.message); }
    await turns();
    await new Promise((resolve) => setTimeout(resolve, 2));
    await turns();
  }`;

const BLUEBIRD = `const Promise = require('bluebird');
const later = () => new globalThis.Promise((resolve) => setImmediate(resolve));
const load = (value) => Promise.resolve(later()).then(() => { if (value.fails) throw new Error('fails'); return value.x; });
const save = (value, cb) => { if (!value.x) throw new Error('thrown'); setImmediate(() => (value.fails ? cb(new Error('fails')) : cb(null, value.x.y))); };
`;

const NATIVE = `const { promisify } = require('util');
const later = promisify(setImmediate);
const load = async (value) => { await later(); if (value.fails) throw new Error('fails'); return value.x; };
`;

/** @typedef {readonly [name: string, body: string, becomes?: Trap['becomes'], shows?: Trap['shows']]} Body */

/** @type {readonly Body[]} */
const OF_BLUEBIRD = [
  ['asCallback of what may fail', 'return load(value).asCallback(cb);', 'left'],
  ['asCallback that nobody waits for', 'load(value).asCallback(cb);', 'left'],
  ['asCallback without a callback', 'return load(value).asCallback(value.cb);', 'left'],
  [
    'asCallback that spreads a list',
    'return load(value).then((x) => [x.y, 2]).asCallback(cb, { spread: true });',
    'left',
  ],
  ['nodeify of what may fail', 'return load(value).then((x) => x.y).nodeify(cb);', 'left'],
  ['nodeify behind a catch', "return load(value).catch(() => 'none').nodeify(cb);", 'left'],
  [
    'nodeify with a callback that throws',
    'load(value).nodeify((err, x) => { cb(err, x); if (x) log(x.y.z.a); });',
    'left',
  ],
  ['promisify of what throws', 'return Promise.promisify(save)(value);'],
  [
    'promisify with a receiver',
    'return Promise.promisify(save, { context: value })(value).then((y) => y + 1);',
  ],
  [
    'promisifyAll, whose callback gives nothing',
    'const lib = Promise.promisifyAll({ save }); return lib.saveAsync(value).then((y) => y + 1);',
  ],
  ['fromCallback of what throws', 'return Promise.fromCallback((done) => save(value, done));'],
  [
    'fromCallback with several results',
    'return Promise.fromCallback((done) => setImmediate(() => done(null, value.x.y, 2)), { multiArgs: true });',
  ],
  [
    'fromNode of what throws',
    'return Promise.fromNode((done) => save(value, done)).then((y) => y + 1);',
  ],
  [
    'spread of what is no list',
    'return load(value).then((x) => [x.y, 2]).spread((one, two) => one + two);',
  ],
  [
    'spread of promises',
    'return Promise.resolve([load(value), load({ x: 1 })]).spread((one, two) => [one.y, two]);',
  ],
  [
    'finally that throws',
    "return load(value).finally(() => { log('done'); if (!value.x) throw new Error('finally'); });",
    'left',
  ],
  [
    'finally that gives a promise that fails',
    'return load(value).finally(() => load({ fails: !value.x }));',
    'left',
  ],
  ['finally that gives a value', 'return load(value).finally(() => 5);', 'left'],
  ['tap that throws', 'return load(value).tap((x) => { log(x.y); });'],
  [
    'tap that gives a promise that fails',
    'return load(value).tap((x) => load({ fails: !x })).then((x) => x);',
  ],
  [
    'tapCatch that throws',
    "return load(value).tapCatch((err) => { log('tapped', err.message); throw new Error('other'); });",
  ],
  ['a try that throws', 'return Promise.try(() => load(value.x.y ? value : { x: value.x.z.a }));'],
  ['a method that throws', 'return Promise.method((each) => each.x.y)(value);'],
  [
    'all, whose second item throws',
    'return Promise.all([load(value), load(value.x.y.toString())]);',
  ],
  [
    'each, whose iteratee throws',
    'return Promise.each([{ x: 1 }, value], (each) => load({ x: each.x.toString(), fails: each.fails }));',
  ],
  [
    'a promise that floats in a loop',
    "for (const each of [value, value]) { load(each).then((x) => log('floats', x)); }",
    'left',
  ],
  [
    'a promise that floats in a map',
    "[value, value].map((each) => load(each).then((x) => log('floats', x)).catch((err) => log('lost', err.message)));",
    'left',
  ],
  [
    'a reflect of what fails',
    "return load(value).reflect().then((found) => (found.isFulfilled() ? found.value() : 'none'));",
  ],
  ['a catch by class', "return load(value).catch(TypeError, () => 'typed').then((x) => x.y);"],
  [
    'an error that is caught as operational',
    "return Promise.fromCallback((done) => save(value, done)).error((err) => 'operational ' + err.message);",
  ],
  ['a return behind what fails', 'return load(value).return(3).asCallback(cb);'],
];

/** @type {readonly Body[]} */
const OF_CHAINS = [
  [
    'a promise that floats in a loop',
    "for (const each of [value, { x: 1 }]) { load(each).then((x) => { log('floats', x); }); } return load({ x: 1 }).then((x) => x + 1);",
  ],
  [
    'a promise that floats in forEach',
    "[value, { x: 1 }].forEach((each) => { load(each).then((x) => { log('floats', x.y); }).catch((err) => { log('lost', err.message); }); }); return load({ x: 1 }).then((x) => x + 1);",
  ],
  [
    'all, whose second item throws',
    'return Promise.all([load(value), load(value.x.y.toString())]).then(([one, two]) => [one, two]);',
    'converted',
    ['throws-late'],
  ],
  [
    'all behind a link, whose second item throws',
    'return load({ x: 1 }).then(() => Promise.all([load(value), load(value.x.y.toString())])).then((all) => all.length);',
  ],
  [
    'a race with what throws',
    'return Promise.race([load(value), load({ x: value.x.y.toString() })]).then((x) => x);',
    'converted',
    ['throws-late'],
  ],
  [
    'allSettled, whose second item throws',
    'return Promise.allSettled([load(value), load(value.x.y.toString())]).then((all) => all.length);',
    'converted',
    ['throws-late'],
  ],
  [
    'a callback that is called in both handlers',
    'return load(value).then((x) => cb(null, x.y.z)).catch(cb);',
    'left',
  ],
  [
    'a callback that is called in two handlers of one link',
    'return load(value).then((x) => cb(null, x.y), cb);',
    'left',
  ],
  [
    'a callback in a chain that nobody waits for',
    'load(value).then((x) => { cb(null, x.y); }).catch((err) => { cb(err); });',
    'left',
  ],
  [
    'a promise that is made early and taken late',
    'const early = load(value); return load({ x: 1 }).then(() => early).then((x) => x.y);',
  ],
  [
    'a finally that throws',
    "return load(value).finally(() => { if (!value.x) throw new Error('finally'); }).then((x) => x);",
  ],
  [
    'a finally that gives a promise that fails',
    'return load(value).finally(() => load({ fails: !value.x })).then((x) => x.y);',
  ],
];

/** @type {readonly Body[]} */
const OF_COROUTINES = [
  [
    'a list whose second item throws',
    'return (yield [load(value), load(value.x.y.toString())]).length;',
  ],
  [
    'an object whose second member throws',
    'return Object.keys(yield { one: load(value), two: load(value.x.y.toString()) });',
  ],
  [
    'a promise that floats in a loop',
    "for (const each of [value, { x: 1 }]) { load(each).then((x) => log('floats', x)); } return yield load({ x: 1 });",
  ],
  [
    'a promise that is made early and taken late',
    'const early = load(value); yield load({ x: 1 }); return yield early;',
  ],
  [
    'a thunk that throws',
    "return yield (done) => { if (!value.x) throw new Error('thrown'); setImmediate(done, null, 1); };",
  ],
  [
    'a thunk that calls back twice',
    "return yield (done) => { setImmediate(() => { done(null, 1); done(new Error('late')); }); };",
  ],
];

/** @type {readonly Body[]} */
const OF_EXECUTORS = [
  [
    'an executor that throws behind its start',
    'return new Promise((resolve, reject) => { load(value).then(resolve, reject); log(value.x.y); });',
    'left',
  ],
  [
    'an executor that resolves and throws',
    "return new Promise((resolve) => { resolve(load(value)); throw new Error('late'); });",
    'left',
  ],
  [
    'an executor that starts two',
    'return new Promise((resolve, reject) => { Promise.all([load(value), load(value.x.y.toString())]).then(resolve, reject); });',
  ],
  [
    'an executor that forgets the error',
    'return new Promise((resolve) => { load(value).then(resolve); });',
    'left',
  ],
  [
    'an executor with a finally',
    "return new Promise((resolve, reject) => { load(value).then(resolve, reject).finally(() => log('done')); });",
    'left',
  ],
];

/** @type {readonly (readonly [start: string, codemod: string, head: string, tail: string, bodies: readonly Body[]])[]} */
const LANGUAGES = [
  [
    'bluebird: ',
    'bluebird-to-native',
    `${BLUEBIRD}exports.go = function (value, cb) {`,
    '};',
    OF_BLUEBIRD,
  ],
  [
    'a chain: ',
    'promise-chain-to-async',
    `${NATIVE}exports.go = function (value, cb) {`,
    '};',
    OF_CHAINS,
  ],
  [
    'a coroutine: ',
    'generator-to-async',
    `${NATIVE}exports.go = require('co').wrap(function* (value, cb) {`,
    '});',
    OF_COROUTINES,
  ],
  ['', 'unwrap-promises', `${NATIVE}exports.go = function (value, cb) {`, '};', OF_EXECUTORS],
];

/** @type {readonly Trap[]} */
export const promiseCallbacks = LANGUAGES.flatMap(([start, codemod, head, tail, bodies]) =>
  bodies.map(([name, body, becomes = 'converted', shows = []]) => ({
    name: `${start}${name}`,
    codemod,
    source: `${head}\n  ${body}\n${tail}\n`,
    drive: DRIVE,
    becomes,
    shows,
  })),
);
