'use strict';
/**
 * Promises: how many the engine makes for one operation, as `async_hooks` sees them (V8 then makes a
 * throwaway promise for each `await` that it would else leave out: https://v8.dev/blog/fast-async).
 * Promises of libraries are invisible to it.
 */
var asyncHooks = require('async_hooks');
var natives = require('./natives.cjs');
var load = require('./load.cjs');
var settle = require('./settle.cjs');
var thrown = require('./thrown.cjs');

var WARM_UP = 5;
var RUNS = 5;

function once(operation, style, done) {
  var count = 0;
  var hook = asyncHooks.createHook({
    init: function (id, type) {
      if (type === 'PROMISE') count += 1;
    },
  });
  hook.enable();
  settle(operation, style, function (error, kind) {
    natives.setImmediate(function () {
      hook.disable();
      // One is the observer's own `.then`.
      done(error, kind === 'native' ? count - 1 : count);
    });
  });
}

module.exports = function promises(job, finish) {
  var variant = job.variants[0];
  load(variant, function (loadError, operation) {
    if (loadError) {
      finish(loadError);
      return;
    }
    var runs = [];
    (function next(left) {
      if (left === 0) {
        var same = runs.every(function (count) {
          return count === runs[0];
        });
        finish(null, same ? { promises: runs[0] } : { promises: null, varies: runs });
        return;
      }
      once(operation, variant.style, function (error, count) {
        if (error) {
          finish(thrown.within(variant.name + ' failed while it was measured: ', error));
          return;
        }
        if (left <= RUNS) runs.push(count);
        next(left - 1);
      });
    })(WARM_UP + RUNS);
  });
};
