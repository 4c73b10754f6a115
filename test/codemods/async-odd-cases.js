/**
 * What people write with `async`, odd as it may be: bodies of functions of `a`, `b` and `done`, and
 * whole modules. `get` calls back later, with an error for what is bad. A name that begins with
 * versions is for these alone.
 */

/** @type {Readonly<Record<string, string>>} */
export const ODD_BODIES = {
  'no final callback, series': `async.series([(next) => get(a, next), (next) => get(b, (e) => { note('last ' + !!e); next(e); })]);`,
  'no final callback, each': `async.each([a, b], (item, next) => get(item, next));
note('goes on');`,
  'no final callback, map, empty': `async.map([], (item, next) => get(item, next));`,
  'no final callback in a variable': `let last; if (a === 'never') last = () => note('last'); async.each([a], (x, next) => get(x, next), last);
note('goes on');`,
  'v23 a list that is not there': `let tasks; if (a === 'never') tasks = [(next) => get(a, next)]; async.series(tasks, done);`,
  'v23 a list that is there later': `async.series(tasks, done); var tasks = [(next) => get(a, next)];`,
  'a list in a loop': `for (const tasks of [[(next) => get(a, next)], [(next) => get(b, next)]]) async.series(tasks, done);`,
  'flows that are counted': `let left = 2; for (const item of [a, b]) { async.each([item], (x, next) => { get(x, (e) => { note(x); next(); }); }, () => { if (--left === 0) done(null, left); }); }`,
  'a list that grows in a loop': `const list = []; let left = 2; for (const item of [a, b]) { list.push(item); async.eachSeries(list, (x, next) => { get(x, (e) => { note(x); next(); }); }, () => { if (--left === 0) done(null, list.length); }); }`,
  'null final': `async.series([(next) => get(a, next)], null);`,
  'undefined final': `async.each([a], (x, next) => get(x, next), undefined);`,
  'final optional': `async.each([a, b], (x, next) => get(x, (e) => next(e)), done || function () {});`,
  'callback twice': `async.series([(next) => get(a, (e) => { if (e) next(e); next(); }), (next) => get(b, next)], done);`,
  'callback twice 2': `async.each([a, b], (x, next) => { get(x, (e) => { if (e) { next(e); } next(null); }); }, done);`,
  'sync iteratee': `async.eachSeries([a, b], (x, next) => { note('step ' + x); next(); }, done);
note('behind');`,
  'sync map': `async.map([a, b], (x, next) => next(null, x + 1), done);`,
  'sync and later': `async.mapSeries([a, b], (x, next) => { if (x === 'a') return next(null, 1); get(x, next); }, done);
note('behind');`,
  'sync error': `async.each([a, b], (x, next) => { if (x === 'bad-a') return next(new Error('no')); get(x, (e) => next(e)); }, done);`,
  'several results series': `async.series([(next) => get(a, (e, v) => next(e, v, 2, 3)), (next) => get(b, next)], done);`,
  'no results': `async.parallel([(next) => get(a, (e) => next(e)), (next) => get(b, next)], done);`,
  'nested series in each': `async.each([a, b], function (x, next) { async.series([(n) => get(x + 1, n), (n) => get(x + 2, n)], next); }, done);`,
  'nested waterfall in series': `async.series([function (next) { async.waterfall([(n) => get(a, n), (v, n) => get(v + b, n)], next); }, (next) => get(b, next)], (err, r) => { if (err) return done(err); done(null, r[0], r[1]); });`,
  'nested in object': `async.parallel({ one: function (next) { async.map([a, b], get, next); }, two: (next) => get(b, next) }, function (err, results) { if (err) { note('failed'); done(err); return; } done(null, results.one.length, results.two); });`,
  'this in function step': `const self = this; async.series([function (next) { note(String(this === self)); get(a, next); }], done);`,
  'this in final': `async.series([(next) => get(a, next)], function (err) { note(String(this === undefined || this === globalThis)); done(err); });`,
  'arguments in step': `async.waterfall([(next) => get(a, next), function (v, next) { note(String(arguments.length)); get(b, next); }], done);`,
  'arguments in step 0': `async.series([function (next) { note(String(arguments.length)); get(a, next); }], done);`,
  'arguments in final': `async.series([(next) => get(a, next)], function (err) { note(String(arguments.length)); done.apply(null, arguments); });`,
  'arguments outer': `const args = arguments; async.each([a], (x, next) => { note(String(args.length)); get(x, next); }, function (err) { args[2](err); });`,
  comments: `// before
async /* a */ . /* b */ series( /* c */ [ // d
  /* e */ function one( /* f */ next /* g */ ) { // h
    /* i */ get(a, /* j */ next /* k */); // l
  } /* m */, // n
  (next) => /* o */ get(b, next), // p
  /* q */ ], /* r */ function (err /* s */) { /* t */ done(err); /* u */ } /* v */ ); // w
// after`,
  'comments each': `async.each(/* 1 */ [a, b] /* 2 */, /* 3 */ (x, /* 4 */ next) => { /* 5 */ get(x, (err) => { // 6
 next(err); // 7
 }); /* 8 */ } /* 9 */, /* 10 */ done /* 11 */); // 12`,
  'list gets longer, limited': `const items = [a, b];
async.eachLimit(items, 2, (x, next) => { if (items.length < 5) items.push('more' + items.length); get(x, (e) => next(e)); }, done);`,
  'list gets longer, mapped': `const items = [a, b];
async.mapLimit(items, 1, (x, next) => { if (items.length < 5) items.push('more' + items.length); get(x, next); }, done);`,
  'v23 list gets longer, filtered': `const items = [a, b];
async.filterLimit(items, 1, (x, next) => { if (items.length < 5) items.push('more' + items.length); get(x, next); }, done);`,
  'list becomes another': `const items = [a, b, 'c'];
async.eachSeries(items, (x, next) => { items[2] = 'd'; get(x, (e) => next(e)); }, done);`,
  'list becomes another, keyed': `const items = [a, b, 'c'];
async.eachOfLimit(items, 1, (x, key, next) => { items[2] = 'd'; get(key + x, (e) => next(e)); }, done);`,
  'list loses what is done': `const items = [a, b, 'c'];
async.eachSeries(items, (x, next) => { items.shift(); get('x' + x, (e) => next(e)); }, done);`,
  'given list becomes another': `function go(items) { async.mapSeries(items, (x, next) => { items[2] = 'd'; get(x, next); }, done); }
go([a, b, 'c']);`,
  'list becomes another, reduced': `const items = [a, b, 'c'];
async.reduce(items, '', (memo, x, next) => { items[2] = 'd'; get(memo + x, next); }, done);`,
  'object becomes another': `const items = { a, b, c: 'c' };
async.eachOfSeries(items, (x, key, next) => { items.c = 'd'; items.more = 'e'; get(key + x, (e) => next(e)); }, done);`,
  'object becomes another, limited': `const items = { a, b, c: 'c' };
async.eachOfLimit(items, 1, (x, key, next) => { items.c = 'd'; get(key + x, (e) => next(e)); }, done);`,
  'tasks get more': `const tasks = [(next) => { tasks.push((other) => get('more', other)); get(a, next); }, (next) => get(b, next)];
async.series(tasks, done);`,
  'tasks get more, limited': `const tasks = [(next) => { tasks.push((other) => get('more', other)); get(a, next); }, (next) => get(b, next)];
async.parallelLimit(tasks, 1, done);`,
  'named step functions': `async.series([one, two], done);
function one(next) { get(a, next); }
function two(next) { get(b, (e, v) => { if (e) return next(e); next(null, v + '!'); }); }`,
  'shared step': `function one(next) { get(a, next); }
async.series([one, one], (err, r) => { one((e) => done(err || e, r)); });`,
  'tasks built': `var tasks = [];
tasks.push(function (next) { get(a, next); });
if (b) tasks.push(function (next) { get(b, next); });
async.series(tasks, done);`,
  'tasks object built': `var tasks = {};
tasks.x = (next) => get(a, next);
tasks.y = (next) => get(b, next);
async.parallel(tasks, done);`,
  'async.apply': `async.series([async.apply(get, a), async.apply(get, b)], done);`,
  'async.apply waterfall': `async.waterfall([async.apply(get, a), (v, next) => get(v + b, next)], done);`,
  bind: `async.parallel([get.bind(null, a), get.bind(null, b)], done);`,
  'return each': `return async.each([a, b], (x, next) => get(x, (e) => next(e)), done);`,
  'if return': `if (a === 'bad-a') return done(new Error('early'));
async.each([a, b], (x, next) => get(x, (e) => next(e)), done);`,
  behind: `async.each([a, b], (x, next) => get(x, (e) => next(e)), done);
note('behind');`,
  'throws in final': `async.series([(next) => get(a, next)], (err, r) => { note('final'); done(err); });`,
  'throw in step': `async.series([(next) => { if (a === 'bad-a') throw new Error('thrown'); get(a, next); }], done);`,
  'waterfall with no result': `async.waterfall([(next) => get(a, (e) => next(e)), (next) => get(b, next)], done);`,
  'waterfall several to final': `async.waterfall([(next) => get(a, (e, v) => next(e, v, b)), (v, w, next) => get(v + w, (e, x) => next(e, x, v, w))], function (err, x, v, w) { done(err, x, v, w); });`,
  'waterfall optional argument': `async.waterfall([(next) => { if (a === 'bad-a') next(null); else get(a, next); }, function (v, next) { if (typeof v === 'function') { next = v; v = 'none'; } get(String(v), next); }], done);`,
  'waterfall shadow': `async.waterfall([(next) => get(a, next), (a, next) => get(a + b, next), (b, next) => get(a + b, next)], done);`,
  'waterfall empty': `async.waterfall([], done);`,
  'series empty': `async.series([], done);`,
  'series object empty': `async.series({}, done);`,
  'parallel named result': `async.parallel({ a: (cb) => get(a, cb), b(cb) { get(b, cb); } }, function (err, { a, b } = {}) { done(err, a, b); });`,
  'quoted keys': `async.series({ 'x-y': (cb) => get(a, cb), 2: (cb) => get(b, cb) }, done);`,
  'method step': `async.series({ x(cb) { get(a, cb); }, y: function (cb) { get(b, cb); } }, done);`,
  'v23 filter': `async.filter([a, b], (x, next) => get(x, (e, v) => next(e, v !== '<a>')), done);`,
  'v23 detect': `async.detect([a, b], (x, next) => get(x, (e, v) => next(e, v === '<b>')), done);`,
  'v23 some': `async.some([a, b], (x, next) => get(x, (e, v) => next(e, v === '<a>')), done);`,
  'v23 every': `async.every([a, b], (x, next) => get(x, (e, v) => next(e, v === '<a>')), done);`,
  'v23 detectSeries sync': `async.detectSeries([a, b], (x, next) => next(null, x === 'b'), done);`,
  'v1 filter': `async.filter([a, b], (x, next) => get(x, (e) => next(!e)), (r) => done(null, r));`,
  'v3 false': `async.eachSeries([a, b], (x, next) => { get(x, (e) => next(e ? false : null)); }, done);`,
  'v3 false 2': `async.each([a, b], (x, next) => { if (x === 'bad-a') return next(false); get(x, (e) => next(e)); }, done);`,
  'v3 async iteratee': `async.each([a, b], async (x) => { await new Promise((res, rej) => get(x, (e) => e ? rej(e) : res())); }, done);`,
  'v3 rejected with nothing': `async.map([a, b], async (x) => { if (x === 'bad-a') throw undefined; return x; }, (err, list) => { note(String(err && err.name)); done(err && err.message === '' ? 'nothing' : err, list); });`,
  'v23 async tasks': `async.series([async () => { await null; return a; }, async () => b], done);`,
  'v23 async throws text': `async.each([a, b], async (x) => { await null; if (x === 'bad-a') throw 'text'; }, (err) => done(err, typeof err));`,
  'a task that is a prototype': `try { async.series({ __proto__: (next) => get(a, next), b: (next) => get(b, next) }, done); } catch (e) { done(e.name); }`,
  'a task that is a prototype, in a function': `async.parallel({ '__proto__': (next) => get(a, next), b: (next) => get(b, next) }, (err, all) => { if (err) return done(err); done(null, all); });`,
  'a list as a prototype': `async.eachSeries({ __proto__: [a, b] }, (x, next) => { note(x); get(x, (e) => next(e)); }, done);`,
  'v23 async throws nothing': `async.each([a, b], async (x) => { await null; if (x === 'bad-a') throw undefined; }, (err) => done(err === undefined ? 'nothing' : String(err)));`,
  'v23 async rejects with text': `async.each([a, b], async (x) => (x === 'bad-a' ? Promise.reject('no ' + x) : x), (err) => done(err, typeof err));`,
  'v23 async throws a constant': `async.mapSeries([a, b], async (x) => { const reason = 'no item'; if (x === 'bad-a') throw reason; return x; }, (err) => done(err, typeof err));`,
  'v23 async throws what it gets': `async.each([a, b], async (x) => { if (x === 'bad-a') throw x; }, (err) => done(err, typeof err));`,
  'v23 async calls what throws text': `async.series([async () => check(a), async () => check(b)], (err) => done(err, typeof err)); async function check(x) { if (x === 'bad-a') throw 'no ' + x; }`,
  'v23 async calls what rejects': `async.series([async () => check(a)], (err) => done(err, typeof err)); function check(x) { return new Promise((resolve, reject) => { get(x, (err) => (err ? reject(err.message) : resolve())); }); }`,
  'v2 async throws an error without text': `async.each([a, b], async (x) => { if (x === 'bad-a') throw new TypeError(); }, (err) => done(err && err.message, typeof err));`,
  'v23 async throws an error in a constant': `async.each([a, b], async (x) => { const reason = new RangeError('no'); if (x === 'bad-a') throw reason; }, (err) => done(err && err.message));`,
  'v23 async throws an error': `async.each([a, b], async (x) => { await null; if (x === 'bad-a') throw new TypeError('text'); }, (err) => done(err, typeof err));`,
  'falsy from a promise': `async.each([a, b], (x, next) => { Promise[x === 'bad-a' ? 'reject' : 'resolve']().then(() => next(), next); }, (err) => done(null, String(err)));`,
  'falsy from a callback': `const odd = (x, cb) => get(x, (e) => cb(e ? '' : null)); async.eachSeries([a, b], (x, next) => odd(x, next), (err) => done(null, !err));`,
  whilst: `let i = 0;
async.whilst(() => i < 3, (next) => { i++; get(a + i, next); }, (err, r) => done(err, i));`,
  'v3 whilst': `let i = 0;
async.whilst((cb) => cb(null, i < 3), (next) => { i++; get(a + i, next); }, (err, r) => done(err, i));`,
  'v12 until': `let i = 0;
async.until(() => i >= 2, (next) => { i++; get(a + i, next); }, (err, r) => done(err, i, r));`,
  'v12 doWhilst': `let i = 0;
async.doWhilst((next) => { i++; get(a + i, next); }, () => i < 2, (err, r) => done(err, i, r));`,
  retry: `let n = 0; async.retry(3, (next) => { n++; get(a + n, next); }, (err, v) => done(err, n, v));`,
  'retry options': `let n = 0; async.retry({ times: 2, interval: 1 }, (next) => { n++; get(a + n, next); }, (err, v) => done(err, n, v));`,
  'times by a length': `async.times([a, b].length, (n, next) => get(a + n, next), done);`,
  'times by what is calculated': `const list = [a, b]; const count = Math.ceil(list.length / 2) + 1; async.timesSeries(count, (n, next) => get(a + n, next), done);`,
  'times by what is rounded': `const total = a.length * 10 + 5; async.times(Math.ceil(total / 30), (n, next) => get(a + n, next), done);`,
  'v2 times by what is rounded, below 0': `const total = -a.length; async.timesLimit(Math.floor(total / 2), 2, (n, next) => get(a + n, next), (err, all) => done(err, all.length));`,
  'times by a fraction': `const total = 25; async.times(total / 10, (n, next) => get(a + n, next), (err, pages) => done(err, pages && pages.length));`,
  'times by what may be anything': `async.timesSeries(b.count, (n, next) => get(a + n, next), done);`,
  times: `async.times(3, (n, next) => get(a + n, next), done);`,
  reduce: `async.reduce([a, b], 0, (memo, x, next) => get(x, (e, v) => next(e, memo + 1)), done);`,
  eachOf: `async.forEachOf({ x: a, y: b }, (v, k, next) => { note(k); get(v, (e) => next(e)); }, done);`,
  'eachOf array index type': `async.eachOf([a, b], (v, k, next) => { note(typeof k); get(v, (e) => next(e)); }, done);`,
  sparse: `async.map([a, , b], (x, next) => get(String(x), next), done);`,
  arraylike: `async.map({ 0: a, 1: b, length: 2 }, (x, next) => get(String(x), next), done);`,
  string: `async.each('ab', (x, next) => get(String(x), (e) => next(e)), done);`,
  'v23 set': `async.each(new Set([a, b]), (x, next) => get(String(x), (e) => next(e)), done);`,
  'null collection': `async.each(null, (x, next) => get(String(x), (e) => next(e)), done);`,
  mutating: `const list = [a, b]; async.eachSeries(list, (x, next) => { if (x === 'a') list.push('c'); get(x, (e) => next(e)); }, done);`,
  'eachLimit order': `async.eachLimit(['1', a, b, '4', '5'], 2, (x, next) => get(x, (e) => next(e)), done);`,
  'mapLimit order': `async.mapLimit(['slow1', a, b, '4', '5'], 2, get, done);`,
  'limit of a fraction': `const list = ['1', a, b, '4', '5']; async.eachLimit(list, list.length / 2, (x, next) => get(x, (e) => next(e)), done);`,
  'limit below one': `async.mapLimit([a, b, 'c'], a.length / 16, get, (err, r) => done(err, err ? 0 : r.length));`,
  'limit of a constant': `const LIMIT = 2; async.timesLimit(5, LIMIT, (n, next) => get(n + a, next), (err, r) => done(err, err ? 0 : r.length));`,
  parallelLimit: `async.parallelLimit([1, 2, 3, 4].map((n) => (next) => get(n === 2 ? a : b + n, next)), 2, done);`,
  'limit infinity': `async.mapLimit([a, b], Infinity, get, done);`,
  'limit zero': `async.mapLimit([a, b], 0, get, done);`,
  'error at once, limit': `async.eachLimit([a, b], 2, (x, next) => { if (x === 'bad-a') return next(new Error('no')); get(x, (e) => next(e)); }, done);`,
  'error at once, handed on, limit': `async.eachLimit([a, b], 2, (x, next) => check(x, next), done);
function check(x, next) { if (x === 'bad-a') return next(new Error('no')); get(x, (e) => next(e)); }`,
  'error at once, by a helper, limit': `async.eachLimit([a, b], 2, (x, next) => { const fail = (text) => next(new Error(text)); if (x === 'bad-a') return fail('no'); get(x, (e) => next(e)); }, done);`,
  'error at once, by a method of lists, limit': `async.eachLimit([a, b], 2, (x, next) => { [x].forEach((each) => { if (each === 'bad-a') next(new Error('no')); else get(each, (e) => next(e)); }); }, done);`,
  'error at once, by a check, limit': `async.eachLimit([a, b], 2, (x, next) => { check(x, (e) => { if (e) return next(e); get(x, (e) => next(e)); }); }, done);
function check(x, ok) { if (x === 'bad-a') return ok(new Error('no')); ok(); }`,
  'error at once, handed on first, limit': `async.eachLimit([a, b], 2, (x, next) => check(next, x), done);
function check(next, x) { if (x === 'bad-a') return next(new Error('no')); get(x, (e) => next(e)); }`,
  'error at once, renamed, limit': `async.eachLimit([a, b], 2, (x, next) => { const end = next; if (x === 'bad-a') return end(new Error('no')); get(x, (e) => end(e)); }, done);`,
  'error at once, member, limit': `const steps = { save(x, next) { if (x === 'bad-a') return next(new Error('no')); get(x, (e) => next(e)); } };
async.eachLimit([a, b], 2, steps.save, done);`,
  'error at once, bound member, limit': `class Store { save(x, next) { if (x === 'bad-a') return next(new Error('no')); get(x, (e) => next(e)); } all(end) { async.eachLimit([a, b], 2, this.save.bind(this), end); } }
new Store().all(done);`,
  'error later, by a helper, limit': `async.eachLimit([a, b], 2, (x, next) => { const end = (e) => next(e && new Error('no')); get(x, end); }, done);`,
  'done at once, by a helper, limit': `async.eachLimit([a, b], 2, (x, next) => { if (x === 'a') return next(); get(x, (e) => next(e)); }, done);`,
  'turn that ends inside do': `async.eachSeries([a, b], (x, next) => { do { if (x === 'b') return next(); } while (false); get(x, (e) => next(e)); }, done);`,
  'items with two results, map': `async.map([a, b], (x, next) => { get(x, (e, v) => { if (e) return next(e); next(null, v, x); }); }, (err, r) => { if (err) return done(err); done(null, r); });`,
  'items with two results, mapSeries': `async.mapSeries([a, b], (x, next) => { get(x, (e, v) => { if (e) return next(e); next(null, v, x); }); }, (err, r) => { if (err) return done(err); done(null, r); });`,
  'retry with two results': `async.retry(2, (next) => { get(a, (e, v) => { if (e) return next(e); next(null, v, b); }); }, (err, r, s) => { if (err) return done(err); done(null, [r, s]); });`,
  'error at once, tasks, limit': `async.parallelLimit([(next) => (a === 'bad-a' ? next(new Error('no')) : get(a, next)), (next) => get(b, next)], 2, done);`,
  'v23 error at once, object': `async.parallel({ a: (next) => (a === 'bad-a' ? next(new Error('no')) : get(a, next)), b: (next) => get(b, next) }, done);`,
  'v23 error at once, times': `async.times(2, (n, next) => (n === 0 ? next(new Error('no')) : get(b, next)), done);`,
  'v23 found at once, limit': `async.someLimit([a, b], 2, (x, next) => (x === 'a' ? next(null, true) : get(x, next)), done);`,
  'error at once, limit one': `async.mapLimit([a, b], 1, (x, next) => (x === 'bad-a' ? next(new Error('no')) : get(x, next)), done);`,
  'answer at once, limit': `async.mapLimit([a, b], 2, (x, next) => (x === 'a' ? next(null, 1) : get(x, next)), done);`,
  setImmediate: `async.setImmediate(() => done(null, a)); note('behind');`,
  'nextTick args': `async.nextTick(done, null, a);`,
  'error is string': `async.each([a, b], (x, next) => get(x, (e) => next(e && 'text')), done);`,
  'error is 0': `async.each([a, b], (x, next) => get(x, (e) => next(e ? 0 : null)), done);`,
  'error or results, a choice': `async.parallel([(n) => get(a, n), (n) => get(b, n)], (err, r) => { err ? done(err) : done(null, r.length); });`,
  'error or results, else': `async.map([a, b], get, function (err, r) { if (err) done(err); else done(null, r[0]); });`,
  'error partial results, a choice': `async.parallel([(n) => get(a, n), (n) => get(b, n)], (err, r) => (err ? done(err, JSON.stringify(r)) : done(null, r)));`,
  'error partial results, behind a choice': `async.mapSeries([a, b], get, (err, r) => { if (err) note('failed'); done(err, JSON.stringify(r)); });`,
  'error partial results': `async.parallel([(n) => get(a, n), (n) => get(b, n)], (err, r) => done(err, r && r.length, JSON.stringify(r)));`,
  'error partial series': `async.series([(n) => get(a, n), (n) => get(b, n)], (err, r) => done(err, JSON.stringify(r)));`,
  'error partial map': `async.mapSeries([a, b], get, (err, r) => done(err, JSON.stringify(r)));`,
  'error with result beside': `async.parallel([(n) => get(a, (e, v) => n(e, 'x')), (n) => get(b, n)], (err, r) => done(err, JSON.stringify(r)));`,
  'loop var closure': `for (var i = 0; i < 1; i++) { async.each([a, b], (x, next) => get(x + i, (e) => next(e)), done); }`,
  'in conditional': `a ? async.each([a], (x, next) => get(x, (e) => next(e)), done) : done();`,
  'in logical': `a && async.each([a], (x, next) => get(x, (e) => next(e)), done);`,
  'async named function step with recursion': `let n = 0; async.series([function again(next) { get(a + n, (e) => { if (e) return next(e); if (n++ < 2) return again(next); next(null, n); }); }], done);`,
  'callback stored': `let saved; async.series([(next) => { saved = next; get(a, (e, v) => saved(e, v)); }, (next) => get(b, next)], done);`,
  'callback in timer': `async.series([(next) => setTimeout(next, 1), (next) => get(b, next)], done);`,
  'callback in timer with value': `async.series([(next) => setTimeout(() => next(null, 7), 1), (next) => get(b, next)], done);`,
  'once wrapper': `const once = (fn) => { let d; return (...r) => { if (!d) { d = true; fn(...r); } }; }; async.series([(next) => { const cb = once(next); get(a, cb); get(b, cb); }], done);`,
  'var hoist': `var out = []; async.eachSeries([a, b], function (x, next) { var y = x; get(x, function (err, v) { if (err) return next(err); out.push(y + v); next(); }); }, function (err) { done(err, out); });`,
  'early return in block': `async.eachSeries([a, b, 'c'], function (x, next) { if (x === 'b') { note('skip'); return next(); } get(x, function (err, v) { if (err) { note('err'); return next(err); } if (v === '<a>') { note('is a'); return next(); } note('other'); next(); }); }, done);`,
  'then step': `async.series([(next) => { Promise.resolve(a).then((v) => next(null, v), next); }, (next) => get(b, next)], done);`,
  'step returns value': `async.series([(next) => { get(a, next); return 5; }, (next) => get(b, next)], done);`,
  switch: `async.eachSeries([a, b], (x, next) => { switch (x) { case 'a': return get('one', (e) => next(e)); case 'bad-a': return next(new Error('z')); default: get(x, (e) => next(e)); } }, done);`,
  'try in step': `async.eachSeries([a, b], (x, next) => { try { JSON.parse(x); } catch (e) { return get(x, (err) => next(err)); } next(); }, done);`,
  'error swallowed': `async.eachSeries([a, b], (x, next) => get(x, (err) => { if (err) note('ignored'); next(); }), done);`,
  'final with default': `async.map([a, b], get, (err, r = ['none']) => done(err, r.length));`,
  'final destructure': `async.series([(n) => get(a, n), (n) => get(b, n)], (err, [x, y] = []) => done(err, x, y));`,
  'final rest': `async.waterfall([(n) => get(a, n)], (...all) => done(...all));`,
  'final calls nothing on success': `async.each([a, b], (x, n) => get(x, (e) => n(e)), (err) => { if (err) return done(err); note('ok'); done(null, 'fine'); });`,
  'twice in function': `async.each([a], (x, n) => get(x, (e) => n(e)), (err) => { if (err) return done(err); async.each([b], (x, n) => get(x, (e) => n(e)), done); });`,
  'two calls one tick': `let left = 2; const end = (e, v) => { note('end' + v); if (!--left) done(null); }; async.map([a], get, end); async.map([b], get, end);`,
  'new Array': `let n = 0; async.map(new Array(3), (x, next) => get(a + n++ + x, next), done);`,
  'new Array alone': `let n = 0; async.each(Array(3), function (x, next) { n++; if (n > 5) return; get(a + n, (e) => next(e)); }, (e) => { note('x'); done(e, n); }); note('y');`,
  'new Array const': `const list = new Array(2); async.eachOf(list, (x, i, next) => get(a + i, (e) => next(e)), done);`,
  'grown elsewhere': `const list = [a]; setImmediate(() => list.push('late')); async.eachSeries(list, (x, next) => get('slow-' + x, (e) => next(e)), done);`,
  'grown before': `const list = []; list.push(a, b); async.eachSeries(list, (x, next) => get(x, (e) => next(e)), done);`,
  'numeric key ascending': `async.series({ 1: (n) => get(a, n), 2: (n) => get(b, n) }, done);`,
  'numeric key parallel': `async.parallel({ x: (n) => get(a, n), 0: (n) => get(b, n) }, done);`,
  'v3 not': `async.each([a, b], (x, next) => { get(x, (e) => next(!!e)); }, done);`,
  'two results of a function of the file': `const two = (x, cb) => { get(x, (e, v) => cb(e, v, x)); };
async.series([(n) => two(a, n), (n) => two(b, n)], done);`,
  'two results by what the function hands on': `function two(x, cb) { after(x, cb); }
function after(x, cb) { setTimeout(cb, 1, null, x, x + 1); }
async.parallel([(n) => two(a, n), (n) => after(b, n)], done);`,
  'two results of a method': `class Store { two(x, cb) { get(x, (e, v) => cb(e, v, x)); } both(end) { async.parallel({ a: (n) => this.two(a, n), b: (n) => this.two(b, n) }, end); } }
new Store().both(done);`,
  'twice by a function of the file': `function twice(x, cb) { setTimeout(() => cb(null, x), 1); setTimeout(() => cb(null, x), 5); }
async.series([(n) => twice(a, n), (n) => get(b, n)], done);`,
  'twice by a check of the file': `function report(e, cb) { if (e) cb(e); }
function load(x, cb) { get(x, (e, v) => { report(e, cb); cb(null, v); }); }
async.map([a, b], (x, n) => load(x, n), done);`,
  'twice by a member': `const store = { load(x, cb) { get(x, (e, v) => { if (e) cb(e); cb(null, v); }); } };
async.map([a, b], store.load, done);`,
  'twice by a bound method': `class Store { load(x, cb) { get(x, (e, v) => { if (e) cb(e); cb(null, v); }); } all(end) { async.map([a, b], this.load.bind(this), end); } }
new Store().all(done);`,
  'twice in a timer': `async.map([a, b], (x, n) => { get(x, (e, v) => { if (e) n(e); n(null, v); }); }, done);`,
  'a promise in a timer': `async.series([(n) => setTimeout(() => n(null, Promise.resolve(a)), 1)], (e, r) => done(e, typeof r[0].then));`,
  'a promise of a function of the file': `const load = async () => a;
async.map([a], (x, n) => get(x, (e) => n(e, load())), (e, r) => done(e, typeof r[0]));`,
  'a thenable of the file': `const now = { then(fn) { fn(a); } };
async.series([(n) => now.then((v) => n(null, v))], (e, r) => { note('end'); done(e, r); });
note('behind');`,
  'twice at end': `async.each([a, b], (x, next) => { get(x, (e) => { if (e) { note('e'); next(e); } else { next(); } }); }, done);`,
  'names of its own': `const values = [a]; const results = b; const err = 'own'; async.waterfall([(next) => get(a, (e, v) => next(e, v, 2)), (v, w, next) => get(b, (e, x) => next(e, x, v, w))], function (failure, x, v, w) { note(String(err)); done(failure, x, v, w, values, results); });`,
  'names of its own in steps': `const items = [a, b]; const iteratee = 'i'; const resolve = 'r'; async.mapSeries(items, (item, next) => { const reject = resolve + iteratee; get(item, (e, v) => next(e, v + reject)); }, function (error, results) { done(error, results, iteratee, items.length); });`,
  'several results, made callback': `const made = (fn) => { note('made'); return (...given) => fn(...given); }; async.waterfall([(n) => { note('step'); get(a, n); }, (v, n) => get(b, (e, x) => n(e, x, v))], made(done));`,
  'chosen final': `const other = b === 'b' ? done : undefined; async.each([a, b], (x, n) => get(x, (e) => n(e)), a ? done : other);`,
  'chosen final, missing': `const none = undefined; async.each([a, b], (x, n) => get(x, (e) => { note('end'); n(); }), a ? none : done);`,
  'chosen final in parentheses': `const none = undefined; async.each([a, b], (x, n) => get(x, (e) => { note('end'); n(); }), (a ? none : done));`,
  'no final, step in parentheses': `async.each([a, b], ((x, n) => get(x, (e) => { note('end'); n(); })) );`,
  'if else chain': `async.eachSeries([a, b], (x, next) => { get(x, (e, v) => { if (e) next(e); else if (v === '<a>') { next(); } else { note('z'); next(); } }); }, done);`,
  'turn, early return': `async.eachSeries([a, b, 'skip'], (x, next) => { if (x === 'skip') return next(); note(x); get(x, (e) => next(e)); }, done);`,
  'turn, bare returns': `async.eachSeries([a, 'skip', b], function (x, next) {
  if (x === 'skip') { note('skipped'); next(); return; }
  get(x, function (e, v) {
    if (e) { next(e); return; }
    note(v);
    next();
  });
}, done);`,
  'turn, return in a loop': `async.eachSeries([a, b], (x, next) => {
  for (const y of ['b', 'c']) {
    if (x === y) return next();
    note(x + y);
  }
  get(x, (e) => next(e));
}, done);`,
  'turn, return in a switch': `async.eachSeries([a, b, 'c'], (x, next) => {
  switch (x) {
    case 'a': return get(x, (e) => next(e));
    case 'c': note('c'); return next();
    default: note('else');
  }
  get(x, next);
}, done);`,
  'turn, var': `var seen = [];
async.eachSeries([a, b], function (x, next) {
  var y = x + 1;
  get(y, function (e, v) {
    if (e) return next(e);
    var z = v + y;
    seen.push(z);
    next();
  });
}, function (e) { done(e, seen); });`,
  'turn, var without a value': `const seen = [];
async.eachSeries([a, b], function (x, next) {
  var y;
  if (x === 'a') y = 1;
  get(x, function (e) { if (e) return next(e); seen.push(y); next(); });
}, function (e) { done(e, seen); });`,
  'turn, var in a branch': `const seen = [];
async.eachSeries([a, b], function (x, next) {
  if (x === 'a') { var y = 1; }
  get(x, function (e) { if (e) return next(e); seen.push(y); next(); });
}, function (e) { done(e, seen); });`,
  'turn, var kept by a function': `const seen = [];
async.eachSeries([a, b], function (x, next) {
  var y = x;
  seen.push(function () { return y; });
  get(x, function (e) { next(e); });
}, function (e) { done(e, seen.map((each) => each())); });`,
  'turn, var of the name around': `var y = 'outer';
async.eachSeries([a, b], function (x, next) {
  var y = x;
  get(y, function (e) { next(e); });
}, function (e) { done(e, y); });`,
  'turn, var read before': `const seen = [];
async.eachSeries([a, b], function (x, next) {
  seen.push(y);
  var y = x;
  get(y, function (e) { next(e); });
}, function (e) { done(e, seen); });`,
  'turn, const of the name around': `const y = 'outer';
async.eachSeries([a, b], function (x, next) {
  const y = x + 1;
  get(y, function (e) { next(e); });
}, function (e) { done(e, y); });`,
  'turn, item written': `const seen = [];
async.eachSeries([a, b], function (x, next) {
  x = x + '!';
  get(x, function (e) { if (e) return next(e); seen.push(x); next(); });
}, function (e) { done(e, seen); });`,
  'turn, items kept': `const seen = [];
async.eachSeries([a, b], function (x, next) {
  seen.push(() => x);
  get(x, function (e) { next(e); });
}, function (e) { done(e, seen.map((each) => each())); });`,
  'turn, function inside': `async.eachSeries([a, b], function (x, next) {
  function twice(y) { return y + y; }
  get(twice(x), function (e) { next(e); });
}, done);`,
  'turn, returns of functions inside': `async.eachSeries([a, b], function (x, next) {
  const all = [x, 'c'].map(function (y) { return y + 1; });
  get(all.join(''), function (e, v) { if (e) return next(e); note(v); next(); });
}, done);`,
  'turn, value given': `async.eachSeries([a, b], function (x, next) { get(x, function (e, v) { if (e) return next(e); next(null, note('given ' + v)); }); }, done);`,
  'turn, this': `async.eachSeries([a, b], function (x, next) { note(typeof this); get(x, (e) => next(e)); }, done);`,
  'turn, own name': `async.eachSeries([a, b], function step(x, next) { note(step.name); get(x, (e) => next(e)); }, done);`,
  'turn, comments': `async.eachSeries([a, b], function (x, next) { // one
  // two
  get(x, function (e) { // three
    // four
    if (e) return next(e); // five
    next(); // six
    // seven
  }); // eight
  // nine
}, done);`,
  'turn, comment before the body': `async.eachSeries([a, b], function (x, next /* last */) { get(x, (e) => next(e)); }, done);`,
  'turn, on one line': `async.eachSeries([a, b], function (x, next) { note(x); get(x, function (e) { if (e) return next(e); note('got'); next(); }); }, function (e) { if (e) { note('failed'); return done(e); } done(null, 1); });`,
  'turn, arguments below each other': `async.eachSeries(
  [a, b],
  (x, next) => {
    note(x);
    get(x, (e, v) => {
      if (e) return next(e);
      note(v);
      next();
    });
  },
  (e) => {
    if (e) {
      note('failed');
      return done(e);
    }
    done(null, 1);
  },
);`,
  'turn, in turns': `async.eachSeries([a, b], (x, next) => {
  async.eachSeries([x, 'c'], (y, after) => {
    if (y === 'c') return after();
    get(y, (e) => after(e));
  }, (e) => {
    if (e) return next(e);
    note('both');
    next();
  });
}, done);`,
  'turn, tried': `async.eachSeries([a, b], (x, next) => {
  try { note(JSON.parse(x)); } catch (e) { note('no'); return next(); }
  get(x, (e) => next(e));
}, done);`,
  'turn, throws': `async.eachSeries([a, b], (x, next) => { get(x, (e) => { if (e) return next(new Error('wrapped')); next(); }); }, (e) => { if (e) note(e.message); done(e); });`,
  'list loses what is done, turn': `const items = [a, b, 'c'];
async.eachSeries(items, (x, next) => { items.shift(); note(String(x)); get('x' + x, (e) => { if (e) return next(e); note('got'); next(); }); }, done);`,
  'list of the name of a constant in the turn': `const items = [a, b];
async.eachSeries(items, (x, next) => { const items = [x]; note(items.length + x); get(items[0], (e) => next(e)); }, (e) => done(e, items.length));`,
  'two lists that change': `const items = [a], index = 1;
async.eachSeries(items, (x, next) => { items.push('more'); get(x, (e) => next(e)); }, (e) => {
  if (e) return done(e);
  async.eachSeries(items, (x, next) => { items.pop(); get('x' + x, (e) => next(e)); }, (e) => done(e, items.length + index));
});`,
  'caught, mapped': `async.map([a, b], get, (e, r) => { if (e) { note('failed'); return done(new Error('no')); } done(null, r.length); });`,
  'caught, one after another': `async.mapSeries([a, b], (x, next) => get(x, next), (e, r) => { if (e) { note('failed'); return done(null, 'none'); } done(null, r.length); });`,
  'caught, results written': `async.mapSeries([a, b], (x, next) => get(x, next), (e, r) => { if (e) return done(e); r = r.length; done(null, r); });`,
  'caught, results beside the error': `async.mapSeries([a, b], (x, next) => get(x, next), (e, r) => { note(String(r.length)); if (e) return done(e); done(null, r.length); });`,
  'caught, results where there is an error': `async.map([a, b], get, (e, r) => { if (e) { note(String(r.length)); return done(e); } done(null, r.length); });`,
  'caught, results after some errors': `async.map([a, b], get, (e, r) => { if (e && e.message !== 'bad a') return done(e); done(null, r.length); });`,
  'caught, noted': `async.parallel([(next) => get(a, next), function (next) { get(b, function (e, v) { if (e) return next(e); next(null, v + 1); }); }], function (e, r) { note(String(e)); if (!e) note(r.join()); done(e, e ? undefined : r[0]); });`,
  'caught, waterfall': `async.waterfall([
  (next) => get(a, next),
  (v, next) => get(v + b, next),
], (e, r) => {
  if (e) {
    note('failed');
    return done(e);
  }
  done(null, r);
});`,
  'caught, series': `async.series([
  (next) => get(a, next),
  (next) => get(b, next),
], (e) => {
  if (e) note('failed');
  done(e);
});`,
  'caught, once more': `async.each([a, b], (x, next) => get(x, (e) => next(e)), (e) => {
  if (e) return get('c', (f, v) => { if (f) return done(f); done(null, v); });
  done(null, 'fine');
});`,
};

/** @type {Readonly<Record<string, string>>} */
export const ODD_MODULES = {
  'another setTimeout': `const async = require('async');
const { setTimeout } = require('timers/promises');
const { get } = require('operations');
exports.run = (a, b, done) => { async.retry(2, (next) => get(a, next), (err, v) => done(err, v, typeof setTimeout)); };
`,
  'promisified in a way of its own': `const async = require('async');
const dns = require('dns');
exports.run = (a, b, done) => { async.mapSeries(['127.0.0.1', '127.0.0.2'], dns.lookup, (err, found) => { if (err) return done(err); done(null, a, found); }); };
`,
  'util by another name': `const async = require('async');
const items = require('util');
const { get } = require('operations');
exports.run = (a, b, done) => { async.mapLimit([a, b], 1, get, (err, found) => done(err, items.isDeep, found)); };
`,
  'this arrow': `const async = require('async');
const { get } = require('operations');
const note = get.note;
class T { constructor() { this.name = 'T'; } go(a, b, done) { async.each([a, b], (x, next) => { note(this.name); get(x, (e) => next(e)); }, done); } }
exports.run = (a, b, done) => { new T().go(a, b, done); };
`,
  'this function in method': `const async = require('async');
const { get } = require('operations');
const note = get.note;
class T { constructor() { this.name = 'T'; } go(a, b, done) { async.each([a, b], function (x, next) { note(this.name); get(x, (e) => next(e)); }.bind(this), done); } }
exports.run = (a, b, done) => { new T().go(a, b, done); };
`,
  crlf: `const async = require('async');\r
const { get } = require('operations');\r
const note = get.note;\r
exports.run = function (a, b, done) {\r
async.eachSeries([a, b], function (x, next) {\r
  get(x, function (err) {\r
    if (err) return next(err);\r
    note('did ' + x);\r
    next();\r
  });\r
}, function (err) {\r
  done(err);\r
});\r
};\r
`,
  'no semicolons': `const async = require('async')
const { get } = require('operations')
const note = get.note
exports.run = function (a, b, done) {
  async.series([
    (next) => get(a, next),
    (next) => get(b, next)
  ], (err, r) => {
    if (err) return done(err)
    ;[1].forEach((x) => note('x' + x))
    done(null, r)
  })
}
`,
  'no semicolons 2': `const async = require('async')
const { get } = require('operations')
const note = get.note
exports.run = function (a, b, done) {
  const x = [a, b]
  async.map(x, get, done)
  ;(function () { note('behind') })()
}
`,
  'modular each': `const each = require('async').each;
const { get } = require('operations');
exports.run = (a, b, done) => { each([a, b], (x, next) => get(x, (e) => next(e)), done); };
`,
  destructured: `const { series, each: forAll } = require('async');
const { get } = require('operations');
exports.run = (a, b, done) => { series([(n) => forAll([a, b], (x, next) => get(x, (e) => next(e)), n), (n) => get(b, n)], done); };
`,
  'require with a comment': `const async = require('async'); // flows
const { get } = require('operations');
exports.run = (a, b, done) => { async.each([a, b], (x, next) => get(x, (e) => next(e)), (e) => { if (e) get.note('failed'); done(e); }); };
`,
  'require with a comment, the last': `const { get } = require('operations');
const async = require('async'); /* flows */ const note = get.note;
exports.run = (a, b, done) => { async.mapSeries([a, b], get, (e, r) => { note('end'); done(e, r); }); };
`,
  'v3 promise': `const async = require('async');
const { get } = require('operations');
const note = get.note;
exports.run = function (a, b, done) { async.map([a, b], (x, next) => get(x, next)).then((r) => done(null, r), done); };
`,
  'v3 await': `const async = require('async');
const { get } = require('operations');
const note = get.note;
exports.run = function (a, b, done) { (async () => { const r = await async.mapLimit([a, b, 'c'], 2, async (x) => { await new Promise((res, rej) => get(x, (e) => e ? rej(e) : res())); return x; }); return r; })().then((r) => done(null, r), done); };
`,
};
