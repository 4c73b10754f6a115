/** @import { Trap } from './trap.js' */

/**
 * Errors that the source drops stay dropped; those that nobody caught are no success.
 */

const SAVE = `const fs = require('fs');
function save(value, cb) {
  fs.stat(value, (err, stats) => {
    if (err) return cb(err);
    cb(null, stats.isFile());
  });
}`;

const GO = `const program = load('./program');
  await new Promise((resolve) => call(program.go, (err, value) => { log(err || 'ok', value); resolve(); }));`;

/**
 * @param {string} args The arguments, of which each gets a call of its own.
 */
const each = (args) => `const program = load('./program');
  for (const value of ${args}) {
    try {
      await new Promise((resolve) => { call(program.go, value, (err, found) => { log(err ? err.code || err.message : 'ok', found); resolve(); }); setTimeout(resolve, 200); });
    } catch (error) { log('caught', error.code || error.message); }
  }`;

/** Steps that fail, and throw before they wait where there is no file. */
const FAIL = '(file, cb) => { setImmediate(cb, new Error(file.path)); }';
const FAIL_FIRST = '(cb) => { setImmediate(cb, new Error(files[0].path)); }';
const LATER = '(cb) => { setImmediate(cb); }';

/** Flows whose steps throw, as far as their final callback. */
const FLOWS = {
  each: `async.each(files, ${FAIL}`,
  eachSeries: `async.eachSeries(files, ${FAIL}`,
  eachLimit: `async.eachLimit(files, 2, ${FAIL}`,
  eachOf: `async.eachOf(files, (file, index, cb) => { setImmediate(cb, new Error(file.path)); }`,
  map: `async.map(files, ${FAIL}`,
  mapSeries: `async.mapSeries(files, ${FAIL}`,
  filter: `async.filter(files, ${FAIL}`,
  parallel: `async.parallel([${FAIL_FIRST}, ${LATER}]`,
  series: `async.series([${FAIL_FIRST}, ${LATER}]`,
  waterfall: `async.waterfall([${FAIL_FIRST}, ${LATER}]`,
};

/**
 * @returns {Trap[]} Flows of which nobody hears: the errors of their steps are dropped, but what a step throws
 *   is not.
 */
function flowsWithoutHearing() {
  const finals = { 'no final callback': '', 'a noop': ', () => {}' };
  return Object.entries(FLOWS).flatMap(([flow, start]) =>
    Object.entries(finals).flatMap(([what, final]) =>
      [1, 2, 3].map((version) => ({
        name: `async.${flow} of version ${version} with ${what}`,
        codemod: 'async-lib-to-async',
        source: `const async = require('async');
exports.go = function (files, done) {
  ${start}${final});
  done(null, 'started');
};`,
        stubs: { async: `module.exports = require('async-${version}');` },
        options: { 'async-version': version },
        drive: each("[[{ path: '/missing' }], [{ path: '/missing' }, null], [null]]"),
        // A promise that nobody takes is heard of.
        becomes: version === 3 && final === '' ? 'converted' : 'left',
        shows: ['throws-late', 'uncaught-error'],
      })),
    ),
  );
}

/** @type {readonly Trap[]} */
export const droppedErrors = [
  {
    name: 'a call without its optional callback',
    codemod: 'callback-to-async',
    source: `const fs = require('fs');
function save(value, cb) {
  fs.stat(value, (err, stats) => {
    if (err) return cb && cb(err);
    cb && cb(null, stats.isFile());
  });
}
exports.go = function (cb) {
  save('/missing');
  save('/', (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });
};`,
    drive: GO,
    becomes: 'converted',
  },
  {
    name: 'a callback that the function makes up',
    codemod: 'callback-to-async',
    source: `const fs = require('fs');
function save(value, cb) {
  cb = cb || function () {};
  fs.stat(value, (err, stats) => {
    if (err) return cb(err);
    cb(null, stats.isFile());
  });
}
exports.go = function (cb) {
  save('/missing');
  save('/', (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });
};`,
    drive: GO,
    becomes: 'converted',
  },
  {
    name: 'a call with a function that does nothing',
    codemod: 'callback-to-async',
    source: `${SAVE}
function noop() {}
exports.go = function (cb) {
  save('/missing', noop);
  save('/missing', () => {});
  save('/', (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });
};`,
    drive: GO,
    becomes: 'converted',
  },
  {
    name: 'a call whose callback logs the error, behind a wait',
    codemod: 'callback-to-async',
    source: `${SAVE}
exports.go = function (cb) {
  fs.stat('/', (err, stats) => {
    if (err) return cb(err);
    save('/missing', (err) => { if (err) log('not saved', err.code); });
    cb(null, stats.isFile());
  });
};`,
    drive: GO,
    becomes: 'converted',
  },
  {
    name: 'a function of Node that checks its argument, with an error that is ignored',
    codemod: 'callback-to-async',
    source: `const fs = require('fs');
exports.go = function (path, cb) { fs.unlink(path, () => cb()); };`,
    drive: each("['/missing', undefined, 5.5]"),
    becomes: 'converted',
    shows: ['throws-late'],
  },
  {
    name: 'a function of Node that checks its argument, with an error that a handler ignores',
    codemod: 'callback-to-async',
    source: `const fs = require('fs');
exports.go = function (options, cb) {
  fs.unlink(options.path, function (err) {
    fs.stat('/', function (err, stats) {
      if (err) return cb(err);
      cb(null, stats.isFile());
    });
  });
};`,
    drive: each("[{ path: '/missing' }, {}, undefined]"),
    becomes: 'converted',
    shows: ['throws-late'],
  },
  {
    name: 'a path that cannot be wrong, with an error that is ignored',
    codemod: 'callback-to-async',
    source: `const fs = require('fs');
const path = require('path');
exports.go = function (name, cb) { fs.unlink(path.join('/missing', String(name)), () => cb()); };`,
    drive: each("['a', undefined]"),
    becomes: 'converted',
  },
  {
    name: 'a function of the file whose exception was uncaught, with an error that is ignored',
    codemod: 'callback-to-async',
    source: `const fs = require('fs');
function load(value, cb) {
  fs.stat('/', (err, stats) => {
    if (err) return cb(err);
    cb(null, value.name.length);
  });
}
exports.go = function (value, cb) { load(value, () => cb(null, 'done')); };`,
    drive: each("[{ name: 'a' }, {}]"),
    becomes: 'converted',
    shows: ['throws-late', 'uncaught-error'],
  },
  {
    name: 'an iteratee that throws, with a final callback that ignores the error',
    codemod: 'async-lib-to-async',
    source: `const async = require('async');
exports.go = function (records, callback) {
  const keys = ['a', 'b'];
  async.eachSeries(keys, (k, cb) => { records[k].ids[k] = 1; setImmediate(cb); }, function () { callback(null, true); });
};`,
    drive: each('[{ a: { ids: {} }, b: { ids: {} } }, { a: {} }, { a: { ids: {} } }]'),
    becomes: 'left',
    options: { 'async-version': '3' },
  },
  {
    name: 'a call without a callback of a function that throws at once',
    codemod: 'callback-to-async',
    source: `const fs = require('fs');
function remove(files, cb) {
  fs.unlink(files[0].path, (err) => {
    if (err) return cb && cb(err);
    cb && cb();
  });
}
exports.go = function (files, cb) {
  remove(files);
  fs.stat('/', (err, stats) => {
    if (err) return cb(err);
    cb(null, stats.isFile());
  });
};`,
    drive: each("[[{ path: '/missing' }], [], [null]]"),
    becomes: 'converted',
    shows: ['throws-late', 'uncaught-error'],
  },
  {
    name: 'a call with a noop of a function that throws at once',
    codemod: 'callback-to-async',
    source: `const fs = require('fs');
function remove(files, cb) {
  fs.unlink(files[0].path, (err) => {
    if (err) return cb(err);
    fs.unlink(files[1].path, cb);
  });
}
exports.go = function (files, cb) {
  remove(files, function () {});
  cb(null, 'started');
};`,
    drive: each("[[{ path: '/missing' }, { path: '/missing' }], [], [null]]"),
    becomes: 'left',
    shows: ['throws-late', 'uncaught-error'],
  },
  ...flowsWithoutHearing(),
];
