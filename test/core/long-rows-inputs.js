/**
 * Code in rows: what is known of each thing rests on the next one.
 */

/**
 * @param {number} length
 * @param {(index: number, next: number) => string} write
 * @returns {string}
 */
export const rowOf = (length, write) =>
  Array.from({ length }, (_, index) => write(index, index + 1)).join('\n');

const HEAD = `const async = require('async');
const fs = require('fs');
const Promise = require('bluebird');
const co = require('co');
`;

const CALLBACK = '(err, found) => { if (err) return cb(err); cb(null, found); }';

/** @type {Record<string, (length: number) => string>} */
export const ROWS = {
  'variables that hold each other, given to a callback': (length) => `${HEAD}
exports.go = (file, cb) => {
  fs.readFile(file, (err, v0) => {
    if (err) return cb(err);
${rowOf(length, (index, next) => `    const v${next} = v${index};`)}
    cb(null, v${length});
  });
};`,
  'variables that are written with each other': (length) => `${HEAD}
exports.go = (file, cb) => {
  let v${length};
  fs.readFile(file, (err, v0) => {
    if (err) return cb(err);
${rowOf(length, (index, next) => `    let v${next}x = null; v${next}x = ${index === 0 ? 'v0' : `v${index}x`} || null;`)}
    cb(null, v${length}x);
  });
};`,
  'functions that give what the next one gives': (length) => `${HEAD}
${rowOf(length, (index, next) => `function f${index}(x) { return f${next}(x); }`)}
function f${length}(x) { return x + 1; }
exports.go = (file, cb) => {
  fs.readFile(file, (err, data) => { if (err) return cb(err); cb(null, f0(data)); });
};
exports.chain = (file) => get(file).then((x) => f0(x));
exports.run = co.wrap(function* (file) { return yield f0(file); });
exports.each = (keys, cb) => { async.each(keys, (key, done) => { f0(key); setImmediate(done); }, cb); };`,
  'async functions that wait for the next one': (length) => `${HEAD}
${rowOf(length, (index, next) => `async function f${index}(x) { return f${next}(x); }`)}
async function f${length}(x) { return x + 1; }
exports.go = (file) => f0(file).then((x) => x + 1);
exports.late = (file, cb) => { fs.stat(file, (err) => { if (err) return cb(err); cb(null, f0(file)); }); };`,
  'functions that hand their callback on': (length) => `${HEAD}
${rowOf(length, (index, next) => `function f${index}(x, cb) { f${next}(x, ${CALLBACK}); }`)}
function f${length}(x, cb) { fs.stat(x, cb); }
exports.go = (x, cb) => { f0(x, ${CALLBACK}); };`,
  'functions that hand their parameter on as it is': (length) => `${HEAD}
${rowOf(length, (index, next) => `function f${index}(x, cb) { f${next}(x, cb); }`)}
function f${length}(x, cb) { fs.stat(x, (err) => { if (err) return cb(err); cb(null, x); }); }
exports.go = (x, cb) => { f0(x, ${CALLBACK}); };
exports.each = (keys, cb) => { async.each(keys, (key, done) => { f0(key, done); }, cb); };`,
  'parameters that callers fill with their own': (length) => `${HEAD}
function f${length}(x, cb) { fs.stat('a', (err) => { if (err) return cb(err); cb(null, x); }); }
${rowOf(length, (index, next) => `function f${index}(x, y) { return f${next}(x, y); }`)}
exports.go = (y) => f0(1, y);`,
  'methods that call the next one': (length) => `${HEAD}
class Store {
${rowOf(length, (index, next) => `  m${index}(x, cb) { this.m${next}(x, ${CALLBACK}); }`)}
  m${length}(x, cb) { fs.stat(x, cb); }
}
module.exports = Store;`,
  'members that hold each other': (length) => `${HEAD}
const box = {};
box.m0 = fs.stat;
${rowOf(length, (index, next) => `box.m${next} = box.m${index};`)}
exports.go = (x, cb) => { box.m${length}(x, ${CALLBACK}); };`,
  'objects that hold each other': (length) => `${HEAD}
const o0 = { fs };
${rowOf(length, (index, next) => `const o${next} = { next: o${index}, ...o${index} };`)}
exports.go = (x, cb) => { o${length}.fs.stat(x, ${CALLBACK}); };`,
  'aliases of a module': (length) => `${HEAD}
const m0 = require('fs');
${rowOf(length, (index, next) => `const m${next} = m${index};`)}
exports.go = (x, cb) => { m${length}.stat(x, ${CALLBACK}); };`,
  'aliases of a library of promises': (length) => `${HEAD}
const p0 = require('bluebird');
${rowOf(length, (index, next) => `const p${next} = p${index};`)}
exports.go = (x) => p${length}.resolve(x).then((y) => y + 1);`,
  'promises of bluebird that rest on each other': (length) => `${HEAD}
exports.go = (x) => {
  const p0 = Promise.resolve(x);
${rowOf(length, (index, next) => `  const p${next} = p${index}.then((y) => y + ${index});`)}
  return p${length};
};`,
  'functions with promises of bluebird': (length) => `${HEAD}
${rowOf(length, (index, next) => `function f${index}(x) { return f${next}(x).then((y) => y + 1); }`)}
function f${length}(x) { return Promise.delay(x); }
exports.go = (x) => f0(x).map((y) => y);`,
  'functions that give the promise of the next one of bluebird': (length) => `${HEAD}
${rowOf(length, (index, next) => `const f${index} = (x) => f${next}(x);`)}
const f${length} = (x) => Promise.resolve(x);
exports.go = (x) => f0(x).then((y) => y).finally(() => 1);`,
  'generators that delegate to the next one': (length) => `${HEAD}
${rowOf(length, (index, next) => `function* g${index}(x) { return yield* g${next}(x); }`)}
function* g${length}(x) { return yield x; }
exports.go = (x) => co(g0(x));`,
  'coroutines that yield the next one': (length) => `${HEAD}
${rowOf(length, (index, next) => `const g${index} = co.wrap(function* (x) { return yield g${next}(x); });`)}
const g${length} = co.wrap(function* (x) { return yield x; });
exports.go = g0;`,
  'statements with a wait each': (length) => `${HEAD}
exports.go = co.wrap(function* (x) {
  let sum = 0;
${rowOf(length, (index) => `  sum += yield get(x, ${index});`)}
  return sum;
});`,
  'ifs that end the function': (length) => `${HEAD}
exports.go = (x, cb) => {
  fs.stat(x, (err, found) => {
    if (err) return cb(err);
${rowOf(length, (index) => `    if (found === ${index}) return cb(null, ${index});`)}
    cb(null, found);
  });
};`,
  'ifs that do not end the function': (length) => `${HEAD}
exports.go = (x, cb) => {
  let sum = 0;
${rowOf(length, (index) => `  if (x === ${index}) { sum += ${index}; }`)}
  fs.stat(x, ${CALLBACK});
};`,
  'flows that call the next one': (length) => `${HEAD}
${rowOf(length, (index, next) => `function f${index}(keys, cb) { async.each(keys, (key, done) => { f${next}([key], done); }, cb); }`)}
function f${length}(keys, cb) { setImmediate(cb); }
exports.go = (keys, cb) => { f0(keys, cb); };`,
  'steps of a series': (length) => `${HEAD}
exports.go = (x, cb) => {
  async.series([
${rowOf(length, (index) => `    (next) => fs.stat(x + ${index}, next),`)}
  ], cb);
};`,
  'executors that wait for the next promise': (length) => `
${rowOf(length, (index, next) => `function f${index}(x) { return new Promise((resolve, reject) => { f${next}(x).then(resolve, reject); }); }`)}
function f${length}(x) { return Promise.resolve(x); }
exports.go = (x) => f0(x).then((y) => y);`,
  'streams that are piped into the next one': (length) => `${HEAD}
exports.go = (name) => new Promise((resolve, reject) => {
  const s0 = fs.createReadStream(name);
${rowOf(length, (index, next) => `  const s${next} = s${index};`)}
  let text = '';
  s${length}.on('data', (chunk) => { text += chunk; }).on('error', reject).on('end', () => resolve(text));
});`,
  'functions that throw by way of the next one': (length) => `${HEAD}
${rowOf(length, (index, next) => `function f${index}(x) { f${next}(x); }`)}
function f${length}(x) { if (!x) throw new Error('no'); }
exports.go = (x, cb) => { f0(x); fs.stat(x, (err) => { if (err) return cb(err); f0(x); cb(null, 1); }); };
exports.each = (keys, cb) => { async.eachSeries(keys, (key, done) => { f0(key); fs.stat(key, done); }, cb); };
exports.all = (x) => Promise.all([get(x), get(f0(x))]).then((y) => y);`,
  'classes that extend the next one': (length) => `${HEAD}
class C0 { load(x, cb) { fs.stat(x, cb); } then(f) { f(1); } }
${rowOf(length, (index, next) => `class C${next} extends C${index} {}`)}
exports.go = (x, cb) => { new C${length}().load(x, ${CALLBACK}); };
exports.late = (x, cb) => { fs.stat(x, (err) => { if (err) return cb(err); cb(null, new C${length}()); }); };
exports.chain = (x) => get(x).then(() => new C${length}());`,
  'calls of a function that makes the next one': (length) => `${HEAD}
const m0 = () => fs;
${rowOf(length, (index, next) => `const m${next} = () => m${index}();`)}
exports.go = (x, cb) => { m${length}().stat(x, ${CALLBACK}); };
exports.chain = (x) => m${length}().promises.stat(x).then((y) => y.size);`,
  'numbers that are added to the next one': (length) => `${HEAD}
let n0 = 1;
${rowOf(length, (index, next) => `const n${next} = n${index} + 1;`)}
exports.go = (x) => Promise.delay(n${length}).then(() => x);
exports.keys = (keys, cb) => { async.eachLimit(keys, n${length}, (key, done) => fs.stat(key, done), cb); };
exports.text = (x, cb) => { fs.stat(x, (err) => { if (err) return cb(err); cb(null, n${length}); }); };`,
  'lists that are made of the next one': (length) => `${HEAD}
exports.go = (list) => {
  const l0 = list.slice();
${rowOf(length, (index, next) => `  const l${next} = l${index}.map((x) => x);`)}
  return Promise.all(l${length}.map((x) => get(x))).then((all) => all.length);
};
exports.each = (l0, cb) => {
${rowOf(length, (index, next) => `  const l${next} = l${index}.filter(Boolean);`)}
  async.each(l${length}, (x, done) => fs.stat(x, done), cb);
};`,
  'names that are bound': (length) => `${HEAD}
const b0 = fs.stat;
${rowOf(length, (index, next) => `const b${next} = b${index}.bind(fs);`)}
exports.go = (x, cb) => { b${length}(x, ${CALLBACK}); };`,
  'callbacks that are wrapped by the next one': (length) => `${HEAD}
exports.go = (x, cb) => {
  const c0 = (err, found) => cb(err, found);
${rowOf(length, (index, next) => `  const c${next} = (err, found) => c${index}(err, found);`)}
  fs.stat(x, c${length});
};`,
  'exports that hold each other': (length) => `${HEAD}
exports.f0 = (x, cb) => { fs.stat(x, ${CALLBACK}); };
${rowOf(length, (index, next) => `exports.f${next} = exports.f${index};`)}
exports.go = (x, cb) => { exports.f${length}(x, ${CALLBACK}); };`,
};
