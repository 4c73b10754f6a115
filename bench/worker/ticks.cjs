'use strict';
/**
 * Microticks: how many turns of the microtask queue pass between the call of an operation and the
 * settling of its promise (0 for an async function without an `await`).
 *
 * A counter that queues itself again on every turn starts before the operation; what it reads in the
 * reaction is one more than the turns until the promise settled, because the reaction is a turn too.
 * It stops after CAP turns, or work that waits for a macrotask would starve for ever: then the
 * answer is `ticks: null` and the number of event-loop turns.
 */
var natives = require('./natives.cjs');
var load = require('./load.cjs');
var settle = require('./settle.cjs');
var thrown = require('./thrown.cjs');

var CAP = 2000;
var WARM_UP = 5;
var RUNS = 5;

function once(operation, style, done) {
  var count = 0;
  var turns = 0;
  var settled = false;

  function step() {
    count += 1;
    if (!settled && count < CAP) natives.queue(step);
  }
  function turn() {
    turns += 1;
    if (!settled) nextTurn();
  }
  function nextTurn() {
    var immediate = natives.setImmediate(turn);
    // Counting must not keep alive a process that waits for nothing else.
    if (immediate.unref) immediate.unref();
  }
  natives.queue(step);
  nextTurn();
  settle(operation, style, function (error, kind) {
    settled = true;
    var left = count >= CAP || turns > 0;
    var answer = {
      ticks: left ? null : Math.max(0, kind === 'plain' ? count : count - 1),
      turns: turns,
    };
    // The next run starts from an empty queue, outside this reaction.
    natives.setImmediate(function () {
      done(error, answer);
    });
  });
}

module.exports = function ticks(job, finish) {
  var variant = job.variants[0];
  load(variant, function (loadError, operation) {
    if (loadError) {
      finish(loadError);
      return;
    }
    var runs = [];
    (function next(left) {
      if (left === 0) {
        var same = runs.every(function (run) {
          return run.ticks === runs[0].ticks && run.turns === runs[0].turns;
        });
        finish(null, same ? runs[0] : { ticks: null, turns: runs[0].turns, varies: runs });
        return;
      }
      once(operation, variant.style, function (error, answer) {
        if (error) {
          finish(thrown.within(variant.name + ' failed while it was measured: ', error));
          return;
        }
        if (left <= RUNS) runs.push(answer);
        next(left - 1);
      });
    })(WARM_UP + RUNS);
  });
};
