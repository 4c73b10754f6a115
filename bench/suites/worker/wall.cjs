'use strict';
/**
 * Wall time, CPU time and resident memory of one run of `operations` sequential operations, start-up
 * excluded: the form of the 2017 tables. Runs on Node 4, which has no `process.cpuUsage`.
 */
var load = require('../../worker/load.cjs');
var clock = require('../../worker/clock.cjs');

module.exports = function wall(job, finish) {
  var variant = job.variants[0];
  load(variant, function (loadError, operation) {
    if (loadError) {
      finish(loadError);
      return;
    }
    var left = job.operations;
    var cpuStart = process.cpuUsage ? clock.cpu() : null;
    var start = clock.wall();

    function ended() {
      finish(null, {
        seconds: (clock.wall() - start) / 1e9,
        cpuSeconds: cpuStart === null ? null : (clock.cpu() - cpuStart) / 1e9,
        rss: process.memoryUsage().rss,
        operations: job.operations,
      });
    }
    if (variant.style === 'program') {
      // The program counts for itself: `operation(count, callback(error, completed))`.
      operation(left, function (error, completed) {
        if (!error && completed !== left) {
          error = new Error('completed ' + completed + ' of ' + left + ' operations');
        }
        if (error) finish(error);
        else ended();
      });
      return;
    }
    function next() {
      if (left === 0) {
        ended();
        return;
      }
      left -= 1;
      operation().then(next, finish);
    }
    next();
  });
};
