'use strict';
/**
 * CPU time of two variants beside each other in one process: rounds of A, B and a second, separately
 * compiled copy of A as the control, in an order that alternates, each the same number of
 * operations. Noise that lasts longer than a round hits all alike, so ratios are taken per round.
 *
 * Gives the raw nanoseconds per operation, round by round; statistics are the parent's work.
 */
var natives = require('./natives.cjs');
var load = require('./load.cjs');
var makeDriver = require('./drive.cjs');
var clock = require('./clock.cjs');

function loadAll(variants, done) {
  var operations = [];
  (function next() {
    if (operations.length === variants.length) {
      done(null, operations);
      return;
    }
    load(variants[operations.length], function (error, operation) {
      if (error) {
        done(error);
        return;
      }
      operations.push(operation);
      next();
    });
  })();
}

module.exports = function timePair(job, finish) {
  var before = job.variants[0];
  var after = job.variants[1];
  var rounds = job.rounds || 24;
  var target = (job.slice || 10) * 1e6;
  var fan = job.fan || 1;
  loadAll([before, after, before], function (loadError, operations) {
    if (loadError) {
      finish(loadError);
      return;
    }
    var lanes = operations.map(function (operation, index) {
      var variant = [before, after, before][index];
      return {
        name: ['before', 'after', 'control'][index],
        drive: makeDriver(operation, variant.style, fan),
        samples: [],
      };
    });

    function failed(error) {
      error.message = 'failed while it was timed: ' + error.message;
      finish(error);
    }

    function sample(lane, count, keep, done) {
      natives.setImmediate(function () {
        var start = clock.cpu();
        lane.drive(count, function (error) {
          if (error) {
            failed(error);
            return;
          }
          if (keep) lane.samples.push((clock.cpu() - start) / count);
          done();
        });
      });
    }

    function round(count, number) {
      if (number === rounds) {
        finish(null, {
          operations: count,
          before: lanes[0].samples,
          after: lanes[1].samples,
          control: lanes[2].samples,
        });
        return;
      }
      // The first rounds let the compilers finish.
      var keep = number >= 0;
      var order = number % 2 === 0 ? [0, 1, 2] : [2, 1, 0];
      sample(lanes[order[0]], count, keep, function () {
        sample(lanes[order[1]], count, keep, function () {
          sample(lanes[order[2]], count, keep, function () {
            round(count, number + 1);
          });
        });
      });
    }

    clock.calibrate(lanes[0].drive, target, function (error, first) {
      if (error) {
        failed(error);
        return;
      }
      clock.calibrate(lanes[1].drive, target, function (otherError, second) {
        if (otherError) {
          failed(otherError);
          return;
        }
        // The slower variant fills its slice; the faster one runs as often.
        round(Math.max(1, Math.min(first, second)), -8);
      });
    });
  });
};
