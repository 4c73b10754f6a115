'use strict';
/**
 * CPU time of two variants beside each other in one process: rounds of A, B and a second, separately
 * compiled copy of A as the control, in an order that alternates, each as many operations as fill
 * its slice of CPU time: many times the resolution of the clock. Noise that lasts longer than a round
 * hits all alike, so ratios are taken per round.
 *
 * Gives the raw nanoseconds per operation, round by round; statistics are the parent's work.
 */
var natives = require('./natives.cjs');
var load = require('./load.cjs');
var makeDriver = require('./drive.cjs');
var clock = require('./clock.cjs');
var thrown = require('./thrown.cjs');

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
  var warmUp = job.warmUp || 8;
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
        drive: makeDriver(operation, variant.style, fan),
        count: 1,
        samples: [],
      };
    });

    function failed(error) {
      finish(thrown.within('failed while it was timed: ', error));
    }

    function sample(lane, keep, done) {
      natives.setImmediate(function () {
        var start = clock.cpu();
        lane.drive(lane.count, function (error) {
          if (error) {
            failed(error);
            return;
          }
          var used = clock.cpu() - start;
          if (keep) lane.samples.push(used / lane.count);
          else lane.count = clock.scale(lane.count, used, target);
          done();
        });
      });
    }

    function round(number) {
      if (number === rounds) {
        finish(null, {
          operations: [lanes[0].count, lanes[1].count],
          before: lanes[0].samples,
          after: lanes[1].samples,
          control: lanes[2].samples,
        });
        return;
      }
      // Before the rounds that count, the compilers finish and the slices find their size.
      var keep = number >= 0;
      // The control is the same code as the first lane: as many operations too.
      if (number === 0) lanes[2].count = lanes[0].count;
      var order = number % 2 === 0 ? [0, 1, 2] : [2, 1, 0];
      sample(lanes[order[0]], keep, function () {
        sample(lanes[order[1]], keep, function () {
          sample(lanes[order[2]], keep, function () {
            round(number + 1);
          });
        });
      });
    }

    (function calibrate(index) {
      if (index === lanes.length) {
        round(-warmUp);
        return;
      }
      clock.calibrate(lanes[index].drive, target, function (error, count) {
        if (error) {
          failed(error);
          return;
        }
        lanes[index].count = count;
        calibrate(index + 1);
      });
    })(0);
  });
};
