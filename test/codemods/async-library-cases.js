/**
 * Bodies of functions of `a`, `b` and `done`, each with a call of the library. `get` calls back later,
 * with an error for what is bad.
 */

const EACH_VERSION = {
  series: 'async.series([(next) => get(a, next), (next) => get(b, next)], done);',
  'series, named': 'function one(next) { get(a, next); } async.series([one], (err) => done(err));',
  'series of an object':
    'async.series({ a: (next) => get(a, next), b: (next) => get(b, next) }, done);',
  'series with several results':
    'async.series([(next) => get(a, (err, v) => (err ? next(err) : next(null, v, 2))), (next) => get(b, next)], done);',
  'series without results':
    'async.series([(next) => get(a, (err) => next(err))], (err) => done(err));',
  parallel: 'async.parallel([(next) => get(a, next), (next) => get(b, next)], done);',
  'parallel of an object':
    'async.parallel({ a: (next) => get(a, next), b: (next) => get(b, next) }, done);',
  'parallel of a variable':
    'const tasks = [a, b].map((key) => (next) => get(key, next)); async.parallel(tasks, done);',
  parallelLimit:
    'async.parallelLimit([(next) => get(a, next), (next) => get(b, next), (next) => get("three", next)], 2, done);',
  'parallelLimit of an object':
    'async.parallelLimit({ a: (next) => get(a, next), b: (next) => get(b, next), c: (next) => get("c", next) }, 2, done);',
  waterfall: 'async.waterfall([(next) => get(a, next), (v, next) => get(v + b, next)], done);',
  'waterfall with several results':
    'async.waterfall([(next) => get(a, (err, v) => (err ? next(err) : next(null, v, b))), (v, w, next) => get(w + v, (err, x) => (err ? next(err) : next(null, x, v)))], done);',
  'waterfall, of which the last is taken':
    'async.waterfall([(next) => get(a, next)], (err, v) => { if (err) return done(err); done(null, [v]); });',
  each: 'async.each([a, b], (item, next) => get(item, (err) => next(err)), done);',
  'each of nothing': 'async.each([], (item, next) => get(item, (err) => next(err)), done);',
  'each of undefined':
    'async.each(undefined, (item, next) => get(item, (err) => next(err)), done);',
  'each of a set':
    'async.each(new Set([a, b]), (item, next) => get(item, (err) => next(err)), done);',
  'each of a list with keys, in a set':
    'async.eachOfSeries(new Set([a, b]), (item, key, next) => get(item + key, (err) => next(err)), done);',
  'each of the tasks in a set':
    'const tasks = a.length > 0 ? new Set([(next) => get(a, next), (next) => get(b, next)]) : []; async.parallel(tasks, done);',
  forEach:
    'async.forEach([a, b], function (item, next) { get(item, function (err) { next(err); }); }, done);',
  eachSeries: 'async.eachSeries([a, b, a], (item, next) => get(item, (err) => next(err)), done);',
  'eachSeries over what changes':
    'const items = [a]; async.eachSeries(items, (item, next) => { items.push(b); get(item, (err) => next(err)); }, done);',
  eachLimit:
    'async.eachLimit([a, b, "three", a, b], 2, (item, next) => get(item, (err) => next(err)), done);',
  'eachLimit of more than there are':
    'async.eachLimit([a, b], 9, (item, next) => get(item, (err) => next(err)), done);',
  eachOf: 'async.eachOf([a, b], (item, key, next) => get(item + key, (err) => next(err)), done);',
  'eachOf an object':
    'async.eachOf({ x: a, y: b }, (item, key, next) => get(item + key, (err) => next(err)), done);',
  forEachOf:
    'async.forEachOf(b.length > 3 ? { x: a, y: b } : [a, b], (item, key, next) => get(item + key, (err) => next(err)), done);',
  eachOfSeries:
    'async.eachOfSeries([a, b], (item, key, next) => get(item + key, (err) => next(err)), done);',
  eachOfLimit:
    'async.eachOfLimit({ x: a, y: b, z: "three" }, 2, (item, key, next) => get(item + key, (err) => next(err)), done);',
  map: 'async.map([a, b], (item, next) => get(item, (err, v) => next(err, v, 2)), done);',
  mapSeries:
    'async.mapSeries([a, b], (item, next) => get(item, (err, v) => (err ? next(err) : next(null, [v]))), done);',
  mapLimit: 'async.mapLimit([a, b, "three", "four"], 2, (item, next) => get(item, next), done);',
  reduce: 'async.reduce([a, b], "", (memo, item, next) => get(memo + item, next), done);',
  reduceRight: 'async.reduceRight([a, b], "", (memo, item, next) => get(memo + item, next), done);',
  times: 'async.times(2, (n, next) => get([a, b][n], next), done);',
  timesSeries: 'async.timesSeries(2, (n, next) => get([a, b][n], next), done);',
  timesLimit: 'async.timesLimit(3, 2, (n, next) => get([a, b, "three"][n], next), done);',
  retry: 'async.retry(2, (next) => get(a, next), done);',
  'retry with an interval': 'async.retry({ times: 2, interval: 1 }, (next) => get(b, next), done);',
  setImmediate: 'async.setImmediate(() => get(a, done));',
  nextTick: 'async.nextTick(() => get(a, done));',
  'a flow in a flow':
    'async.eachSeries([a, b], (item, next) => { async.parallel([(cb) => get(item, cb), (cb) => get("x" + item, cb)], (err) => next(err)); }, done);',
  'a step that throws where the last had no error':
    'async.series([(next) => get(a, next), (next) => { if (b === "two") return get(b, next); next(new Error("sync")); }], done);',
  'nobody who listens':
    'async.each([a, b], (item, next) => get(item, (err) => { if (!err) get("then", next); else next(err); })); get("meanwhile", done);',
  'series of an object in a variable':
    'const tasks = b.length > 3 ? { a: (next) => get(a, next), b: (next) => get(b, next) } : [(next) => get(a, next)]; async.series(tasks, done);',
  'parallelLimit of an object in a variable':
    'const tasks = Object.assign({}, { a: (next) => get(a, next), b: (next) => get(b, next), c: (next) => get("three", next) }); async.parallelLimit(tasks, 2, done);',
  'each of a literal object':
    'async.each({ x: a, y: b }, (item, next) => get(item, (err) => next(err)), done);',
  'eachSeries of an object in a variable':
    'const items = Object.assign({}, { x: a, y: b }); async.eachSeries(items, (item, next) => get(item, (err) => next(err)), done);',
  'reduce of an object in a variable':
    'const items = Object.assign({}, { x: a, y: b }); async.reduce(items, "", (memo, item, next) => get(memo + item, next), done);',
};

const PREDICATE = '(item, next) => get(item, (err, v) => next(err, !err && v.includes("one")))';

const FROM_VERSION_2 = {
  filter: `async.filter([a, b, 'one more'], ${PREDICATE}, done);`,
  filterSeries: `async.filterSeries([a, b, 'one more'], ${PREDICATE}, done);`,
  filterLimit: `async.filterLimit([a, b, 'one more'], 2, ${PREDICATE}, done);`,
  reject: `async.reject([a, b, 'one more'], ${PREDICATE}, done);`,
  rejectSeries: `async.rejectSeries([a, b, 'one more'], ${PREDICATE}, done);`,
  rejectLimit: `async.rejectLimit([a, b, 'one more'], 2, ${PREDICATE}, done);`,
  some: `async.some([b, a, b], ${PREDICATE}, done);`,
  someSeries: `async.someSeries([b, a, b], ${PREDICATE}, done);`,
  someLimit: `async.someLimit([b, a, b, 'three'], 2, ${PREDICATE}, done);`,
  every: `async.every([a, b], ${PREDICATE}, done);`,
  everySeries: `async.everySeries([a, b], ${PREDICATE}, done);`,
  everyLimit: `async.everyLimit([a, b, a], 2, ${PREDICATE}, done);`,
  'map of an object': 'async.map({ x: a, y: b }, (item, next) => get(item, next), done);',
  'mapLimit of a set':
    'async.mapLimit(new Set([a, b, "three"]), 2, (item, next) => get(item, next), done);',
  'eachOf a map':
    'async.eachOf(new Map([["x", a], ["y", b]]), (item, key, next) => get(`${item} ${key}`, (err) => next(err)), done);',
  'filter of an object': `async.filter({ x: a, y: b }, ${PREDICATE}, done);`,
  detect: `async.detect([b, a], ${PREDICATE}, done);`,
  detectSeries: `async.detectSeries([b, a, b], ${PREDICATE}, done);`,
  detectLimit: `async.detectLimit([b, b, b, a], 2, ${PREDICATE}, done);`,
};

const UP_TO_VERSION_2 = {
  'each of them, none at a time':
    'const limit = a.length - a.length; async.eachLimit([a, b], limit, (item, next) => get(item, (err) => next(err)), done);',
  whilst: 'let n = 0; async.whilst(() => n < 2, (next) => get([a, b][n++], next), done);',
  until:
    'let n = 0; async.until(() => n === 2, (next) => get([a, b][n++], (err) => next(err)), (err) => done(err));',
  doWhilst: 'let n = 0; async.doWhilst((next) => get([a, b][n++], next), (v) => n < 2 && v, done);',
  doUntil:
    'let n = 0; async.doUntil((next) => get([a, b][n++], (err, v) => next(err, v, n)), (v, m) => m > 1, done);',
};

const FROM_VERSION_3 = {
  'whilst with a test that calls back':
    'let n = 0; async.whilst((test) => test(null, n < 2), (next) => get([a, b][n++], next), done);',
  'until with an async test':
    'let n = 0; async.until(async () => n === 2, (next) => get([a, b][n++], next), done);',
  'doWhilst with a test that calls back':
    'let n = 0; async.doWhilst((next) => get([a, b][n++], next), (v, test) => test(null, n < 2), done);',
  'doUntil with a test that calls back':
    'let n = 0; async.doUntil((next) => get([a, b][n++], next), (v, test) => test(null, n > 1), done);',
  'async iteratees': 'async.mapSeries([a, b], async (item) => [item], done);',
  'async tasks beside others':
    'async.series([async () => a, (next) => get(b, (err) => next(err))], (err) => done(err));',
  'a promise':
    'async.map([a, b], (item, next) => get(item, next)).then((v) => done(null, v), done);',
  'a promise of nothing':
    'async.eachLimit([a, b], 1, (item, next) => get(item, (err) => next(err))).then((v) => done(null, v), done);',
  'a promise that is awaited':
    '(async () => [await async.parallel([(next) => get(a, next), (next) => get(b, next)])])().then((v) => done(null, v), done);',
};

/** What `a` and `b` are. */
export const GIVEN = /** @type {const} */ ([
  ['one', 'two'],
  ['slow one', 'two'],
  ['bad one', 'slow two'],
  ['slow one', 'bad two'],
  ['bad one', 'bad two'],
]);

/** @param {string} body */
export const moduleOf = (body) => `
const async = require('async');
const { get } = require('operations');
exports.run = function (a, b, ...rest) {
  const [done] = rest;
  ${body}
  get.note('goes on');
};
`;

export const CASES = [
  { version: 1, bodies: { ...EACH_VERSION, ...UP_TO_VERSION_2 } },
  { version: 2, bodies: { ...EACH_VERSION, ...FROM_VERSION_2, ...UP_TO_VERSION_2 } },
  { version: 3, bodies: { ...EACH_VERSION, ...FROM_VERSION_2, ...FROM_VERSION_3 } },
];
