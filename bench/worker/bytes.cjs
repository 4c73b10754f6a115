'use strict';
/**
 * Bytes: heap allocated for one operation. The growth of `heapUsed` over a burst of operations that
 * fits into new space, so that no collection falls into it; the lower quartile over the rounds, because
 * a stray collection makes a round negative, while a page that the process itself takes, which rounds
 * do until it has settled, makes one larger.
 *
 * Needs `--expose-gc` and a new space of 64 MB. With all compilers off (`--no-opt`, `--no-maglev`,
 * `--no-sparkplug`) the figures repeat within a few bytes; with them on, escape analysis and compiled
 * code that lands in the heap move them by hundreds.
 */
var natives = require('./natives.cjs');
var load = require('./load.cjs');
var settle = require('./settle.cjs');
var thrown = require('./thrown.cjs');

var BUDGET = 16 * 1024 * 1024;
var MOST = 16000;
var LEAST = 20;
var TRIAL = 100;

function lowerQuartile(values) {
  var sorted = values.slice().sort(function (a, b) {
    return a - b;
  });
  return sorted[sorted.length >> 2];
}

function burst(operation, style, size, done) {
  var failed = null;
  function noted(error) {
    if (error) failed = thrown.asError(error, 'called back with');
  }
  function measured(error) {
    if (error) failed = error;
    // Two turns: what the last operation left queued belongs to the burst too.
    natives.setImmediate(function () {
      natives.setImmediate(function () {
        done(failed, (process.memoryUsage().heapUsed - before) / size);
      });
    });
  }
  global.gc();
  var before = process.memoryUsage().heapUsed;
  var index;
  if (style === 'callback') {
    for (index = 1; index < size; index += 1) operation(noted);
  } else {
    for (index = 1; index < size; index += 1) operation();
  }
  settle(operation, style, measured);
}

module.exports = function bytes(job, finish) {
  var variant = job.variants[0];
  var rounds = job.rounds || 16;
  var dropped = job.dropped || 6;
  var budget = job.budget || BUDGET;
  load(variant, function (loadError, operation) {
    if (loadError) {
      finish(loadError);
      return;
    }
    var results = [];
    var size = TRIAL;
    function next() {
      burst(operation, variant.style, size, function (error, perOperation) {
        if (error) {
          finish(thrown.within(variant.name + ' failed while it was measured: ', error));
          return;
        }
        results.push(perOperation);
        if (results.length === 2) {
          // The second trial is free of first-call costs.
          size = Math.max(LEAST, Math.min(MOST, Math.floor(budget / Math.max(16, perOperation))));
        }
        if (results.length < rounds + 2 + dropped) {
          natives.setImmediate(next);
          return;
        }
        finish(null, {
          bytes: Math.round(lowerQuartile(results.slice(2 + dropped))),
          operations: size,
        });
      });
    }
    next();
  });
};
